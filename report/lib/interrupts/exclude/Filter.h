//===- Filter.h - Decisions on single blocks ------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decisions on single blocks: by thresholds (a block whose majority of visits
// lies under `low`, with none between `low` and `high`, has its visits over
// `high` excluded) and by layers; in raw ticks (docs/method/). Detection
// classifies all blocks together (find/Detection.h).
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_INTERRUPTS_EXCLUDE_FILTER_H
#define IPOINT_INTERRUPTS_EXCLUDE_FILTER_H

#include "count/CollectedStats.h"
#include "interrupts/InterruptsModel.h"
#include "program/Symbols.h"
#include "stats/Sample.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/GlobPattern.h"

namespace ipoint::analysis {

/// Why nothing is decided about a block with the raw \p Times (null: nothing
/// was timed), that is \p Linear or not; nothing where that is no reason.
std::optional<FilterState> undecidable(const Histogram *Times, bool Linear,
                                       bool LinearOnly);

/// Applies \p Rule to a block whose raw times are \p Times (null: nothing was
/// timed) with their \p Counts, that is \p Linear or not.
Decision decideByRule(const ThresholdRule &Rule, const Histogram *Times,
                      const ThresholdCounts *Counts, bool Linear, double Step);

/// Drops \p Layers times what is more than two sample standard deviations from
/// the mean of the rest, to either side; to the width of a bucket.
Decision decideByLayers(unsigned Layers, const Histogram &Times, double Step);

/// Errors: one of \p Patterns is no glob pattern.
llvm::Error checkPatterns(llvm::ArrayRef<llvm::StringRef> Patterns);
inline llvm::Error checkPatterns(const ThresholdRule &Rule) {
  return checkPatterns({llvm::StringRef(Rule.Function), Rule.Block});
}

/// \p Pattern, which is valid; an empty one matches all.
llvm::GlobPattern globOf(llvm::StringRef Pattern);

/// \p Given, a threshold as it was given, followed by the bin edge that applies
/// where that differs; both are written alike.
std::string withEdge(const std::string &Given, const std::string &Edge);

/// The blocks that a rule is for.
class RuleScope {
public:
  /// \p Rule, whose patterns must be valid (see checkPatterns()), outlives it.
  explicit RuleScope(const ThresholdRule &Rule);

  bool contains(llvm::StringRef FunctionName, llvm::StringRef BlockName) const {
    return Function.match(FunctionName) && Block.match(BlockName);
  }

private:
  llvm::GlobPattern Function, Block;
};

/// \p Share with all its digits, as somebody wrote it: 0.9999.
std::string inFull(double Share);

/// The rule that holds for each block, or null: the last in \p Filter whose
/// scope contains it. Empty without rules. The pointers are into \p Filter.
std::vector<const ThresholdRule *> rulesByBlock(const FilterModel &Filter,
                                                const SymbolTable &Symbols);

/// The thresholds of \p Rules, which may be null.
std::vector<std::optional<Thresholds>>
thresholdsOf(llvm::ArrayRef<const ThresholdRule *> Rules);

/// One of them: all that is known of it but how it is asked for.
struct FilterModeFacts {
  FilterMode Mode;
  llvm::StringRef Name; ///< in JSON documents
  /// What is excluded is interrupts, which have classes and rates.
  bool FindsInterrupts = true;
  /// Blocks are compared with each other; and where records show that a visit
  /// is interrupted, they decide.
  bool RecordsDecide = false;
};

const FilterModeFacts &factsOf(FilterMode Mode);

/// What decides by \p Filter, in words; empty: the rules do, each its own.
std::string decidesInWords(const FilterModel &Filter);

} // namespace ipoint::analysis

#endif // IPOINT_INTERRUPTS_EXCLUDE_FILTER_H
