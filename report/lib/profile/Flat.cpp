//===- Flat.cpp - Figures of functions as text and as arrays --------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cells.h"
#include "Content.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace ipoint::profile {

using analysis::SignedWide;
using analysis::Wide;

uint64_t idOf(const FunctionName &Name) {
  std::string Bytes = Name.File + '\0' + Name.Name;
  for (uint64_t Number :
       {uint64_t(Name.Copy), Name.Text, uint64_t(Name.Text ? 0 : Name.Line)})
    Bytes += '\0' + std::to_string(Number);
  // No row is 0, and SQLite's are below 2^63.
  return std::max<uint64_t>(xxh3_64bits(Bytes) >> 1, 1);
}

uint64_t idOfBuild(StringRef Units) {
  return std::max<uint64_t>(xxh3_64bits(Units) >> 1, 1);
}

void Checksum::add(uint64_t Row, StringRef Text) {
  constexpr uint64_t Odd = 0x9e3779b97f4a7c15;
  Value = ((Value ^ xxh3_64bits(Text)) * Odd + Row) * Odd;
  Value ^= Value >> 32;
}

std::string Checksum::text() const {
  return utohexstr(Value, /*LowerCase=*/true, 16);
}

std::string toText(const Figures &All) {
  std::string Text = "{";
  for (const auto &[Key, Of] : All) {
    if (Of.empty())
      continue;
    Text += Text.size() > 1 ? ",\"" : "\"";
    Text += Key.Kind;
    if (Key.Slot != 0)
      Text += "/" + std::to_string(Key.Slot);
    Text += "\":" + toText(Of);
  }
  return Text + "}";
}

namespace {

/// Takes a text apart, from its front. A 0 is behind it.
class FigureParser {
public:
  FigureParser(StringRef Text, FlatFigures &To)
      : At(Text.begin()), End(Text.end()), To(To) {}

  bool run() {
    // A number takes six characters at least, such as "0":1,
    constexpr size_t Shortest = 6;
    Used = To.Numbers.size();
    To.Numbers.resize(Used + size_t(End - At) / Shortest + 1);
    bool IsRight = kinds();
    To.Numbers.resize(Used);
    To.Most = std::max<Wide>(To.Most, Largest);
    return IsRight;
  }

private:
  bool take(char C) {
    bool Is = *At == C;
    At += Is;
    return Is;
  }
  bool kinds() {
    if (!take('{'))
      return false;
    const size_t First = To.Kinds.size();
    while (!take('}'))
      if ((To.Kinds.size() != First && !take(',')) || !kind() ||
          !ascends(First))
        return false;
    return At == End;
  }
  static bool isDigit(char C) { return unsigned(C - '0') < 10; }
  /// Digits, at least one.
  bool number(uint64_t &Value) {
    constexpr ptrdiff_t Safe = 19; // fit in any case
    const char *Begin = At;
    uint64_t Read = 0;
    for (; isDigit(*At); ++At)
      Read = Read * 10 + unsigned(*At - '0');
    Value = Read;
    return At != Begin &&
           (At - Begin <= Safe ||
            !StringRef(Begin, size_t(At - Begin)).getAsInteger(10, Value));
  }
  bool number(SignedWide &Value) {
    bool IsNegative = take('-');
    const char *Begin = At;
    uint64_t Small;
    if (number(Small)) [[likely]] {
      Largest = std::max(Largest, Small);
      Value = IsNegative ? -SignedWide(Small) : SignedWide(Small);
      return true;
    }
    for (At = Begin, Value = 0; isDigit(*At); ++At) {
      int Digit = *At - '0';
      if (__builtin_mul_overflow(Value, 10, &Value) ||
          __builtin_add_overflow(Value, IsNegative ? -Digit : Digit, &Value))
        return false;
    }
    To.Most = std::max(To.Most, IsNegative ? -Wide(Value) : Wide(Value));
    return At != Begin;
  }
  bool kind() {
    if (!take('"'))
      return false;
    const char *Begin = At;
    while (*At != 0 && *At != '"' && *At != '/')
      ++At;
    FlatFigures::Kind K{StringRef(Begin, size_t(At - Begin)), 0, uint32_t(Used),
                        0};
    if (K.Name.empty() || (take('/') && (!number(K.Slot) || K.Slot == 0)) ||
        !take('"') || !take(':') || !take('{') || !values())
      return false;
    K.Count = uint32_t(Used) - K.First;
    To.Kinds.push_back(K);
    return true;
  }
  bool values() {
    if (take('}'))
      return true;
    Values::value_type *Next = &To.Numbers[Used], *First = Next;
    do {
      if (!take('"') || !number(Next->first) || !take('"') || !take(':') ||
          !number(Next->second) ||
          (Next != First && Next->first <= Next[-1].first))
        return false;
      ++Next;
    } while (take(','));
    Used += size_t(Next - First);
    return take('}');
  }
  bool ascends(size_t First) const {
    if (To.Kinds.size() < First + 2)
      return true;
    const FlatFigures::Kind &B = To.Kinds.back(), &A = *(&B - 1);
    int Order = A.Name.compare(B.Name);
    return Order < 0 || (Order == 0 && A.Slot < B.Slot);
  }

  const char *At, *End;
  FlatFigures &To;
  size_t Used = 0; ///< of its numbers
  uint64_t Largest = 0;
};

} // namespace

bool FlatFigures::add(uint64_t Id, StringRef Text, KeptTexts &Where) {
  char *Copy =
      Where.emplace_back(std::make_unique<char[]>(Text.size() + 1)).get();
  *std::copy(Text.begin(), Text.end(), Copy) = 0;
  Function F{Id, uint32_t(Kinds.size()), 0};
  if (!FigureParser({Copy, Text.size()}, *this).run())
    return false;
  F.Count = uint32_t(Kinds.size()) - F.First;
  Functions.push_back(F);
  return true;
}

void FlatFigures::add(uint64_t Id, const Figures &All) {
  Function F{Id, uint32_t(Kinds.size()), 0};
  for (const auto &[Key, Of] : All) {
    Kinds.push_back(
        {Key.Kind, Key.Slot, uint32_t(Numbers.size()), uint32_t(Of.size())});
    for (const auto &V : Of)
      Most = std::max(Most, V.second < 0 ? -Wide(V.second) : Wide(V.second));
    Numbers.insert(Numbers.end(), Of.begin(), Of.end());
  }
  F.Count = uint32_t(Kinds.size()) - F.First;
  Functions.push_back(F);
}

} // namespace ipoint::profile
