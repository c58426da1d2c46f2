//===- ComparedTest.cpp - A core's counter beside core 0's ----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ipoint/record.h"

#include "gtest/gtest.h"

extern "C" {
#include "import/compared.h"
}

namespace {

constexpr uint32_t Bits = 20;
constexpr uint64_t Span = 1 << Bits;

class Compared : public testing::Test {
protected:
  ~Compared() override { ipoint_compared_free(&Of); }

  /// A comparison whose records come at `Time`, ticks since the first known
  /// round began: the counters read `Here` and `There`.
  void take(uint64_t Time, uint64_t Here, uint64_t There) {
    const uint64_t Records[] = {
        ipoint_record_timed(IPOINT_ID_COMPARED, Time),
        ipoint_record_untimed(IPOINT_ID_COMPARED, Here),
        ipoint_record_untimed(IPOINT_ID_COMPARED, There),
        ipoint_record_untimed(IPOINT_ID_COMPARED, 10)};
    for (uint64_t Record : Records)
      EXPECT_EQ(ipoint_compared_take(&Of, Bits, Record, Time), 1);
  }
  int64_t at(uint64_t Time) const { return ipoint_compared_offset(&Of, Time); }

  ipoint_compared Of = {};
};

TEST_F(Compared, DriftsEvenlyFromOneToAnother) {
  take(1010, 1000, 1400);
  take(9005, 9000, 10400);
  EXPECT_EQ(at(1000), 400);
  EXPECT_EQ(at(5000), 900);
  EXPECT_EQ(at(9000), 1400);
  EXPECT_EQ(at(13000), 1900);
}

// The trip was 900 ticks before its records, and the counter went through 0.
TEST_F(Compared, TheCounterGoesThroughZeroBeforeTheRecords) {
  take(100, Span - 800, 200);
  ASSERT_EQ(Of.count, 1u);
  EXPECT_EQ(Of.all[0].at, -800);
  EXPECT_EQ(at(0), 1000);
  take(7205, 7200, 9200);
  ASSERT_EQ(Of.count, 2u);
  EXPECT_EQ(at(0), 1100);
  EXPECT_EQ(at(3200), 1500);
}

TEST_F(Compared, ATripAfterItsRecordsIsNone) {
  take(1000, 1001, 1400);
  EXPECT_EQ(Of.count, 0u);
}

} // namespace
