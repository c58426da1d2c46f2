//===- ProbeText.cpp - Probes as C text -----------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "probes/ProbeText.h"
#include "ipoint/unit.h"

using namespace llvm;

namespace ipoint {

ProbeText::ProbeText(const FoundFunction &Found, const FunctionPlan &Plan,
                     unsigned Number, const EditContext &Context,
                     InWindow Windows)
    : Found(Found), Plan(Plan), Suffix(std::to_string(Number)),
      Context(Context), HasSum(needsSum()), HasTable(needsTable()),
      HasOpen(!Found.WithoutPaths &&
              llvm::any_of(Plan.Ipoints,
                           [](const PlannedIpoint &P) { return P.InWindows; })),
      Windows(Windows),
      CallState(Number <= Context.CallStates.size() && mayLast()
                    ? Context.CallStates[Number - 1]
                    : std::nullopt),
      TimesAt(Number <= Context.Times.size() && Plan.TimesInPlace
                  ? Context.Times[Number - 1]
                  : std::nullopt) {}

bool ProbeText::isMovable(unsigned Site) const {
  std::optional<uint32_t> Index = Plan.OfSite[Site];
  if (!Index)
    return false;
  const PlannedIpoint &P = Plan.Ipoints[*Index];
  return (P.E == Encoding::Sum || P.E == Encoding::Count) && !P.Timed &&
         P.Added.empty() && P.Leaves.empty() && !P.Iterates;
}

std::string ProbeText::select(const FoundSelect &S) const {
  const std::string Then = taken(), Else = "(1u - " + taken() + ")";
  std::string Text = "), ";
  std::array<std::string, 2> Ids = {"0u", "0u"};
  auto Add = [&](unsigned Site, const std::string &Times, std::string &Id) {
    const PlannedIpoint &P = Plan.Ipoints[*Plan.OfSite[Site]];
    if (P.E == Encoding::Count)
      Text += count(P.Counter) + " += " + Times + ", ";
    else if (P.Increment != 0)
      Text += sum() + " += " + number(P.Increment) + " * " + Times + ", ";
    if (hasWindow(P))
      Id = idOf(Site);
  };
  Add(S.Then, Then, Ids[0]);
  if (S.Else)
    Add(*S.Else, Else, Ids[1]);
  if (Ids[0] != Ids[1])
    Text += "ipoint_window_select(" + whetherOpen() + ", " + taken() + ", " +
            Ids[0] + ", " + Ids[1] + "), ";
  return Text + taken() + ")";
}

bool ProbeText::isProbed(unsigned Site) const {
  std::optional<uint32_t> Index = Plan.OfSite[Site];
  if (!Index)
    return false;
  const PlannedIpoint &P = Plan.Ipoints[*Index];
  return hasWindow(P) || P.E != Encoding::Sum || P.Increment != 0 ||
         !P.Added.empty() ||
         (P.InWindows && Windows != InWindow::Brief &&
          (P.Iterates || !P.Leaves.empty()));
}

SmallVector<std::string, 4> ProbeText::probe(const Slot &S, Order O) const {
  SmallVector<std::string, 4> Parts;
  for (uint32_t Loop : ipointOf(S)->Leaves)
    addIteration(Parts, "ipoint_loop_left", Loop);
  if (timesCalls() && Found.Sites[S.Site].K == database::Kind::Exit)
    Parts.push_back("ipoint_call_ends(&" + began() + ", " + table() + ", " +
                    number(*CallState) + ", " +
                    number(Context.FirstId + Plan.First) + ")");
  if (std::optional<uint32_t> Loop = ipointOf(S)->Iterates)
    addIteration(Parts, "ipoint_iteration", *Loop);
  if (hasWindow(*ipointOf(S))) {
    if (O == Order::Given && looksAgain(S))
      Parts.push_back(open() + " = " + isOpen());
    Parts.push_back(window(S));
  }
  for (uint32_t Counter : ipointOf(S)->Added)
    append_range(Parts, added(Counter));
  append_range(Parts, stored(S, O));
  return Parts;
}

std::string ProbeText::window(const Slot &S) const {
  if (Windows == InWindow::Always)
    return "ipoint_window_inside(" + idOf(S) + ")";
  return (Windows == InWindow::Branches ? "ipoint_window_branch("
                                        : "ipoint_window(") +
         whetherOpen() + ", " + idOf(S) + ")";
}

bool ProbeText::looksAgain(const Slot &S) const {
  const PlannedIpoint &P = *ipointOf(S);
  const Site &Of = Found.Sites[S.Site];
  return HasOpen && Windows == InWindow::Asks &&
         Of.K != database::Kind::Entry && Of.K != database::Kind::Exit &&
         (P.E == Encoding::Path || P.E == Encoding::Record ||
          Of.K == database::Kind::Body ||
          (Of.K == database::Kind::Label && Of.GoesRound));
}

std::optional<uint32_t> ProbeText::iterationState(uint32_t Loop) const {
  const size_t Index = Plan.FirstLoop + Loop;
  return Index < Context.IterationStates.size() ? Context.IterationStates[Index]
                                                : std::nullopt;
}

std::string ProbeText::isTimed(const Slot &S) const {
  const uint32_t State = S.Form == SlotForm::Entry
                             ? *CallState
                             : *iterationState(*ipointOf(S)->Iterates);
  return "ipoint_call_timed(" + table() + ", " + number(State) + ")";
}

std::string ProbeText::beginTimed(const Slot &S) const {
  if (S.Form != SlotForm::Entry)
    return iteration("ipoint_iteration", *ipointOf(S)->Iterates);
  return "ipoint_call_begins(&" + began() + ", " + table() + ", " +
         number(*CallState) + ")";
}

std::string ProbeText::iteration(const char *Function, uint32_t Loop) const {
  const uint32_t Body = *Plan.OfSite[Found.Loops[Loop].Body];
  return std::string(Function) + "(&" + iterationBegan(Loop) + ", " + table() +
         ", " + number(*iterationState(Loop)) + ", " +
         number(Context.FirstId + Plan.First + Body) + ")";
}

void ProbeText::addIteration(SmallVectorImpl<std::string> &Parts,
                             const char *Function, uint32_t Loop) const {
  if (iterationState(Loop) && Windows != InWindow::Brief)
    Parts.push_back(iteration(Function, Loop));
}

std::array<std::string, 2> ProbeText::added(uint32_t Counter) const {
  std::string Visits = count(Plan.Ipoints[Counter].Counter);
  int64_t At = Context.Counts[Plan.First + Counter].Rounds.value_or(0);
  return {"ipoint_count_rounds(" + table() + " + " + std::to_string(At) + ", " +
              Visits + ")",
          Visits + " = 0u"};
}

SmallVector<std::string, 3> ProbeText::stored(const Slot &S, Order O) const {
  const PlannedIpoint &P = *ipointOf(S);
  if (P.Timed && Plan.TimesInPlace)
    return timedInPlace(S, O);
  std::string Record = timing(P) + "(" + idOf(S) + ")";
  if (P.E == Encoding::Record)
    return {counts() ? "ipoint_count_path(" + place(S) + ")" : Record};
  SmallVector<std::string, 3> Parts;
  if (P.E == Encoding::Sum) {
    if (P.Increment != 0)
      Parts.push_back(
          O == Order::Given
              ? sum() + " += " + number(P.Increment)
              : (counts() ? "ipoint_index_add(&" : "ipoint_sum_add(&") + sum() +
                    ", " + number(P.Increment) + ")");
    return Parts;
  }
  if (P.E == Encoding::Count)
    return {count(P.Counter) + "++"};
  if (counts())
    return countedPath(S, O);
  if (P.HasCount) {
    Parts.push_back("ipoint_path_counted(" + idOf(S) + ", " + sumAt(P) + ", " +
                    count() + ", " + number(*Plan.CountBits) + ")");
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

SmallVector<std::string, 3> ProbeText::timedInPlace(const Slot &S,
                                                    Order O) const {
  const PlannedIpoint &P = *ipointOf(S);
  const database::Kind K = Found.Sites[S.Site].K;
  const std::string Call = "(&" + timed() + ", ";
  uint64_t Next = Plan.IsHandler ? IPOINT_TIMES_HANDLER : 0;
  if (K == database::Kind::Entry) {
    Next |= uint64_t(*TimesAt - Context.FirstTimed) << 5 | IPOINT_TIMES_ENTER;
    return {"ipoint_times" + Call + "ipoint_times_here(), " + number(Next) +
            ")"};
  }
  if (K == database::Kind::Exit)
    Next |= IPOINT_TIMES_LEAVE;
  if (Plan.Chosen.C == database::TimedIpoints::Functions)
    return {"ipoint_count_path(" + place(S) + ")",
            "ipoint_times" + Call + "(ipoint_address)(" +
                index(S, Context.FirstTimed) + "), " +
                number(Next | IPOINT_TIMES_NO_PATH) + ")"};
  const std::string Index = offset(S, Context.FirstTimed);
  const uint64_t Base = P.PathBase.value_or(0);
  if (!HasSum)
    return {"ipoint_times" + Call + "(ipoint_address)" + Index + ", " +
            number(Next | Base << 5) + ")"};
  if (O == Order::Open)
    return {"ipoint_times_next" + Call + "&" + sum() + ", " + Index + ", " +
            number(Next) + ", " + number(Base) + ")"};
  SmallVector<std::string, 3> Parts = {"ipoint_times" + Call +
                                       "(ipoint_address)(" + sum() + " + " +
                                       Index + "), " + number(Next) + ")"};
  if (P.PathBase)
    Parts.push_back(sum() + " = " + number(Base));
  return Parts;
}

SmallVector<std::string, 3> ProbeText::countedPath(const Slot &S,
                                                   Order O) const {
  const PlannedIpoint &P = *ipointOf(S);
  SmallVector<std::string, 3> Parts;
  const bool IsSet = HasSum && P.PathBase;
  if (O == Order::Open && HasSum) {
    std::string Base = number(P.PathBase.value_or(0));
    return {"ipoint_count_next(" + table() + ", &" + sum() + ", " + offset(S) +
            ", " + Base + ")"};
  }
  Parts.push_back("ipoint_count_path(" + place(S) + ")");
  if (IsSet)
    Parts.push_back(sum() + " = " + number(*P.PathBase));
  return Parts;
}

std::string ProbeText::offset(const Slot &S, int64_t From) const {
  const PlannedIpoint &P = *ipointOf(S);
  const CountPlace &At = Context.Counts[Plan.First + *Plan.OfSite[S.Site]];
  return std::to_string(At.Path.value_or(0) + int64_t(P.Increment) - From);
}

std::string ProbeText::index(const Slot &S, int64_t From) const {
  bool HasNumber = HasSum && ipointOf(S)->E == Encoding::Path;
  return (HasNumber ? sum() + " + " : "") + offset(S, From);
}

std::string ProbeText::place(const Slot &S) const {
  return table() + " + (" + index(S) + ")";
}

std::string ProbeText::sumAt(const PlannedIpoint &P) const {
  if (!HasSum)
    return number(P.Increment);
  return sum() + (P.Increment ? " + " + number(P.Increment) : "");
}

std::string ProbeText::valueProbe(const Slot &S) const {
  const PlannedIpoint &P = *ipointOf(S);
  if (P.E == Encoding::Record)
    return timing(P) + "_value(" + idOf(S);
  return std::string("ipoint_sum_path_") +
         (P.Timed ? "timed_value(" : "value(") + nextPath(S, P);
}

bool ProbeText::needsSum() const {
  return numbersPaths(Plan.S) && !(Plan.TimesInPlace && Plan.allTimed()) &&
         any_of(Plan.Ipoints, [&](const PlannedIpoint &P) {
           return P.Increment != 0 || P.PathBase.value_or(0) != 0 ||
                  Found.Sites[P.Site].MarkedValue != database::MarkValue::None;
         });
}

bool ProbeText::needsTable() const {
  const bool AreCounted =
      Plan.TimesInPlace && Plan.Chosen.C != database::TimedIpoints::Functions;
  return counts() && any_of(Plan.Ipoints, [&](const PlannedIpoint &P) {
           if (P.Timed && Plan.TimesInPlace &&
               (AreCounted || P.E == Encoding::Record))
             return !P.Added.empty();
           return P.InWindows || P.E == Encoding::Path ||
                  P.E == Encoding::Record || !P.Added.empty();
         });
}

} // namespace ipoint
