//===- UnbracedScopes.cpp - What a statement without braces leaves behind -===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "probes/UnbracedScopes.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using namespace llvm;

namespace ipoint {

void UnbracedScopes::enter(const FunctionDecl *FD) {
  Tags.clear();
  if (Context.getLangOpts().C99)
    return;
  for (const Decl *D : FD->decls())
    if (isa<TagDecl>(D))
      Tags.push_back(D->getLocation());
}

/// Statements in braces end what they declare anyway; behind a `return` nothing
/// is needed.
static bool holdsLiteral(const Stmt *S) {
  if (!S || isa<CompoundStmt, ReturnStmt>(S))
    return false;
  return isa<CompoundLiteralExpr>(S) || any_of(S->children(), holdsLiteral);
}

bool UnbracedScopes::isWithin(SourceLocation Loc, const Stmt *S) const {
  const SourceManager &SM = Context.getSourceManager();
  return SM.isPointWithin(SM.getExpansionLoc(Loc),
                          SM.getExpansionLoc(S->getBeginLoc()),
                          SM.getExpansionLoc(S->getEndLoc()));
}

bool UnbracedScopes::isInBraces(SourceLocation Loc, const Stmt *S) const {
  return S && ((isa<CompoundStmt>(S) && isWithin(Loc, S)) ||
               any_of(S->children(),
                      [&](const Stmt *Part) { return isInBraces(Loc, Part); }));
}

bool UnbracedScopes::outlives(const Stmt *S) const {
  if (Context.getLangOpts().C99 || !S || isa<CompoundStmt>(S))
    return false;
  return holdsLiteral(S) || any_of(Tags, [&](SourceLocation Tag) {
           return isWithin(Tag, S) && !isInBraces(Tag, S);
         });
}

} // namespace ipoint
