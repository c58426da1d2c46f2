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
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <array>

using namespace llvm;

namespace ipoint {

namespace {

class FunctionEditor {
public:
  FunctionEditor(const FoundFunction &Found, const FunctionPlan &Plan,
                 unsigned Number, const EditContext &Context)
      : Found(Found), Plan(Plan), Suffix(std::to_string(Number)),
        Context(Context), HasSum(needsSum()), HasTable(needsTable()),
        HasOpen(!Found.WithoutPaths && llvm::any_of(Plan.Ipoints,
                                                    [](const PlannedIpoint &P) {
                                                      return P.InWindows;
                                                    })),
        CallState(Number <= Context.CallStates.size() && mayLast()
                      ? Context.CallStates[Number - 1]
                      : std::nullopt) {}

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

  //===--- Selects --------------------------------------------------------===//

  /// Whether what the probe of an arm does may as well be done behind the
  /// condition.
  bool isMovable(unsigned Site) const {
    std::optional<uint32_t> Index = Plan.OfSite[Site];
    if (!Index)
      return false;
    const PlannedIpoint &P = Plan.Ipoints[*Index];
    return (P.E == Encoding::Sum || P.E == Encoding::Count) && !P.Timed &&
           P.Added.empty() && P.Leaves.empty() && !P.Iterates;
  }

  /// Whether the arms of \p S have their probes behind its condition.
  bool isInCondition(const FoundSelect &S) const {
    return isMovable(S.Then) && (!S.Else || isMovable(*S.Else)) &&
           (isProbed(S.Then) || (S.Else && isProbed(*S.Else)));
  }
  bool isInCondition(const Slot &S) const {
    std::optional<unsigned> Select = Found.Sites[S.Site].Select;
    return Select && isInCondition(Found.Selects[*Select]);
  }

  /// What stands behind the condition of \p S, with the probes of its arms.
  std::string select(const FoundSelect &S) const {
    const std::string Then = taken(), Else = "(1u - " + taken() + ")";
    std::string Text = "), ";
    std::array<std::string, 2> Ids = {"0u", "0u"};
    auto Add = [&](unsigned Site, const std::string &Times, std::string &Id) {
      const PlannedIpoint &P = Plan.Ipoints[*Plan.OfSite[Site]];
      if (P.E == Encoding::Count)
        Text += count(P.Counter) + " += " + Times + ", ";
      else if (P.Increment != 0)
        Text += sum() + " += " + number(P.Increment) + " * " + Times + ", ";
      if (P.InWindows)
        Id = idOf(Site);
    };
    Add(S.Then, Then, Ids[0]);
    if (S.Else)
      Add(*S.Else, Else, Ids[1]);
    if (Ids[0] != Ids[1])
      Text += "ipoint_window_select(" + (HasOpen ? open() : isOpen()) + ", " +
              taken() + ", " + Ids[0] + ", " + Ids[1] + "), ";
    return Text + taken() + ")";
  }

  //===--- Probes ---------------------------------------------------------===//

  using Encoding = database::Encoding;

  const PlannedIpoint *ipointOf(const Slot &S) const {
    std::optional<uint32_t> Index = Plan.OfSite[S.Site];
    return Index ? &Plan.Ipoints[*Index] : nullptr;
  }

  /// Whether anything is written for the site.
  bool isProbed(unsigned Site) const {
    std::optional<uint32_t> Index = Plan.OfSite[Site];
    if (!Index)
      return false;
    const PlannedIpoint &P = Plan.Ipoints[*Index];
    return P.InWindows || P.E != Encoding::Sum || P.Increment != 0 ||
           !P.Added.empty();
  }
  /// Whether it is written at \p S.
  bool hasProbe(const Slot &S) const {
    return isProbed(S.Site) && !isInCondition(S);
  }

  std::string idOf(unsigned Site) const {
    return std::to_string(Context.FirstId + Plan.First + *Plan.OfSite[Site]) +
           "u";
  }
  std::string idOf(const Slot &S) const { return idOf(S.Site); }

  static std::string timing(const PlannedIpoint &P) {
    return P.Timed ? "ipoint_timed" : "ipoint_untimed";
  }

  /// What is known of the order in which C evaluates the probe and others of
  /// the function.
  enum class Order {
    Given, ///< all of it
    Open,  ///< nothing, in one expression: only calls are then apart
  };

  /// The probe as expressions that are evaluated one after the other.
  SmallVector<std::string, 4> probe(const Slot &S, Order O) const {
    SmallVector<std::string, 4> Parts;
    for (uint32_t Loop : ipointOf(S)->Leaves)
      addIteration(Parts, "ipoint_loop_left", Loop);
    if (CallState && Found.Sites[S.Site].K == database::Kind::Exit)
      Parts.push_back("ipoint_call_ends(" + table() + ", " +
                      number(*CallState) + ", " + began() + ", " +
                      number(Context.FirstId + Plan.First) + ")");
    if (std::optional<uint32_t> Loop = ipointOf(S)->Iterates)
      addIteration(Parts, "ipoint_iteration", *Loop);
    if (ipointOf(S)->InWindows) {
      if (O == Order::Given && looksAgain(S))
        Parts.push_back(open() + " = " + isOpen());
      Parts.push_back("ipoint_window(" + (HasOpen ? open() : isOpen()) + ", " +
                      idOf(S) + ")");
    }
    for (uint32_t Counter : ipointOf(S)->Added)
      append_range(Parts, added(Counter));
    append_range(Parts, stored(S, O));
    return Parts;
  }

  /// Whether a window may have begun since the function looked last: once in
  /// each cycle.
  bool looksAgain(const Slot &S) const {
    const PlannedIpoint &P = *ipointOf(S);
    return HasOpen && Found.Sites[S.Site].K != database::Kind::Entry &&
           Found.Sites[S.Site].K != database::Kind::Exit &&
           (P.E == Encoding::Path || P.E == Encoding::Record ||
            Found.Sites[S.Site].K == database::Kind::Body);
  }

  /// Which entry of the count table says whether iterations of \p Loop are
  /// timed, if any does.
  std::optional<uint32_t> iterationState(uint32_t Loop) const {
    const size_t Index = Plan.FirstLoop + Loop;
    return Index < Context.IterationStates.size()
               ? Context.IterationStates[Index]
               : std::nullopt;
  }

  /// Calls \p Function for \p Loop, if its iterations are timed.
  void addIteration(SmallVectorImpl<std::string> &Parts, const char *Function,
                    uint32_t Loop) const {
    std::optional<uint32_t> State = iterationState(Loop);
    if (!State)
      return;
    const uint32_t Body = *Plan.OfSite[Found.Loops[Loop].Body];
    Parts.push_back(std::string(Function) + "(&" + iterationBegan(Loop) + ", " +
                    table() + ", " + number(*State) + ", " +
                    number(Context.FirstId + Plan.First + Body) + ")");
  }

  /// What adds the visits of the ipoint \p Counter to the count table.
  std::array<std::string, 2> added(uint32_t Counter) const {
    std::string Visits = count(Plan.Ipoints[Counter].Counter);
    int64_t At = Context.Counts[Plan.First + Counter].Rounds.value_or(0);
    return {"ipoint_count_rounds(" + table() + " + " + std::to_string(At) +
                ", " + Visits + ")",
            Visits + " = 0u"};
  }

  /// The same without what is timed in windows.
  SmallVector<std::string, 3> stored(const Slot &S, Order O) const {
    const PlannedIpoint &P = *ipointOf(S);
    std::string Record = timing(P) + "(" + idOf(S) + ")";
    if (P.E == Encoding::Record)
      return {counts() ? "ipoint_count_path(" + place(S) + ")" : Record};
    SmallVector<std::string, 3> Parts;
    if (P.E == Encoding::Sum) {
      if (P.Increment != 0)
        Parts.push_back(
            O == Order::Given
                ? sum() + " += " + number(P.Increment)
                : (counts() ? "ipoint_index_add(&" : "ipoint_sum_add(&") +
                      sum() + ", " + number(P.Increment) + ")");
      return Parts;
    }
    if (P.E == Encoding::Count)
      return {count(P.Counter) + "++"};
    if (counts())
      return countedPath(S, O);
    if (P.HasCount) {
      Parts.push_back("ipoint_path_counted(" + idOf(S) + ", " + sumAt(P) +
                      ", " + count() + ", " + number(*Plan.CountBits) + ")");
      if (P.PathBase)
        Parts.push_back(count() + " = 0u");
      if (P.PathBase && HasSum)
        Parts.push_back(sum() + " = " + number(*P.PathBase));
    } else if (!HasSum) {
      Parts.push_back("ipoint_untimed(" + idOf(S) + ")");
    } else if (O == Order::Given) {
      Parts.push_back("ipoint_path(" + idOf(S) + ", " + sumAt(P) + ")");
      if (P.PathBase)
        Parts.push_back(sum() + " = " + number(*P.PathBase));
    } else {
      Parts.push_back("ipoint_sum_path(" + nextPath(S, P) + ")");
    }
    if (P.Timed)
      Parts.push_back(Record);
    return Parts;
  }

  /// The same of the end of a path that is counted.
  SmallVector<std::string, 3> countedPath(const Slot &S, Order O) const {
    const PlannedIpoint &P = *ipointOf(S);
    SmallVector<std::string, 3> Parts;
    const bool IsSet = HasSum && P.PathBase;
    if (O == Order::Open && HasSum) {
      std::string Base = number(P.PathBase.value_or(0));
      return {"ipoint_count_next(" + table() + ", &" + sum() + ", " +
              offset(S) + ", " + Base + ")"};
    }
    Parts.push_back("ipoint_count_path(" + place(S) + ")");
    if (IsSet)
      Parts.push_back(sum() + " = " + number(*P.PathBase));
    return Parts;
  }

  /// What is added to the number of the path that ends at \p S, without what
  /// leads to it.
  std::string offset(const Slot &S) const {
    const PlannedIpoint &P = *ipointOf(S);
    const CountPlace &At = Context.Counts[Plan.First + *Plan.OfSite[S.Site]];
    return std::to_string(At.Path.value_or(0) + int64_t(P.Increment));
  }
  /// The place in the count table of the path that ends at \p S.
  std::string place(const Slot &S) const {
    bool HasNumber = HasSum && ipointOf(S)->E == Encoding::Path;
    return table() + " + (" + (HasNumber ? sum() + " + " : "") + offset(S) +
           ")";
  }

  /// The number of the path that ends at \p P, without a count.
  std::string sumAt(const PlannedIpoint &P) const {
    if (!HasSum)
      return number(P.Increment);
    return sum() + (P.Increment ? " + " + number(P.Increment) : "");
  }

  /// The first arguments of what ends a path where nothing is known of the
  /// order.
  std::string nextPath(const Slot &S, const PlannedIpoint &P) const {
    return idOf(S) + ", &" + sum() + ", " + number(P.Increment) + ", " +
           number(P.PathBase.value_or(0));
  }

  /// Empty without a probe.
  std::string joined(const Slot &S, StringRef Between, Order O) const {
    return hasProbe(S) ? llvm::join(probe(S, O), Between) : "";
  }

  std::string statement(const Slot &S) const {
    return joined(S, "; ", Order::Given) +
           (hasProbe(S) && !S.AtEmptyStatement ? ";" : "");
  }

  /// As the left operand of a comma; without the probe there is no comma.
  std::string operand(const Slot &S, Order O = Order::Open) const {
    return joined(S, ", ", O) + (hasProbe(S) ? ", " : "");
  }

  /// Without its last operand. Marks are ipoints at every level.
  std::string valueProbe(const Slot &S) const {
    const PlannedIpoint &P = *ipointOf(S);
    if (P.E == Encoding::Record)
      return timing(P) + "_value(" + idOf(S);
    return std::string("ipoint_sum_path_") +
           (P.Timed ? "timed_value(" : "value(") + nextPath(S, P);
  }

  /// Whether any number of a path is other than 0, or goes to a function.
  bool needsSum() const {
    return numbersPaths(Plan.S) &&
           any_of(Plan.Ipoints, [&](const PlannedIpoint &P) {
             return P.Increment != 0 || P.PathBase.value_or(0) != 0 ||
                    Found.Sites[P.Site].MarkedValue !=
                        database::MarkValue::None;
           });
  }

  bool counts() const { return Plan.S == database::Store::Sums; }
  bool needsTable() const {
    return counts() && any_of(Plan.Ipoints, [](const PlannedIpoint &P) {
             return P.InWindows || P.E == Encoding::Path ||
                    P.E == Encoding::Record || !P.Added.empty();
           });
  }

  /// Whether a call may take as long as many probes: it calls something, or has
  /// a loop.
  bool mayLast() const {
    return Plan.Chosen.TimesCalls &&
           (!Plan.Calls.empty() || !Found.Loops.empty());
  }

  static std::string number(uint64_t Value) {
    return std::to_string(Value) + "u";
  }

  //===--- Names ----------------------------------------------------------===//

  std::string returnType() const { return "ipoint_type_" + Suffix; }
  std::string sum() const { return "ipoint_sum_" + Suffix; }
  std::string count(uint32_t Counter = 0) const {
    return "ipoint_rounds_" + Suffix +
           (Counter == 0 ? "" : "_" + std::to_string(Counter));
  }
  /// Which arm of a select is taken: 1 or 0.
  std::string taken() const { return "ipoint_taken_" + Suffix; }
  std::string table() const { return "ipoint_counts_" + Suffix; }
  /// Whether a window was open when the function looked last.
  std::string open() const { return "ipoint_open_" + Suffix; }
  std::string isOpen() const { return "ipoint_window_open(" + table() + ")"; }
  std::string began() const { return "ipoint_began_" + Suffix; }
  std::string iterationBegan(uint32_t Loop) const {
    return "ipoint_began_" + Suffix + "_" + std::to_string(Loop + 1);
  }
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

  /// What stands first in the body. Numbers of paths are set behind the reading
  /// of the counter: what that takes is the function's, not its caller's.
  std::string entry(const Slot &S) const {
    const PlannedIpoint *P = ipointOf(S);
    const bool IsSetLater = P && P->Timed;
    std::string Text = locals(IsSetLater) + " " + statement(S);
    for (const std::string &Number : IsSetLater ? numbers() : Names())
      Text += " " + Number + " = 0u;";
    if (CallState)
      Text += " " + began() + " = ipoint_call_begins(" + table() + ", " +
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
      Text += " ipoint_counter *" + table() + " = ipoint_counts_here(" +
              number(Context.EndOfCounts) + ");";
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
      Text += " ipoint_word " + began() + " = 0u;";
    for (const PlannedIpoint &P : Plan.Ipoints)
      if (P.Iterates && iterationState(*P.Iterates))
        Text += " ipoint_word " + iterationBegan(*P.Iterates) + " = 0u;";
    if (Found.MayBeHandler)
      (Text += " ") += Context.Handler;
    return Text;
  }

  const FoundFunction &Found;
  const FunctionPlan &Plan;
  std::string Suffix;
  const EditContext &Context;
  bool HasSum;   ///< the function has a variable for the number of a path
  bool HasTable; ///< and one for the count table
  bool HasOpen;  ///< and one that says whether a window is open
  std::optional<uint32_t> CallState; ///< of a function whose calls are timed
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
