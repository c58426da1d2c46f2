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

FunctionWalker::Operand FunctionWalker::openOperand(const Expr *E, Kind K,
                                                    std::string Name,
                                                    const std::string &Cast) {
  TextPlace At = Places.place(E->getBeginLoc());
  Operand Result;
  Result.IsCast = !Cast.empty();
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
  Graph.addProbe(Result.Site, *Begin, "(",
                 Result.IsCast ? ", (" + Cast + ")(" : ", ",
                 Edit::Form::Operand, /*OnlyWithSite=*/true);
  ++Decisions;
  return Result;
}

void FunctionWalker::closeOperand(const Operand &O) {
  OperandsWithStatements += Graph.placedStatements() != O.StatementsBefore;
  if (O.End)
    Graph.addTextFor(O.Site, *O.End, O.IsCast ? "))" : ")");
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
  Operand O =
      openOperand(Right, Kind::Operand,
                  Graph.child(Path, IsAnd ? "and" : "or") + "/right", "");
  Outcomes Second = visitCondition(Right, Path);
  closeOperand(O);
  merge(IsAnd ? Second.False : Second.True,
        std::move(IsAnd ? First.False : First.True));
  return Second;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

FunctionWalker::DecidedValue
FunctionWalker::openValue(const Expr *E, StringRef Word,
                          const std::string &Path) {
  DecidedValue V;
  V.E = E;
  V.Path = Graph.child(Path, Word);
  V.DecisionsBefore = Decisions;
  V.OperandsWithStatementsBefore = OperandsWithStatements;
  std::optional<unsigned> Begin = Places.before(E->getBeginLoc());
  V.End = Places.after(Places.endLoc(E));
  if (!DecisionsAllowed || !Begin || !V.End) {
    V.End.reset();
    V.WhyWithout = DecisionsAllowed ? InMacro : "is left to the compiler";
    return V;
  }
  bool IsUnused = E == Discarded || E->getType()->isVoidType();
  std::string Number = std::to_string(++DecidedValues);
  if (E->getType()->isVoidType()) {
    V.Edit = Graph.addTextFor(0, *Begin, "((void)(");
    return V;
  }
  nameType(V, Number);
  if (IsUnused) {
    V.Edit = Graph.addTextFor(0, *Begin, "((void)(");
  } else if (!V.Type.empty()) {
    V.Variable = "ipoint_decision_" + Number;
    V.Edit = Graph.addTextFor(0, *Begin, "(" + V.Variable + " = ");
  } else {
    V.WhyWithout = "a value whose type cannot be kept";
    V.TypeIsKnown = false;
    V.End.reset();
  }
  return V;
}

void FunctionWalker::nameType(DecidedValue &V, StringRef Number) const {
  QualType Type = V.E->getType();
  // What has constant members cannot be assigned.
  const auto *Record = Type->getAs<RecordType>();
  if (Record && Record->hasConstFields())
    return;
  if (Type->isSpecificBuiltinType(BuiltinType::Int)) {
    V.Type = "int";
    return;
  }
  std::string Name = ("ipoint_type_" + Outside.Suffix + "_" + Number).str();
  std::optional<std::string> Typedef = typedefAtFileScope(Context, Type, Name);
  if (!Typedef)
    return;
  V.Type = std::move(Name);
  V.Typedef = std::move(*Typedef);
}

void FunctionWalker::closeValue(const DecidedValue &V) {
  unsigned Join =
      Graph.addSite(Kind::Join, V.Path + "/join", end(V.E), Current);
  bool HoldsStatements =
      OperandsWithStatements != V.OperandsWithStatementsBefore;
  Graph[Join].OfDecision = !HoldsStatements;
  Current = {Join};
  if (!V.End) {
    if (HoldsStatements || !V.TypeIsKnown)
      Graph.skipSite(Join, Places.line(V.E->getBeginLoc()), V.WhyWithout);
    return;
  }
  Graph.setSite(V.Edit, Join);
  // Where no operand has a probe nothing comes together.
  if (Decisions == V.DecisionsBefore && !HoldsStatements)
    return;
  bool IsKept = !V.Variable.empty();
  Graph.addProbe(Join, *V.End, IsKept ? ", " : "), ",
                 IsKept ? ", " + V.Variable + ")" : ")", Edit::Form::Operand,
                 /*OnlyWithSite=*/true);
  if (!V.Typedef.empty())
    Graph.addTextInFrontFor(Join, Outside.Offset, " " + V.Typedef + " ");
  if (IsKept)
    Graph.addTextInFrontFor(Join, BodyOpen,
                            " " + V.Type + " " + V.Variable + ";");
}

void FunctionWalker::visitLogical(const BinaryOperator *E,
                                  const std::string &Path) {
  if (truthOf(E).Value && E->isIntegerConstantExpr(Context))
    return;
  DecidedValue V = openValue(E, E->getOpcode() == BO_LAnd ? "and" : "or", Path);
  SaveAndRestore Allowed(DecisionsAllowed, DecisionsAllowed && V.End);
  Outcomes Result = visitCondition(E, V.Path);
  Current = std::move(Result.True);
  merge(Current, std::move(Result.False));
  closeValue(V);
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
  DecidedValue V = openValue(E, "choice", Path);
  SaveAndRestore Allowed(DecisionsAllowed, DecisionsAllowed && V.End);
  auto VisitArm = [&](const Expr *Arm, Kind K, const char *Word) {
    bool Casts = needsCast(Arm, E->getType(), Context);
    // Without a name for the cast the arm stays as it is.
    SaveAndRestore ArmAllowed(DecisionsAllowed,
                              DecisionsAllowed && (!Casts || !V.Type.empty()));
    Operand O = openOperand(Arm, K, V.Path + "/" + Word, Casts ? V.Type : "");
    visitExpr(Arm, V.Path);
    closeOperand(O);
    return std::move(Current);
  };
  Outcomes Condition;
  if (Binary) {
    visitExpr(Binary->getCommon(), V.Path);
    Condition = {Current, Current};
  } else {
    Condition = visitCondition(E->getCond(), V.Path);
    Current = std::move(Condition.True);
    Condition.True = VisitArm(E->getTrueExpr(), Kind::Then, "then");
  }
  Current = std::move(Condition.False);
  Current = VisitArm(E->getFalseExpr(), Kind::Else, "else");
  merge(Current, std::move(Condition.True));
  closeValue(V);
}

} // namespace ipoint
