//===- IterationsTest.cpp - Iterations of loops that are timed ------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WindowsFixture.h"

using namespace ipoint::windows_tests;

namespace {

/// An activation of a loop whose iterations are timed.
struct LoopActivation {
  SharedTable &T;
  ipoint_word Began = 0;

  /// \p Ticks later.
  void iterate(uint64_t Ticks) {
    pass(Ticks);
    ipoint_iteration(&Began, T.Counts, 1, 1000);
  }
  void leave(uint64_t Ticks) {
    pass(Ticks);
    ipoint_loop_left(&Began, T.Counts, 1, 1000);
  }

private:
  void pass(uint64_t Ticks) {
    if (Began != 0)
      Began -= Ticks << 8;
  }
};

TEST_F(Windows, IterationsAreTimedFromOneToTheNext) {
  make(1024, IPOINT_STREAM);
  SharedTable T;
  LoopActivation L{T};
  L.leave(1); // it was not entered
  for (unsigned Entries = 0; Entries < 3; ++Entries) {
    L.iterate(Hours); // before it is entered
    for (unsigned I = 0; I < 20; ++I)
      L.iterate(Lasting);
    L.leave(Lasting);
    EXPECT_EQ(L.Began, 0u);
    L.leave(Hours);
  }
  EXPECT_FALSE(T.isOff());
  std::vector<uint64_t> Ticks = iterations();
  EXPECT_EQ(Ticks.size(), 63u);
  for (uint64_t Each : Ticks) {
    EXPECT_GE(Each, Lasting);
    EXPECT_LT(Each, Hours);
  }
}

TEST_F(Windows, IterationsThatDoNotLastAreNotTimed) {
  make(1024, IPOINT_STREAM);
  SharedTable T;
  LoopActivation L{T};
  for (unsigned I = 0; I < 33; ++I) {
    EXPECT_FALSE(T.isOff());
    L.iterate(0);
  }
  EXPECT_TRUE(T.isOff());
  EXPECT_EQ(L.Began, 0u);
  L.iterate(1000000);
  L.leave(1000000);
  EXPECT_EQ(iterations().size(), 32u);
}

TEST_F(Windows, AnIterationDuringWhichItsLoopWasOffHasNoTime) {
  make(1024, IPOINT_STREAM);
  SharedTable T;
  T.Window.allowed = uint64_t(1) << 40;
  LoopActivation Outer{T}, Left{T}, Inner{T};
  Outer.iterate(0);
  Left.iterate(0);
  for (unsigned I = 0; I < 33; ++I)
    Inner.iterate(0);
  EXPECT_TRUE(T.isOff());
  EXPECT_EQ(iterations().size(), 32u);
  Outer.iterate(1000000); // not seen
  TheHost.CpuTime = 500000;
  T.window();
  EXPECT_FALSE(T.isOff());
  Outer.iterate(1000000);
  Left.leave(1000000);
  EXPECT_EQ(Left.Began, 0u);
  EXPECT_EQ(iterations().size(), 0u);
  Outer.iterate(1000000);
  Outer.leave(1000000);
  EXPECT_EQ(iterations().size(), 2u);
}

TEST_F(Windows, AnIterationThatTheParentBeganHasNoTime) {
  make(1024, IPOINT_STREAM);
  SharedTable T;
  LoopActivation L{T};
  L.iterate(0);
  T.Window.since = ipoint_port_counter() - T.Window.spent; // a fork
  L.iterate(1000000);
  EXPECT_EQ(iterations().size(), 0u);
  T.Window.since -= 1000000;
  L.iterate(1000000);
  L.leave(1000000);
  EXPECT_EQ(iterations().size(), 2u);
}

TEST_F(Windows, WhereNothingIsRecordedIterationsAreOff) {
  make(1024, IPOINT_STREAM);
  SharedTable T;
  LoopActivation L{T};
  L.iterate(0);
  T.Window.records = 0;
  L.iterate(1000000);
  EXPECT_TRUE(T.isOff());
  EXPECT_EQ(L.Began, 0u);
  EXPECT_EQ(iterations().size(), 0u);
}

} // namespace
