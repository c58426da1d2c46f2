//===- CollectedStats.cpp - What is counted of blocks and loops -----------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CollectedStats.h"
#include "callstack/CallStack.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <functional>

namespace ipoint::analysis {

void LargestValues::add(uint64_t Value, uint64_t Times) {
  Count += Times;
  for (uint64_t I = 0; I < std::min<uint64_t>(Times, Limit); ++I)
    keep(Value);
}

void LargestValues::merge(const LargestValues &Other) {
  Count += Other.Count;
  for (uint64_t Value : Other.Heap)
    keep(Value);
}

void LargestValues::keep(uint64_t Value) {
  if (Heap.size() == Limit) {
    if (Value <= Heap.front())
      return;
    std::pop_heap(Heap.begin(), Heap.end(), std::greater<>());
    Heap.pop_back();
  }
  Heap.push_back(Value);
  std::push_heap(Heap.begin(), Heap.end(), std::greater<>());
}

std::vector<uint64_t> LargestValues::sorted() const {
  std::vector<uint64_t> Result = Heap;
  llvm::sort(Result, std::greater<>());
  return Result;
}

void TimeBins::add(uint64_t Low, uint64_t High) {
  auto It = Highs.upper_bound(Low);
  if (It != Highs.begin() && std::prev(It)->second >= Low)
    --It;
  while (It != Highs.end() && It->first <= High) {
    Low = std::min(Low, It->first);
    High = std::max(High, It->second);
    It = Highs.erase(It);
  }
  Highs.emplace_hint(It, Low, High);
}

std::pair<uint64_t, uint64_t> TimeBins::around(uint64_t Low,
                                               uint64_t High) const {
  auto Behind = Highs.upper_bound(High);
  if (Behind == Highs.begin())
    return {Low, High};
  auto Last = std::prev(Behind);
  return Last->second < Low ? std::pair(Low, High)
                            : std::pair<uint64_t, uint64_t>(*Last);
}

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

void LoopStats::iterate(uint64_t First, uint64_t Last) {
  if (First > CallStack::CountedAnew) {
    Anew += Last - First + 1;
    MostAnew = std::max(MostAnew, Last - CallStack::CountedAnew);
    return;
  }
  if (Last >= Histogram::ExactEnd)
    Most = std::max(Most, Last);
  unsigned Begin = Histogram::indexOf(First);
  Begin += Histogram::lowOf(Begin) < First;
  unsigned End = Histogram::indexOf(Last) + 1;
  if (Begin >= End)
    return;
  if (End >= Rises.size())
    Rises.resize(End + 1);
  ++Rises[Begin];
  --Rises[End];
}

void LoopStats::settle() {
  int64_t Times = 0;
  for (unsigned Bucket = 0; Bucket != Rises.size(); ++Bucket)
    if (Times += Rises[Bucket]; Times != 0)
      Reached.add(Histogram::lowOf(Bucket), static_cast<uint64_t>(Times));
  Rises = {};
}

void LoopStats::merge(const LoopStats &Other) {
  Entered += Other.Entered;
  IsCounted |= Other.IsCounted;
  Iterations += Other.Iterations;
  Anew += Other.Anew;
  Most = std::max(Most, Other.Most);
  MostAnew = std::max(MostAnew, Other.MostAnew);
  Reached.merge(Other.Reached);
  Iteration.merge(Other.Iteration);
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
