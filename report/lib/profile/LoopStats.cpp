//===- LoopStats.cpp - How often loops are entered and iterate ------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopStats.h"
#include "callstack/CallStack.h"

namespace ipoint::analysis {

void LoopStats::iterateOften(uint64_t Times) {
  if (Times > CallStack::CountedAnew) {
    ++Anew;
    MostAnew = std::max(MostAnew, Times - CallStack::CountedAnew);
    return;
  }
  Most = std::max(Most, Times);
  if (Histogram::lowOf(Histogram::indexOf(Times)) == Times)
    Reached.add(Times);
}

void LoopStats::merge(const LoopStats &Other) {
  Entered += Other.Entered;
  Iterations += Other.Iterations;
  Anew += Other.Anew;
  Most = std::max(Most, Other.Most);
  MostAnew = std::max(MostAnew, Other.MostAnew);
  Reached.merge(Other.Reached);
}

uint64_t LoopStats::mostSeen() const {
  uint64_t Result = Most;
  Reached.forEach([&](const Histogram::Bucket &B) {
    if (B.Low < Histogram::ExactEnd)
      Result = std::max(Result, B.Low);
  });
  return Result;
}

uint64_t LoopStats::maxIterations() const {
  return std::max(mostSeen(), MostAnew);
}

Sample LoopStats::perEntry() const {
  Sample Result;
  uint64_t Longest = mostSeen(), Before = Entered, Last = 0;
  // As often as it was entered for exactly k iterations, it reached k and not
  // what comes next.
  auto Add = [&](uint64_t Reaching) {
    if (Before > Reaching)
      Result.add(Last, Before - Reaching);
    Before = Reaching;
  };
  Reached.forEach([&](const Histogram::Bucket &B) {
    Add(B.Count);
    Last = std::min(B.High, Longest);
  });
  Add(0);
  return Result;
}

} // namespace ipoint::analysis
