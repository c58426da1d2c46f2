//===- Walk.cpp - The probe sites of one function -------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "probes/Walk.h"
#include "probes/Selects.h"
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
  const size_t First = Graph.slotCount();
  Graph.addProbe(Entry, *Open, SlotForm::Entry);
  Flow.Current = {Entry};
  Decided.enterBody(*Open);
  Holders.note(Body);
  Unbraced.enter(FD);
  Bounds.enter(Body);
  bool IsVoid = FD->getReturnType()->isVoidType();
  visit(Body, {"", true, true, end(Body), "", false, /*IsLast=*/IsVoid});
  Graph.addSlot(*Close, SlotForm::BodyEnd);
  if (!Flow.Current.empty()) {
    unsigned Exit =
        Graph.addSite(Kind::Exit, "end/exit", end(Body), Flow.Current);
    Graph.addProbe(Exit, *Close, SlotForm::Before);
  }
  if (Duplicates.mayDuplicate(Body) &&
      (!Duplicates.isShort() || FD->isExternallyVisible()))
    mayStandTwice(First);
  Flow.finish();
  if (!LabelNumbers.empty()) {
    DenseSet<unsigned> Addressed;
    for (const auto &[Label, Number] : LabelNumbers)
      if (Flow.isAddressed(Label))
        Addressed.insert(Number);
    Graph.keepEnteredOnce(Addressed);
    Graph.findCyclesOfLabels();
  }
  Marked.listUnused();
  Graph.finish();
  return Failure;
}

void FunctionWalker::mayStandTwice(size_t First) {
  const size_t Last = Graph.slotCount() - 1;
  if (Graph.labelSlots(First, Last) == Duplicates.labels())
    Graph.duplicate(First, Last,
                    Duplicates.mayLast() ? Duplicated::BeginsBrief
                                         : Duplicated::Begins,
                    Duplicates.size());
}

//===--- Statements ---===//

void FunctionWalker::visit(const Stmt *S, const Surroundings &Around) {
  if (!S)
    return;
  if (const auto *Directive = dyn_cast<OMPExecutableDirective>(S))
    return visitDirective(Directive, Around);
  Marked.placeRequested(S, Around.Path, Around.Braced);
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
      E = E->IgnoreParens();
      if (const auto *Cast = dyn_cast<CStyleCastExpr>(E);
          Cast && Cast->getType()->isVoidType())
        E = Cast->getSubExpr()->IgnoreParens();
      Decided.discard(E);
      if (Around.IsLast && isTailCall(E))
        return visitTailCall(E, S, Around, "call");
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
  Flow.Current = std::move(Condition.True);
  FoundSelect Arms;
  Arms.Then =
      visitBranch(S->getThen(), Kind::Then, Path + "/then", S->getRParenLoc(),
                  SiteFollows, false, "", Around.IsLast);
  Reaching Then = std::move(Flow.Current);
  Flow.Current = std::move(Condition.False);
  if (S->getElse() && isa<IfStmt>(S->getElse()))
    visitBranch(S->getElse(), Kind::Else, Graph.child(Chain, "elif"),
                S->getElseLoc(), SiteFollows, false, Chain, Around.IsLast);
  else if (S->getElse())
    Arms.Else =
        visitBranch(S->getElse(), Kind::Else, Chain + "/else", S->getElseLoc(),
                    SiteFollows, false, "", Around.IsLast);
  merge(Flow.Current, std::move(Then));
  addSelect(S, Arms);
  join(S, Around, Path);
}

void FunctionWalker::addSelect(const IfStmt *S, FoundSelect Arms) {
  auto Begin = Places.after(S->getLParenLoc());
  auto End = Places.before(S->getRParenLoc());
  if (!Begin || !End || !mayBeSelect(S, Context))
    return;
  const unsigned Select = Graph.addSelect(Arms);
  Graph.addSlot({*Begin, 0, SlotForm::SelectBegin, false, Arms.Then, Select});
  Graph.addSlot({*End, 0, SlotForm::SelectEnd, false, Arms.Then, Select});
}

FunctionWalker::Outcomes
FunctionWalker::visitLoopCondition(const Expr *E, const std::string &Path) {
  Flow.enterLoop();
  Outcomes Result = visitCondition(E, Path);
  merge(Result.False, Flow.leaveLoopCondition().Breaks);
  return Result;
}

/// Whether a \p Jump in \p S leaves the loop whose body \p S is; inside of
/// loops and \p Others it leaves those.
template <typename Jump, typename... Others> static bool leaves(const Stmt *S) {
  if (!S || isa<WhileStmt, ForStmt, DoStmt, Others...>(S))
    return false;
  return isa<Jump>(S) || any_of(S->children(), leaves<Jump, Others...>);
}

static bool hasContinue(const Stmt *S) { return leaves<ContinueStmt>(S); }
static bool hasBreak(const Stmt *S) { return leaves<BreakStmt, SwitchStmt>(S); }

void FunctionWalker::visitWhile(const WhileStmt *S,
                                const Surroundings &Around) {
  visitLoop({S, Graph.child(Around.Path, "while"), S->getCond(),
             Places.after(S->getLParenLoc()), S->getBody(), S->getRParenLoc()},
            Around);
}

void FunctionWalker::visitFor(const ForStmt *S, const Surroundings &Around) {
  std::string Path = Graph.child(Around.Path, "for");
  visitExpr(S->getInit(), Path + "/init");
  std::optional<unsigned> Begin;
  if (S->getCond())
    Begin = Places.before(S->getCond()->getBeginLoc());
  visitLoop({S, Path, S->getCond(), Begin, S->getBody(), S->getRParenLoc(),
             S->getInc()},
            Around);
}

void FunctionWalker::visitLoop(const HeadedLoop &L,
                               const Surroundings &Around) {
  const std::string &Path = L.Path;
  const unsigned First = Graph.siteCount();
  std::optional<unsigned> Head;
  Reaching After;
  if (L.Condition && !Known.isConstant(L.Condition, true)) {
    Head = addOperandSite(Kind::Condition, Path + "/condition", L.Condition,
                          L.BeforeCondition);
    Outcomes Condition = visitLoopCondition(L.Condition, Path);
    Flow.Current = std::move(Condition.True);
    After = std::move(Condition.False);
  }
  bool NeedsStep = L.Step && hasContinue(L.Body);
  const unsigned Loop = Marked.openLoop(L.S, Path);
  Flow.enterLoop(Around.IsLast);
  unsigned Body = visitBranch(L.Body, Kind::Body, Path + "/body", L.BeforeBody,
                              !L.Step || NeedsStep, true);
  Marked.closeLoop(Head, Body);
  Jumps Out = Flow.leaveLoop();
  merge(Flow.Current, std::move(Out.Continues));
  if (L.Step && !Flow.Current.empty()) {
    if (NeedsStep)
      addOperandSite(Kind::Step, Path + "/step", L.Step,
                     Places.before(L.Step->getBeginLoc()));
    visitExpr(L.Step, Path);
  }
  Graph.connect(Flow.Current, Head.value_or(Body));
  Graph.endLoop(Loop, First);
  Graph.loop(Loop).Derived = Bounds.of(L.S);
  Flow.Current = std::move(After);
  merge(Flow.Current, std::move(Out.Breaks));
  join(L.S, Around, Path, true);
}

void FunctionWalker::visitDo(const DoStmt *S, const Surroundings &Around) {
  if (Known.isConstant(S->getCond(), false))
    return visitDoOnce(S, Around);
  std::string Path = Graph.child(Around.Path, "do");
  const unsigned First = Graph.siteCount();
  bool NeedsCondition = hasContinue(S->getBody());
  const unsigned Loop = Marked.openLoop(S, Path);
  Flow.enterLoop(Around.IsLast);
  unsigned Body = visitBranch(S->getBody(), Kind::Body, Path + "/body",
                              S->getDoLoc(), NeedsCondition, true);
  Marked.closeLoop(std::nullopt, Body);
  Jumps Out = Flow.leaveLoop();
  merge(Flow.Current, std::move(Out.Continues));
  if (NeedsCondition)
    addOperandSite(Kind::Condition, Path + "/condition", S->getCond(),
                   Places.afterNext(S->getWhileLoc(), tok::l_paren));
  Outcomes Condition = visitLoopCondition(S->getCond(), Path);
  Graph.connect(Condition.True, Body);
  Graph.endLoop(Loop, First);
  Graph.loop(Loop).Derived = Bounds.of(S);
  if (Known.isConstant(S->getCond(), true))
    Flow.Current.clear();
  else
    Flow.Current = std::move(Condition.False);
  merge(Flow.Current, std::move(Out.Breaks));
  join(S, Around, Path, true);
}

/// `do … while (0)` is no loop but what a macro makes of statements.
void FunctionWalker::visitDoOnce(const DoStmt *S, const Surroundings &Around) {
  bool Jumped = hasBreak(S->getBody()) || hasContinue(S->getBody());
  BracePlaces Braces = bracesAround(S->getBody(), S->getDoLoc());
  Surroundings Inside = Around;
  Inside.Chain.clear();
  Inside.Braced = bool(Braces);
  Inside.SiteFollows = Around.SiteFollows || (Jumped && Around.Braced);
  if (Inside.Braced)
    Graph.addSlot(*Braces.Begin, SlotForm::OpenBrace);
  Flow.enterLoop(Around.IsLast);
  visit(S->getBody(), Inside);
  Jumps Out = Flow.leaveLoop();
  if (Inside.Braced)
    Graph.addSlot(*Braces.End, SlotForm::CloseBrace);
  merge(Flow.Current, std::move(Out.Continues));
  merge(Flow.Current, std::move(Out.Breaks));
  if (Jumped)
    join(S, Around, Graph.child(Around.Path, "do"));
}

void FunctionWalker::visitSwitch(const SwitchStmt *S,
                                 const Surroundings &Around) {
  std::string Path = Graph.child(Around.Path, "switch");
  visitExpr(S->getCond(), Path);
  Flow.enterSwitch(Path, Around.IsLast);
  BracePlaces Braces = bracesAround(S->getBody(), S->getRParenLoc());
  if (Braces)
    Graph.addSlot(*Braces.Begin, SlotForm::OpenBrace);
  visit(S->getBody(), {Path, bool(Braces), Around.Braced || Around.SiteFollows,
                       Around.After, "", false, Around.IsLast});
  if (Braces)
    Graph.addSlot(*Braces.End, SlotForm::CloseBrace);
  Flow.leaveSwitch();
  join(S, Around, Path);
}

//===--- Sites ---===//

unsigned FunctionWalker::visitBranch(const Stmt *S, Kind K, std::string Name,
                                     SourceLocation Open, bool SiteFollows,
                                     bool OfLoop, std::string Chain,
                                     bool IsLast) {
  unsigned Site = Graph.addSite(K, Name, begin(S), Flow.Current);
  Graph[Site].EndLine = lastLine(S);
  Graph[Site].OfLoop = OfLoop;
  BracePlaces Braces = bracesAround(S, Open);
  const size_t First = Graph.slotCount();
  std::optional<unsigned> Comma;
  if (!Braces && Unbraced.outlives(S))
    Comma = Places.before(S->getBeginLoc());
  if (Braces)
    Graph.addProbe({*Braces.Begin, 0, SlotForm::BranchBegin,
                    isa_and_nonnull<NullStmt>(S), Site});
  else if (Comma)
    Graph.addProbe(Site, *Comma, SlotForm::Comma);
  else
    Graph.noteWithoutProbe(Site, begin(S).Written.Line, InMacro);
  Flow.Current = {Site};
  visit(S, {std::move(Name), bool(Braces), SiteFollows, end(S),
            std::move(Chain), false, IsLast});
  if (Braces)
    Graph.addSlot(*Braces.End, SlotForm::CloseBrace);
  if (Braces && K == Kind::Body && Duplicates.mayDuplicate(S))
    mayStandTwice(First);
  return Site;
}

FunctionWalker::BracePlaces FunctionWalker::bracesAround(const Stmt *S,
                                                         SourceLocation Open) {
  if (!Unbraced.outlives(S))
    return {Places.after(Open), Places.afterStatement(S)};
  if (!isa<Expr>(S))
    Failure = "line " + std::to_string(begin(S).Written.Line) +
              ": what a statement without braces declares outlives it (C90)";
  return {};
}

unsigned FunctionWalker::addOperandSite(Kind K, const std::string &Name,
                                        const Expr *E,
                                        std::optional<unsigned> Offset) {
  TextPlace At = Places.place(E->getBeginLoc());
  unsigned Site = Graph.addSite(K, Name, At, Flow.Current);
  Graph[Site].EndLine = lastLine(E);
  Graph[Site].OfLoop = true;
  if (Offset)
    Graph.addProbe(Site, *Offset, SlotForm::Comma);
  else
    Graph.noteWithoutProbe(Site, At.Written.Line, InMacro);
  Flow.Current = {Site};
  return Site;
}

void FunctionWalker::join(const Stmt *S, const Surroundings &Around,
                          const std::string &Path, bool OfLoop) {
  if (Flow.Current.empty() || Around.SiteFollows)
    return;
  unsigned Site =
      Graph.addSite(Kind::Join, Path + "/join", Around.After, Flow.Current);
  Graph[Site].OfLoop = OfLoop;
  std::optional<unsigned> Place = Places.afterStatement(S);
  if (Place && Around.Braced)
    Graph.addProbe(Site, *Place, SlotForm::Behind);
  else
    Graph.noteWithoutProbe(Site, Around.After.Written.Line, InMacro);
  Flow.Current = {Site};
}

bool FunctionWalker::beginsWithSite(const Stmt *S) const {
  if (const auto *Return = dyn_cast<ReturnStmt>(S))
    return !Return->getRetValue();
  if (const auto *Do = dyn_cast<DoStmt>(S))
    return !Known.isConstant(Do->getCond(), false);
  return isa<LabelStmt, SwitchCase, BreakStmt, ContinueStmt, GotoStmt,
             WhileStmt>(S);
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
