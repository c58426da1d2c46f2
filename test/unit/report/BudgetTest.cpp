//===- BudgetTest.cpp - Limits as they are written ------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// REQ: IP-REQ-065 IP-REQ-066 IP-REQ-067

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
  for (const char *Text : {"", "us", "1", "1..2 us", "1 h", "-1 us", "0 us",
                           "0.0 %", "1e3 us", "1 us 2", "nan us"})
    EXPECT_TRUE(isRefused(Text)) << Text;
}

TEST(Budget, ReadsWhatTheSourceSays) {
  auto Read = [](llvm::StringRef Text) {
    return llvm::cantFail(parseMarker(Text));
  };
  for (const char *Text :
       {"20 us", "<= 20us", "inclusive <= 20 us", " raw  inclusive<=20 us "}) {
    SourceBudget B = Read(Text);
    EXPECT_FALSE(B.IsOfBlock) << Text;
    EXPECT_FALSE(B.Of.IsSelf) << Text;
    EXPECT_EQ(B.Of.By.K, Figure::Kind::Raw) << Text;
    EXPECT_DOUBLE_EQ(B.Of.Most.inModel(Rate), 40000) << Text;
  }
  SourceBudget Self = Read("self p99 <= 3 ticks");
  EXPECT_TRUE(Self.Of.IsSelf);
  EXPECT_EQ(Self.Of.By.K, Figure::Kind::Percentile);
  EXPECT_TRUE(Read("filtered block <= 1 ms").IsOfBlock);
  EXPECT_TRUE(Read("5 %").Of.IsSelf);
  EXPECT_FALSE(Read("5 %").Of.needsCallPaths());
  EXPECT_TRUE(Read("inclusive <= 5 %").Of.needsCallPaths());
  EXPECT_FALSE(Read("block <= 5 %").Of.needsCallPaths());
}

TEST(Budget, RefusesWhatTheSourceMayNotSay) {
  auto Complaint = [](llvm::StringRef Text) {
    llvm::Expected<SourceBudget> B = parseMarker(Text);
    return B ? "" : llvm::toString(B.takeError());
  };
  EXPECT_EQ(Complaint("whole <= 1 us").find("'whole' is not known"), 0u);
  EXPECT_EQ(Complaint("self block <= 1 us"),
            "'self' and 'block' exclude each other");
  EXPECT_EQ(Complaint("p50 p99 <= 1 us"), "'p50' and 'p99' exclude each other");
  EXPECT_EQ(Complaint("64 iterations"),
            "iterations are limited by IPOINT_LOOP_BOUND");
  EXPECT_EQ(Complaint("p99 <= 5 %"),
            "'p99' is for times: a share is of all visits");
  EXPECT_EQ(Complaint("101 %"), "'101 %' is more than all of the time");
  for (const char *Text :
       {"", "self", "self <=", "<= <= 1 us", "self < 1 us", "inclusive 20 us"})
    EXPECT_NE(Complaint(Text), "") << Text;
}

TEST(Budget, ShowsFourDigitsAtMost) {
  using output::amount;
  EXPECT_EQ(amount(20, LimitUnit::Ticks, Rate), "20 ticks");
  EXPECT_EQ(amount(1234567, LimitUnit::Ticks, Rate), "1,234,567 ticks");
  EXPECT_EQ(amount(109847, LimitUnit::Microseconds, Rate), "54.92 us");
  EXPECT_EQ(amount(2e6, LimitUnit::Milliseconds, Rate), "1 ms");
  EXPECT_EQ(amount(2e10, LimitUnit::Seconds, Rate), "10 s");
  EXPECT_EQ(amount(0.05, LimitUnit::Percent, Rate), "5 %");
  EXPECT_EQ(amount(1, LimitUnit::Iterations, Rate), "1 iteration");
  EXPECT_EQ(amount(24.6, LimitUnit::Ticks, Rate), "25 ticks");
  EXPECT_EQ(amount(49.3, LimitUnit::Nanoseconds, Rate), "24.6 ns");
}

TEST(Budget, ShowsOnWhichSideOfTheLimitSomethingIs) {
  analysis::ReportModel Report;
  Report.Clock.RateHz = uint64_t(Rate);
  analysis::BudgetVerdict V;
  V.Subject = "f";
  V.Measure = "raw";
  auto Said = [&](double Observed, llvm::StringRef Limit) {
    V.Limit = ticksOf(Limit);
    V.Unit = llvm::cantFail(parseLimit(Limit)).Unit;
    V.Observed = Observed;
    V.State = Observed > V.Limit ? analysis::BudgetState::Broken
                                 : analysis::BudgetState::Kept;
    return output::sentence(V, Report);
  };
  EXPECT_EQ(Said(40000, "20 us"), "f took 20 us, of 20 us (raw)");
  EXPECT_EQ(Said(40001, "20 us"), "f took 20.0005 us, more than 20 us (raw)");
  EXPECT_EQ(Said(39999, "20 us"), "f took 19.9995 us, of 20 us (raw)");
  EXPECT_EQ(Said(40009, "20.004 us"),
            "f took 20.005 us, more than 20.004 us (raw)");
  EXPECT_EQ(Said(2469000, "1234.5 us"),
            "f took 1,234.5 us, of 1,234.5 us (raw)");
  EXPECT_EQ(Said(2468900, "1234.5 us"), "f took 1,234 us, of 1,234.5 us (raw)");
  EXPECT_EQ(Said(24.6, "25 ticks"), "f took 24.6 ticks, of 25 ticks (raw)");
  EXPECT_EQ(Said(199, "0.000099 ms"),
            "f took 0.0001 ms, more than 0.000099 ms (raw)");
}
