//===- Flat.cpp - Figures of functions as bytes ---------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Sum.h"
#include "database/Packed.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"
#include <climits>

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

bool PackedFigures::read(std::string Of) {
  Bytes = std::move(Of);
  database::FiguresReader From(Bytes);
  Ids.reserve(From.functions());
  constexpr unsigned Word = sizeof(uint64_t);
  unsigned Widest = 1;
  Wide Bits = 0;
  for (size_t Left = From.functions(); Left != 0 && From.ok(); --Left) {
    auto [Id, Figures] = From.function();
    Ids.push_back(Id);
    for (; Figures != 0 && From.ok(); --Figures) {
      database::PackedFigure F = From.figure();
      Widest = std::max(Widest, F.ValueWidth);
      if (F.ValueWidth > Word)
        F.numbers([&](uint64_t, SignedWide Value) {
          constexpr unsigned Sign = CHAR_BIT * sizeof Value - 1;
          Bits |= Wide(Value ^ Value >> Sign); // 1 less of a negative one
        });
      if (!F.isOrdered())
        return false;
    }
  }
  Most = std::max(Bits + 1, Wide(1) << CHAR_BIT * std::min(Widest, Word));
  if (!Ids.empty())
    Ids.erase(Ids.begin()); // the program's
  return From.atEnd();
}

size_t Sum::Figure::placeOf(uint64_t Key, size_t Hint) const {
  if (Hint < Keys.size() && Keys[Hint] == Key) [[likely]]
    return Hint;
  return size_t(lower_bound(Keys, Key) - Keys.begin());
}

const SignedWide *Sum::Figure::find(uint64_t Key, size_t Hint) const {
  size_t At = placeOf(Key, Hint);
  return At != Keys.size() && Keys[At] == Key ? &Numbers[At] : nullptr;
}

void Sum::Figure::set(uint64_t Key, size_t Hint, const SignedWide *Value) {
  size_t At = placeOf(Key, Hint);
  bool Has = At != Keys.size() && Keys[At] == Key;
  if (Value && Has) {
    Numbers[At] = *Value;
  } else if (Value) {
    Keys.insert(Keys.begin() + ptrdiff_t(At), Key);
    Numbers.insert(Numbers.begin() + ptrdiff_t(At), *Value);
  } else if (Has) {
    Keys.erase(Keys.begin() + ptrdiff_t(At));
    Numbers.erase(Numbers.begin() + ptrdiff_t(At));
  }
}

void Sum::Figure::insert(const Figure &New) {
  size_t Mine = Keys.size(), Theirs = New.Keys.size(), To = Mine + Theirs;
  Keys.resize(To);
  Numbers.resize(To);
  // The last ones first, each to its place.
  while (Theirs != 0) {
    --To;
    bool IsMine = Mine != 0 && Keys[Mine - 1] > New.Keys[Theirs - 1];
    size_t From = IsMine ? --Mine : --Theirs;
    Keys[To] = (IsMine ? Keys : New.Keys)[From];
    Numbers[To] = (IsMine ? Numbers : New.Numbers)[From];
  }
  Packed = database::PackedKeys(Keys);
}

std::string packed(const FiguresById &All) {
  std::map<std::string, size_t> Kinds;
  for (const auto &[Id, Of] : All)
    for (const auto &[Key, Numbers] : *Of)
      Kinds.try_emplace(Key.Kind);
  std::vector<std::string> Names;
  for (auto &[Name, Index] : Kinds) {
    Index = Names.size();
    Names.push_back(Name);
  }
  database::FiguresWriter To(std::move(Names));
  for (const auto &[Id, Of] : All) {
    To.function(Id, size_t(count_if(*Of, [](const auto &Each) {
                  return !Each.second.empty();
                })));
    for (const auto &[Key, Numbers] : *Of)
      if (!Numbers.empty())
        To.figure(Kinds.at(Key.Kind), Key.Slot, Numbers);
  }
  return To.bytes();
}

} // namespace ipoint::profile
