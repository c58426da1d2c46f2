//===- DescribeInterruptsTest.cpp - What is reported is what decided ------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "interrupts/DescribeInterrupts.h"
#include "ProgramBuilder.h"
#include "gtest/gtest.h"
#include <cmath>

using namespace ipoint;
using namespace ipoint::analysis;

namespace {

database::Program makeProgram() {
  database::Program P;
  addFunction(addUnit(P), "f");
  return P;
}

/// A block of 1,000 visits of 100 ticks, and 40 of 400 to 430 that are
/// excluded: excesses lie so close together that they are one class.
class DescribeInterrupts : public testing::Test {
protected:
  void SetUp() override {
    Times.add(100, 1000);
    Decision &V = Decisions[0];
    V.State = FilterState::Applied;
    V.Interrupted = {{300, UINT64_MAX}};
    V.Instead = undisturbed(Times, V.Interrupted, 1);
    for (uint64_t Ticks = 400; Ticks < 440; ++Ticks)
      Times.add(Ticks);
  }

  /// The counts of the classes.
  std::vector<uint64_t> describe(llvm::ArrayRef<ClassBand> Decided,
                                 FilterMode By) {
    FilterCollector Seen(Symbols, Decisions, 0);
    for (uint64_t Ticks = 400; Ticks < 440; ++Ticks) {
      Seen.Blocks[0].Interrupted.add(Ticks, {}, 0);
      Seen.Log.add({Ticks * 100000, Ticks, 100, 0, 0, false});
    }
    const Histogram *All[] = {&Times, nullptr};
    std::vector<uint64_t> Counts;
    for (const ClassModel &K :
         describeInterrupts(Seen, Symbols, All, Decisions, Decided, {}, By)
             .Classes)
      Counts.push_back(K.Count);
    return Counts;
  }

  const database::Program P = makeProgram();
  const SymbolTable Symbols{P, {true}};
  std::vector<Decision> Decisions{2};
  Histogram Times;
};

TEST_F(DescribeInterrupts, ClassesAreThoseThatDecided) {
  const ClassBand Decided[] = {{0, 310}, {310, INFINITY}};
  EXPECT_EQ(describe(Decided, FilterMode::Detect),
            (std::vector<uint64_t>{10, 30}));
}

TEST_F(DescribeInterrupts, AClassOfWhichNothingIsLeftIsNone) {
  const ClassBand Decided[] = {{0, 200}, {200, INFINITY}};
  EXPECT_EQ(describe(Decided, FilterMode::Detect), std::vector<uint64_t>{40});
}

TEST_F(DescribeInterrupts, WhatRulesExcludeIsDividedHere) {
  EXPECT_EQ(describe({}, FilterMode::Rule), std::vector<uint64_t>{40});
}

TEST_F(DescribeInterrupts, LayersHaveNoClasses) {
  EXPECT_TRUE(describe({}, FilterMode::Layers).empty());
}

} // namespace
