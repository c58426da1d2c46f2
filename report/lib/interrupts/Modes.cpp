//===- Modes.cpp - Blocks that take one of several times ------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Modes.h"
#include "Classes.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace ipoint::analysis {

namespace {

/// How often how much was added, in the bins of classes.
class Added {
public:
  explicit Added(const DetectorParams &Params) : Params(Params) {}

  void add(double Excess, double Count) {
    size_t Bin = excessBinOf(Excess, Params) + 1;
    if (Bin + 2 > Counts.size())
      Counts.resize(Bin + 2);
    Counts[Bin] += Count;
  }
  /// With its neighbours', as where classes are split.
  double at(double Excess) const {
    size_t Bin = excessBinOf(Excess, Params) + 1;
    return Bin + 1 < Counts.size()
               ? (Counts[Bin - 1] + 2 * Counts[Bin] + Counts[Bin + 1]) / 4
               : 0;
  }

private:
  const DetectorParams &Params;
  std::vector<double> Counts;
};

} // namespace

/// How likely it is which of the block's modes \p V had, if so much was
/// \p Added to visits; the most likely one is written to its Excess. In
/// proportion only.
static std::vector<double> chancesOf(LongVisit &V, ArrayRef<Mode> Modes,
                                     const Added *Known, double Least) {
  std::vector<double> Chances;
  double Most = -1;
  for (const Mode &M : Modes) {
    double Excess = V.Ticks - M.Ticks;
    double Chance = Excess >= Least ? M.Sum : 0;
    if (Known)
      Chance *= Known->at(std::max(Excess, 1.0));
    if (Chance > Most) {
      Most = Chance;
      V.Excess = std::max(Excess, 1.0);
    }
    Chances.push_back(Chance);
  }
  return Chances;
}

void findExcesses(MutableArrayRef<TimedBlock> Blocks, double Least,
                  const DetectorParams &Params) {
  // Expectation and maximisation: what was added, from which time each visit
  // had, and that from what was added.
  std::optional<Added> Known;
  for (unsigned Round = 0; Round < Params.MostRounds; ++Round) {
    Added Next(Params);
    for (TimedBlock &B : Blocks)
      for (LongVisit &V : B.Long) {
        std::vector<double> Chances =
            chancesOf(V, B.Modes, Known ? &*Known : nullptr, Least);
        double All = 0;
        for (double C : Chances)
          All += C;
        for (auto [C, M] : zip_equal(Chances, B.Modes))
          if (C > 0)
            Next.add(V.Ticks - M.Ticks, V.Count * C / All);
      }
    Known.emplace(std::move(Next));
  }
}

} // namespace ipoint::analysis
