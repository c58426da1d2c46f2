//===- UnbracedScopes.h - What a statement without braces leaves behind ---===//
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

#ifndef IPOINT_PROBES_UNBRACEDSCOPES_H
#define IPOINT_PROBES_UNBRACEDSCOPES_H

#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/SmallVector.h"

namespace ipoint {

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

#endif // IPOINT_PROBES_UNBRACEDSCOPES_H
