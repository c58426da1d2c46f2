//===- SiteHolders.cpp - Expressions in which there can be sites ----------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "probes/SiteHolders.h"
#include "probes/Markers.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using namespace llvm;

namespace ipoint {

bool SiteHolders::isLeaf(const Stmt *S) {
  return isa<DeclRefExpr, IntegerLiteral, clang::StringLiteral,
             CharacterLiteral>(S);
}

bool SiteHolders::note(const Stmt *S) {
  if (!S || isLeaf(S))
    return false;
  const auto *Operator = dyn_cast<BinaryOperator>(S);
  bool Holds = isa<StmtExpr, AbstractConditionalOperator>(S) || markerIn(S) ||
               (Operator && Operator->isLogicalOp());
  for (const Stmt *Child : S->children())
    Holds |= note(Child);
  if (Holds)
    Holders.insert(S);
  return Holds;
}

bool SiteHolders::areSeveralIn(const Stmt *E) const {
  return Holders.contains(E) && count_if(E->children(), [&](const Stmt *Child) {
                                  return Holders.contains(Child);
                                }) > 1;
}

} // namespace ipoint
