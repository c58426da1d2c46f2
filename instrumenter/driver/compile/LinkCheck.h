//===- LinkCheck.h - Do these objects belong together? --------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_DRIVER_COMPILE_LINKCHECK_H
#define IPOINT_DRIVER_COMPILE_LINKCHECK_H

#include "driver/command/CompilerCommand.h"
#include "driver/command/Process.h"
#include "driver/config/Settings.h"

namespace ipoint {

/// A file that a link reads.
struct LinkedFile {
  const Argument *From; ///< that names it
  std::string Path;
};

/// Objects, archives and libraries, in the order of the command, which has to
/// live as long.
std::vector<LinkedFile> linkedFiles(const CompilerCommand &Command,
                                    ScratchFolder &Scratch);

/// Reads the unit records of the objects, archives and libraries that a link
/// names. Errors: two of them were instrumented with different databases, or
/// with overlapping ids, or with another than the one that was named; the
/// message names them. What is no object, or has no unit record, is passed
/// over.
llvm::Error checkLink(const CompilerCommand &Command, const Settings &Chosen,
                      ScratchFolder &Scratch);

/// Errors: \p Program, which the link has made, is loaded by musl, and the
/// library \p Runtime needs glibc. Such a program does not start.
llvm::Error checkLibc(llvm::StringRef Program, llvm::StringRef Runtime);

} // namespace ipoint

#endif // IPOINT_DRIVER_COMPILE_LINKCHECK_H
