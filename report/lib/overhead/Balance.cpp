//===- Balance.cpp - Where the ticks of a thread went ---------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Balance.h"
#include <cmath>

namespace ipoint::analysis {

namespace {

/// Moves what probes take from an account to that of the probes.
class ProbeMover {
public:
  explicit ProbeMover(BalanceModel &To) : To(To) {}

  /// What is left of \p Ticks, of which probes take \p Cost on average.
  uint64_t without(uint64_t Ticks, double Cost) {
    auto Whole = static_cast<uint64_t>(std::llround(Cost));
    uint64_t Moved = std::min(Whole, Ticks);
    To.Probes += Moved;
    To.ProbesBeyond += Whole - Moved;
    return Ticks - Moved;
  }

private:
  BalanceModel &To;
};

} // namespace

static double costOf(ProbeCount Probes, const ProbeOverhead &Overhead) {
  return static_cast<double>(Probes.Timed) * Overhead.TimedMean +
         static_cast<double>(Probes.Untimed) * Overhead.UntimedMean;
}

BalanceModel balanceOf(const Accounts &A, uint64_t Elapsed,
                       const ProbeOverheads &Overheads) {
  uint64_t All = 0, Calling = 0, Unsure = 0;
  double AllCost = 0, CallingCost = 0, UnsureCost = 0;
  for (size_t Form = 0; Form < A.Forms.size(); ++Form) {
    const FormAccounts &F = A.Forms[Form];
    All += F.All.Ticks;
    Calling += F.Calling.Ticks;
    Unsure += F.Unsure.Ticks;
    AllCost += costOf(F.All.Probes, Overheads[Form]);
    CallingCost += costOf(F.Calling.Probes, Overheads[Form]);
    UnsureCost += costOf(F.Unsure.Probes, Overheads[Form]);
  }
  // Where estimates took more than they gave back, nothing is moved.
  auto Taken = [](uint64_t Ticks) {
    return static_cast<int64_t>(Ticks) < 0 ? 0 : Ticks;
  };
  uint64_t Interrupted = Taken(A.Interrupted),
           InterruptedCalling = Taken(A.InterruptedCalling);
  BalanceModel B;
  B.Elapsed = Elapsed;
  ProbeMover Probes(B);
  B.Self = Probes.without(All - Calling - Unsure - Interrupted,
                          AllCost - CallingCost - UnsureCost);
  B.CallsOut = Probes.without(Calling - InterruptedCalling, CallingCost);
  B.Unsure = Probes.without(Unsure, UnsureCost);
  B.Interrupts = A.Handlers + Interrupted + InterruptedCalling;
  B.Handlers = A.Handlers;
  B.HandlerCount = A.HandlerCount;
  B.BufferWait = A.BufferWait;
  B.Gaps = A.Gaps;
  B.Lost = A.Lost;
  B.OffCpu = A.OffCpu;
  B.Outside = A.Outside;
  B.Residue = static_cast<int64_t>(Elapsed - B.given());
  return B;
}

} // namespace ipoint::analysis
