//===- TimesFile.cpp - Times that a target has added up -------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TimesFile.h"
#include "support/Errors.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/LineIterator.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;

namespace ipoint::trace {

/// An entry, in words; false if it is none.
static bool parse(ArrayRef<StringRef> Words, Times &T) {
  if (Words.size() < 9 || Words[0].getAsInteger(10, T.Index) ||
      Words[1].getAsInteger(10, T.Count) ||
      Words[2].getAsInteger(10, T.Other) || Words[3].getAsInteger(10, T.Min) ||
      Words[4].getAsInteger(10, T.Max) || Words[5].getAsInteger(10, T.Sum) ||
      Words[6].getAsInteger(10, T.Above) ||
      Words[7].getAsInteger(10, T.MaxAt) || Words[8].getAsInteger(10, T.High))
    return false;
  for (StringRef Word : Words.drop_front(9)) {
    auto [Range, Count] = Word.split(':');
    auto [Low, High] = Range.split('-');
    Times::Bin B;
    if (Low.getAsInteger(10, B.Low) || High.getAsInteger(10, B.High) ||
        Count.getAsInteger(10, B.Count) || B.High < B.Low ||
        (!T.Bins.empty() && B.Low <= T.Bins.back().High))
      return false;
    T.Bins.push_back(B);
  }
  return true;
}

/// Whether values can have these figures.
static bool isPossible(const Times &T) {
  uint64_t Count = 0;
  unsigned __int128 Least[2] = {}, Most[2] = {};
  for (const Times::Bin &B : T.Bins) {
    const bool IsAbove = B.Low > T.High;
    Count += B.Count;
    if (B.Count == 0 || B.Low > T.Max || B.High < T.Min ||
        (!IsAbove && B.High > T.High))
      return false;
    Least[IsAbove] +=
        static_cast<unsigned __int128>(std::max(B.Low, T.Min)) * B.Count;
    Most[IsAbove] +=
        static_cast<unsigned __int128>(std::min(B.High, T.Max)) * B.Count;
  }
  auto IsIn = [&](uint64_t Sum, bool IsAbove) {
    return Sum >= Least[IsAbove] && Sum <= Most[IsAbove];
  };
  return Count == T.Count && T.Sum >= T.Above && IsIn(T.Sum - T.Above, false) &&
         IsIn(T.Above, true);
}

/// A visit of one of \p Result, as its \p Words say; false if none of them has
/// it.
static bool addVisit(ArrayRef<StringRef> Words, std::vector<Times> &Result) {
  uint32_t Index = 0;
  Times::Visit V;
  if (Words.size() != 5 || Words[0].getAsInteger(10, Index) ||
      Words[1].getAsInteger(10, V.Ticks) || Words[2].getAsInteger(10, V.At) ||
      Words[3].getAsInteger(10, V.Number) || Words[4].getAsInteger(10, V.Core))
    return false;
  auto Of = std::ranges::lower_bound(Result, Index, {}, &Times::Index);
  if (Of == Result.end() || Of->Index != Index || V.Ticks < Of->Min ||
      V.Ticks > Of->Max || V.Ticks > V.At ||
      (!Of->Visits.empty() &&
       std::pair(Of->Visits.back().Core, Of->Visits.back().At) >
           std::pair(V.Core, V.At)))
    return false;
  Of->Visits.push_back(V);
  return true;
}

/// Whether no bin of \p T has fewer times than visits.
static bool hasRoom(const Times &T) {
  return all_of(T.Bins, [&](const Times::Bin &B) {
    return uint64_t(count_if(T.Visits, [&](const Times::Visit &V) {
             return V.Ticks >= B.Low && V.Ticks <= B.High;
           })) <= B.Count;
  });
}

std::string timesFile(const Trace &T) { return T.Path + "/.times"; }

Expected<std::vector<Times>> readTimes(const Trace &T) {
  const std::string Path = timesFile(T);
  if (T.Reduced || !sys::fs::is_regular_file(Path))
    return std::vector<Times>();
  ErrorOr<std::unique_ptr<MemoryBuffer>> Buffer = MemoryBuffer::getFile(Path);
  if (!Buffer)
    return errorAt(Path, "cannot be read: " + Buffer.getError().message() +
                             "; check its permissions");
  line_iterator Line(**Buffer, /*SkipBlanks=*/false);
  auto Wrong = [&](const Twine &Why) {
    return errorAt(Path, "line " + Twine(Line.line_number()) + ": " + Why +
                             "; copy the trace again");
  };
  const bool HasVisits = !Line.is_at_eof() && *Line == "ipoint times 3";
  if (Line.is_at_eof() || (*Line != "ipoint times 2" && !HasVisits))
    return Wrong("no file of times, or one of another version than 2 or 3");
  uint64_t Entries = 0;
  StringRef Word = ++Line == line_iterator() ? "" : *Line;
  if (!Word.consume_front("entries ") || Word.getAsInteger(10, Entries))
    return Wrong("the number of entries is missing");
  std::vector<Times> Result;
  for (++Line; !Line.is_at_eof() && *Line != "end" &&
               !(HasVisits && Line->starts_with("visits "));
       ++Line) {
    SmallVector<StringRef, 64> Words;
    Line->split(Words, ' ');
    Times T;
    if (!parse(Words, T))
      return Wrong("no index, figures and bins");
    if (!Result.empty() && T.Index <= Result.back().Index)
      return Wrong("the index is not behind that of the line before");
    if (!isPossible(T))
      return errorAt(Path, "no times have the figures of the index " +
                               Twine(T.Index) + "; copy the trace again");
    Result.push_back(std::move(T));
  }
  if (Line.is_at_eof() || Result.size() != Entries)
    return Wrong("the file is cut off");
  if (!HasVisits)
    return Result;
  uint64_t Visits = 0, Seen = 0;
  if (Word = *Line;
      !Word.consume_front("visits ") || Word.getAsInteger(10, Visits))
    return Wrong("the number of visits is missing");
  for (++Line; !Line.is_at_eof() && *Line != "end"; ++Line, ++Seen) {
    SmallVector<StringRef, 4> Words;
    Line->split(Words, ' ');
    if (!addVisit(Words, Result))
      return Wrong("no visit of a path above");
  }
  if (Line.is_at_eof() || Seen != Visits)
    return Wrong("the file is cut off");
  for (const Times &T : Result)
    if (!hasRoom(T))
      return errorAt(Path, "more long visits than times have the index " +
                               Twine(T.Index) + "; copy the trace again");
  return Result;
}

} // namespace ipoint::trace
