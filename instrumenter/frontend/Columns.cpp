//===- Columns.cpp - Where preprocessed code was written ------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/Columns.h"
#include "frontend/Places.h"
#include "frontend/Tokens.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include <list>
#include <optional>
#include <tuple>

using namespace clang;
using namespace llvm;

namespace ipoint {

/// There is hardly more than one token for this number of characters.
static constexpr unsigned LettersOfToken = 4;

/// No construct that one would write is longer; what is (an unclosed
/// parenthesis) must not become one alignment.
static constexpr unsigned LinesOfWindow = 500;

namespace {

/// Takes line splices out of a spelling.
std::string clean(StringRef Spelling) {
  std::string Result;
  for (; !Spelling.empty(); Spelling = Spelling.drop_front())
    if (StringRef Behind = Spelling.drop_front().ltrim(" \t\r");
        Spelling.front() == '\\' && Behind.starts_with("\n"))
      Spelling = Behind;
    else
      Result += Spelling.front();
  return Result;
}

/// Offsets.
std::vector<unsigned> startsOfLines(StringRef Text) {
  std::vector<unsigned> Starts = {0};
  for (size_t At = 0; (At = Text.find('\n', At)) != StringRef::npos;)
    Starts.push_back(++At);
  return Starts;
}

//===--- One file that the user wrote ---===//

struct Original {
  explicit Original(std::unique_ptr<MemoryBuffer> Buffer)
      : Buffer(std::move(Buffer)) {
    LineStarts = startsOfLines(text());
    LineStarts.insert(LineStarts.begin(), 0); // lines count from 1
  }

  StringRef text() const { return Buffer->getBuffer(); }

  /// The start of a line from which on both texts can be lexed.
  struct Meeting {
    unsigned InText = 0; ///< offset
    unsigned Offset = 0;
    unsigned Line = 0;
  };

  std::unique_ptr<MemoryBuffer> Buffer;
  std::vector<unsigned> LineStarts; ///< offsets
  std::vector<Meeting> Meetings;    ///< in the order of the text
};

/// What lies between two meetings: the tokens that the user wrote, and those
/// that the preprocessor made of them.
class Piece {
public:
  Piece(const Original &File, TextRange Range, unsigned Line,
        const LangOptions &LangOpts)
      : File(File) {
    lex(Range, Line, LangOpts);
  }

  std::vector<PlacedToken> Processed;

  std::optional<WrittenPlace> find(unsigned Line, unsigned Offset) {
    const auto &Places = window(Line);
    auto It = Places.find(Offset);
    return It == Places.end() ? std::nullopt : std::optional(It->second);
  }

private:
  void lex(TextRange Range, unsigned Line, const LangOptions &LangOpts);
  const DenseMap<unsigned, WrittenPlace> &window(unsigned Line);
  unsigned column(const PlacedToken &T) const {
    return T.Offset - File.LineStarts[T.Line] + 1;
  }

  const Original &File;
  std::vector<PlacedToken> Written;
  std::vector<unsigned> Windows;  ///< lines, sorted
  std::list<std::string> Cleaned; ///< owns spellings
  /// By first line of a window and offset in the preprocessed text.
  DenseMap<unsigned, DenseMap<unsigned, WrittenPlace>> Known;
};

/// Lexes what was written and cuts it in windows: whole lines between which no
/// parenthesis is open, because a macro call may extend over several.
void Piece::lex(TextRange Range, unsigned Line, const LangOptions &LangOpts) {
  Written.reserve((Range.End - Range.Begin) / LettersOfToken);
  unsigned Depth = 0, Begin = 0;
  SmallVector<unsigned, 8> Conditions; // depth in front of each #if
  auto OnToken = [&](const RawToken &T) {
    if (Windows.empty() || (Depth == 0 && T.Line != Written.back().Line) ||
        T.Line - Begin >= LinesOfWindow) {
      Windows.push_back(Begin = T.Line);
      Depth = 0;
    }
    StringRef Spelling = File.text().substr(T.Offset, T.Length);
    if (T.IsSpliced)
      Spelling = Cleaned.emplace_back(clean(Spelling));
    Written.push_back({T.Offset, T.Line, Spelling, T.IsWord});
    Depth += Spelling == "(";
    Depth -= Spelling == ")" && Depth != 0;
  };
  auto OnDirective = [&](StringRef Directive, unsigned) {
    Directive = Directive.ltrim();
    if (Directive.starts_with("if"))
      Conditions.push_back(Depth);
    else if (Conditions.empty())
      return;
    else if (Directive.starts_with("el"))
      Depth = Conditions.back();
    else if (Directive.starts_with("endif"))
      Conditions.pop_back();
  };
  lexRaw(File.text(), Range, Line, LangOpts, OnToken, OnDirective);
}

const DenseMap<unsigned, WrittenPlace> &Piece::window(unsigned Line) {
  auto Next = upper_bound(Windows, Line);
  unsigned Begin = Next == Windows.begin() ? 0 : *std::prev(Next);
  unsigned End = Next == Windows.end() ? File.LineStarts.size() : *Next;
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
  std::optional<Counterparts> Found = align(Here, There);
  if (!Found)
    return Places;
  std::vector<unsigned> Macros = macrosOf(Here, *Found);
  for (auto [J, T] : enumerate(There)) {
    bool FromMacro = (*Found)[J] == NoToken;
    unsigned I = FromMacro ? Macros[J] : (*Found)[J];
    if (I == NoToken)
      Places[T.Offset] = {T.Line, 0, false};
    else
      Places[T.Offset] = {Here[I].Line, column(Here[I]), FromMacro};
  }
  return Places;
}

//===--- All of them ---===//

class WrittenPlaces {
public:
  WrittenPlaces(StringRef Text, const LangOptions &LangOpts,
                StringRef Directory, FileReader Read)
      : Text(Text), LangOpts(LangOpts), Directory(Directory), Read(Read),
        LineStarts(startsOfLines(Text)) {}

  std::vector<WrittenPlace> find(ArrayRef<MarkedPlace> Places,
                                 ArrayRef<MarkedPlace> Anchors) {
    for (const MarkedPlace &P : Places)
      original(P.File);
    for (const MarkedPlace &Anchor : Anchors)
      noteMeeting(Anchor);
    std::vector<WrittenPlace> Result;
    for (const MarkedPlace &P : Places) {
      Original *O = original(P.File);
      unsigned Column = O ? columnIfUnmoved(P, *O) : 0;
      Result.push_back({P.Line, Column, false});
      // A piece without macros is not lexed.
      if (O && Column == 0)
        if (auto Written = pieceOf(P, *O).find(P.Line, P.Offset))
          Result.back() = *Written;
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

  /// A line of the text, its end left out.
  TextRange lineAt(unsigned Offset) const {
    auto Next = upper_bound(LineStarts, Offset);
    unsigned End = Next == LineStarts.end() ? Text.size() : *Next - 1;
    return {*std::prev(Next), End};
  }

  /// How much of the line of \p P is as in the original. Kept for the line that
  /// was asked for last: a line can hold all of a file.
  unsigned unmovedOf(const MarkedPlace &P, TextRange Line, const Original &O) {
    if (UnmovedOf == std::tuple(&O, Line.Begin, P.Line))
      return Unmoved;
    UnmovedOf = {&O, Line.Begin, P.Line};
    StringRef Here = Text.slice(Line.Begin, Line.End), There;
    if (P.Line < O.LineStarts.size())
      There = O.text().substr(O.LineStarts[P.Line]);
    size_t Longest = std::min(Here.size(), There.size());
    Unmoved = std::mismatch(Here.begin(), Here.begin() + Longest, There.begin())
                  .first -
              Here.begin();
    return Unmoved;
  }

  /// Where the line is the original's as far as the token nothing has moved.
  unsigned columnIfUnmoved(const MarkedPlace &P, const Original &O) {
    TextRange Line = lineAt(P.Offset);
    size_t End = P.Offset + 1;
    while (End != Text.size() && (isAlnum(Text[End]) || Text[End] == '_'))
      ++End;
    bool IsSame = End - Line.Begin <= unmovedOf(P, Line, O);
    return IsSame ? P.Offset - Line.Begin + 1 : 0;
  }

  /// The lines of both texts are the same there, and the anchor comes first.
  std::optional<Original::Meeting> meetingAt(const MarkedPlace &Anchor,
                                             const Original &O) const {
    auto [Begin, End] = lineAt(Anchor.Offset);
    StringRef Line = Text.slice(Begin, End);
    if (Anchor.Line >= O.LineStarts.size() ||
        !Line.take_front(Anchor.Offset - Begin).trim(" \t{}").empty())
      return std::nullopt;
    unsigned InFile = O.LineStarts[Anchor.Line];
    if (O.text().slice(InFile, O.text().find('\n', InFile)) != Line)
      return std::nullopt;
    return Original::Meeting{Begin, InFile, Anchor.Line};
  }

  void noteMeeting(const MarkedPlace &Anchor) {
    Original *O = original(Anchor.File);
    std::optional<Original::Meeting> M;
    if (O)
      M = meetingAt(Anchor, *O);
    if (!M)
      return;
    if (!O->Meetings.empty()) {
      const Original::Meeting &Last = O->Meetings.back();
      if (M->InText <= Last.InText ||
          (M->Offset <= Last.Offset && !beginsIn({Last.InText, M->InText}, *O)))
        return;
    }
    O->Meetings.push_back(*M);
  }

  /// Whether \p O is included anew in \p Range.
  bool beginsIn(TextRange Range, const Original &O) {
    bool Begins = false;
    auto OnDirective = [&](StringRef Directive, unsigned) {
      LineMarker Marker;
      Begins |= parseLineMarker(Directive, Marker) && Marker.Begins &&
                fileOf(Marker.File) == &O;
    };
    lexRaw(Text, Range, 1, LangOpts, [](const RawToken &) {}, OnDirective);
    return Begins;
  }

  /// The piece of \p O that holds \p P.
  Piece &pieceOf(const MarkedPlace &P, const Original &O) {
    auto Next = partition_point(O.Meetings, [&](const Original::Meeting &M) {
      return M.InText <= P.Offset;
    });
    Original::Meeting Begin = {0, 0, 1};
    TextRange InText = {0, static_cast<unsigned>(Text.size())};
    TextRange InFile = {0, static_cast<unsigned>(O.text().size())};
    if (Next != O.Meetings.begin()) {
      Begin = *std::prev(Next);
      InText.Begin = Begin.InText;
      InFile.Begin = Begin.Offset;
    }
    if (Next != O.Meetings.end()) {
      InText.End = Next->InText;
      InFile.End = Next->Offset;
    }
    // Between the two the file was included once more.
    if (InFile.Begin >= InFile.End)
      InFile.Begin = 0;
    if (!Last || LastOf != &O || LastBegin != InText.Begin) {
      unsigned Line = Begin.Line;
      Last.emplace(O, InFile, InFile.Begin ? Line : 1, LangOpts);
      LastOf = &O;
      LastBegin = InText.Begin;
      lexText(InText, Line, O, *Last);
    }
    return *Last;
  }

  /// Gives \p P its tokens in the text. \p Range begins at a meeting, in line
  /// \p FirstLine of \p O, or with the text.
  void lexText(TextRange Range, unsigned FirstLine, const Original &O,
               Piece &P) {
    P.Processed.reserve((Range.End - Range.Begin) / LettersOfToken);
    bool IsOfFile = Range.Begin != 0;
    unsigned Shift = 0; // from lines that are counted to lines of the original
    auto OnToken = [&](const RawToken &T) {
      if (IsOfFile)
        P.Processed.push_back({T.Offset, T.Line + Shift,
                               Text.substr(T.Offset, T.Length), T.IsWord});
    };
    auto OnDirective = [&](StringRef Directive, unsigned Line) {
      LineMarker Marker;
      if (!parseLineMarker(Directive, Marker))
        return;
      Shift = Marker.Line - Line - 1; // may wrap
      IsOfFile = fileOf(Marker.File) == &O;
      if (IsOfFile && Marker.Begins)
        P.Processed.clear();
    };
    lexRaw(Text, Range, FirstLine, LangOpts, OnToken, OnDirective);
  }

  /// The file that line markers call \p Name, if it was asked for.
  const Original *fileOf(StringRef Name) {
    auto [It, IsNew] = Names.try_emplace(Name);
    if (IsNew) {
      auto File = Originals.find(absolutePath(Name, Directory));
      It->second = File == Originals.end() ? nullptr : File->second.get();
    }
    return It->second;
  }

  struct LineMarker {
    unsigned Line = 0; ///< of what follows
    std::string File;
    bool Begins = false; ///< the file was just included
  };

  static bool parseLineMarker(StringRef Directive, LineMarker &Marker) {
    Directive = Directive.ltrim();
    if (Directive.consumeInteger(10, Marker.Line) ||
        !Directive.consume_front(" \""))
      return false;
    for (; !Directive.empty() && Directive.front() != '"';
         Directive = Directive.drop_front()) {
      if (Directive.front() == '\\' && Directive.size() > 1)
        Directive = Directive.drop_front();
      Marker.File += Directive.front();
    }
    Marker.Begins = Directive.starts_with("\" 1");
    return true;
  }

  StringRef Text;
  const LangOptions &LangOpts;
  StringRef Directory;
  FileReader Read;
  std::vector<unsigned> LineStarts; ///< offsets in the text
  /// What unmovedOf() gave last, and for which original and line.
  unsigned Unmoved = 0;
  std::tuple<const Original *, unsigned, unsigned> UnmovedOf;
  StringMap<std::unique_ptr<Original>> Originals;
  StringMap<const Original *> Names; ///< in line markers
  /// The piece that was wanted last: places come in the order of the text.
  std::optional<Piece> Last;
  const Original *LastOf = nullptr;
  unsigned LastBegin = 0; ///< offset in the text
};

} // namespace

std::unique_ptr<MemoryBuffer> readFromDisk(StringRef Path) {
  auto Buffer = MemoryBuffer::getFile(Path);
  return Buffer ? std::move(*Buffer) : nullptr;
}

std::vector<WrittenPlace>
findWritten(StringRef Text, const LangOptions &LangOpts, StringRef Directory,
            ArrayRef<MarkedPlace> Places, ArrayRef<MarkedPlace> Anchors,
            FileReader Read) {
  return WrittenPlaces(Text, LangOpts, Directory, Read).find(Places, Anchors);
}

} // namespace ipoint
