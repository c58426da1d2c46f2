//===- Conditions.cpp - What the compiler knows of a condition ------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "probes/Conditions.h"
#include "clang/AST/ASTContext.h"

using namespace clang;

namespace ipoint {

Conditions::Truth Conditions::truthOf(const Expr *E) const {
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
  if (auto It = Known.find(E); It != Known.end())
    return It->second;
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
  Known[E] = Result;
  return Result;
}

} // namespace ipoint
