//===- RecordCursor.h - A stream, record by record ------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For streams that are read beside another one, in step with it: one asks for
// their records. Where a stream is read for itself, readStream() is faster.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_TRACE_RECORDCURSOR_H
#define IPOINT_TRACE_RECORDCURSOR_H

#include "StreamReader.h"

namespace ipoint::trace {

class RecordCursor {
public:
  struct Record {
    uint32_t Id = 0;
    bool Timed = false;
    bool Gap = false;     ///< records are missing before this one
    uint64_t Time = 0;    ///< ticks; of the last timed record, if it is not one
    uint64_t Payload = 0; ///< of an untimed one
  };

  /// As a StreamFile, by which it is opened, too.
  RecordCursor(std::unique_ptr<ByteSource> Source, llvm::StringRef Path,
               std::optional<std::array<uint8_t, 16>> Uuid, DamageList &Damages)
      : File(std::move(Source), Path, Uuid, Damages) {}

  /// The first packet, before anything is read; null where there is none.
  const Packet *first() const { return File.Records.next(); }

  /// The next record that is not damaged; false at the end of the stream.
  bool next(Record &R);

private:
  /// What a StreamReader makes of a packet.
  struct Batch {
    void timed(uint32_t Id, uint64_t Now) {
      Time = Now;
      Records.push_back({Id, true, std::exchange(Gap, false), Now, 0});
    }
    void untimed(uint32_t Id, uint64_t Payload) {
      Records.push_back({Id, false, std::exchange(Gap, false), Time, Payload});
    }
    void gap() { Gap = true; }

    std::vector<Record> Records;
    uint64_t Time = 0;
    bool Gap = false; ///< since the last record
  };

  StreamFile File;
  Batch Read;
  size_t Next = 0; ///< of Read
};

} // namespace ipoint::trace

#endif // IPOINT_TRACE_RECORDCURSOR_H
