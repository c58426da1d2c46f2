//===- Refusals.cpp - Which functions a compiler would not have -----------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/compile/Refusals.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/LineIterator.h"

using namespace llvm;

namespace ipoint {

/// `# 12 "file" flags`, as preprocessors write it.
static bool isLineMarker(StringRef Line) {
  return Line.consume_front("# ") && !Line.empty() && isDigit(Line.front());
}

std::string withoutLineMarkers(StringRef Text) {
  std::string Result;
  Result.reserve(Text.size());
  while (!Text.empty()) {
    size_t End = std::min(Text.find('\n'), Text.size() - 1) + 1;
    StringRef Line = Text.take_front(End);
    Result += isLineMarker(Line) ? StringRef("\n") : Line;
    Text = Text.drop_front(End);
  }
  return Result;
}

StringRef firstError(StringRef Messages) {
  size_t At = Messages.find(" error: ");
  if (At == StringRef::npos)
    return Messages.trim().split('\n').first;
  return Messages.drop_front(At + 1).split('\n').first;
}

namespace {

struct CompilerError {
  unsigned Line = 0;
  unsigned Column = 0;
  StringRef Message;
};

/// `FILE:LINE:COLUMN: error: …`, as gcc and clang write it.
std::optional<CompilerError> parseError(StringRef Line, StringRef File) {
  CompilerError Result;
  StringRef Rest = Line;
  if (!Rest.consume_front(File) || !Rest.consume_front(":") ||
      Rest.consumeInteger(10, Result.Line) || !Rest.consume_front(":"))
    return std::nullopt;
  if (!Rest.consumeInteger(10, Result.Column))
    Rest.consume_front(":");
  size_t At = Rest.find("error: ");
  if (At == StringRef::npos || At > strlen(" fatal "))
    return std::nullopt;
  Result.Message = Rest.drop_front(At);
  return Result;
}

} // namespace

std::vector<Refusal> refusalsIn(StringRef Messages, StringRef File,
                                const Instrumented &Result) {
  std::vector<size_t> Lines = {0};
  for (auto [I, C] : enumerate(Result.Text))
    if (C == '\n')
      Lines.push_back(I + 1);
  // Blanked markers have no columns, but they hold no errors either.
  std::vector<Refusal> Refused;
  SmallVector<StringRef> Said;
  Messages.split(Said, '\n');
  for (StringRef Line : Said) {
    std::optional<CompilerError> Error = parseError(Line, File);
    if (!Error || Error->Line == 0 || Error->Line > Lines.size())
      continue;
    size_t Offset = Lines[Error->Line - 1] + std::max(Error->Column, 1u) - 1;
    auto Changed = find_if(Result.Changed, [&](TextRange Range) {
      return Offset >= Range.Begin && Offset < Range.End;
    });
    if (Changed == Result.Changed.end())
      continue;
    uint32_t Function = Changed - Result.Changed.begin();
    if (none_of(Refused,
                [&](const Refusal &R) { return R.Function == Function; }))
      Refused.push_back({Function, Error->Message.str()});
  }
  return Refused;
}

} // namespace ipoint
