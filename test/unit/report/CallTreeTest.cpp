//===- CallTreeTest.cpp ---------------------------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "model/ModelBuilder.h"
#include "gtest/gtest.h"
#include <cmath>

using namespace ipoint::analysis;

namespace {

struct By {
  size_t Caller;
  uint64_t Calls;
  uint64_t Timed = 0; ///< of these, in windows
  double Inclusive = 0;
};

FunctionModel function(const char *Name, uint64_t Calls, double SelfTotal,
                       std::vector<By> Callers) {
  FunctionModel F;
  F.Name = Name;
  F.Calls = Calls;
  F.Self.emplace();
  F.Self->Raw.Count = Calls;
  F.Self->Raw.Total = F.Self->Corrected.Total = SelfTotal;
  F.Self->Corrected.Mean = SelfTotal / static_cast<double>(Calls);
  for (const By &B : Callers)
    F.Callers.push_back(
        {B.Caller, B.Calls, B.Timed, B.Inclusive, std::nullopt});
  return F;
}

/// "a;b 10" for each path and its self time.
std::vector<std::string> paths(const std::vector<FunctionModel> &Functions,
                               size_t Most = 100) {
  CallPathsModel Tree = treeOfCalls(Functions, Most);
  std::vector<std::string> Names, Result;
  for (const CallPathModel &P : Tree.Paths) {
    Names.push_back((P.Parent ? Names[*P.Parent] + ";" : "") +
                    Functions[*P.Function].Name);
    Result.push_back(Names.back() + " " +
                     std::to_string(std::lround(P.Self.Corrected)));
  }
  if (Tree.Beyond)
    Result.push_back("beyond " +
                     std::to_string(std::lround(Tree.Beyond->Self.Corrected)));
  return Result;
}

using Words = std::vector<std::string>;

TEST(CallTree, DividesByCalls) {
  EXPECT_EQ(paths({function("main", 1, 10, {}), function("a", 2, 20, {{0, 2}}),
                   function("b", 3, 30, {{0, 1}, {1, 2}})}),
            (Words{"main 10", "main;a 20", "main;a;b 20", "main;b 10"}));
}

// Two calls by a take 35 ticks, one by main takes 41.
TEST(CallTree, WeighsByTime) {
  EXPECT_EQ(paths({function("main", 1, 0, {}), function("a", 2, 0, {{0, 2}}),
                   function("b", 3, 76, {{0, 1, 1, 41}, {1, 2, 2, 35}})}),
            (Words{"main 0", "main;a 0", "main;a;b 35", "main;b 41"}));
}

TEST(CallTree, GivesOtherCallersWhatIsLeft) {
  std::vector<FunctionModel> F = {
      function("main", 1, 0, {}), function("a", 2, 0, {{0, 2}}),
      function("b", 3, 76, {{0, 1}, {1, 2, 2, 36}})};
  F[2].Inclusive.emplace();
  F[2].Inclusive->Corrected.Mean = 76.0 / 3;
  EXPECT_EQ(paths(F),
            (Words{"main 0", "main;a 0", "main;a;b 36", "main;b 40"}));
}

// A call of b by a cannot take longer than a does.
TEST(CallTree, FitsCallersThatWereTimed) {
  std::vector<FunctionModel> F = {
      function("main", 1, 0, {}), function("a", 1, 0, {{0, 1}}),
      function("b", 1, 0, {{0, 1}}), function("c", 2, 100, {{1, 1}, {2, 1}})};
  for (auto [Index, Mean] : {std::pair(1, 90.0), std::pair(2, 10.0)}) {
    F[Index].Inclusive.emplace();
    F[Index].Inclusive->Raw.Count = 1;
    F[Index].Inclusive->Corrected.Mean = Mean;
  }
  EXPECT_EQ(paths(F), (Words{"main 0", "main;a 0", "main;a;c 90", "main;b 0",
                             "main;b;c 10"}));
}

TEST(CallTree, LeavesRecursionInItsFirstCall) {
  EXPECT_EQ(paths({function("main", 1, 1, {}),
                   function("f", 100, 100, {{0, 1}, {1, 49}, {2, 50}}),
                   function("g", 50, 50, {{1, 50}})}),
            (Words{"main 1", "main;f 100", "main;f;g 50"}));
}

TEST(CallTree, BeginsWithFunctionsWithoutAKnownCaller) {
  EXPECT_EQ(
      paths({function("main", 1, 1, {}), function("handler", 4, 8, {{0, 1}}),
             function("cycle", 2, 4, {{3, 2}}),
             function("other", 2, 4, {{2, 2}})}),
      (Words{"main 1", "main;handler 2", "handler 6", "cycle 4",
             "cycle;other 4"}));
}

TEST(CallTree, KeepsWhatTakesMost) {
  std::vector<FunctionModel> F = {function("main", 1, 1, {})};
  for (int I = 1; I <= 9; ++I)
    F.push_back(function("f", 1, I, {{0, 1}}));
  EXPECT_EQ(paths(F, 4),
            (Words{"main 1", "main;f 7", "main;f 8", "main;f 9", "beyond 21"}));
}

} // namespace
