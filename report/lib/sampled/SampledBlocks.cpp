//===- SampledBlocks.cpp - Times of blocks and loops by samples -----------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SampledWriting.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::estimate {

/// An interrupt comes between two instructions, and the one that it waited for
/// lies before or behind it: at each end of a block, ticks of a visit may be
/// its neighbour's (test/bench/known-chains).
static constexpr double PlaceError = 2;

/// Of functions whose samples have places in the source.
void Writing::blocks() {
  std::vector<std::vector<uint32_t>> OfFunction(Report.Functions.size());
  for (auto [I, C] : enumerate(Names.columns()))
    if (uint32_t F = Names.targets()[C.Target].Function; F != None)
      OfFunction[F].push_back(static_cast<uint32_t>(I));
  for (auto [I, Columns] : enumerate(OfFunction)) {
    bool HasPlaces = any_of(
        Columns, [&](uint32_t C) { return Names.columns()[C].Spot != None; });
    if (HasPlaces && Report.Functions[I].Sampled &&
        Report.Functions[I].Sampled->Self)
      blocksOf(static_cast<uint32_t>(I), Columns);
  }
}

static bool isKnown(const BlockSamples &S) {
  const SampledMean &M = *S.Mean;
  double Far = std::max(M.Mean - M.Range.Low, M.Range.High - M.Mean);
  return M.Mean > 0 && Far <= SamplingModel::BlocksKnownTo * M.Mean;
}

/// Of \p Visits of what \p C counts; control enters and leaves it \p Edges
/// times.
BlockSamples Writing::perVisit(uint32_t Function, const Contrast &C,
                               double Unplaced, double Visits,
                               double Edges) const {
  TimeEstimate T = Times.time(C);
  BlockSamples S;
  S.Samples = T.Samples;
  S.Share = shareOf(T.Ticks);
  S.ShareRange = {shareOf(T.Range.Low), shareOf(T.Range.High)};
  T.Range.High += Unplaced;
  SampledMean Mean = Times.perCall(T, Function);
  double PerVisit = Times.calls(Function) / Visits;
  double Error = PlaceError * Edges / Visits;
  S.Mean = {Mean.Mean * PerVisit,
            {std::max(Mean.Range.Low * PerVisit - Error, 0.0),
             Mean.Range.High * PerVisit + Error}};
  return S;
}

void Writing::blocksOf(uint32_t Function, ArrayRef<uint32_t> Columns) {
  FunctionModel &F = Report.Functions[Function];
  size_t Count = F.Blocks.size();
  std::vector<BlockSet> Sets;
  Contrast Unplaced;
  // Code with the line of a block that never ran is another block's, too.
  auto PlacedIn = [&](uint32_t C) -> const BlockSet * {
    uint32_t S = Names.columns()[C].Spot;
    if (S == None || F.Blocks[Names.spots()[S].Blocks.front()].Visits == 0)
      return nullptr;
    return &Names.spots()[S].Blocks;
  };
  for (uint32_t C : Columns)
    if (const BlockSet *In = PlacedIn(C))
      Sets.push_back(*In);
    else
      Unplaced.push_back({C, 1});
  Grouped Blocks = {groupBlocks(Count, Sets), std::vector<Contrast>(Count),
                    Unplaced.empty() ? 0 : Times.time(Unplaced).Range.High,
                    std::vector<bool>(Count)};
  std::vector<std::vector<uint32_t>> Members(Count);
  for (size_t I = 0; I < Count; ++I)
    Members[Blocks.First[I]].push_back(static_cast<uint32_t>(I));
  for (uint32_t C : Columns)
    if (const BlockSet *In = PlacedIn(C))
      Blocks.Samples[Blocks.First[In->front()]].push_back({C, 1});
  for (size_t I = 0; I < Count; ++I) {
    auto Visits = static_cast<double>(F.Blocks[I].Visits);
    if (Members[I].empty() || Visits == 0)
      continue;
    BlockSamples S =
        perVisit(Function, Blocks.Samples[I], Blocks.Unplaced, Visits, Visits);
    if (Members[I].size() > 1)
      for (uint32_t B : Members[I])
        S.Group.push_back(F.Blocks[B].Name);
    for (uint32_t B : Members[I]) {
      F.Blocks[B].Sampled = S;
      Blocks.Known[B] = isKnown(S);
    }
  }
  for (LoopModel &L : F.Loops)
    loop(Function, L, Blocks);
  for (size_t I = 0; I < Count; ++I)
    if (Blocks.First[I] == I && Blocks.Known[I] && F.Blocks[I].Sampled)
      Report.Sampling->InBlocksKnown += F.Blocks[I].Sampled->Share;
}

/// Blocks that are too short to be distinguished are in loops that are not:
/// what an interrupt mistakes at their ends is once for each time that the loop
/// is entered.
void Writing::loop(uint32_t Function, LoopModel &L, Grouped &Blocks) {
  if (L.Iterations == 0)
    return;
  const FunctionModel &F = Report.Functions[Function];
  auto IsIn = [&](uint32_t B) {
    StringRef Name = F.Blocks[B].Name;
    return Name.consume_front(L.Name) && Name.starts_with("/") &&
           Name != "/join";
  };
  Contrast C;
  for (uint32_t B = 0; B < Blocks.First.size(); ++B) {
    // A group may reach out of the loop.
    if (IsIn(B) != IsIn(Blocks.First[B]) && F.Blocks[B].Visits)
      return;
    if (Blocks.First[B] == B && IsIn(B))
      append_range(C, Blocks.Samples[B]);
  }
  sort(C);
  auto Iterations = static_cast<double>(L.Iterations);
  L.Sampled = perVisit(Function, C, Blocks.Unplaced, Iterations,
                       static_cast<double>(L.Entered));
  if (isKnown(*L.Sampled))
    for (uint32_t B = 0; B < Blocks.First.size(); ++B)
      if (IsIn(B))
        Blocks.Known[B] = true;
}

} // namespace ipoint::estimate
