//===- Markers.h - The markers of ipoint/ipoint.h -------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_PROBES_MARKERS_H
#define IPOINT_PROBES_MARKERS_H

#include "clang/AST/Expr.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>
#include <string>

namespace ipoint {

/// What one of the macros of ipoint/ipoint.h stands for. They expand to
/// expressions that do nothing and hold a string literal by which they are
/// known, so that text in which they stay is C like any other.
struct Marker {
  enum class Kind { Mark, Value, Skip, LoopBound, Budget };

  Kind K = Kind::Mark;
  std::string Name; ///< of a mark; of a budget what it says
  /// The value of a mark or the count of a bound, in parentheses.
  const clang::ParenExpr *Argument = nullptr;
  /// `(void)sizeof(+ARGUMENT)`.
  const clang::Expr *AroundArgument = nullptr;
};

/// The marker that \p S is.
std::optional<Marker> markerIn(const clang::Stmt *S);

/// Hands on the budgets in \p S, of a function whose sites are not looked for.
void forEachBudget(
    const clang::Stmt *S,
    llvm::function_ref<void(const Marker &, const clang::Stmt *)> Take);

} // namespace ipoint

#endif // IPOINT_PROBES_MARKERS_H
