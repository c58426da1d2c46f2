//===- Counts.cpp - What was counted in place ---------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Counts.h"
#include "support/Errors.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;

namespace ipoint::trace {

Expected<std::vector<Count>> readCounts(StringRef Path) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> Buffer = MemoryBuffer::getFile(Path);
  if (!Buffer)
    return errorAt(Path, "cannot be read: " + Buffer.getError().message() +
                             "; check its permissions");
  StringRef Rest = (*Buffer)->getBuffer();
  uint64_t Line = 0;
  auto Next = [&] {
    ++Line;
    auto [First, Behind] = Rest.split('\n');
    Rest = Behind;
    return First;
  };
  auto Wrong = [&](const Twine &Why) {
    return errorAt(Path, "line " + Twine(Line) + ": " + Why +
                             "; copy the trace again");
  };
  if (StringRef Head = Next(); Head != "ipoint counts 1")
    return Wrong(Head.starts_with("ipoint counts ")
                     ? "counts of another version than 1"
                     : "no file of counts");
  uint64_t Entries = 0;
  StringRef Word = Next();
  if (!Word.consume_front("entries ") || Word.getAsInteger(10, Entries))
    return Wrong("the number of entries is missing");
  std::vector<Count> Result;
  for (StringRef Text = Next(); Text != "end"; Text = Next()) {
    Count C;
    auto [Index, Times] = Text.split(' ');
    if (Index.getAsInteger(10, C.Index) || Times.getAsInteger(10, C.Times))
      return Wrong(Rest.empty() ? "the file is cut off" : "no index and count");
    if (!Result.empty() && C.Index <= Result.back().Index)
      return Wrong("the index is not behind that of the line before");
    Result.push_back(C);
  }
  if (Result.size() != Entries || !Rest.empty())
    return Wrong("there are not " + Twine(Entries) + " entries before it");
  return Result;
}

} // namespace ipoint::trace
