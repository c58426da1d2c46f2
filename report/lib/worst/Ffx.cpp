//===- Ffx.cpp - Flow facts in XML, as OTAWA has them ---------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// FFX 1.0 by its manual (tracesgroup.net/otawa/doc/FFX). expat reads the XML.
// What would make an estimate smaller and has no fact is an error; what is
// about the machine code only is passed over.
//
//===----------------------------------------------------------------------===//

#include "FactSources.h"
#include "support/Errors.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include <expat.h>
#include <map>
#include <memory>

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::worst {

namespace {

using Attributes = std::map<StringRef, StringRef>;

/// What surrounds an element.
struct FfxElement {
  std::string Tag;
  std::string Source;    ///< its own, or that of what is around it
  bool IsInCall = false; ///< its bounds are of one way to its function
  bool IsPassedOver = false;
  std::optional<Fact> Targets; ///< of a multicall: its fact so far
};

class FfxReader {
public:
  FfxReader(StringRef Path, const FactNames &Names)
      : File(sys::path::filename(Path).str()), Names(Names),
        S(Names.symbols()) {}

  Expected<std::vector<Fact>> read(StringRef Text) {
    std::unique_ptr<XML_ParserStruct, decltype(&XML_ParserFree)> P(
        XML_ParserCreate(nullptr), XML_ParserFree);
    if (!P || Text.size() > INT_MAX)
      return errorAt(File, "too large to be read");
    Parser = P.get();
    XML_SetUserData(Parser, this);
    XML_SetElementHandler(
        Parser,
        [](void *This, const XML_Char *Tag, const XML_Char **Given) {
          static_cast<FfxReader *>(This)->begin(Tag, Given);
        },
        [](void *This, const XML_Char *) {
          static_cast<FfxReader *>(This)->end();
        });
    bool IsRead = XML_Parse(Parser, Text.data(), static_cast<int>(Text.size()),
                            /*isFinal=*/1) == XML_STATUS_OK;
    if (Wrong)
      return std::move(*Wrong);
    if (!IsRead)
      return errorAt(place(), Twine("no XML: ") +
                                  XML_ErrorString(XML_GetErrorCode(Parser)));
    return std::move(Facts);
  }

private:
  std::string place() const {
    return File + ": line " + std::to_string(XML_GetCurrentLineNumber(Parser));
  }

  void begin(StringRef Tag, const XML_Char **Given) {
    Attributes A;
    for (; *Given; Given += 2)
      A[Given[0]] = Given[1];
    FfxElement E;
    if (!Around.empty()) {
      E.Source = Around.back().Source;
      E.IsInCall = Around.back().IsInCall || Around.back().Tag == "call";
      E.IsPassedOver = Around.back().IsPassedOver;
    }
    E.Tag = Tag.str();
    if (A.count("source"))
      E.Source = A["source"].str();
    Around.push_back(std::move(E));
    if (Wrong || Around.back().IsPassedOver)
      return;
    if (Error Failed = element(Tag, A)) {
      Wrong.emplace(errorAt(place(), toString(std::move(Failed))));
      XML_StopParser(Parser, /*resumable=*/0);
    }
  }

  void end() {
    if (std::optional<Fact> &T = Around.back().Targets; T && !Wrong)
      Facts.push_back(std::move(*T));
    Around.pop_back();
  }

  Error element(StringRef Tag, Attributes &A) {
    if (Around.size() == 1)
      return Tag == "flowfacts" ? Error::success()
                                : plainError("<" + Tag +
                                             "> is no FFX: it begins with "
                                             "<flowfacts>");
    if (Tag == "loop")
      return loop(A);
    if (Tag == "function" || Tag == "block" || Tag == "call")
      return executed(Tag, A);
    if (Tag == "multicall")
      return multicall(A);
    if (Tag == "target" && Around[Around.size() - 2].Targets)
      return target(A);
    if (is_contained({"flowfacts", "conditional", "condition", "case"}, Tag))
      return executed(Tag, A);
    // About the machine code, or values: counts and times have it already.
    if (is_contained({"noreturn", "return", "doinline", "noinline",
                      "inlining-on", "inlining-off", "ignore-entry",
                      "ignorecontrol", "ignoreseq", "multibranch", "mem-access",
                      "mem-set", "reg-set", "data"},
                     Tag)) {
      Around.back().IsPassedOver = true;
      return Error::success();
    }
    StringRef Instead =
        is_contained({"nocall", "not-call"}, Tag)
            ? "the time of calls would be missing; of what is never called "
              "write 'never: [FUNCTION]' in a file of facts"
        : Tag.ends_with("constraint") ? "write 'count: …' in a file of facts"
        : Tag == "context"
            ? "give a file with the facts of one context only"
            : "write it in a file of facts, in YAML (docs/worst-case.md)";
    return plainError("<" + Tag + "> is not read from FFX: " + Instead);
  }

  Fact fact(Fact::Kind Is, StringRef Tag, const Attributes &A) const {
    Fact F;
    F.Is = Is;
    F.Place = place();
    F.Words = ("<" + Tag).str();
    for (auto [Name, Value] : A)
      F.Words += (" " + Name + "=\"" + Value + "\"").str();
    F.Words += ">";
    return F;
  }

  /// The line that \p A names, in Source.
  Expected<unsigned> line(StringRef Tag, const Attributes &A) const {
    auto Line = A.find("line");
    unsigned Result = 0;
    if (Line == A.end() || Around.back().Source.empty())
      return plainError("<" + Tag +
                        "> is not found: name it by 'source' and 'line'; "
                        "addresses and labels are not known here");
    if (Line->second.getAsInteger(0, Result))
      return plainError("line='" + Line->second + "' is no number");
    return Result;
  }

  /// The count below \p Key; none where it is not computed.
  Error count(const Attributes &A, StringRef Key, std::optional<double> &Into) {
    auto It = A.find(Key);
    if (It == A.end() || It->second == "NOCOMP") {
      if (A.count(("exp" + Key).str()))
        return plainError("exp" + Key +
                          " is a formula, which is not read: "
                          "write the number");
      return Error::success();
    }
    uint64_t Value = 0;
    if (It->second.getAsInteger(0, Value) ||
        static_cast<double>(Value) > MostCount)
      return plainError(Key + "='" + It->second +
                        "' is no number from 0 to 9e15");
    Into = static_cast<double>(Value);
    return Error::success();
  }

  static bool isNever(const Attributes &A) {
    auto It = A.find("executed");
    return It != A.end() && It->second == "false";
  }

  Error loop(Attributes &A) {
    Fact F = fact(Fact::LoopBound, "loop", A);
    std::optional<double> Total;
    if (Error E = count(A, "maxcount", F.Most))
      return E;
    if (Error E = count(A, "mincount", F.Least))
      return E;
    if (Error E = count(A, "totalcount", Total))
      return E;
    if (isNever(A))
      Total = 0;
    if (!F.Most && !F.Least && !Total)
      return Error::success();
    if (Around.back().IsInCall)
      return plainError("a bound within <call> is of one way to the loop: "
                        "write the bound for all of them outside");
    Expected<unsigned> Line = line("loop", A);
    if (!Line)
      return Line.takeError();
    Expected<uint32_t> Loop = Names.loopAt(Around.back().Source, *Line);
    if (!Loop)
      return Loop.takeError();
    F.Loop = *Loop;
    if (F.Most || F.Least)
      Facts.push_back(F);
    if (Total) {
      F.Per = Scope::Root;
      F.Least.reset();
      F.Most = Total;
      Facts.push_back(std::move(F));
    }
    return Error::success();
  }

  /// The name of a function, or of what its element calls.
  static StringRef nameOf(const Attributes &A) {
    for (StringRef Key : {"name", "label"})
      if (auto It = A.find(Key); It != A.end())
        return It->second;
    return "";
  }

  Error executed(StringRef Tag, const Attributes &A) {
    if (!isNever(A))
      return Error::success();
    if (Tag == "block" && !Around.back().IsInCall)
      return neverBlock(A);
    if (Tag != "function" || Around.back().IsInCall)
      return plainError("executed='false' of <" + Tag +
                        "> is not read: write 'never: [FUNCTION/BLOCK]' in a "
                        "file of facts");
    Expected<uint32_t> F = Names.function(nameOf(A), "");
    if (!F)
      return F.takeError();
    Facts.push_back(fact(Fact::Never, Tag, A));
    Facts.back().Terms = {{Counted::Function, *F}};
    return Error::success();
  }

  /// What begins in a line.
  Error neverBlock(const Attributes &A) {
    Expected<unsigned> Line = line("block", A);
    if (!Line)
      return Line.takeError();
    Fact F = fact(Fact::Never, "block", A);
    for (const FunctionSymbol &Of : S.functions())
      for (uint32_t B : Of.Blocks)
        if (S.blocks()[B].Line == *Line &&
            endsWithPath(Of.File, Around.back().Source))
          F.Terms.push_back({Counted::Block, B});
    if (F.Terms.size() != 1)
      return plainError(
          Twine(F.Terms.size()) + " blocks begin in line " + Twine(*Line) +
          " of '" + Around.back().Source +
          "': write 'never: [FUNCTION/BLOCK]' in a file of facts");
    Facts.push_back(std::move(F));
    return Error::success();
  }

  Error multicall(const Attributes &A) {
    Expected<unsigned> Line = line("multicall", A);
    if (!Line)
      return Line.takeError();
    std::vector<uint32_t> Sites;
    for (const PointerCalls &P : S.pointerCalls()) {
      const BlockSymbol &B = S.blocks()[P.Block];
      if (B.Line <= *Line && *Line <= std::max(B.Line, B.EndLine) &&
          endsWithPath(S.functions()[B.Function].File, Around.back().Source) &&
          !is_contained(Sites, P.Block))
        Sites.push_back(P.Block);
    }
    if (Sites.size() != 1)
      return plainError(Twine(Sites.size()) +
                        " blocks call through pointers in line " +
                        Twine(*Line) + " of '" + Around.back().Source +
                        "': write 'targets: …' in a file of facts");
    Fact F = fact(Fact::Targets, "multicall", A);
    F.Site = Sites.front();
    Around.back().Targets = std::move(F);
    return Error::success();
  }

  Error target(const Attributes &A) {
    if (nameOf(A).empty())
      return plainError("<target> has no 'name' or 'label' of a function");
    Expected<uint32_t> F = Names.function(nameOf(A), "");
    if (!F)
      return F.takeError();
    Around[Around.size() - 2].Targets->Terms.push_back({Counted::Function, *F});
    return Error::success();
  }

  std::string File;
  const FactNames &Names;
  const SymbolTable &S;
  XML_Parser Parser = nullptr;
  std::vector<FfxElement> Around;
  std::vector<Fact> Facts;
  std::optional<Error> Wrong;
};

} // namespace

Expected<std::vector<Fact>> readFfx(StringRef Path, StringRef Text,
                                    const FactNames &Names) {
  return FfxReader(Path, Names).read(Text);
}

} // namespace ipoint::worst
