//===- ScratchFolder.h - A folder for the time of a process ---------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_DRIVER_COMMAND_SCRATCHFOLDER_H
#define IPOINT_DRIVER_COMMAND_SCRATCHFOLDER_H

#include "llvm/Support/Error.h"
#include <string>

namespace ipoint {

/// A folder below TMPDIR for the time of this process, one at a time, that
/// other users cannot read. It goes when the value does, or when SIGHUP, SIGINT
/// or SIGTERM ends the process. What a process that was killed has left is
/// removed by the user's next: it is locked as long as its process lives.
class ScratchFolder {
public:
  static llvm::Expected<ScratchFolder> make();
  ScratchFolder(ScratchFolder &&Other) noexcept;
  ~ScratchFolder();

  /// Path of the file \p Name in it, with a number in front that makes it
  /// unique.
  std::string file(llvm::StringRef Name);

private:
  explicit ScratchFolder(std::string Path) : Path(std::move(Path)) {}
  std::string Path;
  unsigned Files = 0;
};

} // namespace ipoint

#endif // IPOINT_DRIVER_COMMAND_SCRATCHFOLDER_H
