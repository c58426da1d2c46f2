//===- CommandLineTest.cpp - Counts and times as users write them ---------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gtest/gtest.h"

#include <optional>

extern "C" {
#include "support/commandline.h"
#include "support/numbers.h"
}

namespace {

std::optional<uint64_t> count(const char *Text) {
  uint64_t Count = 0;
  if (ipoint_parse_count(Text, &Count) != IPOINT_PARSED)
    return std::nullopt;
  return Count;
}

std::optional<uint64_t> time(const char *Text) {
  uint64_t Nanoseconds = 0;
  if (ipoint_parse_time(Text, &Nanoseconds) != IPOINT_PARSED)
    return std::nullopt;
  return Nanoseconds;
}

enum ipoint_parsed parsed(const char *Text) {
  uint64_t Count;
  return ipoint_parse_count(Text, &Count);
}

TEST(CommandLine, CountsTakeAnyNumberOfFactors) {
  EXPECT_EQ(count("0"), 0u);
  EXPECT_EQ(count("17"), 17u);
  EXPECT_EQ(count("2k"), 2048u);
  EXPECT_EQ(count("2K"), 2048u);
  EXPECT_EQ(count("3m"), 3u << 20);
  EXPECT_EQ(count("3kk"), 3u << 20);
  EXPECT_EQ(count("1kM"), uint64_t(1) << 30);
  EXPECT_EQ(count("1gK"), uint64_t(1) << 40);
  EXPECT_EQ(count("1t"), uint64_t(1) << 40);
  EXPECT_EQ(count("0ggggggg"), 0u);
}

TEST(CommandLine, CountsEndAtSixtyFourBits) {
  EXPECT_EQ(count("18446744073709551615"), UINT64_MAX);
  EXPECT_EQ(parsed("18446744073709551616"), IPOINT_TOO_LARGE);
  EXPECT_EQ(parsed("99999999999999999999999k"), IPOINT_TOO_LARGE);
  EXPECT_EQ(count("15gg"), uint64_t(15) << 60);
  EXPECT_EQ(parsed("16gg"), IPOINT_TOO_LARGE);
  EXPECT_EQ(parsed("1kkkkkkk"), IPOINT_TOO_LARGE);
  EXPECT_EQ(count("17179869183g"), uint64_t(17179869183) << 30);
  EXPECT_EQ(parsed("17179869184g"), IPOINT_TOO_LARGE);
}

TEST(CommandLine, WhatIsNoCountIsNone) {
  for (const char *Text : {"", "k", "-1", "+1", " 1", "1 ", "1x", "1kb", "1.5k",
                           "0x10", "1k1", "99999999999999999999x"})
    EXPECT_EQ(parsed(Text), IPOINT_NO_NUMBER) << Text;
}

TEST(CommandLine, TimesHaveUnits) {
  EXPECT_EQ(time("2s"), 2000000000u);
  EXPECT_EQ(time("2"), 2000000000u);
  EXPECT_EQ(time("1.5ms"), 1500000u);
  EXPECT_EQ(time("0.1us"), 100u);
  EXPECT_EQ(time("250ns"), 250u);
  EXPECT_EQ(time("0.6ns"), 1u);
  EXPECT_EQ(time("0.0000000001"), 0u);
  EXPECT_EQ(time("18446744072s"), uint64_t(18446744072) * 1000000000u);
}

TEST(CommandLine, WhatIsNoTimeIsNone) {
  for (const char *Text :
       {"", "s", "1.", ".5s", "-1s", "1 s", "1m", "1e3", "1.5.5"})
    EXPECT_EQ(time(Text), std::nullopt) << Text;
  uint64_t Nanoseconds;
  EXPECT_EQ(ipoint_parse_time("18446744074s", &Nanoseconds), IPOINT_TOO_LARGE);
}

} // namespace
