//===- FunctionEditor.h - What is written at a slot -------------*- C++ -*-===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All of the C that comes into a function's text is here and in ProbeText.h.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_PROBES_FUNCTIONEDITOR_H
#define IPOINT_PROBES_FUNCTIONEDITOR_H

#include "probes/ProbeText.h"

namespace ipoint {

/// Writes the slots of one function.
class FunctionEditor : public ProbeText {
public:
  using ProbeText::ProbeText;

  /// What comes in front of text that begins at \p S and stands twice. The
  /// variables are those that \p Other needs, too, which writes the other copy.
  std::string inFrontOf(const Slot &S, const FunctionEditor &Other) const {
    return S.Form == SlotForm::Entry ? Other.locals(S) + beginBody(S)
                                     : textOf(S);
  }

  std::string textOf(const Slot &S) const {
    switch (S.Form) {
    case SlotForm::OpenBrace:
      return " {";
    case SlotForm::CloseBrace:
      return " }";
    case SlotForm::Entry:
      return locals(S) + beginBody(S) + " {";
    case SlotForm::RegionBegin:
      return " " + statement(S) + " {";
    case SlotForm::BodyEnd:
      return "} ";
    case SlotForm::BranchBegin:
      return " { " + statement(S);
    case SlotForm::Around:
      return "{ " + statement(S) + " ";
    case SlotForm::Before:
      return statement(S) + " ";
    case SlotForm::Behind:
      return " " + statement(S);
    case SlotForm::CloseReturns:
      return " return; }";
    case SlotForm::ReturnsNothing:
      return "{";
    case SlotForm::ReturnedBegin:
      return "{ " + returnType() + " " + returned(S) + " = (";
    case SlotForm::ReturnedEnd:
    case SlotForm::MarkEnd:
      return ")";
    case SlotForm::ReturnNothing:
      return " " + statement(S) + " return; }";
    case SlotForm::ReturnKept:
      return " " + statement(S) + " return " + returned(S) + "; }";
    case SlotForm::Comma:
      return operand(S, Order::Given);
    case SlotForm::MarkBegin:
      return "(" + operand(S);
    case SlotForm::ValueInPlace:
      return valueProbe(S) + ", (ipoint_word)";
    case SlotForm::ValueCopied:
      return "(" + valueProbe(S) + ", (ipoint_word)(" + copied(S) + ")), ";
    case SlotForm::ReturnType:
      return " typedef " + Found.Returned->Type.declare(returnType()) + "; ";
    case SlotForm::ReturnTag:
      return returnTag() + " ";
    case SlotForm::AlwaysInline:
      return "__attribute__((__always_inline__)) ";
    case SlotForm::SelectBegin:
      return isInCondition(Found.Selects[S.Value]) ? "(" + taken() + " = !!("
                                                   : "";
    case SlotForm::SelectEnd:
      return isInCondition(Found.Selects[S.Value])
                 ? select(Found.Selects[S.Value])
                 : "";
    case SlotForm::Label:
    case SlotForm::Goto:
      return "";
    case SlotForm::DecisionType: {
      // Operands are cast to it too.
      if (!ipointOf(S))
        return "";
      const DecidedValue &Value = Found.Values[S.Value];
      return " typedef " + Value.Type.declare(typeOf(Value)) + "; ";
    }
    default:
      return hasProbe(S) ? textOfDecision(S) : "";
    }
  }

private:
  /// Of an ipoint with a probe.
  std::string textOfDecision(const Slot &S) const {
    const DecidedValue *Value =
        Found.Values.empty() ? nullptr : &Found.Values[S.Value];
    switch (S.Form) {
    case SlotForm::OperandBegin:
      return "(" + operand(S);
    case SlotForm::OperandEnd:
      return ")";
    case SlotForm::CastOperandBegin:
      return "(" + operand(S) + "(" + typeOf(*Value) + ")(";
    case SlotForm::CastOperandEnd:
      return "))";
    case SlotForm::DecisionBegin:
      return Value->IsKept ? "(" + variable(*Value) + " = " : "((void)(";
    case SlotForm::DecisionEnd:
      return Value->IsKept ? ", " + operand(S) + variable(*Value) + ")"
                           : "), " + joined(S, ", ", Order::Open) + ")";
    case SlotForm::DecisionVariable:
      return " " + typeOf(*Value) + " " + variable(*Value) + ";";
    default:
      llvm_unreachable("no form of a decision");
    }
  }

  /// Numbers of paths are set behind the reading of the counter: what that
  /// takes is the function's, not its caller's.
  bool areSetLater(const Slot &Entry) const {
    const PlannedIpoint *P = ipointOf(Entry);
    return P && P->Timed;
  }

  /// What stands first in the body, behind its variables.
  std::string beginBody(const Slot &S) const {
    const bool IsSetLater = areSetLater(S);
    std::string Text = " " + statement(S);
    for (const std::string &Number : IsSetLater ? numbers() : Names())
      Text += " " + Number + " = 0u;";
    if (IsSetLater && HasTable)
      Text += " " + table() + " = " + countsHere() + ";";
    if (timesCalls())
      Text += " " + beginTimed(S) + ";";
    return Text;
  }

  using Names = llvm::SmallVector<std::string, 2>;
  /// The variables for the number of a path and for the counts of a loop.
  Names numbers() const {
    Names Result;
    if (HasSum)
      Result.push_back(sum());
    for (uint32_t I = 0; I != Plan.Counters; ++I)
      Result.push_back(count(I));
    return Result;
  }

  std::string countsHere() const {
    return "ipoint_counts_here(" + number(Context.EndOfCounts) + ")";
  }

  std::string locals(const Slot &Entry) const {
    std::string Text;
    const bool AreSetLater = areSetLater(Entry);
    const char *const Set = AreSetLater ? ";" : " = 0u;";
    if (Found.Returned && Found.Returned->IsOwned) {
      const std::string &Untagged = Found.Returned->Untagged;
      Text += " typedef ";
      Text += Untagged.empty()
                  ? Found.Returned->Type.declare(returnType())
                  : Untagged + " " + returnTag() + " " + returnType();
      Text += ";";
    }
    if (HasTable)
      Text += " ipoint_counter *" + table() +
              (AreSetLater ? "" : " = " + countsHere()) + ";";
    if (Plan.TimesInPlace)
      Text += " struct ipoint_activation " + timed() + ";";
    if (HasOpen)
      Text += " unsigned char " + open() + " = " + isOpen() + ";";
    if (HasSum)
      Text += (counts() ? " ipoint_index " : " ipoint_sum ") + sum() + Set;
    for (uint32_t I = 0; I != Plan.Counters; ++I)
      Text += " ipoint_rounds " + count(I) + Set;
    if (llvm::any_of(Found.Selects,
                     [&](const FoundSelect &S) { return isInCondition(S); }))
      Text += " unsigned " + taken() + ";";
    if (CallState)
      Text += " ipoint_word " + began() + ";";
    for (const PlannedIpoint &P : Plan.Ipoints)
      if (P.Iterates && iterationState(*P.Iterates))
        Text += " ipoint_word " + iterationBegan(*P.Iterates) + " = 0u;";
    if (Found.MayBeHandler)
      (Text += " ") += Context.Handler;
    return Text;
  }

  std::string returnType() const { return "ipoint_type_" + Suffix; }
  std::string returnTag() const { return "ipoint_tag_" + Suffix; }
  static std::string returned(const Slot &S) {
    return "ipoint_value_" + std::to_string(S.Value);
  }
  std::string typeOf(const DecidedValue &V) const {
    return V.IsInt ? "int" : returnType() + "_" + std::to_string(V.Number);
  }
  static std::string variable(const DecidedValue &V) {
    return "ipoint_decision_" + std::to_string(V.Number);
  }
  std::string copied(const Slot &S) const {
    TextRange Range = Found.Copies[S.Value];
    return Context.Text.slice(Range.Begin, Range.End).str();
  }
};

} // namespace ipoint

#endif // IPOINT_PROBES_FUNCTIONEDITOR_H
