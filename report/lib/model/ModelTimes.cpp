//===- ModelTimes.cpp - Times of a report, and which mean leads -----------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModelBuilder.h"
#include "support/Ranges.h"
#include "llvm/ADT/DenseMap.h"
#include <cmath>
#include <map>

using namespace llvm;

namespace ipoint::analysis {

std::optional<TimeModel> ModelBuilder::timeModel(
    const ProbeOverhead &Overhead, std::optional<uint32_t> Object,
    const Distribution &D, const Distribution &Excluded,
    const Distribution &Instead, const InterruptedStats *Interrupted,
    std::optional<double> Segments, double Exchanged) const {
  if (D.empty())
    return std::nullopt;
  TimeModel T;
  std::optional<Correlation> Known;
  if (Object)
    Known = All.Slices.correlation(*Object, D.raw());
  Correlation C = Known.value_or(Correlation());
  auto Note = [&](Figures &F) {
    if (Known)
      F.EffectiveCount = double(F.Count) / C.Mean;
  };
  Note(T.Raw = D.rawFigures(C));
  MeanTime Probes = D.meanTime();
  T.Timed = Probes.Timed;
  T.Untimed = Probes.Untimed / Overhead.UntimedWeight;
  Note(T.Corrected = D.correctedFigures(Overhead, Segments, Exchanged, C));
  if (!Excluded.empty()) {
    Distribution Filtered;
    Filtered.merge(D);
    Filtered.exchange(Excluded, Instead);
    C.Mean = C.Body; // what is excluded is of the longest times
    T.Filtered = Filtered.correctedFigures(Overhead, Segments, Exchanged, C);
    Note(*T.Filtered);
  }
  if (Interrupted) {
    Sample Response;
    Response.merge(D.raw());
    Response.exchange(Interrupted->Own, Interrupted->Response);
    T.Response = Response.figures();
    Figures OffCpu = Interrupted->OffCpu.figures();
    T.OffCpu = OffCpuModel{OffCpu.Count, OffCpu.Total, OffCpu.Max};
  }
  const Figures &Best = T.Filtered ? *T.Filtered : T.Corrected;
  T.BelowResolution = Best.Mean < Overhead.Resolution ||
                      Best.Mean < Best.Uncertainty->Measuring;
  D.raw().histogram().forEach([&](const Histogram::Bucket &B) {
    T.Histogram.push_back({B.Low, B.High, B.Count, 0, {}});
  });
  T.Histogram.shrink_to_fit(); // there is one of each block
  return T;
}

/// In how many pieces the self time of an activation is read, on average, where
/// the clock only rounds: the errors of reads within a piece cancel. There is
/// one more than callees, of which each has at least one probe, and the
/// activation itself has one behind each.
std::optional<double>
ModelBuilder::selfSegments(const FunctionSymbol &S,
                           const FunctionStats &Stats) const {
  if (overheadOf(S).Waits || Stats.Self.empty() || Stats.Inclusive.empty())
    return std::nullopt;
  double Own = Stats.Self.meanTime().Timed;
  double Callees = std::min(Own - 1, Stats.Inclusive.meanTime().Timed - Own);
  return 1 + std::max(0.0, Callees);
}

/// What a visit of block \p Index takes at least, callees included, as far as
/// it matters.
double ModelBuilder::passingTicks(uint32_t Index) const {
  MeanTime M = All.Blocks[Index].Time.meanTime();
  bool HasCallees = M.Timed > 1.5;
  return M.Count == 0 || HasCallees ? INFINITY : M.Mean;
}

/// The ticks from the end of a visit of block \p Index to the next one, on
/// average, as far as they matter: each counts for Overhead.Overtaken at most,
/// as does what lies behind the function. A visit may leave work to any of the
/// blocks in between. What it leaves to its own next visit is its own again.
double ModelBuilder::ticksBetween(uint32_t Index) const {
  const FunctionSymbol &S =
      Symbols.functions()[Symbols.blocks()[Index].Function];
  const double Most = overheadOf(S).Overtaken;
  constexpr size_t MostBlocks = 256; // it takes the square of that
  if (S.Blocks.size() > MostBlocks)
    return Most;
  llvm::SmallDenseMap<uint32_t, double> From; // its beginning, by block
  auto Behind = [&](uint32_t Block) {
    auto [Begin, End] = Symbols.edgesOf(Block);
    double Count = 0, Ticks = 0;
    for (uint32_t E = Begin; E != End; ++E) {
      auto Times = double(All.Edges[E].Count);
      uint32_t To = Symbols.targetOf(E);
      Count += Times;
      Ticks += To == Index ? 0 : Times * From.lookup(To);
    }
    return Count > 0 ? Ticks / Count : Most;
  };
  // It grows in each round, by what a visit takes at least, or not at all.
  for (bool Grows = true; Grows;) {
    Grows = false;
    for (uint32_t Block : S.Blocks) {
      double Now = std::min(Most, Passing[Block] + Behind(Block));
      double &Then = From[Block];
      Grows |= Now > Then + 0.01 * Most;
      Then = Now;
    }
  }
  return std::min(Most, Behind(Index));
}

/// The variance of what reads move between visits of block \p Index and what
/// surrounds them: the blocks that follow, and callees within.
double ModelBuilder::exchangedOf(uint32_t Index) const {
  const ProbeOverhead &Overhead =
      overheadOf(Symbols.functions()[Symbols.blocks()[Index].Function]);
  const Distribution &Time = All.Blocks[Index].Time;
  if (Overhead.Overtaken == 0 || Time.empty())
    return 0;
  MeanTime M = Time.meanTime();
  double Callees = std::max(0.0, M.Timed - 1);
  double Within = squareOfRange(
      Overhead.Overtaken, std::min(Overhead.Overtaken, M.Mean / (1 + Callees)));
  return Time.exchangedOutside(Overhead, ticksBetween(Index)) +
         Callees * Callees * Within;
}

/// The same of the self times of \p S: in each of its blocks calls move as much
/// each time, but blocks are independent of each other (GUM, 5.1.2 and 5.2.2).
double ModelBuilder::exchangedOf(const FunctionSymbol &S,
                                 const FunctionStats &Stats) const {
  const ProbeOverhead &Overhead = overheadOf(S);
  if (Overhead.Overtaken == 0 || Stats.Self.empty())
    return 0;
  double Callees = 0, Squares = 0; // for each activation
  for (uint32_t Block : S.Blocks) {
    const Distribution &Time = All.Blocks[Block].Time;
    if (Time.empty())
      continue;
    double Calls = (Time.meanTime().Timed - 1) *
                   double(Time.raw().moments().Count) / double(Stats.Calls);
    Callees += Calls;
    Squares += Calls * Calls;
  }
  double Outside = Stats.Self.exchangedOutside(Overhead, Overhead.Overtaken);
  if (Callees <= 0)
    return Outside;
  double Self = Stats.Self.meanTime().Mean;
  double Others = Overhead.Overtaken; // of each callee
  if (!Stats.Inclusive.empty())
    Others = std::max(0.0, Stats.Inclusive.meanTime().Mean - Self) / Callees;
  return Outside + Squares * squareOfRange(std::min(Overhead.Overtaken, Others),
                                           std::min(Overhead.Overtaken,
                                                    Self / (1 + Callees)));
}

using sampled::BestMean;
using sampled::MeanSource;
using sampled::SampledMean;
using sampled::SamplingModel;

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

/// Sets the function's Lines. Where the plain program was sampled, and its
/// samples have lines, a line's time is that of the samples there, whatever the
/// blocks are. Else it is that of the blocks that begin in it, in all visits
/// together, without probes, and without interrupts where these are known.
/// BestSelf is set.
static void setLineTimes(FunctionModel &F) {
  const double Samples =
      sumOf(F.SampledLines, [](auto &Of) { return Of.second; });
  bool HasLines = !F.SampledLines.empty() && F.SampledLines.rbegin()->first > 0;
  bool IsSampled = F.Sampled && HasLines;
  LineSums Sums = IsSampled ? sumsOfSamples(F, Samples) : sumsOfBlocks(F);
  double Whole = 0; // 0: not known
  if (IsSampled)
    Whole = 1;
  else if (F.IsCounted)
    // Few calls lie wholly in windows.
    Whole = sumOf(Sums, [](auto &S) { return S.second.value_or(0); });
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
  constexpr double MostProbes = 0.1;
  bool IsSampled = Sampled && Sampled->Mean > 0;
  if (Sampled && Sampled->isRoughlyKnown())
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

/// Of calls that are counted in place those are timed that end within a window,
/// and of functions that last the first ones: with callees, either are others
/// than most calls, as an outer call of a recursion is.
static bool areMostCalls(const FunctionModel &F) {
  constexpr double Most = 0.9;
  return !F.IsCounted || !F.Inclusive ||
         static_cast<double>(F.Inclusive->Raw.Count) >=
             Most * static_cast<double>(F.Calls);
}

/// \p Count: of all calls or visits, of which \p T may have some: the short
/// ones, where long calls do not lie wholly in windows.
static BestMean choose(const std::optional<TimeModel> &T, uint64_t Count,
                       const std::optional<SampledMean> &Sampled) {
  double Probes = T ? T->Raw.Mean - T->Corrected.Mean : 0;
  std::optional<double> Observed;
  if (T && T->Raw.Count != 0 && T->Raw.Count >= Count)
    Observed = T->Raw.Max;
  // One call of many says nothing of how much others differ from it.
  const bool IsOne = T && T->Raw.Count == 1 && Count > 1;
  return bestOf(Sampled, IsOne ? std::nullopt : directMean(T), Probes,
                T && T->BelowResolution, Observed);
}

/// No mean without callees is above the one with them. Where each call has a
/// time with callees, it is known better than that of a few calls without them.
static void boundByInclusive(FunctionModel &F) {
  const BestMean &Whole = F.BestInclusive;
  BestMean &Self = F.BestSelf;
  const bool IsOfAll =
      Whole.From != MeanSource::Direct || F.Inclusive->Raw.Count >= F.Calls;
  const bool IsOfFew =
      Self.From == MeanSource::Bounded ||
      (Self.From == MeanSource::Direct && F.Self->Raw.Count < F.Calls);
  if (Whole.From == MeanSource::NotKnown || !IsOfAll || !IsOfFew)
    return;
  if (Self.From == MeanSource::Direct && Self.Mean > Whole.Range.High)
    Self = {MeanSource::Bounded, 0, {0, Whole.Range.High}};
  Self.Range.High = std::min(Self.Range.High, Whole.Range.High);
}

bool isTimed(const ReportModel &Report) {
  return any_of(Report.Functions,
                [](const FunctionModel &F) { return figuresOf(F.Self); });
}

bool hasSamples(const ReportModel &Report) {
  return any_of(Report.Functions, [](const FunctionModel &F) {
    return F.Sampled && !SamplingModel::areFew(F.Sampled->Samples);
  });
}

bool samplesLead(const ReportModel &Report) {
  if (!Report.Sampling ||
      ((Report.Sampling->missesProcesses() || Report.Sampling->missesTime()) &&
       isTimed(Report)))
    return false;
  if (hasSamples(Report))
    return true;
  // Windows time a few visits, most often not those that take the time.
  const bool IsBetter =
      !isTimed(Report) || (Report.Totals.Counted &&
                           !SamplingModel::areFew(Report.Sampling->samples()));
  return IsBetter && any_of(Report.Functions, [](const FunctionModel &F) {
           return F.Sampled && F.Sampled->Samples > 0;
         });
}

void chooseMeans(ReportModel &Report) {
  const bool BySamples = samplesLead(Report);
  for (FunctionModel &F : Report.Functions) {
    const bool Has = F.Sampled && (BySamples || !figuresOf(F.Self));
    F.BestSelf = choose(F.Self, F.Calls, Has ? F.Sampled->Self : std::nullopt);
    F.BestInclusive =
        choose(areMostCalls(F) ? F.Inclusive : std::nullopt, F.Calls,
               Has ? F.Sampled->Inclusive : std::nullopt);
    boundByInclusive(F);
    for (BlockModel &B : F.Blocks) {
      if (B.Visits == 0)
        continue;
      B.Best =
          choose(B.Time, B.Visits, B.Sampled ? B.Sampled->Mean : std::nullopt);
      if (B.Best.From == MeanSource::Sampled && !B.Sampled->Group.empty())
        B.Best.From = MeanSource::Group;
    }
    setLineTimes(F);
  }
}

} // namespace ipoint::analysis
