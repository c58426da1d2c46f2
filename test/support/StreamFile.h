//===- StreamFile.h - Reads a stream by docs/formats.md alone -------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tests judge by this what the project's own readers and writers do. So it
// shares nothing with them.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_SUPPORT_STREAMFILE_H
#define IPOINT_SUPPORT_STREAMFILE_H

#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>
#include <vector>

namespace ipoint::support {

/// Says what is wrong with \p File and ends the program with status 1.
[[noreturn]] inline void fail(const std::filesystem::path &File,
                              const std::string &What) {
  std::fprintf(stderr, "%s: %s\n", File.c_str(), What.c_str());
  std::exit(1);
}

/// Fields of a packet's header and context, as they are in the file.
struct Packet {
  uint32_t Magic, StreamId;
  uint64_t Begin, End, ContentBits, PacketBits, Sequence;
};

/// Calls \p OnPacket for each packet of the stream \p Path, and \p OnRecord for
/// each of its records behind that. Fails where a packet is cut or begins
/// before the last one ends, where time steps by 2^39 ticks or more, or back,
/// and where a packet's end is not its last record's time.
template <typename PacketFn, typename RecordFn>
void readStream(const std::filesystem::path &Path, PacketFn OnPacket,
                RecordFn OnRecord) {
  static_assert(std::endian::native == std::endian::little);
  std::error_code Error;
  uint64_t Left = std::filesystem::file_size(Path, Error);
  std::ifstream File(Path, std::ios::binary);
  if (Error || !File)
    fail(Path, "can't be opened");
  std::vector<uint64_t> Words;
  const auto Read = [&](uint64_t Count) {
    if (Left / 8 < Count)
      fail(Path, "a packet is cut");
    Left -= Count * 8;
    Words.resize(Count);
    File.read(reinterpret_cast<char *>(Words.data()),
              static_cast<std::streamsize>(Count * 8));
    if (!File)
      fail(Path, "can't be read");
  };

  constexpr uint64_t HeaderWords = 10, Ticks = (uint64_t(1) << 40) - 1;
  uint64_t Before = 0;
  while (Left != 0) {
    Read(HeaderWords);
    const Packet P = {.Magic = static_cast<uint32_t>(Words[0]),
                      .StreamId = static_cast<uint32_t>(Words[2] >> 32),
                      .Begin = Words[3],
                      .End = Words[4],
                      .ContentBits = Words[5],
                      .PacketBits = Words[6],
                      .Sequence = Words[8]};
    OnPacket(P);
    if (P.Begin < Before)
      fail(Path, "a packet begins before the last one ends");
    if (P.ContentBits % 64 != 0 || P.ContentBits / 64 < HeaderWords)
      fail(Path, "odd sizes");
    Read(P.ContentBits / 64 - HeaderWords);
    uint64_t Time = P.Begin;
    for (uint64_t Record : Words) {
      if (Record & 1) {
        uint64_t Step = ((Record >> 1) - Time) & Ticks;
        if (Step >> 39 != 0)
          fail(Path, "a step of " + std::to_string(Step) + " ticks, or " +
                         std::to_string(Ticks + 1 - Step) + " back");
        Time += Step;
      }
      OnRecord(Record);
    }
    if (Time != P.End)
      fail(Path, "a packet's end is not its last record's");
    Before = P.End;
  }
}

} // namespace ipoint::support

#endif // IPOINT_SUPPORT_STREAMFILE_H
