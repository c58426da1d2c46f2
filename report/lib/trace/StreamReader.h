//===- StreamReader.h - From the bytes of a stream to events --------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   file ──PacketReader──> packets ──records()──> words ──readStream──> events
//
// The innermost loop of the report: the handler is a template parameter, so
// that nothing is called through a pointer for a record.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_TRACE_STREAMREADER_H
#define IPOINT_TRACE_STREAMREADER_H

#include "PacketReader.h"
#include "Trace.h"
#include "ipoint/record.h"

namespace ipoint::trace {

/// What was in a stream.
struct StreamSummary {
  uint64_t Packets = 0;
  uint64_t Timed = 0;     ///< records
  uint64_t Untimed = 0;   ///< records
  uint64_t Damaged = 0;   ///< records that were left out
  uint64_t Discarded = 0; ///< records that the runtime could not store
  uint32_t Pid = 0, Tid = 0;

  uint64_t read() const { return Timed + Untimed + Damaged; }
  /// Adds what was in the part before; what a packet counts of all before it
  /// stays.
  void addBefore(const StreamSummary &Part) {
    Packets += Part.Packets;
    Timed += Part.Timed;
    Untimed += Part.Untimed;
    Damaged += Part.Damaged;
  }
};

/// The full time whose low 40 bits are \p Low, not before \p Last and less than
/// 2^40 ticks after it.
inline uint64_t unwrap(uint64_t Last, uint64_t Low) {
  return Last + ((Low - Last) & IPOINT_VALUE_MASK);
}

/// Gives \p H the events of all records in \p Batch, which are of packet \p P,
/// and keeps \p Time, the time of the last timed record. Returns how many
/// records were damaged: an all-zero word, or a time beyond the packet's end.
template <class Handler>
uint64_t decodeRecords(llvm::ArrayRef<uint64_t> Batch, const Packet &P,
                       uint64_t &Time, uint64_t &Timed, Handler &H) {
  uint64_t Damaged = 0;
  uint64_t Last = Time;
  while (!Batch.empty()) {
    uint64_t Word = Batch.front();
    if constexpr (requires { H.run(Batch, P.End, Last); }) {
      // To begin a run costs as much as several records.
      if (ipoint_record_is_timed(Word)) {
        size_t Taken = H.run(Batch, P.End, Last);
        Timed += Taken;
        Batch = Batch.drop_front(Taken);
        if (Batch.empty())
          break;
        Word = Batch.front();
      }
    }
    if constexpr (requires { H.runUntimed(Batch); }) {
      if (!ipoint_record_is_timed(Word)) {
        Batch = Batch.drop_front(H.runUntimed(Batch));
        if (Batch.empty())
          break;
        Word = Batch.front();
      }
    }
    Batch = Batch.drop_front();
    if (ipoint_record_is_timed(Word)) {
      uint64_t Now = unwrap(Last, ipoint_record_value(Word));
      if (Now > P.End) [[unlikely]] {
        ++Damaged;
        H.gap();
        continue;
      }
      Last = Now;
      ++Timed;
      H.timed(ipoint_record_id(Word), Now);
    } else if (Word == 0) [[unlikely]] {
      ++Damaged;
      H.gap();
    } else {
      H.untimed(ipoint_record_id(Word), ipoint_record_value(Word));
    }
  }
  Time = Last;
  return Damaged;
}

/// Gives handlers the events of a stream, in their order:
///   timed(Id, Time)       a timed record; Time in full ticks, never decreasing
///                         but behind a gap()
///   untimed(Id, Payload)  an untimed record
///   gap()                 records are missing here
/// and, where they can do that, several at once:
///   run(Words, End, Last) -> count   of records; it takes as many as it likes
///                         of the timed ones up to the time \p End, whose times
///                         are behind each other from \p Last on, and changes
///                         that to the time of the last one
///   runUntimed(Words) -> count   the same of untimed ones
class StreamReader {
public:
  /// From the first packet of \p Packets, which must outlive it.
  explicit StreamReader(PacketReader &Packets)
      : Packets(Packets), HasNext(Packets.next(Next)) {}

  /// Gives \p H what is in the next packets, up to the first one whose header
  /// begins at the byte \p End of the file or behind it.
  template <class Handler> void read(Handler &H, uint64_t End = UINT64_MAX) {
    for (; HasNext && Next.Offset < End; HasNext = Packets.next(Next))
      readPacket(H);
  }

  /// Goes there without a look at the records on the way, the last timed one of
  /// which has the time \p Last.
  void skip(uint64_t End, uint64_t Last = 0) {
    for (; HasNext && Next.Offset < End; HasNext = Packets.next(Next))
      noteHeader();
    Time = Last;
  }

  /// The packet that comes next; null at the end.
  const Packet *next() const { return HasNext ? &Next : nullptr; }
  /// Of the last timed record.
  uint64_t time() const { return Time; }
  /// Of what was read so far.
  const StreamSummary &summary() const { return Sum; }
  /// From here on what is read counts.
  void beginSummary() {
    Sum.Packets = Sum.Timed = Sum.Untimed = Sum.Damaged = 0;
  }

private:
  template <class Handler> void readPacket(Handler &H) {
    const Packet &P = Next;
    ++Sum.Packets;
    bool Gap = P.Gap;
    if (P.Begin < Time) {
      Packets.damage(P.Offset, "time goes backwards between packets");
      Gap = true;
    }
    if (Gap)
      H.gap();
    Time = P.Begin;
    noteHeader();
    uint64_t Damaged = 0, Timed = 0, Records = 0;
    for (llvm::ArrayRef<uint64_t> Batch = Packets.records(); !Batch.empty();
         Batch = Packets.records()) {
      Records += Batch.size();
      Damaged += decodeRecords(Batch, P, Time, Timed, H);
    }
    if (Damaged)
      Packets.damage(P.Offset, std::to_string(Damaged) +
                                   (Damaged == 1 ? " damaged record"
                                                 : " damaged records") +
                                   " in the packet left out");
    Sum.Damaged += Damaged;
    Sum.Timed += Timed;
    Sum.Untimed += Records - Damaged - Timed;
  }

  void noteHeader() {
    Sum.Discarded = Next.Discarded;
    Sum.Pid = Next.Pid;
    Sum.Tid = Next.Tid;
  }

  PacketReader &Packets;
  StreamSummary Sum;
  Packet Next;
  uint64_t Time = 0; ///< of the last timed record
  bool HasNext;      ///< Next is to be read
};

/// A stream of a trace, opened.
struct StreamFile {
  StreamFile(std::unique_ptr<ByteSource> Bytes, llvm::StringRef Path,
             std::optional<std::array<uint8_t, 16>> Uuid, DamageList &Damages)
      : Source(std::move(Bytes)), Packets(*Source, Path.str(), Uuid, Damages),
        Records(Packets) {}

  /// Opens \p Path, of \p T, for what reads such a file (\p Reader). What is
  /// damaged in it goes into \p Damages. Errors name it.
  template <class Reader = StreamFile>
  static llvm::Expected<std::unique_ptr<Reader>>
  open(const Trace &T, llvm::StringRef Path, DamageList &Damages) {
    auto Source = ByteSource::open(Path);
    if (!Source)
      return Source.takeError();
    return std::make_unique<Reader>(std::move(*Source), Path, T.Meta.Uuid,
                                    Damages);
  }

  std::unique_ptr<ByteSource> Source;
  PacketReader Packets;
  StreamReader Records; ///< of Packets
};

/// Gives \p H the events of a whole stream.
template <class Handler>
StreamSummary readStream(PacketReader &Packets, Handler &H) {
  StreamReader Stream(Packets);
  Stream.read(H);
  return Stream.summary();
}

} // namespace ipoint::trace

#endif // IPOINT_TRACE_STREAMREADER_H
