//===- Filter.cpp - The threshold rule for interrupt clusters -------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Filter.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace ipoint::analysis {

/// How many values a reason names.
static constexpr size_t NamedValues = 10;

void LargestValues::add(uint64_t Value, uint64_t Times) {
  Count += Times;
  for (uint64_t I = 0; I < std::min<uint64_t>(Times, Limit); ++I)
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

void ThresholdCounts::add(uint64_t Ticks, const FilterModel &Rule,
                          uint64_t Times) {
  if (Ticks < Rule.Low) {
    Below += Times;
  } else if (Ticks <= Rule.High) {
    Between.add(Ticks, Times);
  } else {
    Above.add(Ticks, Times);
    AboveSum += Wide(Ticks) * Times;
    AboveMin = std::min(AboveMin, Ticks);
    AboveMax = std::max(AboveMax, Ticks);
  }
}

static std::string betweenReason(const FilterModel &Rule,
                                 const LargestValues &Between) {
  std::string Values;
  std::vector<uint64_t> Sorted = Between.sorted();
  for (uint64_t Value : ArrayRef(Sorted).take_front(NamedValues))
    Values += (Values.empty() ? "" : ", ") + std::to_string(Value);
  if (Between.count() > NamedValues)
    Values += ", …";
  return formatv("{0} {4} between {1} and {2}: {3}", Between.count(), Rule.Low,
                 Rule.High, Values,
                 Between.count() == 1 ? "visit lies" : "visits lie");
}

Verdict judge(const FilterModel &Rule, const ThresholdCounts *Counts,
              bool Linear) {
  if (!Counts)
    return {FilterState::NotTimed, ""};
  if (Rule.LinearOnly && !Linear)
    return {FilterState::NotLinear, ""};
  if (Counts->Above.count() == 0)
    return {FilterState::NothingToSetAside, ""};
  uint64_t All =
      Counts->Below + Counts->Between.count() + Counts->Above.count();
  double Share = double(Counts->Below) / double(All);
  if (!(Share > Rule.Majority))
    return {FilterState::Refused,
            formatv("{0} of {1} visits lie below {2}, a share of {3:f4}, which "
                    "is not more than {4:f2}",
                    Counts->Below, All, Rule.Low, Share, Rule.Majority)};
  if (Counts->Between.count() != 0)
    return {FilterState::Refused, betweenReason(Rule, Counts->Between)};
  return {FilterState::Applied, ""};
}

} // namespace ipoint::analysis
