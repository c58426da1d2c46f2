//===- BodyFacts.cpp - What the walk has to know of a body ----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "probes/BodyFacts.h"
#include "probes/Marks.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using namespace llvm;

namespace ipoint {

Conditions::Truth Conditions::truthOf(const Expr *E) const {
  E = E->IgnoreParens();
  if (const auto *Not = dyn_cast<UnaryOperator>(E);
      Not && Not->getOpcode() == UO_LNot) {
    Truth Result = truthOf(Not->getSubExpr());
    if (Result.Value)
      Result.Value = !*Result.Value;
    return Result;
  }
  const auto *Operator = dyn_cast<BinaryOperator>(E);
  if (!Operator || !Operator->isLogicalOp()) {
    bool Value = false;
    if (E->isValueDependent() || E->HasSideEffects(Context))
      return {std::nullopt, true};
    if (!E->EvaluateAsBooleanCondition(Value, Context))
      return {};
    return {Value, false};
  }
  if (auto It = Known.find(E); It != Known.end())
    return It->second;
  Truth Left = truthOf(Operator->getLHS()), Right = truthOf(Operator->getRHS());
  bool Decisive = Operator->getOpcode() == BO_LOr;
  Truth Result;
  Result.HasEffects = Left.HasEffects || Right.HasEffects;
  if (!Result.HasEffects) {
    if (Left.Value == Decisive || Right.Value == Decisive)
      Result.Value = Decisive;
    else if (Left.Value && Right.Value)
      Result.Value = !Decisive;
  }
  Known[E] = Result;
  return Result;
}

bool SiteHolders::isLeaf(const Stmt *S) {
  return isa<DeclRefExpr, IntegerLiteral, clang::StringLiteral,
             CharacterLiteral>(S);
}

bool SiteHolders::note(const Stmt *S) {
  if (!S || isLeaf(S))
    return false;
  const auto *Operator = dyn_cast<BinaryOperator>(S);
  bool Holds = isa<StmtExpr, AbstractConditionalOperator>(S) || markerIn(S) ||
               (Operator && Operator->isLogicalOp());
  for (const Stmt *Child : S->children())
    Holds |= note(Child);
  if (Holds)
    Holders.insert(S);
  return Holds;
}

bool SiteHolders::areSeveralIn(const Stmt *E) const {
  return Holders.contains(E) && count_if(E->children(), [&](const Stmt *Child) {
                                  return Holders.contains(Child);
                                }) > 1;
}

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
