//===- RunFigures.h - Figures of one run of several -----------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_COUNT_RUNFIGURES_H
#define IPOINT_COUNT_RUNFIGURES_H

#include <cstdint>
#include <optional>
#include <vector>

namespace ipoint::analysis {

/// Of one run: raw times, and their mean without probes. Ticks.
struct RunTimes {
  uint64_t Count = 0;
  double Total = 0, Min = 0, Mean = 0, Max = 0;
  double Timed = 0, Untimed = 0; ///< probes in one, on average
  double CorrectedMean = 0;      ///< never below 0
};

struct RunBlock {
  uint32_t Index = 0; ///< in FunctionSymbol::Blocks
  uint64_t Visits = 0;
  std::optional<RunTimes> Time;
};

/// A function that ran in a run.
struct RunFunction {
  uint32_t Index = 0; ///< of the function, in SymbolTable::functions()
  uint64_t Calls = 0, InferredExits = 0;
  std::optional<RunTimes> Self, Inclusive;
  std::vector<RunBlock> Blocks; ///< that ran
};

class Collector;
class SymbolTable;
struct ProbeOverhead;

/// The figures of the run \p One, but for corrected ones: what probes take is
/// known when all runs have been read.
std::vector<RunFunction> runFigures(const SymbolTable &Symbols,
                                    const Collector &One);
void correctRun(std::vector<RunFunction> &Functions, const SymbolTable &Symbols,
                const std::vector<ProbeOverhead> &Overheads);

} // namespace ipoint::analysis

#endif // IPOINT_COUNT_RUNFIGURES_H
