//===- CallPathValues.cpp - Numbers of call paths -------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CallPathValues.h"

namespace ipoint::profile {

/// The numbers of a call path but for its calls, by their keys.
static constexpr std::pair<uint64_t, uint64_t analysis::CallPaths::Node::*>
    NodeFields[] = {{0, &analysis::CallPaths::Node::SelfCount},
                    {1, &analysis::CallPaths::Node::InclusiveCount},
                    {2, &analysis::CallPaths::Node::SelfMax},
                    {3, &analysis::CallPaths::Node::InclusiveMax}};
static constexpr uint64_t SelfKey = 4, InclusiveKey = 7;

Values valuesOf(const analysis::CallPaths::Node &N) {
  Values Result;
  for (auto [Key, Member] : NodeFields)
    Result.push_back({Key, N.*Member});
  for (auto [Key, Of] :
       {std::pair(SelfKey, &N.Self), std::pair(InclusiveKey, &N.Inclusive)}) {
    Result.push_back({Key, Of->Ticks});
    Result.push_back({Key + 1, Of->Probes.Timed});
    Result.push_back({Key + 2, Of->Probes.Untimed});
  }
  return Result;
}

bool readNode(const Values &All, analysis::CallPaths::Node &N) {
  std::map<uint64_t, uint64_t> By;
  for (auto [Key, Value] : All) {
    if (Value < 0 || Value > UINT64_MAX)
      return false;
    By[Key] = static_cast<uint64_t>(Value);
  }
  for (auto [Key, Member] : NodeFields)
    N.*Member = By[Key];
  N.Self = {By[SelfKey], {By[SelfKey + 1], By[SelfKey + 2]}};
  N.Inclusive = {By[InclusiveKey],
                 {By[InclusiveKey + 1], By[InclusiveKey + 2]}};
  return true;
}

} // namespace ipoint::profile
