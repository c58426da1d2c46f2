//===- PathNumbers.cpp - Numbers for the paths of a function --------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "probes/PathNumbers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

using namespace llvm;
using ipoint::database::Encoding;

namespace ipoint {

namespace {

/// Transitions by one of their ends: their indices.
class TransitionsBy {
public:
  template <typename EndOf>
  TransitionsBy(size_t Ipoints, size_t Transitions, EndOf End)
      : First(Ipoints + 1), Indices(Transitions) {
    for (uint32_t I = 0; I != Transitions; ++I)
      ++First[End(I) + 1];
    for (size_t I = 0; I != Ipoints; ++I)
      First[I + 1] += First[I];
    std::vector<uint32_t> Next = First;
    for (uint32_t I = 0; I != Transitions; ++I)
      Indices[Next[End(I)]++] = I;
  }

  ArrayRef<uint32_t> operator[](uint32_t Ipoint) const {
    return ArrayRef(Indices).slice(First[Ipoint],
                                   First[Ipoint + 1] - First[Ipoint]);
  }

private:
  std::vector<uint32_t> First, Indices;
};

class Numberer {
public:
  Numberer(const PathPlaces &Places, uint64_t Limit)
      : Places(Places), Limit(Limit), Count(Places.MustEnd.size()),
        From(Count, Places.Transitions.size(),
             [&](uint32_t T) { return source(T); }),
        To(Count, Places.Transitions.size(),
           [&](uint32_t T) { return target(T); }),
        Ends(Places.MustEnd), Paths(Count) {}

  PathNumbers number() {
    for (uint32_t I = 0; I != Count; ++I)
      if (I != Places.Entry)
        Ends[I] = Ends[I] || From[I].empty() || To[I].empty();
    endCycles();
    tellApart();
    Result.Increments.resize(Places.Transitions.size());
    for (uint32_t Ipoint : Order)
      numberFrom(Ipoint);
    lookUpBases();
    for (uint32_t I = 0; I != Count; ++I)
      Result.Encodings.push_back(Ends[I] ? Encoding::Path : Encoding::Sum);
    return std::move(Result);
  }

private:
  uint32_t source(uint32_t T) const { return Places.Transitions[T].first; }
  uint32_t target(uint32_t T) const { return Places.Transitions[T].second; }

  /// Whether nothing can be added where \p Ipoint is reached.
  bool isShared(uint32_t Ipoint) const { return To[Ipoint].size() > 1; }

  /// Ends a path in each cycle. Order then has what paths lead to before what
  /// they come from.
  void endCycles() {
    States.resize(Count);
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
      uint32_t Target = target(From[At][Next++]);
      if (States[Target] == State::Open)
        Ends[Target] = true;
      if (States[Target] != State::New || Ends[Target])
        continue;
      States[Target] = State::Open;
      Work.push_back({Target, 0});
    }
  }

  /// Of the shared targets that follow an ipoint, nothing but the end of a path
  /// tells one from another.
  void tellApart() {
    std::vector<uint32_t> Open(Count); // shared targets that end nothing
    std::vector<bool> HasEnd(Count);   // or shared ones that do
    std::vector<uint32_t> Work;
    for (uint32_t I = 0; I != Count; ++I) {
      for (uint32_t T : From[I])
        if (isShared(target(T)) && Ends[target(T)])
          HasEnd[I] = true;
        else if (isShared(target(T)))
          ++Open[I];
      Work.push_back(I);
    }
    while (!Work.empty()) {
      uint32_t Ipoint = Work.back();
      Work.pop_back();
      if (Open[Ipoint] + HasEnd[Ipoint] < 2)
        continue;
      for (uint32_t T : From[Ipoint]) {
        uint32_t Target = target(T);
        if (!isShared(Target) || Ends[Target])
          continue;
        Ends[Target] = true;
        for (uint32_t Way : To[Target]) {
          --Open[source(Way)];
          HasEnd[source(Way)] = true;
          Work.push_back(source(Way));
        }
      }
    }
  }

  /// How many numbers the paths through \p Target take.
  uint64_t width(uint32_t Target) const {
    return Ends[Target] ? 1 : Paths[Target];
  }

  void numberFrom(uint32_t Ipoint) {
    uint64_t Shared = 0, Own = 0;
    for (uint32_t T : From[Ipoint])
      if (uint64_t Width = width(target(T)); isShared(target(T)))
        Shared = std::max(Shared, Width);
      else
        Own += Width;
    if (Shared + Own > Limit)
      endWidest(Ipoint, Shared + Own);
    uint64_t Next = Shared;
    for (uint32_t T : From[Ipoint])
      if (!isShared(target(T))) {
        Result.Increments[T] = static_cast<uint32_t>(Next);
        Next += width(target(T));
      }
    Paths[Ipoint] = Next;
    // What leads here leaves the rest of the limit to targets of its own.
    if (isShared(Ipoint) && Next > Limit / 2)
      Ends[Ipoint] = true;
  }

  /// Ends paths at targets that \p Ipoint has for itself, until no more than
  /// the limit are left of \p Sum numbers.
  void endWidest(uint32_t Ipoint, uint64_t Sum) {
    SmallVector<uint32_t, 16> Targets;
    for (uint32_t T : From[Ipoint])
      if (!isShared(target(T)) && !Ends[target(T)])
        Targets.push_back(target(T));
    llvm::stable_sort(
        Targets, [&](uint32_t A, uint32_t B) { return Paths[A] > Paths[B]; });
    for (uint32_t Target : Targets) {
      if (Sum <= Limit)
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

  const PathPlaces &Places;
  uint64_t Limit;
  uint32_t Count;
  TransitionsBy From, To;
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

PathNumbers numberPaths(const PathPlaces &Places, uint64_t Limit) {
  return Numberer(Places, Limit).number();
}

} // namespace ipoint
