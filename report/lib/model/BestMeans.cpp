//===- BestMeans.cpp - Which mean of a function leads ---------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModelBuilder.h"
#include <map>

namespace ipoint::analysis {

using sampled::BestMean;
using sampled::MeanSource;
using sampled::SampledMean;

/// Those without probes, and without interrupts where these are known; null
/// where they are not to be had.
static const Figures *figuresOf(const std::optional<TimeModel> &T) {
  if (!T || T->Overload || T->Raw.Count == 0)
    return nullptr;
  return T->Filtered ? &*T->Filtered : &T->Corrected;
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
    if (const Figures *Of = figuresOf(B.Time))
      Sum = Sum.value_or(0) + Of->Total * Times;
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

/// Sets the function's Lines. Where the plain program was sampled, and its
/// samples have lines, a line's time is that of the samples there, whatever the
/// blocks are. Else it is that of the blocks that begin in it, in all visits
/// together, without probes, and without interrupts where these are known.
/// BestSelf is set.
static void setLineTimes(FunctionModel &F) {
  double Samples = 0;
  for (auto [Line, Weight] : F.SampledLines)
    Samples += Weight;
  bool HasLines = !F.SampledLines.empty() && F.SampledLines.rbegin()->first > 0;
  bool IsSampled = F.Sampled && HasLines;
  LineSums Sums = IsSampled ? sumsOfSamples(F, Samples) : sumsOfBlocks(F);
  double Whole = 0; // 0: not known
  if (IsSampled)
    Whole = 1;
  else if (F.IsCounted)
    Whole = sumOf(Sums); // few calls lie wholly in windows
  else if (const Figures *Of = figuresOf(F.Self))
    Whole = Of->Total;
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
    if (Whole > 0)
      L.Share = *Sum / Whole;
  }
}

std::optional<SampledMean> directMean(const std::optional<TimeModel> &T) {
  const Figures *F = figuresOf(T);
  if (!F)
    return std::nullopt;
  double Half = F->Uncertainty ? F->Uncertainty->Mean : 0;
  return SampledMean{F->Mean, {std::max(F->Mean - Half, 0.0), F->Mean + Half}};
}

BestMean bestOf(const std::optional<SampledMean> &Sampled,
                const std::optional<SampledMean> &Direct, double Probes,
                bool BelowResolution, std::optional<double> Observed) {
  // A mean whose probes were so much of it is another program's.
  constexpr double MostProbes = 0.1, WideMean = 0.5;
  bool IsSampled = Sampled && Sampled->Mean > 0;
  if (IsSampled && Sampled->reach() <= WideMean * Sampled->Mean)
    return {MeanSource::Sampled, Sampled->Mean, Sampled->Range};
  // One that the samples refute has something else in it, such as libraries.
  bool DirectLasts = Direct && !BelowResolution &&
                     Probes <= MostProbes * Direct->Mean && Sampled &&
                     Direct->Range.Low <= Sampled->Range.High &&
                     Direct->Range.High >= Sampled->Range.Low;
  if (Direct && (Sampled ? DirectLasts : !BelowResolution))
    return {MeanSource::Direct, Direct->Mean, Direct->Range};
  if (IsSampled && Sampled->Range.Low > 0)
    return {MeanSource::Sampled, Sampled->Mean, Sampled->Range};
  if (Sampled) {
    const double High = Sampled->Range.High;
    return {MeanSource::Bounded,
            Sampled->Mean,
            {0, std::min(High, Observed.value_or(High))}};
  }
  return {};
}

static BestMean choose(const std::optional<TimeModel> &T,
                       const std::optional<SampledMean> &Sampled) {
  double Probes = T ? T->Raw.Mean - T->Corrected.Mean : 0;
  std::optional<double> Observed;
  if (T && T->Raw.Count != 0)
    Observed = T->Raw.Max;
  return bestOf(Sampled, directMean(T), Probes, T && T->BelowResolution,
                Observed);
}

void chooseMeans(std::vector<FunctionModel> &Functions) {
  for (FunctionModel &F : Functions) {
    bool Has = F.Sampled.has_value();
    F.BestSelf = choose(F.Self, Has ? F.Sampled->Self : std::nullopt);
    F.BestInclusive =
        choose(F.Inclusive, Has ? F.Sampled->Inclusive : std::nullopt);
    for (BlockModel &B : F.Blocks) {
      if (B.Visits == 0)
        continue;
      B.Best = choose(B.Time, B.Sampled ? B.Sampled->Mean : std::nullopt);
      if (B.Best.From == MeanSource::Sampled && !B.Sampled->Group.empty())
        B.Best.From = MeanSource::Group;
    }
    setLineTimes(F);
  }
}

} // namespace ipoint::analysis
