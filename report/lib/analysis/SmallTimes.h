//===- SmallTimes.h - Counts of short times, one increment each -----------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Nearly all times of a trace are short, and most times of one transition have
// the same number of probes in them. Such a time is counted by incrementing one
// number; all others go their own, slower way. Pages of numbers are made when a
// value falls into them first, and lie in one vector.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_ANALYSIS_SMALLTIMES_H
#define IPOINT_ANALYSIS_SMALLTIMES_H

#include <cstdint>
#include <map>
#include <vector>

namespace ipoint::analysis {

/// Where the short times of one transition or function are counted.
struct TimeCell {
  static constexpr unsigned PageSize = 64; ///< values
  static constexpr unsigned PageCount = 8;
  /// Times from this on, ticks, are not counted here.
  static constexpr uint64_t End = PageSize * PageCount;
  static constexpr uint64_t NoKey = UINT64_MAX;

  uint64_t Key = NoKey; ///< what the times that it counts have in common
  uint32_t Pages[PageCount] = {}; ///< 0: none yet
};

class SmallTimes {
public:
  SmallTimes() : Counts(TimeCell::PageSize) {}

  /// Whether \p Ticks with \p Key is to be counted in \p C.
  static bool fits(const TimeCell &C, uint64_t Key, uint64_t Ticks) {
    return C.Key == Key && Ticks < TimeCell::End;
  }

  /// Counts \p Ticks, which fits. True where this value may be the first of
  /// its kind here: only then can it be a new maximum.
  bool add(TimeCell &C, uint64_t Ticks) {
    uint32_t &N = Counts[at(C, Ticks)];
    if (++N > 1) [[likely]]
      return false;
    return first(C, Ticks);
  }

  /// Calls \p F with each time and how often it came.
  template <class Function>
  void forEach(const TimeCell &C, Function &&F) const {
    for (unsigned P = 0; P < TimeCell::PageCount; ++P)
      for (unsigned I = 0; C.Pages[P] && I < TimeCell::PageSize; ++I) {
        uint64_t Ticks = uint64_t(P) * TimeCell::PageSize + I;
        if (uint64_t Times = count(at(C, Ticks)))
          F(Ticks, Times);
      }
  }

private:
  static size_t at(const TimeCell &C, uint64_t Ticks) {
    return size_t(C.Pages[Ticks / TimeCell::PageSize]) * TimeCell::PageSize +
           Ticks % TimeCell::PageSize;
  }

  /// The rare case: the number was 0 before, or 2^32 - 1, or the first page's,
  /// which stands for all that have not been made and stays empty.
  [[gnu::noinline]] bool first(TimeCell &C, uint64_t Ticks) {
    uint32_t &Page = C.Pages[Ticks / TimeCell::PageSize];
    if (Page == 0) {
      Counts[at(C, Ticks)] = 0;
      Page = static_cast<uint32_t>(Counts.size() / TimeCell::PageSize);
      Counts.resize(Counts.size() + TimeCell::PageSize);
      Counts[at(C, Ticks)] = 1;
    }
    if (Counts[at(C, Ticks)] == 0)
      ++Wraps[at(C, Ticks)];
    return true;
  }

  uint64_t count(size_t Index) const {
    auto It = Wraps.find(Index);
    return Counts[Index] + (It == Wraps.end() ? 0 : It->second << 32);
  }

  std::vector<uint32_t> Counts;     ///< page by page
  std::map<size_t, uint64_t> Wraps; ///< how often one of them passed 2^32 - 1
};

} // namespace ipoint::analysis

#endif // IPOINT_ANALYSIS_SMALLTIMES_H
