//===- Markers.cpp - The markers of ipoint/ipoint.h -----------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "probes/Markers.h"

using namespace clang;
using namespace llvm;

namespace ipoint {

/// What \p E takes the size of, if it is `(void)sizeof …`.
static const Expr *measured(const Expr *E) {
  const auto *Cast = dyn_cast<CStyleCastExpr>(E);
  if (!Cast || !Cast->getType()->isVoidType())
    return nullptr;
  const auto *Size =
      dyn_cast<UnaryExprOrTypeTraitExpr>(Cast->getSubExpr()->IgnoreImpCasts());
  if (!Size || Size->getKind() != UETT_SizeOf || Size->isArgumentType())
    return nullptr;
  return Size->getArgumentExpr()->IgnoreParenImpCasts();
}

std::optional<Marker> markerIn(const Stmt *S) {
  const auto *Whole = dyn_cast<ParenExpr>(S);
  if (!Whole)
    return std::nullopt;
  const Expr *First = Whole->getSubExpr(), *Second = nullptr;
  if (const auto *Comma = dyn_cast<BinaryOperator>(First);
      Comma && Comma->getOpcode() == BO_Comma) {
    First = Comma->getLHS();
    Second = Comma->getRHS();
  }
  const auto *Literal = dyn_cast_or_null<clang::StringLiteral>(measured(First));
  if (!Literal || !Literal->isOrdinary())
    return std::nullopt;
  Marker M;
  if (Second) {
    const auto *Plus = dyn_cast_or_null<UnaryOperator>(measured(Second));
    if (!Plus || Plus->getOpcode() != UO_Plus)
      return std::nullopt;
    M.AroundArgument = Second;
    M.Argument = dyn_cast<ParenExpr>(Plus->getSubExpr()->IgnoreImpCasts());
    if (!M.Argument)
      return std::nullopt;
  }
  StringRef Text = Literal->getString();
  bool IsKnown = true;
  if (!Second && Text.consume_front("ipoint mark: "))
    M.K = Marker::Kind::Mark;
  else if (Second && Text.consume_front("ipoint value: "))
    M.K = Marker::Kind::Value;
  else if (!Second && Text == "ipoint skip")
    M.K = Marker::Kind::Skip;
  else if (Second && Text == "ipoint bound")
    M.K = Marker::Kind::LoopBound;
  else if (!Second && Text.consume_front("ipoint budget: "))
    M.K = Marker::Kind::Budget;
  else
    IsKnown = false;
  M.Name = Text.str();
  return IsKnown ? std::optional(M) : std::nullopt;
}

void forEachBudget(const Stmt *S,
                   function_ref<void(const Marker &, const Stmt *)> Take) {
  if (!S)
    return;
  if (std::optional<Marker> M = markerIn(S)) {
    if (M->K == Marker::Kind::Budget)
      Take(*M, S);
    return;
  }
  for (const Stmt *Child : S->children())
    forEachBudget(Child, Take);
}

} // namespace ipoint
