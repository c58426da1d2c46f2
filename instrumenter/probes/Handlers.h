//===- Handlers.h - Functions that may be signal handlers -----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_PROBES_HANDLERS_H
#define IPOINT_PROBES_HANDLERS_H

#include "clang/AST/Decl.h"
#include "llvm/ADT/DenseSet.h"
#include <optional>

namespace ipoint {

/// Finds the functions of a translation unit that the kernel may call.
class HandlerFinder {
public:
  /// \p Context must outlive it.
  explicit HandlerFinder(clang::ASTContext &Context) : Context(Context) {}

  /// Whether \p FD has a signal handler's type, and its address is taken in the
  /// unit.
  bool mayBeHandler(const clang::FunctionDecl *FD);

private:
  clang::ASTContext &Context;
  /// Canonical declarations of what is named other than to be called; unset
  /// until the first function of that type asks.
  std::optional<llvm::DenseSet<const clang::FunctionDecl *>> Pointed;
};

} // namespace ipoint

#endif // IPOINT_PROBES_HANDLERS_H
