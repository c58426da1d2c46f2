//===- ClosureTest.cpp - Corrected times against the plain program -------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compare/Closure.h"
#include "gtest/gtest.h"

using namespace ipoint::compare;

namespace {

/// A pair whose timed probes truly take 30 ticks and untimed ones 3; 20 and 2
/// are taken for it.
MeasuredPair pairOf(double Plain, double Timed, double Untimed) {
  MeasuredPair P;
  P.Plain = Plain;
  P.Elapsed = Plain + 100 + 30 * Timed + 3 * Untimed;
  P.Waited = 100;
  P.Timed = Timed;
  P.Untimed = Untimed;
  P.TimedCost = 20 * Timed;
  P.UntimedCost = 2 * Untimed;
  return P;
}

TEST(Closure, FitsBothKindsOfProbeToOtherInputs) {
  std::vector<MeasuredInput> Inputs(3);
  for (int Pair = 0; Pair < 10; ++Pair) {
    Inputs[0].Pairs.push_back(pairOf(1e6, 1000, 30000));
    Inputs[1].Pairs.push_back(pairOf(1e6 + Pair, 5000, 2000));
    Inputs[2].Pairs.push_back(pairOf(2e6, 3000, 9000));
  }
  ipoint::analysis::ClosureModel M = close(Inputs);
  const ipoint::analysis::ClosureInput &I = M.Inputs[2];
  EXPECT_NEAR(I.Unfitted.Error, (10.0 * 3000 + 9000) / 2e6, 1e-9);
  ASSERT_TRUE(I.Fitted);
  EXPECT_TRUE(I.Fitted->ByInputs);
  EXPECT_FALSE(I.Fitted->OneFactor);
  EXPECT_EQ(I.Fitted->FittedTo, 20u);
  EXPECT_NEAR(I.Fitted->Closure.TimedOverhead, 30, 1e-6);
  EXPECT_NEAR(I.Fitted->Closure.UntimedOverhead, 3, 1e-6);
  EXPECT_NEAR(I.Fitted->Closure.Error, 0, 1e-9);
}

TEST(Closure, PredictsRunsThatWereNotFittedTo) {
  // The odd pairs say 30 ticks; in the even ones a probe takes 10 more.
  std::vector<MeasuredInput> Inputs(1);
  for (int Pair = 0; Pair < 10; ++Pair) {
    Inputs[0].Pairs.push_back(pairOf(1e6, 1000, 0));
    if (Pair % 2)
      Inputs[0].Pairs.back().Elapsed += 10 * 1000;
  }
  ipoint::analysis::ClosureModel M = close(Inputs);
  const ipoint::analysis::ClosureInput &I = M.Inputs[0];
  ASSERT_TRUE(I.Fitted);
  EXPECT_FALSE(I.Fitted->ByInputs);
  EXPECT_TRUE(I.Fitted->OneFactor);
  EXPECT_NEAR(I.Fitted->Closure.TimedOverhead, 30, 1e-6);
  EXPECT_NEAR(I.Fitted->Closure.Error, 0.01, 1e-9);
  ASSERT_TRUE(I.Fitted->Closure.Range && I.Unfitted.Range);
}

TEST(Closure, IsNotMovedByRunsThatWereHeldUp) {
  // Three of the pairs that are fitted to, and three of the others.
  std::vector<MeasuredInput> Inputs(1);
  for (int Pair = 0; Pair < 20; ++Pair) {
    Inputs[0].Pairs.push_back(pairOf(1e6, 1000, 0));
    if (Pair < 6)
      Inputs[0].Pairs.back().Elapsed *= 5;
  }
  ipoint::analysis::ClosureModel M = close(Inputs);
  const ipoint::analysis::ClosureInput &I = M.Inputs[0];
  EXPECT_NEAR(I.Unfitted.Error, 0.01, 1e-9);
  ASSERT_TRUE(I.Fitted);
  EXPECT_NEAR(I.Fitted->Closure.TimedOverhead, 30, 1e-3);
  EXPECT_NEAR(I.Fitted->Closure.Error, 0, 1e-6);
}

TEST(Closure, GivesNoIntervalOfFewPairs) {
  std::vector<MeasuredInput> Inputs(1);
  for (int Pair = 0; Pair < 9; ++Pair)
    Inputs[0].Pairs.push_back(pairOf(1e6, 1000 + Pair, 0));
  ipoint::analysis::ClosureModel M = close(Inputs);
  EXPECT_FALSE(M.Inputs[0].Unfitted.Range);
  EXPECT_FALSE(M.Inputs[0].Fitted->Closure.Range);
}

} // namespace
