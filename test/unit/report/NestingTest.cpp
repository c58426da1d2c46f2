//===- NestingTest.cpp - What lies in a function's calls ------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// REQ: IP-REQ-044

#include "sampled/SampledTimes.h"
#include "gtest/gtest.h"

using namespace ipoint;
using namespace ipoint::analysis;

namespace {

/// A function with \p Calls calls; \p Callers are pairs of a function's index
/// and the number of calls from it.
FunctionModel function(const char *Name, uint64_t Calls,
                       std::vector<std::pair<size_t, uint64_t>> Callers) {
  FunctionModel F;
  F.Name = Name;
  F.Calls = Calls;
  for (auto [Caller, Times] : Callers)
    F.Callers.push_back({Caller, Times, 0, 0, std::nullopt});
  return F;
}

ReportModel counted(std::vector<FunctionModel> Functions) {
  ReportModel R;
  R.Totals.Counted = 1;
  R.Functions = std::move(Functions);
  return R;
}

TEST(Nesting, ApportionsByCalls) {
  sampled::Nesting N(counted(
      {function("main", 1, {}), function("a", 10, {{0, 10}}),
       function("b", 40, {{0, 10}, {1, 30}}), function("c", 80, {{2, 80}})}));
  EXPECT_DOUBLE_EQ(N.within(0).lookup(2), 1);
  EXPECT_DOUBLE_EQ(N.within(1).lookup(1), 1);
  EXPECT_DOUBLE_EQ(N.within(1).lookup(2), 0.75);
  EXPECT_DOUBLE_EQ(N.within(1).lookup(3), 0.75);
  EXPECT_DOUBLE_EQ(N.within(2).lookup(3), 1);
  EXPECT_EQ(N.within(3).size(), 1u);
  for (uint32_t F = 0; F < 4; ++F)
    EXPECT_TRUE(N.isNested(F)) << F;
}

TEST(Nesting, LeavesRecursionAndUnknownCallersAlone) {
  sampled::Nesting N(counted(
      {function("main", 1, {}), function("even", 10, {{0, 1}, {2, 9}}),
       function("odd", 9, {{1, 9}}), function("self", 5, {{0, 1}, {3, 4}}),
       function("callback", 7, {{0, 3}}), function("leaf", 9, {{2, 9}})}));
  EXPECT_FALSE(N.isNested(0)); // what it calls is recursive
  EXPECT_FALSE(N.isNested(1));
  EXPECT_FALSE(N.isNested(2));
  EXPECT_FALSE(N.isNested(3));
  EXPECT_FALSE(N.isNested(4));
  EXPECT_EQ(N.calls(4), 0);
  EXPECT_TRUE(N.isNested(5));
}

} // namespace
