//===- ProbeText.h - What probes are in C ---------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Statements and expressions for the ipoints of one function. For Edits.cpp,
// which puts them into the function's text.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_PROBES_PROBETEXT_H
#define IPOINT_PROBES_PROBETEXT_H

#include "ipoint/unit.h"
#include "probes/Edits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace ipoint {

class ProbeText {
protected:
  ProbeText(const FoundFunction &Found, const FunctionPlan &Plan,
            unsigned Number, const EditContext &Context)
      : Found(Found), Plan(Plan), Suffix(std::to_string(Number)),
        Context(Context), HasSum(needsSum()), HasTable(needsTable()),
        CallState(Number <= Context.CallStates.size() && mayLast()
                      ? Context.CallStates[Number - 1]
                      : std::nullopt),
        TimesAt(Number <= Context.Times.size() && Plan.TimesInPlace
                    ? Context.Times[Number - 1]
                    : std::nullopt) {}

  using Encoding = database::Encoding;

  const PlannedIpoint *ipointOf(const Slot &S) const {
    std::optional<uint32_t> Index = Plan.OfSite[S.Site];
    return Index ? &Plan.Ipoints[*Index] : nullptr;
  }

  /// Whether anything is written for the site of \p S.
  bool hasProbe(const Slot &S) const {
    const PlannedIpoint *P = ipointOf(S);
    return P && (P->InWindows || P->E != Encoding::Sum || P->Increment != 0 ||
                 !P->Added.empty());
  }

  std::string idOf(const Slot &S) const {
    return std::to_string(Context.FirstId + Plan.First + *Plan.OfSite[S.Site]) +
           "u";
  }

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
  llvm::SmallVector<std::string, 4> probe(const Slot &S, Order O) const {
    llvm::SmallVector<std::string, 4> Parts;
    for (uint32_t Loop : ipointOf(S)->Leaves)
      addIteration(Parts, "ipoint_loop_left", Loop);
    if (CallState && Found.Sites[S.Site].K == database::Kind::Exit)
      Parts.push_back("ipoint_call_ends(" + table() + ", " +
                      number(*CallState) + ", " + began() + ", " +
                      number(Context.FirstId + Plan.First) + ")");
    if (std::optional<uint32_t> Loop = ipointOf(S)->Iterates)
      addIteration(Parts, "ipoint_iteration", *Loop);
    if (ipointOf(S)->InWindows)
      Parts.push_back("ipoint_window(" + table() + ", " + idOf(S) + ")");
    for (uint32_t Counter : ipointOf(S)->Added)
      llvm::append_range(Parts, added(Counter));
    llvm::append_range(Parts, stored(S, O));
    return Parts;
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
  void addIteration(llvm::SmallVectorImpl<std::string> &Parts,
                    const char *Function, uint32_t Loop) const {
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
  llvm::SmallVector<std::string, 3> stored(const Slot &S, Order O) const {
    const PlannedIpoint &P = *ipointOf(S);
    if (P.Timed && Plan.TimesInPlace)
      return timedInPlace(S);
    std::string Record = timing(P) + "(" + idOf(S) + ")";
    if (P.E == Encoding::Record)
      return {counts() ? "ipoint_count_path(" + place(S) + ")" : Record};
    llvm::SmallVector<std::string, 3> Parts;
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

  /// The same of what adds up times: with those of a path it counts it, too.
  llvm::SmallVector<std::string, 3> timedInPlace(const Slot &S) const {
    const PlannedIpoint &P = *ipointOf(S);
    const database::Kind K = Found.Sites[S.Site].K;
    const bool Enters = K == database::Kind::Entry;
    const bool HasPaths = Plan.Chosen.C != database::TimedIpoints::Functions;
    llvm::SmallVector<std::string, 3> Parts;
    uint64_t Next = K == database::Kind::Exit ? IPOINT_TIMES_LEAVE
                    : HasSum                  ? 0
                                              : P.PathBase.value_or(0) << 5;
    std::string What = "0u";
    if (Enters) {
      What = "ipoint_times_here()";
      Next = uint64_t(*TimesAt - Context.FirstTimed) << 5 | IPOINT_TIMES_ENTER;
    } else if (HasPaths) {
      const CountPlace &At = Context.Counts[Plan.First + *Plan.OfSite[S.Site]];
      What = "(ipoint_address)" + std::string(HasSum ? "(" : "") +
             (HasSum ? sum() + " + " : "") +
             std::to_string(At.Path.value_or(0) + int64_t(P.Increment) -
                            Context.FirstTimed) +
             (HasSum ? ")" : "");
    } else {
      Next |= IPOINT_TIMES_NO_PATH;
      Parts.push_back("ipoint_count_path(" + place(S) + ")");
    }
    if (Plan.IsHandler)
      Next |= IPOINT_TIMES_HANDLER;
    Parts.push_back("ipoint_times(&" + timed() + ", " + What + ", " +
                    number(Next) + ")");
    if (HasSum && P.PathBase && !Enters)
      Parts.push_back(sum() + " = " + number(*P.PathBase));
    return Parts;
  }

  /// The same of the end of a path that is counted.
  llvm::SmallVector<std::string, 3> countedPath(const Slot &S, Order O) const {
    const PlannedIpoint &P = *ipointOf(S);
    llvm::SmallVector<std::string, 3> Parts;
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
  std::string joined(const Slot &S, llvm::StringRef Between, Order O) const {
    return ipointOf(S) ? llvm::join(probe(S, O), Between) : "";
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
    return numbersPaths(Plan.S) && !(Plan.TimesInPlace && Plan.allTimed()) &&
           llvm::any_of(Plan.Ipoints, [&](const PlannedIpoint &P) {
             return P.Increment != 0 || P.PathBase.value_or(0) != 0 ||
                    Found.Sites[P.Site].MarkedValue !=
                        database::MarkValue::None;
           });
  }

  bool counts() const { return Plan.S == database::Store::Sums; }
  bool needsTable() const {
    const bool AreCounted =
        Plan.TimesInPlace && Plan.Chosen.C != database::TimedIpoints::Functions;
    return counts() && llvm::any_of(Plan.Ipoints, [&](const PlannedIpoint &P) {
             if (P.Timed && Plan.TimesInPlace &&
                 (AreCounted || P.E == Encoding::Record))
               return !P.Added.empty();
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
  std::string table() const { return "ipoint_counts_" + Suffix; }
  std::string timed() const { return "ipoint_time_" + Suffix; }
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

  const FoundFunction &Found;
  const FunctionPlan &Plan;
  std::string Suffix;
  const EditContext &Context;
  bool HasSum;   ///< the function has a variable for the number of a path
  bool HasTable; ///< and one for the count table
  std::optional<uint32_t> CallState; ///< of a function whose calls are timed
  std::optional<uint32_t> TimesAt;   ///< of one that is timed in place
};

} // namespace ipoint

#endif // IPOINT_PROBES_PROBETEXT_H
