//===- ipoint-check-ctf.cpp - Reads traces, and has babeltrace2 read them -===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   ipoint-check-ctf BABELTRACE2 TRACE...
//
// Each trace (numbered runs: each run) has as many events as its metadata says,
// and no step of 2^39 ticks or more is between two events of a stream, nor one
// backwards. babeltrace2 reads it without a warning and finds as many, unless
// it is long, of which babeltrace2 reads a million events in half a second, and
// not each corner is tried ($EVERY_CORNER): packets of long traces are as those
// of short ones.
//
//===----------------------------------------------------------------------===//

#include "StreamFile.h"
#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <iterator>
#include <optional>
#include <spawn.h>
#include <sstream>
#include <string_view>
#include <sys/wait.h>

namespace fs = std::filesystem;
using namespace ipoint::support;

extern "C" char **environ;

namespace {

/// In bytes: 65,536 events.
constexpr uint64_t MostForBabeltrace2 = 1 << 19;

/// What a command wrote, and its exit status: of one that a signal ended,
/// minus its number.
struct Result {
  int Status = 0;
  std::string Out, Err;
};

std::string textOf(std::FILE *File) {
  std::string Text;
  char Buffer[4096];
  std::fseek(File, 0, SEEK_SET);
  while (size_t Size = std::fread(Buffer, 1, sizeof Buffer, File))
    Text.append(Buffer, Size);
  std::fclose(File);
  return Text;
}

/// The events of \p Trace, as babeltrace2 counts them.
Result countEvents(const char *Babeltrace2, const fs::path &Trace) {
  const char *Words[] = {Babeltrace2, Trace.c_str(), "-c", "sink.utils.counter",
                         nullptr};
  std::FILE *Out = std::tmpfile(), *Err = std::tmpfile();
  if (!Out || !Err)
    fail("a temporary file", std::strerror(errno));
  posix_spawn_file_actions_t Actions;
  posix_spawn_file_actions_init(&Actions);
  posix_spawn_file_actions_adddup2(&Actions, fileno(Out), 1);
  posix_spawn_file_actions_adddup2(&Actions, fileno(Err), 2);
  pid_t Child = 0;
  int Status = 0;
  if (int Error = posix_spawnp(&Child, Babeltrace2, &Actions, nullptr,
                               const_cast<char **>(Words), environ))
    fail(Babeltrace2, std::strerror(Error));
  posix_spawn_file_actions_destroy(&Actions);
  if (waitpid(Child, &Status, 0) != Child)
    fail(Babeltrace2, std::strerror(errno));
  return {WIFEXITED(Status) ? WEXITSTATUS(Status) : -WTERMSIG(Status),
          textOf(Out), textOf(Err)};
}

/// The number of a line `\tNAME = NUMBER;`.
std::optional<uint64_t> numberIn(std::string_view Line, std::string_view Name) {
  const std::string Head = "\t" + std::string(Name) + " = ";
  if (!Line.starts_with(Head))
    return std::nullopt;
  const char *End = Line.data() + Line.size();
  uint64_t Number = 0;
  const auto [After, Error] =
      std::from_chars(Line.data() + Head.size(), End, Number);
  if (Error != std::errc() || After == End || *After != ';')
    return std::nullopt;
  return Number;
}

/// How many events there are by the last line `NUMBER Event messages` of
/// \p Said, for babeltrace2 prints now and then how far it is. The number has
/// commas.
uint64_t eventsIn(const std::string &Said) {
  uint64_t Events = 0;
  std::istringstream Lines(Said);
  for (std::string Line; std::getline(Lines, Line);) {
    const size_t First = Line.find_first_not_of(" \t");
    const size_t Behind = Line.find_first_not_of("0123456789,", First);
    if (First == Behind || Behind == std::string::npos ||
        !Line.substr(Behind).starts_with(" Event message"))
      continue;
    std::string Digits = Line.substr(First, Behind - First);
    std::erase(Digits, ',');
    Events = std::strtoull(Digits.c_str(), nullptr, 10);
  }
  return Events;
}

/// What is in \p Folder with names that begin with \p Prefix, by name.
std::vector<fs::path> entriesOf(const fs::path &Folder,
                                std::string_view Prefix) {
  std::vector<fs::path> Found;
  std::error_code Error;
  for (const fs::directory_entry &Entry : fs::directory_iterator(Folder, Error))
    if (Entry.path().filename().native().starts_with(Prefix))
      Found.push_back(Entry.path());
  std::sort(Found.begin(), Found.end());
  return Found;
}

void check(const char *Babeltrace2, const fs::path &Trace) {
  std::error_code Error;
  if (!fs::exists(Trace / "metadata", Error)) {
    const std::vector<fs::path> Runs = entriesOf(Trace, "run-");
    if (Runs.empty())
      fail(Trace, "no trace");
    for (const fs::path &Run : Runs)
      check(Babeltrace2, Run);
    return;
  }

  std::optional<uint64_t> Records;
  uint64_t Others = 0;
  bool Complete = false;
  std::ifstream Metadata(Trace / "metadata");
  for (std::string Line; std::getline(Metadata, Line);) {
    if (!Records)
      Records = numberIn(Line, "records");
    // Context switches and interrupts are no records of the program's, and
    // babeltrace2 counts both.
    for (const char *Name : {"switches_recorded", "kernel_interrupts_recorded"})
      Others += numberIn(Line, Name).value_or(0);
    Complete |= Line.find("\tcomplete = 1;") != std::string::npos;
  }
  if (!Records)
    fail(Trace, "the metadata has no number of records");

  uint64_t Counted = 0, Bytes = 0;
  for (const fs::path &Stream : entriesOf(Trace, "stream-")) {
    readStream(Stream, [](const Packet &) {}, [&](uint64_t) { ++Counted; });
    Bytes += fs::file_size(Stream, Error);
  }
  const uint64_t Expected = *Records + Others;
  if (Complete && Counted != Expected)
    fail(Trace, std::to_string(Counted) + " events, the metadata says " +
                    std::to_string(Expected));
  if (Bytes > MostForBabeltrace2 && !std::getenv("EVERY_CORNER"))
    return;

  const Result Said = countEvents(Babeltrace2, Trace);
  if (Said.Status != 0 || !Said.Err.empty())
    fail(Trace, "babeltrace2 exits with " + std::to_string(Said.Status) +
                    " and says " + Said.Err);
  const uint64_t Found = eventsIn(Said.Out);
  if (Complete && Found != Expected)
    fail(Trace, "babeltrace2 finds " + std::to_string(Found) +
                    " events, the metadata says " + std::to_string(Expected));
}

} // namespace

int main(int ArgumentCount, char **Arguments) {
  for (int I = 2; I < ArgumentCount; I++)
    check(Arguments[1], Arguments[I]);
  return 0;
}
