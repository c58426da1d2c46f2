//===- ModelTimes.cpp - Times of a report, and how sure they are ----------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModelBuilder.h"
#include "llvm/ADT/DenseMap.h"
#include <cmath>

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

} // namespace ipoint::analysis
