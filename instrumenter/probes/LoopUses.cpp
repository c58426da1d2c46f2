//===- LoopUses.cpp - What may change the variables of loops --------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "probes/BodyFacts.h"
#include "probes/FunctionFacts.h"
#include "probes/LoopBounds.h"
#include "clang/AST/StmtOpenMP.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using namespace llvm;

namespace ipoint {

const VarDecl *LoopBounds::variableIn(const Expr *E) {
  const auto *Reference = dyn_cast<DeclRefExpr>(E->IgnoreParens());
  return Reference ? dyn_cast<VarDecl>(Reference->getDecl()) : nullptr;
}

const Expr *LoopBounds::assignedTo(const VarDecl *V, const Expr *E) {
  const auto *Operator = dyn_cast<BinaryOperator>(E->IgnoreParenImpCasts());
  if (!Operator)
    return nullptr;
  if (Operator->getOpcode() == BO_Comma)
    if (const Expr *Found = assignedTo(V, Operator->getLHS()))
      return Found;
  if (Operator->getOpcode() == BO_Assign && variableIn(Operator->getLHS()) == V)
    return Operator->getRHS();
  return is_contained({BO_Comma, BO_Assign}, Operator->getOpcode())
             ? assignedTo(V, Operator->getRHS())
             : nullptr;
}

void LoopBounds::gatherAll() {
  IsGathered = true;
  gather(Body);
  for (const Jump &J : Jumps)
    if (auto It = Labels.find(J.To); It != Labels.end())
      Entrances.push_back({It->second, J.From, true});
}

/// What lengths of arrays are is evaluated where a type is written that has
/// them; Clang's tree has not all of these expressions.
bool LoopBounds::mayChangeLengths(const Stmt *S) const {
  if (const auto *Declarations = dyn_cast<DeclStmt>(S))
    return any_of(Declarations->decls(), [](const Decl *D) {
      const auto *Value = dyn_cast<ValueDecl>(D);
      const auto *Name = dyn_cast<TypedefNameDecl>(D);
      return (Value && Value->getType()->isVariablyModifiedType()) ||
             (Name && Name->getUnderlyingType()->isVariablyModifiedType());
    });
  if (const auto *Size = dyn_cast<UnaryExprOrTypeTraitExpr>(S))
    return Size->getTypeOfArgument()->isVariablyModifiedType();
  return isa<ExplicitCastExpr, CompoundLiteralExpr, VAArgExpr>(S) &&
         cast<Expr>(S)->getType()->isVariablyModifiedType();
}

void LoopBounds::gather(const Stmt *S) {
  if (!S || (SiteHolders::isLeaf(S) && !isa<DeclRefExpr>(S)) || gatherUse(S))
    return;
  if (isa<ForStmt, WhileStmt, DoStmt>(S))
    return gatherLoop(S, nullptr, Next);
  if (mayChangeLengths(S))
    Lengths.push_back(Next++);
  const auto *Call = dyn_cast<CallExpr>(S);
  if (isa<OMPExecutableDirective>(S) ||
      (Call && mayReturnTwice(Call->getDirectCallee())))
    IsAnyOrder = true;
  gatherJumps(S);
  if (isa<SwitchStmt>(S))
    OpenSwitches.push_back(Next++);
  const Stmt *Preceding = nullptr;
  Place Before = Next;
  for (const Stmt *Child : S->children()) {
    Place Begin = Next;
    if (isa<CompoundStmt>(S) && isa<ForStmt, WhileStmt, DoStmt>(Child))
      gatherLoop(Child, Preceding, Before);
    else
      gather(Child);
    Preceding = Child;
    Before = Begin;
  }
  if (isa<SwitchStmt>(S))
    OpenSwitches.pop_back();
}

void LoopBounds::gatherLoop(const Stmt *S, const Stmt *Preceding,
                            Place Before) {
  const auto *For = dyn_cast<ForStmt>(S);
  if (For && For->getInit()) {
    Preceding = For->getInit();
    Before = Next;
    gather(Preceding);
  }
  LoopPlaces P{Preceding, {Before, Next}, {Next, Next}, false};
  Loops[S] = P;
  OpenLoops.push_back(S);
  for (const Stmt *Child : S->children())
    if (!For || Child != For->getInit())
      gather(Child);
  OpenLoops.pop_back();
  Loops[S].Inside.End = Next;
}

/// Notes what names a variable and does not read its value. \returns whether
/// nothing else is in \p S.
bool LoopBounds::gatherUse(const Stmt *S) {
  const auto *E = dyn_cast<Expr>(S);
  if (!E)
    return false;
  if (const auto *Cast = dyn_cast<CastExpr>(E))
    return (Cast->getCastKind() == CK_LValueToRValue ||
            Cast->getCastKind() == CK_ToVoid) &&
           variableIn(Cast->getSubExpr());
  auto Note = [&](const VarDecl *V, bool IsChange) {
    if (V && V->hasLocalStorage())
      Uses[V].push_back({Next++, IsChange});
    return V != nullptr;
  };
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return Unary->isIncrementDecrementOp() &&
           Note(variableIn(Unary->getSubExpr()), true);
  if (const auto *Binary = dyn_cast<BinaryOperator>(E);
      Binary && Binary->isAssignmentOp() &&
      Note(variableIn(Binary->getLHS()), true)) {
    gather(Binary->getRHS());
    return true;
  }
  return Note(isa<DeclRefExpr>(E) ? variableIn(E) : nullptr, false);
}

void LoopBounds::gatherJumps(const Stmt *S) {
  if (const auto *Label = dyn_cast<LabelStmt>(S))
    Labels[Label->getDecl()] = Next++;
  else if (isa<SwitchCase>(S) && !OpenSwitches.empty())
    Entrances.push_back({Next++, OpenSwitches.back(), false});
  else if (const auto *Goto = dyn_cast<GotoStmt>(S))
    Jumps.push_back({Goto->getLabel(), Next++});
  else if (const auto *Address = dyn_cast<AddrLabelExpr>(S))
    Jumps.push_back({Address->getLabel(), std::nullopt});
  else if (isa<ContinueStmt>(S) && !OpenLoops.empty())
    Loops[OpenLoops.back()].HasContinue = true;
  else if (const auto *Asm = dyn_cast<GCCAsmStmt>(S))
    for (unsigned I = 0; I != Asm->getNumLabels(); ++I)
      Jumps.push_back({Asm->getLabelExpr(I)->getLabel(), Next++});
}

bool LoopBounds::isOnlyEnteredInFront(const LoopPlaces &P) const {
  return !IsAnyOrder && none_of(Entrances, [&](const Entrance &E) {
    return P.Inside.contains(E.At) && (!E.From || !P.Inside.contains(*E.From));
  });
}

/// Whether a jump may pass over a statement of the body.
bool LoopBounds::mayPassOver(const LoopPlaces &P) const {
  return P.HasContinue || any_of(Entrances, [&](const Entrance &E) {
           return E.IsLabel && P.Inside.contains(E.At);
         });
}

bool LoopBounds::hasLengths(Range In) const {
  return any_of(Lengths, [&](Place At) { return In.contains(At); });
}

std::optional<unsigned> LoopBounds::changes(const VarDecl *V, Range In) const {
  auto It = Uses.find(V);
  if (It == Uses.end())
    return 0;
  if (!all_of(It->second, [](const Use &U) { return U.IsChange; }))
    return std::nullopt;
  return count_if(It->second, [&](const Use &U) { return In.contains(U.At); });
}

} // namespace ipoint
