//===- Series.cpp - Times in the order of execution -----------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Series.h"
#include <algorithm>
#include <bit>
#include <iterator>

namespace ipoint::analysis {

/// To end a bucket takes as long as to count some thousand records.
SeriesGrid SeriesGrid::of(size_t Runs, uint64_t Records, uint64_t Ticks) {
  constexpr uint64_t RecordsOfEach = uint64_t(1) << 15;
  SeriesGrid G;
  G.Most = std::clamp<size_t>(std::bit_floor(Records / RecordsOfEach), Least,
                              MostEver);
  // A run may lie in two buckets however wide these are.
  while ((std::max<size_t>(Runs, 1) - 1) >> G.RunShift >= G.Most / 2)
    ++G.RunShift;
  constexpr unsigned Widest = 63, Finest = 6;
  auto Width = unsigned(std::bit_width(2 * Ticks / G.Most));
  G.Shift = G.RunShift ? Widest : std::max(Finest, Width ? Width - 1 : 0);
  return G;
}

std::optional<uint64_t> SeriesSums::maxBeside(const SeriesSums &Some) const {
  for (size_t I = 0; I < std::min<uint64_t>(Count, Most); ++I)
    if (I >= Some.Count || Largest[I] != Some.Largest[I])
      return Largest[I];
  return std::nullopt;
}

void Series::startStream(uint32_t Number) {
  Run = Number;
  Begin = Span = 0;
}

void Series::open(uint64_t Ticks) {
  Span = (uint64_t(1) << Grid.Shift) - 1;
  Begin = Ticks & ~Span;
}

void Series::close(Entries Some) {
  if (!Some.empty())
    put(Grid.keyOf(Run, Begin), std::move(Some));
  while (areTooMany())
    coarsen();
}

/// Adds \p From to \p To; both are by object.
static void addTo(Series::Entries &To, Series::Entries &&From) {
  if (To.empty()) {
    To = std::move(From);
    return;
  }
  Series::Entries Sum;
  Sum.reserve(To.size() + From.size());
  auto A = To.begin(), B = From.begin();
  while (A != To.end() || B != From.end()) {
    if (B == From.end() || (A != To.end() && A->Object < B->Object)) {
      Sum.push_back(*A++);
    } else if (A == To.end() || B->Object < A->Object) {
      Sum.push_back(*B++);
    } else {
      Sum.push_back(*A++);
      Sum.back().Sums.add((B++)->Sums);
    }
  }
  Sum.shrink_to_fit();
  To = std::move(Sum);
}

void Series::put(SeriesKey Key, Entries Some) {
  addTo(Buckets[Key], std::move(Some));
}

/// Buckets between a run's first and last one count, whether or not they have
/// something: so it does not depend on what is put in first.
bool Series::areTooMany() const {
  if (Grid.RunShift || Buckets.empty())
    return false;
  uint64_t All = 0;
  for (auto It = Buckets.begin(); It != Buckets.end();) {
    auto End = Buckets.lower_bound({It->first.Run + 1, 0});
    All += std::prev(End)->first.Bits - It->first.Bits + 1;
    It = End;
  }
  return All > Grid.Most;
}

void Series::coarsen() {
  std::map<SeriesKey, Entries> Finer = std::exchange(Buckets, {});
  ++Grid.Shift;
  for (auto &[Key, Some] : Finer)
    put({Key.Run, Key.Bits >> 1}, std::move(Some));
}

void Series::add(Series &&Other) {
  while (Other.Grid.Shift < Grid.Shift)
    Other.coarsen();
  while (Grid.Shift < Other.Grid.Shift)
    coarsen();
  for (auto &[Key, Some] : Other.Buckets)
    put(Key, std::move(Some));
  while (areTooMany())
    coarsen();
}

void RecordMarks::add(RecordMark M) {
  if (Marks.size() > Newest)
    Marks.erase(Marks.begin() + 1);
  Marks.push_back(M);
}

void RecordMarks::merge(const RecordMarks &Other, uint64_t Before) {
  for (RecordMark M : Other.Marks)
    if (Marks.empty() || M.Ticks > Marks.back().Ticks)
      add({M.Number + Before, M.Ticks});
}

} // namespace ipoint::analysis
