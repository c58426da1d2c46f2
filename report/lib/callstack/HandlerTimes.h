//===- HandlerTimes.h - When signal handlers ran on a thread --------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A signal handler records into a separate stream, so that no record of what it
// interrupts is lost. Read beside that one, it shows which of the thread's time
// was the handler's: from the entry of each activation that nothing in the
// handler's stream called to its exit.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_CALLSTACK_HANDLERTIMES_H
#define IPOINT_CALLSTACK_HANDLERTIMES_H

#include "program/Symbols.h"
#include "trace/SwitchReader.h"
#include "trace/Trace.h"

namespace ipoint::analysis {

class HandlerTimes {
public:
  struct Span {
    uint64_t From = 0; ///< ticks
    uint64_t To = 0;   ///< ticks
  };

  /// Of the handlers that interrupt what the stream \p File of \p T has: those
  /// of `stream-1-2` are in `stream-1-2-handler1`, those that interrupt these
  /// in `stream-1-2-handler2`. \p Symbols must outlive it. Null if there are
  /// none; errors name a stream that can't be opened.
  static llvm::Expected<std::unique_ptr<HandlerTimes>>
  open(const trace::Trace &T, llvm::StringRef File, const SymbolTable &Symbols);

  /// No handler that upTo() has not returned begins before this time, ticks.
  uint64_t next() const { return Next.Time; }

  /// The handlers, one behind the other, that ran since the last call, up to
  /// \p Time: that of a record of the interrupted stream. Those that have not
  /// ended by then were left (siglongjmp); it is not known when, and only what
  /// they called and had ended is returned. Valid until the next call.
  llvm::ArrayRef<Span> upTo(uint64_t Time);

  ~HandlerTimes();

private:
  struct Calls;

  explicit HandlerTimes(const SymbolTable &Symbols);

  static constexpr uint64_t NoTime = UINT64_MAX;

  void advance();

  trace::DamageList Known; ///< reported by the pass over them
  /// In the order in which they were made.
  std::vector<std::unique_ptr<trace::RecordCursor>> Streams;
  size_t Stream = 0;                ///< that is read
  trace::RecordCursor::Record Next; ///< a timed one
  std::unique_ptr<Calls> Made;      ///< of what came before it
};

/// Ticks that lie in both.
inline uint64_t overlap(HandlerTimes::Span A, HandlerTimes::Span B) {
  uint64_t From = std::max(A.From, B.From), To = std::min(A.To, B.To);
  return To > From ? To - From : 0;
}

} // namespace ipoint::analysis

#endif // IPOINT_CALLSTACK_HANDLERTIMES_H
