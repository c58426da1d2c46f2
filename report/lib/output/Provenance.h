//===- Provenance.h - Where figures come from, in lines -------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_OUTPUT_PROVENANCE_H
#define IPOINT_OUTPUT_PROVENANCE_H

#include "Writer.h"

namespace ipoint::output {

/// What made the figures of \p Report, one fact a line: this tool and its
/// command line, program, build, level, clock, database and thresholds. For
/// outputs that have no other place for it; none holds a line break.
std::vector<std::string> provenance(const analysis::ReportModel &Report,
                                    const WriterOptions &Options);

/// What excludes visits, and who asked for it: a line for each rule.
std::vector<std::string> inWords(const analysis::FilterModel &F);

/// \p Text as a field of comma-separated values (RFC 4180): printable, and
/// quoted where it needs be; a quote comes before what a spreadsheet would take
/// for a formula. Numbers need none of this.
std::string csvField(llvm::StringRef Text);

} // namespace ipoint::output

#endif // IPOINT_OUTPUT_PROVENANCE_H
