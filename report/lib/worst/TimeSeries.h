//===- TimeSeries.h - Single times in their order, and their tails --------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reports keep distributions; whether times are independent and alike only
// their order shows. So traces are read once more.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_WORST_TIMESERIES_H
#define IPOINT_WORST_TIMESERIES_H

#include "count/StreamPass.h"
#include "model/Model.h"
#include "stats/Tails.h"

namespace ipoint::worst {

/// Whose times a series is of.
struct SeriesOf {
  uint32_t Function = 0; ///< in the SymbolTable, and in ReportModel::Functions
  /// Index in the function's Blocks: of its visits; none: of calls.
  std::optional<uint32_t> Block;
  bool IsSelf = false; ///< without callees; of a function only
  auto operator<=>(const SeriesOf &) const = default;
};

/// Raw times, ticks, without those that an interrupt has lengthened.
struct TimeSeries {
  SeriesOf Of;
  /// By stream of each trace, in the order in which they ended in it.
  std::vector<double> Ticks;
  uint64_t Interrupted = 0; ///< times that are left out
  /// A block that ran in them and of which it is not known which visits are
  /// interrupted; none: there is none.
  std::optional<uint32_t> Undecided;
};

/// Reads all streams of \p In. \p Report, of the same traces, has which visits
/// are interrupted. One series for each of \p Of, in their order.
llvm::Expected<std::vector<TimeSeries>>
readSeries(const analysis::PassInput &In, const analysis::ReportModel &Report,
           llvm::ArrayRef<SeriesOf> Of);

/// The tail of \p S. Refused also where interrupts are not separated from it,
/// and for each of \p Refusals, such as transitions that are not covered.
analysis::TailEstimate tailOf(const TimeSeries &S,
                              const analysis::SymbolTable &Symbols,
                              const analysis::ReportModel &Report,
                              double Exceedance,
                              std::vector<std::string> Refusals = {});

} // namespace ipoint::worst

#endif // IPOINT_WORST_TIMESERIES_H
