//===- Directives.h - What OpenMP's directives leave open -----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clang's CFG has the statement of a directive once, in line, with the
// directive itself as an element behind it. Which thread runs it, and when, it
// does not say; nor can ipoints be put in the heads of a directive's loops.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_CHECKER_DIRECTIVES_H
#define IPOINT_CHECKER_DIRECTIVES_H

#include "clang/AST/Stmt.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"

namespace ipoint::checker {

struct Directives {
  /// Loops of directives: their conditions and steps have no ipoint.
  llvm::DenseSet<const clang::Stmt *> Loops;
  /// All below directives without any ipoint.
  llvm::DenseSet<const clang::Stmt *> Silent;
  /// All below directives: no decision has an ipoint.
  llvm::DenseSet<const clang::Stmt *> Inside;
};

Directives findDirectives(const clang::Stmt *S);

/// The parts of \p S; of a directive, its statement.
llvm::SmallVector<const clang::Stmt *, 8> partsOf(const clang::Stmt *S);

} // namespace ipoint::checker

#endif // IPOINT_CHECKER_DIRECTIVES_H
