//===- StreamBuilder.h - Streams in memory, for the tests -----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_TEST_STREAMBUILDER_H
#define IPOINT_TEST_STREAMBUILDER_H

#include "ipoint/record.h"
#include "trace/PacketReader.h"
#include "llvm/Support/Endian.h"
#include <cstring>
#include <string>
#include <vector>

/// Bytes as a source.
class MemorySource : public ipoint::trace::ByteSource {
public:
  explicit MemorySource(std::vector<char> Bytes) : Bytes(std::move(Bytes)) {
    Size = this->Bytes.size();
  }

  static std::unique_ptr<ByteSource> of(std::vector<char> Bytes) {
    return std::make_unique<MemorySource>(std::move(Bytes));
  }

  size_t read(uint64_t Offset, llvm::MutableArrayRef<char> Buffer) override {
    if (Offset >= Size || Buffer.empty())
      return 0;
    size_t Count = std::min<uint64_t>(Buffer.size(), Size - Offset);
    std::memcpy(Buffer.data(), Bytes.data() + Offset, Count);
    return Count;
  }

private:
  std::vector<char> Bytes;
};

/// The bytes of a stream, packet by packet (docs/formats.md).
class StreamBuilder {
public:
  void packet(uint64_t Begin, uint64_t End,
              const std::vector<uint64_t> &Records) {
    using namespace llvm::support::endian;
    size_t Start = Bytes.size();
    uint64_t Size =
        ipoint::trace::PacketReader::HeaderSize + 8 * Records.size();
    Bytes.resize(Start + Size);
    char *At = Bytes.data() + Start;
    write32le(At, ipoint::trace::PacketReader::Magic);
    for (int I = 0; I < 16; ++I)
      At[4 + I] = static_cast<char>(I);
    uint64_t Context[] = {Begin, End, Size * 8, Size * 8, 0, Sequence++};
    for (size_t I = 0; I < 6; ++I)
      write64le(At + 24 + 8 * I, Context[I]);
    for (size_t I = 0; I < Records.size(); ++I)
      write64le(At + 80 + 8 * I, Records[I]);
  }

  std::vector<char> Bytes;

private:
  uint64_t Sequence = 0;
};

inline std::array<uint8_t, 16> testUuid() {
  std::array<uint8_t, 16> Uuid;
  for (int I = 0; I < 16; ++I)
    Uuid[I] = static_cast<uint8_t>(I);
  return Uuid;
}

#endif // IPOINT_TEST_STREAMBUILDER_H
