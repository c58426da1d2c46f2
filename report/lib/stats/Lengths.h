//===- Lengths.h - How many times are how long, coarsely ------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For pictures: eight bins to each power of two, one for each tick below 16.
// Of what happens at about one time few differ, so only bins with something
// are kept.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_STATS_LENGTHS_H
#define IPOINT_STATS_LENGTHS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <algorithm>
#include <bit>
#include <cstdint>

namespace ipoint::analysis {

class Lengths {
public:
  struct Bin {
    uint32_t Number = 0; ///< as binOf() has it
    uint64_t Count = 0;

    bool operator==(const Bin &) const = default;
  };

  /// A bin of a larger number has longer times.
  static uint32_t binOf(uint64_t Ticks) {
    constexpr int Digits = 4;
    int Shift = std::max(0, int(std::bit_width(Ticks)) - Digits);
    return (uint32_t(Shift) << (Digits - 1)) + uint32_t(Ticks >> Shift);
  }

  void add(uint64_t Ticks, uint64_t Times) { add(Bin{binOf(Ticks), Times}); }
  void add(const Lengths &Other) {
    for (Bin B : Other.Bins)
      add(B);
  }
  /// Those with something, the shortest times first.
  llvm::ArrayRef<Bin> bins() const { return Bins; }

private:
  void add(Bin B) {
    auto At = Bins.end();
    while (At != Bins.begin() && (At - 1)->Number >= B.Number)
      --At;
    if (At != Bins.end() && At->Number == B.Number)
      At->Count += B.Count;
    else
      Bins.insert(At, B);
  }

  llvm::SmallVector<Bin, 0> Bins;
};

} // namespace ipoint::analysis

#endif // IPOINT_STATS_LENGTHS_H
