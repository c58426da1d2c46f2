//===- Words.cpp - Names of the database's words --------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "database/Words.h"

using namespace llvm;

namespace ipoint::database {

static constexpr StringRef KindNames[] = {
    "entry",     "exit", "then", "else", "case",    "default", "label",
    "condition", "step", "body", "join", "operand", "mark"};
static constexpr StringRef LevelNames[] = {"functions", "loops", "blocks",
                                           "decisions"};
static constexpr StringRef TimedNames[] = {"functions", "loops", "blocks",
                                           "none", "auto"};
static constexpr StringRef StoreNames[] = {"blocks", "paths", "sums"};
static constexpr StringRef EncodingNames[] = {"record", "path", "sum", "count"};
static constexpr StringRef MarkValueNames[] = {"none", "signed", "unsigned"};

template <typename Enum, size_t N>
static std::optional<Enum> find(const StringRef (&Names)[N], StringRef Name) {
  for (size_t I = 0; I != N; ++I)
    if (Names[I] == Name)
      return static_cast<Enum>(I);
  return std::nullopt;
}

StringRef nameOf(Kind K) { return KindNames[static_cast<size_t>(K)]; }
StringRef nameOf(Level L) { return LevelNames[static_cast<size_t>(L)]; }
StringRef nameOf(TimedIpoints C) { return TimedNames[static_cast<size_t>(C)]; }
std::optional<Kind> kindFromName(StringRef Name) {
  return find<Kind>(KindNames, Name);
}
std::optional<Level> levelFromName(StringRef Name) {
  return find<Level>(LevelNames, Name);
}
std::optional<TimedIpoints> timedFromName(StringRef Name) {
  return find<TimedIpoints>(TimedNames, Name);
}

StringRef nameOf(Store S) { return StoreNames[static_cast<size_t>(S)]; }
std::optional<Store> storeFromName(StringRef Name) {
  return find<Store>(StoreNames, Name);
}

StringRef nameOf(Encoding E) { return EncodingNames[static_cast<size_t>(E)]; }
std::optional<Encoding> encodingFromName(StringRef Name) {
  return find<Encoding>(EncodingNames, Name);
}

StringRef nameOf(MarkValue V) { return MarkValueNames[static_cast<size_t>(V)]; }
std::optional<MarkValue> markValueFromName(StringRef Name) {
  return find<MarkValue>(MarkValueNames, Name);
}

} // namespace ipoint::database
