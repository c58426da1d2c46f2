//===- Balance.h - Where the time of a trace went -------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A Rebuilder gives each tick between the first and the last read of a stream
// to one of its Accounts; balanceOf() makes of them what a report says
// (docs/method/balance.md). Nothing is estimated but what the probes
// take, and that is moved from one account to another: the sum stays.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_OVERHEAD_BALANCE_H
#define IPOINT_OVERHEAD_BALANCE_H

#include "callstack/Accounts.h"
#include "support/Describe.h"
#include <cstdint>

namespace ipoint::analysis {

/// Where the ticks between a stream's first and last read of the counter went:
/// each is in one account. Ticks.
struct BalanceModel {
  uint64_t Elapsed = 0;
  uint64_t Self = 0; ///< in blocks that call nothing without probes
  /// In blocks that call what has no probes, or through pointers: their own
  /// code and those callees.
  uint64_t CallsOut = 0;
  uint64_t Probes = 0;     ///< their mean overhead, in the three around
  uint64_t Interrupts = 0; ///< handlers, and what the filter took from visits
  /// Of Interrupts: handlers with records, and how many of them.
  uint64_t Handlers = 0, HandlerCount = 0;
  uint64_t BufferWait = 0, Gaps = 0;
  uint64_t Lost = 0; ///< where records are missing
  uint64_t OffCpu = 0;
  uint64_t Outside = 0; ///< while no activation was open
  uint64_t Unsure = 0;  ///< in activations, but in which block is not known
  int64_t Residue = 0;  ///< what of Elapsed is in none
  /// What probes should have taken, but accounts did not have: they are 0.
  uint64_t ProbesBeyond = 0;

  /// What is in the accounts.
  uint64_t given() const {
    return Self + CallsOut + Probes + Interrupts + BufferWait + Gaps + Lost +
           OffCpu + Outside + Unsure;
  }
};

template <Maybe<BalanceModel> T> void describe(auto &&Field, T &B) {
  Field("elapsed", B.Elapsed);
  Field("self", B.Self);
  Field("calls_out", B.CallsOut);
  Field("probes", B.Probes);
  Field("interrupts", B.Interrupts);
  Field("handlers", B.Handlers);
  Field("handler_count", B.HandlerCount);
  Field("buffer_wait", B.BufferWait);
  Field("gaps", B.Gaps);
  Field("lost", B.Lost);
  Field("off_cpu", B.OffCpu);
  Field("outside", B.Outside);
  Field("unsure", B.Unsure);
  Field("residue", B.Residue);
  Field("probes_beyond", B.ProbesBeyond);
}

/// The balance of a stream that lasted \p Elapsed ticks, Accounts::Backward
/// included; \p Overheads are by trace::ProbeForm.
BalanceModel balanceOf(const Accounts &A, uint64_t Elapsed,
                       const ProbeOverheads &Overheads);

} // namespace ipoint::analysis

#endif // IPOINT_OVERHEAD_BALANCE_H
