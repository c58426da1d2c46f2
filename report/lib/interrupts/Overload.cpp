//===- Overload.cpp - Where too much is interrupted -----------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Overload.h"
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
    uint64_t Beyond = 0;
    double Exposure = S.MainSum;
    for (const Histogram::Bucket &T : S.Beyond) {
      Beyond += T.Count;
      Exposure += S.Expected * double(T.Count);
    }
    // Of others the main cluster may be what is interrupted.
    if (!S.IsClassifiable || Beyond == 0 ||
        Rule.isTooFrequent(Beyond, S.Visits))
      continue;
    E.Visits = S.Visits;
    E.LeastVisible = S.LeastVisible;
    E.Exposure = Exposure;
    for (const Histogram::Bucket &T : S.Beyond)
      E.Excesses.push_back({S.excessOf(T), T.Count});
  }
  for (const ClassBand &Class : findClasses(Excesses, Params)) {
    struct Part {
      double Count = 0, Exposure = 0;
    };
    std::vector<Part> Parts;
    double Count = 0, Exposure = 0, Added = 0;
    for (auto [E, S] : zip_equal(Excesses, Shapes)) {
      Part P{0, E.Exposure};
      double Ticks = 0;
      for (auto [Excess, Times] : E.Excesses)
        if (Class.holds(Excess)) {
          P.Count += double(Times);
          Ticks += Excess * double(Times);
        }
      // A visit that may be longer than the interrupt hides it.
      if (P.Count < Params.LeastSuspected || S.Expected > Ticks / P.Count)
        continue;
      Parts.push_back(P);
      Count += P.Count;
      Exposure += P.Exposure;
      Added += Ticks;
    }
    double Rate = Count / Exposure;
    if (double(Parts.size()) >= Params.LeastSuspecting &&
        all_of(Parts, [&](const Part &P) {
          double Times = P.Count / P.Exposure / Rate;
          return Times <= Params.SuspectedApart &&
                 Times >= 1 / Params.SuspectedApart;
        }))
      Suspects.push_back({Rate, Added / Count});
  }
}

Overload::Overload(ArrayRef<const Histogram *> Times,
                   ArrayRef<Decision> Decisions, const GapRule &Rule)
    : MostLeft(Rule.Params.MostLeft), LeastCount(Rule.Params.LeastSuspected) {
  std::vector<BlockShape> Shapes(Times.size());
  for (auto [S, T] : zip_equal(Shapes, Times))
    if (T)
      S = shapeOf(*T, Rule);
  addSuspects(Shapes, Rule);
  if (Suspects.empty())
    return;
  double Rate = 0, Share = 0;
  for (const Suspect &S : Suspects) {
    Rate += S.Rate;
    Share += S.Rate * S.Length;
  }
  Blocks.resize(Times.size());
  // Else a gap would show what is interrupted, and slow paths of blocks that
  // last alike may have one rate.
  bool AnyLong = false;
  for (auto [L, T, V, S] : zip_equal(Blocks, Times, Decisions, Shapes)) {
    if (!T)
      continue;
    double Excluded = 0;
    T->forEach([&, &L = L, &V = V](const Histogram::Bucket &B) {
      double N = double(B.Count);
      L.Ticks += N * B.middle();
      if (any_of(V.Interrupted, [&](const Band &In) {
            return B.Low >= In.From && B.Low <= In.To;
          }))
        Excluded += N * (B.middle() - V.Instead.Expected);
    });
    // Without interrupts, it would take:
    double Own = L.Ticks / (1 + Share);
    L.Count = Rate * Own;
    AnyLong |= S.IsClassifiable &&
               L.Count > Rule.Params.MostInterrupted * double(S.Visits);
    L.Added = std::max(0.0, Share * Own - Excluded);
    L.Ticks -= Excluded;
    All.Count += L.Count;
    All.Added += L.Added;
    All.Ticks += L.Ticks;
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
    for (uint32_t B : OfBlocks) {
      Sum.Count += Blocks[B].Count;
      Sum.Added += Blocks[B].Added;
      Sum.Ticks += Blocks[B].Ticks;
    }
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
