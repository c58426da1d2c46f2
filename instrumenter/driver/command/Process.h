//===- Process.h - Running compilers, and their files ---------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_DRIVER_COMMAND_PROCESS_H
#define IPOINT_DRIVER_COMMAND_PROCESS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"
#include <string>
#include <sys/resource.h>

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

  /// Path of a file \p Name in it, another each time. The files of one name
  /// lie in folders 1, 2, …: there are as few folders as that takes, for a
  /// folder takes up to 3 ms to remove.
  std::string file(llvm::StringRef Name);
  /// Path of a file whose name does not matter.
  std::string file();

private:
  explicit ScratchFolder(std::string Path) : Path(std::move(Path)) {}
  std::string Path;
  llvm::StringMap<unsigned> Files; ///< of each name
  unsigned Unnamed = 0;
};

/// To be called by a tool before anything else. Memory is taken in large pieces
/// and given back at the end only: the tree of a unit is made once, and the
/// system is asked thousands of times otherwise. A file that may not grow
/// (`ulimit -f`) is an error of what writes it, and not the end of this
/// process; commands are run as it was before.
void prepareProcess();

/// Files in place of standard streams; an empty name leaves the stream as it
/// is.
struct Streams {
  std::string StandardInput = {};
  std::string StandardOutput = {};
  std::string StandardError = {};
};

/// A command that runs beside this process. What starts one waits for it.
class RunningCommand {
public:
  /// The first word of \p Command is looked for in PATH. Errors: it cannot be
  /// started.
  static llvm::Expected<RunningCommand>
  start(llvm::ArrayRef<std::string> Command, const Streams &S);
  /// Waits for its end. \returns what run() does.
  llvm::Expected<int> wait();
  bool hasEnded() const;

private:
  RunningCommand(pid_t Pid, std::string Name)
      : Pid(Pid), Name(std::move(Name)) {}
  pid_t Pid;
  std::string Name;
};

/// Runs \p Command, whose first word is looked for in PATH, and waits for it.
/// \returns its exit code, 128 + the signal if one ended it. Errors: it cannot
/// be started.
llvm::Expected<int> run(llvm::ArrayRef<std::string> Command,
                        const Streams &S = Streams());

/// While it lives, commands get a stack of 512 MiB, or of what they are allowed
/// if that is less: probes make deep nests deeper, and Clang's parser and its
/// code generator go down them by recursion.
class DeepStacks {
public:
  DeepStacks();
  ~DeepStacks();
  DeepStacks(const DeepStacks &) = delete;
  DeepStacks &operator=(const DeepStacks &) = delete;

private:
  rlimit Before;
};

/// Becomes \p Command. Returns only if it cannot be started.
llvm::Error become(llvm::ArrayRef<std::string> Command);

/// What a command that was listened to left behind.
struct Heard {
  int Code = 0;     ///< as run() returns it
  std::string Said; ///< on standard error
};

/// A command that ended with \p Code, and what it said into the file
/// \p Messages.
llvm::Expected<Heard> heard(llvm::Expected<int> Code, llvm::StringRef Messages);

/// Runs \p Command, with the file \p StandardInput if it is not empty, and
/// keeps what it says. Errors: it cannot be started.
llvm::Expected<Heard> runAndListen(llvm::ArrayRef<std::string> Command,
                                   ScratchFolder &Scratch,
                                   const std::string &StandardInput = "");

/// What \p Command prints on standard output; nothing where it fails.
std::string answerOf(llvm::ArrayRef<std::string> Command,
                     ScratchFolder &Scratch);

llvm::Expected<std::string> readFile(llvm::StringRef Path);
/// Writes a file that is there whole or not at all. "-" is standard output.
llvm::Error writeFile(llvm::StringRef Path, llvm::StringRef Text);
/// Makes the finished file \p From the file \p To, which is there whole, old or
/// new, at any time. What \p To is, if no regular file, stays and is written.
llvm::Error putInPlace(llvm::StringRef From, llvm::StringRef To);
/// Removes \p Path if it is a regular file.
void removeFile(llvm::StringRef Path);

} // namespace ipoint

#endif // IPOINT_DRIVER_COMMAND_PROCESS_H
