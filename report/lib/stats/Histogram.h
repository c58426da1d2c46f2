//===- Histogram.h - Distributions of times -------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Counts of times in buckets: one for each value below 2048, above that 1024
// to each power of two, so that a bucket is less than 0.1 % of its values wide
// (the scheme of HdrHistogram, docs/method/). Memory goes with the number of
// different magnitudes that occur: pages of 64 buckets are made when they are
// first used.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_STATS_HISTOGRAM_H
#define IPOINT_STATS_HISTOGRAM_H

#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace ipoint::analysis {

class Histogram {
public:
  static constexpr unsigned ExactBits = 11;
  /// Values below this have one bucket each.
  static constexpr uint64_t ExactEnd = uint64_t(1) << ExactBits;

  struct Bucket {
    uint64_t Low = 0;  ///< smallest value that falls in it
    uint64_t High = 0; ///< largest
    uint64_t Count = 0;

    double middle() const { return (double(Low) + double(High)) / 2; }
  };

  /// The bucket of \p Value; grows with it.
  static unsigned indexOf(uint64_t Value) {
    if (Value < ExactEnd)
      return static_cast<unsigned>(Value);
    unsigned Shift = std::bit_width(Value) - ExactBits;
    return Shift * PerOctave + static_cast<unsigned>(Value >> Shift);
  }
  static uint64_t lowOf(unsigned Index);
  static uint64_t highOf(unsigned Index);

  void add(uint64_t Value, uint64_t Times = 1) {
    unsigned Index = indexOf(Value);
    unsigned PageIndex = Index / PageSize;
    if (PageIndex >= Pages.size() || !Pages[PageIndex]) [[unlikely]]
      addPage(PageIndex);
    (*Pages[PageIndex])[Index % PageSize] += Times;
  }

  void merge(const Histogram &Other);
  /// Takes away what \p Other has, all of which is here.
  void subtract(const Histogram &Other);

  /// Adds up the buckets: adding a value does not keep it.
  uint64_t count() const;
  bool empty() const { return Pages.empty(); }

  /// The smallest value that at least \p Share (0 to 1] of all values do not
  /// exceed (the nearest-rank definition), rounded up to the end of its bucket.
  /// Nothing if there are no values.
  std::optional<uint64_t> percentile(double Share) const;
  /// The rank, from 1, of that value among \p Count values.
  static uint64_t rankOf(uint64_t Count, double Share);
  /// How many values lie beyond that rank.
  static uint64_t beyond(uint64_t Count, double Share);
  /// The bucket of the value of each of \p Ranks (from 1, in any order); empty
  /// ones for those that the histogram does not have.
  std::vector<Bucket> atRanks(std::span<const uint64_t> Ranks) const;

  /// Calls \p F with each bucket that is not empty, smallest first.
  template <class Function> void forEach(Function &&F) const {
    for (unsigned P = 0; P < Pages.size(); ++P) {
      if (!Pages[P])
        continue;
      for (unsigned I = 0; I < PageSize; ++I)
        if (uint64_t Count = (*Pages[P])[I])
          F(Bucket{lowOf(P * PageSize + I), highOf(P * PageSize + I), Count});
    }
  }

  static constexpr unsigned PageSize = 64;
  using Page = std::array<uint64_t, PageSize>;

  /// Calls \p F with the counts of successive buckets of one width, the
  /// smallest value of the first one, and that width.
  template <class Function> void forEachPage(Function &&F) const {
    for (unsigned P = 0; P < Pages.size(); ++P) {
      unsigned First = P * PageSize;
      if (Pages[P])
        F(*Pages[P], lowOf(First), highOf(First) - lowOf(First) + 1);
    }
  }

private:
  static constexpr unsigned PerOctave = 1u << (ExactBits - 1);

  void addPage(unsigned Index);

  std::vector<std::unique_ptr<Page>> Pages;
};

} // namespace ipoint::analysis

#endif // IPOINT_STATS_HISTOGRAM_H
