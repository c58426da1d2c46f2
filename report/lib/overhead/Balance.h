//===- Balance.h - Where the ticks of a thread went -----------------------===//
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

#include "BalanceModel.h"
#include "callstack/Accounts.h"

namespace ipoint::analysis {

/// The balance of a stream that lasted \p Elapsed ticks, Accounts::Backward
/// included; \p Overheads are by trace::ProbeForm.
BalanceModel balanceOf(const Accounts &A, uint64_t Elapsed,
                       const ProbeOverheads &Overheads);

} // namespace ipoint::analysis

#endif // IPOINT_OVERHEAD_BALANCE_H
