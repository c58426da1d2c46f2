//===- ScratchFolder.cpp - A folder for the time of a process -------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/command/ScratchFolder.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace llvm;

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

/// Whether no process had its lock, which this one has now. It may be removed
/// by another one that had it before.
static bool isFree(int Folder, struct stat &Status) {
  return flock(Folder, LOCK_EX | LOCK_NB) == 0 && fstat(Folder, &Status) == 0 &&
         Status.st_nlink > 0;
}

/// Whether all in it has the names that file() gives: the folder's own may be
/// anybody's.
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
    : Path(std::exchange(Other.Path, "")), Files(Other.Files) {}

ScratchFolder::~ScratchFolder() {
  if (!Path.empty())
    removeCurrent();
}

std::string ScratchFolder::file(StringRef Name) {
  // The number comes as a folder: the name itself can end up in the object.
  SmallString<128> File(Path);
  sys::path::append(File, std::to_string(++Files));
  // If this fails, writing the file reports that there is no such folder.
  (void)sys::fs::create_directory(File);
  sys::path::append(File, Name);
  return File.str().str();
}

} // namespace ipoint
