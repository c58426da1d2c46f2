//===- Process.cpp - Running compilers, and their files -------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/command/Process.h"
#include "database/Input.h"
#include "database/Output.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

using namespace llvm;

extern char **environ;

namespace ipoint {

static constexpr StringLiteral Prefix = "ipoint-cc-";

/// The folder of this process: its descriptor, which holds the lock, or -1.
/// Signal handlers look at it.
static volatile sig_atomic_t Current = -1;
static char CurrentPath[PATH_MAX];

static constexpr int Signals[] = {SIGHUP, SIGINT, SIGTERM};
static struct sigaction Before[std::size(Signals)];

static int openFolder(int At, const char *Name) {
  return openat(At, Name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

/// Removes what lies in \p Folder, by system calls alone.
static void removeWithin(int Folder, unsigned Depth) {
  alignas(dirent64) char Entries[2048];
  bool Removed = true;
  while (Removed) {
    Removed = false;
    lseek(Folder, 0, SEEK_SET);
    ssize_t Got;
    while ((Got = getdents64(Folder, Entries, sizeof Entries)) > 0)
      for (ssize_t At = 0; At < Got;) {
        auto *Entry = reinterpret_cast<dirent64 *>(Entries + At);
        const char *Name = Entry->d_name;
        At += Entry->d_reclen;
        if (strcmp(Name, ".") == 0 || strcmp(Name, "..") == 0)
          continue;
        if (unlinkat(Folder, Name, 0) == 0) {
          Removed = true;
          continue;
        }
        int Inner = Depth ? openFolder(Folder, Name) : -1;
        if (Inner < 0)
          continue;
        removeWithin(Inner, Depth - 1);
        close(Inner);
        Removed |= unlinkat(Folder, Name, AT_REMOVEDIR) == 0;
      }
  }
}

/// Compilers may add folders beside the files.
static constexpr unsigned MostDepth = 8;

static void removeCurrent() {
  int Folder = Current;
  if (Folder < 0)
    return;
  Current = -1;
  removeWithin(Folder, MostDepth);
  rmdir(CurrentPath);
  close(Folder);
}

static void removeAndEnd(int Signal) {
  removeCurrent();
  for (size_t I = 0; I != std::size(Signals); ++I)
    if (Signals[I] == Signal)
      sigaction(Signal, &Before[I], nullptr);
  raise(Signal);
}

static void listenToSignals() {
  static bool Listens = false;
  if (std::exchange(Listens, true))
    return;
  struct sigaction Action{};
  Action.sa_handler = removeAndEnd;
  for (size_t I = 0; I != std::size(Signals); ++I) {
    sigaction(Signals[I], nullptr, &Before[I]);
    if (Before[I].sa_handler != SIG_IGN)
      sigaction(Signals[I], &Action, nullptr);
  }
}

/// Whether \p Folder was not locked; then this process now holds its lock. A
/// process that held the lock before may have removed the folder.
static bool isFree(int Folder, struct stat &Status) {
  return flock(Folder, LOCK_EX | LOCK_NB) == 0 && fstat(Folder, &Status) == 0 &&
         Status.st_nlink > 0;
}

/// Whether all files in the folder have names as file() makes them: another
/// program may have made a folder of such a name.
static bool holdsFilesOfOurs(StringRef Path) {
  std::error_code Code;
  for (sys::fs::directory_iterator It(Path, Code), End; !Code && It != End;
       It.increment(Code))
    if (!all_of(sys::path::filename(It->path()), isDigit))
      return false;
  return !Code;
}

static void removeIfStale(const std::string &Path) {
  int Folder = openFolder(AT_FDCWD, Path.c_str());
  if (Folder < 0)
    return;
  struct stat Status;
  if (fstat(Folder, &Status) == 0 && Status.st_uid == geteuid() &&
      (Status.st_mode & 07777) == 0700 && isFree(Folder, Status) &&
      holdsFilesOfOurs(Path)) {
    removeWithin(Folder, MostDepth);
    rmdir(Path.c_str());
  }
  close(Folder);
}

static void removeStale(StringRef Place) {
  std::error_code Code;
  for (sys::fs::directory_iterator It(Place, Code, false), End;
       !Code && It != End; It.increment(Code)) {
    StringRef Name = sys::path::filename(It->path());
    if (Name.starts_with(Prefix) && Name.size() == Prefix.size() + 6)
      removeIfStale(It->path());
  }
}

Expected<ScratchFolder> ScratchFolder::make() {
  SmallString<128> Place;
  sys::path::system_temp_directory(/*ErasedOnReboot=*/true, Place);
  removeStale(Place);
  listenToSignals();
  // Another process that removes leftovers may take a folder without a lock.
  for (unsigned Tries = 0; Tries != 100; ++Tries) {
    SmallString<128> Path(Place);
    sys::path::append(Path, Prefix + "XXXXXX");
    if (Path.size() >= sizeof CurrentPath)
      break;
    strcpy(CurrentPath, Path.c_str());
    if (!mkdtemp(CurrentPath))
      break;
    int Folder = openFolder(AT_FDCWD, CurrentPath);
    struct stat Status;
    if (Folder >= 0 && isFree(Folder, Status)) {
      Current = Folder;
      return ScratchFolder(CurrentPath);
    }
    if (Folder >= 0)
      close(Folder);
    rmdir(CurrentPath);
  }
  std::error_code Code(errno, std::generic_category());
  return createStringError(Code, "cannot make a temporary folder in " + Place +
                                     ": " + Code.message());
}

ScratchFolder::ScratchFolder(ScratchFolder &&Other) noexcept
    : Path(std::exchange(Other.Path, "")), Files(std::move(Other.Files)),
      Unnamed(Other.Unnamed) {}

ScratchFolder::~ScratchFolder() {
  if (!Path.empty())
    removeCurrent();
}

std::string ScratchFolder::file(StringRef Name) {
  // The number comes as a folder: the name itself can end up in the object.
  SmallString<128> File(Path);
  sys::path::append(File, std::to_string(++Files[Name]));
  // If this fails, writing the file reports that there is no such folder.
  (void)sys::fs::create_directory(File);
  sys::path::append(File, Name);
  return File.str().str();
}

std::string ScratchFolder::file() { return file(std::to_string(++Unnamed)); }

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

void prepareProcess() {
#ifdef __GLIBC__
  // The parse runs in another thread, for its stack, and needs no heap for it.
  mallopt(M_ARENA_MAX, 1);
  mallopt(M_TOP_PAD, 16 << 20);
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
#endif
  struct sigaction Before, Ignore{};
  Ignore.sa_handler = SIG_IGN;
  sigaction(SIGXFSZ, &Ignore, &Before);
  CommandsGetFileSizeSignal = Before.sa_handler != SIG_IGN;
}

// Not sys::ExecuteAndWait: it hides which signal ended the program.
Expected<RunningCommand> RunningCommand::start(ArrayRef<std::string> Command,
                                               const Streams &S) {
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
  return RunningCommand(Pid, Command[0]);
}

Expected<int> RunningCommand::wait() {
  int Status = 0;
  while (waitpid(Pid, &Status, 0) < 0)
    if (errno != EINTR)
      return failure(Name, errno);
  return WIFSIGNALED(Status) ? 128 + WTERMSIG(Status) : WEXITSTATUS(Status);
}

bool RunningCommand::hasEnded() const {
  siginfo_t Info{};
  return waitid(P_PID, static_cast<id_t>(Pid), &Info,
                WEXITED | WNOHANG | WNOWAIT) != 0 ||
         Info.si_pid != 0;
}

Expected<int> run(ArrayRef<std::string> Command, const Streams &S) {
  Expected<RunningCommand> Started = RunningCommand::start(Command, S);
  return Started ? Started->wait() : Started.takeError();
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

Expected<Heard> heard(Expected<int> Code, StringRef Messages) {
  if (!Code)
    return Code.takeError();
  Expected<std::string> Said = readFile(Messages);
  if (!Said)
    return Said.takeError();
  return Heard{*Code, std::move(*Said)};
}

Expected<Heard> runAndListen(ArrayRef<std::string> Command,
                             ScratchFolder &Scratch,
                             const std::string &StandardInput) {
  std::string Messages = Scratch.file();
  return heard(
      run(Command, {.StandardInput = StandardInput, .StandardError = Messages}),
      Messages);
}

std::string answerOf(ArrayRef<std::string> Command, ScratchFolder &Scratch) {
  std::string Answer = Scratch.file();
  Expected<int> Code =
      run(Command, {.StandardOutput = Answer, .StandardError = Scratch.file()});
  Expected<std::string> Text = readFile(Answer);
  bool WentWell = Code && *Code == 0 && Text;
  std::string Result = WentWell ? std::move(*Text) : "";
  consumeError(Code.takeError());
  consumeError(Text.takeError());
  return Result;
}

Expected<std::string> readFile(StringRef Path) {
  auto Buffer = readInput(Path, MostGenerated);
  if (!Buffer)
    return createStringError(Path + ": " + toString(Buffer.takeError()));
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
  return createStringError(To +
                           ": cannot be written: " + toString(std::move(E)));
}

void removeFile(StringRef Path) {
  if (sys::fs::is_regular_file(Path))
    (void)sys::fs::remove(Path);
}

} // namespace ipoint
