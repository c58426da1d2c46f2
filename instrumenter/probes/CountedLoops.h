//===- CountedLoops.h - Loops whose rounds are counted --------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Only a cycle that is entered at one ipoint, its head, is counted, and none in
// which something else may be recorded. Where one way only leads round a loop,
// how often it was taken says all: the path that goes through the loop has the
// count with its number, in place of a path for each round. Where counts are
// sums, ways within the loop may part (database/CountedLoop.h).
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_PROBES_COUNTEDLOOPS_H
#define IPOINT_PROBES_COUNTEDLOOPS_H

#include "probes/PathNumbers.h"
#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <vector>

namespace ipoint {

/// The indices of transitions by one of their ends.
class TransitionsBy {
public:
  /// \p End says which ipoint is that of a transition.
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

  llvm::ArrayRef<uint32_t> operator[](uint32_t Ipoint) const {
    return llvm::ArrayRef(Indices).slice(First[Ipoint],
                                         First[Ipoint + 1] - First[Ipoint]);
  }

private:
  std::vector<uint32_t> First, Indices;
};

/// One that paths lead through.
struct LoopOnPath {
  /// First its head, then in an order in which control can come to them.
  std::vector<uint32_t> Ipoints;
  std::vector<uint32_t> Counters; ///< those of them that count
};

class CountedLoops {
public:
  static constexpr uint32_t None = ~0u;
  /// Of sums: more would not stay in registers.
  static constexpr size_t MostCounters = 8;

  /// \p From and \p To are the transitions by source and target.
  CountedLoops(const PathPlaces &Places, const TransitionsBy &From,
               const TransitionsBy &To)
      : Places(Places), From(From), To(To),
        Of(Places.MustEnd.size(), uint32_t(None)) {}

  /// Finds the loops to be counted; in \p Ends paths end at the bodies of the
  /// others. Time grows with the number of transitions and, up to a limit, the
  /// depth of the nest.
  void find(std::vector<bool> &Ends);

  /// Index of the loop that \p Ipoint lies in, or None.
  uint32_t indexOf(uint32_t Ipoint) const { return Of[Ipoint]; }
  bool contains(uint32_t Ipoint) const { return Of[Ipoint] != None; }
  /// The loop whose head is \p Ipoint, or null.
  const LoopOnPath *headedBy(uint32_t Ipoint) const {
    return contains(Ipoint) && Loops[Of[Ipoint]].Ipoints.front() == Ipoint
               ? &Loops[Of[Ipoint]]
               : nullptr;
  }
  /// Whether \p Transition leads on or round in a counted loop.
  bool isInside(uint32_t Transition) const {
    auto [Source, Target] = Places.Transitions[Transition];
    return contains(Source) && Of[Source] == Of[Target];
  }
  bool isBack(uint32_t Transition) const {
    return isInside(Transition) &&
           headedBy(Places.Transitions[Transition].second);
  }
  const LoopOnPath &operator[](uint32_t Index) const { return Loops[Index]; }

  /// Loop \p Index is counted no more: paths end where it counts, or at \p End.
  void drop(uint32_t Index, std::vector<bool> &Ends,
            std::optional<uint32_t> End = std::nullopt);

private:
  void findComponents(const std::vector<bool> &Ends);
  bool takeComponent(llvm::ArrayRef<uint32_t> Ipoints);
  std::optional<LoopOnPath> withOneWay(uint32_t Head) const;
  std::optional<LoopOnPath> withSums(uint32_t Head,
                                     llvm::ArrayRef<uint32_t> Ipoints) const;
  /// The transition from \p Ipoint that stays in its component, if it is the
  /// only one.
  std::optional<uint32_t> wayRound(uint32_t Ipoint) const;
  bool hasWaysOut(llvm::ArrayRef<uint32_t> Ipoints) const;

  const PathPlaces &Places;
  const TransitionsBy &From, &To;
  std::vector<LoopOnPath> Loops;
  std::vector<uint32_t> Of; ///< by ipoint
  // Strongly connected components of what is left between ends of paths:
  std::vector<uint32_t> Component;            ///< by ipoint
  std::vector<std::vector<uint32_t>> Members; ///< of those with a cycle
};

} // namespace ipoint

#endif // IPOINT_PROBES_COUNTEDLOOPS_H
