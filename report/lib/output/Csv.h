//===- Csv.h - Fields of comma-separated values ---------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_OUTPUT_CSV_H
#define IPOINT_OUTPUT_CSV_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace ipoint::output {

/// \p Text as a field (RFC 4180): in quotes where it must be.
/// \p Text as a field: printable, and quoted where it needs be; a quote comes
/// before what a spreadsheet would take for a formula. Numbers need none of
/// this.
std::string csvField(llvm::StringRef Text);

} // namespace ipoint::output

#endif // IPOINT_OUTPUT_CSV_H
