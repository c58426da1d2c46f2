//===- Counts.cpp - Where paths have their counts -------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "database/Counts.h"
#include "database/Times.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;

namespace ipoint::database {

/// Whether the ipoint has a count that is no path's: that of an entry which
/// calls may not leave.
static bool isCountedAlone(const Unit &U, uint32_t Ipoint) {
  const database::Ipoint &P = U.Ipoints[Ipoint];
  return U.Functions[P.Function].S == Store::Sums && P.E == Encoding::Record;
}

/// Whether it counts its visits within a loop.
static bool countsInLoop(const Unit &U, uint32_t Ipoint) {
  const database::Ipoint &P = U.Ipoints[Ipoint];
  return U.Functions[P.Function].S == Store::Sums && P.E == Encoding::Count;
}

/// Whether its calls and iterations are timed, as long as they last.
static bool hasStates(const Function &F) {
  return F.S == Store::Sums && F.C == TimedIpoints::Auto;
}

static bool hasState(const Unit &U, const Loop &L) {
  return L.Body && hasStates(U.Functions[L.Function]);
}

/// Functions whose times are added up where they arise.
static BitVector timedInPlace(const Unit &U) {
  BitVector Result(U.Functions.size());
  for (const Ipoint &P : U.Ipoints)
    if (const Function &F = U.Functions[P.Function];
        P.Timed && F.S == Store::Sums && F.C < TimedIpoints::None)
      Result.set(P.Function);
  return Result;
}

static uint32_t countStates(const Unit &U) {
  return static_cast<uint32_t>(
      count_if(U.Functions, hasStates) + 2 * timedInPlace(U).count() +
      count_if(U.Loops, [&](const Loop &L) { return hasState(U, L); }));
}

TimingStates timingStates(const Unit &U) {
  TimingStates Result;
  Result.Calls.resize(U.Functions.size());
  Result.Iterations.resize(U.Loops.size());
  const uint32_t Count = countStates(U);
  if (Count > U.Counts) // not of this project's making
    return Result;
  Result.Count = Count;
  uint32_t Next = U.Counts - Count;
  for (auto [F, State] : zip_equal(U.Functions, Result.Calls))
    if (hasStates(F))
      State = Next++;
  for (auto [L, State] : zip_equal(U.Loops, Result.Iterations))
    if (hasState(U, L))
      State = Next++;
  return Result;
}

TimesInPlace timesInPlace(const Unit &U) {
  TimesInPlace Result;
  Result.OfFunction.resize(U.Functions.size());
  Result.First = Result.Functions = U.Counts;
  const BitVector Timed = timedInPlace(U);
  if (2 * Timed.count() > U.Counts) // not of this project's making
    return Result;
  Result.Functions -= 2 * Timed.count(); // the last ones
  Result.First = Result.Functions;
  uint32_t Next = Result.First;
  for (unsigned F : Timed.set_bits()) {
    Result.OfFunction[F] = Next;
    Next += 2;
    if (U.Functions[F].C != TimedIpoints::Functions)
      Result.First = 0; // paths have times
  }
  return Result;
}

/// As reports do it: to the ends of the buckets of their histograms.
static std::pair<uint32_t, uint32_t> edgesOf(uint64_t Low, uint64_t High) {
  constexpr unsigned ExactBits = 11;
  auto Rest = [](uint64_t Value) {
    const int Shift = std::bit_width(Value) - int(ExactBits);
    return Shift > 0 ? (uint64_t(1) << Shift) - 1 : 0;
  };
  auto Word = [](uint64_t Value) {
    return static_cast<uint32_t>(std::min<uint64_t>(Value, UINT32_MAX));
  };
  return {Word(Low & ~Rest(Low)), Word(High | Rest(High))};
}

std::vector<std::pair<uint32_t, uint32_t>>
timeEdges(const Unit &U, const FilterSection &Filter) {
  const TimesInPlace Times = timesInPlace(U);
  std::vector<std::pair<uint32_t, uint32_t>> Result;
  if (!Filter.hasThresholds() || Times.First == Times.Functions)
    return Result;
  Result.resize(U.Counts - Times.First, {UINT32_MAX, UINT32_MAX});
  bool HasAny = false;
  const PathTable Paths(U);
  Paths.forEachCounted([&](const PathTable::Way &Path) {
    const Ipoint &Last = U.Ipoints[Path.Last];
    SmallVector<uint32_t, 16> Ids;
    std::optional<PathTable::Loop> In;
    if (!Last.CountAt || !Paths.decode(Path.Last, Path.Number, Ids, In))
      return true;
    if (auto Of = Filter.thresholdsOf(U.Functions[Last.Function].Name,
                                      U.Ipoints[Ids.front()].Name)) {
      Result[*Last.CountAt + int64_t(Path.Number) - Times.First] =
          edgesOf(Of->first, Of->second);
      HasAny = true;
    }
    return true;
  });
  if (!HasAny)
    Result.clear();
  return Result;
}

namespace {

/// Numbers that are to have indices, all moved alike.
struct Numbers {
  std::vector<uint64_t> Sorted;
  std::optional<int64_t> *At = nullptr; ///< by how much
};

/// The indices of one function.
class Indices {
public:
  explicit Indices(uint32_t First) : First(First) {}

  /// Puts \p N where all of them are free, or behind all that are taken.
  void place(const Numbers &N) {
    // So few that time grows with the number of paths.
    constexpr unsigned MostTries = 64;
    const uint64_t Least = N.Sorted.front();
    int Free = Taken.find_first_unset();
    for (unsigned Tries = 1; Free != -1 && !isFree(N, Free - Least); ++Tries)
      Free = Tries == MostTries ? -1 : Taken.find_next_unset(Free);
    if (Free == -1)
      Free = Taken.size();
    const uint64_t End = Free + (N.Sorted.back() - Least) + 1;
    if (End > Taken.size())
      Taken.resize(End);
    for (uint64_t Number : N.Sorted)
      Taken.set(Free + (Number - Least));
    *N.At = int64_t(First) + Free - int64_t(Least);
  }

  uint32_t end() const { return First + Taken.size(); }

private:
  bool isFree(const Numbers &N, uint64_t Shift) const {
    return all_of(N.Sorted, [&](uint64_t Number) {
      return Number + Shift >= Taken.size() || !Taken.test(Number + Shift);
    });
  }

  uint32_t First;
  BitVector Taken;
};

} // namespace

void assignCounts(Unit &U) {
  U.Counts = 0;
  std::vector<Numbers> Paths(U.count()), Rounds(U.count());
  PathTable(U).forEachCounted([&](const PathTable::Way &Path) {
    Paths[Path.Last].Sorted.push_back(Path.Number);
    return true;
  });
  std::vector<std::vector<Numbers>> ByFunction(U.Functions.size());
  for (auto [I, P] : enumerate(U.Ipoints)) {
    P.CountAt = P.RoundsAt = std::nullopt;
    if (isCountedAlone(U, I))
      Paths[I].Sorted.push_back(0);
    if (countsInLoop(U, I))
      Rounds[I].Sorted.push_back(0);
    for (auto [N, At] : {std::pair(&Paths[I], &P.CountAt),
                         std::pair(&Rounds[I], &P.RoundsAt)}) {
      if (N->Sorted.empty())
        continue;
      llvm::sort(N->Sorted);
      N->At = At;
      ByFunction[P.Function].push_back(std::move(*N));
    }
  }
  for (std::vector<Numbers> &All : ByFunction) {
    std::ranges::stable_sort(All, std::greater(),
                             [](const Numbers &N) { return N.Sorted.size(); });
    Indices Of(U.Counts);
    for (const Numbers &N : All)
      Of.place(N);
    U.Counts = Of.end();
  }
  U.Counts += countStates(U);
}

std::vector<CountedPath> countedPaths(const Unit &U, const PathTable &Paths,
                                      std::optional<CountFault> &Fault) {
  std::vector<CountedPath> Result(U.Counts);
  for (uint32_t I = timingStates(U).Count; I != 0; --I)
    Result[U.Counts - I].IsState = true;
  const TimesInPlace Times = timesInPlace(U);
  for (auto [I, P] : enumerate(U.Ipoints))
    if (std::optional<uint32_t> At = Times.OfFunction[P.Function];
        At && P.K == Kind::Entry && Result[*At].Last == CountedPath::Unused)
      for (uint32_t Inclusive : {0, 1}) {
        Result[*At + Inclusive].Last = static_cast<uint32_t>(I);
        Result[*At + Inclusive].Number = Inclusive;
      }
  auto Put = [&](uint32_t Last, uint64_t Number, bool IsRounds) {
    const Ipoint &P = U.Ipoints[Last];
    std::optional<int64_t> At = IsRounds ? P.RoundsAt : P.CountAt;
    if (Fault)
      return;
    if (!At || *At + int64_t(Number) < 0 ||
        *At + int64_t(Number) >= int64_t(U.Counts))
      Fault = {Last, IsRounds, "leaves a path or a loop without a count"};
    else if (CountedPath &C = Result[*At + int64_t(Number)];
             C.Last != CountedPath::Unused || C.IsState)
      Fault = {Last, IsRounds, "gives two of them one count"};
    else
      C = {false, Last, Number, IsRounds};
  };
  Paths.forEachCounted([&](const PathTable::Way &Path) {
    Put(Path.Last, Path.Number, false);
    return !Fault;
  });
  for (uint32_t I = 0; I != U.count(); ++I) {
    if (isCountedAlone(U, I))
      Put(I, 0, false);
    if (countsInLoop(U, I))
      Put(I, 0, true);
  }
  return Result;
}

/// A wrong value, as CheckedRows names one.
static std::string damageAt(StringRef Table, const std::string &Row,
                            StringRef Column, std::optional<int64_t> Value,
                            StringRef Why) {
  return (Twine("table ") + Table + ", row " + Row + ", column " + Column +
          ": " + (Value ? std::to_string(*Value) : "NULL") + " " + Why)
      .str();
}

static std::string idOf(const Unit &U, uint32_t Ipoint) {
  return std::to_string(U.First + Ipoint);
}

static std::string damageOf(const Unit &U, const PathTable::Fault &Fault) {
  if (Fault.OfTransition) {
    const Transition &T = U.Transitions[Fault.Index];
    return damageAt("transitions", idOf(U, T.Source) + "/" + idOf(U, T.Target),
                    "increment", T.Increment, Fault.Why);
  }
  std::optional<int64_t> Base;
  if (std::optional<uint64_t> B = U.Ipoints[Fault.Index].PathBase)
    Base = static_cast<int64_t>(*B); // less than EndOfPaths
  return damageAt("ipoints", idOf(U, Fault.Index), "path_base", Base,
                  Fault.Why);
}

std::string damageOfPaths(const Unit &U) {
  if (none_of(U.Functions, [](const Function &F) { return numbersPaths(F.S); }))
    return "";
  PathTable Paths(U);
  if (std::optional<PathTable::Fault> Fault = Paths.check())
    return damageOf(U, *Fault);
  std::optional<CountFault> Fault;
  countedPaths(U, Paths, Fault);
  if (!Fault)
    return "";
  const Ipoint &P = U.Ipoints[Fault->Ipoint];
  return damageAt("ipoints", idOf(U, Fault->Ipoint),
                  Fault->OfRounds ? "rounds_at" : "count_at",
                  Fault->OfRounds ? P.RoundsAt : P.CountAt, Fault->Why);
}

std::string damageOfCounts(const Program &P) {
  std::vector<const Unit *> Sorted;
  for (const Unit &U : P.Units)
    if (U.Counts != 0)
      Sorted.push_back(&U);
  std::ranges::sort(Sorted, {}, &Unit::FirstCount);
  for (size_t I = 1; I < Sorted.size(); ++I) {
    const Unit &Before = *Sorted[I - 1], &U = *Sorted[I];
    if (U.FirstCount - Before.FirstCount < Before.Counts)
      return damageAt("units", std::to_string(U.Stored), "first_count",
                      U.FirstCount, "is a count of another unit");
  }
  return "";
}

} // namespace ipoint::database
