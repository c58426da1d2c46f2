//===- Walk.cpp - The probe sites of one function -------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "probes/Walk.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"

using namespace clang;
using namespace llvm;
using ipoint::database::Kind;

namespace ipoint {

std::optional<std::string> FunctionWalker::walk(const FunctionDecl *FD) {
  const auto *Body = dyn_cast<CompoundStmt>(FD->getBody());
  std::optional<unsigned> Open, Close;
  if (Body) {
    Open = Places.after(Body->getLBracLoc());
    Close = Places.before(Body->getRBracLoc());
  }
  if (!Open || !Close)
    return "its body " + std::string(InMacro);
  unsigned Entry =
      Graph.addSite(Kind::Entry, "entry", Places.place(FD->getLocation()), {});
  Graph.addProbe(Entry, *Open, SlotForm::Entry);
  Current = {Entry};
  BodyOpen = *Open;
  noteHolders(Body);
  bool IsVoid = FD->getReturnType()->isVoidType();
  visit(Body, {"", true, true, end(Body), "", false, /*IsLast=*/IsVoid});
  Graph.addSlot(*Close, SlotForm::BodyEnd);
  if (!Current.empty()) {
    unsigned Exit = Graph.addSite(Kind::Exit, "end/exit", end(Body), Current);
    Graph.addProbe(Exit, *Close, SlotForm::Before);
  }
  resolveGotos();
  listUnusedRequests();
  Graph.finish();
  return Failure;
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

void FunctionWalker::visit(const Stmt *S, const Surroundings &Around) {
  if (!S)
    return;
  if (const auto *Directive = dyn_cast<OMPExecutableDirective>(S))
    return visitDirective(Directive, Around);
  if (!Options.Requests.empty())
    placeRequestedMark(S, Around);
  switch (S->getStmtClass()) {
  case Stmt::CompoundStmtClass:
    return visitCompound(cast<CompoundStmt>(S), Around);
  case Stmt::IfStmtClass:
    return visitIf(cast<IfStmt>(S), Around);
  case Stmt::WhileStmtClass:
    return visitWhile(cast<WhileStmt>(S), Around);
  case Stmt::ForStmtClass:
    return visitFor(cast<ForStmt>(S), Around);
  case Stmt::DoStmtClass:
    return visitDo(cast<DoStmt>(S), Around);
  case Stmt::SwitchStmtClass:
    return visitSwitch(cast<SwitchStmt>(S), Around);
  case Stmt::LabelStmtClass:
  case Stmt::CaseStmtClass:
  case Stmt::DefaultStmtClass:
    return visitLabels(S, Around);
  case Stmt::ReturnStmtClass:
    return visitReturn(cast<ReturnStmt>(S), Around);
  case Stmt::BreakStmtClass:
  case Stmt::ContinueStmtClass:
  case Stmt::GotoStmtClass:
  case Stmt::IndirectGotoStmtClass:
    return visitJump(S);
  case Stmt::AttributedStmtClass:
    if (hasSpecificAttr<MustTailAttr>(cast<AttributedStmt>(S)->getAttrs()))
      return visitTailCall(
          cast<ReturnStmt>(cast<AttributedStmt>(S)->getSubStmt())
              ->getRetValue(),
          S, Around, "return");
    return visit(cast<AttributedStmt>(S)->getSubStmt(), Around);
  case Stmt::DeclStmtClass:
    return visitDeclarations(cast<DeclStmt>(S), Around.Path);
  default:
    if (const auto *E = dyn_cast<Expr>(S); E && !Around.IsValue) {
      Discarded = E->IgnoreParens();
      if (const auto *Cast = dyn_cast<CStyleCastExpr>(Discarded);
          Cast && Cast->getType()->isVoidType())
        Discarded = Cast->getSubExpr()->IgnoreParens();
      if (const auto *Last = cast<Expr>(Discarded);
          Around.IsLast && isTailCall(Last))
        return visitTailCall(Last, S, Around, "call");
    }
    return visitExpr(S, Around.Path);
  }
}

void FunctionWalker::visitCompound(const CompoundStmt *S,
                                   const Surroundings &Around) {
  for (auto It = S->body_begin(), End = S->body_end(); It != End; ++It) {
    Surroundings Here = Around;
    Here.Braced = true;
    Here.Chain.clear();
    Here.IsValue = Around.IsValue && std::next(It) == End;
    if (std::next(It) != End) {
      const Stmt *Next = *std::next(It);
      Here.IsLast = isLastBefore(Next);
      Here.SiteFollows = beginsWithSite(Next);
      Here.After = Places.place(Next->getBeginLoc());
    }
    visit(*It, Here);
  }
}

void FunctionWalker::visitIf(const IfStmt *S, const Surroundings &Around) {
  // The arms of an else-if chain are named side by side, however many they are.
  bool IsElseIf = !Around.Chain.empty();
  std::string Path = IsElseIf ? Around.Path : Graph.child(Around.Path, "if");
  std::string Chain = IsElseIf ? Around.Chain : Path;
  Outcomes Condition = visitCondition(S->getCond(), Path);
  bool SiteFollows = Around.Braced || Around.SiteFollows;
  Current = std::move(Condition.True);
  visitBranch(S->getThen(), Kind::Then, Path + "/then", S->getRParenLoc(),
              SiteFollows, false, "", Around.IsLast);
  Reaching Then = std::move(Current);
  Current = std::move(Condition.False);
  if (S->getElse() && isa<IfStmt>(S->getElse()))
    visitBranch(S->getElse(), Kind::Else, Graph.child(Chain, "elif"),
                S->getElseLoc(), SiteFollows, false, Chain, Around.IsLast);
  else if (S->getElse())
    visitBranch(S->getElse(), Kind::Else, Chain + "/else", S->getElseLoc(),
                SiteFollows, false, "", Around.IsLast);
  merge(Current, std::move(Then));
  join(S, Around, Path);
}

/// A `break` in a statement expression in \p E leaves this loop for Clang, and
/// the one around it for GCC.
FunctionWalker::Outcomes
FunctionWalker::visitLoopCondition(const Expr *E, const std::string &Path) {
  Breakable.push_back({{}, {}, true});
  Outcomes Result = visitCondition(E, Path);
  Jumps Out = Breakable.pop_back_val();
  merge(Result.False, Out.Breaks);
  if (!Breakable.empty()) {
    merge(Breakable.back().Breaks, Out.Breaks);
    merge(Breakable.back().Continues, Out.Continues);
  }
  return Result;
}

void FunctionWalker::visitWhile(const WhileStmt *S,
                                const Surroundings &Around) {
  std::string Path = Graph.child(Around.Path, "while");
  std::optional<unsigned> Head;
  Reaching After;
  if (!isConstant(S->getCond(), true)) {
    Head = addOperandSite(Kind::Condition, Path + "/condition", S->getCond(),
                          Places.after(S->getLParenLoc()));
    Outcomes Condition = visitLoopCondition(S->getCond(), Path);
    Current = std::move(Condition.True);
    After = std::move(Condition.False);
  }
  openLoop(S, Path);
  Breakable.push_back({{}, {}, true, Around.IsLast});
  unsigned Body = visitBranch(S->getBody(), Kind::Body, Path + "/body",
                              S->getRParenLoc(), true, true);
  closeLoop(Head, Body);
  Jumps Out = Breakable.pop_back_val();
  merge(Current, std::move(Out.Continues));
  Graph.connect(Current, Head.value_or(Body));
  Current = std::move(After);
  merge(Current, std::move(Out.Breaks));
  join(S, Around, Path, true);
}

/// Whether a `continue` in \p S leaves the loop whose body \p S is.
static bool hasContinue(const Stmt *S) {
  if (!S || isa<WhileStmt, ForStmt, DoStmt>(S))
    return false;
  return isa<ContinueStmt>(S) || any_of(S->children(), hasContinue);
}

/// Whether a `break` in \p S leaves the loop whose body \p S is.
static bool hasBreak(const Stmt *S) {
  if (!S || isa<WhileStmt, ForStmt, DoStmt, SwitchStmt>(S))
    return false;
  return isa<BreakStmt>(S) || any_of(S->children(), hasBreak);
}

void FunctionWalker::visitFor(const ForStmt *S, const Surroundings &Around) {
  std::string Path = Graph.child(Around.Path, "for");
  visitExpr(S->getInit(), Path + "/init");
  std::optional<unsigned> Head;
  Reaching After;
  if (S->getCond() && !isConstant(S->getCond(), true)) {
    Head = addOperandSite(Kind::Condition, Path + "/condition", S->getCond(),
                          Places.before(S->getCond()->getBeginLoc()));
    Outcomes Condition = visitLoopCondition(S->getCond(), Path);
    Current = std::move(Condition.True);
    After = std::move(Condition.False);
  }
  bool NeedsStep = S->getInc() && hasContinue(S->getBody());
  openLoop(S, Path);
  Breakable.push_back({{}, {}, true, Around.IsLast});
  unsigned Body =
      visitBranch(S->getBody(), Kind::Body, Path + "/body", S->getRParenLoc(),
                  !S->getInc() || NeedsStep, true);
  closeLoop(Head, Body);
  Jumps Out = Breakable.pop_back_val();
  merge(Current, std::move(Out.Continues));
  if (S->getInc() && !Current.empty()) {
    if (NeedsStep)
      addOperandSite(Kind::Step, Path + "/step", S->getInc(),
                     Places.before(S->getInc()->getBeginLoc()));
    visitExpr(S->getInc(), Path);
  }
  Graph.connect(Current, Head.value_or(Body));
  Current = std::move(After);
  merge(Current, std::move(Out.Breaks));
  join(S, Around, Path, true);
}

void FunctionWalker::visitDo(const DoStmt *S, const Surroundings &Around) {
  if (isConstant(S->getCond(), false))
    return visitDoOnce(S, Around);
  std::string Path = Graph.child(Around.Path, "do");
  bool NeedsCondition = hasContinue(S->getBody());
  openLoop(S, Path);
  Breakable.push_back({{}, {}, true, Around.IsLast});
  unsigned Body = visitBranch(S->getBody(), Kind::Body, Path + "/body",
                              S->getDoLoc(), NeedsCondition, true);
  closeLoop(std::nullopt, Body);
  Jumps Out = Breakable.pop_back_val();
  merge(Current, std::move(Out.Continues));
  if (NeedsCondition)
    addOperandSite(Kind::Condition, Path + "/condition", S->getCond(),
                   Places.afterNext(S->getWhileLoc(), tok::l_paren));
  Outcomes Condition = visitLoopCondition(S->getCond(), Path);
  Graph.connect(Condition.True, Body);
  if (isConstant(S->getCond(), true))
    Current.clear();
  else
    Current = std::move(Condition.False);
  merge(Current, std::move(Out.Breaks));
  join(S, Around, Path, true);
}

/// `do … while (0)` is no loop but what a macro makes of statements.
void FunctionWalker::visitDoOnce(const DoStmt *S, const Surroundings &Around) {
  bool Jumped = hasBreak(S->getBody()) || hasContinue(S->getBody());
  std::optional<unsigned> Begin = Places.after(S->getDoLoc());
  std::optional<unsigned> End = Places.afterStatement(S->getBody());
  Surroundings Inside = Around;
  Inside.Chain.clear();
  Inside.Braced = Begin && End;
  Inside.SiteFollows = Around.SiteFollows || (Jumped && Around.Braced);
  if (Inside.Braced)
    Graph.addSlot(*Begin, SlotForm::OpenBrace);
  Breakable.push_back({{}, {}, true, Around.IsLast});
  visit(S->getBody(), Inside);
  Jumps Out = Breakable.pop_back_val();
  if (Inside.Braced)
    Graph.addSlot(*End, SlotForm::CloseBrace);
  merge(Current, std::move(Out.Continues));
  merge(Current, std::move(Out.Breaks));
  if (Jumped)
    join(S, Around, Graph.child(Around.Path, "do"));
}

void FunctionWalker::visitSwitch(const SwitchStmt *S,
                                 const Surroundings &Around) {
  std::string Path = Graph.child(Around.Path, "switch");
  visitExpr(S->getCond(), Path);
  Switches.push_back({Current, false, Path});
  Breakable.push_back({{}, {}, false, Around.IsLast});
  Current.clear();
  std::optional<unsigned> Begin = Places.after(S->getRParenLoc());
  std::optional<unsigned> End = Places.afterStatement(S->getBody());
  bool Braced = Begin && End;
  if (Braced)
    Graph.addSlot(*Begin, SlotForm::OpenBrace);
  visit(S->getBody(), {Path, Braced, Around.Braced || Around.SiteFollows,
                       Around.After, "", false, Around.IsLast});
  if (Braced)
    Graph.addSlot(*End, SlotForm::CloseBrace);
  SwitchHead Head = Switches.pop_back_val();
  Jumps Out = Breakable.pop_back_val();
  // A continue belongs to the loop around the switch.
  for (Jumps &Outer : reverse(Breakable))
    if (Outer.IsLoop) {
      merge(Outer.Continues, std::move(Out.Continues));
      break;
    }
  merge(Current, std::move(Out.Breaks));
  if (!Head.HasDefault)
    merge(Current, std::move(Head.From));
  join(S, Around, Path);
}

//===----------------------------------------------------------------------===//
// Sites
//===----------------------------------------------------------------------===//

unsigned FunctionWalker::visitBranch(const Stmt *S, Kind K, std::string Name,
                                     SourceLocation Open, bool SiteFollows,
                                     bool OfLoop, std::string Chain,
                                     bool IsLast) {
  unsigned Site = Graph.addSite(K, Name, begin(S), Current);
  Graph[Site].EndLine = lastLine(S);
  Graph[Site].OfLoop = OfLoop;
  std::optional<unsigned> Begin = Places.after(Open);
  std::optional<unsigned> End = Places.afterStatement(S);
  bool Braced = Begin && End;
  if (Braced) {
    Graph.addProbe(
        {*Begin, 0, SlotForm::BranchBegin, isa_and_nonnull<NullStmt>(S), Site});
  } else {
    Graph.skipSite(Site, begin(S).Written.Line, InMacro);
  }
  Current = {Site};
  visit(S, {std::move(Name), Braced, SiteFollows, end(S), std::move(Chain),
            false, IsLast});
  if (Braced)
    Graph.addSlot(*End, SlotForm::CloseBrace);
  return Site;
}

unsigned FunctionWalker::addOperandSite(Kind K, const std::string &Name,
                                        const Expr *E,
                                        std::optional<unsigned> Offset) {
  TextPlace At = Places.place(E->getBeginLoc());
  unsigned Site = Graph.addSite(K, Name, At, Current);
  Graph[Site].EndLine = lastLine(E);
  Graph[Site].OfLoop = true;
  if (Offset)
    Graph.addProbe(Site, *Offset, SlotForm::Comma);
  else
    Graph.skipSite(Site, At.Written.Line, InMacro);
  Current = {Site};
  return Site;
}

void FunctionWalker::join(const Stmt *S, const Surroundings &Around,
                          const std::string &Path, bool OfLoop) {
  if (Current.empty() || Around.SiteFollows)
    return;
  unsigned Site =
      Graph.addSite(Kind::Join, Path + "/join", Around.After, Current);
  Graph[Site].OfLoop = OfLoop;
  std::optional<unsigned> Place = Places.afterStatement(S);
  if (Place && Around.Braced)
    Graph.addProbe(Site, *Place, SlotForm::Behind);
  else
    Graph.skipSite(Site, Around.After.Written.Line, InMacro);
  Current = {Site};
}

bool FunctionWalker::beginsWithSite(const Stmt *S) const {
  if (const auto *Return = dyn_cast<ReturnStmt>(S))
    return !Return->getRetValue();
  if (const auto *Do = dyn_cast<DoStmt>(S))
    return !isConstant(Do->getCond(), false);
  return isa<LabelStmt, SwitchCase, BreakStmt, ContinueStmt, GotoStmt,
             WhileStmt>(S);
}

FunctionWalker::Truth FunctionWalker::truthOf(const Expr *E) const {
  E = E->IgnoreParens();
  if (const auto *Not = dyn_cast<UnaryOperator>(E);
      Not && Not->getOpcode() == UO_LNot) {
    Truth Result = truthOf(Not->getSubExpr());
    if (Result.Value)
      Result.Value = !*Result.Value;
    return Result;
  }
  const auto *Operator = dyn_cast<BinaryOperator>(E);
  if (!Operator || !Operator->isLogicalOp()) {
    bool Value = false;
    if (E->isValueDependent() || E->HasSideEffects(Context))
      return {std::nullopt, true};
    if (!E->EvaluateAsBooleanCondition(Value, Context))
      return {};
    return {Value, false};
  }
  if (auto Known = Truths.find(E); Known != Truths.end())
    return Known->second;
  Truth Left = truthOf(Operator->getLHS()), Right = truthOf(Operator->getRHS());
  bool Decisive = Operator->getOpcode() == BO_LOr;
  Truth Result;
  Result.HasEffects = Left.HasEffects || Right.HasEffects;
  if (!Result.HasEffects) {
    if (Left.Value == Decisive || Right.Value == Decisive)
      Result.Value = Decisive;
    else if (Left.Value && Right.Value)
      Result.Value = !Decisive;
  }
  Truths[E] = Result;
  return Result;
}

TextPlace FunctionWalker::begin(const Stmt *S) const {
  while (const auto *Compound = dyn_cast<CompoundStmt>(S)) {
    if (Compound->body_empty())
      break;
    S = Compound->body_front();
  }
  return Places.place(S->getBeginLoc());
}

} // namespace ipoint
