//===- ProfileFiguresTest.cpp - Figures of profiles as bytes --------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// REQ: IP-REQ-039

#include "profile/Content.h"
#include "llvm/Support/FileSystem.h"
#include "gtest/gtest.h"

using namespace ipoint;
using namespace ipoint::profile;
using analysis::SignedWide;

namespace {

constexpr SignedWide Largest = ~(SignedWide(1) << 127);

Profile profileOf(const char *Run, Figures Of) {
  Profile P;
  P.Runs[Run].Of.Reduced.emplace();
  P.Runs[Run].Of.Meta.Frequency = 1000;
  P.Program = std::move(Of);
  return P;
}

/// Figures whose numbers need each of the widths that there are.
Figures figuresOfEachWidth() {
  Figures Result;
  for (SignedWide Value : std::initializer_list<SignedWide>{
           0, UINT8_MAX, UINT8_MAX + 1, UINT16_MAX, UINT16_MAX + 1, UINT32_MAX,
           SignedWide(UINT32_MAX) + 1, INT64_MAX, SignedWide(INT64_MAX) + 1,
           UINT64_MAX, Largest, -1, INT64_MIN, SignedWide(INT64_MIN) - 1,
           -Largest - 1})
    Result[{"n", Result.size()}] = {{0, 1}, {1, Value}};
  for (uint64_t Key : {uint64_t(0), uint64_t(1), uint64_t(UINT8_MAX),
                       uint64_t(UINT16_MAX), uint64_t(UINT16_MAX) + 1,
                       uint64_t(UINT32_MAX), uint64_t(1) << 32, UINT64_MAX - 1})
    Result[{"of keys", Key}] = {{Key, 1}, {Key + 1, 2}};
  return Result;
}

TEST(ProfileFigures, KeepsNumbersOfEachWidth) {
  Profile P = profileOf("run", figuresOfEachWidth());
  llvm::SmallString<128> Path;
  ASSERT_FALSE(llvm::sys::fs::createTemporaryFile("ipoint", "profile", Path));
  ASSERT_FALSE(bool(write(P, Path)));
  llvm::Expected<Profile> Read = read(Path);
  ASSERT_TRUE(bool(Read)) << toString(Read.takeError());
  EXPECT_TRUE(Read->Program == P.Program);
  llvm::sys::fs::remove(Path);
}

TEST(ProfileFigures, AddsNumbersOfEachWidth) {
  const Figures All = figuresOfEachWidth();
  for (const auto &[Key, Numbers] : All)
    for (const auto &[OtherKey, Others] : All) {
      SignedWide Expected;
      if (Key.Kind != "n" || OtherKey.Kind != "n" ||
          __builtin_add_overflow(Numbers[1].second, Others[1].second,
                                 &Expected))
        continue;
      Profile Sum = profileOf("a", {{{"n", 0}, Numbers}});
      EXPECT_FALSE(bool(add(Sum, profileOf("b", {{{"n", 0}, Others}}), "b")));
      EXPECT_TRUE(Sum.Program.at({"n", 0}) == (Values{{0, 2}, {1, Expected}}))
          << Key.Slot << " " << OtherKey.Slot;
    }
}

/// All that \p Bytes have, where they are right.
std::optional<uint64_t> numbersIn(const std::string &Bytes) {
  PackedFigures All;
  if (!All.read(Bytes))
    return std::nullopt;
  database::FiguresReader From(All.Bytes);
  uint64_t Result = 0;
  for (size_t Left = From.functions(); Left != 0; --Left)
    for (size_t More = From.function().Figures; More != 0; --More)
      From.figure().numbers([&](uint64_t Key, SignedWide Value) {
        EXPECT_LE(analysis::Wide(Value < 0 ? ~Value : Value), All.Most) << Key;
        ++Result;
      });
  EXPECT_TRUE(From.atEnd());
  return Result;
}

TEST(ProfileFigures, FiguresWithAnyByteChangedAreRefusedOrRead) {
  const Figures All = figuresOfEachWidth();
  const std::string Bytes = packed(FiguresById{{0, &All}, {7, &All}});
  EXPECT_EQ(numbersIn(Bytes), 4 * All.size());
  unsigned Refused = 0;
  for (size_t At = 0; At != Bytes.size(); ++At) {
    EXPECT_FALSE(numbersIn(Bytes.substr(0, At))) << At;
    for (unsigned Bit = 0; Bit != 8; ++Bit) {
      std::string Changed = Bytes;
      Changed[At] ^= char(1 << Bit);
      Refused += !numbersIn(Changed);
    }
  }
  EXPECT_GT(Refused, Bytes.size());
}

} // namespace
