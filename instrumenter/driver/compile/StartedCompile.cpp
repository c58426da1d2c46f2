//===- StartedCompile.cpp - A compile whose text comes later --------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/compile/StartedCompile.h"
#include "llvm/Support/FileSystem.h"
#include <cerrno>
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

using namespace llvm;

namespace ipoint {

StartedCompile::Pipe::Pipe() {
  if (pipe2(Ends, O_NONBLOCK | O_CLOEXEC) != 0)
    return;
  // As much as most texts have; by default there is room for 64 KB.
  (void)fcntl(Ends[1], F_SETPIPE_SZ, 1 << 20);
}

void StartedCompile::Pipe::close() {
  for (int &End : Ends)
    if (End >= 0)
      ::close(std::exchange(End, -1));
}

std::unique_ptr<StartedCompile>
StartedCompile::start(ArrayRef<std::string> Words, const std::string &File,
                      ScratchFolder &Scratch) {
  std::unique_ptr<StartedCompile> Made(
      new StartedCompile(File, Scratch.file(), Scratch.file()));
  // A link by number leads nowhere where /proc is of other processes.
  std::string Target = "/proc/" + std::to_string(getpid()) + "/fd/" +
                       std::to_string(Made->Text.Ends[0]);
  if (!Made->Text.isOpen() || symlink(Target.c_str(), File.c_str()) != 0)
    return nullptr;
  struct stat Found, Own;
  if (stat(File.c_str(), &Found) == 0 && fstat(Made->Text.Ends[0], &Own) == 0 &&
      Found.st_dev == Own.st_dev && Found.st_ino == Own.st_ino) {
    DeepStacks Deep;
    Expected<RunningCommand> Started =
        RunningCommand::start(Words, {.StandardError = Made->Messages});
    if (Started) {
      Made->Command = std::move(*Started);
      return Made;
    }
    consumeError(Started.takeError());
  }
  (void)sys::fs::remove(File);
  return nullptr;
}

StartedCompile::~StartedCompile() { consumeError(end().takeError()); }

Expected<int> StartedCompile::end() {
  Text.close();
  std::optional<RunningCommand> Last = std::exchange(Command, std::nullopt);
  return Last ? Last->wait() : 0;
}

void StartedCompile::write(StringRef Rest) const {
  while (!Rest.empty()) {
    ssize_t Written = ::write(Text.Ends[1], Rest.data(), Rest.size());
    if (Written >= 0) {
      Rest = Rest.drop_front(static_cast<size_t>(Written));
      continue;
    }
    if (errno == EINTR)
      continue;
    // It may read the regular file, or nothing more.
    if (errno != EAGAIN || Command->hasEnded())
      return;
    pollfd Room{Text.Ends[1], POLLOUT, 0};
    (void)poll(&Room, 1, /*ms=*/10);
  }
}

Expected<Heard> StartedCompile::finish(StringRef Whole) {
  if (Error E = writeFile(Regular, Whole))
    return E;
  // Before the pipe is closed, so that what has not opened it yet finds this.
  if (std::error_code Code = sys::fs::rename(Regular, File))
    return createStringError(Code,
                             File + ": cannot be written: " + Code.message());
  write(Whole);
  return heard(end(), Messages);
}

} // namespace ipoint
