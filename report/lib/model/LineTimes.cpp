//===- LineTimes.cpp - What each line of a function takes -----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LineTimes.h"
#include <map>

namespace ipoint::analysis {

using estimate::MeanSource;

static std::optional<double> totalOf(const std::optional<TimeModel> &T) {
  if (!T || T->Overload || T->Raw.Count == 0)
    return std::nullopt;
  return (T->Filtered ? *T->Filtered : T->Corrected).Total;
}

using LineSums = std::map<unsigned, std::optional<double>>;

/// Of the blocks that begin in each line. What was timed in windows stands for
/// all visits.
static LineSums sumsOfBlocks(const FunctionModel &F) {
  LineSums Sums;
  for (const BlockModel &B : F.Blocks) {
    std::optional<double> &Sum = Sums[B.Line];
    double Times = F.IsCounted && B.Time && B.Time->Raw.Count
                       ? double(B.Visits) / double(B.Time->Raw.Count)
                       : 1;
    if (auto Total = totalOf(B.Time))
      Sum = Sum.value_or(0) + *Total * Times;
    else if (B.Visits == 0)
      Sum = Sum.value_or(0);
  }
  return Sums;
}

/// Shares of the function's samples. Inlined code of other files may have lines
/// that are not the function's.
static LineSums sumsOfSamples(const FunctionModel &F, double Whole) {
  LineSums Sums;
  for (const BlockModel &B : F.Blocks)
    Sums[B.Line] = 0;
  for (auto [Line, Weight] : F.SampledLines)
    if (Line >= F.Line && Line <= F.EndLine)
      Sums[Line] = Weight / Whole;
  return Sums;
}

static double sumOf(const LineSums &Sums) {
  double Sum = 0;
  for (const auto &[Line, Ticks] : Sums)
    Sum += Ticks.value_or(0);
  return Sum;
}

void setLineTimes(FunctionModel &F) {
  double Samples = 0;
  for (auto [Line, Weight] : F.SampledLines)
    Samples += Weight;
  bool HasLines = !F.SampledLines.empty() && F.SampledLines.rbegin()->first > 0;
  bool IsSampled = F.Sampled && HasLines;
  LineSums Sums = IsSampled ? sumsOfSamples(F, Samples) : sumsOfBlocks(F);
  std::optional<double> Whole =
      IsSampled     ? std::optional<double>(1)
      : F.IsCounted ? sumOf(Sums) // few calls lie wholly in windows
                    : totalOf(F.Self);
  // Ticks of what Sums are in; 0: samples of calls that were not counted.
  double Scale = 1;
  if (IsSampled)
    Scale = F.BestSelf.From == MeanSource::Sampled
                ? F.BestSelf.Mean * static_cast<double>(F.Calls)
                : 0;
  F.Lines.clear();
  for (auto &[Line, Sum] : Sums) {
    LineModel &L = F.Lines.emplace_back();
    L.Line = Line;
    if (!Sum)
      continue;
    if (Scale > 0)
      L.Self = *Sum * Scale;
    if (Whole && *Whole > 0)
      L.Share = *Sum / *Whole;
  }
}

} // namespace ipoint::analysis
