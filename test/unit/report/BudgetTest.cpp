//===- BudgetTest.cpp - Limits as they are written ------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "budget/Budget.h"
#include "output/BudgetWords.h"
#include "gtest/gtest.h"

using namespace ipoint;
using namespace ipoint::budget;
using analysis::BudgetKind;
using analysis::LimitUnit;

namespace {

constexpr double Rate = 2e9;

double ticksOf(llvm::StringRef Text) {
  return llvm::cantFail(parseLimit(Text)).inModel(Rate);
}

bool isRefused(llvm::StringRef Text) {
  llvm::Expected<Limit> L = parseLimit(Text);
  llvm::consumeError(L.takeError());
  return !L;
}

} // namespace

TEST(Budget, ConvertsTimesToTicks) {
  EXPECT_DOUBLE_EQ(ticksOf("7 ticks"), 7);
  EXPECT_DOUBLE_EQ(ticksOf("3ns"), 6);
  EXPECT_DOUBLE_EQ(ticksOf("1.5 us"), 3000);
  EXPECT_DOUBLE_EQ(ticksOf(" 2  ms "), 4e6);
}

TEST(Budget, ReadsIterationsAndShares) {
  EXPECT_EQ(llvm::cantFail(parseLimit("64 iterations")).kind(),
            BudgetKind::Iterations);
  EXPECT_DOUBLE_EQ(ticksOf("64 iterations"), 64);
  EXPECT_EQ(llvm::cantFail(parseLimit("5%")).kind(), BudgetKind::Share);
  EXPECT_DOUBLE_EQ(ticksOf("12.5 %"), 0.125);
}

TEST(Budget, RefusesWhatIsNoLimit) {
  for (const char *Text : {"", "us", "1", "1..2 us", "1 s", "-1 us", "0 us",
                           "0.0 %", "1e3 us", "1 us 2", "nan us"})
    EXPECT_TRUE(isRefused(Text)) << Text;
}

TEST(Budget, ShowsFourDigitsAtMost) {
  using output::amount;
  EXPECT_EQ(amount(20, LimitUnit::Ticks, Rate), "20 ticks");
  EXPECT_EQ(amount(1234567, LimitUnit::Ticks, Rate), "1,234,567 ticks");
  EXPECT_EQ(amount(109847, LimitUnit::Microseconds, Rate), "54.92 us");
  EXPECT_EQ(amount(2e6, LimitUnit::Milliseconds, Rate), "1 ms");
  EXPECT_EQ(amount(0.05, LimitUnit::Percent, Rate), "5 %");
  EXPECT_EQ(amount(1, LimitUnit::Iterations, Rate), "1 iteration");
}
