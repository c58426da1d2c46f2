//===- CollectorSeries.cpp - What a Collector counts over time ------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Collector.h"

using namespace llvm;

namespace ipoint::analysis {

void Collector::openSeries(SeriesGrid Grid) {
  auto Objects = selfTimesOf(static_cast<uint32_t>(Functions.size()));
  OverTime = std::make_unique<Series>(Grid, Objects);
  Marks.resize(Objects);
  Counts.watchNews();
  InBucket = ActiveFunctions(Functions.size());
}

void Collector::startSeries() {
  closeBucket();
  OverTime->startStream(Run);
}

void Collector::openBucket(uint64_t Ticks) {
  closeBucket();
  OverTime->open(Ticks);
}

/// Takes what was counted since the last bucket.
void Collector::closeBucket() {
  Series::Entries Some;
  auto Put = [&](uint32_t Object, const SeriesSums &S) {
    if (S.Count)
      Some.push_back({Object, S});
  };
  BitVector Active = takeActive(InBucket);
  forEachBlockOf(Active, [&](uint32_t Block) { Put(Block, takeNew(Block)); });
  for (uint32_t F : Active.set_bits()) {
    SeriesSums Self = OverTime->takeLong(selfTimesOf(F));
    SeriesSums Inclusive = OverTime->takeLong(inclusiveTimesOf(F));
    auto AddTo = [](SeriesSums &S) {
      return [&S](uint64_t Ticks, uint64_t Times) { S.add(Ticks, Times); };
    };
    ShortTimes.forEachNew(F, AddTo(Self), AddTo(Inclusive));
    if (!Mixed.empty()) {
      Mixed[F].Self.forEachNew(Counts, AddTo(Self));
      Mixed[F].Inclusive.forEachNew(Counts, AddTo(Inclusive));
    }
    Put(selfTimesOf(F), Self);
    Put(inclusiveTimesOf(F), Inclusive);
  }
  OverTime->close(std::move(Some));
}

SeriesSums Collector::takeNew(uint32_t Block) {
  SeriesSums S = OverTime->takeLong(Block);
  auto Add = [&](uint64_t Ticks, uint64_t Times) { S.add(Ticks, Times); };
  for (uint32_t Slot : slotsOf(Block)) {
    Counts.forEachNew(Slots[Slot].Times, Add);
    Counts.forEachNew(MoreTimes[Slot], Add);
    if (Others[Slot].Times)
      OtherTimes[Others[Slot].Times].Short.forEachNew(Counts, Add);
  }
  return S;
}

/// How many values of \p Object have been counted.
uint64_t Collector::countOf(uint32_t Object) const {
  uint64_t Sum = 0;
  auto Add = [&](uint64_t, auto, uint64_t Times) { Sum += Times; };
  auto Nothing = [](uint64_t, auto, uint64_t) {};
  if (Object < Blocks.size()) {
    for (uint32_t Slot : slotsOf(Object)) {
      forEachTime(Slot, Add);
      if (uint32_t Times = Others[Slot].Times)
        Sum += OtherTimes[Times].Rest.raw().histogram().count();
    }
    return Sum;
  }
  uint32_t Function = (Object - static_cast<uint32_t>(Blocks.size())) / 2;
  bool IsSelf = Object == selfTimesOf(Function);
  if (IsSelf)
    ShortTimes.forEach(Function, Add, Nothing);
  else
    ShortTimes.forEach(Function, Nothing, Add);
  if (!Mixed.empty())
    (IsSelf ? Mixed[Function].Self : Mixed[Function].Inclusive)
        .forEach(Counts, Add);
  const FunctionStats &F = Functions[Function];
  return Sum + (IsSelf ? F.Self : F.Inclusive).raw().histogram().count();
}

} // namespace ipoint::analysis
