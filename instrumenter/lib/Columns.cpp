//===- Columns.cpp - Where preprocessed code was written ------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lib/Columns.h"
#include "lib/RawTokens.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <optional>

using namespace clang;
using namespace llvm;

namespace ipoint {

/// No construct that one would write is longer; what is (an unclosed
/// parenthesis) must not become one alignment.
static constexpr unsigned LinesOfWindow = 500;
static constexpr size_t CellsOfAlignment = 4u << 20;
static constexpr unsigned NoToken = ~0u;

namespace {

/// A token with the line that the user would name.
struct PlacedToken {
  unsigned Offset = 0;
  unsigned Line = 0;
  StringRef Spelling;
  bool IsWord = false;
};

/// For each token of the preprocessed text its counterpart in the original, or
/// NoToken.
using Counterparts = std::vector<unsigned>;

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

/// For each token without a counterpart the word whose expansion it came from.
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

/// Takes line splices out of a spelling.
std::string clean(StringRef Spelling) {
  std::string Result;
  while (!Spelling.empty()) {
    if (Spelling.front() == '\\') {
      StringRef Rest = Spelling.drop_front().ltrim(" \t\r");
      if (Rest.consume_front("\n")) {
        Spelling = Rest;
        continue;
      }
    }
    Result += Spelling.front();
    Spelling = Spelling.drop_front();
  }
  return Result;
}

//===----------------------------------------------------------------------===//
// One file that the user wrote
//===----------------------------------------------------------------------===//

struct Original {
  explicit Original(std::unique_ptr<MemoryBuffer> Buffer)
      : Buffer(std::move(Buffer)) {
    findLines();
  }

  std::unique_ptr<MemoryBuffer> Buffer;
  std::vector<unsigned> LineStarts;   ///< offsets
  std::vector<PlacedToken> Processed; ///< its tokens in the preprocessed text
  std::vector<PlacedToken> Written;   ///< its tokens, once lexed
  std::vector<unsigned> Windows;      ///< lines, sorted
  std::vector<std::string> Cleaned;   ///< owns spellings
  /// By first line of a window and offset in the preprocessed text.
  DenseMap<unsigned, DenseMap<unsigned, WrittenPlace>> Known;

  StringRef text() const { return Buffer->getBuffer(); }

  void findLines() {
    LineStarts = {0, 0}; // lines count from 1
    size_t Offset = 0;
    while ((Offset = text().find('\n', Offset)) != StringRef::npos)
      LineStarts.push_back(++Offset);
  }

  unsigned column(const PlacedToken &T) const {
    return T.Offset - LineStarts[T.Line] + 1;
  }

  void lex(const LangOptions &LangOpts);
  const DenseMap<unsigned, WrittenPlace> &window(unsigned Line);
};

/// Lexes the file and cuts it in windows: whole lines between which no
/// parenthesis is open, because a macro call may extend over several.
void Original::lex(const LangOptions &LangOpts) {
  unsigned Depth = 0, Begin = 0;
  SmallVector<unsigned, 8> Conditions; // depth in front of each #if
  size_t SplicedTokens = 0;
  Cleaned.reserve(text().count("\\\n") + text().count("\\\r\n"));
  auto OnToken = [&](const RawToken &T) {
    if (Windows.empty() || (Depth == 0 && T.Line != Written.back().Line) ||
        T.Line - Begin >= LinesOfWindow) {
      Windows.push_back(Begin = T.Line);
      Depth = 0;
    }
    StringRef Spelling = text().substr(T.Offset, T.Length);
    if (T.IsSpliced && SplicedTokens++ < Cleaned.capacity())
      Spelling = Cleaned.emplace_back(clean(Spelling));
    Written.push_back({T.Offset, T.Line, Spelling, T.IsWord});
    Depth += Spelling == "(";
    Depth -= Spelling == ")" && Depth != 0;
  };
  auto OnDirective = [&](StringRef Directive, unsigned) {
    Directive = Directive.ltrim();
    if (Directive.starts_with("if")) {
      Conditions.push_back(Depth);
    } else if (Conditions.empty()) {
      return;
    } else if (Directive.starts_with("el")) {
      Depth = Conditions.back();
    } else if (Directive.starts_with("endif")) {
      Conditions.pop_back();
    }
  };
  lexRaw(text(), LangOpts, OnToken, OnDirective);
}

const DenseMap<unsigned, WrittenPlace> &Original::window(unsigned Line) {
  auto Next = upper_bound(Windows, Line);
  unsigned Begin = Next == Windows.begin() ? 0 : *std::prev(Next);
  unsigned End = Next == Windows.end() ? LineStarts.size() : *Next;
  auto [It, IsNew] = Known.try_emplace(Begin);
  DenseMap<unsigned, WrittenPlace> &Places = It->second;
  if (!IsNew)
    return Places;
  auto Slice = [&](ArrayRef<PlacedToken> Tokens) {
    auto IsBefore = [](const PlacedToken &T, unsigned L) { return T.Line < L; };
    auto First = lower_bound(Tokens, Begin, IsBefore);
    auto Last = lower_bound(Tokens, End, IsBefore);
    return ArrayRef(First, std::max(First, Last));
  };
  ArrayRef<PlacedToken> Here = Slice(Written), There = Slice(Processed);
  std::optional<Counterparts> Aligned = Alignment(Here, There).run();
  if (!Aligned)
    return Places;
  const Counterparts &Found = *Aligned;
  std::vector<unsigned> Macros = macrosOf(Here, Found);
  for (auto [J, T] : enumerate(There)) {
    bool FromMacro = Found[J] == NoToken;
    unsigned I = FromMacro ? Macros[J] : Found[J];
    if (I == NoToken)
      Places[T.Offset] = {T.Line, 0, false};
    else
      Places[T.Offset] = {Here[I].Line, column(Here[I]), FromMacro};
  }
  return Places;
}

//===----------------------------------------------------------------------===//
// All of them
//===----------------------------------------------------------------------===//

class WrittenPlaces {
public:
  WrittenPlaces(StringRef Text, const LangOptions &LangOpts,
                StringRef Directory, FileReader Read)
      : Text(Text), LangOpts(LangOpts), Directory(Directory), Read(Read) {}

  std::vector<WrittenPlace> find(ArrayRef<MarkedPlace> Places) {
    std::vector<WrittenPlace> Result;
    std::vector<size_t> Moved;
    for (const auto &[I, P] : enumerate(Places)) {
      Original *O = original(P.File);
      unsigned Column = O ? columnIfUnmoved(P, *O) : 0;
      Result.push_back({P.Line, Column, false});
      if (O && Column == 0)
        Moved.push_back(I);
    }
    // Mostly there is something, but a file without macros is not lexed.
    for (size_t I : Moved)
      if (Original &O = *original(Places[I].File); O.Written.empty())
        O.lex(LangOpts);
    if (!Moved.empty())
      lexText();
    for (size_t I : Moved) {
      const auto &Window = original(Places[I].File)->window(Places[I].Line);
      if (auto It = Window.find(Places[I].Offset); It != Window.end())
        Result[I] = It->second;
    }
    return Result;
  }

private:
  /// Null if it is not there.
  Original *original(StringRef File) {
    auto [It, IsNew] = Originals.try_emplace(File);
    if (IsNew)
      if (std::unique_ptr<MemoryBuffer> Buffer = Read(File))
        It->second = std::make_unique<Original>(std::move(Buffer));
    return It->second.get();
  }

  /// Where the line is the original's as far as the token nothing has moved.
  unsigned columnIfUnmoved(const MarkedPlace &P, const Original &O) const {
    size_t Begin = Text.rfind('\n', P.Offset);
    Begin = Begin == StringRef::npos ? 0 : Begin + 1;
    size_t End = P.Offset + 1;
    while (End != Text.size() && (isAlnum(Text[End]) || Text[End] == '_'))
      ++End;
    bool IsSame = P.Line < O.LineStarts.size() &&
                  O.text()
                      .substr(O.LineStarts[P.Line])
                      .starts_with(Text.slice(Begin, End));
    return IsSame ? P.Offset - Begin + 1 : 0;
  }

  /// Gives each original that was lexed its tokens in the text.
  void lexText() {
    Original *Current = nullptr;
    unsigned Shift = 0; // from lines of the text to lines of the original
    auto OnToken = [&](const RawToken &T) {
      if (Current)
        Current->Processed.push_back({T.Offset, T.Line + Shift,
                                      Text.substr(T.Offset, T.Length),
                                      T.IsWord});
    };
    auto OnDirective = [&](StringRef Directive, unsigned Line) {
      unsigned Number = 0;
      std::string Name;
      if (!parseLineMarker(Directive, Number, Name))
        return;
      Shift = Number - Line - 1; // may wrap
      SmallString<128> Path(Name);
      sys::fs::make_absolute(Directory, Path);
      sys::path::remove_dots(Path, /*remove_dot_dot=*/true);
      auto It = Originals.find(Path);
      Current = It == Originals.end() ? nullptr : It->second.get();
      if (Current && Current->Written.empty())
        Current = nullptr;
    };
    lexRaw(Text, LangOpts, OnToken, OnDirective);
  }

  static bool parseLineMarker(StringRef Directive, unsigned &Number,
                              std::string &Name) {
    Directive = Directive.ltrim();
    if (Directive.consumeInteger(10, Number) || !Directive.consume_front(" \""))
      return false;
    for (; !Directive.empty() && Directive.front() != '"';
         Directive = Directive.drop_front()) {
      if (Directive.front() == '\\' && Directive.size() > 1)
        Directive = Directive.drop_front();
      Name += Directive.front();
    }
    return true;
  }

  StringRef Text;
  const LangOptions &LangOpts;
  StringRef Directory;
  FileReader Read;
  StringMap<std::unique_ptr<Original>> Originals;
};

} // namespace

std::unique_ptr<MemoryBuffer> readFromDisk(StringRef Path) {
  auto Buffer = MemoryBuffer::getFile(Path);
  return Buffer ? std::move(*Buffer) : nullptr;
}

std::vector<WrittenPlace>
findWritten(StringRef Text, const LangOptions &LangOpts, StringRef Directory,
            ArrayRef<MarkedPlace> Places, FileReader Read) {
  return WrittenPlaces(Text, LangOpts, Directory, Read).find(Places);
}

} // namespace ipoint
