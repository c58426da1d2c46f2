//===- Compare.h - What differs between sets of runs ----------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   traces of a set ──analyze, each by itself──> addRun ──> RunSet
//   RunSets ──finishSets──> at one overhead ──compare──> ComparisonModel ──>
//   outputs
// The run is the unit (Kalibera and Jones 2013): the uncertainty of a figure is
// that of its differences between runs, whatever its number of visits. Each
// set is compared with the first. Formulas: docs/method/comparing.md.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_COMPARE_COMPARE_H
#define IPOINT_COMPARE_COMPARE_H

#include "Runs.h"
#include "stats/Differences.h"

namespace ipoint::compare {

using analysis::Interval;
using analysis::meanOf;
using analysis::Units;

struct CompareOptions {
  /// The least relative difference of a mean or percentile worth reporting.
  double Least = 0.01;
  /// The least factor between shares of visits in a tail.
  double LeastTail = 1.5;
  /// The rate of false discoveries, over all that is tested.
  double Discovery = 0.01;
  /// Whether the sets keep their items, with all times: for pages.
  bool KeepsTimes = false;
};

/// One figure of the first set (A) and of another (B), means over runs.
/// Intervals are at the level at which figures are found to differ: 0 lies
/// outside exactly where the figure is significant.
struct FigureComparison {
  std::optional<double> A, B;              ///< none where no run carries it
  std::optional<double> Difference;        ///< B − A, in the unit of times
  std::optional<Interval> DifferenceRange; ///< none where not tested
  /// (B − A) / A; where A is below the clock resolution, by that.
  std::optional<double> Change;
  std::optional<Interval> Range; ///< of Change
  bool IsBelow = false;          ///< A is below the clock resolution
  std::optional<double> Probability, Adjusted; ///< none where not tested
  bool IsSignificant = false;
  bool Differs = false; ///< significantly, and by enough

  analysis::MeanOfUnits OfA, OfB; ///< with their errors, where tested
};

/// Visits that take longer than Level.
struct TailComparison {
  double Level = 0;                ///< raw
  double ShareA = 0, ShareB = 0;   ///< of visits
  uint64_t CountA = 0, CountB = 0; ///< visits
  std::optional<double> Ratio;     ///< ShareB / ShareA; none where A has none
  /// Of Ratio, 3/8 of a visit added to either side, at the level of the
  /// decision; none where the ratio may be anything.
  std::optional<Interval> Range;
  double Probability = 1, Adjusted = 1;
  bool IsSignificant = false;
  bool Differs = false; ///< significantly, and by enough

  size_t Levels = 1;              ///< that were looked at
  analysis::MeanOfUnits OfA, OfB; ///< roots of counts
};

struct ItemComparison {
  ItemKey Key; ///< file as in the first set
  unsigned Line = 0;
  size_t RunsA = 0, RunsB = 0;     ///< in which it has times
  double VisitsA = 0, VisitsB = 0; ///< a run
  FigureComparison Mean;
  FigureComparison Quantiles[QuantileCount];
  std::optional<TailComparison> Tail; ///< the likeliest to differ
  /// Up to this level the exceedance curves are not distinguishable; only where
  /// something differs.
  std::optional<double> PartsAt;
  double MaxA = 0, MaxB = 0; ///< raw, of all runs

  bool differs() const;
  /// Of a figure that is known to differ in the first place, else by most.
  bool isLonger() const;
  /// About what a run's time changes by, in the unit of times: by the mean
  /// where that differs, else by the first figure that does, of which
  /// percentiles stand for the visits beyond them.
  double moved() const;
};

/// A function or block that only one of two builds has or ran, or that has
/// another text.
struct CodePlace {
  std::string File, Function;
  std::string Block; ///< empty: the function
  unsigned Line = 0; ///< in the build that has it; of a change, in the second
};

/// What sets of runs differ in besides their times.
struct Condition {
  std::string Name;
  /// Times are not of one machine, setting or input, so that a difference need
  /// not be the program's.
  bool IsAffecting = false;
};

struct PairComparison {
  size_t Other = 0; ///< the set that is compared with the first
  size_t Hypotheses = 0;
  std::vector<Condition> Conditions; ///< in which the sets differ
  std::vector<ItemComparison> Items; ///< in the order of their keys
  std::vector<CodePlace> Appeared, Vanished, Changed;
  std::vector<CodePlace> RanFirst, RanOther; ///< though both builds have it

  size_t differing() const;
  /// Items that differ, what moves most of a run's time first; inclusive times,
  /// which move with those of callees, come last.
  std::vector<const ItemComparison *> ranked() const;
};

struct ComparisonModel {
  /// Without items, unless Options.KeepsTimes.
  std::vector<RunSet> Sets;
  analysis::TimeUnit Unit = analysis::TimeUnit::Ticks;
  bool Execution = false;
  CompareOptions Options;
  std::vector<PairComparison> Pairs;
  /// With which each interval by itself misses, so that of all intervals of
  /// figures that are found to differ at most Options.Discovery do (Benjamini
  /// and Yekutieli 2005).
  double Level = 0;

  bool differs() const;
};

/// A sentence of the outcome.
struct ChangeVerdict {
  std::string About; ///< "change", "runs" or "conditions"
  std::string Text;
  std::string Function;    ///< that it is about; may be empty
  std::string Command;     ///< that makes it surer; may be empty
  bool IsAffected = false; ///< a conclusion is: by what the sentence names
};

/// What changed most, by how much, and whether anything else did.
ChangeVerdict changeVerdict(const ComparisonModel &Model,
                            const PairComparison &Pair);

/// The outcome of \p Pair: first changeVerdict(), then what puts it in
/// question.
std::vector<ChangeVerdict> verdictOf(const ComparisonModel &Model,
                                     const PairComparison &Pair);

/// Puts into \p Report, of the second set, what differs from the first: the
/// sentences of verdictOf(), and of functions with one name in both how their
/// self time differs.
void noteChanges(const ComparisonModel &Model, analysis::ReportModel &Report);

/// "+1.23 %", "-45.1 %", "+211 %" of a relative difference.
std::string inPercent(double Share);

/// The conditions in which the sets differ, as far as they are known.
std::vector<Condition> differingConditions(const RunSet &First,
                                           const RunSet &Other);

/// A set of \p Model that has no function in common with the first; null if
/// there is none.
const RunSet *unrelatedSet(const ComparisonModel &Model);

/// Compares \p Sets, two or more, on which finishSets() was called.
ComparisonModel compare(std::vector<RunSet> Sets,
                        const CompareOptions &Options);

/// Gives the files of \p Other the names that \p First has for them: the same
/// name, or, where the folders above differ, the only one that ends in the most
/// of the same folders and the same file name.
void alignFiles(const RunSet &First, RunSet &Other);

/// Gives functions of \p Other that have namesakes in their file the numbers
/// that those of the same units have in \p First, whose names files have
/// already; others keep their order. A header's function that two units compile
/// differently is two functions.
void alignNamesakes(const RunSet &First, RunSet &Other);

/// Whether both functions have a block of the name \p Block with the same text.
bool hasSameText(const FunctionText &A, const FunctionText &B,
                 const std::string &Block);

/// Lists what appeared, vanished, changed and ran in one of two sets only.
void listDifferences(const RunSet &First, const RunSet &Other,
                     PairComparison &Pair);

/// Compares the shares of visits beyond levels that a tenth to a ten-thousandth
/// of all visits exceed, and returns the level that differs most surely, its
/// probability multiplied by the number of levels. Nothing where no level has
/// enough visits beyond it, or a side has fewer than two runs.
std::optional<TailComparison> compareTails(llvm::ArrayRef<const Times *> A,
                                           llvm::ArrayRef<const Times *> B);

/// The lowest level beyond which the shares of visits differ surely (5 % over
/// all levels that are looked at, by Bonferroni): up to there the two
/// exceedance curves are not distinguishable. Nothing where there is none.
std::optional<double> partingLevel(llvm::ArrayRef<const Times *> A,
                                   llvm::ArrayRef<const Times *> B);

} // namespace ipoint::compare

#endif // IPOINT_COMPARE_COMPARE_H
