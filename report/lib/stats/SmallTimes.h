//===- SmallTimes.h - Counts of short times, one increment each -----------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Nearly all times of a trace are short, and most times of one transition have
// the same number of probes in them. Such a time is counted by incrementing one
// number; all others go their own, slower way. Each cell has a table of numbers
// that is as long as its longest time wants it, and all tables lie in one
// vector: what is in use is to stay in the caches.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_STATS_SMALLTIMES_H
#define IPOINT_STATS_SMALLTIMES_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace ipoint::analysis {

/// Where short times of one transition or function are counted.
struct TimeCell {
  /// Keys from this on are not counted here.
  static constexpr uint64_t NoKey = UINT16_MAX;

  uint32_t Table = 0;   ///< index of the number of time 0
  uint16_t Key = NoKey; ///< what the times that it counts have in common
  uint16_t Length = 0;  ///< one more than the longest time so far, ticks

  /// Whether it counts times with \p Wanted, and has had one so long.
  [[gnu::always_inline]] bool has(uint64_t Wanted, uint64_t Ticks) const {
    return (Key == Wanted) & (Ticks < Length);
  }
};

class SmallTimes {
public:
  enum Outcome : uint8_t {
    Counted,
    Longest,   ///< the same, and it is longer than all before it in its cell
    NotCounted ///< it has no room
  };

  /// Counts \p Ticks with \p Key in \p C, which takes that for its key if it
  /// has none yet; but no times from \p End on, at most 2^15.
  Outcome add(TimeCell &C, uint64_t Key, uint64_t Ticks, uint64_t End);

  /// Counts what takes an increment and no more. Knows nothing of what add() is
  /// called for later.
  class Quick;
  /// No number is incremented more than \p Times times by such before the next
  /// call, at most MostExpected.
  static constexpr uint32_t MostExpected = uint32_t(1) << 30;
  void expect(uint32_t Times) {
    if (Times > Room) [[unlikely]]
      carry();
    Room -= Times;
  }

  /// Calls \p F with each time of \p C, from the shortest on, and how often it
  /// came.
  template <class Function>
  void forEach(const TimeCell &C, Function &&F) const {
    // Most are 0, and this is done for each slice of a trace.
    const uint32_t *Table = Counts.data() + C.Table;
    for (uint64_t Begin = 0; Begin < C.Length; Begin += Run) {
      uint32_t Any = !Carried.empty();
      for (uint64_t I = 0; I < Run; ++I)
        Any |= Table[Begin + I];
      if (!Any) [[likely]]
        continue;
      for (uint64_t Ticks = Begin; Ticks < Begin + Run; ++Ticks)
        if (uint64_t Times = count(C.Table + Ticks))
          F(Ticks, Times);
    }
  }

  /// From here on forEachNew() may be called.
  void watchNews() { Before.resize(Counts.size()); }
  /// As forEach(), with what was counted since it was last called for \p C.
  template <class Function> void forEachNew(const TimeCell &C, Function &&F) {
    const uint32_t *Table = Counts.data() + C.Table;
    uint32_t *Old = Before.data() + C.Table;
    for (uint64_t Begin = 0; Begin < C.Length; Begin += Run) {
      uint32_t Any = 0;
      for (uint64_t I = 0; I < Run; ++I)
        Any |= Table[Begin + I] ^ Old[Begin + I];
      if (!Any) [[likely]]
        continue;
      for (uint64_t Ticks = Begin; Ticks < Begin + Run; ++Ticks)
        if (uint32_t Times =
                Table[Ticks] - std::exchange(Old[Ticks], Table[Ticks]))
          F(Ticks, uint64_t(Times));
    }
  }

private:
  static constexpr unsigned CarryBits = 31;
  /// Numbers that are looked at together; a table has a multiple of that.
  static constexpr uint64_t Run = 16;

  void makeRoom(TimeCell &C, uint64_t Length);
  [[gnu::noinline]] void carry();
  uint64_t count(size_t Index) const {
    if (Carried.empty()) [[likely]]
      return Counts[Index];
    auto It = Carried.find(Index);
    return Counts[Index] + (It == Carried.end() ? 0 : It->second << CarryBits);
  }

  /// Table by table; the first number is of none.
  std::vector<uint32_t> Counts = {0};
  std::vector<uint32_t>
      Before; ///< what forEachNew() has seen; empty: not asked
  std::map<size_t, uint64_t> Carried; ///< what went out of them, in 2^CarryBits
  /// How often each of Counts can be incremented before they are to be carried,
  /// apart from what was expected and has not come yet.
  uint32_t Room = uint32_t(1) << CarryBits;
};

class SmallTimes::Quick {
public:
  explicit Quick(SmallTimes &Of) : Counts(Of.Counts.data()) {}

  /// \p Ticks in \p C, which has them. \p Times is 1, or 0 to count nothing.
  [[gnu::always_inline]] void add(const TimeCell &C, uint64_t Ticks,
                                  uint32_t Times = 1) {
    Counts[C.Table + Ticks] += Times;
  }

private:
  uint32_t *Counts;
};

// An activation has a self and an inclusive time, each with its number of timed
// probes. Where no instrumented function is called the two are one, and counted
// once.

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

#endif // IPOINT_STATS_SMALLTIMES_H
