//===- ThresholdCounts.cpp - Visits divided by thresholds -----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ThresholdCounts.h"
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

} // namespace ipoint::analysis
