//===- Process.cpp - Running compilers and keeping their scratch files ----===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/command/Process.h"
#include "database/OutputFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace llvm;

extern char **environ;

namespace ipoint {

static Error failure(const Twine &What, int Code) {
  return createStringError(std::error_code(Code, std::generic_category()),
                           What + ": " + strerror(Code));
}

static std::vector<char *> argvOf(ArrayRef<std::string> Command) {
  std::vector<char *> Argv;
  for (const std::string &Word : Command)
    Argv.push_back(const_cast<char *>(Word.c_str()));
  Argv.push_back(nullptr);
  return Argv;
}

/// Whether commands are to get the signal that this process ignores.
static bool CommandsGetFileSizeSignal;

void ignoreFileSizeSignal() {
  struct sigaction Before, Ignore{};
  Ignore.sa_handler = SIG_IGN;
  sigaction(SIGXFSZ, &Ignore, &Before);
  CommandsGetFileSizeSignal = Before.sa_handler != SIG_IGN;
}

// Not sys::ExecuteAndWait: it hides which signal ended the program.
Expected<int> run(ArrayRef<std::string> Command, const Streams &S) {
  posix_spawn_file_actions_t Actions;
  posix_spawn_file_actions_init(&Actions);
  auto Redirect = [&](int Stream, const std::string &Path, int Flags) {
    if (!Path.empty())
      posix_spawn_file_actions_addopen(&Actions, Stream, Path.c_str(), Flags,
                                       0600);
  };
  Redirect(STDIN_FILENO, S.StandardInput, O_RDONLY);
  Redirect(STDOUT_FILENO, S.StandardOutput, O_WRONLY | O_CREAT | O_TRUNC);
  Redirect(STDERR_FILENO, S.StandardError, O_WRONLY | O_CREAT | O_TRUNC);
  posix_spawnattr_t Attributes;
  posix_spawnattr_init(&Attributes);
  sigset_t Defaults;
  sigemptyset(&Defaults);
  if (CommandsGetFileSizeSignal)
    sigaddset(&Defaults, SIGXFSZ);
  posix_spawnattr_setsigdefault(&Attributes, &Defaults);
  posix_spawnattr_setflags(&Attributes, POSIX_SPAWN_SETSIGDEF);
  pid_t Pid = 0;
  int Code = posix_spawnp(&Pid, Command[0].c_str(), &Actions, &Attributes,
                          argvOf(Command).data(), environ);
  posix_spawnattr_destroy(&Attributes);
  posix_spawn_file_actions_destroy(&Actions);
  if (Code)
    return failure(Command[0], Code);
  int Status = 0;
  while (waitpid(Pid, &Status, 0) < 0)
    if (errno != EINTR)
      return failure(Command[0], errno);
  return WIFSIGNALED(Status) ? 128 + WTERMSIG(Status) : WEXITSTATUS(Status);
}

DeepStacks::DeepStacks() {
  constexpr rlim_t Wanted = 512u << 20;
  getrlimit(RLIMIT_STACK, &Before);
  rlimit Deep = Before;
  Deep.rlim_cur = std::min(Deep.rlim_max, std::max(Deep.rlim_cur, Wanted));
  setrlimit(RLIMIT_STACK, &Deep);
}

DeepStacks::~DeepStacks() { setrlimit(RLIMIT_STACK, &Before); }

Error become(ArrayRef<std::string> Command) {
  if (CommandsGetFileSizeSignal)
    signal(SIGXFSZ, SIG_DFL);
  execvp(Command[0].c_str(), argvOf(Command).data());
  return failure(Command[0], errno);
}

Expected<Heard> runAndListen(ArrayRef<std::string> Command,
                             ScratchFolder &Scratch,
                             const std::string &StandardInput) {
  std::string Messages = Scratch.file("messages");
  Expected<int> Code =
      run(Command, {.StandardInput = StandardInput, .StandardError = Messages});
  if (!Code)
    return Code.takeError();
  Expected<std::string> Said = readFile(Messages);
  if (!Said)
    return Said.takeError();
  return Heard{*Code, std::move(*Said)};
}

Expected<std::string> readFile(StringRef Path) {
  auto Buffer = MemoryBuffer::getFileOrSTDIN(Path);
  if (!Buffer)
    return createStringError(Buffer.getError(),
                             Path + ": " + Buffer.getError().message());
  return (*Buffer)->getBuffer().str();
}

Error writeFile(StringRef Path, StringRef Text) {
  std::error_code Code =
      writeOutput(Path, [&](raw_ostream &OS) { OS << Text; });
  if (!Code)
    return Error::success();
  return createStringError(Code, (Path == "-" ? "standard output" : Path) +
                                     ": cannot be written: " + Code.message());
}

/// Copies \p From to a file beside \p To and gives that its name. Only a
/// process that is killed between the two leaves the copy.
static Error copyInPlace(StringRef From, StringRef To) {
  ErrorOr<sys::fs::perms> Mode = sys::fs::getPermissions(From);
  if (!Mode)
    return errorCodeToError(Mode.getError());
  Expected<sys::fs::TempFile> Copy =
      sys::fs::TempFile::create(To + ".ipoint-%%%%%%%%", *Mode);
  if (!Copy)
    return Copy.takeError();
  if (std::error_code Code = sys::fs::copy_file(From, Copy->FD))
    return joinErrors(errorCodeToError(Code), Copy->discard());
  return Copy->keep(To);
}

Error putInPlace(StringRef From, StringRef To) {
  sys::fs::file_status Status;
  bool IsSpecial = !sys::fs::status(To, Status) &&
                   Status.type() != sys::fs::file_type::regular_file;
  if (!IsSpecial && !sys::fs::rename(From, To))
    return Error::success();
  Error E = IsSpecial ? errorCodeToError(sys::fs::copy_file(From, To))
                      : copyInPlace(From, To);
  if (!E)
    return Error::success();
  return createStringError(
      inconvertibleErrorCode(),
      To + ": cannot be written: " + toString(std::move(E)));
}

void removeFile(StringRef Path) {
  if (sys::fs::is_regular_file(Path))
    (void)sys::fs::remove(Path);
}

} // namespace ipoint
