//===- Runs.h - Sets of runs, as far as they are compared -----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_COMPARE_RUNS_H
#define IPOINT_COMPARE_RUNS_H

#include "model/Model.h"
#include "support/TimeUnit.h"
#include "llvm/ADT/ArrayRef.h"
#include <map>
#include <tuple>

namespace ipoint::compare {

enum class Subject { Block, Self, Inclusive };

/// What is compared, by names that stay from build to build.
struct ItemKey {
  std::string File; ///< relative to the folder that all sources share
  std::string Function;
  /// Ordinal among functions of one name in a file, from 0; see
  /// alignNamesakes().
  unsigned Namesake = 0;
  Subject What = Subject::Self;
  std::string Block; ///< stable name; empty for a function's times

  auto tied() const { return std::tie(File, Function, Namesake, What, Block); }
  bool operator<(const ItemKey &Other) const { return tied() < Other.tied(); }
};

/// Raw times from Low to High, both included.
struct TimeRange {
  double Low = 0;
  double High = 0;
  uint64_t Count = 0;
};

/// Percentiles that are compared.
constexpr unsigned QuantileCount = 4;
constexpr const char *QuantileNames[QuantileCount] = {"p50", "p90", "p99",
                                                      "p999"};

/// Times of one item in one run, in ticks or, if the sets have clocks of
/// different rates, in nanoseconds.
struct Times {
  uint64_t Count = 0;
  /// Raw, until finishSets() takes the probes out: then below 0 where these
  /// took less than is assumed. Differences hold there, too.
  double Mean = 0;
  double Timed = 0, Untimed = 0; ///< probes in one, on average
  /// As Mean; none that the count does not carry.
  std::optional<double> Quantiles[QuantileCount];
  double QuantileTimed[QuantileCount] = {}; ///< timed probes in it
  double Max = 0;                           ///< raw
  std::vector<TimeRange> Ranges;            ///< raw, smallest first
};

struct Item {
  unsigned Line = 0;
  size_t Form = 0; ///< of its probes: which of RunInfo::Probes
  std::vector<std::optional<Times>> ByRun; ///< one for each run of the set
  std::vector<uint64_t> Visits;            ///< the same; calls of functions
};

/// Where a block is in the source.
struct BlockText {
  std::string Name; ///< stable
  std::string Kind;
  unsigned Line = 0;
  unsigned Column = 0; ///< 0: not known
  unsigned EndLine = 0;
  bool Timed = false; ///< its record reads the counter
};

/// A function as its source has it.
struct FunctionText {
  unsigned Line = 0;
  std::string Unit;     ///< relative to the folder that all sources share
  unsigned Ordinal = 0; ///< as ItemKey::Namesake, in its own build
  struct BlockSource {
    std::string Source; ///< may be empty
    unsigned Line = 0;
  };
  std::map<std::string, BlockSource> Blocks; ///< by name
  // The following is empty unless RunSet::KeepsSource.
  std::string Page;                ///< what reports call its page
  std::vector<std::string> Source; ///< its lines, from Line on
  std::vector<BlockText> Places;   ///< in the order of the report
};

/// A function as it was called on one way, in all runs of a set together.
struct CallNode {
  std::optional<size_t> Parent; ///< in RunSet::Calls, before it
  /// Key of RunSet::Functions.
  std::tuple<std::string, std::string, unsigned> Function;
  uint64_t Calls = 0;
  double Own = 0; ///< self time without probes, ticks
};

/// Machine is host, processor and clock.
struct RunInfo : analysis::RunFacts {
  std::string Path;
  uint64_t Records = 0;
  double RateHz = 0;
  /// What probes took by what this run measured and its times leave room for;
  /// from finishSets() on what it is corrected by.
  std::vector<analysis::ProbeModel> Probes;
  double LeastTimed = 0; ///< ticks; of those in use, as Probes

  /// The first form that is in use.
  const analysis::ProbeModel &usedProbe() const;
};

/// Runs of one build in one setting.
struct RunSet {
  std::string Name;
  std::string Database; ///< path
  /// How the program was made, most units first.
  std::vector<analysis::BuildModel> Builds;
  bool Execution = false; ///< times are without those off CPU
  double Resolution = 0;  ///< of the clock, in the unit of the times
  /// Whether addRun() keeps what only a page shows.
  bool KeepsSource = false;
  std::vector<RunInfo> Runs;
  std::map<ItemKey, Item> Items;
  /// By file, name and namesake: those that could run.
  std::map<std::tuple<std::string, std::string, unsigned>, FunctionText>
      Functions;
  std::vector<CallNode> Calls; ///< where KeepsSource, if call paths are known
};

/// Adds the run that \p Report is about. The functions are those of the first.
void addRun(RunSet &Set, const analysis::ReportModel &Report);

/// Visits of a run, on average.
double visitsOf(const Item &I);

/// Whether the function calls nothing instrumented: its inclusive times, whose
/// key is \p Inclusive, are its own.
bool isSelf(const RunSet &Set, ItemKey Inclusive);

/// Raw times of all runs together, smallest first.
std::vector<TimeRange> pooledRanges(const Item &I);

/// To be called once, with all sets, when they have their runs: takes the
/// probes out of times, at the mean over all runs of a machine (what differs
/// between these is the error of its measurement and not the program) or the
/// least that one of them leaves room for; where clocks have different rates,
/// or with another \p Unit than ticks, converts times. Returns the unit of
/// times then.
analysis::TimeUnit finishSets(llvm::MutableArrayRef<RunSet> Sets,
                              analysis::TimeUnit Unit);

} // namespace ipoint::compare

#endif // IPOINT_COMPARE_RUNS_H
