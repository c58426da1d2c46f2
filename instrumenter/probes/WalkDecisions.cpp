//===- WalkDecisions.cpp - && and || and ?: -------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An operand that is not always evaluated gets a probe in front of it, as the
// left operand of a comma:
//
//   a && b        a && (PROBE, b)
//   c ? a : b     c ? (PROBE, a) : (PROBE, b)
//
// As a condition `a && b` goes straight to what it decides. Everywhere else the
// paths come together behind the expression, whose value is kept while the
// probe of that join runs:
//
//   (ipoint_decision_1 = a && (PROBE, b), PROBE, ipoint_decision_1)
//
// All of this text is there at level `decisions` only. But where an operand
// holds statements with sites of their own (a statement expression), the join
// is there at level `blocks` too: what follows would otherwise lie in two
// blocks.
//
//===----------------------------------------------------------------------===//

#include "frontend/TypeNames.h"
#include "probes/Walk.h"
#include "clang/AST/ASTContext.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;
using namespace llvm;
using ipoint::database::Kind;

namespace ipoint {

static const BinaryOperator *asLogical(const Expr *E) {
  const auto *Operator = dyn_cast<BinaryOperator>(E->IgnoreParens());
  return Operator && Operator->isLogicalOp() ? Operator : nullptr;
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

FunctionWalker::Operand
FunctionWalker::openOperand(const Expr *E, Kind K, std::string Name,
                            std::optional<unsigned> Cast) {
  TextPlace At = Places.place(E->getBeginLoc());
  Operand Result;
  Result.IsCast = Cast.has_value();
  Result.StatementsBefore = Graph.placedStatements();
  Result.Site = Graph.addSite(K, std::move(Name), At, Current);
  Graph[Result.Site].EndLine = lastLine(E);
  Graph[Result.Site].OfDecision = true;
  Current = {Result.Site};
  if (!DecisionsAllowed)
    return Result;
  std::optional<unsigned> Begin = Places.before(E->getBeginLoc());
  Result.End = Places.after(Places.endLoc(E));
  if (!Begin || !Result.End) {
    Result.End.reset();
    Graph.skipSite(Result.Site, At.Written.Line, InMacro);
    return Result;
  }
  Graph.addProbe({*Begin, 0,
                  Cast ? SlotForm::CastOperandBegin : SlotForm::OperandBegin,
                  false, Result.Site, Cast.value_or(0)});
  ++Decisions;
  return Result;
}

void FunctionWalker::closeOperand(const Operand &O) {
  OperandsWithStatements += Graph.placedStatements() != O.StatementsBefore;
  if (O.End)
    Graph.addSlot({*O.End, 0,
                   O.IsCast ? SlotForm::CastOperandEnd : SlotForm::OperandEnd,
                   false, O.Site});
}

FunctionWalker::Outcomes
FunctionWalker::visitCondition(const Expr *E, const std::string &Path) {
  const BinaryOperator *Operator = asLogical(E);
  if (!Operator) {
    visitExpr(E, Path);
    return {Current, Current};
  }
  bool IsAnd = Operator->getOpcode() == BO_LAnd;
  const Expr *Left = Operator->getLHS(), *Right = Operator->getRHS();
  if (isConstant(Left, IsAnd))
    return visitCondition(Right, Path);
  Outcomes First = visitCondition(Left, Path);
  if (isConstant(Left, !IsAnd))
    return First;
  Current = std::move(IsAnd ? First.True : First.False);
  Operand O = openOperand(Right, Kind::Operand,
                          Graph.child(Path, IsAnd ? "and" : "or") + "/right");
  Outcomes Second = visitCondition(Right, Path);
  closeOperand(O);
  merge(IsAnd ? Second.False : Second.True,
        std::move(IsAnd ? First.False : First.True));
  return Second;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// Notes in \p V by what name \p Type can be declared.
/// \returns false if there is none.
static bool nameType(QualType Type, const ASTContext &Context,
                     DecidedValue &V) {
  // What has constant members cannot be assigned.
  const auto *Record = Type->getAs<RecordType>();
  if (Type->isVoidType() || (Record && Record->hasConstFields()))
    return false;
  V.IsInt = Type->isSpecificBuiltinType(BuiltinType::Int);
  if (V.IsInt)
    return true;
  std::optional<TypeSpelling> Spelling = spellAtFileScope(Context, Type);
  if (Spelling)
    V.Type = std::move(*Spelling);
  return Spelling.has_value();
}

FunctionWalker::Decision FunctionWalker::openDecision(const Expr *E,
                                                      StringRef Word,
                                                      const std::string &Path) {
  Decision D;
  D.E = E;
  D.Path = Graph.child(Path, Word);
  D.DecisionsBefore = Decisions;
  D.OperandsWithStatementsBefore = OperandsWithStatements;
  std::optional<unsigned> Begin = Places.before(E->getBeginLoc());
  D.End = Places.after(Places.endLoc(E));
  if (!DecisionsAllowed || !Begin || !D.End) {
    D.End.reset();
    D.WhyWithout = DecisionsAllowed ? InMacro : "is left to the compiler";
    return D;
  }
  bool IsUnused = E == Discarded || E->getType()->isVoidType();
  DecidedValue Value;
  Value.Number = ++DecidedValues;
  D.HasType = nameType(E->getType(), Context, Value);
  if (!D.HasType && !IsUnused) {
    D.WhyWithout = "a value whose type cannot be kept";
    D.TypeIsKnown = false;
    D.End.reset();
    return D;
  }
  Value.IsKept = !IsUnused;
  D.Value = Graph.addValue(std::move(Value));
  D.Begin =
      Graph.addSlot({*Begin, 0, SlotForm::DecisionBegin, false, 0, D.Value});
  return D;
}

void FunctionWalker::closeDecision(const Decision &D) {
  unsigned Join =
      Graph.addSite(Kind::Join, D.Path + "/join", end(D.E), Current);
  bool HoldsStatements =
      OperandsWithStatements != D.OperandsWithStatementsBefore;
  Graph[Join].OfDecision = !HoldsStatements;
  Current = {Join};
  if (!D.End) {
    if (HoldsStatements || !D.TypeIsKnown)
      Graph.skipSite(Join, Places.line(D.E->getBeginLoc()), D.WhyWithout);
    return;
  }
  Graph.setSite(D.Begin, Join);
  // Where no operand has a probe nothing comes together.
  if (Decisions == D.DecisionsBefore && !HoldsStatements)
    return;
  const DecidedValue &Value = Graph.value(D.Value);
  Graph.addProbe({*D.End, 0, SlotForm::DecisionEnd, false, Join, D.Value});
  if (D.HasType && !Value.IsInt)
    Graph.addSlotInFront(
        {Options.FileScope, 0, SlotForm::DecisionType, false, Join, D.Value});
  if (Value.IsKept)
    Graph.addSlotInFront(
        {BodyOpen, 0, SlotForm::DecisionVariable, false, Join, D.Value});
}

void FunctionWalker::visitLogical(const BinaryOperator *E,
                                  const std::string &Path) {
  if (truthOf(E).Value && E->isIntegerConstantExpr(Context))
    return;
  Decision D = openDecision(E, E->getOpcode() == BO_LAnd ? "and" : "or", Path);
  SaveAndRestore Allowed(DecisionsAllowed, DecisionsAllowed && D.End);
  Outcomes Result = visitCondition(E, D.Path);
  Current = std::move(Result.True);
  merge(Current, std::move(Result.False));
  closeDecision(D);
}

/// Whether a comma in front of \p E would change what the `?:` around it is: a
/// null pointer constant becomes a number, a bit-field the type it was declared
/// with.
static bool needsCast(const Expr *E, QualType Result,
                      const ASTContext &Context) {
  bool IsNull =
      Result->isPointerType() &&
      E->IgnoreImpCasts()->isNullPointerConstant(
          const_cast<ASTContext &>(Context), Expr::NPC_ValueDependentIsNotNull);
  return IsNull || E->IgnoreImpCasts()->getSourceBitField();
}

void FunctionWalker::visitChoice(const AbstractConditionalOperator *E,
                                 const std::string &Path) {
  const auto *Binary = dyn_cast<BinaryConditionalOperator>(E);
  if (!Binary && isConstant(E->getCond(), true))
    return visitExpr(E->getTrueExpr(), Path);
  if (!Binary && isConstant(E->getCond(), false))
    return visitExpr(E->getFalseExpr(), Path);
  Decision D = openDecision(E, "choice", Path);
  SaveAndRestore Allowed(DecisionsAllowed, DecisionsAllowed && D.End);
  auto VisitArm = [&](const Expr *Arm, Kind K, const char *Word) {
    bool Casts = needsCast(Arm, E->getType(), Context);
    // Without a name for the cast the arm stays as it is.
    SaveAndRestore ArmAllowed(DecisionsAllowed,
                              DecisionsAllowed && (!Casts || D.HasType));
    std::optional<unsigned> Cast;
    if (Casts && D.HasType)
      Cast = D.Value;
    Operand O = openOperand(Arm, K, D.Path + "/" + Word, Cast);
    visitExpr(Arm, D.Path);
    closeOperand(O);
    return std::move(Current);
  };
  Outcomes Condition;
  if (Binary) {
    visitExpr(Binary->getCommon(), D.Path);
    Condition = {Current, Current};
  } else {
    Condition = visitCondition(E->getCond(), D.Path);
    Current = std::move(Condition.True);
    Condition.True = VisitArm(E->getTrueExpr(), Kind::Then, "then");
  }
  Current = std::move(Condition.False);
  Current = VisitArm(E->getFalseExpr(), Kind::Else, "else");
  merge(Current, std::move(Condition.True));
  closeDecision(D);
}

} // namespace ipoint
