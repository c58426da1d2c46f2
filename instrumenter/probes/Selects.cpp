//===- Selects.cpp - Conditions that compilers may make selects of --------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "probes/Selects.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using namespace llvm;

namespace ipoint {

/// GCC and Clang convert arms of about as many instructions.
static constexpr unsigned MostStatements = 2;

/// Division may trap, and the others decide.
static bool isWithoutBranches(const Stmt *S) {
  if (isa<AbstractConditionalOperator, StmtExpr, ChooseExpr>(S))
    return false;
  if (const auto *Binary = dyn_cast<BinaryOperator>(S))
    if (Binary->isLogicalOp() || Binary->isCommaOp() ||
        Binary->getOpcode() == BO_Div || Binary->getOpcode() == BO_Rem)
      return false;
  return all_of(S->children(), [](const Stmt *Child) {
    return Child && isWithoutBranches(Child);
  });
}

/// A branch on whether two values are equal is seldom taken and well predicted
/// (Ball and Larus, Branch prediction for free, 1993): a count in its arm costs
/// less than arithmetic each time. Whether a bit is set, and which of two
/// values is less, depends on data.
static bool dependsOnData(const Expr *Condition) {
  const auto *Binary =
      dyn_cast<BinaryOperator>(Condition->IgnoreParenImpCasts());
  if (Binary && Binary->isEqualityOp() &&
      isa<IntegerLiteral>(Binary->getRHS()->IgnoreParenImpCasts()))
    return dependsOnData(Binary->getLHS());
  return Binary && (Binary->isRelationalOp() || Binary->getOpcode() == BO_And);
}

static bool reads(const Stmt *S, const VarDecl *V) {
  const auto *Name = dyn_cast<DeclRefExpr>(S);
  return (Name && Name->getDecl() == V) ||
         any_of(S->children(),
                [&](const Stmt *Child) { return Child && reads(Child, V); });
}

namespace {

class SelectFinder {
public:
  SelectFinder(const Expr *Condition, const ASTContext &Context)
      : Condition(Condition), Context(Context) {}

  /// Whether \p S sets variables, and nothing else.
  bool isArm(const Stmt *S) {
    if (const auto *Compound = dyn_cast<CompoundStmt>(S))
      return all_of(Compound->body(),
                    [&](const Stmt *Child) { return isArm(Child); });
    const auto *E = dyn_cast<Expr>(S);
    return E && sets(E->IgnoreParens()) && ++Statements <= MostStatements;
  }

private:
  bool isValue(const Expr *E) const {
    return !E->HasSideEffects(Context) && isWithoutBranches(E);
  }

  bool sets(const Expr *E) const {
    if (const auto *Unary = dyn_cast<UnaryOperator>(E))
      return Unary->isIncrementDecrementOp() &&
             localIn(Unary->getSubExpr()) != nullptr;
    const auto *Set = dyn_cast<BinaryOperator>(E);
    if (!Set || !Set->isAssignmentOp() || Set->getOpcode() == BO_DivAssign ||
        Set->getOpcode() == BO_RemAssign || !isValue(Set->getRHS()))
      return false;
    const VarDecl *V = localIn(Set->getLHS());
    return V && (Set->isCompoundAssignmentOp() || V->hasInit() ||
                 isa<ParmVarDecl>(V) || reads(Condition, V));
  }

  /// The variable that \p E names, if it can be in a register.
  const VarDecl *localIn(const Expr *E) const {
    const auto *Name = dyn_cast<DeclRefExpr>(E->IgnoreParens());
    const auto *V = Name ? dyn_cast<VarDecl>(Name->getDecl()) : nullptr;
    if (!V || !V->hasLocalStorage())
      return nullptr;
    QualType Type = V->getType();
    return (Type->isIntegerType() || Type->isPointerType()) &&
                   !Type.isVolatileQualified()
               ? V
               : nullptr;
  }

  const Expr *Condition;
  const ASTContext &Context;
  unsigned Statements = 0; ///< of the arm
};

} // namespace

bool mayBeSelect(const IfStmt *S, const ASTContext &Context) {
  const Expr *Condition = S->getCond();
  auto IsArm = [&](const Stmt *Arm) {
    return SelectFinder(Condition, Context).isArm(Arm);
  };
  return Context.getLangOpts().Optimize && dependsOnData(Condition) &&
         !Condition->HasSideEffects(Context) && isWithoutBranches(Condition) &&
         IsArm(S->getThen()) && (!S->getElse() || IsArm(S->getElse()));
}

} // namespace ipoint
