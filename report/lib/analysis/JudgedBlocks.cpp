//===- JudgedBlocks.cpp - Where interrupts can be seen ------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JudgedBlocks.h"

using namespace llvm;

namespace ipoint::analysis {

static bool isJudged(const Verdict &V) {
  return V.State == FilterState::Applied ||
         V.State == FilterState::NothingToSetAside ||
         (V.State == FilterState::Refused && !V.Left.empty());
}

/// The ticks of \p J in which strikes can be seen and can't; \p Added of all
/// are those of struck visits.
static void setExposure(Judged &J, const Histogram &Times, const Verdict &V,
                        double Added) {
  Times.forEach([&](const Histogram::Bucket &T) {
    double Ticks = T.middle();
    J.Struck.Visits += T.Count;
    auto In = find_if(V.Left, [&](const Band &B) {
      return T.Low >= B.From && T.Low <= B.To;
    });
    auto Times = double(T.Count);
    if (In == V.Left.end())
      J.Execution += Ticks * Times;
    else if (In->To == UINT64_MAX) // struck visits are among them
      J.Hidden += J.Expected * Times;
    else
      J.Paths.push_back({Ticks - J.Expected, Ticks * Times});
  });
  J.Execution -= Added;
  for (const Band &B : V.Left)
    J.Left.push_back({double(B.From) - J.Expected, double(B.To) - J.Expected});
}

/// Sets Jitter from what is not struck, in a few points of which
/// each stands for as many ticks: longer visits are likelier to be struck.
static void setJitter(Judged &J, const Histogram &Times, const Verdict &V) {
  constexpr double Points = 64;
  auto IsStruck = [&](const Histogram::Bucket &T) {
    return any_of(V.Struck, [&](const Band &B) {
      return T.Low >= B.From && T.Low <= B.To;
    });
  };
  double All = 0, Weight = 0, Sum = 0;
  auto ForEach = [&](auto &&Function) {
    Times.forEach([&](const Histogram::Bucket &T) {
      double Ticks = T.middle();
      if (!IsStruck(T))
        Function(Ticks, Ticks * double(T.Count));
    });
  };
  auto Flush = [&] {
    if (Weight > 0)
      J.Jitter.push_back({Sum / Weight - J.Expected, Weight / All});
    Weight = Sum = 0;
  };
  ForEach([&](double, double W) { All += W; });
  ForEach([&](double Ticks, double W) {
    Weight += W;
    Sum += W * Ticks;
    if (Weight >= All / Points)
      Flush();
  });
  Flush();
}

/// Sets what \p Struck visits took more than is expected. The shortest and the
/// longest one are known to the tick, others by their bucket.
static void setExcesses(Judged &J, const Sample &Struck) {
  const Moments All = Struck.moments();
  const uint64_t Ends[] = {All.Min, All.Max};
  Struck.histogram().forEach([&](const Histogram::Bucket &T) {
    uint64_t Left = T.Count;
    auto Take = [&](double Ticks, uint64_t Count) {
      // An excess that can be 0 or less is none that an interrupt made.
      if (Count && Ticks > J.Expected)
        J.Struck.Excesses.push_back({Ticks - J.Expected, Count});
      Left -= Count;
    };
    uint64_t Low = std::max(T.Low, Ends[0]), High = std::min(T.High, Ends[1]);
    for (uint64_t End : Ends)
      if (End >= Low && End <= High)
        Take(double(End), Low == High ? Left : 1);
    Take((double(Low) + double(High)) / 2, Left);
  });
}

std::vector<Judged> judgedBlocks(const FilterCollector &Seen,
                                 ArrayRef<const Histogram *> Times,
                                 ArrayRef<Verdict> Verdicts,
                                 const GapRule &Rule) {
  std::vector<Judged> Result;
  for (uint32_t B = 0; B < Times.size(); ++B) {
    const Verdict &V = Verdicts[B];
    if (!Times[B] || !isJudged(V))
      continue;
    Judged J;
    J.Block = B;
    const BlockCut &Cut = Seen.Blocks[B];
    if (V.State == FilterState::Applied) {
      J.Expected = double(Cut.Instead.Ticks);
      for (const Band &Out : V.Struck)
        if (double(Out.From) > J.Expected) {
          J.LeastVisible = double(Out.From) - J.Expected;
          break;
        }
    } else {
      BlockShape S = shapeOf(*Times[B], Rule);
      J.Expected = S.Expected;
      J.LeastVisible = S.LeastVisible;
    }
    setExposure(J, *Times[B], V, Cut.added());
    setExcesses(J, Cut.Struck.raw());
    if (!J.Struck.Excesses.empty())
      setJitter(J, *Times[B], V);
    Result.push_back(std::move(J));
  }
  return Result;
}

} // namespace ipoint::analysis
