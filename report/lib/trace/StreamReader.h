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
    if constexpr (requires { H.run(Batch, P.End, Last); }) {
      size_t Taken = H.run(Batch, P.End, Last);
      Timed += Taken;
      Batch = Batch.drop_front(Taken);
      if (Batch.empty())
        break;
    }
    uint64_t Word = Batch.front();
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

/// Gives \p H the events of a whole stream, in their order:
///   timed(Id, Time)       a timed record; Time in full ticks, never decreasing
///                         but behind a gap()
///   untimed(Id, Payload)  an untimed record
///   gap()                 records are missing here
/// and, where it can do that, several at once:
///   run(Words, End, Last) -> count   of records; it takes as many as it likes
///                         of the timed ones up to the time \p End, whose times
///                         are behind each other from \p Last on, and changes
///                         that to the time of the last one
template <class Handler>
StreamSummary readStream(PacketReader &Reader, Handler &H) {
  StreamSummary Sum;
  Packet P;
  uint64_t Time = 0;
  while (Reader.next(P)) {
    ++Sum.Packets;
    if (P.Begin < Time) {
      Reader.damage(P.Offset, "time goes backwards between packets");
      P.Gap = true;
    }
    if (P.Gap)
      H.gap();
    Time = P.Begin;
    Sum.Discarded = P.Discarded;
    Sum.Pid = P.Pid;
    Sum.Tid = P.Tid;
    uint64_t Damaged = 0, Timed = 0, Records = 0;
    for (llvm::ArrayRef<uint64_t> Batch = Reader.records(); !Batch.empty();
         Batch = Reader.records()) {
      Records += Batch.size();
      Damaged += decodeRecords(Batch, P, Time, Timed, H);
    }
    if (Damaged)
      Reader.damage(P.Offset, std::to_string(Damaged) +
                                  (Damaged == 1 ? " damaged record"
                                                : " damaged records") +
                                  " in the packet left out");
    Sum.Damaged += Damaged;
    Sum.Timed += Timed;
    Sum.Untimed += Records - Damaged - Timed;
  }
  return Sum;
}

} // namespace ipoint::trace

#endif // IPOINT_TRACE_STREAMREADER_H
