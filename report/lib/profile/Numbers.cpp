//===- Numbers.cpp - Values by key as text --------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Numbers.h"
#include "llvm/ADT/APInt.h"
#include "llvm/ADT/SmallString.h"

using namespace llvm;

namespace ipoint::profile {

using analysis::SignedWide;
using analysis::Wide;

static constexpr unsigned WideBits = 128;

static void append(std::string &To, SignedWide Value) {
  if (Value >= INT64_MIN && Value <= INT64_MAX) {
    To += std::to_string(static_cast<int64_t>(Value));
    return;
  }
  auto Bits = static_cast<Wide>(Value);
  uint64_t Words[2] = {static_cast<uint64_t>(Bits),
                       static_cast<uint64_t>(Bits >> 64)};
  SmallString<40> Digits;
  APInt(WideBits, Words).toStringSigned(Digits);
  To += Digits.str();
}

std::string toText(const Values &V) {
  std::string Text = "{";
  for (const auto &[Key, Value] : V) {
    Text += Text.size() > 1 ? ",\"" : "\"";
    Text += std::to_string(Key);
    Text += "\":";
    append(Text, Value);
  }
  return Text + "}";
}

/// Takes a number off the front of \p Text.
static std::optional<SignedWide> takeNumber(StringRef &Text) {
  bool IsNegative = Text.consume_front("-");
  size_t Digits = std::min(Text.find_first_not_of("0123456789"), Text.size());
  if (Digits == 0)
    return std::nullopt;
  SignedWide Value = 0;
  for (char C : Text.take_front(Digits)) {
    int Digit = C - '0';
    if (__builtin_mul_overflow(Value, 10, &Value) ||
        __builtin_add_overflow(Value, IsNegative ? -Digit : Digit, &Value))
      return std::nullopt;
  }
  Text = Text.drop_front(Digits);
  return Value;
}

std::optional<Values> valuesOf(StringRef Text) {
  Values Result;
  if (!Text.consume_front("{") || !Text.consume_back("}"))
    return std::nullopt;
  while (!Text.empty()) {
    if (!Result.empty() && !Text.consume_front(","))
      return std::nullopt;
    uint64_t Key;
    if (!Text.consume_front("\"") || Text.consumeInteger(10, Key) ||
        !Text.consume_front("\":"))
      return std::nullopt;
    std::optional<SignedWide> Value = takeNumber(Text);
    if (!Value || (!Result.empty() && Key <= Result.back().first))
      return std::nullopt;
    Result.push_back({Key, *Value});
  }
  return Result;
}

} // namespace ipoint::profile
