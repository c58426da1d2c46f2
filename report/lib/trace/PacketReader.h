//===- PacketReader.h - The packets of one stream -------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Streams are read in pieces, not mapped: a file that shrinks while it is read
// is then damage in the trace and not a SIGBUS, and resident memory does not
// grow with the trace.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_TRACE_PACKETREADER_H
#define IPOINT_TRACE_PACKETREADER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ipoint::trace {

class ByteSource {
public:
  virtual ~ByteSource();

  /// Opens the file \p Path. Errors name it.
  static llvm::Expected<std::unique_ptr<ByteSource>> open(llvm::StringRef Path);

  /// In bytes, as it was when the source was opened.
  uint64_t size() const { return Size; }

  /// Fills \p Buffer with what begins at \p Offset. Returns the number of bytes
  /// that are there, which is less than asked for only at the end and where the
  /// file cannot be read.
  virtual size_t read(uint64_t Offset, llvm::MutableArrayRef<char> Buffer) = 0;

protected:
  uint64_t Size = 0;
};

/// One place where a trace is not whole.
struct Damage {
  std::string File;
  uint64_t Offset = 0; ///< in the file, bytes
  std::string What;    ///< what is wrong and what became of it
};

/// The places where a trace is not whole, in the order in which they were met.
/// Keeps the first Limit and counts the others, so that it does not grow with
/// the trace.
class DamageList {
public:
  static constexpr size_t Limit = 100;

  void add(std::string File, uint64_t Offset, std::string What) {
    if (Items.size() < Limit)
      Items.push_back({std::move(File), Offset, std::move(What)});
    else
      ++Omitted;
  }

  /// There are \p Count more, which are not known.
  void omit(uint64_t Count) { Omitted += Count; }

  /// Adds what \p Later has, which was met behind what is here.
  void append(DamageList Later) {
    for (Damage &D : Later.Items)
      add(std::move(D.File), D.Offset, std::move(D.What));
    Omitted += Later.Omitted;
  }

  const std::vector<Damage> &items() const { return Items; }
  uint64_t omitted() const { return Omitted; }
  bool empty() const { return Items.empty(); }

private:
  std::vector<Damage> Items;
  uint64_t Omitted = 0;
};

/// Counted by the code that reads, on any thread; read by the display, on
/// another.
class Progress {
public:
  /// All traces are read, once more perhaps: \p Bytes in all.
  void startPass(uint64_t Bytes) {
    Total = Bytes;
    Done = 0;
    ++Passes;
  }
  void add(uint64_t Bytes) { Done.fetch_add(Bytes, std::memory_order_relaxed); }

  /// From 1; 0 before the first.
  unsigned pass() const { return Passes; }
  /// Bytes of the pass that are read, at most all of them; and all.
  std::pair<uint64_t, uint64_t> bytes() const {
    uint64_t All = Total, Read = Done;
    return {std::min(Read, All), All};
  }

private:
  std::atomic<uint64_t> Done = 0, Total = 0;
  std::atomic<unsigned> Passes = 0;
};

// Finds the packets of a stream file and hands out their records in batches.
// Whatever the bytes are, it ends, and says where they were not a packet.

/// Header and context of a packet (docs/formats.md).
struct Packet {
  uint64_t Offset = 0;    ///< of its header in the file, bytes
  uint64_t Begin = 0;     ///< not later than its first record, ticks
  uint64_t End = 0;       ///< of its last record, ticks; not before Begin
  uint64_t Discarded = 0; ///< records that the stream has lost so far
  uint64_t Sequence = 0;
  uint32_t Tid = 0;
  uint32_t Pid = 0;
  uint64_t Records = 0; ///< how many are there to be read
  bool Gap = false;     ///< something is missing between the packet before it
                        ///< (or the start of the stream) and this one
};

class PacketReader {
public:
  static constexpr uint64_t HeaderSize = 80; ///< bytes, header and context
  static constexpr uint32_t Magic = 0xC1FC1FC1;

  /// Reads \p Source, called \p File in what is added to \p Damages. With
  /// \p Uuid, packets of another trace are damage.
  PacketReader(ByteSource &Source, std::string File,
               std::optional<std::array<uint8_t, 16>> Uuid,
               DamageList &Damages);

  /// From here on \p P counts what is read.
  void setProgress(Progress *P) { Watch = P; }

  /// Goes to the next packet that has not been before; false at the end of the
  /// stream.
  bool next(Packet &P);

  /// The next records of the packet, at most a buffer full, in the host's byte
  /// order; none at the packet's end. Valid until the next call.
  llvm::ArrayRef<uint64_t> records();

  void damage(uint64_t Offset, std::string What) {
    Damages->add(File, Offset, std::move(What));
  }
  /// From here on damage is added to \p To.
  void setDamages(DamageList &To) { Damages = &To; }

private:
  /// Packets of a thread that followed each other.
  struct Sequel {
    uint32_t Pid = 0, Tid = 0;
    uint64_t First = 0, Next = 0; ///< numbers; Next is behind the last one
    uint64_t Begin = 0, End = 0;  ///< ticks
  };

  bool decodeHeader(llvm::ArrayRef<char> Bytes, Packet &P,
                    uint64_t &ContentSize, const char *&Wrong) const;
  bool resume(const char *Wrong);
  void checkSize(Packet &P, uint64_t ContentSize);
  bool isRepeated(const Packet &P);
  void reportRepeated();
  void checkSequence(Packet &P);
  std::optional<uint64_t> findPacket(uint64_t From);

  ByteSource &Source;
  std::string File;
  std::optional<std::array<uint8_t, 16>> Uuid;
  DamageList *Damages;
  Progress *Watch = nullptr;
  uint64_t Position = 0;     ///< of the next packet, bytes
  uint64_t RecordOffset = 0; ///< of the next record in this packet, bytes
  uint64_t RecordsLeft = 0;  ///< in this packet
  uint64_t NextSequence = 0;
  std::vector<Sequel> Seen; ///< one where nothing is out of order
  /// Packets that follow each other and were there before.
  struct {
    uint64_t Count = 0;
    uint64_t Offset = 0, First = 0; ///< of the first one; its number
  } Repeated;
  bool Gap = false;
  std::vector<uint64_t> Buffer;
};

} // namespace ipoint::trace

#endif // IPOINT_TRACE_PACKETREADER_H
