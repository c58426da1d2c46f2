//===- OutputFile.cpp - A file that a user has named for an output --------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "database/OutputFile.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Signals.h"
#include <csignal>

using namespace llvm;

namespace ipoint {

using Writer = function_ref<void(raw_ostream &)>;

/// The first error of the stream, which may not keep it: LLVM's ends the
/// process then.
static std::error_code finish(raw_fd_ostream &Out) {
  Out.flush();
  std::error_code Code = Out.error();
  Out.clear_error();
  return Code;
}

static std::error_code writeTo(raw_fd_ostream &Out, Writer Contents) {
  Contents(Out);
  Out.close();
  return finish(Out);
}

/// Through a file beside it, with the mode of an ordinary new one, which
/// TempFile would not have.
static std::error_code replace(StringRef Path, Writer Contents) {
  int File;
  SmallString<256> Temporary;
  std::error_code Code = sys::fs::createUniqueFile(
      Path + ".%%%%%%.tmp", File, Temporary, sys::fs::OF_None,
      sys::fs::all_read | sys::fs::all_write);
  if (Code)
    return Code;
  sys::RemoveFileOnSignal(Temporary);
  // RemoveFileOnSignal() makes LLVM catch the signal for files that reach
  // their size limit, too.
  std::signal(SIGXFSZ, SIG_IGN);
  {
    raw_fd_ostream Out(File, /*shouldClose=*/true);
    Code = writeTo(Out, Contents);
  }
  if (!Code)
    Code = sys::fs::rename(Temporary, Path);
  if (Code) // which the caller reports
    (void)sys::fs::remove(Temporary);
  sys::DontRemoveFileOnSignal(Temporary);
  return Code;
}

std::error_code writeOutput(StringRef Path, Writer Contents) {
  if (Path == "-") {
    Contents(outs());
    return finish(outs());
  }
  sys::fs::file_status Status;
  if (sys::fs::status(Path, Status, /*follow=*/false) ||
      Status.type() == sys::fs::file_type::regular_file)
    return replace(Path, Contents);
  std::error_code Code;
  raw_fd_ostream Out(Path, Code);
  return Code ? Code : writeTo(Out, Contents);
}

} // namespace ipoint
