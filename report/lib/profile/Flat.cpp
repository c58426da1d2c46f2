//===- Flat.cpp - Figures of functions as text and as arrays --------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Content.h"
#include "database/Packed.h"
#include "llvm/ADT/STLExtras.h"
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

bool FlatFigures::read(StringRef Bytes, KeptTexts &Where) {
  database::FiguresReader From(Bytes);
  std::vector<StringRef> Names;
  for (StringRef Name : From.kinds()) {
    char *Copy =
        Where.emplace_back(std::make_unique<char[]>(Name.size())).get();
    llvm::copy(Name, Copy);
    Names.push_back({Copy, Name.size()});
  }
  Functions.reserve(From.functions());
  Kinds.reserve(From.mostKinds());
  Numbers.reserve(From.mostNumbers());
  Wide Bits = 0;
  for (size_t Left = From.functions(); Left != 0 && From.ok(); --Left) {
    auto [Id, Count] = From.function();
    Functions.push_back({Id, uint32_t(Kinds.size()), uint32_t(Count)});
    for (; Count != 0 && From.ok(); --Count) {
      database::FiguresReader::Kind K = From.kind();
      if (!From.ok())
        return false;
      Kinds.push_back({Names[K.Index], K.Slot, uint32_t(Numbers.size()),
                       uint32_t(K.Numbers)});
      From.numbers(K, [&](uint64_t Key, SignedWide Value) {
        Numbers.emplace_back(Key, Value);
        Bits |= Value < 0 ? -Wide(Value) : Wide(Value);
      });
    }
  }
  Most = Bits; // none is more
  return From.atEnd() && From.mostKinds() == 0 && From.mostNumbers() == 0;
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
