//===- Alignment.cpp - Tokens of two texts that belong together -----------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/Columns.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace ipoint {

/// Otherwise an alignment is too much work.
static constexpr size_t CellsOfAlignment = 4u << 20;

namespace {

/// The alignment of the largest weight. Words and literals weigh more than
/// punctuation, and a counterpart in the same line more than one elsewhere.
class Alignment {
public:
  Alignment(ArrayRef<PlacedToken> Written, ArrayRef<PlacedToken> Processed)
      : Written(Written), Processed(Processed),
        Result(Processed.size(), NoToken) {}

  /// \returns nothing if that is too much work.
  std::optional<Counterparts> run() {
    // Most lines hold few macros or none.
    size_t Prefix = 0;
    while (Prefix != Written.size() && Prefix != Processed.size() &&
           Written[Prefix].Spelling == Processed[Prefix].Spelling)
      Result[Prefix] = Prefix, ++Prefix;
    if (!alignFrom(Prefix))
      return std::nullopt;
    return std::move(Result);
  }

private:
  unsigned weight(size_t I, size_t J) const {
    const PlacedToken &W = Written[I], &P = Processed[J];
    if (W.Spelling != P.Spelling)
      return 0;
    bool IsPunctuation = !isAlnum(W.Spelling.front()) &&
                         !StringRef("_\"'").contains(W.Spelling.front());
    return (IsPunctuation ? 2 : 6) + (W.Line == P.Line);
  }

  bool alignFrom(size_t Begin) {
    size_t Rows = Written.size() - Begin, Width = Processed.size() - Begin + 1;
    if ((Rows + 1) * Width > CellsOfAlignment)
      return false;
    // Best weight of what follows each pair of places.
    std::vector<unsigned> Best((Rows + 1) * Width);
    auto At = [&](size_t I, size_t J) -> unsigned & {
      return Best[(I - Begin) * Width + (J - Begin)];
    };
    for (size_t I = Written.size(); I-- != Begin;)
      for (size_t J = Processed.size(); J-- != Begin;) {
        unsigned W = weight(I, J);
        At(I, J) = std::max(
            {At(I + 1, J), At(I, J + 1), W == 0 ? 0 : W + At(I + 1, J + 1)});
      }
    for (size_t I = Begin, J = Begin;
         I != Written.size() && J != Processed.size();) {
      unsigned W = weight(I, J);
      if (W != 0 && At(I, J) == W + At(I + 1, J + 1))
        Result[J++] = I++;
      else if (At(I, J) == At(I + 1, J))
        ++I;
      else
        ++J;
    }
    return true;
  }

  ArrayRef<PlacedToken> Written, Processed;
  Counterparts Result;
};

} // namespace

std::optional<Counterparts> align(ArrayRef<PlacedToken> Written,
                                  ArrayRef<PlacedToken> Processed) {
  return Alignment(Written, Processed).run();
}

std::vector<unsigned> macrosOf(ArrayRef<PlacedToken> Written,
                               const Counterparts &Found) {
  std::vector<unsigned> Macros(Found.size(), NoToken);
  std::vector<bool> HasCounterpart(Written.size());
  for (unsigned I : Found)
    if (I != NoToken)
      HasCounterpart[I] = true;
  unsigned Latest = NoToken; // macro that was met before
  unsigned Next = 0;         // what is written from here on was not yet met
  for (size_t J = 0; J != Found.size(); ++J) {
    if (Found[J] != NoToken) {
      for (; Next != Found[J]; ++Next)
        if (Written[Next].IsWord)
          Latest = Next;
      ++Next;
      continue;
    }
    // The first word that was left out here begins what became this token.
    unsigned Word = Next;
    while (Word != Written.size() && !HasCounterpart[Word] &&
           !Written[Word].IsWord)
      ++Word;
    if (Word != Written.size() && !HasCounterpart[Word])
      Latest = Word;
    // All that stands in its place came from it.
    for (size_t End = J; End != Found.size() && Found[End] == NoToken; ++End)
      Macros[J = End] = Latest;
  }
  return Macros;
}

} // namespace ipoint
