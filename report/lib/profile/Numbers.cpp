//===- Numbers.cpp - Numbers by key in the tables of a profile ------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cells.h"
#include "llvm/ADT/APInt.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include <cmath>

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

std::string toText(SignedWide Value) {
  std::string Text;
  append(Text, Value);
  return Text;
}

std::optional<SignedWide> numberOf(StringRef Text) {
  std::optional<SignedWide> Value = takeNumber(Text);
  return Text.empty() ? Value : std::nullopt;
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

std::string toText(const std::map<size_t, const FunctionPart *> &Parts) {
  std::string Text = "{";
  for (const auto &[Index, Part] : Parts) {
    Text += (Text.size() > 1 ? ",\"" : "\"") + std::to_string(Index) + "\":[";
    FunctionPart P = *Part;
    for (uint64_t *Number : numbersOf(P))
      Text += std::to_string(*Number) + ",";
    for (uint64_t Bits : P.Ran)
      Text += std::to_string(Bits) + ",";
    Text.back() = ']';
  }
  return Text + "}";
}

std::optional<std::map<size_t, FunctionPart>> readParts(StringRef Text) {
  std::map<size_t, FunctionPart> Result;
  std::optional<json::Object> All = parseObject(Text);
  if (!All)
    return std::nullopt;
  for (const auto &[Key, V] : *All) {
    ArrayReader From(V);
    size_t Index;
    if (StringRef(Key).getAsInteger(10, Index))
      return std::nullopt;
    FunctionPart &P = Result[Index];
    for (uint64_t *Number : numbersOf(P))
      *Number = From.count(UINT64_MAX);
    while (From.ok() && !From.atEnd())
      P.Ran.push_back(From.count(UINT64_MAX));
    if (!From.ok())
      return std::nullopt;
  }
  return Result;
}

/// Samples are counted by their weight: not in whole numbers.
static constexpr double Billionths = 1e9;

Values valuesOf(const sampled::Counted &Batch) {
  Values Result;
  for (auto [Place, Samples] : enumerate(Batch.Columns))
    if (int64_t Whole = std::llround(Samples * Billionths))
      Result.push_back({Place, Whole});
  return Result;
}

bool readBatch(const Values &Samples, uint64_t Number, size_t Places,
               sampled::SampledRun &To) {
  if (Number >= To.Batches.size())
    return false;
  sampled::Counted &Batch = To.Batches[Number];
  for (auto [Place, Whole] : Samples) {
    if (Place >= Places || Whole <= 0 || Whole > INT64_MAX)
      return false;
    double Count = static_cast<double>(Whole) / Billionths;
    Batch.add(Place, Count);
    To.All.add(Place, Count);
  }
  return true;
}

} // namespace ipoint::profile
