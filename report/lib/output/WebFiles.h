//===- WebFiles.h - The pages and scripts that lie in the tool ------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_OUTPUT_WEBFILES_H
#define IPOINT_OUTPUT_WEBFILES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace ipoint::output {

/// A file of report/web, or Chart.js, as it was when the tool was built.
struct EmbeddedFile {
  const char *Name; ///< without folder
  const char *Begin;
  const char *End; ///< a zero byte follows

  llvm::StringRef contents() const {
    return {Begin, static_cast<size_t>(End - Begin)};
  }
};

llvm::ArrayRef<EmbeddedFile> webFiles();

} // namespace ipoint::output

#endif // IPOINT_OUTPUT_WEBFILES_H
