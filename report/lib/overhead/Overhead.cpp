//===- Overhead.cpp - Whether overheads can be true -----------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Clock.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>

using namespace llvm;

namespace ipoint::analysis {

namespace {

/// The smallest upper bound of a cost that any mean time gives.
struct Bound {
  double High = INFINITY; ///< ticks; the cost is surely not more
  double Cost = INFINITY; ///< ticks; what the same mean itself leaves room for
  std::string Evidence;

  void take(double NewHigh, double NewCost, function_ref<std::string()> Words) {
    if (!(NewHigh < High))
      return;
    High = NewHigh;
    Cost = NewCost;
    Evidence = Words();
  }
};

/// Of the probes of one form.
struct Bounds {
  Bound Timed, Untimed;
};

/// Finds the bounds that the distributions of a program give.
class BoundFinder {
public:
  BoundFinder(ClockModel &Clock, const SymbolTable &Symbols,
              const Collector &All, ArrayRef<Exchanged> Blocks,
              ArrayRef<Exchanged> Functions)
      : Clock(Clock), Symbols(Symbols), All(All), Blocks(Blocks),
        Functions(Functions), Found(Clock.Probes.size()) {}

  std::vector<Bounds> find() {
    for (auto [Index, F] : enumerate(Symbols.functions())) {
      auto Form = size_t(F.Form.value_or(trace::ProbeForm::Inline));
      const FunctionStats &S = All.Functions[Index];
      take(Form, All.selfTimesOf(static_cast<uint32_t>(Index)), S.Self,
           at(Functions, Index), [&] { return F.Name + ", self"; });
      for (uint32_t B : F.Blocks)
        take(Form, B, All.Blocks[B].Time, at(Blocks, B),
             [&] { return F.Name + "/" + Symbols.blocks()[B].Name; });
    }
    return std::move(Found);
  }

private:
  /// A mean of fewer is too much of a guess to refute a measurement.
  static constexpr uint64_t LeastCount = 1000;
  /// The bound is this many standard errors above the mean: the smallest of
  /// thousands of means is low by chance alone.
  static constexpr double StandardErrors = 4;

  static Exchanged at(ArrayRef<Exchanged> Some, size_t Index) {
    return Some.empty() ? Exchanged() : Some[Index];
  }

  MeanTime meanTime(const Distribution &D, Exchanged X) const {
    MeanTime M = D.meanTime();
    M.Untimed /= Clock.UntimedWeight;
    if (X.Old && M.Count)
      M.Mean += (double(X.New->raw().moments().Sum) -
                 double(X.Old->raw().moments().Sum)) /
                double(M.Count);
    return M;
  }

  /// \p Object is what \p D has in Collector::Slices.
  void take(size_t Form, uint32_t Object, const Distribution &D, Exchanged X,
            function_ref<std::string()> Name) {
    if (D.empty())
      return;
    MeanTime M = meanTime(D, X);
    if (M.Count < LeastCount || M.Timed == 0)
      return;
    // Most are no bound, whether their values resemble each other or not.
    if (M.Mean >= Found[Form].Timed.High * M.Timed && M.Untimed == 0)
      return;
    double Each =
        All.Slices.correlation(Object, D.raw()).value_or(Correlation()).Mean;
    double Error = StandardErrors * M.StandardError * std::sqrt(Each);
    auto Words = [&] {
      return formatv("{0}: {1} visits of {2:f1} ticks on average", Name(),
                     M.Count, M.Mean)
          .str();
    };
    Found[Form].Timed.take((M.Mean + Error) / M.Timed, M.Mean / M.Timed, Words);
    // What is left beside the timed ones at their smallest.
    constexpr double LeastUntimed = 0.5;
    if (M.Untimed < LeastUntimed)
      return;
    double Rest = std::max(0.0, M.Mean - M.Timed * Clock.Probes[Form].TimedMin);
    Found[Form].Untimed.take((Rest + Error) / M.Untimed, Rest / M.Untimed,
                             Words);
  }

  const ClockModel &Clock;
  const SymbolTable &Symbols;
  const Collector &All;
  ArrayRef<Exchanged> Blocks, Functions;
  std::vector<Bounds> Found;
};

} // namespace

void limitOverheads(ClockModel &Clock, const SymbolTable &Symbols,
                    const Collector &All, ArrayRef<Exchanged> Blocks,
                    ArrayRef<Exchanged> Functions) {
  std::vector<Bounds> Found =
      BoundFinder(Clock, Symbols, All, Blocks, Functions).find();
  for (auto [P, B] : zip_equal(Clock.Probes, Found)) {
    if (B.Timed.High < P.TimedMean) {
      P.TimedMean = std::max(B.Timed.Cost, P.TimedMin);
      P.TimedEvidence = std::move(B.Timed.Evidence);
    }
    if (B.Untimed.High < P.UntimedMean) {
      P.UntimedMean = B.Untimed.Cost;
      P.UntimedEvidence = std::move(B.Untimed.Evidence);
    }
  }
  setUncertainties(Clock);
}

} // namespace ipoint::analysis
