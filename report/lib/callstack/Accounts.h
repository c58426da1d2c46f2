//===- Accounts.h - Where the ticks of a stream go ------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_CALLSTACK_ACCOUNTS_H
#define IPOINT_CALLSTACK_ACCOUNTS_H

#include "ProbeCost.h"
#include <array>
#include <cstddef>

namespace ipoint::analysis {

/// Ticks, and how many probes lie in them.
struct Spent {
  uint64_t Ticks = 0;
  ProbeCount Probes;

  void add(uint64_t MoreTicks, ProbeCount More) {
    Ticks += MoreTicks;
    Probes.Timed += More.Timed;
    Probes.Untimed += More.Untimed;
  }
  void add(const Spent &Other) { add(Other.Ticks, Other.Probes); }
  void subtract(const Spent &Other) {
    Ticks -= Other.Ticks;
    Probes.Timed -= Other.Probes.Timed;
    Probes.Untimed -= Other.Probes.Untimed;
  }
};

/// Of the functions whose probes have one form.
struct FormAccounts {
  Spent All;     ///< in activations
  Spent Calling; ///< of All: in blocks that call what has no probes
  Spent Unsure;  ///< of All, and not of Calling: whose it is is not known
  /// In blocks that call what has no probes, on behalf of handlers.
  Spent HandlerCalling;
};

/// Of one stream, in ticks, each of which is in one account only.
struct Accounts {
  /// By trace::ProbeForm: in activations, but for handlers. A Rebuilder knows
  /// Calling of those visits only that have no time by themselves.
  std::array<FormAccounts, 3> Forms;
  /// Of All: what the filter says is no part of the visits that it is in.
  uint64_t Interrupted = 0;
  uint64_t InterruptedCalling = 0; ///< the same in Calling
  uint64_t Handlers = 0; ///< of interrupts, with what they call and its probes
  uint64_t HandlerCount = 0; ///< how many of them, but for those in handlers
  uint64_t BufferWait = 0;   ///< the thread waited for the buffer
  uint64_t Gaps = 0;         ///< it ran on unrecorded, as was wanted
  uint64_t Lost = 0;         ///< records are missing
  uint64_t OffCpu = 0;       ///< it was off CPU
  uint64_t Outside = 0;      ///< no activation was open
  uint64_t Backward = 0;     ///< by which damaged times go back, in all
  /// That were read of the stream; both passes are to have read the same.
  uint64_t Records = 0;

  /// Adds those of another part of the stream.
  void add(const Accounts &Part);
  /// \p Counted is what Collectors counted of Calling, by trace::ProbeForm.
  void setCalling(const std::array<Spent, 3> &Counted);
};

} // namespace ipoint::analysis

#endif // IPOINT_CALLSTACK_ACCOUNTS_H
