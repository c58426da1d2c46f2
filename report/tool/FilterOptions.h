//===- FilterOptions.h - What excludes visits, as options say -------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_REPORT_FILTEROPTIONS_H
#define IPOINT_REPORT_FILTEROPTIONS_H

#include "Formats.h"
#include "Value.h"
#include "database/ConfigFile.h"
#include "model/Analysis.h"

namespace ipoint::report {

/// Sets the filter of \p Result, for an output of \p Kind, by --filter,
/// thresholds and the like. They win over the file of \p Config: their rules
/// come behind its own. Errors say what is wrong with them.
llvm::Error readFilter(database::ConfigText *Config, Format Kind,
                       analysis::AnalysisOptions &Result);

} // namespace ipoint::report

#endif // IPOINT_REPORT_FILTEROPTIONS_H
