//===- CallSizes.cpp - The few calls that take much longer ----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CallSizes.h"
#include <algorithm>
#include <bit>
#include <numeric>

namespace ipoint::worst {

static constexpr unsigned BandBits = 3; ///< 2^BandBits to a power of two

static size_t bandOf(uint64_t Ticks) {
  const unsigned Width = static_cast<unsigned>(std::bit_width(Ticks));
  const unsigned Shift = Width > BandBits + 1 ? Width - BandBits - 1 : 0;
  return (size_t(Shift) << BandBits) + static_cast<size_t>(Ticks >> Shift);
}

/// The smallest value in it.
static uint64_t lowOf(size_t Band) {
  const size_t Shift = Band >> BandBits > 1 ? (Band >> BandBits) - 1 : 0;
  return uint64_t(Band - (Shift << BandBits)) << Shift;
}

void CallSizes::add(uint64_t Ticks) {
  const size_t Index = bandOf(Ticks);
  if (Index >= Now.size())
    Now.resize(Index + 1);
  ++Now[Index].Count;
  Now[Index].Sum += Ticks;
  LongestNow = std::max(LongestNow, Ticks);
}

void CallSizes::drop() {
  Now.clear();
  LongestNow = 0;
}

void CallSizes::endRoot() {
  if (Now.empty())
    return;
  ++Roots;
  const size_t Size = std::max(Counts.size(), Now.size());
  Counts.resize(Size);
  Beyond.resize(Size);
  Band Above;
  for (size_t I = Now.size(); I-- != 0;) {
    Counts[I] += Now[I].Count;
    Above.Count += Now[I].Count;
    Above.Sum += Now[I].Sum;
    Beyond[I] = std::max(Beyond[I], Above.Sum - Above.Count * lowOf(I));
  }
  Longest = std::max(Longest, LongestNow);
  drop();
}

void CallSizes::merge(const CallSizes &Other) {
  const size_t Size = std::max(Counts.size(), Other.Counts.size());
  Counts.resize(Size);
  Beyond.resize(Size);
  for (size_t I = 0; I != Other.Counts.size(); ++I) {
    Counts[I] += Other.Counts[I];
    Beyond[I] = std::max(Beyond[I], Other.Beyond[I]);
  }
  Roots += Other.Roots;
  Longest = std::max(Longest, Other.Longest);
}

std::optional<uint64_t> CallSizes::limit() const {
  const uint64_t Calls =
      std::accumulate(Counts.begin(), Counts.end(), uint64_t(0));
  if (Calls / LeastPerRoot < Roots)
    return std::nullopt;
  const uint64_t Exceeding = std::max(Roots, Calls / PerExceeding);
  uint64_t Above = 0;
  size_t I = Counts.size();
  while (I != 0 && Above + Counts[I - 1] <= Exceeding)
    Above += Counts[--I];
  return Above == 0 ? std::nullopt : std::optional(lowOf(I));
}

uint64_t CallSizes::mostBeyond(double Limit) const {
  if (Limit >= static_cast<double>(Longest))
    return 0;
  return Beyond[bandOf(static_cast<uint64_t>(std::max(0.0, Limit)))];
}

} // namespace ipoint::worst
