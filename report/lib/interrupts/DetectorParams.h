//===- DetectorParams.h - The constants of detection ------------*- C++ -*-===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What was chosen for detection, each with its reason. Constants of periods and
// other statistics are beside these (stats/RateStatistics.cpp).
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_INTERRUPTS_DETECTORPARAMS_H
#define IPOINT_INTERRUPTS_DETECTORPARAMS_H

namespace ipoint::analysis {

/// Shares, ratios and counts have no unit.
struct DetectorParams {
  // Gaps in the times of a block.

  /// Visits. The median of fewer, and what lies next to it, may be chance.
  double LeastVisits = 20;
  /// Steps of the clock, or of the block's lattice: two readings differ by up
  /// to two from the truth, so that three cannot be rounding.
  double LeastSteps = 3;
  /// Seconds. No processor enters, runs and leaves a handler in less.
  double ShortestInterrupt = 100e-9;
  /// Of what lies beyond a gap, the share that may lie in it: no machine is
  /// quiet.
  double StraysOfBeyond = 0.1;
  /// Of the main cluster, the share that may lie in a gap: more is its tail.
  double StraysOfMain = 0.01;
  /// Of a block's visits, the most that may be interrupted before the rest says
  /// too little of what the block takes by itself.
  double MostInterrupted = 0.25;
  /// By how much an excess may be longer than the next one of a cluster.
  double ClusterGap = 0.1;

  // Classes.

  /// Width of a bin of excesses, as a share of the excess.
  double BinWidth = 0.05;
  /// Lower peak over floor, where two classes are split.
  double ValleyDepth = 3;
  /// Standard deviations of the lower peak's count that it is above the floor:
  /// what chance seldom makes.
  double ValleyDeviations = 3;
  /// Ratio of neighbouring excesses with nothing between, from which on one may
  /// not be of the other's class: less than two interrupts of a class against
  /// one, and more than is usual within the tail of one.
  double ApartRatio = 1.75;
  /// Ratio of what is taken for equal although it is not known well: of rates,
  /// of neighbouring excesses in a block, of the lengths of a class.
  double MostApart = 1.5;
  /// By how much the count of visits with several interrupts may be above what
  /// is expected, as a ratio and in standard deviations: handlers come in
  /// bursts, too.
  double MultiplesRatio = 1.5;
  double MultiplesDeviations = 3;
  /// Share of the exposure: what less could show says nothing of the rest.
  double LeastExposure = 0.1;

  // Counts in proportion to exposure.

  /// By how much the rate of a block may be above that of the others: bursts,
  /// and tasks that an interrupt releases, are not Poisson.
  double OutlierTimes = 3;
  /// Chance of so many in a block, below which they are its own; and where
  /// there are three or fewer, of which no chance is as small.
  double OutlierChance = 1e-4;
  double OutlierChanceOfFew = 1e-2;
  /// Of a cluster of candidates, the share below which a class is the tail of
  /// others in it.
  double TailShare = 0.25;
  /// Visits in other blocks, without which nothing says that a class is no path
  /// of the block that has the most of it.
  double LeastElsewhere = 2;

  // Masked interrupts.

  /// Candidates of a block that may unmask: fewer are no evidence.
  double LeastUnmasked = 20;
  /// Of what is expected, the share below which a block has too few; and the
  /// chance of that.
  double Deficit = 0.5;
  double DeficitChance = 1e-3;
  /// How far the other blocks may be from what is expected, as a share beside
  /// three standard deviations.
  double RestTolerance = 0.1;
  /// Of Kolmogorov's and Smirnov's test, that excesses are distributed alike.
  double AlikeChance = 0.01;

  // What times decide.

  /// Share of a class that follows at once upon others, beyond which it is the
  /// machine's recovery and no interrupt.
  double MostFollowing = 0.5;
  /// Visits in one block, of which fewer do not show whether they keep to a
  /// clock.
  double LeastWatched = 50;
  /// Of answers which mode an interrupted visit had, the share that may be
  /// wrong.
  double MostWrong = 0.05;
};

} // namespace ipoint::analysis

#endif // IPOINT_INTERRUPTS_DETECTORPARAMS_H
