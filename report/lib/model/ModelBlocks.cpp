//===- ModelBlocks.cpp - Blocks of a report, and interrupts not detected -===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModelBuilder.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cmath>

using namespace llvm;

namespace ipoint::analysis {

/// \p Excluded are some of the times in \p All.
static void noteExcluded(std::vector<HistogramBucket> &All,
                         const Histogram &Excluded) {
  auto At = All.begin();
  Excluded.forEach([&](const Histogram::Bucket &B) {
    while (At->Low != B.Low)
      ++At;
    At->Excluded = B.Count;
  });
}

void withhold(std::optional<TimeModel> &T,
              const std::optional<OverloadModel> &Overload) {
  if (!T || !Overload)
    return;
  T->Overload = Overload;
  T->Filtered.reset();
}

/// The visits or calls in \p T may have \p Ticks of interrupts in them that
/// nothing shows: these are between none and all of it (GUM, 4.3.7).
static void widen(std::optional<TimeModel> &T, double Ticks) {
  if (!T || !(Ticks > 0))
    return;
  Figures &F = T->Filtered ? *T->Filtered : T->Corrected;
  if (!F.Uncertainty)
    return;
  Ticks *= 2 / std::sqrt(3); // expanded, as the others
  Uncertainty &U = *F.Uncertainty;
  U.Mean = std::hypot(U.Mean, Ticks / double(F.Count));
  U.Total = std::hypot(U.Total, Ticks);
}

/// The ticks that interrupts which are not seen add to \p OfBlocks.
double ModelBuilder::unseenIn(ArrayRef<uint32_t> OfBlocks) const {
  double Ticks = 0;
  if (!UnseenTicks.empty())
    for (uint32_t B : OfBlocks)
      Ticks += UnseenTicks[B];
  return Ticks;
}

/// Those of \p OfBlocks, of which there is one at least.
void ModelBuilder::addUndetected(std::optional<TimeModel> &T,
                                 ArrayRef<uint32_t> OfBlocks) const {
  if (!T || !Interrupts)
    return;
  for (uint32_t B : OfBlocks) {
    auto It = llvm::lower_bound(
        Interrupts->Unseen, B,
        [](const UnseenModel &U, uint32_t Block) { return U.Number < Block; });
    if (It == Interrupts->Unseen.end() || It->Number != B)
      continue;
    if (!T->Undetected)
      T->Undetected.emplace();
    T->Undetected->Expected += It->Expected;
    T->Undetected->Added += It->Added;
  }
}

/// Which calls are in an inclusive time is not asked: it has its share of all.
void ModelBuilder::addUnseen(FunctionModel &F, const FunctionSymbol &S) const {
  widen(F.Self, unseenIn(S.Blocks));
  addUndetected(F.Self, S.Blocks);
  if (F.Inclusive && AllTicks > 0)
    widen(F.Inclusive, AllUnseen * F.Inclusive->Raw.Total / AllTicks);
}

BlockModel ModelBuilder::blockModel(uint32_t Index) const {
  const BlockSymbol &S = Symbols.blocks()[Index];
  const BlockStats &Stats = All.Blocks[Index];
  const Decision &V = Decisions[Index];
  BlockModel B;
  B.Name = S.Name;
  B.Kind = database::nameOf(S.Kind).str();
  B.Line = S.Line;
  B.Column = S.Column;
  B.EndLine = S.EndLine;
  B.Timed = S.Timed;
  B.FromMacro = S.FromMacro;
  B.Included = includedOf(Index);
  B.Linear = S.Linear;
  B.Calls = S.Calls;
  B.Visits = Stats.Visits;
  B.Filter = V.State;
  B.FilterReason = V.Reason;
  B.FilterBy = V.By;
  static const BlockCut NoCut;
  const BlockCut &Cut = Filtered ? Filtered->Blocks[Index] : NoCut;
  B.Excluded = Cut.Values.count();
  B.ExcludedValues = Cut.Values.sorted();
  B.Time = timeModel(overheadOf(Symbols.functions()[S.Function]), Index,
                     Stats.Time, Cut.Interrupted, Cut.Replaced,
                     Stats.Interrupted.get(), {}, exchangedOf(Index));
  widen(B.Time, unseenIn(Index));
  addUndetected(B.Time, Index);
  withhold(B.Time, Load.of(Index, Stats.Visits));
  addWorst(B, Index);
  if (B.Excluded)
    noteExcluded(B.Time->Histogram, Cut.Interrupted.raw().histogram());
  addClasses(B, Cut);
  if (V.State == FilterState::Applied || V.State == FilterState::Refused ||
      V.State == FilterState::NothingToExclude)
    if (const BlockShape &S = Shapes[Index]; S.IsClassifiable)
      B.Structure = structureOf(Stats.Time.raw().histogram(), S.MainHigh, Gaps);
  auto [Begin, End] = Symbols.edgesOf(Index);
  const ProbeOverhead &Overhead = overheadOf(Symbols.functions()[S.Function]);
  B.Next.reserve(End - Begin);
  for (uint32_t E = Begin; E != End; ++E) {
    const EdgeStats &Edge = All.Edges[E];
    NextBlock &N = B.Next.emplace_back();
    N.Block = Symbols.blocks()[Symbols.targetOf(E)].Name;
    N.Count = Edge.Count;
    if (!Edge.Time.empty()) {
      N.Raw = Edge.Time.rawFigures();
      N.Corrected = Edge.Time.correctedFigures(Overhead);
    }
  }
  std::ranges::sort(B.Next, {}, &NextBlock::Block);
  return B;
}

} // namespace ipoint::analysis
