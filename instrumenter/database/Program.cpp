//===- Program.cpp - Identities, and names of the database's words ---------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "database/Program.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace ipoint::database {

std::string Identity::hex() const {
  std::string Text;
  raw_string_ostream OS(Text);
  for (uint32_t Word : Words)
    OS << format_hex_no_prefix(Word, 8);
  return Text;
}

std::optional<Identity> Identity::fromHex(StringRef Text) {
  Identity Id;
  if (Text.size() != 8 * Id.Words.size())
    return std::nullopt;
  for (uint32_t &Word : Id.Words) {
    if (Text.take_front(8).getAsInteger(16, Word))
      return std::nullopt;
    Text = Text.drop_front(8);
  }
  return Id;
}

ArrayRef<StringRef> wordsOf(Kind) {
  static constexpr StringRef Words[] = {
      "entry",     "exit", "then", "else", "case",    "default", "label",
      "condition", "step", "body", "join", "operand", "mark"};
  return Words;
}

ArrayRef<StringRef> wordsOf(Level) {
  static constexpr StringRef Words[] = {"functions", "loops", "blocks",
                                        "decisions"};
  return Words;
}

ArrayRef<StringRef> wordsOf(TimedIpoints) {
  static constexpr StringRef Words[] = {"functions", "loops", "blocks", "none",
                                        "auto"};
  return Words;
}

ArrayRef<StringRef> wordsOf(Store) {
  static constexpr StringRef Words[] = {"blocks", "paths", "sums"};
  return Words;
}

ArrayRef<StringRef> wordsOf(Encoding) {
  static constexpr StringRef Words[] = {"record", "path", "sum", "count"};
  return Words;
}

ArrayRef<StringRef> wordsOf(CallTimes) {
  static constexpr StringRef Words[] = {"once", "maybe", "instead", "any"};
  return Words;
}

ArrayRef<StringRef> wordsOf(MarkValue) {
  static constexpr StringRef Words[] = {"none", "signed", "unsigned"};
  return Words;
}

} // namespace ipoint::database
