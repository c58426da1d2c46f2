//===- Duplicates.cpp - Text that stands twice, for windows and without ---===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "probes/Duplicates.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/StmtOpenMP.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using namespace llvm;

namespace ipoint {

/// Statements and operands. GCC inlines functions of up to some 15
/// instructions; what is longer than Most makes compiling slow.
static constexpr unsigned Least = 25, Most = 20000;

/// Rounds that a loop may make before it is asked again whether a window is
/// open: a microsecond or two.
static constexpr uint64_t MostRounds = 256;

bool DuplicateFinder::meansTheSame(const Decl *D) {
  const auto *V = dyn_cast<VarDecl>(D);
  if (!V)
    return !isa<LabelDecl>(D);
  if (!V->isStaticLocal())
    return !V->hasAttr<AsmLabelAttr>();
  Constants.insert(V);
  QualType Type = Context.getBaseElementType(V->getType());
  return Type.isConstQualified() && !Type.isVolatileQualified();
}

bool DuplicateFinder::meansTheSame(const Stmt *S) {
  if (isa<SwitchCase>(S))
    return Switches != 0;
  if (const auto *Declarations = dyn_cast<DeclStmt>(S))
    return all_of(Declarations->decls(),
                  [&](const Decl *D) { return meansTheSame(D); });
  if (const auto *Name = dyn_cast<DeclRefExpr>(S))
    return !Constants.contains(Name->getDecl());
  return !isa<AddrLabelExpr, IndirectGotoStmt, AsmStmt, OMPExecutableDirective,
              BlockExpr>(S);
}

bool DuplicateFinder::isLoop(const Stmt *S) const {
  const auto *Do = dyn_cast<DoStmt>(S);
  return isa<ForStmt, WhileStmt, DoStmt>(S) &&
         !(Do && Known.isConstant(Do->getCond(), false));
}

/// Whether \p S reads a variable, or an element of one, and does nothing else
/// with it. \p Index: of that element; null: there is none.
static bool readsVariable(const Stmt *S, const Expr *&Index) {
  const auto *Cast = dyn_cast<ImplicitCastExpr>(S);
  if (!Cast || Cast->getCastKind() != CK_LValueToRValue)
    return false;
  const Expr *Of = Cast->getSubExpr()->IgnoreParens();
  if (const auto *Element = dyn_cast<ArraySubscriptExpr>(Of)) {
    Of = Element->getBase()->IgnoreParenImpCasts();
    Index = Element->getIdx();
  }
  return isa<DeclRefExpr>(Of);
}

bool DuplicateFinder::visit(const Stmt *S) {
  if (!S)
    return true;
  if (const Expr *Index = nullptr; readsVariable(S, Index))
    return visit(Index);
  Size += !isa<CastExpr, ParenExpr>(S);
  if (Size > Most || !meansTheSame(S))
    return false;
  MayLast = MayLast || (isLoop(S) && !isBrief(S));
  Labels += isa<LabelStmt, GotoStmt>(S);
  const bool IsSwitch = isa<SwitchStmt>(S);
  Switches += IsSwitch;
  const bool Result =
      all_of(S->children(), [&](const Stmt *Child) { return visit(Child); });
  Switches -= IsSwitch;
  return Result;
}

bool DuplicateFinder::mayDuplicate(const Stmt *Body) {
  Size = Labels = Switches = 0;
  MayLast = false;
  Constants.clear();
  return Context.getLangOpts().Optimize && visit(Body);
}

bool DuplicateFinder::isShort() const { return Size < Least; }

std::optional<uint64_t> DuplicateFinder::roundsIn(const Stmt *S,
                                                  uint64_t Around) {
  if (!isLoop(S))
    return Around;
  std::optional<uint64_t> Bound = Bounds.of(S);
  if (!Bound || *Bound > MostRounds / Around)
    return std::nullopt;
  return std::max<uint64_t>(*Bound, 1) * Around;
}

bool DuplicateFinder::isBrief(const Stmt *S, uint64_t Rounds) {
  if (!S)
    return true;
  if (isa<CallExpr, GotoStmt, IndirectGotoStmt>(S))
    return false;
  std::optional<uint64_t> In = roundsIn(S, Rounds);
  return In && all_of(S->children(),
                      [&](const Stmt *Child) { return isBrief(Child, *In); });
}

} // namespace ipoint
