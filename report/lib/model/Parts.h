//===- Parts.h - One run as several successive ones -----------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_MODEL_PARTS_H
#define IPOINT_MODEL_PARTS_H

#include "Model.h"
#include "database/Program.h"
#include "trace/Progress.h"
#include "trace/Trace.h"

namespace ipoint::analysis {

/// Analyses \p Parts parts of \p T, each with as many successive records of
/// each stream. Activations that are open where one part ends and the next
/// begins have no time in either; times are response times. Of a report only
/// the clock, the trace and the functions are filled. A part may have nothing
/// that ran. \p Clock is that of analyze() for \p T alone: what refutes an
/// overhead is seen in the whole run. \p Watch is told of what is read.
///
/// Errors are those of analyze().
llvm::Expected<std::vector<ReportModel>>
analyzeParts(const trace::Trace &T, const database::Program &P,
             const ClockModel &Clock, unsigned Parts,
             trace::Progress *Watch = nullptr);

} // namespace ipoint::analysis

#endif // IPOINT_MODEL_PARTS_H
