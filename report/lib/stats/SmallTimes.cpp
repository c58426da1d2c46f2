//===- SmallTimes.cpp - Counts of short times, one increment each ---------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SmallTimes.h"
#include <algorithm>
#include <bit>
#include <limits>

namespace ipoint::analysis {

SmallTimes::Outcome SmallTimes::add(TimeCell &C, uint64_t Key, uint64_t Ticks,
                                    uint64_t End) {
  if (C.Key == TimeCell::NoKey && Key < TimeCell::NoKey)
    C.Key = static_cast<uint16_t>(Key);
  constexpr uint64_t Most = std::numeric_limits<uint32_t>::max();
  if (C.Key != Key || Key >= TimeCell::NoKey || Ticks >= End ||
      Counts.size() + End > Most)
    return NotCounted;
  bool IsLongest = Ticks >= C.Length;
  if (IsLongest)
    makeRoom(C, Ticks + 1);
  expect(1);
  Quick(*this).add(C, Ticks);
  return IsLongest ? Longest : Counted;
}

/// A table that becomes too short moves behind all others, and is twice as long
/// there at least: what it leaves behind is less than what is in use.
void SmallTimes::makeRoom(TimeCell &C, uint64_t Length) {
  // Most have one cache line, or two.
  auto RoomFor = [](uint64_t Numbers) {
    return Numbers == 0 ? 0 : std::bit_ceil(std::max(Numbers, Run));
  };
  uint64_t Room = RoomFor(Length);
  if (Room > RoomFor(C.Length)) {
    auto New = static_cast<uint32_t>(Counts.size());
    Counts.resize(Counts.size() + Room);
    std::copy_n(Counts.begin() + C.Table, C.Length, Counts.begin() + New);
    if (!Before.empty()) {
      Before.resize(Counts.size());
      std::copy_n(Before.begin() + C.Table, C.Length, Before.begin() + New);
    }
    for (uint32_t I = 0; I < C.Length && !Carried.empty(); ++I)
      if (auto It = Carried.find(C.Table + I); It != Carried.end()) {
        Carried[New + I] = It->second;
        Carried.erase(It);
      }
    C.Table = New;
  }
  C.Length = static_cast<uint16_t>(Length);
}

/// Takes so much out of each number that it can be incremented as often again,
/// and for what was expected before: add() may be called in between.
void SmallTimes::carry() {
  constexpr uint32_t Carry = uint32_t(1) << CarryBits;
  for (size_t Index = 1; Index < Counts.size(); ++Index)
    if (Counts[Index] & Carry) {
      ++Carried[Index];
      Counts[Index] &= ~Carry;
      if (!Before.empty())
        Before[Index] -= Carry; // modulo 2^32
    }
  static_assert(MostExpected <= Carry / 2);
  Room = Carry - MostExpected;
}

} // namespace ipoint::analysis
