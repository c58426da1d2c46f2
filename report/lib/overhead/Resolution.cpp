//===- Resolution.cpp - The clock resolution that records show ------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Clock.h"
#include "trace/StreamReader.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cmath>
#include <numeric>

using namespace llvm;

namespace ipoint::analysis {

/// This many differences, and this many distinct ones, are not all multiples of
/// something by chance.
static constexpr uint64_t LeastDifferences = 1000;
static constexpr size_t LeastDifferent = 32;
/// Where the clock stands still between two reads, one step is the smallest
/// difference that there is, and the commonest.
static constexpr uint64_t LeastBesideZero = 100;

void DifferenceSample::add(uint64_t Difference) {
  ++Count;
  if (Difference < SmallEnd)
    ++Small[Difference];
  if (Difference == 0)
    return;
  ++NotZero;
  Common = std::gcd(Common, Difference);
  Smallest = std::min(Smallest, Difference);
  if (Different.size() < LeastDifferent && !is_contained(Different, Difference))
    Different.push_back(Difference);
}

std::optional<double> DifferenceSample::resolution() const {
  bool StandsStill =
      NotZero < Count && NotZero >= LeastBesideZero && Common == Smallest;
  if (StandsStill)
    return static_cast<double>(Common);
  if (Count < LeastDifferences || Different.size() < LeastDifferent)
    return std::nullopt;
  if (Common > 1)
    return static_cast<double>(Common);
  return fractionalResolution().value_or(1);
}

/// Whether nearly all small differences are multiples of \p Resolution to one
/// tick.
bool DifferenceSample::fits(double Resolution) const {
  // The error of Resolution grows with the multiple, so only the first ones
  // count.
  constexpr double Multiples = 32;
  constexpr double Nearly = 0.98;
  constexpr unsigned LeastMultiples = 8;
  auto End =
      std::min(static_cast<size_t>(Resolution * Multiples), Small.size());
  uint64_t All = 0, Fitting = 0;
  unsigned Kinds = 0, FittingKinds = 0, Met = 0;
  double Last = -1;
  for (size_t D = 0; D < End; ++D) {
    if (Small[D] == 0)
      continue;
    double Multiple = std::round(static_cast<double>(D) / Resolution);
    bool Fits = std::abs(static_cast<double>(D) - Multiple * Resolution) <= 1;
    All += Small[D];
    ++Kinds;
    if (!Fits)
      continue;
    Fitting += Small[D];
    ++FittingKinds;
    Met += Multiple != Last;
    Last = Multiple;
  }
  // Rare ones are those during which the clock was set, or a CPU was changed.
  return static_cast<double>(Fitting) >= Nearly * static_cast<double>(All) &&
         2 * FittingKinds > Kinds && Met >= LeastMultiples;
}

/// Tries the commonest small differences and their parts, from large to small:
/// where a step fits, so do its parts.
std::optional<double> DifferenceSample::fractionalResolution() const {
  // Below that a difference is near some multiple by chance.
  constexpr double LeastResolution = 8;
  constexpr size_t Tried = 8;
  std::vector<uint64_t> Commonest;
  for (uint64_t D = uint64_t(LeastResolution); D < SmallEnd; ++D)
    if (Small[D])
      Commonest.push_back(D);
  std::ranges::stable_sort(Commonest, std::ranges::greater{},
                           [&](uint64_t I) { return Small[I]; });
  Commonest.resize(std::min(Commonest.size(), Tried));
  std::vector<double> Candidates;
  for (uint64_t D : Commonest)
    for (unsigned Part = 1; Part <= Tried; ++Part)
      for (int Shift = -32; Shift <= 32; ++Shift)
        Candidates.push_back((static_cast<double>(D) + double(Shift) / 32) /
                             Part);
  sort(Candidates, std::greater<>());
  // The middle of the first run of candidates that fit.
  double First = 0, Final = 0;
  for (double Resolution : Candidates) {
    if (Resolution < LeastResolution ||
        (First != 0 && Resolution < Final - 1.0 / 16))
      break;
    if (!fits(Resolution))
      continue;
    First = First != 0 ? First : Resolution;
    Final = Resolution;
  }
  if (First == 0)
    return std::nullopt;
  return (First + Final) / 2;
}

std::optional<uint64_t> DifferenceSample::least() const {
  constexpr uint64_t Rank = 10;
  uint64_t Seen = 0;
  for (uint64_t D = 0; D < SmallEnd; ++D)
    if ((Seen += Small[D]) >= Rank)
      return D;
  return std::nullopt;
}

namespace {

/// Takes the differences out of a packet's events.
struct DifferenceTaker {
  DifferenceSample &Sample;
  uint64_t Last = 0;
  bool HaveLast = false; ///< of a probe

  void timed(uint32_t Id, uint64_t Time) {
    if (HaveLast && Id >= IPOINT_ID_FIRST)
      Sample.add(Time - Last);
    Last = Time;
    // The runtime's own reads are not made by probes.
    HaveLast = Id >= IPOINT_ID_FIRST;
  }
  void untimed(uint32_t, uint64_t) {}
  void gap() { HaveLast = false; }
};

} // namespace

Expected<trace::Reduced> differencesIn(const trace::Trace &T) {
  if (T.Reduced)
    return *T.Reduced;
  DifferenceSample Sample;
  constexpr uint64_t Limit = 1 << 20; // records
  const uint64_t Share = Limit / std::max<size_t>(T.Streams.size(), 1) + 1;
  for (const std::string &File : T.Streams) {
    trace::DamageList Ignored; // reported by the first pass
    auto Opened = trace::StreamFile::open(T, File, Ignored);
    if (!Opened)
      return Opened.takeError();
    trace::StreamReader &Stream = (*Opened)->Records;
    while (Stream.next() && Stream.summary().read() < Share) {
      DifferenceTaker Taker{Sample};
      Stream.read(Taker, Stream.next()->Offset + 1);
    }
  }
  trace::Reduced Result;
  Result.Resolution = Sample.resolution();
  Result.LeastDifference = Sample.least();
  return Result;
}

} // namespace ipoint::analysis
