//===- OutputFile.h - A file that a user has named for an output ----------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_DATABASE_OUTPUTFILE_H
#define IPOINT_DATABASE_OUTPUTFILE_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <system_error>

namespace ipoint {

/// Writes \p Contents to \p Path, "-" for standard output. A regular file is
/// there whole, old or new, at any time. What is something else, a device, a
/// pipe or a link, stays what it is and is written to. Nothing is removed that
/// was not made here. From then on the process ignores SIGXFSZ.
std::error_code
writeOutput(llvm::StringRef Path,
            llvm::function_ref<void(llvm::raw_ostream &)> Contents);

} // namespace ipoint

#endif // IPOINT_DATABASE_OUTPUTFILE_H
