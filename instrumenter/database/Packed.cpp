//===- Packed.cpp - Numbers and texts of profiles as bytes ----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "database/Packed.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/bit.h"
#include <climits>

using namespace llvm;

namespace ipoint::database {

/// Of up to eight bytes at \p At: all of them at once.
static uint64_t joinSevens(uint64_t All) {
  All = (All & 0x007f007f007f007f) | (All & 0x7f007f007f007f00) >> 1;
  All = (All & 0x00003fff00003fff) | (All & 0x3fff00003fff0000) >> 2;
  return (All & 0x000000000fffffff) | (All & 0x0fffffff00000000) >> 4;
}

PackedReader::Number
PackedReader::longNumber(const uint8_t *At, const uint8_t *End, unsigned Bits) {
  constexpr unsigned Each = 7;
  if (size_t(End - At) >= sizeof(uint64_t)) {
    uint64_t All = support::endian::read64le(At);
    // The highest bits of all bytes that end a number.
    if (uint64_t Ends = ~All & 0x8080808080808080)
      return {joinSevens(All & (Ends ^ (Ends - 1))),
              At + countr_zero(Ends) / CHAR_BIT + 1};
  }
  PackedBits Value = 0;
  for (unsigned Shift = 0; At != End && Shift < Bits; Shift += Each) {
    PackedBits Byte = *At & 0x7f;
    // The last byte may have bits beyond the number's.
    if (Bits - Shift < Each && Byte >> (Bits - Shift))
      break;
    Value |= Byte << Shift;
    if (*At++ < 0x80)
      return {Value, At};
  }
  return {0, nullptr};
}

namespace {

/// Texts by their numbers, in the order in which they are met.
class TextNumbers {
public:
  size_t of(StringRef Text) {
    auto [It, New] = Numbers.try_emplace(Text, All.size());
    if (New)
      All.push_back(Text);
    return It->second;
  }
  /// Each without what it has in common with the one before it.
  void write(PackedWriter &To) const {
    To.number(All.size());
    StringRef Last;
    for (StringRef Text : All) {
      size_t Common = 0, Most = std::min(Text.size(), Last.size());
      while (Common != Most && Text[Common] == Last[Common])
        ++Common;
      To.number(Common);
      To.text(Text.drop_front(Common));
      Last = Text;
    }
  }

private:
  StringMap<size_t> Numbers;
  std::vector<StringRef> All;
};

} // namespace

std::string packed(ArrayRef<PackedFunction> All) {
  TextNumbers Texts;
  PackedWriter Rows, Result;
  auto Names = [&](ArrayRef<StringRef> Of) {
    Rows.number(Of.size());
    for (StringRef Name : Of)
      Rows.number(Texts.of(Name));
  };
  for (const PackedFunction &F : All) {
    Rows.number(Texts.of(F.File));
    Rows.number(F.Line);
    Rows.text(F.Name);
    Rows.number(F.Copy);
    Rows.word(F.Text);
    Names(F.Blocks);
    Rows.number(F.Transitions.size());
    int64_t Last = 0;
    for (auto [From, To] : F.Transitions) {
      Rows.value(int64_t(From) - Last);
      Rows.value(int64_t(To) - int64_t(From));
      Last = From;
    }
    Names(F.Loops);
  }
  Texts.write(Result);
  Result.number(All.size());
  return Result.Bytes + Rows.Bytes;
}

namespace {

class FunctionsReader {
public:
  explicit FunctionsReader(StringRef Bytes) : In(Bytes) {}

  bool run(function_ref<bool(const PackedFunction &)> Take) {
    std::string Last;
    for (size_t Left = In.count(2); Left != 0 && In.ok(); --Left) {
      Last.resize(size_t(In.upTo(Last.size())));
      Texts.push_back(Last += In.text());
    }
    constexpr size_t Shortest = 15;
    for (size_t Left = In.count(Shortest); Left != 0 && In.ok(); --Left)
      if (next(); !In.ok() || !Take(F))
        return false;
    return In.atEnd();
  }

private:
  StringRef name() {
    size_t Index = size_t(In.number());
    if (Index < Texts.size())
      return Texts[Index];
    In.fail();
    return "";
  }
  void names(std::vector<StringRef> &To) {
    To.resize(In.count(1));
    for (StringRef &Name : To)
      Name = name();
  }
  /// A block of F, by its distance from another one.
  uint32_t slot(uint32_t From) {
    PackedValue Slot = From + In.value();
    if (Slot >= 0 && Slot < PackedValue(F.Blocks.size()))
      return uint32_t(Slot);
    In.fail();
    return 0;
  }
  void next() {
    F.File = name();
    F.Line = uint32_t(In.upTo(INT32_MAX));
    F.Name = In.text();
    F.Copy = uint32_t(In.upTo(INT32_MAX));
    F.Text = In.word();
    names(F.Blocks);
    F.Transitions.resize(In.count(2));
    uint32_t Last = 0;
    for (auto &[From, To] : F.Transitions) {
      Last = From = slot(Last);
      To = slot(From);
    }
    names(F.Loops);
  }

  PackedReader In;
  std::vector<std::string> Texts;
  PackedFunction F;
};

} // namespace

bool unpack(StringRef Bytes, function_ref<bool(const PackedFunction &)> Take) {
  return FunctionsReader(Bytes).run(Take);
}

FiguresReader::FiguresReader(StringRef Bytes) : From(Bytes) {
  for (size_t Left = From.count(1); Left != 0 && From.ok(); --Left) {
    StringRef Name = From.text();
    if (Name.empty() || (!Kinds.empty() && Name <= Kinds.back())) {
      From.fail();
      return;
    }
    Kinds.push_back(Name);
  }
  KindCount = Kinds.size();
  constexpr size_t Shortest = 9;
  Functions = From.count(Shortest);
}

FiguresReader::Function FiguresReader::function() {
  Function F;
  F.Id = From.word();
  constexpr size_t Shortest = 4;
  F.Figures = From.count(Shortest);
  if ((IsFirst ? F.Id != 0 : F.Id < LastId) || F.Id > INT64_MAX)
    From.fail();
  LastId = F.Id;
  IsFirst = false;
  LastKind = -1;
  return From.ok() ? F : Function();
}

bool PackedFigure::isOrdered() const {
  if (KeyWidth == 0 || Count == 0)
    return true;
  return keys([&](auto All) {
    bool Result = true;
    auto Last = All[0];
    for (size_t I = 1; I < Count; ++I) {
      auto Key = All[I];
      Result &= Last < Key;
      Last = Key;
    }
    return Result;
  });
}

FiguresWriter::FiguresWriter(std::vector<std::string> Kinds)
    : Names(std::move(Kinds)) {}

void FiguresWriter::function(uint64_t Id, size_t Figures) {
  To.word(Id);
  To.number(Figures);
  ++Functions;
}

PackedKeys::PackedKeys(ArrayRef<uint64_t> Keys) {
  if (Keys.empty() || Keys.back() == Keys.size() - 1)
    return;
  uint64_t Last = Keys.back();
  Width = Last > UINT32_MAX   ? 8
          : Last > UINT16_MAX ? 4
          : Last > UINT8_MAX  ? 2
                              : 1;
  PackedWriter To;
  for (uint64_t Key : Keys)
    To.fixed(Key, Width);
  Bytes = std::move(To.Bytes);
}

void FiguresWriter::figure(size_t Kind, uint64_t Slot,
                           ArrayRef<std::pair<uint64_t, PackedValue>> All) {
  std::vector<uint64_t> Keys;
  PackedBits Most = 0; // of what has no sign
  bool IsLong = true, IsSigned = false;
  for (const auto &[Key, Value] : All) {
    Keys.push_back(Key);
    Most |= PackedBits(Value);
    IsSigned |= Value < 0;
    IsLong &= Value >= INT64_MIN && Value <= INT64_MAX;
  }
  unsigned Width = Most > UINT16_MAX ? 4 : Most > UINT8_MAX ? 2 : 1;
  if (IsSigned || Most > UINT32_MAX)
    Width = IsLong ? sizeof(int64_t) : sizeof(PackedValue);
  PackedKeys Packed(Keys);
  To.number(Kind << 1 | (Slot != 0));
  if (Slot != 0)
    To.number(Slot);
  To.number(All.size());
  // 1, 2, 4, 8 and 16; 0, 1, 2, 4 and 8.
  To.number(unsigned(countr_zero(Width)) << 3 |
            (Packed.Width ? unsigned(countr_zero(Packed.Width)) + 1 : 0));
  To.Bytes += Packed.Bytes;
  for (const auto &[Key, Value] : All)
    To.fixed(PackedBits(Value), Width);
}

std::string FiguresWriter::bytes() const {
  PackedWriter Head;
  Head.number(Names.size());
  for (const std::string &Name : Names)
    Head.text(Name);
  Head.number(Functions);
  return Head.Bytes + To.Bytes;
}

} // namespace ipoint::database
