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

#include "PacketReader.h"

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

  /// Reads \p Source as PacketReader does.
  RecordCursor(std::unique_ptr<ByteSource> Source, std::string File,
               std::optional<std::array<uint8_t, 16>> Uuid,
               DamageList &Damages);

  /// The next record that is not damaged; false at the end of the stream.
  bool next(Record &R);

private:
  bool nextBatch();

  std::unique_ptr<ByteSource> Source;
  PacketReader Reader;
  Packet P;
  llvm::ArrayRef<uint64_t> Batch;
  uint64_t Time = 0;
  bool InPacket = false;
  bool Gap = false; ///< since the last record
};

} // namespace ipoint::trace

#endif // IPOINT_TRACE_RECORDCURSOR_H
