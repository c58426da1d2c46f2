//===- WalkDecisions.cpp - Paths through && and || and ?: -----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "probes/Walk.h"
#include "clang/AST/ASTContext.h"

using namespace clang;
using namespace llvm;
using ipoint::database::Kind;

namespace ipoint {

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
