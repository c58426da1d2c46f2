//===- Pragmas.cpp - Flow facts of TACLeBench's pragmas -------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// By "TACLeBench Flow Facts Documentation" 1.2: `loopbound` is of the loop
// statement behind it, `marker` counts the statement behind it (in front of a
// loop, its condition), a function's name its calls; a `flowrestriction` is
// about the counts of the whole run. All of them as _Pragma and #pragma.
//
//===----------------------------------------------------------------------===//

#include "FactSources.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::worst {

namespace {

/// An identifier, a literal, a punctuator, or a pragma, whose Text is the rest
/// of its line.
struct SourceToken {
  StringRef Text;
  unsigned Line = 0, Column = 0;
  bool IsPragma = false;
};

/// Divides C into tokens, without comments and the preprocessor's lines.
class SourceLexer {
public:
  explicit SourceLexer(StringRef Text) : Text(Text) {}

  std::vector<SourceToken> read() {
    while (skipBlanks(), At < Text.size())
      readOne();
    return std::move(Tokens);
  }

private:
  void readOne() {
    size_t Begin = At;
    SourceToken T{"", Line, static_cast<unsigned>(Begin - LineBegin + 1)};
    char C = Text[At];
    bool BeginsLine = Text.slice(LineBegin, At).trim().empty();
    if (C == '#' && BeginsLine)
      skipLine();
    else if (C == '"' || C == '\'')
      skipLiteral(C);
    else
      At = isWord(C) ? std::min(Text.find_if_not(isWord, At), Text.size())
                     : At + 1;
    T.Text = Text.slice(Begin, At);
    if (C == '#' && BeginsLine) {
      T.Text = T.Text.drop_front().ltrim();
      T.IsPragma = T.Text.consume_front("pragma ");
      T.Text = T.Text.trim();
      if (!T.IsPragma)
        return;
    }
    Tokens.push_back(T);
    joinPragma();
  }

  /// Makes one token of `_Pragma ( "…" )`.
  void joinPragma() {
    size_t N = Tokens.size();
    if (N < 4 || Tokens[N - 1].Text != ")" || Tokens[N - 3].Text != "(" ||
        Tokens[N - 4].Text != "_Pragma")
      return;
    StringRef Says = Tokens[N - 2].Text;
    if (!Says.consume_front("\"") || !Says.consume_back("\""))
      return;
    Tokens.resize(N - 3);
    Tokens.back().Text = Says.trim();
    Tokens.back().IsPragma = true;
  }

  static bool isWord(char C) { return isAlnum(C) || C == '_'; }

  void newLine(size_t Behind) {
    ++Line;
    LineBegin = Behind;
  }
  void skipTo(size_t End) {
    for (; At < End; ++At)
      if (Text[At] == '\n')
        newLine(At + 1);
  }
  void skipLine() {
    size_t End = At;
    do
      End = std::min(Text.find('\n', End + 1), Text.size());
    while (End != Text.size() &&
           Text.take_front(End).rtrim('\r').ends_with("\\"));
    skipTo(End);
  }
  void skipLiteral(char Quote) {
    size_t End = At + 1;
    while (End < Text.size() && Text[End] != Quote && Text[End] != '\n')
      End += Text[End] == '\\' ? 2 : 1;
    skipTo(std::min(End + 1, Text.size()));
  }
  void skipBlanks() {
    for (;;) {
      StringRef Rest = Text.substr(At);
      if (Rest.starts_with("/*"))
        skipTo(std::min(Text.find("*/", At + 2), Text.size() - 2) + 2);
      else if (Rest.starts_with("//"))
        skipLine();
      else if (!Rest.empty() && (isSpace(Rest[0]) || Rest[0] == '\\'))
        skipTo(At + 1);
      else
        return;
    }
  }

  StringRef Text;
  size_t At = 0, LineBegin = 0;
  unsigned Line = 1;
  std::vector<SourceToken> Tokens;
};

struct SourceText {
  std::string File;
  std::vector<SourceToken> Tokens;
  std::vector<uint32_t> Functions; ///< that begin in it
};

/// Reads the pragmas of a program.
class PragmaReader {
public:
  explicit PragmaReader(const FactNames &Names)
      : Names(Names), S(Names.symbols()) {}

  PragmaFacts read() {
    for (auto [Index, F] : enumerate(S.functions())) {
      if (Sources.empty() || Sources.back().File != F.File)
        Sources.push_back(
            {F.File,
             F.Text ? SourceLexer(*F.Text).read() : std::vector<SourceToken>(),
             {}});
      Sources.back().Functions.push_back(static_cast<uint32_t>(Index));
    }
    // A restriction may stand in front of its markers.
    for (const SourceText &T : Sources)
      forPragmas(T, "marker", [&](size_t I, StringRef Name) {
        uint32_t Block = blockBehind(T, I);
        if (Block == None)
          remark(T, I,
                 "the statement behind it is of no instrumented function");
        Markers[Name].push_back({&T, Block});
      });
    for (const SourceText &T : Sources) {
      forPragmas(T, "loopbound",
                 [&](size_t I, StringRef Says) { addBound(T, I, Says); });
      forPragmas(T, "loopbounds",
                 [&](size_t I, StringRef Says) { addBound(T, I, Says); });
      forPragmas(T, "flowrestriction",
                 [&](size_t I, StringRef Says) { addSum(T, I, Says); });
      forPragmas(T, "entrypoint",
                 [&](size_t I, StringRef) { addEntryPoint(T, I); });
    }
    return std::move(Result);
  }

private:
  /// Calls \p Do with the number of the token and what stands behind \p Word.
  static void forPragmas(const SourceText &T, StringRef Word,
                         function_ref<void(size_t, StringRef)> Do) {
    for (auto [I, Token] : enumerate(T.Tokens)) {
      auto [First, Rest] = Token.Text.split(' ');
      if (Token.IsPragma && First == Word)
        Do(I, Rest.trim());
    }
  }

  std::string place(const SourceText &T, size_t I) const {
    return (sys::path::filename(T.File) + ": line " + Twine(T.Tokens[I].Line))
        .str();
  }
  void remark(const SourceText &T, size_t I, const Twine &What) {
    Result.Remarks.push_back(
        (place(T, I) + ": pragma '" + T.Tokens[I].Text + "': " + What).str());
  }
  Fact fact(const SourceText &T, size_t I, Fact::Kind Is) const {
    Fact F;
    F.Is = Is;
    F.Place = place(T, I);
    F.Words = T.Tokens[I].Text.str();
    return F;
  }

  /// The token behind \p I and the pragmas that follow it; null: none.
  static const SourceToken *behind(const SourceText &T, size_t I) {
    while (I < T.Tokens.size() && T.Tokens[I].IsPragma)
      ++I;
    return I < T.Tokens.size() ? &T.Tokens[I] : nullptr;
  }
  static bool isLoop(const SourceToken *T) {
    return T && is_contained({"for", "while", "do"}, T->Text);
  }

  /// The loop that begins with \p At; None: it is not known.
  uint32_t loopOf(const SourceText &T, const SourceToken &At) const {
    uint32_t Nearest = None;
    unsigned Least = UINT_MAX;
    for (uint32_t Function : T.Functions)
      for (uint32_t L : S.functions()[Function].Loops) {
        const LoopSymbol &Loop = S.loops()[L];
        if (Loop.Line != At.Line || Loop.Body == None)
          continue;
        // Of several in a line, the one whose body begins first behind it.
        const BlockSymbol &Body = S.blocks()[Loop.Body];
        unsigned Far =
            Body.Line != At.Line ? UINT_MAX - 1 : Body.Column - At.Column;
        if (Far < Least) {
          Least = Far;
          Nearest = L;
        }
      }
    return Nearest;
  }

  /// The block that the statement behind the token \p I is counted in.
  uint32_t blockBehind(const SourceText &T, size_t I) const {
    const SourceToken *At = behind(T, I);
    if (isLoop(At)) {
      uint32_t Loop = loopOf(T, *At);
      if (Loop != None)
        return S.loops()[Loop].Head != None ? S.loops()[Loop].Head
                                            : S.loops()[Loop].Body;
    }
    for (uint32_t Function : T.Functions) {
      const FunctionSymbol &F = S.functions()[Function];
      if (At && !F.Blocks.empty() && F.Line <= At->Line &&
          At->Line <= F.EndLine)
        return Names.blockAt(Function, At->Line, At->Column);
    }
    return None;
  }

  void addBound(const SourceText &T, size_t I, StringRef Says) {
    SmallVector<StringRef, 4> Words;
    SplitString(Says, Words);
    Fact F = fact(T, I, Fact::LoopBound);
    uint64_t Least = 0, Most = 0;
    if (Words.size() != 4 || Words[0] != "min" || Words[2] != "max" ||
        Words[1].getAsInteger(10, Least) || Words[3].getAsInteger(10, Most))
      return remark(T, I,
                    "not understood; it is 'loopbound min NUMBER max "
                    "NUMBER'");
    if (Least > Most)
      return remark(T, I, "min is more than max");
    const SourceToken *At = behind(T, I);
    if (!isLoop(At))
      return remark(T, I,
                    "no loop follows it: write it in front of for, while "
                    "or do");
    F.Loop = loopOf(T, *At);
    if (F.Loop == None)
      return remark(T, I, "the loop behind it is in no instrumented function");
    F.Least = static_cast<double>(Least);
    F.Most = static_cast<double>(Most);
    Result.Facts.push_back(std::move(F));
  }

  /// What \p Name counts in a restriction of \p T.
  Expected<Counted> counted(const SourceText &T, StringRef Name) const {
    auto Found = Markers.find(Name);
    if (Found == Markers.end()) {
      Expected<uint32_t> F = Names.function(Name, T.File);
      if (!F) { // of another file
        consumeError(F.takeError());
        F = Names.function(Name, "");
      }
      if (!F)
        return F.takeError();
      return Counted{Counted::Function, *F};
    }
    std::vector<uint32_t> Own, All;
    for (auto [In, Block] : Found->second) {
      All.push_back(Block);
      if (In == &T)
        Own.push_back(Block);
    }
    const std::vector<uint32_t> &Of = Own.empty() ? All : Own;
    if (Of.size() != 1)
      return createStringError("there are " + Twine(Of.size()) + " markers '" +
                               Name + "'");
    if (Of.front() == None)
      return createStringError("the marker '" + Name +
                               "' is in no instrumented function");
    return Counted{Counted::Block, Of.front()};
  }

  void addSum(const SourceText &T, size_t I, StringRef Says) {
    Fact F = fact(T, I, Fact::Sum);
    F.Per = Scope::Root;
    size_t Column = 0;
    auto Find = [&](StringRef Name) { return counted(T, Name); };
    if (Error E = parseSum(Says, Find, F, Column))
      return remark(T, I,
                    "column " + Twine(Column) + " of '" + Says +
                        "': " + toString(std::move(E)));
    Result.Facts.push_back(std::move(F));
  }

  /// The name of a function stands behind it, or in front.
  void addEntryPoint(const SourceText &T, size_t I) {
    for (uint32_t Function : T.Functions) {
      const FunctionSymbol &F = S.functions()[Function];
      bool IsNear =
          any_of(seq<size_t>(I < 3 ? 0 : I - 3, I + 4), [&](size_t At) {
            return At < T.Tokens.size() && T.Tokens[At].Text == F.Name &&
                   T.Tokens[At].Line == F.Line;
          });
      if (IsNear)
        return Result.EntryPoints.push_back(Function);
    }
    remark(T, I, "no function's definition follows it");
  }

  const FactNames &Names;
  const SymbolTable &S;
  std::vector<SourceText> Sources;
  StringMap<std::vector<std::pair<const SourceText *, uint32_t>>> Markers;
  PragmaFacts Result;
};

} // namespace

PragmaFacts readPragmas(const FactNames &Names) {
  return PragmaReader(Names).read();
}

std::vector<Fact> boundsOfLoops(const FactNames &Names) {
  std::vector<Fact> Result;
  for (auto [Index, L] : enumerate(Names.symbols().loops())) {
    if (L.Body == None)
      continue;
    const FunctionSymbol &Of = Names.symbols().functions()[L.Function];
    std::string Place =
        (sys::path::filename(Of.File) + ": line " + Twine(L.Line)).str();
    auto Add = [&,
                Loop = static_cast<uint32_t>(Index)](uint64_t Bound) -> Fact & {
      Fact &F = Result.emplace_back();
      F.Place = Place;
      F.Words = "loop: " + Names.nameOfLoop(Loop) +
                ", iterations: " + std::to_string(Bound);
      F.Loop = Loop;
      F.Most = static_cast<double>(Bound);
      return F;
    };
    if (L.Bound) {
      Fact &F = Add(*L.Bound);
      // A rule of the config file has its place; a marker that of its loop.
      if (StringRef(L.BoundFrom).contains(": line "))
        F.Place = L.BoundFrom;
      else
        F.Words += " (" + L.BoundFrom + ")";
    }
    if (L.Derived)
      Add(*L.Derived).From = Origin::Derived;
  }
  return Result;
}

} // namespace ipoint::worst
