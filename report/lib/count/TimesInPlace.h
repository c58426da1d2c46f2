//===- TimesInPlace.h - Times that a target has added up ------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_COUNT_TIMESINPLACE_H
#define IPOINT_COUNT_TIMESINPLACE_H

#include "Distribution.h"
#include "trace/TimesFile.h"

namespace ipoint::analysis {

/// As times one by one: as many, with the sum and the extremes that \p T has,
/// each within its bin. They are without probes.
Distribution distributionOf(const trace::Times &T);

/// Whether \p D is of such times: none of it has been seen by itself.
inline bool isInPlace(const Distribution &D) {
  return !D.empty() && D.probes().Timed == 0 && D.probes().Untimed == 0;
}

} // namespace ipoint::analysis

#endif // IPOINT_COUNT_TIMESINPLACE_H
