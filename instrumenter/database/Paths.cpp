//===- Paths.cpp - What the numbers of paths stand for --------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "database/Paths.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <tuple>

using namespace llvm;

namespace ipoint::database {

PathTable::PathTable(const Unit &U)
    : Ipoints(U.count()), FirstStep(U.count() + 1) {
  for (auto [Index, P] : enumerate(U.Ipoints)) {
    bool HasPaths = numbersPaths(U.Functions[P.Function].S);
    Ipoints[Index] = {P.E,
                      HasPaths,
                      P.K == Kind::Entry,
                      P.PathBase.has_value(),
                      P.PathBase == 0,
                      P.Function};
    if (HasPaths && P.PathBase)
      Starts.push_back({P.Function, *P.PathBase, static_cast<uint32_t>(Index)});
  }
  llvm::sort(Starts, [](const Start &A, const Start &B) {
    return std::tie(A.Function, A.Base, A.Ipoint) <
           std::tie(B.Function, B.Base, B.Ipoint);
  });

  for (const Function &F : U.Functions) {
    Strides.push_back(F.Stride);
    AreCounted.push_back(F.S == Store::Sums);
  }
  findSums(U);
  findRounds(U);

  // What leads on or round in a counted loop is no step.
  auto IsStep = [&](const Transition &T) {
    uint32_t Loop = Ipoints[T.Source].Loop;
    return Ipoints[T.Source].HasPaths && !T.IsRound &&
           (Loop == None || Ipoints[T.Target].Loop != Loop);
  };
  for (const Transition &T : U.Transitions)
    if (IsStep(T))
      ++FirstStep[origin(T.Source) + 1];
  for (uint32_t I = 0; I != U.count(); ++I)
    FirstStep[I + 1] += FirstStep[I];
  Steps.resize(FirstStep.back());
  std::vector<uint32_t> Next = FirstStep;
  for (auto [Row, T] : enumerate(U.Transitions))
    if (IsStep(T))
      Steps[Next[origin(T.Source)]++] = {T.Increment, T.Target,
                                         static_cast<uint32_t>(Row),
                                         Ipoints[T.Source].Position};
  for (uint32_t I = 0; I != U.count(); ++I)
    std::sort(Steps.begin() + FirstStep[I], Steps.begin() + FirstStep[I + 1],
              [](const Step &A, const Step &B) {
                return std::tie(A.Increment, A.Target) <
                       std::tie(B.Increment, B.Target);
              });
}

//===--- Decoding ---===//

const PathTable::Step *PathTable::step(uint32_t Ipoint, uint64_t Rest,
                                       uint32_t Last) const {
  ArrayRef<Step> From = stepsFrom(Ipoint);
  const Step *End =
      std::partition_point(From.begin(), From.end(),
                           [&](const Step &S) { return S.Increment <= Rest; });
  if (End == From.begin())
    return nullptr;
  uint32_t Increment = End[-1].Increment;
  if (End - From.begin() == 1 || End[-2].Increment != Increment)
    return End - 1;
  const Step *Found =
      std::partition_point(From.begin(), End, [&](const Step &S) {
        return std::tie(S.Increment, S.Target) < std::tie(Increment, Last);
      });
  return Found != End && Found->Target == Last ? Found : nullptr;
}

bool PathTable::decode(uint32_t Last, uint64_t Number,
                       SmallVectorImpl<uint32_t> &Path,
                       std::optional<Loop> &In) const {
  Path.clear();
  In.reset();
  if (Last >= Ipoints.size() || !Ipoints[Last].HasPaths)
    return false;
  uint32_t Function = Ipoints[Last].Function;
  auto Behind =
      std::partition_point(Starts.begin(), Starts.end(), [&](const Start &S) {
        return std::tie(S.Function, S.Base) <= std::tie(Function, Number);
      });
  if (Behind == Starts.begin() || Behind[-1].Function != Function)
    return false;
  uint64_t Rest = Number - Behind[-1].Base;
  uint32_t At = Behind[-1].Ipoint;
  Path.push_back(At);
  // No path goes through an ipoint twice.
  for (size_t Length = 0; Length <= Ipoints.size(); ++Length) {
    const Step *S = step(At, Rest, Last);
    if (!S)
      return false;
    if (uint32_t Index = Ipoints[At].Loop; Index != None) {
      const Round &R = Loops[Index];
      ArrayRef<uint32_t> Ipoints = roundOf(R);
      if (!R.IsSummed) {
        In = {static_cast<uint32_t>(Path.size() - 1), {}, R.Counter <= S->Via};
        In->Round.append(Ipoints.begin() + 1, Ipoints.end());
        In->Round.push_back(At);
        Path.append(Ipoints.begin() + 1, Ipoints.begin() + S->Via + 1);
      } else if (S->Via != 0) {
        Path.push_back(Ipoints[S->Via]);
      }
    }
    Rest -= S->Increment;
    At = S->Target;
    Path.push_back(At);
    if (endsPath(At))
      return At == Last && Rest == 0;
  }
  return false;
}

/// As the instrumenter writes it: no variable where all numbers are 0.
void PathTable::findSums(const Unit &U) {
  AreSummed.resize(U.Functions.size());
  for (const Transition &T : U.Transitions)
    if (T.Increment != 0)
      AreSummed[U.Ipoints[T.Target].Function] = true;
  for (const Ipoint &P : U.Ipoints)
    if (P.PathBase.value_or(0) != 0)
      AreSummed[P.Function] = true;
  for (const Mark &M : U.Marks)
    if (M.Value != MarkValue::None)
      AreSummed[U.Ipoints[M.Ipoint].Function] = true;
}

PathTable::Sums PathTable::sumsOf(ArrayRef<uint32_t> Path,
                                  const std::optional<Loop> &In) const {
  Sums Result;
  const Place &First = Ipoints[Path.front()], &Last = Ipoints[Path.back()];
  Result.IsSummed = AreSummed[Last.Function];
  for (size_t I = 1; I < Path.size() && Result.IsSummed; ++I) {
    const uint32_t Loop = Ipoints[Path[I - 1]].Loop;
    if (Loop != None && Ipoints[Path[I]].Loop == Loop)
      continue;
    ArrayRef<Step> From = stepsFrom(origin(Path[I - 1]));
    const Step *S =
        find_if(From, [&](const Step &S) { return S.Target == Path[I]; });
    if (S == From.end() || S->Increment == 0)
      continue;
    Result.HasMore |= endsPath(Path[I]);
    Result.Adds += Ipoints[Path[I]].E == Encoding::Sum;
  }
  if (First.IsEntry)
    Result.Clears += Result.IsSummed + (Strides[First.Function] != 0);
  if (Last.IsStart && Result.IsSummed)
    ++(Last.IsStartOfZero ? Result.Clears : Result.Sets);
  Result.Clears += Last.IsStart && In;
  return Result;
}

void PathTable::forEachCounted(function_ref<bool(const Way &)> Do) const {
  Counts Count(Ipoints.size()); // what leads to no end is not followed
  if (countAll(Count))
    return;
  SmallVector<Way, 32> Work;
  for (const Start &S : Starts) {
    if (!AreCounted[S.Function])
      continue;
    Work.push_back({S.Ipoint, S.Base});
    while (!Work.empty()) {
      Way At = Work.pop_back_val();
      for (const Step &S : stepsFrom(At.Last)) {
        Way Next = {S.Target, At.Number + S.Increment};
        if (endsPath(S.Target) && !Do(Next))
          return;
        if (!endsPath(S.Target) && Count[S.Target] != 0)
          Work.push_back(Next);
      }
    }
  }
}

//===--- Checking ---===//

std::optional<PathTable::Fault> PathTable::check() const {
  if (InRounds)
    return InRounds;
  Counts Count(Ipoints.size());
  if (std::optional<Fault> F = countAll(Count))
    return F;
  return checkStarts(Count);
}

/// Counts where a transition leads before it counts from where it comes.
std::optional<PathTable::Fault> PathTable::countAll(Counts &Count) const {
  enum class State : uint8_t { New, Open, Done };
  std::vector<State> States(Ipoints.size());
  Flags HasLoop(Ipoints.size());
  SmallVector<std::pair<uint32_t, uint32_t>, 32> Work; // ipoint, step
  for (uint32_t Root = 0; Root != Ipoints.size(); ++Root) {
    if (!Ipoints[Root].HasPaths || States[Root] != State::New)
      continue;
    Work.push_back({Root, 0});
    while (!Work.empty()) {
      auto &[At, Next] = Work.back();
      States[At] = State::Open;
      ArrayRef<Step> From = stepsFrom(At);
      if (Next == From.size()) {
        if (std::optional<Fault> F = countFrom(At, Count, HasLoop))
          return F;
        States[At] = State::Done;
        Work.pop_back();
        continue;
      }
      const Step &S = From[Next++];
      if (Ipoints[S.Target].IsEntry)
        return Fault{true, S.Row, "leads to an entry"};
      if (endsPath(S.Target) || States[S.Target] == State::Done)
        continue;
      if (States[S.Target] == State::Open)
        return Fault{true, S.Row, "leads round without the end of a path"};
      Work.push_back({S.Target, 0});
    }
  }
  return std::nullopt;
}

std::optional<PathTable::Fault>
PathTable::countFrom(uint32_t Ipoint, Counts &Count, Flags &HasLoop) const {
  uint64_t End = 0;
  const bool IsLoop =
      Ipoints[Ipoint].Loop != None && !Loops[Ipoints[Ipoint].Loop].IsSummed;
  HasLoop[Ipoint] = IsLoop;
  const Step *Before = nullptr;
  for (const Step &S : stepsFrom(Ipoint)) {
    // The ipoint at its end distinguishes such a path from others with its
    // number.
    bool IsSame = Before && Before->Increment == S.Increment &&
                  Before->Target != S.Target && endsPath(Before->Target) &&
                  endsPath(S.Target);
    if (!IsSame && S.Increment < End)
      return Fault{true, S.Row, "has an increment that is another path's"};
    End = S.Increment + (endsPath(S.Target) ? 1 : Count[S.Target]);
    Before = &S;
    if (!endsPath(S.Target) && HasLoop[S.Target]) {
      if (IsLoop)
        return Fault{true, S.Row, "leads from one counted loop to another"};
      HasLoop[Ipoint] = true;
    }
    if (End > EndOfPaths)
      return Fault{true, S.Row, "leads to more paths than there are numbers"};
  }
  Count[Ipoint] = End;
  return std::nullopt;
}

std::optional<PathTable::Fault>
PathTable::checkStarts(const Counts &Count) const {
  for (auto [Index, P] : enumerate(Ipoints)) {
    bool Begins = P.IsEntry || endsPath(Index);
    if (P.HasPaths && Begins && !P.IsStart && Count[Index] != 0)
      return Fault{false, static_cast<uint32_t>(Index),
                   "is missing: paths begin there"};
  }
  for (size_t I = 0; I != Starts.size(); ++I) {
    const Start &S = Starts[I];
    if (Ipoints[S.Ipoint].IsEntry && S.Base != 0)
      return Fault{false, S.Ipoint, "is not 0, as that of an entry is"};
    bool IsLast =
        I + 1 == Starts.size() || Starts[I + 1].Function != S.Function;
    uint64_t All = Strides[S.Function] ? Strides[S.Function] : EndOfPaths;
    uint64_t End = IsLast ? std::max(All, S.Base) : Starts[I + 1].Base;
    if (Count[S.Ipoint] > End - S.Base)
      return Fault{false, S.Ipoint,
                   IsLast ? "leaves too few numbers for its paths"
                          : "has numbers that are another's"};
  }
  return std::nullopt;
}

} // namespace ipoint::database
