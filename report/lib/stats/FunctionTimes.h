//===- FunctionTimes.h - Short times of activations -----------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An activation has a self and an inclusive time, each with its number of timed
// probes. Where no instrumented function is called the two are one, and counted
// once.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_STATS_FUNCTIONTIMES_H
#define IPOINT_STATS_FUNCTIONTIMES_H

#include "SmallTimes.h"
#include <array>
#include <vector>

namespace ipoint::analysis {

/// An activation that is sure and has timed probes only.
struct ActivationTimes {
  uint64_t Self = 0;            ///< ticks
  uint64_t SelfProbes = 0;      ///< timed ones
  uint64_t Inclusive = 0;       ///< ticks
  uint64_t InclusiveProbes = 0; ///< timed ones

  /// It called no instrumented function: its two times are one.
  bool isLeaf() const { return SelfProbes == InclusiveProbes; }
};

class FunctionTimes {
  static constexpr size_t WayCount = 8;
  /// By the low bits of the number of probes; a cache line.
  using Ways = std::array<TimeCell, WayCount>;
  enum Kind { Both, Self, Inclusive, KindCount };
  struct alignas(64) FunctionCells {
    std::array<Ways, KindCount> Of; ///< by Kind
  };

public:
  using Outcome = SmallTimes::Outcome;
  /// Times from this on, ticks, are not counted here. One in twenty of all
  /// activations took longer than 512 ticks, one in a hundred longer than this.
  static constexpr uint64_t End = 2048;

  /// Counts in \p Counts.
  FunctionTimes(size_t Functions, SmallTimes &Counts)
      : Cells(Functions), Counts(Counts) {}

  /// Count a time of \p Function; of a leaf it is both.
  Outcome addLeaf(uint32_t Function, uint64_t Ticks, uint64_t Timed) {
    return add(Cells[Function].Of[Both], Ticks, Timed);
  }
  Outcome addSelf(uint32_t Function, uint64_t Ticks, uint64_t Timed) {
    return add(Cells[Function].Of[Self], Ticks, Timed);
  }
  Outcome addInclusive(uint32_t Function, uint64_t Ticks, uint64_t Timed) {
    return add(Cells[Function].Of[Inclusive], Ticks, Timed);
  }

  /// Whether it has counted both times of \p A, of \p Function, with \p Quick,
  /// which is of the same SmallTimes.
  [[gnu::always_inline]] bool addShort(uint32_t Function,
                                       const ActivationTimes &A,
                                       SmallTimes::Quick &Quick) const {
    // No branch: whether it is a leaf could not be foreseen.
    const auto &Of = Cells[Function].Of;
    size_t Calls = !A.isLeaf();
    const TimeCell &OfSelf = Of[Calls * Self][A.SelfProbes % WayCount];
    const TimeCell &OfInclusive =
        Of[Calls * Inclusive][A.InclusiveProbes % WayCount];
    if (!OfSelf.has(A.SelfProbes, A.Self) ||
        !OfInclusive.has(A.InclusiveProbes, A.Inclusive)) [[unlikely]]
      return false;
    Quick.add(OfSelf, A.Self);
    Quick.add(OfInclusive, A.Inclusive, static_cast<uint32_t>(Calls));
    return true;
  }
  /// Calls \p Self and \p Inclusive with times, their number of timed probes
  /// and how often they came.
  template <class OfSelf, class OfInclusive>
  void forEach(uint32_t Function, OfSelf &&Self,
               OfInclusive &&Inclusive) const {
    const FunctionCells &C = Cells[Function];
    each(C.Of[FunctionTimes::Both],
         [&](uint64_t Ticks, uint64_t Timed, uint64_t Times) {
           Self(Ticks, Timed, Times);
           Inclusive(Ticks, Timed, Times);
         });
    each(C.Of[FunctionTimes::Self], Self);
    each(C.Of[FunctionTimes::Inclusive], Inclusive);
  }

  /// The same with times that are new, as SmallTimes::forEachNew(), and how
  /// often they came.
  template <class OfSelf, class OfInclusive>
  void forEachNew(uint32_t Function, OfSelf &&Self, OfInclusive &&Inclusive) {
    const FunctionCells &C = Cells[Function];
    auto Each = [&](Kind K, auto &&F) {
      for (const TimeCell &Cell : C.Of[K])
        Counts.forEachNew(Cell, F);
    };
    Each(FunctionTimes::Both, [&](uint64_t Ticks, uint64_t Times) {
      Self(Ticks, Times);
      Inclusive(Ticks, Times);
    });
    Each(FunctionTimes::Self, Self);
    Each(FunctionTimes::Inclusive, Inclusive);
  }

private:
  Outcome add(Ways &W, uint64_t Ticks, uint64_t Timed) {
    return Counts.add(W[Timed % WayCount], Timed, Ticks, End);
  }

  template <class Function> void each(const Ways &W, Function &&F) const {
    for (const TimeCell &C : W)
      Counts.forEach(
          C, [&](uint64_t Ticks, uint64_t Times) { F(Ticks, C.Key, Times); });
  }

  std::vector<FunctionCells> Cells; ///< by function
  SmallTimes &Counts;
};

} // namespace ipoint::analysis

#endif // IPOINT_STATS_FUNCTIONTIMES_H
