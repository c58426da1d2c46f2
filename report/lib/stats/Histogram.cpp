//===- Histogram.cpp - Distributions of times -----------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Histogram.h"
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace ipoint::analysis {

/// By how much a value of bucket \p Index was shifted.
static unsigned shiftOf(unsigned Index, unsigned PerOctave) {
  return Index < 2 * PerOctave ? 0 : Index / PerOctave - 1;
}

uint64_t Histogram::lowOf(unsigned Index) {
  unsigned Shift = shiftOf(Index, PerOctave);
  return uint64_t(Index - Shift * PerOctave) << Shift;
}

uint64_t Histogram::highOf(unsigned Index) {
  unsigned Shift = shiftOf(Index, PerOctave);
  return lowOf(Index) + ((uint64_t(1) << Shift) - 1);
}

void Histogram::addPage(unsigned Index) {
  if (Index >= Pages.size())
    Pages.resize(Index + 1);
  Pages[Index] = std::make_unique<Page>(Page{});
}

void Histogram::merge(const Histogram &Other) {
  for (unsigned P = 0; P < Other.Pages.size(); ++P) {
    if (!Other.Pages[P])
      continue;
    if (P >= Pages.size() || !Pages[P])
      addPage(P);
    for (unsigned I = 0; I < PageSize; ++I)
      (*Pages[P])[I] += (*Other.Pages[P])[I];
  }
}

void Histogram::subtract(const Histogram &Other) {
  for (unsigned P = 0; P < Other.Pages.size(); ++P)
    if (Other.Pages[P])
      for (unsigned I = 0; I < PageSize; ++I)
        (*Pages[P])[I] -= (*Other.Pages[P])[I];
}

uint64_t Histogram::count() const {
  uint64_t Total = 0;
  for (const std::unique_ptr<Page> &P : Pages)
    if (P)
      Total = std::accumulate(P->begin(), P->end(), Total);
  return Total;
}

uint64_t Histogram::rankOf(uint64_t Count, double Share) {
  // The smallest rank R with R / Count >= Share. A product within rounding of a
  // whole number counts as one: 0.9 of 10 is 9, not 10. Share and the
  // product are rounded, each by half an epsilon at most.
  constexpr double Rounded = 2 * std::numeric_limits<double>::epsilon();
  double Exact = Share * static_cast<double>(Count);
  double Near = std::round(Exact);
  double Rank =
      std::abs(Exact - Near) <= Rounded * Exact ? Near : std::ceil(Exact);
  return std::clamp<uint64_t>(static_cast<uint64_t>(Rank), 1,
                              std::max<uint64_t>(Count, 1));
}

uint64_t Histogram::beyond(uint64_t Count, double Share) {
  return Count == 0 ? 0 : Count - rankOf(Count, Share);
}

std::optional<uint64_t> Histogram::percentile(double Share) const {
  uint64_t Total = count();
  if (Total == 0)
    return std::nullopt;
  const uint64_t Rank[] = {rankOf(Total, Share)};
  return atRanks(Rank).front().High;
}

std::vector<Histogram::Bucket>
Histogram::atRanks(std::span<const uint64_t> Ranks) const {
  std::vector<size_t> Order(Ranks.size());
  std::iota(Order.begin(), Order.end(), 0);
  std::sort(Order.begin(), Order.end(),
            [&](size_t A, size_t B) { return Ranks[A] < Ranks[B]; });
  std::vector<Bucket> Result(Ranks.size());
  auto Next = Order.begin();
  uint64_t Seen = 0;
  forEach([&](const Bucket &B) {
    Seen += B.Count;
    for (; Next != Order.end() && Ranks[*Next] <= Seen; ++Next)
      Result[*Next] = B;
  });
  return Result;
}

} // namespace ipoint::analysis
