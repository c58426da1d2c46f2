//===- Handlers.cpp - Functions that may be signal handlers ---------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "probes/Handlers.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace clang;
using namespace llvm;

namespace ipoint {

namespace {

class PointerFinder : public RecursiveASTVisitor<PointerFinder> {
public:
  DenseSet<const FunctionDecl *> Found;

  bool VisitDeclRefExpr(DeclRefExpr *E) {
    if (const auto *FD = dyn_cast<FunctionDecl>(E->getDecl());
        FD && E != Callee)
      Found.insert(FD->getCanonicalDecl());
    return true;
  }
  /// What it names is met right behind it, before anything else that is called.
  bool VisitCallExpr(CallExpr *E) {
    Callee = E->getCallee()->IgnoreParenImpCasts();
    return true;
  }

private:
  const Expr *Callee = nullptr;
};

/// `void f(int)`, or with the information and the context behind it.
bool hasHandlersType(const FunctionDecl *FD, const ASTContext &Context) {
  unsigned Parameters = FD->getNumParams();
  auto Type = [&](unsigned Number) {
    return FD->getParamDecl(Number)->getType();
  };
  return FD->getReturnType()->isVoidType() && !FD->isVariadic() &&
         (Parameters == 1 || (Parameters == 3 && Type(1)->isPointerType() &&
                              Type(2)->isPointerType())) &&
         Context.hasSameUnqualifiedType(Type(0), Context.IntTy);
}

} // namespace

bool HandlerFinder::mayBeHandler(const FunctionDecl *FD) {
  if (!hasHandlersType(FD, Context))
    return false;
  if (!Pointed) {
    PointerFinder Finder;
    Finder.TraverseDecl(Context.getTranslationUnitDecl());
    Pointed = std::move(Finder.Found);
  }
  return Pointed->contains(FD->getCanonicalDecl());
}

} // namespace ipoint
