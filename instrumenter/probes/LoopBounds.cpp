//===- LoopBounds.cpp - How often loops iterate, by their source ----------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "probes/LoopBounds.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using namespace llvm;

namespace ipoint {

struct LoopBounds::Parts {
  const Stmt *Loop = nullptr, *Init = nullptr;
  const Expr *Condition = nullptr, *Step = nullptr;
  const Stmt *Body = nullptr;
  bool IsDo = false; ///< the body comes before the condition
};

struct LoopBounds::Change {
  BinaryOperatorKind Op = BO_Add; ///< or BO_Mul, BO_Div, BO_Shl, BO_Shr
  WideInt By = 0;
  QualType In; ///< what it is computed in
};

/// A comparison of a variable with a constant.
struct LoopBounds::Test {
  const VarDecl *V = nullptr;
  BinaryOperatorKind Op = BO_NE; ///< or BO_LT, BO_LE, BO_GT, BO_GE
  WideInt With = 0;
  /// Other values of the variable would be converted to others, or never are.
  WideInt Least = 0, Most = 0;
  std::optional<Change> Changes; ///< while it is tested,
  bool ChangesFirst = false;     ///< before the comparison

  bool holds(WideInt Value) const {
    switch (Op) {
    case BO_LT:
      return Value < With;
    case BO_LE:
      return Value <= With;
    case BO_GT:
      return Value > With;
    case BO_GE:
      return Value >= With;
    default:
      return Value != With;
    }
  }
  bool fits(WideInt Value) const { return Least <= Value && Value <= Most; }
};

//===--- Tests and changes ---===//

std::optional<WideInt> LoopBounds::constant(const Expr *E) const {
  Expr::EvalResult Result;
  if (E->isValueDependent() || E->containsErrors() ||
      !E->EvaluateAsInt(Result, Context))
    return std::nullopt;
  const APSInt &Value = Result.Val.getInt();
  if (Value.getBitWidth() > 64)
    return std::nullopt;
  return Value.isSigned() ? WideInt(Value.getSExtValue())
                          : WideInt(Value.getZExtValue());
}

/// Whether the compiler gives \p T the values that Clang does: it may choose
/// others for an enumeration.
static bool isPlainInteger(QualType T, const ASTContext &Context) {
  const auto *Builtin = T->getAs<BuiltinType>();
  return Builtin && Builtin->isInteger() && !T->isBooleanType() &&
         Context.getIntWidth(T) <= 64;
}

std::pair<WideInt, WideInt> LoopBounds::rangeOf(QualType T) const {
  const unsigned Bits = Context.getIntWidth(T);
  if (T->isSignedIntegerType())
    return {-(WideInt(1) << (Bits - 1)), (WideInt(1) << (Bits - 1)) - 1};
  return {0, (WideInt(1) << Bits) - 1};
}

bool LoopBounds::isCountable(const VarDecl *V) const {
  return V->hasLocalStorage() && isPlainInteger(V->getType(), Context) &&
         !V->getType().isVolatileQualified() && !V->hasAttr<BlocksAttr>() &&
         !V->hasAttr<CleanupAttr>() && !V->hasAttr<AsmLabelAttr>();
}

static std::optional<BinaryOperatorKind> changingOp(BinaryOperatorKind Op) {
  if (is_contained({BO_Add, BO_Sub, BO_Mul, BO_Div, BO_Shl, BO_Shr}, Op))
    return Op;
  if (is_contained({BO_AddAssign, BO_SubAssign, BO_MulAssign, BO_DivAssign,
                    BO_ShlAssign, BO_ShrAssign},
                   Op))
    return BinaryOperator::getOpForCompoundAssignment(Op);
  return std::nullopt;
}

std::optional<LoopBounds::Change> LoopBounds::changeBy(const Stmt *S,
                                                       const VarDecl *V) const {
  const auto *E = dyn_cast<Expr>(S);
  if (!E)
    return std::nullopt;
  E = E->IgnoreParens();
  if (const auto *Unary = dyn_cast<UnaryOperator>(E);
      Unary && Unary->isIncrementDecrementOp() &&
      variableIn(Unary->getSubExpr()) == V)
    return Change{BO_Add, Unary->isIncrementOp() ? 1 : -1, V->getType()};
  const auto *Assignment = dyn_cast<BinaryOperator>(E);
  if (!Assignment || !Assignment->isAssignmentOp() ||
      variableIn(Assignment->getLHS()) != V)
    return std::nullopt;
  const Expr *Operand = Assignment->getRHS();
  std::optional<BinaryOperatorKind> Op = changingOp(Assignment->getOpcode());
  QualType In;
  if (const auto *Compound = dyn_cast<CompoundAssignOperator>(Assignment)) {
    In = Compound->getComputationResultType();
  } else {
    const auto *Value =
        dyn_cast<BinaryOperator>(Operand->IgnoreParenImpCasts());
    if (!Value)
      return std::nullopt;
    Op = changingOp(Value->getOpcode());
    In = Value->getType();
    Operand = Value->getRHS();
    const Expr *Changed = Value->getLHS();
    if ((Op == BO_Add || Op == BO_Mul) &&
        variableIn(Operand->IgnoreParenImpCasts()) == V)
      std::swap(Operand, Changed);
    if (variableIn(Changed->IgnoreParenImpCasts()) != V)
      return std::nullopt;
  }
  std::optional<WideInt> By = constant(Operand);
  if (!Op || !By || !isPlainInteger(In, Context))
    return std::nullopt;
  if (*Op != BO_Add && *Op != BO_Sub)
    return Change{*Op, *By, In};
  // Sums are the same modulo what the type holds.
  if (*By > rangeOf(In).second / 2 && In->isUnsignedIntegerType())
    *By -= rangeOf(In).second + 1;
  return Change{BO_Add, *Op == BO_Sub ? -*By : *By, In};
}

/// One that \p S makes whenever it is evaluated.
std::optional<LoopBounds::Change> LoopBounds::changeIn(const Stmt *S,
                                                       const VarDecl *V) const {
  if (!S || !isa<Expr, DeclStmt>(S) ||
      isa<StmtExpr, AbstractConditionalOperator, UnaryExprOrTypeTraitExpr,
          GenericSelectionExpr, ChooseExpr>(S))
    return std::nullopt;
  if (const auto *Declarations = dyn_cast<DeclStmt>(S);
      Declarations && any_of(Declarations->decls(), [](const Decl *D) {
        const auto *Variable = dyn_cast<VarDecl>(D);
        return !Variable || !Variable->hasLocalStorage();
      }))
    return std::nullopt;
  if (std::optional<Change> Found = changeBy(S, V))
    return Found;
  if (const auto *Operator = dyn_cast<BinaryOperator>(S);
      Operator && Operator->isLogicalOp())
    return changeIn(Operator->getLHS(), V);
  for (const Stmt *Child : S->children())
    if (std::optional<Change> Found = changeIn(Child, V))
      return Found;
  return std::nullopt;
}

/// Finds what \p E is the value of.
bool LoopBounds::findTested(const Expr *E, Test &T) const {
  WideInt Least = INT64_MIN, Most = UINT64_MAX;
  auto Narrow = [&](QualType To) {
    Least = std::max(Least, rangeOf(To).first);
    Most = std::min(Most, rangeOf(To).second);
  };
  E = E->IgnoreParens();
  while (const auto *Cast = dyn_cast<CastExpr>(E)) {
    if (!is_contained({CK_LValueToRValue, CK_NoOp, CK_IntegralCast},
                      Cast->getCastKind()) ||
        !isPlainInteger(Cast->getType(), Context))
      return false;
    Narrow(Cast->getType());
    E = Cast->getSubExpr()->IgnoreParens();
  }
  T.V = variableIn(E);
  if (const auto *Unary = dyn_cast<UnaryOperator>(E);
      Unary && Unary->isIncrementDecrementOp()) {
    T.V = variableIn(Unary->getSubExpr());
    T.ChangesFirst = Unary->isPrefix();
  } else if (const auto *Binary = dyn_cast<BinaryOperator>(E);
             Binary && Binary->isAssignmentOp()) {
    T.V = variableIn(Binary->getLHS());
    T.ChangesFirst = true;
  }
  if (!T.V || !isCountable(T.V))
    return false;
  Narrow(T.V->getType());
  T.Least = Least;
  T.Most = Most;
  T.Changes = changeBy(E, T.V);
  return T.Changes || variableIn(E);
}

std::optional<LoopBounds::Test> LoopBounds::testIn(const Expr *E) const {
  Test T;
  const auto *Comparison = dyn_cast<BinaryOperator>(E);
  if (!Comparison || !Comparison->isComparisonOp())
    return findTested(E, T) ? std::optional(T) : std::nullopt;
  T.Op = Comparison->getOpcode();
  const Expr *Tested = Comparison->getLHS();
  std::optional<WideInt> With = constant(Comparison->getRHS());
  if (!With) {
    With = constant(Comparison->getLHS());
    Tested = Comparison->getRHS();
    T.Op = BinaryOperator::reverseComparisonOp(T.Op);
  }
  if (!With || T.Op == BO_EQ || !findTested(Tested, T))
    return std::nullopt;
  T.With = *With;
  return T;
}

//===--- Bounds ---===//

/// What \p S makes of \p V; its other parts may change that.
std::optional<WideInt> LoopBounds::startBy(const Stmt *S,
                                           const VarDecl *V) const {
  while (isa_and_nonnull<LabelStmt, SwitchCase>(S))
    S = isa<LabelStmt>(S) ? cast<LabelStmt>(S)->getSubStmt()
                          : cast<SwitchCase>(S)->getSubStmt();
  const Expr *Value = nullptr;
  if (const auto *Declarations = dyn_cast_or_null<DeclStmt>(S)) {
    if (is_contained(Declarations->decls(), V))
      Value = V->getInit();
  } else if (const auto *E = dyn_cast_or_null<Expr>(S)) {
    Value = assignedTo(V, E);
  }
  if (!Value)
    return std::nullopt;
  // Of `i = j = 0`.
  const auto *Inner = dyn_cast<BinaryOperator>(Value->IgnoreParenImpCasts());
  for (; Inner && Inner->getOpcode() == BO_Assign;
       Inner = dyn_cast<BinaryOperator>(Value->IgnoreParenImpCasts()))
    Value = Inner->getRHS();
  return constant(Value);
}

/// As C computes it; none where the result is not the same everywhere.
std::optional<WideInt> LoopBounds::step(WideInt Value, const Change &C,
                                        const VarDecl *V) const {
  WideInt Result = Value + C.By;
  const auto [LeastIn, MostIn] = rangeOf(C.In);
  if (C.Op != BO_Add) {
    const bool IsShift = C.Op == BO_Shl || C.Op == BO_Shr;
    if (Value < 0 || C.By <= 0 || Value > MostIn ||
        (IsShift ? C.By >= Context.getIntWidth(C.In) : C.By > INT32_MAX))
      return std::nullopt;
    const WideInt Factor = IsShift ? WideInt(1) << C.By : C.By;
    if (C.Op == BO_Div || C.Op == BO_Shr)
      Result = Value / Factor;
    else if (Value > (WideInt(1) << 126) / Factor)
      return std::nullopt;
    else
      Result = Value * Factor;
    if (Result > MostIn && !C.In->isUnsignedIntegerType())
      return std::nullopt;
    if (V->getType()->isUnsignedIntegerType())
      Result &= std::min(rangeOf(V->getType()).second, MostIn);
  }
  const auto [Least, Most] = rangeOf(V->getType());
  return Least <= Result && Result <= Most ? std::optional(Result)
                                           : std::nullopt;
}

/// How often \p T holds one after the other, for \p First and what \p C makes
/// of it.
std::optional<WideInt> LoopBounds::count(const Test &T, WideInt First,
                                         const Change &C) const {
  if (!T.fits(First))
    return std::nullopt;
  if (!T.holds(First))
    return 0;
  if (C.Op != BO_Add) {
    static constexpr int MostSteps = 128; // more than any type has bits
    std::optional<WideInt> Value = First;
    for (int N = 0; N != MostSteps && Value && T.fits(*Value); ++N) {
      if (!T.holds(*Value))
        return N;
      Value = step(*Value, C, T.V);
    }
    return std::nullopt;
  }
  const bool IsUp = T.Op == BO_LT || T.Op == BO_LE;
  const bool IsDown = T.Op == BO_GT || T.Op == BO_GE;
  if (C.By == 0 || (IsUp && C.By < 0) || (IsDown && C.By > 0))
    return std::nullopt;
  // The nearest value for which it does not hold.
  WideInt Behind = T.With + (T.Op == BO_LE) - (T.Op == BO_GE);
  WideInt Way = C.By > 0 ? Behind - First : First - Behind;
  WideInt By = C.By > 0 ? C.By : -C.By;
  if (Way < 0 || (T.Op == BO_NE && Way % By != 0))
    return std::nullopt;
  WideInt Steps = (Way + By - 1) / By;
  return T.fits(First + Steps * C.By) ? std::optional(Steps) : std::nullopt;
}

/// The change of \p V by a statement of the body that each iteration runs
/// unless a jump passes it.
std::optional<LoopBounds::Change>
LoopBounds::changeInBody(const Stmt *Body, const VarDecl *V) const {
  const auto *Compound = dyn_cast_or_null<CompoundStmt>(Body);
  if (!Compound)
    return changeIn(Body, V);
  for (const Stmt *S : Compound->body())
    if (std::optional<Change> Found = changeIn(S, V))
      return Found;
  return std::nullopt;
}

std::optional<uint64_t> LoopBounds::boundBy(const Expr *Condition,
                                            const Parts &Of) {
  Condition = Condition->IgnoreParens();
  if (const auto *Both = dyn_cast<BinaryOperator>(Condition);
      Both && Both->getOpcode() == BO_LAnd) {
    std::optional<uint64_t> Left = boundBy(Both->getLHS(), Of);
    std::optional<uint64_t> Right = boundBy(Both->getRHS(), Of);
    return Left && Right ? std::min(Left, Right) : std::max(Left, Right);
  }
  std::optional<Test> T = testIn(Condition);
  if (!T)
    return std::nullopt;
  std::optional<Change> C = T->Changes ? T->Changes : changeIn(Of.Step, T->V);
  const bool IsInBody = !C;
  if (IsInBody)
    C = changeInBody(Of.Body, T->V);
  // With any other value there are not more iterations than with 0.
  const auto [Least, Most] = rangeOf(T->V->getType());
  const bool IsAtLeast0 = Least == 0 && T->Most == Most && C &&
                          (T->Op == BO_LT || T->Op == BO_LE) &&
                          C->Op == BO_Add && T->fits(T->With + C->By);
  if (!C || (Of.Init && !IsAtLeast0 && !startBy(Of.Init, T->V)))
    return std::nullopt;
  if (!IsGathered)
    gatherAll();
  const LoopPlaces &P = Loops[Of.Loop];
  if (changes(T->V, P.Inside) != 1u || hasLengths(P.Inside) ||
      !isOnlyEnteredInFront(P) || (IsInBody && mayPassOver(P)))
    return std::nullopt;
  std::optional<WideInt> First;
  if (!hasLengths(P.Before) &&
      changes(T->V, P.Before) ==
          (isa_and_nonnull<DeclStmt>(P.Preceding) ? 0u : 1u))
    First = startBy(P.Preceding, T->V);
  if (First && (T->Changes ? T->ChangesFirst : Of.IsDo))
    First = step(*First, *C, T->V);
  else if (!First && IsAtLeast0)
    First = 0;
  std::optional<WideInt> Times;
  if (First)
    Times = count(*T, *First, *C);
  if (!Times || *Times + Of.IsDo > INT64_MAX)
    return std::nullopt;
  return uint64_t(*Times) + Of.IsDo;
}

static bool holdsJumps(const Stmt *S) {
  return S && (isa<StmtExpr>(S) || any_of(S->children(), holdsJumps));
}

std::optional<uint64_t> LoopBounds::of(const Stmt *Loop) {
  Parts Of;
  if (const auto *For = dyn_cast<ForStmt>(Loop))
    Of = {Loop, For->getInit(), For->getCond(), For->getInc(), For->getBody()};
  else if (const auto *While = dyn_cast<WhileStmt>(Loop))
    Of = {Loop, nullptr, While->getCond(), nullptr, While->getBody()};
  else if (const auto *Do = dyn_cast<DoStmt>(Loop))
    Of = {Loop, nullptr, Do->getCond(), nullptr, Do->getBody(), true};
  if (!Of.Condition || holdsJumps(Of.Condition) || holdsJumps(Of.Step))
    return std::nullopt;
  return boundBy(Of.Condition, Of);
}

} // namespace ipoint
