//===- RecordCursor.cpp - A stream, record by record ----------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RecordCursor.h"
#include "StreamReader.h"

using namespace llvm;

namespace ipoint::trace {

RecordCursor::RecordCursor(std::unique_ptr<ByteSource> Bytes, std::string File,
                           std::optional<std::array<uint8_t, 16>> Uuid,
                           DamageList &Damages)
    : Source(std::move(Bytes)),
      Reader(*Source, std::move(File), Uuid, Damages) {}

/// Fills the batch; false at the end of the stream.
bool RecordCursor::nextBatch() {
  while (Batch.empty()) {
    if (InPacket)
      Batch = Reader.records();
    if (!Batch.empty())
      break;
    uint64_t Before = Time;
    InPacket = Reader.next(P);
    if (!InPacket)
      return false;
    if (P.Begin < Before)
      Reader.damage(P.Offset, "time goes backwards between packets");
    Gap |= P.Gap || P.Begin < Before;
    Time = P.Begin;
  }
  return true;
}

bool RecordCursor::next(Record &R) {
  while (nextBatch()) {
    uint64_t Word = Batch.front();
    Batch = Batch.drop_front();
    bool Timed = ipoint_record_is_timed(Word);
    uint64_t Now = Timed ? unwrap(Time, ipoint_record_value(Word)) : Time;
    if (Word == 0 || Now > P.End) {
      Gap = true;
      continue;
    }
    Time = Now;
    R = {ipoint_record_id(Word), Timed, Gap, Now,
         Timed ? 0 : ipoint_record_value(Word)};
    Gap = false;
    return true;
  }
  return false;
}

} // namespace ipoint::trace
