//===- Printable.cpp - Text of others for a terminal ----------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "database/Printable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Unicode.h"
#include <algorithm>

using namespace llvm;

namespace ipoint {

static bool isPlainAscii(StringRef Text) {
  return all_of(Text, [](char C) { return C >= 0x20 && C < 0x7f; });
}

std::string printable(StringRef Text) {
  if (isPlainAscii(Text))
    return Text.str();
  std::string Valid = json::isUTF8(Text) ? Text.str() : json::fixUTF8(Text);
  std::string Result;
  for (const char *At = Valid.data(), *End = At + Valid.size(); At != End;) {
    const char *Next = At + getNumBytesForUTF8(static_cast<UTF8>(*At));
    const auto *From = reinterpret_cast<const UTF8 *>(At);
    UTF32 Character = 0;
    UTF32 *To = &Character;
    ConvertUTF8toUTF32(&From, reinterpret_cast<const UTF8 *>(Next), &To, To + 1,
                       strictConversion);
    if (sys::unicode::isPrintable(static_cast<int>(Character)))
      Result.append(At, Next);
    else
      Result += '?';
    At = Next;
  }
  return Result;
}

std::string printableMessage(StringRef Text) {
  std::string Line = Text.str();
  std::replace(Line.begin(), Line.end(), '\n', ' ');
  return printable(Line);
}

} // namespace ipoint
