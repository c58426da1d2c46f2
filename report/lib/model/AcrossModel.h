//===- AcrossModel.h - What is known of single runs in a sum --------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_MODEL_ACROSSMODEL_H
#define IPOINT_MODEL_ACROSSMODEL_H

#include <cstdint>
#include <optional>
#include <string>

namespace ipoint::analysis {

/// The run of a profile that a largest time is of.
struct MarkOrigin {
  std::string Labels; ///< of the run, such as `board=7, firmware=2.1`
  /// Of the label ReportModel::AcrossBy; empty: it has none.
  std::string Value;
  std::string Run;             ///< its UUID
  std::string Path;            ///< of its trace
  std::optional<double> Since; ///< ticks since it began; none: not known
};

/// What a function took in the runs with one value of a label.
struct AcrossModel {
  std::string Value; ///< empty: they have no such label
  uint64_t Calls = 0;
  /// Of timed calls, raw ticks; inclusive ones where these are known, else self
  /// times. None: no call was timed.
  std::optional<double> Mean, Max;
  uint64_t Blocks = 0; ///< that ran
};

} // namespace ipoint::analysis

#endif // IPOINT_MODEL_ACROSSMODEL_H
