//===- ipoint-trace-count.cpp - Counts what is in a trace -----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   ipoint-trace-count [--paths] TRACE
//
// Reads every stream of a trace, checks what can be checked without the
// metadata, and prints what it found:
//
//   events=N own=N pauses=N resumes=N lost=N streams=N packets=N last=ID
//
// With --paths it holds the number of each path record against its id
// (test/runtime/Inputs/probes.h). Streams of context switches are checked as
// the others are, and not counted.
//
//===----------------------------------------------------------------------===//

#include "StreamFile.h"
#include <cinttypes>
#include <string_view>

namespace fs = std::filesystem;
using namespace ipoint::support;

namespace {

struct Counts {
  uint64_t Events = 0, Switches = 0, Own = 0, Pauses = 0, Resumes = 0, Lost = 0,
           Streams = 0, Packets = 0, Last = 0;
};

void count(const fs::path &Stream, bool Paths, Counts &Found) {
  uint64_t Sequence = 0;
  Found.Streams++;
  const auto OnPacket = [&](const Packet &P) {
    Found.Packets++;
    if (P.Magic != 0xC1FC1FC1 || P.StreamId != 0)
      fail(Stream, "no packet header");
    if (P.ContentBits != P.PacketBits || P.ContentBits == 640)
      fail(Stream, "odd sizes");
    if (P.Sequence != Sequence++)
      fail(Stream, "packets out of sequence");
  };
  const auto OnRecord = [&](uint64_t Record) {
    const uint64_t Id = Record >> 41;
    const uint64_t Payload = Record >> 1 & ((uint64_t(1) << 40) - 1);
    if (Id == 0)
      fail(Stream, "a record of id 0");
    Found.Events++;
    Found.Switches += Id >= 16 && Id <= 18;
    Found.Pauses += Id == 1;
    Found.Resumes += Id == 2;
    Found.Lost += Id == 3 ? Payload : 0;
    if (Id < 256)
      return;
    if (Paths && !(Record & 1) && Payload != Id)
      fail(Stream, "a path record with another number than its id");
    Found.Own++;
    Found.Last = Id;
  };
  readStream(Stream, OnPacket, OnRecord);
}

} // namespace

int main(int ArgumentCount, char **Arguments) {
  const bool Paths =
      ArgumentCount > 1 && std::string_view(Arguments[1]) == "--paths";
  if (ArgumentCount != 2 + Paths)
    fail("usage", "ipoint-trace-count [--paths] TRACE");
  const fs::path Trace = Arguments[1 + Paths];
  std::error_code Error;
  fs::directory_iterator Entries(Trace, Error);
  if (Error)
    fail(Trace, "no folder");

  Counts All;
  for (const fs::directory_entry &Entry : Entries) {
    const std::string Name = Entry.path().filename();
    if (Name.find("-switches") != std::string::npos) {
      Counts Apart;
      count(Entry.path(), Paths, Apart);
      if (Apart.Switches != Apart.Events)
        fail(Entry.path(), "other records than switches");
    } else if (Name.starts_with("stream-"))
      count(Entry.path(), Paths, All);
    else if (!Name.starts_with(".") && Name != "metadata")
      fail(Entry.path(), "does not belong here");
  }
  std::printf("events=%" PRIu64 " own=%" PRIu64 " pauses=%" PRIu64
              " resumes=%" PRIu64 " lost=%" PRIu64 " streams=%" PRIu64
              " packets=%" PRIu64 " last=%" PRIu64 "\n",
              All.Events, All.Own, All.Pauses, All.Resumes, All.Lost,
              All.Streams, All.Packets, All.Last);
  return 0;
}
