//===- Accounts.cpp - Where the ticks of a stream go ----------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Accounts.h"

namespace ipoint::analysis {

void Accounts::setCalling(const std::array<Spent, 3> &Counted) {
  for (size_t Form = 0; Form < Forms.size(); ++Form) {
    FormAccounts &F = Forms[Form];
    F.Calling.add(Counted[Form]);
    F.Calling.subtract(F.HandlerCalling);
    F.HandlerCalling = {};
  }
}

} // namespace ipoint::analysis
