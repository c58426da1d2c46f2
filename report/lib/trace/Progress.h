//===- Progress.h - How far the reading of traces has come ----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_TRACE_PROGRESS_H
#define IPOINT_TRACE_PROGRESS_H

#include <atomic>
#include <cstdint>

namespace ipoint::trace {

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
  /// Of the pass, in percent; 100 at most.
  unsigned percent() const {
    uint64_t All = Total, Read = Done;
    return Read < All ? static_cast<unsigned>(double(Read) * 100 / double(All))
                      : 100;
  }

private:
  std::atomic<uint64_t> Done = 0, Total = 0;
  std::atomic<unsigned> Passes = 0;
};

} // namespace ipoint::trace

#endif // IPOINT_TRACE_PROGRESS_H
