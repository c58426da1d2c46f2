//===- BodyFacts.h - What the walk has to know of a body ------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// C90 has no scope for the statement behind `if`, `else`, `switch` or the head
// of a loop (C99 6.8.4p3 and 6.8.5p5 made each a block). A compound literal in
// it, which GCC and Clang have in C90 too, exists until the enclosing block
// ends, and a tag or an enumerator that it declares is in scope until then.
// Added braces would change that.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_PROBES_BODYFACTS_H
#define IPOINT_PROBES_BODYFACTS_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"
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

class UnbracedScopes {
public:
  explicit UnbracedScopes(const clang::ASTContext &Context)
      : Context(Context) {}

  /// Before any statement of \p FD is asked for.
  void enter(const clang::FunctionDecl *FD);

  /// Whether braces around \p S, which may be null, would end something that
  /// is needed behind it.
  bool outlives(const clang::Stmt *S) const;

private:
  bool isWithin(clang::SourceLocation Loc, const clang::Stmt *S) const;
  bool isInBraces(clang::SourceLocation Loc, const clang::Stmt *S) const;

  const clang::ASTContext &Context;
  /// Of the tags that the function declares; none from C99 on.
  llvm::SmallVector<clang::SourceLocation, 4> Tags;
};

} // namespace ipoint

#endif // IPOINT_PROBES_BODYFACTS_H
