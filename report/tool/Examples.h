//===- Examples.h - What --help shows as examples -------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_REPORT_EXAMPLES_H
#define IPOINT_REPORT_EXAMPLES_H

namespace ipoint::report {

/// Has --help end with the examples of the subcommand that \p Arguments names,
/// or, without one, of all. To be called once, before options are parsed.
void showExamplesOf(int Count, char **Arguments);

} // namespace ipoint::report

#endif // IPOINT_REPORT_EXAMPLES_H
