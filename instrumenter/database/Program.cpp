//===- Program.cpp - The identity of a database ---------------------------===//
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

} // namespace ipoint::database
