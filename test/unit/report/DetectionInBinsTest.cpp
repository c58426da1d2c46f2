//===- DetectionInBinsTest.cpp - Of times that were added up in place -----===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// REQ: IP-REQ-055

#include "DetectionFixture.h"
#include "interrupts/find/Detection.h"
#include "gtest/gtest.h"

using namespace ipoint::analysis;

namespace {

/// \p H in bins of which there are four to each power of two, as boards have
/// them; what is known of a bin is its middle.
Histogram inBins(const Histogram &H, TimeBins &Bins) {
  Histogram Result;
  H.forEach([&](const Histogram::Bucket &B) {
    uint64_t Width = 1;
    while (B.Low / Width >= 8)
      Width *= 2;
    uint64_t Low = B.Low / Width * Width;
    Bins.add(Low, Low + Width - 1);
    Result.add(Low + (Width - 1) / 2, B.Count);
  });
  return Result;
}

/// What \p Times let detection find when they are in bins, and probes have
/// masked interrupts for \p Each ticks in front of each visit.
DetectionResult detectInBins(const std::vector<const Histogram *> &Times,
                             uint64_t Each = 0) {
  std::vector<Histogram> Coarse(Times.size());
  std::vector<TimeBins> Bins(Times.size());
  std::vector<const Histogram *> Of;
  std::vector<const TimeBins *> OfBins;
  for (size_t B = 0; B < Times.size(); ++B) {
    Coarse[B] = inBins(*Times[B], Bins[B]);
    Bins[B].Masked = Each * Times[B]->count();
    Of.push_back(&Coarse[B]);
    OfBins.push_back(&Bins[B]);
  }
  DetectionResult R = detect(shapesOf(Of, Rule, OfBins), Of, Rule);
  for (BlockShape &S : R.Shapes)
    S.Bins = nullptr; // which end here
  return R;
}

TEST(DetectionInBins, BinsAreOneWhereTheyOverlap) {
  TimeBins Bins;
  Bins.add(100, 120);
  Bins.add(150, 160);
  EXPECT_EQ(Bins.around(110, 110), std::pair(uint64_t(100), uint64_t(120)));
  EXPECT_EQ(Bins.around(121, 121), std::pair(uint64_t(121), uint64_t(121)));
  Bins.add(110, 155);
  EXPECT_EQ(Bins.highsByLow().size(), 1u);
  EXPECT_EQ(Bins.around(130, 130), std::pair(uint64_t(100), uint64_t(160)));
}

TEST(DetectionInBins, InterruptsAreSeenAndSlowPathsAreOneBlocksOwn) {
  Histogram A = makeBlock(40, 100000, 40), B = makeBlock(80, 100000, 80),
            C = makeBlock(150, 100000, 150), Slow = makeBlock(10, 100000, 1000);
  DetectionResult R = detectInBins({&A, &B, &C, &Slow});
  std::vector<FilterState> States;
  for (const Decision &V : R.Decisions)
    States.push_back(V.State);
  EXPECT_EQ(States, (std::vector{FilterState::Applied, FilterState::Applied,
                                 FilterState::Applied, FilterState::Refused}));
  // 2250 on average, to what the bins leave open.
  const Decision &V = R.Decisions[2];
  ASSERT_TRUE(V.Added);
  EXPECT_NEAR(*V.Added / 150, 2250, V.AddedWithin / 150 + 1);
  EXPECT_LT(V.AddedWithin / 150, 300);
}

TEST(DetectionInBins, OneLengthIsOneClassWhateverTheBlocksTake) {
  // Of 300 ticks, in blocks whose bins have their edges elsewhere.
  std::vector<Histogram> Blocks(6);
  std::vector<const Histogram *> Of;
  for (size_t B = 0; B < Blocks.size(); ++B) {
    Blocks[B].add(20 + 17 * B, 100000);
    Blocks[B].add(320 + 17 * B, 30 + 25 * B);
    Of.push_back(&Blocks[B]);
  }
  DetectionResult R = detectInBins(Of);
  EXPECT_EQ(R.Classes.size(), 1u);
  double Added = 0, Count = 0;
  for (size_t B = 0; B < Blocks.size(); ++B) {
    EXPECT_EQ(R.Decisions[B].State, FilterState::Applied) << B;
    Added += R.Decisions[B].Added.value_or(0);
    Count += 30 + 25 * double(B);
  }
  EXPECT_NEAR(Added / Count, 300, 15);
}

TEST(DetectionInBins, WhatComesInMaskingProbesIsInTheVisitBehind) {
  // Once in 50000 ticks, of which 100 are in front of each visit.
  Histogram A = makeBlock(20, 100000, 240), B = makeBlock(400, 10000, 100),
            C = makeBlock(1000, 1000, 22);
  for (const Decision &V : detectInBins({&A, &B, &C}, 100).Decisions)
    EXPECT_EQ(V.State, FilterState::Applied);
  // By the time of the blocks alone the first has too many.
  EXPECT_EQ(detectInBins({&A, &B, &C}).Decisions[0].State,
            FilterState::Refused);
}

TEST(DetectionInBins, TheSumShowsTheirMeanWhereOthersAreNarrow) {
  auto FirstBeyond = [](uint64_t Own) {
    Histogram H;
    H.add(Own, 10000);
    H.add(300, 50);
    TimeBins Bins;
    // Of one tick below 8, as on boards.
    Bins.add(Own, Own < 8 ? Own : Own + 7);
    Bins.add(256, 319);
    return shapeOf(H, Rule, &Bins).longVisit(0);
  };
  EXPECT_NEAR(FirstBeyond(5).Low, 300, 1);
  EXPECT_NEAR(FirstBeyond(5).High, 300, 1);
  EXPECT_NEAR(FirstBeyond(32).Low, 256, 3);
  EXPECT_NEAR(FirstBeyond(32).High, 319, 3);
}

TEST(DetectionInBins, ABinHidesAsMuchAsItIsWide) {
  auto LeastVisible = [](uint64_t Low) {
    Histogram H;
    H.add(1000, 10000);
    TimeBins Bins;
    Bins.add(Low, 1000);
    return shapeOf(H, Rule, &Bins).LeastVisible;
  };
  EXPECT_NEAR(LeastVisible(900) - LeastVisible(1000), 100, 10);
}

/// Six blocks of which each has many visits of 300 ticks more.
std::vector<Histogram> interrupted() {
  std::vector<Histogram> Blocks(6);
  for (size_t B = 0; B < Blocks.size(); ++B) {
    Blocks[B].add(20 + 17 * B, 100000);
    Blocks[B].add(320 + 17 * B, 60);
  }
  return Blocks;
}

std::vector<const Histogram *> pointersTo(const std::vector<Histogram> &Of) {
  std::vector<const Histogram *> Result;
  for (const Histogram &H : Of)
    Result.push_back(&H);
  return Result;
}

TEST(DetectionInBins, WhatBinsHaveInCommonIsTheirPlace) {
  // 7000, known to the tick in one block; others have bins of 1024 ticks.
  std::vector<TimedBlock> Blocks(4);
  const double Lows[] = {6064, 6014, 6952, 6998},
               Highs[] = {7108, 7057, 7995, 7002};
  for (size_t B = 0; B < Blocks.size(); ++B) {
    Blocks[B].Modes = {{0, 1}};
    Blocks[B].Long = {{Lows[B], Highs[B], 100, {}}};
  }
  findExcesses(Blocks, 3);
  for (const TimedBlock &B : Blocks) {
    ASSERT_EQ(B.Long.front().Parts.size(), 1u);
    EXPECT_NEAR(B.Long.front().Parts.front().Excess, 7000, 250);
    EXPECT_LE(B.Long.front().Parts.front().Least, 7000);
    EXPECT_GE(B.Long.front().Parts.front().Most, 7000);
  }
}

TEST(DetectionInBins, TwoInOneVisitAreTwoOfTheClass) {
  // The block of a caller is often left by probes, and has two now and then.
  std::vector<Histogram> Blocks = interrupted();
  Blocks[0].add(620, 34);
  DetectionResult R = detectInBins(pointersTo(Blocks), 100);
  EXPECT_EQ(R.Classes.size(), 1u);
  EXPECT_EQ(R.Decisions[0].State, FilterState::Applied);
  EXPECT_TRUE(R.Decisions[0].Left.empty()) << R.Decisions[0].Reason;
}

TEST(DetectionInBins, WhatIsNoSumIsNotTakenForOne) {
  // No bin of 450 ticks more has 600.
  std::vector<Histogram> Blocks = interrupted();
  Blocks[0].add(470, 34);
  DetectionResult R = detectInBins(pointersTo(Blocks), 100);
  EXPECT_FALSE(R.Decisions[0].Left.empty());
}

TEST(DetectionInBins, ThreeAndMoreAreNoClassThoughBinsDoNotPartThem) {
  std::vector<Histogram> Blocks = interrupted();
  for (size_t B = 0; B < Blocks.size(); ++B) {
    Blocks[B].add(620 + 17 * B, 20);
    Blocks[B].add(920 + 17 * B, 6);
    Blocks[B].add(1220 + 17 * B, 4);
  }
  EXPECT_EQ(detectInBins(pointersTo(Blocks), 100).Classes.size(), 1u);
}

TEST(DetectionInBins, TwoAndThreeAreNoClassThoughTheyAreOnePart) {
  // A burst meets in the caller's block alone.
  std::vector<Histogram> Blocks = interrupted();
  Blocks[0].add(620, 12);
  Blocks[0].add(920, 4);
  DetectionResult R = detectInBins(pointersTo(Blocks), 100);
  EXPECT_EQ(R.Classes.size(), 1u);
  EXPECT_TRUE(R.Decisions[0].Left.empty()) << R.Decisions[0].Reason;
}

TEST(DetectionInBins, WhatIsFarLongerIsNotManyOfAClass) {
  // Twelve of 300, which do not come without two or three.
  std::vector<Histogram> Blocks = interrupted();
  for (size_t B = 0; B < Blocks.size(); ++B)
    Blocks[B].add(3620 + 17 * B, 20);
  EXPECT_EQ(detectInBins(pointersTo(Blocks), 100).Classes.size(), 2u);
}

TEST(DetectionInBins, VisitsThatWereKeptDivideABin) {
  // Two lengths in one bin of 1024 ticks: of half of the visits the time is
  // known.
  std::vector<TimedBlock> Blocks(2);
  for (TimedBlock &B : Blocks) {
    B.Modes = {{0, 1}};
    LongVisit V{1024, 2047, 40, {}};
    V.Known.assign(10, 1100);
    V.Known.insert(V.Known.end(), 10, 1900);
    B.Long = {V};
  }
  findExcesses(Blocks, 3);
  for (const TimedBlock &B : Blocks) {
    double Short = 0, Long = 0;
    for (const AddedPart &P : B.Long.front().Parts)
      (P.Excess < 1500 ? Short : Long) += P.Count;
    EXPECT_NEAR(Short, 20, 2);
    EXPECT_NEAR(Long, 20, 2);
  }
}

TEST(DetectionInBins, WhatOneBlockHasAloneMayBeInterruptsThatOthersHide) {
  Histogram A = makeBlock(40, 100000, 0), B = makeBlock(150, 100000, 60);
  Histogram Hides; // from 0 to 8000 ticks, without a gap
  for (uint64_t Ticks = 1; Ticks < 8000; Ticks += 50)
    Hides.add(Ticks, 100);
  DetectionResult R = detectInBins({&A, &B, &Hides});
  EXPECT_EQ(R.Decisions[1].State, FilterState::Refused);
  EXPECT_NEAR(R.Decisions[1].MayBeAdded, 60 * 2250, 60 * 300);
  EXPECT_GT(R.Decisions[2].MayBeAdded, 0);
  EXPECT_EQ(R.Decisions[0].MayBeAdded, 0); // it would show them
}

TEST(DetectionInBins, NoOrderIsKnown) {
  Histogram A = makeBlock(40, 1000000, 60), B = makeBlock(80, 100, 0);
  const Decision V = detectInBins({&A, &B}).Decisions[0];
  EXPECT_EQ(V.State, FilterState::Refused);
  EXPECT_NE(V.Reason.find("whether it keeps to a clock is not known of times "
                          "that were added up"),
            std::string::npos)
      << V.Reason;
}

} // namespace
