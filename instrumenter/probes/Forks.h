//===- Forks.h - Calls behind which there may be two processes ------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_PROBES_FORKS_H
#define IPOINT_PROBES_FORKS_H

#include "clang/AST/Decl.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace ipoint {

/// A path that is open where a process forks would be stored by both. So it
/// ends before the call, as far as the unit shows that it may fork.
class Forks {
public:
  /// Whether \p Callee, which may be null, is fork() or one of its kin, or a
  /// function of this unit that calls one.
  bool mayFork(const clang::FunctionDecl *Callee);

private:
  using Functions = llvm::DenseSet<const clang::FunctionDecl *>;

  bool reachesFork(const clang::FunctionDecl *Callee, Functions &Seen);
  bool callsFork(const clang::Stmt *S, Functions &Seen);

  llvm::DenseMap<const clang::FunctionDecl *, bool> Known;
};

} // namespace ipoint

#endif // IPOINT_PROBES_FORKS_H
