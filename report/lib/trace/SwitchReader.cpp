//===- SwitchReader.cpp - When a thread had no CPU ------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SwitchReader.h"
#include "StreamReader.h"

using namespace llvm;

namespace ipoint::trace {

SwitchReader::SwitchReader(std::unique_ptr<ByteSource> Bytes, std::string File,
                           std::optional<std::array<uint8_t, 16>> Uuid,
                           DamageList &Damages)
    : Source(std::move(Bytes)),
      Reader(*Source, std::move(File), Uuid, Damages) {}

/// The next word of the stream. Across a gap nothing is known of what is open.
std::optional<uint64_t> SwitchReader::nextRecord() {
  while (Batch.empty()) {
    if (InPacket)
      Batch = Reader.records();
    if (!Batch.empty())
      break;
    uint64_t Before = Time;
    InPacket = Reader.next(P);
    if (!InPacket)
      return std::nullopt;
    if (P.Begin < Before)
      Reader.damage(P.Offset, "time goes backwards between packets");
    if (P.Gap || P.Begin < Before)
      Open.reset();
    Time = P.Begin;
  }
  uint64_t Word = Batch.front();
  Batch = Batch.drop_front();
  return Word;
}

bool SwitchReader::next(Away &A) {
  while (std::optional<uint64_t> Word = nextRecord()) {
    uint32_t Id = ipoint_record_id(*Word);
    uint64_t Now = unwrap(Time, ipoint_record_value(*Word));
    if (!ipoint_record_is_timed(*Word) || Now > P.End) {
      Open.reset();
      continue;
    }
    Time = Now;
    if (Id != IPOINT_ID_SWITCH_IN) {
      // Two in a row: the way back from the first is missing.
      Open = Away{Now, Now, Id == IPOINT_ID_PREEMPTED};
      continue;
    }
    bool Known = Open && Open->From < Now;
    if (Known) {
      A = *Open;
      A.To = Now;
    }
    Open.reset();
    if (Known)
      return true;
  }
  return false;
}

} // namespace ipoint::trace
