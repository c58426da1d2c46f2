//===- FactNames.cpp - What a user's names are in a program ---------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Facts.h"
#include "database/Output.h"
#include "support/Errors.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::worst {

bool endsWithPath(StringRef Path, StringRef End) {
  return Path.ends_with(End) &&
         (Path.size() == End.size() || End.starts_with("/") ||
          Path[Path.size() - End.size() - 1] == '/');
}

static bool isIn(const FunctionSymbol &F, StringRef File) {
  return File.empty() || endsWithPath(F.File, File) ||
         endsWithPath(F.Unit, File);
}

/// Cuts "FILE:" off the front of \p Name, if there is one.
static void splitFile(StringRef &Name, StringRef &File) {
  size_t Colon = Name.rfind(':');
  if (Colon == StringRef::npos)
    return;
  File = Name.take_front(Colon);
  Name = Name.drop_front(Colon + 1);
}

/// "main.c: line 7".
static std::string placeOf(const FunctionSymbol &F) {
  return (sys::path::filename(F.File) + ": line " + Twine(F.Line)).str();
}

static Error severalFunctions(StringRef Name,
                              ArrayRef<const FunctionSymbol *> Found) {
  std::string Places;
  for (const FunctionSymbol *F : Found.take_front(3))
    Places += (Places.empty() ? "" : ", ") + placeOf(*F);
  const FunctionSymbol &F = *Found.front();
  bool IsFileSame =
      all_of(Found, [&](const FunctionSymbol *G) { return G->File == F.File; });
  StringRef File = sys::path::filename(IsFileSame ? F.Unit : F.File);
  return plainError(Twine(Found.size()) + " functions are called '" + Name +
                    "' (" + Places + (Found.size() > 3 ? ", …" : "") +
                    "); name the file, as in '" + File + ":" + Name + "'");
}

Expected<uint32_t> FactNames::function(StringRef Written, StringRef File,
                                       bool MayBePlain) const {
  StringRef Name = Written.trim();
  splitFile(Name, File);
  std::vector<const FunctionSymbol *> Found;
  for (const FunctionSymbol &F : S.functions())
    if (F.Name == Name && isIn(F, File))
      Found.push_back(&F);
  if (Found.size() > 1)
    return severalFunctions(Name, Found);
  if (Found.size() == 1) {
    const FunctionSymbol &F = *Found.front();
    if (F.Blocks.empty() && !MayBePlain)
      return plainError(
          "'" + Name + "' (" + placeOf(F) + ") is not instrumented" +
          (F.Skipped ? ": " + *F.Skipped : "") + "; nothing in it is counted");
    return static_cast<uint32_t>(&F - S.functions().data());
  }
  auto Known = map_range(
      S.functions(), [](const FunctionSymbol &F) { return StringRef(F.Name); });
  std::string Meant = database::didYouMean(Name, Known);
  bool IsElsewhere = is_contained(Known, Name);
  return plainError(
      "no function " + (IsElsewhere ? "of '" + File + "' " : Twine("")) +
      "is called '" + Name + "'" +
      (Meant.empty() ? "; see the names with 'ipoint-report text'" : Meant));
}

/// Of \p What ("block") of \p F, that \p Name is none of \p Known.
template <class Range>
static Error unknownIn(const FunctionSymbol &F, StringRef What, StringRef Name,
                       const Range &Known) {
  std::string Meant = database::didYouMean(Name, Known);
  return plainError(
      "'" + F.Name + "' has no " + What + " '" + Name + "'" +
      (Meant.empty() ? "; see the names with 'ipoint-report text --function " +
                           F.Name + "'"
                     : Meant));
}

Expected<uint32_t> FactNames::block(uint32_t Function, StringRef Name) const {
  const FunctionSymbol &F = S.functions()[Function];
  for (uint32_t B : F.Blocks)
    if (S.blocks()[B].Name == Name)
      return B;
  return unknownIn(F, "block", Name,
                   map_range(F.Blocks, [&](uint32_t B) -> StringRef {
                     return S.blocks()[B].Name;
                   }));
}

/// The function of "FILE:FUNCTION/REST", in front of the first slash behind the
/// file.
static std::pair<StringRef, StringRef> splitFunction(StringRef Name) {
  size_t Slash = Name.find('/', Name.rfind(':') + 1);
  if (Slash == StringRef::npos)
    return {Name, ""};
  return {Name.take_front(Slash), Name.drop_front(Slash + 1)};
}

Expected<Counted> FactNames::counted(StringRef Written, StringRef File,
                                     bool MayBePlain) const {
  auto [From, To] = Written.split("->");
  auto [Name, BlockName] = splitFunction(From.trim());
  if (Name.empty())
    return plainError("'" + Written +
                      "' is no name: it is FUNCTION, FUNCTION/BLOCK or "
                      "FUNCTION/BLOCK -> BLOCK");
  Expected<uint32_t> F =
      function(Name, File, MayBePlain && BlockName.empty() && To.empty());
  if (!F)
    return F.takeError();
  if (BlockName.empty() && To.empty())
    return Counted{Counted::Function, *F};
  Expected<uint32_t> B = block(*F, BlockName);
  if (!B)
    return B.takeError();
  if (To.empty())
    return Counted{Counted::Block, *B};
  Expected<uint32_t> Target = block(*F, To.trim());
  if (!Target)
    return Target.takeError();
  auto [First, End] = S.edgesOf(*B);
  for (uint32_t Edge = First; Edge != End; ++Edge)
    if (S.targetOf(Edge) == *Target)
      return Counted{Counted::Edge, Edge};
  return plainError("no transition of '" + Name + "' leads from '" + BlockName +
                    "' to '" + To.trim() + "'");
}

Expected<uint32_t> FactNames::loop(StringRef Written, StringRef File) const {
  StringRef Name = Written.trim(), InFile;
  StringRef Last = Name;
  splitFile(Last, InFile);
  unsigned Line = 0;
  if (!InFile.empty() && !Last.getAsInteger(10, Line))
    return loopAt(InFile, Line);
  auto [Function, LoopName] = splitFunction(Name);
  if (Function.empty() || LoopName.empty())
    return plainError("'" + Name +
                      "' is no loop: it is FUNCTION/LOOP, such as "
                      "'fft/for.1', or FILE:LINE");
  Expected<uint32_t> F = function(Function, File);
  if (!F)
    return F.takeError();
  const FunctionSymbol &Of = S.functions()[*F];
  for (uint32_t L : Of.Loops)
    if (S.loops()[L].Name == LoopName)
      return L;
  return unknownIn(Of, "loop", LoopName,
                   map_range(Of.Loops, [&](uint32_t L) -> StringRef {
                     return S.loops()[L].Name;
                   }));
}

Expected<uint32_t> FactNames::loopAt(StringRef File, unsigned Line) const {
  std::vector<uint32_t> Found;
  bool IsFileKnown = false;
  for (const FunctionSymbol &F : S.functions()) {
    if (!isIn(F, File))
      continue;
    IsFileKnown = true;
    for (uint32_t L : F.Loops)
      if (S.loops()[L].Line == Line)
        Found.push_back(L);
  }
  if (Found.size() == 1)
    return Found.front();
  if (!IsFileKnown)
    return plainError("no function of the program is in a file '" + File + "'");
  if (Found.empty())
    return plainError("no loop of an instrumented function begins in line " +
                      Twine(Line) + " of '" + File + "'");
  return plainError(Twine(Found.size()) + " loops begin in line " +
                    Twine(Line) + " of '" + File + "': name one, such as '" +
                    nameOfLoop(Found.front()) + "'");
}

uint32_t FactNames::blockAt(uint32_t Function, unsigned Line,
                            unsigned Column) const {
  uint32_t Result = None;
  for (uint32_t B : S.functions()[Function].Blocks) {
    const BlockSymbol &Block = S.blocks()[B];
    if (Block.Kind != database::Kind::Exit &&
        std::pair(Block.Line, Block.Column) <= std::pair(Line, Column))
      Result = B;
  }
  return Result;
}

std::string FactNames::nameOf(uint32_t Function) const {
  const FunctionSymbol &F = S.functions()[Function];
  auto IsOther = [&](const FunctionSymbol &G) {
    return &G != &F && G.Name == F.Name;
  };
  if (none_of(S.functions(), IsOther))
    return F.Name;
  bool IsInHeader = any_of(S.functions(), [&](const FunctionSymbol &G) {
    return IsOther(G) && G.File == F.File;
  });
  StringRef Path = IsInHeader ? F.Unit : F.File, File = Path;
  // As short as it can be.
  for (auto I = sys::path::rbegin(Path); I != sys::path::rend(Path); ++I) {
    File = Path.drop_front(I->begin() - Path.begin());
    if (none_of(S.functions(), [&](const FunctionSymbol &G) {
          return IsOther(G) && isIn(G, File);
        }))
      break;
  }
  return (File + ":" + F.Name).str();
}

std::string FactNames::nameOf(const Counted &C) const {
  if (C.Is == Counted::Function)
    return nameOf(C.Number);
  uint32_t Block = C.Is == Counted::Block ? C.Number : S.sourceOf(C.Number);
  const BlockSymbol &B = S.blocks()[Block];
  std::string Result = nameOf(B.Function) + "/" + B.Name;
  if (C.Is == Counted::Edge)
    Result += " -> " + S.blocks()[S.targetOf(C.Number)].Name;
  return Result;
}

std::string FactNames::nameOfLoop(uint32_t Loop) const {
  const LoopSymbol &L = S.loops()[Loop];
  return nameOf(L.Function) + "/" + L.Name;
}

namespace {

/// Reads one constraint.
class SumParser {
public:
  SumParser(StringRef Text, function_ref<Expected<Counted>(StringRef)> Find,
            Fact &Into)
      : Text(Text), Find(Find), Into(Into) {}

  Error parse() {
    if (Error E = side(1))
      return E;
    StringRef Sense = sense();
    if (Sense.empty())
      return plainError("<=, >= or = is missing");
    if (Error E = side(-1))
      return E;
    if (At != Text.size())
      return plainError("'" + Text.substr(At).take_front(1) +
                        "' is not expected here: a constraint is a sum of "
                        "NUMBER * NAME on each side of one <=, >= or =");
    erase_if(Into.Terms, [](const Counted &C) { return C.Factor == 0; });
    At = 0;
    if (Into.Terms.empty())
      return plainError("no count is left in it");
    if (Sense != "<=")
      Into.Least = -Constant;
    if (Sense != ">=")
      Into.Most = -Constant;
    return Error::success();
  }
  size_t column() const { return At + 1; }

private:
  char next() {
    At = std::min(Text.find_first_not_of(" \t", At), Text.size());
    return At == Text.size() ? '\0' : Text[At];
  }
  bool take(char C) {
    if (next() != C)
      return false;
    ++At;
    return true;
  }

  StringRef sense() {
    next();
    StringRef Rest = Text.substr(At);
    for (StringRef Sense : {"<=", ">=", "==", "="})
      if (Rest.starts_with(Sense)) {
        At += Sense.size();
        return Sense == "==" ? "=" : Sense;
      }
    return "";
  }

  Error side(double Sign) {
    double Of = take('-') ? -Sign : Sign;
    do {
      if (Error E = term(Of))
        return E;
      Of = Sign;
    } while (take('+') || (next() == '-' && (++At, Of = -Sign, true)));
    return Error::success();
  }

  Error term(double Factor) {
    if (isDigit(next())) {
      StringRef Digits = Text.substr(At).take_while(
          [](char C) { return isDigit(C) || C == '.'; });
      double Number = 0;
      if (Digits.getAsDouble(Number) || Number > MostCount)
        return plainError("'" + Digits + "' is no number up to 9e15");
      At += Digits.size();
      if (!take('*')) {
        Constant += Factor * Number;
        return Error::success();
      }
      Factor *= Number;
    }
    return name(Factor);
  }

  /// A name; of a transition, with its target.
  Error name(double Factor) {
    next();
    size_t Begin = At;
    skipWord();
    if (At == Begin)
      return plainError("a name or a number is missing");
    size_t End = At;
    if (next(), Text.substr(At).starts_with("->")) {
      At += 2;
      next();
      skipWord();
      End = At;
    }
    At = Begin;
    Expected<Counted> C = Find(Text.slice(Begin, End));
    if (!C)
      return C.takeError();
    At = End;
    auto Same = find_if(Into.Terms, [&](const Counted &T) {
      return T.Is == C->Is && T.Number == C->Number;
    });
    if (Same == Into.Terms.end())
      Same = Into.Terms.insert(Same, Counted{C->Is, C->Number, 0});
    Same->Factor += Factor;
    return Error::success();
  }

  /// To the end of a name: a '-' in it stands before a letter.
  void skipWord() {
    auto IsPart = [&](size_t I) {
      char C = Text[I];
      return isAlnum(C) || StringRef("_./:$~").contains(C) ||
             static_cast<unsigned char>(C) >= 0x80 ||
             (C == '-' && I + 1 < Text.size() && isAlpha(Text[I + 1]));
    };
    while (At < Text.size() && IsPart(At))
      ++At;
  }

  StringRef Text;
  function_ref<Expected<Counted>(StringRef)> Find;
  Fact &Into;
  size_t At = 0;
  double Constant = 0; ///< on the left side
};

} // namespace

Error parseSum(StringRef Text, function_ref<Expected<Counted>(StringRef)> Find,
               Fact &Into, size_t &Column) {
  SumParser Parser(Text, Find, Into);
  Error E = Parser.parse();
  Column = Parser.column();
  return E;
}

} // namespace ipoint::worst
