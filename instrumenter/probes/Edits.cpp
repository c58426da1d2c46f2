//===- Edits.cpp - From the plan to changes of the text -------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All of the C that comes into a function's text is here. No line is added: the
// lines of the user's text keep their numbers.
//
//===----------------------------------------------------------------------===//

#include "probes/Edits.h"

using namespace llvm;

namespace ipoint {

namespace {

class FunctionEditor {
public:
  FunctionEditor(const FoundFunction &Found, const FunctionPlan &Plan,
                 unsigned Number, const EditContext &Context)
      : Found(Found), Plan(Plan), Suffix(std::to_string(Number)),
        Context(Context) {}

  std::string textOf(const Slot &S) const {
    switch (S.Form) {
    case SlotForm::OpenBrace:
      return " {";
    case SlotForm::CloseBrace:
      return " }";
    case SlotForm::Entry:
      return locals() + " " + statement(S) + " {";
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
      return operand(S);
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
    default:
      return ipointOf(S) ? textOfDecision(S) : "";
    }
  }

private:
  /// Of an ipoint.
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
                           : "), " + probe(S) + ")";
    case SlotForm::DecisionType:
      return " typedef " + Value->Type.declare(typeOf(*Value)) + "; ";
    case SlotForm::DecisionVariable:
      return " " + typeOf(*Value) + " " + variable(*Value) + ";";
    default:
      llvm_unreachable("no form of a decision");
    }
  }

  //===--- Probes ---------------------------------------------------------===//

  std::optional<uint32_t> ipointOf(const Slot &S) const {
    return Plan.OfSite[S.Site];
  }

  std::string callOf(uint32_t Ipoint, const char *End) const {
    return (Plan.Ipoints[Ipoint].Timed ? "ipoint_timed" : "ipoint_untimed") +
           (End + std::to_string(Context.FirstId + Plan.First + Ipoint)) + "u";
  }

  std::string probe(const Slot &S) const {
    std::optional<uint32_t> Ipoint = ipointOf(S);
    return Ipoint ? callOf(*Ipoint, "(") + ")" : "";
  }

  std::string statement(const Slot &S) const {
    return ipointOf(S) && !S.AtEmptyStatement ? probe(S) + ";" : probe(S);
  }

  /// As the left operand of a comma; without the probe there is no comma.
  std::string operand(const Slot &S) const {
    return ipointOf(S) ? probe(S) + ", " : "";
  }

  /// Without its last operand. Marks are ipoints at every level.
  std::string valueProbe(const Slot &S) const {
    return callOf(*ipointOf(S), "_value(");
  }

  //===--- Names ----------------------------------------------------------===//

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

  /// What stands first in the body.
  std::string locals() const {
    std::string Text;
    if (Found.Returned && Found.Returned->IsOwned) {
      const std::string &Untagged = Found.Returned->Untagged;
      Text += " typedef ";
      Text += Untagged.empty()
                  ? Found.Returned->Type.declare(returnType())
                  : Untagged + " " + returnTag() + " " + returnType();
      Text += ";";
    }
    if (Found.MayBeHandler)
      (Text += " ") += Context.Handler;
    return Text;
  }

  const FoundFunction &Found;
  const FunctionPlan &Plan;
  std::string Suffix;
  const EditContext &Context;
};

} // namespace

std::vector<Edit> editsOf(const FoundFunction &Found, const FunctionPlan &Plan,
                          unsigned Number, const EditContext &Context) {
  FunctionEditor Editor(Found, Plan, Number, Context);
  std::vector<Edit> Edits;
  Edits.reserve(Found.Slots.size());
  for (const Slot &S : Found.Slots)
    Edits.push_back({S.Offset, S.Length, Editor.textOf(S)});
  return Edits;
}

} // namespace ipoint
