//===- FilterConfig.h - The section `filter` of a config file -------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_REPORT_FILTERCONFIG_H
#define IPOINT_REPORT_FILTERCONFIG_H

#include "database/ConfigFile.h"
#include "interrupts/exclude/Filter.h"

namespace ipoint::report {

/// Reads the section `filter` of \p File, a file that `ipoint-instrument` reads
/// too (docs/configuration.md), into \p Filter; \p None: it asks for none.
/// Leaves both alone if there is no such section.
///
/// Errors name the file, and the line and column where that is possible.
llvm::Error readFilterConfig(database::ConfigText &File,
                             analysis::FilterModel &Filter, bool &None);

/// `detect`, `rule`, `layers:N` or `none`. Errors: it is something else.
llvm::Error parseFilterMode(llvm::StringRef Text, analysis::FilterModel &Filter,
                            bool &None);

} // namespace ipoint::report

#endif // IPOINT_REPORT_FILTERCONFIG_H
