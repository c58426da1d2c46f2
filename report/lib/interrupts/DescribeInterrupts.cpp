//===- DescribeInterrupts.cpp - What is known of interrupts ---------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DescribeInterrupts.h"
#include "ClassDescriber.h"
#include "FilterModes.h"

using namespace llvm;

namespace ipoint::analysis {

/// Those of \p Unseen that matter, which are by \p Blocks.
static std::vector<UnseenModel> byBlock(ArrayRef<UnseenModel> Unseen,
                                        ArrayRef<ObservedBlock> Blocks,
                                        const SymbolTable &Symbols) {
  std::vector<UnseenModel> Result;
  for (size_t I = 0; I < Blocks.size();) {
    uint32_t Block = Blocks[I].Block;
    const BlockSymbol &S = Symbols.blocks()[Block];
    UnseenModel U{Symbols.functions()[S.Function].Name, S.Name, 0, 0};
    for (; I < Blocks.size() && Blocks[I].Block == Block; ++I) {
      U.Expected += Unseen[I].Expected;
      U.Added += Unseen[I].Added;
    }
    if (U.Expected >= 1)
      Result.push_back(std::move(U));
  }
  return Result;
}

/// The classes of all that is excluded of \p Blocks.
static InterruptClasses classesOf(ArrayRef<ObservedBlock> Blocks,
                                  const DetectorParams &Params) {
  std::vector<BlockExcesses> Excesses;
  for (const ObservedBlock &B : Blocks) {
    Excesses.push_back(B.Interrupted);
    Excesses.back().LeastVisible = B.LeastVisible;
    Excesses.back().Exposure = std::max(0.0, B.Execution);
  }
  return findClasses(Excesses, Params);
}

/// What the kernel's records alone show.
static std::optional<RecordedModel>
describeRecorded(const FilterCollector &Seen) {
  RecordedModel R;
  const Sample &Excesses = Seen.RecordedExcesses;
  Moments All = Excesses.moments();
  R.Count = All.Count;
  R.Left = Seen.RecordedLeft;
  R.Untimed = Seen.RecordedUntimed.Count;
  R.UntimedTicks = double(Seen.RecordedUntimed.Sum);
  if (R.Count + R.Left + R.Untimed == 0)
    return std::nullopt;
  for (const BlockCut &B : Seen.Blocks)
    R.Alone += B.KnownInterrupted.raw().moments().Count;
  if (R.Count == 0)
    return R;
  auto At = [&](double Share) {
    return double(Excesses.histogram().percentile(Share).value_or(All.Max));
  };
  R.Length.Min = double(All.Min);
  R.Length.Median = At(0.5);
  R.Length.Mean = All.mean();
  R.Length.P99 = At(0.99);
  R.Length.Max = double(All.Max);
  return R;
}

InterruptsModel describeInterrupts(const FilterCollector &Seen,
                                   const SymbolTable &Symbols,
                                   ArrayRef<const Histogram *> Times,
                                   ArrayRef<Decision> Decisions,
                                   ArrayRef<StreamOrigin> Streams,
                                   const InterruptClasses &Decided,
                                   const GapRule &Rule, FilterMode By) {
  InterruptsModel M;
  for (Recorded::Kind Kind : Recorded::All)
    M.Known[Kind] = Seen.heldAgainst(Kind);
  M.ByKernel = describeRecorded(Seen);
  if (!factsOf(By).FindsInterrupts)
    return M;
  std::vector<ObservedBlock> Blocks =
      observedBlocks(Seen, Times, Decisions, Rule, By);
  const InterruptClasses Classes =
      By == FilterMode::Rule ? classesOf(Blocks, Rule.Params) : Decided;
  std::vector<UnseenModel> Unseen(Blocks.size());
  std::vector<ClassDescriber> Describers;
  std::vector<KnownClass> Known;
  Describers.reserve(Classes.size());
  Known.reserve(Classes.size());
  for (uint32_t Class = 0; Class < Classes.size(); ++Class)
    Known.push_back(
        Describers
            .emplace_back(Class, Classes, Blocks,
                          ClassEvidence{Seen.Log, Streams, Symbols, Rule})
            .gather());
  std::vector<std::optional<size_t>> Reported;
  for (ClassDescriber &D : Describers) {
    ClassModel K = D.describe(Known, Unseen);
    Reported.push_back(K.Count ? std::optional(M.Classes.size())
                               : std::nullopt);
    if (K.Count)
      M.Classes.push_back(std::move(K));
  }
  for (const ClassBand &B : Classes.bands())
    if (Reported[B.owner()])
      M.Bands.push_back({{B.Low, B.High}, *Reported[B.owner()]});
  M.Unseen = byBlock(Unseen, Blocks, Symbols);
  M.UnseenTicks.resize(Symbols.blocks().size());
  for (auto [B, U] : zip_equal(Blocks, Unseen))
    M.UnseenTicks[B.Block] += U.Added;
  M.NotLogged = Seen.Log.count() - Seen.Log.visits().size();
  return M;
}

} // namespace ipoint::analysis
