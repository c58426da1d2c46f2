//===- InterruptRates.cpp - When interrupts come, and how often -----------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InterruptRates.h"

using namespace llvm;

namespace ipoint::analysis {

InterruptTimes timesOf(const ClassBand &Class, const InterruptionLog &Log) {
  InterruptTimes Best, Now;
  uint32_t Stream = 0;
  double Added = 0;
  auto Keep = [&] {
    if (Now.Elapsed.size() > Best.Elapsed.size())
      Best = std::move(Now);
    Now = {};
    Added = 0;
  };
  for (const InterruptedVisit &V : Log.visits()) {
    if (V.Stream != Stream)
      Keep();
    Stream = V.Stream;
    double Excess = V.excess();
    if (!Class.holds(Excess))
      continue;
    uint64_t Start = V.At - V.Ticks;
    Now.Elapsed.push_back(Start);
    Now.Execution.push_back(Start - uint64_t(Added));
    Added += Excess;
  }
  Keep();
  return Best;
}

std::optional<RateModel> rateOf(uint64_t Interrupted, double Each,
                                double Exposure, const Dispersion &Counts) {
  if (!(Exposure > 0))
    return std::nullopt;
  auto N = double(Interrupted);
  Range R = countInterval(N, Counts.Value);
  Each /= Exposure;
  return RateModel{N * Each,
                   std::max(0.0, N - (N - R.Low) * Counts.Widening) * Each,
                   (N + (R.High - N) * Counts.Widening) * Each};
}

RateModel rateOf(const Period &P) {
  double Half = studentFactor(P.Degrees) * P.Uncertainty;
  return {1 / P.Ticks, 1 / (P.Ticks + Half), 1 / std::max(1.0, P.Ticks - Half)};
}

} // namespace ipoint::analysis
