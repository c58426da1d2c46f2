//===- LinearProgram.cpp - Linear programs, solved by Clp -----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinearProgram.h"
#include "llvm/ADT/STLExtras.h"

namespace ipoint::worst {

uint32_t LinearProgram::addColumn(std::string Name, double Cost) {
  Columns.push_back({Cost, 0, Infinity, std::move(Name)});
  return static_cast<uint32_t>(Columns.size() - 1);
}

uint32_t LinearProgram::addRow(Row R) {
  // A column may be in a sum twice; solvers want it once.
  llvm::sort(R.Terms);
  auto To = R.Terms.begin();
  for (auto From = To; From != R.Terms.end(); ++From)
    if (To != R.Terms.begin() && To[-1].first == From->first)
      To[-1].second += From->second;
    else
      *To++ = *From;
  R.Terms.erase(To, R.Terms.end());
  Rows.push_back(std::move(R));
  return static_cast<uint32_t>(Rows.size() - 1);
}

} // namespace ipoint::worst
