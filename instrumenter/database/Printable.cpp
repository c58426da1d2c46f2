//===- Printable.cpp - Text of others for a terminal ----------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "database/Printable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/Unicode.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>

using namespace llvm;

namespace ipoint {

/// Bytes of the first character of \p Text; 0 if it is not to be printed.
static size_t lengthOfFirst(StringRef Text) {
  const auto *Begin = Text.bytes_begin();
  size_t Length = getNumBytesForUTF8(*Begin);
  if (Length > Text.size() || !isLegalUTF8Sequence(Begin, Begin + Length))
    return 0;
  UTF32 Character = 0;
  if (convertUTF8Sequence(&Begin, Text.bytes_end(), &Character,
                          strictConversion) != conversionOK)
    return 0;
  return sys::unicode::isPrintable(static_cast<int>(Character)) ? Length : 0;
}

static void append(std::string &Result, StringRef Text) {
  while (!Text.empty()) {
    size_t Length = lengthOfFirst(Text);
    if (Length)
      Result += Text.take_front(Length);
    else
      Result += "\\x" + toHex(Text.take_front());
    Text = Text.drop_front(Length ? Length : 1);
  }
}

std::string printable(StringRef Text) {
  if (all_of(Text, [](char C) { return C >= 0x20 && C < 0x7f; }))
    return Text.str();
  std::string Result;
  append(Result, Text);
  return Result;
}

std::string printableLines(StringRef Text) {
  std::string Result;
  while (!Text.empty()) {
    auto [Line, Rest] = Text.split('\n');
    append(Result, Line);
    if (Line.size() < Text.size())
      Result += '\n';
    Text = Rest;
  }
  return Result;
}

std::string printableMessage(StringRef Text) {
  std::string Line = Text.str();
  std::replace(Line.begin(), Line.end(), '\n', ' ');
  return printable(Line);
}

void printMessage(StringRef Who, const Twine &What) {
  errs() << Who << ": " << printableMessage(What.str()) << '\n';
}

} // namespace ipoint
