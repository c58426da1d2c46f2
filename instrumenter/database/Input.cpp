//===- Input.cpp - Files that are read whole ------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "database/Input.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/FileSystem/UniqueID.h"
#include "llvm/Support/StringSaver.h"
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace llvm;

namespace ipoint {

static Error because(int Number) {
  return createStringError(sys::StrError(Number));
}

static std::string tooLarge(uint64_t Most) {
  return "has more than " + std::to_string(Most >> 20) + " MB";
}

/// Waits until a program has opened the named pipe \p File, which was opened
/// without waiting, and adds its first byte to \p Text; false: none has.
static bool hasWriter(int File, std::string &Text) {
  for (int Tenths = 0; Tenths < 50; ++Tenths) {
    char Byte;
    ssize_t Size = read(File, &Byte, 1);
    if (Size > 0)
      Text += Byte;
    if (Size != 0) // an error: there is one, which has written nothing yet
      return true;
    pollfd Pipe = {File, POLLIN, 0};
    if (poll(&Pipe, 1, 100) > 0 && !(Pipe.revents & POLLIN))
      return true; // it has left
  }
  return false;
}

static Expected<std::unique_ptr<MemoryBuffer>>
readToEnd(int File, StringRef Path, uint64_t Most, std::string Text = "") {
  char Chunk[1 << 16];
  ssize_t Size;
  while ((Size = read(File, Chunk, sizeof Chunk)) != 0) {
    if (Size < 0 && errno != EINTR)
      return because(errno);
    // A device has no end.
    if (Size > 0 && memchr(Chunk, 0, Size))
      return createStringError("is no text");
    if (Size > 0)
      Text.append(Chunk, Size);
    if (Text.size() > Most)
      return createStringError(tooLarge(Most));
  }
  return MemoryBuffer::getMemBufferCopy(Text, Path);
}

Expected<std::unique_ptr<MemoryBuffer>> readInput(StringRef Path,
                                                  uint64_t Most) {
  if (Path == "-")
    return readToEnd(STDIN_FILENO, "<stdin>", Most);
  const int File = open(Path.str().c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (File < 0)
    return because(errno);
  auto Close = make_scope_exit([File] { close(File); });
  struct stat Is;
  if (fstat(File, &Is) < 0)
    return because(errno);
  if (S_ISDIR(Is.st_mode))
    return because(EISDIR);
  if (S_ISREG(Is.st_mode)) {
    if (static_cast<uint64_t>(Is.st_size) > Most)
      return createStringError(tooLarge(Most));
    auto Buffer = MemoryBuffer::getOpenFile(File, Path, Is.st_size);
    if (!Buffer)
      return because(Buffer.getError().value());
    return std::move(*Buffer);
  }
  std::string Text;
  if (S_ISFIFO(Is.st_mode) && !hasWriter(File, Text))
    return createStringError("no program writes into this pipe");
  fcntl(File, F_SETFL, 0);
  return readToEnd(File, Path, Most, std::move(Text));
}

namespace {

/// Puts the words in FILE where "@FILE" stands.
class ResponseFiles {
public:
  explicit ResponseFiles(bool ReadsPipes) : ReadsPipes(ReadsPipes) {}

  Error add(const std::string &Word);

  std::vector<std::string> Words;

private:
  Error addWordsOf(StringRef Path);

  static constexpr size_t Most = 2000; // GCC takes no more
  const bool ReadsPipes;
  size_t Count = 0;
  std::vector<sys::fs::UniqueID> Open; // those that a word stands in
};

} // namespace

Error ResponseFiles::add(const std::string &Word) {
  struct stat Is;
  StringRef Path = Word;
  // As with the compiler, what cannot be read is a plain word, of which it says
  // what is wrong.
  if (!Path.consume_front("@") || stat(Path.str().c_str(), &Is) < 0 ||
      S_ISDIR(Is.st_mode) || access(Path.str().c_str(), R_OK) < 0) {
    Words.push_back(Word);
    return Error::success();
  }
  auto fail = [&](const Twine &Why) {
    return createStringError(Word + ": " + Why);
  };
  // What a shell connects is no pipe that waits.
  const bool IsConnected =
      S_ISFIFO(Is.st_mode) &&
      (Path.starts_with("/dev/fd/") || Path.starts_with("/proc/"));
  if (!S_ISREG(Is.st_mode) && !IsConnected)
    return fail("is no regular file");
  if (static_cast<uint64_t>(Is.st_size) > MostByHand)
    return fail(tooLarge(MostByHand));
  if (IsConnected && !ReadsPipes) {
    Words.push_back(Word);
    return Error::success();
  }
  const sys::fs::UniqueID Id(Is.st_dev, Is.st_ino);
  if (is_contained(Open, Id))
    return fail("this response file names itself");
  if (++Count > Most)
    return fail("there are more than " + Twine(Most) + " response files");
  Open.push_back(Id);
  auto Close = make_scope_exit([this] { Open.pop_back(); });
  return addWordsOf(Path);
}

Error ResponseFiles::addWordsOf(StringRef Path) {
  auto Text = readInput(Path);
  if (!Text)
    return createStringError("@" + Path + ": " + toString(Text.takeError()));
  BumpPtrAllocator Allocator;
  StringSaver Saver(Allocator);
  SmallVector<const char *, 0> Inside;
  cl::TokenizeGNUCommandLine((*Text)->getBuffer(), Saver, Inside);
  for (const char *Word : Inside)
    if (Error E = add(Word))
      return E;
  return Error::success();
}

Error checkResponseFiles(ArrayRef<const char *> Words) {
  ResponseFiles Files(/*ReadsPipes=*/false);
  for (const char *Word : Words)
    if (Error E = Files.add(Word))
      return E;
  return Error::success();
}

Expected<std::vector<std::string>>
expandResponseFiles(ArrayRef<std::string> Words) {
  ResponseFiles Files(/*ReadsPipes=*/true);
  for (const std::string &Word : Words)
    if (Error E = Files.add(Word))
      return E;
  return std::move(Files.Words);
}

} // namespace ipoint
