//===- DetectorParams.h - The constants of detection ----------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_INTERRUPTS_DETECTORPARAMS_H
#define IPOINT_INTERRUPTS_DETECTORPARAMS_H

#include "stats/RateStatistics.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace ipoint::analysis {

/// DetectorParams.def has the reasons.
struct DetectorParams : RateParams {
#define IPOINT_PARAM(Name, Default, Low, High) double Name = Default;
#define IPOINT_STEP(Name) bool Name = true;
#include "interrupts/DetectorParams.def"
};

/// Sets what "NAME=VALUE" says in \p Params. Errors: there is no such constant,
/// or it cannot have that value; in one line.
llvm::Error setParam(DetectorParams &Params, llvm::StringRef Assignment);

} // namespace ipoint::analysis

#endif // IPOINT_INTERRUPTS_DETECTORPARAMS_H
