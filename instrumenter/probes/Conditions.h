//===- Conditions.h - What the compiler knows of a condition --------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_PROBES_CONDITIONS_H
#define IPOINT_PROBES_CONDITIONS_H

#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>

namespace ipoint {

/// Of one function: it remembers what it was asked.
class Conditions {
public:
  explicit Conditions(const clang::ASTContext &Context) : Context(Context) {}

  /// The value of \p E, if it is constant.
  std::optional<bool> valueOf(const clang::Expr *E) const {
    return truthOf(E).Value;
  }
  bool isConstant(const clang::Expr *E, bool Wanted) const {
    return valueOf(E) == Wanted;
  }

private:
  struct Truth {
    std::optional<bool> Value; ///< where it is constant
    bool HasEffects = false;   ///< then it has no value
  };
  Truth truthOf(const clang::Expr *E) const;

  const clang::ASTContext &Context;
  /// Of `&&` and `||`: each operand of a chain asks for what is left of it.
  mutable llvm::DenseMap<const clang::Expr *, Truth> Known;
};

} // namespace ipoint

#endif // IPOINT_PROBES_CONDITIONS_H
