//===- ThresholdRules.h - Which blocks a threshold is for -----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_INTERRUPTS_THRESHOLDRULES_H
#define IPOINT_INTERRUPTS_THRESHOLDRULES_H

#include "InterruptsModel.h"
#include "count/ThresholdCounts.h"
#include "program/Symbols.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/GlobPattern.h"

namespace ipoint::analysis {

/// Errors: a pattern of \p Rule is none.
llvm::Error checkPatterns(const ThresholdRule &Rule);

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
/// scope contains it. Empty unless the filter works by rules. The pointers are
/// into \p Filter.
std::vector<const ThresholdRule *> rulesByBlock(const FilterModel &Filter,
                                                const SymbolTable &Symbols);

/// The thresholds of \p Rules, which may be null.
std::vector<std::optional<Thresholds>>
thresholdsOf(llvm::ArrayRef<const ThresholdRule *> Rules);

} // namespace ipoint::analysis

#endif // IPOINT_INTERRUPTS_THRESHOLDRULES_H
