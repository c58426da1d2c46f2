//===- WalkTransfers.cpp - Where control leaves the order of the text -----===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Labels, jumps and returns.
//
//===----------------------------------------------------------------------===//

#include "probes/Walk.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"

using namespace clang;
using namespace llvm;
using ipoint::database::Kind;

namespace ipoint {

/// Labels in a row, of a switch or for goto, are one site.
void FunctionWalker::visitLabels(const Stmt *S, const Surroundings &Around) {
  Kind K = Kind::Label;
  std::string Name;
  Reaching From = Flow.Current;
  SmallVector<const LabelDecl *, 2> Labels;
  const Stmt *Last = S;
  TextPlace At = Places.place(S->getBeginLoc());
  for (const Stmt *Sub = S; Sub;) {
    Last = Sub;
    if (const auto *Label = dyn_cast<LabelStmt>(Sub)) {
      Labels.push_back(Label->getDecl());
      addLabelSlot(Label->getDecl(), Label->getIdentLoc(), SlotForm::Label);
      Sub = Label->getSubStmt();
    } else if (const auto *Case = dyn_cast<SwitchCase>(Sub)) {
      SwitchHead &Head = Flow.innermostSwitch();
      merge(From, Head.From);
      bool IsDefault = isa<DefaultStmt>(Case);
      Head.HasDefault |= IsDefault;
      if (IsDefault || K == Kind::Label)
        K = IsDefault ? Kind::Default : Kind::Case;
      Sub = Case->getSubStmt();
    }
    if (!isa_and_nonnull<LabelStmt, SwitchCase>(Sub))
      break;
  }
  if (K == Kind::Label)
    Name = Around.Path + (Around.Path.empty() ? "" : "/") + "label." +
           Labels.front()->getName().str();
  else if (K == Kind::Default)
    Name = Flow.innermostSwitch().Path + "/default";
  else
    Name = Graph.child(Flow.innermostSwitch().Path, "case");

  unsigned Site = Graph.addSite(K, std::move(Name), At, From);
  for (const LabelDecl *Label : Labels)
    Flow.place(Label, Site);
  const Stmt *Sub = isa<LabelStmt>(Last) ? cast<LabelStmt>(Last)->getSubStmt()
                                         : cast<SwitchCase>(Last)->getSubStmt();
  // At the end of a block, as C23 allows, Clang makes one up.
  if (isa_and_nonnull<NullStmt>(Sub) &&
      Places.after(Sub->getBeginLoc()) == behindColon(Last))
    Sub = nullptr;
  std::optional<unsigned> Place = placeBehindLabel(Last, Sub);
  if (Place && Around.Braced)
    Graph.addProbe(
        {*Place, 0, SlotForm::Behind, isa_and_nonnull<NullStmt>(Sub), Site});
  else
    Graph.noteWithoutProbe(Site, At.Written.Line, InMacro);
  Flow.Current = {Site};
  if (Sub)
    Graph[Site].EndLine = lastLine(Sub);
  visit(Sub, Around);
}

std::optional<unsigned> FunctionWalker::behindColon(const Stmt *Label) const {
  if (const auto *Case = dyn_cast<SwitchCase>(Label))
    return Places.after(Case->getColonLoc());
  return Places.afterNext(cast<LabelStmt>(Label)->getIdentLoc(), tok::colon);
}

std::optional<unsigned>
FunctionWalker::placeBehindLabel(const Stmt *S, const Stmt *Sub) const {
  // `L: __attribute__((unused));` keeps its attribute next to it.
  const auto *Label = dyn_cast<LabelStmt>(S);
  if (Label && Label->getDecl()->hasAttrs())
    return Sub ? Places.before(Sub->getBeginLoc()) : std::nullopt;
  return behindColon(S);
}

static bool holdsStatements(const Stmt *S) {
  return S && (isa<StmtExpr>(S) || any_of(S->children(), holdsStatements));
}

bool FunctionWalker::isTailCall(const Expr *E) const {
  if (!KeepsTailCalls || !E)
    return false;
  const auto *Call = dyn_cast<CallExpr>(E->IgnoreParens());
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  // Most builtins are no calls, and a conversion of the value comes behind one.
  return Call && (!Callee || !Callee->getBuiltinID()) && !holdsStatements(Call);
}

bool FunctionWalker::isLastBefore(const Stmt *Next) const {
  if (isa<BreakStmt>(Next))
    return Flow.breakIsLast();
  const auto *Return = dyn_cast<ReturnStmt>(Next);
  return Return && !Return->getRetValue();
}

void FunctionWalker::visitTailCall(const Expr *Call, const Stmt *Whole,
                                   const Surroundings &Around, StringRef Name) {
  if (holdsStatements(Call)) {
    Failure = "calls by musttail with statements among the arguments";
    return;
  }
  {
    // The arguments are evaluated behind the probe.
    auto Allowed = Decided.allowIf(false);
    SaveAndRestore Behind(IsBehindExit, true);
    visitExpr(Call, Around.Path);
  }
  if (Flow.Current.empty())
    return;
  TextPlace At = Places.place(Whole->getBeginLoc());
  unsigned Exit =
      Graph.addSite(Kind::Exit, Graph.child(Around.Path, Name) + "/tail-exit",
                    At, Flow.Current);
  Flow.Current.clear();
  std::optional<unsigned> Begin = Places.before(Whole->getBeginLoc());
  std::optional<unsigned> End = Places.afterStatement(Whole);
  if (!Begin || !End) {
    Graph.noteWithoutProbe(Exit, At.Written.Line, InMacro);
    return;
  }
  Graph.addProbe(Exit, *Begin, SlotForm::Around);
  Graph.addSlot(*End, isa<Expr>(Whole) ? SlotForm::CloseReturns
                                       : SlotForm::CloseBrace);
}

void FunctionWalker::visitReturn(const ReturnStmt *S,
                                 const Surroundings &Around) {
  const Expr *E = S->getRetValue();
  if (isTailCall(E))
    return visitTailCall(E, S, Around, "return");
  visitExpr(E, Around.Path);
  if (Flow.Current.empty())
    return;
  TextPlace At = Places.place(S->getReturnLoc());
  unsigned Exit =
      Graph.addSite(Kind::Exit, Graph.child(Around.Path, "return") + "/exit",
                    At, Flow.Current);
  Flow.Current.clear();
  std::optional<unsigned> Begin = Places.before(S->getReturnLoc());
  std::optional<unsigned> Keyword = Places.after(S->getReturnLoc());
  std::optional<unsigned> End = Places.afterStatement(S);
  if (!Begin || !Keyword || !End || *Keyword != *Begin + strlen("return")) {
    Graph.noteWithoutProbe(Exit, At.Written.Line, InMacro);
    return;
  }
  if (!E) {
    Graph.addProbe(Exit, *Begin, SlotForm::Around);
    Graph.addSlot(*End, SlotForm::CloseBrace);
    return;
  }
  // The value is computed where it stands, so that its own slots apply.
  unsigned Length = *Keyword - *Begin;
  if (!Graph.returnsValue() || E->getType()->isVoidType()) {
    Graph.addSlot({*Begin, Length, SlotForm::ReturnsNothing});
    Graph.addProbe(Exit, *End, SlotForm::ReturnNothing);
    return;
  }
  unsigned Number = ++Returns;
  Graph.addSlot({*Begin, Length, SlotForm::ReturnedBegin, false, 0, Number});
  Graph.addSlot(*End - 1, SlotForm::ReturnedEnd);
  Graph.addProbe({*End, 0, SlotForm::ReturnKept, false, Exit, Number});
}

void FunctionWalker::addLabelSlot(const LabelDecl *Label, SourceLocation Name,
                                  SlotForm Form) {
  const unsigned Number =
      LabelNumbers.try_emplace(Label, LabelNumbers.size()).first->second;
  if (std::optional<unsigned> Place = Places.after(Name))
    Graph.addSlot({*Place, 0, Form, false, 0, Number});
}

void FunctionWalker::visitJump(const Stmt *S) {
  if (isa<BreakStmt>(S))
    return Flow.breakOut();
  if (isa<ContinueStmt>(S))
    return Flow.goOn();
  if (const auto *Goto = dyn_cast<GotoStmt>(S)) {
    Flow.jumpTo(Goto->getLabel());
    addLabelSlot(Goto->getLabel(), Goto->getLabelLoc(), SlotForm::Goto);
  } else {
    visitExpr(cast<IndirectGotoStmt>(S)->getTarget(), "");
    Flow.jumpToAddress();
  }
  Flow.Current.clear();
}

} // namespace ipoint
