//===- SiteHolders.h - Expressions in which there can be sites ------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_PROBES_SITEHOLDERS_H
#define IPOINT_PROBES_SITEHOLDERS_H

#include "clang/AST/Stmt.h"
#include "llvm/ADT/DenseSet.h"

namespace ipoint {

class SiteHolders {
public:
  /// Finds the expressions of \p S with statements, decisions or markers in
  /// them.
  /// \returns whether \p S does.
  bool note(const clang::Stmt *S);

  /// Whether several operands of \p E, whose order C leaves open, do.
  bool areSeveralIn(const clang::Stmt *E) const;

  /// Most of what there is: expressions without operands, which hold nothing.
  static bool isLeaf(const clang::Stmt *S);

private:
  llvm::DenseSet<const clang::Stmt *> Holders;
};

} // namespace ipoint

#endif // IPOINT_PROBES_SITEHOLDERS_H
