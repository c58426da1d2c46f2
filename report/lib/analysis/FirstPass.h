//===- FirstPass.h - All streams into one Collector -----------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_ANALYSIS_FIRSTPASS_H
#define IPOINT_ANALYSIS_FIRSTPASS_H

#include "Collector.h"
#include "Model.h"
#include "StreamPass.h"

namespace ipoint::analysis {

struct FirstPass {
  std::unique_ptr<Collector> All; ///< settled
  trace::DamageList Damages;
  std::vector<TraceModel> Models; ///< by trace
  std::vector<Accounts> Books;    ///< by stream that has packets
  std::vector<std::string> Ends;  ///< why recordings ended before the program
  uint64_t Records = 0;
  uint64_t Lost = 0; ///< records
};

/// Reads all streams, several at the same time. \p Make makes a Collector.
llvm::Expected<FirstPass>
firstPass(const PassInput &In,
          llvm::function_ref<std::unique_ptr<Collector>()> Make);

} // namespace ipoint::analysis

#endif // IPOINT_ANALYSIS_FIRSTPASS_H
