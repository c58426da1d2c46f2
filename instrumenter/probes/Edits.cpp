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

#include "probes/ProbeText.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseSet.h"
#include <map>

using namespace llvm;

namespace ipoint {

namespace {

class FunctionEditor : public ProbeText {
public:
  using ProbeText::ProbeText;

  /// Of a slot at which text begins that stands twice: what comes in front of
  /// it, and what is its first part.
  std::pair<std::string, std::string> duplicatedAt(const Slot &S) const {
    std::string Text = textOf(S);
    size_t Brace = S.Form == SlotForm::Entry ? Text.rfind('{') : Text.size();
    return {Text.substr(0, Brace), Text.substr(Brace)};
  }

  std::string textOf(const Slot &S) const {
    switch (S.Form) {
    case SlotForm::OpenBrace:
      return " {";
    case SlotForm::CloseBrace:
      return " }";
    case SlotForm::Entry:
      return entry(S);
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

  /// What stands first in the body. Numbers of paths are set behind the reading
  /// of the counter: what that takes is the function's, not its caller's.
  std::string entry(const Slot &S) const {
    const PlannedIpoint *P = ipointOf(S);
    const bool IsSetLater = P && P->Timed;
    std::string Text = locals(IsSetLater) + " " + statement(S);
    for (const std::string &Number : IsSetLater ? numbers() : Names())
      Text += " " + Number + " = 0u;";
    if (IsSetLater && HasTable)
      Text += " " + table() + " = " + countsHere() + ";";
    if (CallState)
      Text += " ipoint_call_begins(&" + began() + ", " + table() + ", " +
              number(*CallState) + ");";
    return Text + " {";
  }

  using Names = SmallVector<std::string, 2>;
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

  std::string locals(bool AreSetLater) const {
    std::string Text;
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
    if (any_of(Found.Selects,
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

} // namespace

namespace {

/// Writes slots in the order of the text, some of them twice (Duplicates.h).
class SlotWriter {
public:
  SlotWriter(const FoundFunction &Found, const FunctionPlan &Plan,
             unsigned Number, const EditContext &Context)
      : Found(Found), Context(Context), Asks(Found, Plan, Number, Context),
        Branches(Found, Plan, Number, Context, InWindow::Branches),
        Never(Found, Plan, Number, Context, InWindow::Never),
        Always(Found, Plan, Number, Context, InWindow::Always) {
    for (const Slot &S : Found.Slots)
      Slots.push_back(&S);
    llvm::stable_sort(Slots, [](const Slot *A, const Slot *B) {
      return A->Offset < B->Offset;
    });
  }

  std::vector<Edit> write() {
    if (Context.Markers && Asks.asksForWindows())
      findDuplicates();
    for (size_t I = 0; I != Slots.size(); ++I)
      if (auto Twice = Duplicates.find(I); Twice != Duplicates.end()) {
        writeTwice(I, Twice->second);
        I = Twice->second;
      } else {
        const Slot &S = *Slots[I];
        add(S, (AroundDuplicate[S.Site] ? Branches : Asks).textOf(S));
      }
    return std::move(Edits);
  }

private:
  void findDuplicates() {
    SmallVector<size_t> Begun;
    for (const auto &[I, S] : enumerate(Slots))
      if (S->D == Duplicated::Begins) {
        Begun.push_back(I);
      } else if (S->D == Duplicated::Ends) {
        const size_t First = Begun.pop_back_val();
        if (!isOfUse(First, I))
          continue;
        // The loops in it are brief, and need not ask.
        Duplicates.erase(Duplicates.upper_bound(First), Duplicates.end());
        Duplicates[First] = I;
      }
    for (auto [First, Last] : Duplicates)
      AroundDuplicate |= sitesAround(First, Last);
  }

  /// Statements and operands that are compiled twice, which takes time and
  /// room, for each test that is saved.
  static constexpr size_t MostForATest = 24;

  bool isOfUse(size_t First, size_t Last) const {
    const Slot &Begin = *Slots[First];
    const TextRange Range = {Begin.Offset, Slots[Last]->Offset};
    ArrayRef<const Slot *> Inside =
        ArrayRef(Slots).slice(First + 1, Last - First);
    if (Begin.AtEmptyStatement || any_of(Inside, [&](const Slot *S) {
          return Found.Sites[S->Site].GoesRound;
        }))
      return false;
    const size_t Tests =
        sitesAround(First, Last).count() + count_if(Inside, [&](const Slot *S) {
          return Never.textOf(*S) != Always.textOf(*S);
        });
    return Begin.Value <= MostForATest * Tests &&
           Context.Markers->mayDuplicate(Range);
  }

  /// Of the body of a loop: the sites in windows of the loop's condition and
  /// step, at which it is known whether a window is open.
  BitVector sitesAround(size_t First, size_t Last) const {
    BitVector Around(Found.Sites.size());
    const unsigned Body = Slots[First]->Site;
    auto Loop = find_if(Found.Loops,
                        [&](const FoundLoop &L) { return L.Body == Body; });
    if (Loop == Found.Loops.end())
      return Around;
    for (unsigned Site = Loop->First; Site != Loop->End; ++Site)
      if (Asks.isInWindows(Site))
        Around.set(Site);
    for (size_t I = First; I <= Last; ++I)
      Around.reset(Slots[I]->Site);
    return Around;
  }

  /// The probe of the first slot, which may begin a cycle, is the one that asks
  /// whether a window is open.
  void writeTwice(size_t First, size_t Last) {
    const Slot &Begin = *Slots[First], &End = *Slots[Last];
    const std::string Marker = Context.Markers->at(Begin.Offset);
    auto [Text, Opening] = Never.duplicatedAt(Begin);
    if (Asks.isInWindows(Begin.Site) && Asks.looksAgain(Begin))
      Text += " " + Asks.open() + " = " + Asks.isOpen() + ";";
    Text += " if (__builtin_expect(" + Asks.open() + ", 0)) {";
    if (Asks.isInWindows(Begin.Site))
      Text += " " + Always.window(Begin) + ";";
    Text += Marker + Opening + copyForWindows(First, Last) + "} else {" +
            Marker + Opening;
    add(Begin, std::move(Text));
    for (size_t I = First + 1; I != Last; ++I)
      add(*Slots[I], Never.textOf(*Slots[I]));
    std::string Closing = Never.textOf(End);
    add(End, isBehind(End) ? "}" + Closing : Closing + "}");
  }

  std::string copyForWindows(size_t First, size_t Last) const {
    DenseSet<unsigned> Labels;
    for (size_t I = First; I != Last; ++I)
      if (Slots[I]->Form == SlotForm::Label)
        Labels.insert(Slots[I]->Value);
    const std::string Suffix = "_ipoint_" + std::to_string(First);
    std::string Text;
    size_t Done = Slots[First]->Offset + Slots[First]->Length;
    for (size_t I = First + 1; I <= Last; ++I) {
      const Slot &S = *Slots[I];
      Text += Context.Text.slice(Done, S.Offset);
      Done = S.Offset + S.Length;
      if ((S.Form == SlotForm::Label || S.Form == SlotForm::Goto) &&
          Labels.contains(S.Value))
        Text += Suffix;
      else if (I != Last || !isBehind(S))
        Text += Always.textOf(S);
    }
    return Text;
  }

  /// Whether the last slot is not in what stands twice.
  static bool isBehind(const Slot &S) { return S.Form == SlotForm::CloseBrace; }

  void add(const Slot &S, std::string Text) {
    Edits.push_back({S.Offset, S.Length, std::move(Text)});
  }

  const FoundFunction &Found;
  const EditContext &Context;
  FunctionEditor Asks, Branches, Never, Always;
  SmallVector<const Slot *, 0> Slots;
  std::map<size_t, size_t> Duplicates; ///< first and last slot
  BitVector AroundDuplicate{static_cast<unsigned>(Found.Sites.size())};
  std::vector<Edit> Edits;
};

} // namespace

std::vector<Edit> editsOf(const FoundFunction &Found, const FunctionPlan &Plan,
                          unsigned Number, const EditContext &Context) {
  return SlotWriter(Found, Plan, Number, Context).write();
}

} // namespace ipoint
