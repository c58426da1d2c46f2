//===- SwitchReader.h - When a thread was off CPU -------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_TRACE_SWITCHREADER_H
#define IPOINT_TRACE_SWITCHREADER_H

#include "RecordCursor.h"

namespace ipoint::trace {

/// A time in which a thread was off CPU, or the kernel handled an interrupt on
/// it.
struct OffCpuSpan {
  enum Reason : uint8_t { Waits, Preempted, Interrupted };

  uint64_t From = 0; ///< ticks
  uint64_t To = 0;   ///< ticks, later than From
  Reason Why = Waits;
};

/// Hands out the times of a stream of context switches, one after another.
class SwitchReader {
public:
  /// As a StreamFile, by which it is opened, too.
  SwitchReader(std::unique_ptr<ByteSource> Source, llvm::StringRef Path,
               std::optional<std::array<uint8_t, 16>> Uuid, DamageList &Damages)
      : Records(std::move(Source), Path, Uuid, Damages) {}

  /// The first packet, before anything is read; null where there is none.
  const Packet *first() const { return Records.first(); }

  /// The next time; false at the end of the stream. Where one end of a time is
  /// missing there is none.
  bool next(OffCpuSpan &A);

private:
  RecordCursor Records;
  std::optional<OffCpuSpan> Open; ///< the thread is out since From
};

} // namespace ipoint::trace

#endif // IPOINT_TRACE_SWITCHREADER_H
