//===- Describe.cpp - The figures of a profile, each once -----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Describe.h"
#include <cmath>

using namespace llvm;

namespace ipoint::profile {

using analysis::Histogram;
using analysis::Moments;
using analysis::Sample;

void FigureWriter::histogram(StringRef Kind, uint64_t Slot,
                             const Histogram &H) {
  if (H.empty())
    return;
  Values Counts;
  H.forEach(
      [&](const Histogram::Bucket &B) { Counts.push_back({B.Low, B.Count}); });
  if (!Counts.empty())
    To[{Kind.str(), Slot}] = std::move(Counts);
}

void FigureWriter::sample(StringRef Kind, uint64_t Slot, const Sample &S) {
  if (S.empty())
    return;
  histogram((Kind + ".histogram").str(), Slot, S.histogram());
  const Moments All = S.moments();
  std::string Name = Kind.str();
  if (All.Count == 0)
    return;
  number(Name + ".count", Slot, All.Count);
  number(Name + ".sum", Slot, All.Sum);
  number(Name + ".squares", Slot, All.Squares);
  number(Name + ".min", Slot, All.Min);
  number(Name + ".max", Slot, All.Max);
}

/// The sums over probes and their names.
static constexpr std::pair<StringLiteral, analysis::Wide analysis::ProbeSums::*>
    ProbeFigures[] = {
        {".timed_probes", &analysis::ProbeSums::Timed},
        {".untimed_probes", &analysis::ProbeSums::Untimed},
        {".timed_squares", &analysis::ProbeSums::TimedSquares},
        {".untimed_squares", &analysis::ProbeSums::UntimedSquares},
        {".mixed", &analysis::ProbeSums::Mixed},
        {".value_timed", &analysis::ProbeSums::ValueTimed},
        {".value_untimed", &analysis::ProbeSums::ValueUntimed}};

void FigureWriter::times(StringRef Kind, uint64_t Slot,
                         const analysis::Distribution &D) {
  if (D.empty())
    return;
  std::string Name = Kind.str();
  sample(Name, Slot, D.raw());
  sample(Name + ".corrected", Slot, D.corrected());
  if (const Sample *Clipped = D.clipped())
    sample(Name + ".clipped", Slot, *Clipped);
  for (const auto &[Suffix, Member] : ProbeFigures)
    number(Name + Suffix.str(), Slot, D.probes().*Member);
}

/// Correlations are in billionths: that of the mean, of the mean without the
/// longest values, then those of the percentiles.
static constexpr double Billion = 1e9;

void FigureWriter::correlation(StringRef Kind, uint64_t Slot,
                               const std::optional<analysis::Correlation> &C) {
  if (!C)
    return;
  Values &Of = To[{Kind.str() + "_correlation.max", Slot}];
  auto Add = [&](double Factor) {
    Of.push_back(
        {Of.size(), std::llround(std::min(Factor, Billion) * Billion)});
  };
  Add(C->Mean);
  Add(C->Body);
  for (double Factor : C->Percentiles)
    Add(Factor);
}

const analysis::SignedWide *FigureReader::find(StringRef Kind, uint64_t Slot) {
  auto Of = From.find({Kind.str(), 0});
  if (Of == From.end())
    return nullptr;
  auto It = std::lower_bound(
      Of->second.begin(), Of->second.end(), Slot,
      [](const auto &Each, uint64_t Key) { return Each.first < Key; });
  if (It == Of->second.end() || It->first != Slot)
    return nullptr;
  ++Count;
  return &It->second;
}

void FigureReader::histogram(StringRef Kind, uint64_t Slot, Histogram &H) {
  auto Of = From.find({Kind.str(), Slot});
  if (Of == From.end())
    return;
  ++Count;
  analysis::SignedWide Sum = 0;
  for (const auto &[Low, Times] : Of->second) {
    if (Histogram::lowOf(Histogram::indexOf(Low)) != Low)
      return problem(Kind, "has a bucket that histograms do not have");
    // All of them together are a number of visits, which fits in 64 bits.
    if (Times <= 0 || (Sum += Times) > INT64_MAX)
      return problem(Kind, "has a bucket of " +
                               Twine(Times <= 0 ? "no" : "too many") +
                               " values");
    H.add(Low, static_cast<uint64_t>(Times));
  }
}

/// Whether values with the buckets \p H can have the moments \p M.
static bool canHave(const Histogram &H, const Moments &M) {
  using analysis::Wide;
  uint64_t Count = 0;
  Wide Least = 0, Most = 0;
  uint64_t FirstHigh = 0, LastLow = 0;
  H.forEach([&](const Histogram::Bucket &B) {
    FirstHigh = Count == 0 ? B.High : FirstHigh;
    LastLow = B.Low;
    Count += B.Count;
    Least += Wide(B.Low) * B.Count;
    Most += Wide(B.High) * B.Count;
  });
  return Count == M.Count && M.Sum >= Least && M.Sum <= Most &&
         M.Min <= M.Max && M.Min <= FirstHigh && M.Max >= LastLow;
}

std::optional<analysis::Correlation> FigureReader::correlation(StringRef Kind,
                                                               uint64_t Slot) {
  auto Of = From.find({Kind.str() + "_correlation.max", Slot});
  if (Of == From.end())
    return std::nullopt;
  analysis::Correlation C;
  std::vector<double *> Factors = {&C.Mean, &C.Body};
  for (double &Factor : C.Percentiles)
    Factors.push_back(&Factor);
  for (const auto &[Key, Value] : Of->second)
    if (Key < Factors.size() && Value > 0)
      *Factors[Key] = static_cast<double>(Value) / Billion;
    else
      problem(Kind, "has a correlation that is none");
  return C;
}

void FigureReader::sample(StringRef Kind, uint64_t Slot, Sample &S) {
  std::string Name = Kind.str();
  Histogram Counts;
  Moments All;
  histogram(Name + ".histogram", Slot, Counts);
  number(Name + ".count", Slot, All.Count);
  if (All.Count == 0 && Counts.empty())
    return;
  number(Name + ".sum", Slot, All.Sum);
  number(Name + ".squares", Slot, All.Squares);
  number(Name + ".min", Slot, All.Min);
  number(Name + ".max", Slot, All.Max);
  if (!canHave(Counts, All))
    return problem(Kind, "has a histogram that its count, sum and extremes do "
                         "not belong to");
  S = Sample(std::move(Counts), All);
}

void FigureReader::times(StringRef Kind, uint64_t Slot,
                         analysis::Distribution &D) {
  std::string Name = Kind.str();
  Sample Raw, Corrected, Clipped;
  analysis::ProbeSums Sums;
  sample(Name, Slot, Raw);
  if (Raw.empty())
    return;
  sample(Name + ".corrected", Slot, Corrected);
  sample(Name + ".clipped", Slot, Clipped);
  for (const auto &[Suffix, Member] : ProbeFigures)
    number(Name + Suffix.str(), Slot, Sums.*Member);
  const uint64_t Count = Raw.moments().Count;
  if (Corrected.moments().Count != Count || Clipped.moments().Count > Count)
    return problem(Kind, "has other values than its corrected ones");
  D = analysis::Distribution(std::move(Raw), std::move(Corrected),
                             std::move(Clipped), Sums);
}

} // namespace ipoint::profile
