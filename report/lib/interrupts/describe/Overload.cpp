//===- Overload.cpp - Where too much is interrupted -----------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DescribeInterrupts.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace llvm;

namespace ipoint::analysis {

/// Adds the classes that several short blocks show in proportion to their time.
/// Whatever was decided of them does not matter.
void Overload::addSuspects(ArrayRef<BlockShape> Shapes, const GapRule &Rule) {
  const DetectorParams &Params = Rule.Params;
  std::vector<BlockExcesses> Excesses(Shapes.size());
  for (auto [E, S] : zip_equal(Excesses, Shapes)) {
    // Of others the main cluster may be what is interrupted.
    if (S.Beyond.empty() || !S.isSeparated(Rule))
      continue;
    E.Visits = S.Visits;
    E.LeastVisible = S.LeastVisible;
    E.Exposure = S.exposure();
    for (const Histogram::Bucket &T : S.Beyond)
      E.Excesses.push_back({S.excessOf(T), T.Count});
  }
  const InterruptClasses Classes = findClasses(Excesses, Params);
  for (uint32_t Class = 0; Class < Classes.size(); ++Class) {
    std::vector<double> Rates; // by block
    double Count = 0, Exposure = 0, Added = 0;
    Suspect Of;
    for (auto [E, S] : zip_equal(Excesses, Shapes)) {
      double Here = 0, Ticks = 0;
      Suspect OfBlock;
      for (auto [Excess, Times] : E.Excesses)
        if (Classes.isOf(Excess, Class)) {
          Here += double(Times);
          Ticks += Excess * double(Times);
          OfBlock.extendTo(Excess, Excess);
        }
      // A visit that may be longer than the interrupt hides it.
      if (Here < Params.Few || S.Expected > Ticks / Here)
        continue;
      Rates.push_back(Here / E.Exposure);
      Count += Here;
      Exposure += E.Exposure;
      Added += Ticks;
      Of.extendTo(OfBlock.Least, OfBlock.Most);
    }
    Of.Rate = Count / Exposure;
    Of.Length = Added / Count;
    if (double(Rates.size()) >= Params.LeastSuspecting &&
        all_of(Rates, [&](double Rate) {
          double Times = Rate / Of.Rate;
          return Times <= Params.SuspectedApart &&
                 Times >= 1 / Params.SuspectedApart;
        }))
      Suspects.push_back(Of);
  }
}

/// What is expected in a block, or known of it where a gap shows it.
Overload::Load Overload::loadOf(const Histogram &Times, const Decision &V,
                                const BlockShape &S,
                                const GapRule &Rule) const {
  bool AnyGap = S.isSeparated(Rule);
  double Rate = 0, Share = 0, Hidden = 0;
  // A visit that may be longer than the interrupt hides it.
  auto Hides = [&](const Suspect &Of) {
    return !AnyGap || S.Expected > Of.Length;
  };
  for (const Suspect &Of : Suspects) {
    Rate += Of.Rate;
    Share += Of.Rate * Of.Length;
    Hidden += Hides(Of) ? Of.Rate * Of.Length : 0;
  }
  Load L;
  double Excluded = 0, OfHidden = 0, Seen = 0;
  Times.forEach([&](const Histogram::Bucket &B) {
    double N = double(B.Count);
    L.Ticks += N * B.middle();
    bool IsExcluded = isIn(V.Interrupted, B.Low);
    double More =
        N * (B.middle() - (IsExcluded ? V.Instead.Expected : S.Expected));
    Excluded += IsExcluded ? More : 0;
    auto Of =
        find_if(Suspects, [&](auto &Each) { return Each.holds(More / N); });
    bool IsHidden = !AnyGap || (Of != Suspects.end() && Hides(*Of));
    if (IsExcluded)
      OfHidden += IsHidden ? More : 0;
    else if (Of != Suspects.end() && !IsHidden && B.Low > S.MainHigh)
      Seen += More;
  });
  // Without interrupts, it would take:
  double Own = L.Ticks / (1 + Share);
  L.Count = Rate * Own;
  L.Added = Seen + std::max(0.0, Hidden * Own - OfHidden);
  L.Ticks -= Excluded;
  return L;
}

Overload::Overload(ArrayRef<const Histogram *> Times,
                   ArrayRef<double> ProbeTicks, ArrayRef<Decision> Decisions,
                   ArrayRef<BlockShape> Shapes, const GapRule &Rule)
    : MostLeft(Rule.Params.MostLeft), LeastCount(Rule.Params.Few) {
  addSuspects(Shapes, Rule);
  if (Suspects.empty())
    return;
  Blocks.resize(Times.size());
  // Else a gap would show what is interrupted, and slow paths of blocks that
  // last alike may have one rate.
  bool AnyLong = false;
  for (auto [L, T, Probes, V, S] :
       zip_equal(Blocks, Times, ProbeTicks, Decisions, Shapes)) {
    if (!T)
      continue;
    L = loadOf(*T, V, S, Rule);
    L.Ticks = std::max(0.0, L.Ticks - Probes);
    AnyLong |= S.IsClassifiable &&
               L.Count > Rule.Params.MostInterrupted * double(S.Visits);
    All.add(L);
  }
  if (!AnyLong) {
    Blocks.clear();
    All = {};
  }
}

std::optional<OverloadModel> Overload::asModel(const Load &L,
                                               uint64_t Count) const {
  // Of a time that seldom runs, the rate says little.
  if (!(L.Added > MostLeft * L.Ticks) || L.Count < LeastCount || Count == 0)
    return std::nullopt;
  return OverloadModel{L.Count / double(Count), L.Added / L.Ticks};
}

std::optional<OverloadModel> Overload::of(ArrayRef<uint32_t> OfBlocks,
                                          uint64_t Count) const {
  Load Sum;
  if (!Blocks.empty())
    for (uint32_t B : OfBlocks)
      Sum.add(Blocks[B]);
  return asModel(Sum, Count);
}

std::optional<OverloadModel> Overload::ofAll(uint64_t Count) const {
  return asModel(All, Count);
}

void Overload::withholdRates(InterruptsModel &M) const {
  if (!asModel(All, 1))
    return;
  for (ClassModel &K : M.Classes)
    if (any_of(Suspects, [&](const Suspect &S) {
          return S.Length >= K.Length.Min / 2 && S.Length <= 2 * K.Length.Max;
        })) {
      K.PerExecutionTick.reset();
      K.PerElapsedTick.reset();
      K.Blocks.clear();
    }
}

} // namespace ipoint::analysis
