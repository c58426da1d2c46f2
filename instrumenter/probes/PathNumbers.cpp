//===- PathNumbers.cpp - Numbers for the paths of a function --------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "probes/PathNumbers.h"
#include "probes/CountedLoops.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using ipoint::database::Encoding;

namespace ipoint {

namespace {

class Numberer {
public:
  Numberer(const PathPlaces &Places, uint64_t Limit)
      : Places(Places), Limit(Limit), Count(Places.MustEnd.size()),
        From(Count, Places.Transitions.size(),
             [&](uint32_t T) { return source(T); }),
        To(Count, Places.Transitions.size(),
           [&](uint32_t T) { return target(T); }),
        Loops(Places, From, To), Ends(Places.MustEnd), Paths(Count) {}

  PathNumbers number() {
    for (uint32_t I = 0; I != Count; ++I)
      if (I != Places.Entry)
        Ends[I] = Ends[I] || From[I].empty() || To[I].empty();
    Loops.find(Ends);
    do {
      Dropped = false;
      endCycles();
      if (Places.HasSums)
        keepLoopsApart();
      else
        keepCountsApart();
      distinguishTargets();
    } while (Dropped);
    Result.Increments.resize(Places.Transitions.size());
    for (uint32_t Ipoint : Order)
      if (!Loops.contains(Ipoint) || Loops.headedBy(Ipoint))
        numberFrom(Ipoint);
    lookUpBases();
    for (uint32_t I = 0; I != Count; ++I)
      Result.Encodings.push_back(Ends[I] ? Encoding::Path : Encoding::Sum);
    describeCounts();
    return std::move(Result);
  }

private:
  uint32_t source(uint32_t T) const { return Places.Transitions[T].first; }
  uint32_t target(uint32_t T) const { return Places.Transitions[T].second; }

  /// Whether nothing can be added where \p Ipoint is reached.
  bool isShared(uint32_t Ipoint) const { return To[Ipoint].size() > 1; }

  /// Calls \p Do for what leads on from \p Ipoint, or out of the counted loop
  /// that it is the head of.
  template <typename Function>
  void forEachWay(uint32_t Ipoint, Function Do) const {
    auto Ways = [&](uint32_t I) {
      for (uint32_t T : From[I])
        if (!Loops.isInside(T))
          Do(T);
    };
    if (const LoopOnPath *L = Loops.headedBy(Ipoint))
      llvm::for_each(L->Ipoints, Ways);
    else
      Ways(Ipoint);
  }
  /// What \p T comes from, in that sense.
  uint32_t origin(uint32_t T) const {
    uint32_t Index = Loops.indexOf(source(T));
    return Index == CountedLoops::None ? source(T)
                                       : Loops[Index].Ipoints.front();
  }

  void dropLoop(uint32_t Index, std::optional<uint32_t> End = std::nullopt) {
    Loops.drop(Index, Ends, End);
    Dropped = true;
  }

  /// Ends a path in each cycle that is not counted. Order then has what paths
  /// lead to before what they come from.
  void endCycles() {
    Order.clear();
    States.assign(Count, State::New);
    visitFrom(Places.Entry);
    for (uint32_t I = 0; I != Count; ++I)
      visitFrom(I);
  }

  void visitFrom(uint32_t Root) {
    if (States[Root] != State::New)
      return;
    SmallVector<std::pair<uint32_t, uint32_t>, 32> Work = {{Root, 0}};
    States[Root] = State::Open;
    while (!Work.empty()) {
      auto &[At, Next] = Work.back();
      if (Next == From[At].size()) {
        States[At] = State::Done;
        Order.push_back(At);
        Work.pop_back();
        continue;
      }
      uint32_t T = From[At][Next++];
      if (Loops.isBack(T))
        continue;
      uint32_t Target = target(T);
      if (States[Target] == State::Open)
        Ends[Target] = true;
      if (States[Target] != State::New || Ends[Target])
        continue;
      States[Target] = State::Open;
      Work.push_back({Target, 0});
    }
  }

  //===--- One count for each path ----------------------------------------===//

  /// Whether a path may come from \p T with a count.
  bool bringsCount(uint32_t T) const {
    uint32_t Source = source(T);
    return !Ends[Source] && (Loops.contains(Source) || Counted[Source]);
  }
  bool mayComeWithCount(uint32_t Ipoint) const {
    return any_of(To[Ipoint], [&](uint32_t T) {
      return !Loops.isInside(T) && bringsCount(T);
    });
  }

  /// Ends paths between a counted loop and what cannot follow it on one.
  void keepCountsApart() {
    Counted.assign(Count, false);
    for (uint32_t Ipoint : llvm::reverse(Order)) {
      if (Loops.headedBy(Ipoint))
        endBefore(Ipoint);
      Counted[Ipoint] = mayComeWithCount(Ipoint);
    }
    // Where paths end, Order does not have what leads there before.
    for (uint32_t I = 0; I != Count; ++I)
      if (isPlain(I))
        endBefore(I);
  }

  /// Does without loops that are left for the head of another one, where what
  /// is added would be added in each round, and without more than a few that
  /// are left for one ipoint.
  void keepLoopsApart() {
    std::vector<size_t> Added(Count);
    for (uint32_t I = 0; I != Count; ++I) {
      const LoopOnPath *L = Loops.headedBy(I);
      if (!L)
        continue;
      bool IsApart = true;
      forEachWay(I, [&](uint32_t T) {
        Added[target(T)] += L->Counters.size();
        IsApart &= !Loops.contains(target(T)) &&
                   Added[target(T)] <= CountedLoops::MostCounters;
      });
      if (!IsApart)
        dropLoop(Loops.indexOf(I));
    }
  }

  bool isPlain(uint32_t Ipoint) const {
    return Places.Plain[Ipoint] && !Loops.contains(Ipoint);
  }

  void endBefore(uint32_t Ipoint) {
    for (uint32_t T : To[Ipoint]) {
      if (Loops.isInside(T) || !bringsCount(T))
        continue;
      uint32_t Before = Loops.indexOf(source(T));
      if (Before == CountedLoops::None) {
        Ends[source(T)] = true;
      } else {
        // No text lies between the two.
        uint32_t Own = Loops.indexOf(Ipoint);
        return dropLoop(Own == CountedLoops::None ? Before : Own);
      }
    }
  }

  //===--- Numbers --------------------------------------------------------===//

  /// Only the end of a path distinguishes the shared targets that follow an
  /// ipoint.
  void distinguishTargets() {
    std::vector<uint32_t> Open(Count); // shared targets that end nothing
    std::vector<bool> HasEnd(Count);   // or shared ones that do
    std::vector<uint32_t> Work;
    for (uint32_t I = 0; I != Count; ++I) {
      if (Loops.contains(I) && !Loops.headedBy(I))
        continue;
      forEachWay(I, [&](uint32_t T) {
        if (isShared(target(T)) && Ends[target(T)])
          HasEnd[I] = true;
        else if (isShared(target(T)))
          ++Open[I];
      });
      Work.push_back(I);
    }
    while (!Work.empty()) {
      uint32_t Ipoint = Work.back();
      Work.pop_back();
      if (Open[Ipoint] + HasEnd[Ipoint] < 2)
        continue;
      SmallVector<uint32_t, 8> Targets;
      forEachWay(Ipoint, [&](uint32_t T) { Targets.push_back(target(T)); });
      for (uint32_t Target : Targets) {
        if (!isShared(Target) || Ends[Target])
          continue;
        if (Loops.contains(Target)) // its head; all of this comes again
          return dropLoop(Loops.indexOf(Target), Target);
        Ends[Target] = true;
        for (uint32_t Way : To[Target]) {
          --Open[origin(Way)];
          HasEnd[origin(Way)] = true;
          Work.push_back(origin(Way));
        }
      }
    }
  }

  /// How many numbers the paths through \p Target take.
  uint64_t width(uint32_t Target) const {
    return Ends[Target] ? 1 : Paths[Target];
  }

  void numberFrom(uint32_t Ipoint) {
    const bool IsLoop = Loops.contains(Ipoint);
    uint64_t Shared = 0, Own = 0;
    forEachWay(Ipoint, [&](uint32_t T) {
      // No path ends in a counted loop: it is to have few of them.
      if (uint64_t Width = width(target(T)); !isShared(target(T))) {
        Own += Width;
      } else if (IsLoop && Width > Limit / 4) {
        Ends[target(T)] = true;
        Shared = std::max<uint64_t>(Shared, 1);
      } else {
        Shared = std::max(Shared, Width);
      }
    });
    const uint64_t Most = IsLoop ? Limit / 2 : Limit;
    if (Shared + Own > Most)
      endWidest(Ipoint, Shared + Own, Most);
    uint64_t Next = Shared;
    forEachWay(Ipoint, [&](uint32_t T) {
      if (isShared(target(T)))
        return;
      Result.Increments[T] = static_cast<uint32_t>(Next);
      Next += width(target(T));
    });
    Paths[Ipoint] = Next;
    // Predecessors leave the rest of the limit to targets that are not shared.
    if (isShared(Ipoint) && Next > Limit / 2 && !IsLoop)
      Ends[Ipoint] = true;
  }

  /// Ends paths at targets that \p Ipoint has for itself, until no more than
  /// \p Most are left of \p Sum numbers.
  void endWidest(uint32_t Ipoint, uint64_t Sum, uint64_t Most) {
    SmallVector<uint32_t, 16> Targets;
    forEachWay(Ipoint, [&](uint32_t T) {
      if (!isShared(target(T)) && !Ends[target(T)])
        Targets.push_back(target(T));
    });
    llvm::stable_sort(
        Targets, [&](uint32_t A, uint32_t B) { return Paths[A] > Paths[B]; });
    for (uint32_t Target : Targets) {
      if (Sum <= Most)
        break;
      Sum -= Paths[Target] - 1;
      Ends[Target] = true;
    }
  }

  void lookUpBases() {
    Result.Bases.resize(Count);
    auto Add = [&](uint32_t Ipoint) {
      if (Paths[Ipoint] == 0)
        return;
      Result.Bases[Ipoint] = Result.Total;
      Result.Total += Paths[Ipoint];
    };
    Add(Places.Entry);
    for (uint32_t I = 0; I != Count; ++I)
      if (Ends[I] && I != Places.Entry)
        Add(I);
  }

  /// Once it is settled where paths end.
  void describeCounts() {
    Result.Rounds.resize(Places.Transitions.size());
    Result.HasCount.resize(Count);
    Result.Added.resize(Count);
    Result.Counter.resize(Count);
    bool HasLoops = false;
    for (uint32_t I = 0; I != Count; ++I)
      if (const LoopOnPath *L = Loops.headedBy(I)) {
        HasLoops = true;
        describeLoop(*L);
      }
    if (!HasLoops || Places.HasSums)
      return;
    Result.CountBits = Log2_64_Ceil(std::max<uint64_t>(Result.Total, 1));
    for (uint32_t Ipoint : llvm::reverse(Order))
      Counted[Ipoint] = mayComeWithCount(Ipoint);
    for (uint32_t I = 0; I != Count; ++I)
      Result.HasCount[I] = Ends[I] && mayComeWithCount(I);
  }

  void describeLoop(const LoopOnPath &L) {
    const uint32_t Head = L.Ipoints.front();
    for (uint32_t T : To[Head])
      if (Loops.isInside(T))
        Result.Rounds[T] = true;
    // Loops share variables, but for those that are left for one ipoint.
    uint32_t Variable = 0;
    forEachWay(Head, [&](uint32_t T) {
      for (uint32_t I : Result.Added[target(T)])
        Variable = std::max(Variable, Result.Counter[I] + 1);
    });
    for (uint32_t Counter : L.Counters) {
      Result.Encodings[Counter] = Encoding::Count;
      Result.Counter[Counter] = Variable++;
    }
    if (Places.HasSums)
      forEachWay(Head, [&](uint32_t T) {
        llvm::append_range(Result.Added[target(T)], L.Counters);
      });
  }

  const PathPlaces &Places;
  uint64_t Limit;
  uint32_t Count;
  TransitionsBy From, To;
  CountedLoops Loops;
  bool Dropped = false;        ///< one that is counted no more
  std::vector<bool> Counted;   ///< whether a path may have a count there
  std::vector<bool> Ends;      ///< paths that come there
  std::vector<uint64_t> Paths; ///< how many begin there
  enum class State : uint8_t { New, Open, Done };
  std::vector<State> States;
  std::vector<uint32_t> Order;
  PathNumbers Result;
};

} // namespace

uint64_t pathLimit(size_t Ipoints) {
  // The other half of the numbers is for what targets that end paths take.
  return (uint64_t(1) << 31) / std::max<size_t>(Ipoints, 1);
}

PathNumbers numberPaths(PathPlaces Places, uint64_t Limit) {
  for (std::vector<bool> *Each :
       {&Places.Bodies, &Places.Counters, &Places.Records, &Places.Plain})
    Each->resize(Places.MustEnd.size());
  return Numberer(Places, Limit).number();
}

} // namespace ipoint
