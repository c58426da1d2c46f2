//===- Decisions.cpp - Sites of && and || and ?: --------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "probes/Decisions.h"
#include "frontend/TypeNames.h"
#include "probes/Marks.h"
#include "clang/AST/ASTContext.h"

using namespace clang;
using namespace llvm;
using ipoint::database::Kind;

namespace ipoint {

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

DecisionOperand Decisions::openOperand(const Expr *E, Kind K, std::string Name,
                                       const Decision *Cast) {
  TextPlace At = Places.place(E->getBeginLoc());
  DecisionOperand Result;
  Result.IsCast = Cast != nullptr;
  Result.StatementsBefore = Graph.placedStatements();
  Result.Site = Graph.addSite(K, std::move(Name), At, Flow.Current);
  Graph[Result.Site].EndLine = Places.line(Places.endLoc(E));
  Graph[Result.Site].OfDecision = true;
  Flow.Current = {Result.Site};
  if (!IsAllowed)
    return Result;
  std::optional<unsigned> Begin = Places.before(E->getBeginLoc());
  Result.End = Places.after(Places.endLoc(E));
  if (!Begin || !Result.End) {
    Result.End.reset();
    Graph.noteWithoutProbe(Result.Site, At.Written.Line, InMacro);
    return Result;
  }
  Graph.addProbe({*Begin, 0,
                  Cast ? SlotForm::CastOperandBegin : SlotForm::OperandBegin,
                  false, Result.Site, Cast ? Cast->Value : 0});
  ++Operands;
  return Result;
}

void Decisions::closeOperand(const DecisionOperand &O) {
  OperandsWithStatements += Graph.placedStatements() != O.StatementsBefore;
  if (O.End)
    Graph.addSlot({*O.End, 0,
                   O.IsCast ? SlotForm::CastOperandEnd : SlotForm::OperandEnd,
                   false, O.Site});
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

Decision Decisions::open(const Expr *E, StringRef Word,
                         const std::string &Path) {
  Decision D;
  D.E = E;
  D.Path = Graph.child(Path, Word);
  D.OperandsBefore = Operands;
  D.OperandsWithStatementsBefore = OperandsWithStatements;
  std::optional<unsigned> Begin = Places.before(E->getBeginLoc());
  D.End = Places.after(Places.endLoc(E));
  if (!IsAllowed || !Begin || !D.End) {
    D.End.reset();
    D.WhyWithout = IsAllowed ? InMacro : "is left to the compiler";
    return D;
  }
  bool IsUnused = E == Discarded || E->getType()->isVoidType();
  DecidedValue Value;
  Value.Number = ++Values;
  D.HasType = (KeepsPointers || !E->getType()->isPointerType()) &&
              nameType(E->getType(), Context, Value);
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

void Decisions::close(const Decision &D) {
  unsigned Join = Graph.addSite(Kind::Join, D.Path + "/join",
                                Places.place(Places.endLoc(D.E)), Flow.Current);
  bool HoldsStatements =
      OperandsWithStatements != D.OperandsWithStatementsBefore;
  Graph[Join].OfDecision = !HoldsStatements;
  Flow.Current = {Join};
  if (!D.End) {
    if (HoldsStatements || !D.TypeIsKnown)
      Graph.noteWithoutProbe(Join, Places.line(D.E->getBeginLoc()),
                             D.WhyWithout);
    return;
  }
  Graph.setSite(D.Begin, Join);
  // Where no operand has a probe nothing comes together.
  if (Operands == D.OperandsBefore && !HoldsStatements)
    return;
  const DecidedValue &Value = Graph.value(D.Value);
  Graph.addProbe({*D.End, 0, SlotForm::DecisionEnd, false, Join, D.Value});
  if (D.HasType && !Value.IsInt)
    Graph.addSlotInFront(
        {FileScope, 0, SlotForm::DecisionType, false, Join, D.Value});
  if (Value.IsKept)
    Graph.addSlotInFront(
        {Body, 0, SlotForm::DecisionVariable, false, Join, D.Value});
}

} // namespace ipoint
