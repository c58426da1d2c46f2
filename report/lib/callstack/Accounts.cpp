//===- Accounts.cpp - Where the ticks of a stream go ----------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Accounts.h"

namespace ipoint::analysis {

void Accounts::add(const Accounts &Part) {
  for (size_t Form = 0; Form < Forms.size(); ++Form) {
    FormAccounts &F = Forms[Form];
    const FormAccounts &P = Part.Forms[Form];
    F.All.add(P.All);
    F.Calling.add(P.Calling);
    F.Unsure.add(P.Unsure);
    F.HandlerCalling.add(P.HandlerCalling);
  }
  for (uint64_t Accounts::*Member :
       {&Accounts::Interrupted, &Accounts::InterruptedCalling,
        &Accounts::Handlers, &Accounts::HandlerCount, &Accounts::BufferWait,
        &Accounts::Gaps, &Accounts::Lost, &Accounts::OffCpu, &Accounts::Outside,
        &Accounts::Backward, &Accounts::Records})
    this->*Member += Part.*Member;
}

void Accounts::setCalling(const std::array<Spent, 3> &Counted) {
  for (size_t Form = 0; Form < Forms.size(); ++Form) {
    FormAccounts &F = Forms[Form];
    F.Calling.add(Counted[Form]);
    F.Calling.subtract(F.HandlerCalling);
    F.HandlerCalling = {};
  }
}

} // namespace ipoint::analysis
