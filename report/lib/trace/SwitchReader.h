//===- SwitchReader.h - Times off CPU -------------------------------------===//
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

#ifndef IPOINT_TRACE_SWITCHREADER_H
#define IPOINT_TRACE_SWITCHREADER_H

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

/// A time in which a thread was off CPU, or the kernel handled an interrupt on
/// it.
struct OffCpuSpan {
  enum Reason : uint8_t { Waits, Preempted, Interrupted };

  uint64_t From = 0; ///< ticks
  uint64_t To = 0;   ///< ticks, later than From
  Reason Why = Waits;
  /// It began before From, when is not known: nothing was recorded then. From
  /// is the tick before To.
  bool Unseen = false;
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
  /// missing there is none, but for the first time of a thread that was off CPU
  /// before anything was recorded of it, or while records were lost.
  bool next(OffCpuSpan &A);

private:
  RecordCursor Records;
  std::optional<OffCpuSpan> Open; ///< the thread is out since From
  bool IsUnseen = true;           ///< whether it is out is not known
};

/// All times in which a thread was off CPU, for calls of which no more is known
/// than when they ended and how long they took.
class OffCpuTimes {
public:
  /// Memory does not grow with the stream: where there are more than \p Most
  /// times, two that follow each other become one. Where in it the thread was
  /// off CPU is then not known.
  explicit OffCpuTimes(size_t Most = 1 << 16) : Most(Most) {}

  /// Adds \p A, which begins behind the end of the one before. The kernel's
  /// interrupts are none, and what was not seen is none (see mayMiss()).
  void add(const OffCpuSpan &A);
  /// The same, of which \p Ticks were off CPU.
  void add(uint64_t From, uint64_t To, uint64_t Ticks);

  /// Whether a time ended from \p From to \p To of which it is not known when
  /// it began.
  bool mayMiss(uint64_t From, uint64_t To) const;

  /// Ticks off CPU from \p From to \p To, at least. At either end a part of one
  /// that is not longer than \p Slack is none: only clocks differ.
  uint64_t within(uint64_t From, uint64_t To, uint64_t Slack = 0) const;
  /// Of times of which at least a part lies there, all ticks.
  uint64_t touching(uint64_t From, uint64_t To) const;
  /// Of times that may lie there wholly.
  uint64_t wholly(uint64_t From, uint64_t To) const;

private:
  struct Span {
    uint64_t From, To;
    uint64_t Ticks;  ///< off CPU, of To - From
    uint64_t Before; ///< those of all spans before
    uint64_t within(uint64_t Begin, uint64_t End, uint64_t Slack) const;
    bool isJoined() const { return Ticks != To - From; }
  };
  /// Those that lie at least in part from \p From to \p To.
  llvm::ArrayRef<Span> overlapping(uint64_t From, uint64_t To) const;
  static void join(Span &S, const Span &Next);
  void halve();

  size_t Most;
  uint64_t Each = 1;                ///< times that a span has
  uint64_t InLast = 0;              ///< that the last one has
  std::vector<Span> Spans;          ///< by time
  std::vector<uint64_t> UnseenEnds; ///< sorted
};

} // namespace ipoint::trace

#endif // IPOINT_TRACE_SWITCHREADER_H
