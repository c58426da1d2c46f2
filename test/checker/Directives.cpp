//===- Directives.cpp - What OpenMP's directives leave open ---------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Directives.h"
#include "PathGraph.h"
#include "clang/AST/StmtOpenMP.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using namespace llvm;

namespace ipoint::checker {

SmallVector<const Stmt *, 8> partsOf(const Stmt *S) {
  SmallVector<const Stmt *, 8> Parts;
  if (const auto *D = dyn_cast<OMPExecutableDirective>(S)) {
    if (D->hasAssociatedStmt())
      Parts.push_back(D->getRawStmt());
    return Parts;
  }
  for (const Stmt *Child : S->children())
    if (Child)
      Parts.push_back(Child);
  return Parts;
}

static bool holdsProbe(const Stmt *S) {
  return probeId(S) || any_of(partsOf(S), holdsProbe);
}

static void addAll(const Stmt *S, DenseSet<const Stmt *> &Set) {
  Set.insert(S);
  for (const Stmt *Part : partsOf(S))
    addAll(Part, Set);
}

static void addLoops(const OMPLoopBasedDirective *D,
                     DenseSet<const Stmt *> &Loops) {
  const Stmt *Next = D->getRawStmt();
  for (unsigned I = 0; I != D->getLoopsNumber(); ++I) {
    const auto *Loop = dyn_cast_or_null<ForStmt>(Next);
    if (!Loop)
      return;
    Loops.insert(Loop);
    Next = OMPLoopBasedDirective::tryToFindNextInnerLoop(
        const_cast<Stmt *>(Loop->getBody()),
        /*TryImperfectlyNestedLoops=*/false);
  }
}

static void add(const Stmt *S, Directives &Result) {
  const auto *D = dyn_cast<OMPExecutableDirective>(S);
  if (D && D->hasAssociatedStmt()) {
    addAll(D->getRawStmt(), Result.Inside);
    if (!holdsProbe(D->getRawStmt()))
      addAll(D->getRawStmt(), Result.Silent);
    if (const auto *Loop = dyn_cast<OMPLoopBasedDirective>(D))
      addLoops(Loop, Result.Loops);
  }
  for (const Stmt *Part : partsOf(S))
    add(Part, Result);
}

Directives findDirectives(const Stmt *S) {
  Directives Result;
  add(S, Result);
  return Result;
}

} // namespace ipoint::checker
