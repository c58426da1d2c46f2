//===- Writer.cpp - What all outputs have in common -----------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Writer.h"
#include <charconv>
#include <cmath>

namespace ipoint::output {

Writer::~Writer() = default;

std::string number(double Value, unsigned Digits) {
  if (!std::isfinite(Value))
    return "null";
  char Buffer[400];
  std::to_chars_result Result =
      std::to_chars(Buffer, Buffer + sizeof(Buffer), Value,
                    std::chars_format::fixed, int(Digits));
  llvm::StringRef Text(Buffer, Result.ptr - Buffer);
  if (Text.contains('.'))
    Text = Text.rtrim('0').rtrim('.');
  return Text == "-0" ? "0" : Text.str();
}

} // namespace ipoint::output
