//===- InterruptRates.cpp - When interrupts come, and how often -----------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InterruptRates.h"

using namespace llvm;

namespace ipoint::analysis {

ClassTimes timesOf(uint32_t Class, const InterruptClasses &Classes,
                   const InterruptionLog &Log, ArrayRef<StreamOrigin> Streams) {
  ClassTimes Best, Now;
  uint32_t Stream = 0;
  double Added = 0;
  auto Keep = [&] {
    if (Stream < Streams.size() && Streams[Stream].First != UINT64_MAX) {
      Now.Elapsed.Begin = Now.Execution.Begin = Streams[Stream].First;
      Now.Elapsed.End = Streams[Stream].Last;
      Now.Execution.End = Now.Elapsed.End - uint64_t(Added);
    }
    if (Now.Elapsed.Times.size() > Best.Elapsed.Times.size())
      Best = std::move(Now);
    Now = {};
    Added = 0;
  };
  for (const InterruptedVisit &V : Log.visits()) {
    if (V.Stream != Stream)
      Keep();
    Stream = V.Stream;
    double Excess = V.excess();
    const ClassBand *Band = Classes.bandOf(Excess);
    if (!Band || Band->timesOf(Class) == 0)
      continue;
    uint64_t Start = V.At - V.Ticks;
    Now.Elapsed.Times.push_back(Start);
    Now.Execution.Times.push_back(Start - uint64_t(Added));
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
  Interval R = countInterval(N, Counts.Value);
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
