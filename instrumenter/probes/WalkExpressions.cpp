//===- WalkExpressions.cpp - Expressions and decisions --------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Only what can hold a site, a call or a jump matters: calls, statement
// expressions, and operands that are not always evaluated.
//
//===----------------------------------------------------------------------===//

#include "frontend/TypeNames.h"
#include "probes/Walk.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/Basic/Builtins.h"

using namespace clang;
using namespace llvm;
using ipoint::database::Kind;

namespace ipoint {

void FunctionWalker::visitExpr(const Stmt *E, const std::string &Path) {
  if (!E || SiteHolders::isLeaf(E) ||
      isa<UnaryExprOrTypeTraitExpr, OffsetOfExpr, BlockExpr>(E))
    return;
  if (isa<RecoveryExpr>(E)) {
    Failure = "does not parse";
    return;
  }
  if (visitMarker(E, Path))
    return;
  if (const auto *Statements = dyn_cast<StmtExpr>(E))
    return visit(Statements->getSubStmt(), {Graph.child(Path, "expression"),
                                            true, false, end(E), "", true});
  if (const auto *Choice = dyn_cast<AbstractConditionalOperator>(E))
    return visitChoice(Choice, Path);
  if (const auto *Operator = dyn_cast<BinaryOperator>(E);
      Operator && Operator->isLogicalOp())
    return visitLogical(Operator, Path);
  if (const auto *Selection = dyn_cast<GenericSelectionExpr>(E))
    return visitExpr(Selection->getResultExpr(), Path);
  if (const auto *Choice = dyn_cast<ChooseExpr>(E))
    return visitExpr(Choice->getChosenSubExpr(), Path);
  if (const auto *Address = dyn_cast<AddrLabelExpr>(E))
    Flow.takeAddress(Address->getLabel());
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return visitCall(Call, Path);
  if (const auto *Asm = dyn_cast<GCCAsmStmt>(E)) {
    visitUntouched(E, Path);
    if (Asm->isAsmGoto())
      Graph.doWithoutPaths("has an asm goto");
    for (unsigned I = 0; I != Asm->getNumLabels(); ++I)
      Flow.jumpTo(Asm->getLabelExpr(I)->getLabel());
    return;
  }
  visitUnordered(E, Path);
}

void FunctionWalker::visitDeclarations(const DeclStmt *S,
                                       const std::string &Path) {
  for (const Decl *D : S->decls()) {
    const auto *Variable = dyn_cast<VarDecl>(D);
    // What cleans up is called where its scope ends.
    if (Variable && Variable->hasAttr<CleanupAttr>())
      Graph.noteCall(Flow.Current, {.MayCall = true, .MayStay = true});
    // What initialises these is computed by the compiler.
    if (Variable && (Variable->hasGlobalStorage() || Variable->isConstexpr())) {
      noteAddressedLabels(Variable->getInit());
      continue;
    }
    if (Variable && !Variable->getType()->isVariablyModifiedType()) {
      visitExpr(Variable->getInit(), Path);
      continue;
    }
    // The sizes of arrays are visited with the declaration.
    return visitUntouched(S, Path);
  }
}

void FunctionWalker::noteAddressedLabels(const Stmt *S) {
  if (!S)
    return;
  if (const auto *Address = dyn_cast<AddrLabelExpr>(S))
    Flow.takeAddress(Address->getLabel());
  for (const Stmt *Child : S->children())
    noteAddressedLabels(Child);
}

void FunctionWalker::visitUntouched(const Stmt *S, const std::string &Path) {
  auto Allowed = Decided.allowIf(false);
  visitUnordered(S, Path);
}

/// Whether arguments of \p Callee must stay what they are: many builtins want
/// constants, or types that a comma would change.
static bool wantsArgumentsUntouched(const FunctionDecl *Callee) {
  unsigned Builtin = Callee ? Callee->getBuiltinID() : 0;
  return Builtin && Callee->getName().starts_with("__") &&
         Builtin != Builtin::BI__builtin_expect &&
         Builtin != Builtin::BI__builtin_expect_with_probability;
}

/// Whether the compiler may leave out a call of \p Callee, or call another
/// function in its place: puts() for printf(). GCC knows more of these by
/// their plain names than Clang does.
static bool mayBeReplaced(const FunctionDecl *Callee,
                          const ASTContext &Context) {
  if (!Callee)
    return false;
  auto Builtin = Context.Idents.find(("__builtin_" + Callee->getName()).str());
  return Callee->getBuiltinID() || Callee->hasAttr<PureAttr>() ||
         Callee->hasAttr<ConstAttr>() ||
         (Builtin != Context.Idents.end() && Builtin->second->getBuiltinID());
}

FoundCall FunctionWalker::foundCall(const CallExpr *Call) const {
  const FunctionDecl *Callee = Call->getDirectCallee();
  // Behind its exit the function's call has ended.
  auto Times = IsBehindExit || mayBeReplaced(Callee, Context)
                   ? database::CallTimes::Maybe
                   : database::CallTimes::Once;
  if (Callee)
    return {Callee->getName().str(), "", Times};
  return {"", calledType(Context, Call->getCallee()->getType()), Times};
}

void FunctionWalker::visitCall(const CallExpr *Call, const std::string &Path) {
  const FunctionDecl *Callee = Call->getDirectCallee();
  if (wantsArgumentsUntouched(Callee))
    visitUntouched(Call, Path);
  else
    visitUnordered(Call, Path);
  QualType Type = Call->getCallee()->getType();
  Graph.addCall(Flow.Current, foundCall(Call));
  if (const auto *Pointer = Type->getAs<clang::PointerType>())
    Type = Pointer->getPointeeType();
  const auto *Function = Type->getAs<clang::FunctionType>();
  bool IsNoReturn = (Callee && Callee->isNoReturn()) ||
                    (Function && Function->getNoReturnAttr());
  const bool MayCall = !Callee || !isComputation(Callee, Context);
  Graph.noteCall(Flow.Current, {MayCall, MayCall && !Brief.isBrief(Callee),
                                IsNoReturn || Forking.mayFork(Callee)});
  if (IsNoReturn)
    Flow.Current.clear();
  if (!Callee || Flow.Current.empty())
    return;
  if (mayReturnTwice(Callee))
    Graph.doWithoutPaths(
        ("calls " + Callee->getName() + ", which may return twice").str());
  if (returnsTwice(Callee))
    Flow.returnTwice();
}

bool FunctionWalker::visitMarker(const Stmt *S, const std::string &Path) {
  std::optional<Marker> M = markerIn(S);
  if (!M)
    return false;
  switch (M->K) {
  case Marker::Kind::Mark:
    Marked.add(*M, S, Path);
    break;
  case Marker::Kind::Value:
    Marked.addWithValue(
        *M, S, Path, [&](const Expr *Value) { visitUntouched(Value, Path); });
    break;
  case Marker::Kind::Skip:
    Failure = "marked IPOINT_SKIP";
    break;
  case Marker::Kind::LoopBound:
    Marked.bindLoop(*M, S);
    break;
  case Marker::Kind::Budget:
    Marked.addBudget(*M, S);
    break;
  }
  return true;
}

void FunctionWalker::visitUnordered(const Stmt *E, const std::string &Path) {
  bool IsOrdered =
      isa<DeclStmt>(E) || (isa<BinaryOperator>(E) &&
                           cast<BinaryOperator>(E)->getOpcode() == BO_Comma);
  if (IsOrdered || !Holders.areSeveralIn(E)) {
    for (const Stmt *Child : E->children())
      visitExpr(Child, Path);
    return;
  }
  // Each operand can come first, last, or behind any other. From a site in one
  // of them each other one is evaluated once, or was already.
  const unsigned First = Flow.addJunction();
  unsigned Last = First;
  for (const Stmt *Child : E->children()) {
    const auto *Operand = dyn_cast_or_null<Expr>(Child);
    if (!Child ||
        SiteHolders::isLeaf(Operand ? Operand->IgnoreParenImpCasts() : Child))
      continue;
    Flow.Current = {Last};
    Flow.Current = {Flow.addJunction()};
    visitExpr(Child, Path);
    Flow.Current.insert(Last);
    Last = Flow.addJunction();
  }
  Graph.reopen(Last, First);
  Flow.Current = {Last};
}

static const BinaryOperator *asLogical(const Expr *E) {
  const auto *Operator = dyn_cast<BinaryOperator>(E->IgnoreParens());
  return Operator && Operator->isLogicalOp() ? Operator : nullptr;
}

FunctionWalker::Outcomes
FunctionWalker::visitCondition(const Expr *E, const std::string &Path) {
  const BinaryOperator *Operator = asLogical(E);
  if (!Operator) {
    visitExpr(E, Path);
    return {Flow.Current, Flow.Current};
  }
  bool IsAnd = Operator->getOpcode() == BO_LAnd;
  const Expr *Left = Operator->getLHS(), *Right = Operator->getRHS();
  if (Known.isConstant(Left, IsAnd))
    return visitCondition(Right, Path);
  Outcomes First = visitCondition(Left, Path);
  if (Known.isConstant(Left, !IsAnd))
    return First;
  Flow.Current = std::move(IsAnd ? First.True : First.False);
  DecisionOperand O = Decided.openOperand(
      Right, Kind::Operand, Graph.child(Path, IsAnd ? "and" : "or") + "/right");
  Outcomes Second = visitCondition(Right, Path);
  Decided.closeOperand(O);
  merge(IsAnd ? Second.False : Second.True,
        std::move(IsAnd ? First.False : First.True));
  return Second;
}

void FunctionWalker::visitLogical(const BinaryOperator *E,
                                  const std::string &Path) {
  if (Known.valueOf(E) && E->isIntegerConstantExpr(Context))
    return;
  Decision D = Decided.open(E, E->getOpcode() == BO_LAnd ? "and" : "or", Path);
  auto Allowed = Decided.allowIf(D.End.has_value());
  Outcomes Result = visitCondition(E, D.Path);
  Flow.Current = std::move(Result.True);
  merge(Flow.Current, std::move(Result.False));
  Decided.close(D);
}

/// Whether a comma in front of \p E would change what the `?:` around it is: a
/// null pointer constant becomes a number, a bit-field the type it was declared
/// with.
static bool needsCast(const Expr *E, QualType Result,
                      const ASTContext &Context) {
  bool IsNull =
      Result->isPointerType() &&
      E->IgnoreImpCasts()->isNullPointerConstant(
          const_cast<ASTContext &>(Context), Expr::NPC_ValueDependentIsNotNull);
  return IsNull || E->IgnoreImpCasts()->getSourceBitField();
}

void FunctionWalker::visitChoice(const AbstractConditionalOperator *E,
                                 const std::string &Path) {
  const auto *Binary = dyn_cast<BinaryConditionalOperator>(E);
  if (!Binary && Known.isConstant(E->getCond(), true))
    return visitExpr(E->getTrueExpr(), Path);
  if (!Binary && Known.isConstant(E->getCond(), false))
    return visitExpr(E->getFalseExpr(), Path);
  Decision D = Decided.open(E, "choice", Path);
  auto Allowed = Decided.allowIf(D.End.has_value());
  auto VisitArm = [&](const Expr *Arm, Kind K, const char *Word) {
    bool Casts = needsCast(Arm, E->getType(), Context);
    // Without a name for the cast the arm stays as it is.
    auto ArmAllowed = Decided.allowIf(!Casts || D.HasType);
    DecisionOperand O = Decided.openOperand(Arm, K, D.Path + "/" + Word,
                                            Casts && D.HasType ? &D : nullptr);
    visitExpr(Arm, D.Path);
    Decided.closeOperand(O);
    return std::move(Flow.Current);
  };
  Outcomes Condition;
  if (Binary) {
    visitExpr(Binary->getCommon(), D.Path);
    Condition = {Flow.Current, Flow.Current};
  } else {
    Condition = visitCondition(E->getCond(), D.Path);
    Flow.Current = std::move(Condition.True);
    Condition.True = VisitArm(E->getTrueExpr(), Kind::Then, "then");
  }
  Flow.Current = std::move(Condition.False);
  Flow.Current = VisitArm(E->getFalseExpr(), Kind::Else, "else");
  merge(Flow.Current, std::move(Condition.True));
  Decided.close(D);
}

} // namespace ipoint
