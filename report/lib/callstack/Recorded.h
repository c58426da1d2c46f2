//===- Recorded.h - Interruptions that have records -----------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_CALLSTACK_RECORDED_H
#define IPOINT_CALLSTACK_RECORDED_H

#include <array>
#include <cstdint>

namespace ipoint::analysis {

/// An interruption of a visit that records show, so that it need not be
/// inferred. The time that they give is no part of the visit, but for the
/// kernel's: its records begin where it has taken the CPU already, and end
/// before it gives that back, so more may lie outside of them than within.
struct Recorded {
  enum Kind : uint8_t {
    Switch,  ///< the thread was off CPU
    Handler, ///< an instrumented handler ran, of an interrupt or a signal
    Kernel   ///< the kernel handled an interrupt
  };
  static constexpr unsigned Kinds = 3;
  static constexpr std::array<Kind, Kinds> All = {Switch, Handler, Kernel};
};

/// Something for each of them.
template <class T> using ByRecord = std::array<T, Recorded::Kinds>;

} // namespace ipoint::analysis

#endif // IPOINT_CALLSTACK_RECORDED_H
