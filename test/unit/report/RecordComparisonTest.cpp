//===- RecordComparisonTest.cpp - Detection held against records ----------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramBuilder.h"
#include "interrupts/exclude/FilterCollector.h"
#include "gtest/gtest.h"

using namespace ipoint;
using namespace ipoint::analysis;

namespace {

database::Program makeProgram() {
  database::Program P;
  addFunction(addUnit(P), "f");
  return P;
}

std::vector<uint64_t> figuresOf(const RecordComparison &C) {
  return {C.Beyond, C.Within, C.Undecided, C.Unrecorded};
}
using Figures = std::vector<uint64_t>;

/// A block of which visits of 60 ticks and more are excluded, and another one,
/// of which nothing is.
class RecordComparisons : public testing::Test {
protected:
  static constexpr uint32_t Cut = 0, Whole = 1;

  void SetUp() override {
    Decision &V = Decisions[Cut];
    V.State = FilterState::Applied;
    V.Interrupted = {{60, UINT64_MAX}};
    V.Instead.Ticks = 10;
  }

  /// A visit of block Cut, shown by \p Records.
  static void visit(FilterCollector &To, uint64_t Ticks,
                    std::initializer_list<Recorded::Kind> Records) {
    LoggedVisit V;
    V.Block = Cut;
    V.Depth = 1;
    V.Ticks = Ticks;
    V.Count = 1;
    for (Recorded::Kind Kind : Records)
      V.IsRecorded[Kind] = true;
    To.visit(V);
  }

  FilterCollector make() const { return {Symbols, Decisions, 0}; }

  const database::Program P = makeProgram();
  const SymbolTable Symbols{P, {true}};
  std::vector<Decision> Decisions{2};
};

TEST_F(RecordComparisons, AreCountedByKind) {
  FilterCollector Seen = make();
  Seen.startStream();
  Seen.interrupted(Cut, Recorded::Switch, 60);
  Seen.interrupted(Cut, Recorded::Switch, 59);
  Seen.interrupted(Cut, Recorded::Handler, 70);
  Seen.interrupted(Whole, Recorded::Handler, 70);
  EXPECT_EQ(figuresOf(Seen.heldAgainst(Recorded::Switch)),
            (Figures{1, 1, 0, 0}));
  EXPECT_EQ(figuresOf(Seen.heldAgainst(Recorded::Handler)),
            (Figures{1, 0, 1, 0}));
}

TEST_F(RecordComparisons, ExcludedVisitsWithoutARecordCountWhereThereAreSome) {
  FilterCollector Seen = make();
  Seen.startStream();
  visit(Seen, 70, {});
  EXPECT_EQ(Seen.heldAgainst(Recorded::Switch).Unrecorded, 0u);
  Seen.interrupted(Cut, Recorded::Switch, 90); // behind it
  visit(Seen, 80, {Recorded::Switch});
  EXPECT_EQ(figuresOf(Seen.heldAgainst(Recorded::Switch)),
            (Figures{1, 0, 0, 1}));
  EXPECT_EQ(figuresOf(Seen.heldAgainst(Recorded::Handler)),
            (Figures{0, 0, 0, 0}));
  Seen.interrupted(Cut, Recorded::Handler, 20);
  EXPECT_EQ(figuresOf(Seen.heldAgainst(Recorded::Handler)),
            (Figures{0, 1, 0, 2}));
  Seen.startStream(); // which has no records
  visit(Seen, 70, {});
  EXPECT_EQ(Seen.heldAgainst(Recorded::Switch).Unrecorded, 1u);
}

TEST_F(RecordComparisons, AreAddedUp) {
  FilterCollector Seen = make(), Other = make();
  for (FilterCollector *C : {&Seen, &Other}) {
    C->startStream();
    C->interrupted(Cut, Recorded::Handler, 70);
    visit(*C, 80, {});
  }
  Seen.add(Other);
  EXPECT_EQ(figuresOf(Seen.heldAgainst(Recorded::Handler)),
            (Figures{2, 0, 0, 2}));
}

/// The same, where the kernel's records decide on both blocks.
class RecordedInterrupts : public RecordComparisons {
protected:
  void SetUp() override {
    RecordComparisons::SetUp();
    Decisions[Cut].ByRecords = true;
  }
  FilterCollector make() const { return {Symbols, Decisions, 0, true}; }
};

TEST_F(RecordedInterrupts, AreExcludedWhateverTheyTook) {
  FilterCollector Seen = make();
  Seen.startStream();
  visit(Seen, 5, {Recorded::Kernel});
  visit(Seen, 59, {Recorded::Kernel});
  visit(Seen, 59, {Recorded::Handler});
  visit(Seen, 70, {Recorded::Kernel});
  visit(Seen, 80, {});
  const BlockCut &B = Seen.Blocks[Cut];
  EXPECT_EQ(B.Interrupted.raw().moments().Count, 2u); // by their time
  EXPECT_EQ(B.KnownInterrupted.raw().moments().Count, 2u);
  EXPECT_EQ(B.Recorded, 3u);
  EXPECT_EQ(Seen.Streams.back().Interrupted, 0u + 49 + 60 + 70);
  EXPECT_EQ(Seen.heldAgainst(Recorded::Kernel).Unrecorded, 0u);
  // None takes less than nothing.
  EXPECT_EQ(Seen.RecordedExcesses.moments().Min, 0u);
  EXPECT_EQ(Seen.RecordedExcesses.moments().Max, 60u);
  Seen.joinRecords();
  EXPECT_EQ(B.Interrupted.raw().moments().Count, 4u);
  EXPECT_EQ(B.added(), 49 + 60 + 70);
}

TEST_F(RecordedInterrupts, AreLeftWhereRecordsMayNotDecide) {
  Decisions[Cut].ByRecords = false;
  FilterCollector Seen = make();
  Seen.startStream();
  visit(Seen, 59, {Recorded::Kernel});
  EXPECT_EQ(Seen.RecordedLeft, 1u);
  visit(Seen, 70, {Recorded::Kernel}); // its time decides
  EXPECT_EQ(Seen.RecordedLeft, 1u);
  EXPECT_EQ(Seen.Blocks[Cut].Recorded, 1u);
  EXPECT_EQ(Seen.Blocks[Cut].Interrupted.raw().moments().Count, 1u);
}

TEST_F(RecordedInterrupts, TakeWhatRecordsGiveFromVisitsWithoutATime) {
  FilterCollector Seen = make();
  Seen.startStream();
  Seen.untimed({1, 300, false, false});
  Seen.untimed({2, 40, true, false});
  LoggedEnd E;
  E.HasTimes = true;
  E.Function = 0;
  E.Times.SelfUsable = E.Times.InclusiveUsable = true;
  E.Times.Self = E.Times.Inclusive = 1000;
  E.Depth = 2;
  Seen.end(E);
  const FilteredFunction &F = Seen.Functions[0];
  EXPECT_EQ(F.SelfReplaced.raw().moments().Sum, 960u);
  E.Depth = 1;
  Seen.end(E);
  EXPECT_EQ(F.SelfReplaced.raw().moments().Sum, 960u + 700);
  EXPECT_EQ(F.InclusiveReplaced.raw().moments().Sum, 960u + 660);
  EXPECT_EQ(Seen.Streams.back().Interrupted, 300u);
  EXPECT_EQ(Seen.Streams.back().Calling, 40u);
  EXPECT_EQ(Seen.RecordedUntimed.Sum, 340u);
}

} // namespace
