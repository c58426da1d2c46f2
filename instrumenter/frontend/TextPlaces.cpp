//===- TextPlaces.cpp - Where in the text a construct begins and ends -----===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/TextPlaces.h"
#include "clang/AST/Expr.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Basic/SourceManagerInternals.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace clang;
using namespace llvm;

namespace ipoint {

std::string absolutePath(StringRef Path, StringRef Directory) {
  SmallString<128> Result(Path);
  sys::fs::make_absolute(Directory, Result);
  sys::path::remove_dots(Result, /*remove_dot_dot=*/true);
  return Result.str().str();
}

/// Gives each file one number: it may have several names, and a name like the
/// main file's that leads nowhere is that of a generated file, from the folder
/// where it was generated. In front of the first marker the text is the main
/// file's.
void MarkedLines::joinNames(SourceManager &SM, StringRef Directory) {
  std::string Main = absolutePath(
      SM.getPresumedLoc(SM.getLocForStartOfFile(SM.getMainFileID()), false)
          .getFilename(),
      Directory);
  StringMap<int> ByPath = {{Main, -1}};
  DenseMap<int, int> Known;
  for (Shift &S : Shifts) {
    int &File = S.File;
    auto [It, New] = Known.try_emplace(File, File);
    if (New && File != -1) {
      std::string Path =
          absolutePath(SM.getLineTable().getFilename(File), Directory);
      bool IsMain = sys::path::filename(Path) == sys::path::filename(Main) &&
                    !sys::fs::exists(Path);
      It->second = IsMain ? -1 : ByPath.try_emplace(Path, File).first->second;
    }
    File = It->second;
  }
}

MarkedLines::MarkedLines(SourceManager &SM, StringRef Directory) {
  FileID Main = SM.getMainFileID();
  SM.getLineNumber(Main, 0); // looks for the lines
  const auto &Found =
      SM.getSLocEntry(Main).getFile().getContentCache().SourceLineCache;
  Starts = ArrayRef(Found.begin(), Found.end());
  for (const auto &[File, Entries] : SM.getLineTable())
    if (File == Main)
      for (const LineEntry &E : Entries)
        Shifts.push_back({E.FileOffset, E.LineNo - physical(E.FileOffset) - 1,
                          E.LineNo, E.FilenameID});
  // A directive may have no name.
  for (size_t I = 1; I < Shifts.size(); ++I)
    if (Shifts[I].File == -1)
      Shifts[I].File = Shifts[I - 1].File;
  joinNames(SM, Directory);
}

unsigned MarkedLines::physical(unsigned Offset) const {
  return upper_bound(Starts, Offset) - Starts.begin();
}

std::vector<MarkedLines::Shift>::const_iterator
MarkedLines::before(unsigned Offset) const {
  auto Behind = partition_point(
      Shifts, [&](const Shift &S) { return S.Begin <= Offset; });
  return Behind == Shifts.begin() ? Shifts.end() : std::prev(Behind);
}

int MarkedLines::fileAt(unsigned Offset) const {
  auto Last = before(Offset);
  return Last == Shifts.end() ? -1 : Last->File;
}

unsigned MarkedLines::at(unsigned Offset, int Home) const {
  auto Last = before(Offset);
  if (Last == Shifts.end())
    return physical(Offset);
  if (Last->File == Home)
    return physical(Offset) + Last->Lines;
  auto IsHome = [&](const Shift &S) { return S.File == Home; };
  auto Return = std::find_if(Last, Shifts.end(), IsHome);
  if (Return != Shifts.end())
    return std::max(1U, Return->Line - 1);
  // It does not come back.
  while (Last != Shifts.begin() && !IsHome(*std::prev(Last)))
    --Last;
  return physical(Last->Begin) +
         (Last == Shifts.begin() ? 0 : std::prev(Last)->Lines);
}

unsigned MarkedLines::column(unsigned Offset) const {
  return Offset - Starts[physical(Offset) - 1] + 1;
}

TextPlaces::TextPlaces(ASTContext &Context, StringRef Directory,
                       bool Preprocessed)
    : SM(Context.getSourceManager()), LangOpts(Context.getLangOpts()),
      Lines(Context.getSourceManager(), Directory), Directory(Directory),
      Preprocessed(Preprocessed) {}

void TextPlaces::enter(SourceLocation Loc) {
  Loc = SM.getExpansionLoc(outOfShim(Loc));
  std::optional<unsigned> Offset = offset(Loc);
  Home = Offset ? std::optional(Lines.fileAt(*Offset)) : std::nullopt;
  HomeFile = file(Loc);
}

SourceLocation TextPlaces::outOfShim(SourceLocation Loc) const {
  while (Preprocessed && SM.isMacroArgExpansion(Loc))
    Loc = SM.getImmediateSpellingLoc(Loc);
  return Loc;
}

std::optional<unsigned> TextPlaces::offset(SourceLocation FileLoc) const {
  auto [File, Offset] = SM.getDecomposedLoc(FileLoc);
  if (File != SM.getMainFileID())
    return std::nullopt;
  return Offset;
}

std::optional<unsigned> TextPlaces::before(SourceLocation Loc) const {
  if (Loc.isInvalid())
    return std::nullopt;
  Loc = outOfShim(Loc);
  if (Loc.isMacroID() &&
      !Lexer::isAtStartOfMacroExpansion(Loc, SM, LangOpts, &Loc))
    return std::nullopt;
  return offset(Loc);
}

/// The location in a file of the last token of what \p Loc ends, or an invalid
/// one.
static SourceLocation lastFileToken(SourceLocation Loc, const SourceManager &SM,
                                    const LangOptions &LangOpts) {
  if (Loc.isInvalid())
    return Loc;
  if (Loc.isMacroID() &&
      !Lexer::isAtEndOfMacroExpansion(Loc, SM, LangOpts, &Loc))
    return SourceLocation();
  return Loc;
}

std::optional<unsigned> TextPlaces::after(SourceLocation Loc) const {
  Loc = lastFileToken(outOfShim(Loc), SM, LangOpts);
  if (Loc.isInvalid())
    return std::nullopt;
  return offset(Lexer::getLocForEndOfToken(Loc, 0, SM, LangOpts));
}

/// The token behind the one at \p Loc. Line markers, which the expansion of a
/// system header's macro puts in the middle of a statement, are passed over.
static Token nextToken(SourceLocation Loc, const SourceManager &SM,
                       const LangOptions &LangOpts) {
  Loc = Lexer::getLocForEndOfToken(Loc, 0, SM, LangOpts);
  auto [File, Offset] = SM.getDecomposedLoc(Loc);
  StringRef Text = SM.getBufferData(File);
  Lexer Raw(SM.getLocForStartOfFile(File), LangOpts, Text.begin(),
            Text.begin() + Offset, Text.end());
  Token Next;
  Raw.LexFromRawLexer(Next);
  while (Next.is(tok::hash) && Next.isAtStartOfLine())
    do
      Raw.LexFromRawLexer(Next);
    while (Next.isNot(tok::eof) && !Next.isAtStartOfLine());
  return Next;
}

std::optional<unsigned> TextPlaces::afterNext(SourceLocation Loc,
                                              tok::TokenKind K) const {
  Loc = lastFileToken(outOfShim(Loc), SM, LangOpts);
  if (Loc.isInvalid())
    return std::nullopt;
  Token Next = nextToken(Loc, SM, LangOpts);
  if (Next.isNot(K))
    return std::nullopt;
  return offset(Next.getEndLoc());
}

/// The statement or operand that \p S ends with; null if \p S ends with a
/// token that belongs to no part of it.
static const Stmt *partAtEnd(const Stmt *S) {
  if (auto *If = dyn_cast<IfStmt>(S))
    return If->getElse() ? If->getElse() : If->getThen();
  if (auto *While = dyn_cast<WhileStmt>(S))
    return While->getBody();
  if (auto *For = dyn_cast<ForStmt>(S))
    return For->getBody();
  if (auto *Switch = dyn_cast<SwitchStmt>(S))
    return Switch->getBody();
  if (auto *Label = dyn_cast<LabelStmt>(S))
    return Label->getSubStmt();
  if (auto *Case = dyn_cast<SwitchCase>(S))
    return Case->getSubStmt();
  if (auto *Attributed = dyn_cast<AttributedStmt>(S))
    return Attributed->getSubStmt();
  if (auto *Choice = dyn_cast<AbstractConditionalOperator>(S))
    return Choice->getFalseExpr();
  if (auto *Operator = dyn_cast<BinaryOperator>(S))
    return Operator->getRHS();
  if (auto *Cast = dyn_cast<ImplicitCastExpr>(S))
    return Cast->getSubExpr();
  return nullptr;
}

const Stmt *TextPlaces::lastPart(const Stmt *S) const {
  static constexpr size_t LongChain = 8;
  SmallVector<const Stmt *, LongChain> Chain;
  while (const Stmt *Part = partAtEnd(S)) {
    if (auto Known = LastParts.find(S); Known != LastParts.end()) {
      S = Known->second;
      break;
    }
    Chain.push_back(S);
    S = Part;
  }
  if (Chain.size() > LongChain)
    for (const Stmt *Link : Chain)
      LastParts[Link] = S;
  return S;
}

std::optional<unsigned> TextPlaces::afterStatement(const Stmt *S) const {
  // The statement that the last token belongs to.
  S = lastPart(S);
  while (auto *Directive = dyn_cast<OMPExecutableDirective>(S)) {
    if (!Directive->hasAssociatedStmt())
      break;
    S = lastPart(Directive->getRawStmt());
  }
  // These end where their last token does, the others before a semicolon.
  if (isa<CompoundStmt, NullStmt, DeclStmt>(S))
    return after(S->getEndLoc());
  if (auto *Do = dyn_cast<DoStmt>(S))
    return afterNext(Do->getRParenLoc(), tok::semi);
  return afterNext(S->getEndLoc(), tok::semi);
}

TextPlace TextPlaces::place(SourceLocation Loc) const {
  TextPlace Place;
  // An argument of a macro lies where the user wrote it.
  while (Loc.isMacroID()) {
    bool IsArgument = SM.isMacroArgExpansion(Loc);
    Place.Written.FromMacro |= !IsArgument;
    Loc = IsArgument ? SM.getImmediateSpellingLoc(Loc)
                     : SM.getImmediateExpansionRange(Loc).getBegin();
  }
  Place.Offset = SM.getFileOffset(Loc);
  Place.Written.Line = line(Loc);
  Place.Included = included(Loc);
  // The source manager looks for the line's start from the place backwards.
  if (!Preprocessed)
    (Place.Included ? Place.Included->Column : Place.Written.Column) =
        offset(Loc) ? Lines.column(Place.Offset)
                    : SM.getSpellingColumnNumber(Loc);
  if (Place.Included)
    Place.Written.Column = 1;
  return Place;
}

/// None where \p FileLoc is in the function's file.
std::optional<IncludedPlace>
TextPlaces::included(SourceLocation FileLoc) const {
  std::optional<unsigned> Offset = offset(FileLoc);
  if (Offset && Home == Lines.fileAt(*Offset))
    return std::nullopt;
  IncludedPlace Place{file(FileLoc)};
  if (Place.File == HomeFile)
    return std::nullopt;
  Place.Line = SM.getPresumedLineNumber(FileLoc);
  Place.InText = Offset.has_value();
  return Place;
}

bool TextPlaces::followsPragma(unsigned Offset) const {
  StringRef Before =
      SM.getBufferData(SM.getMainFileID()).take_front(Offset).rtrim();
  StringRef Line = Before.substr(Before.rfind('\n') + 1).ltrim();
  return Line.consume_front("#") && Line.ltrim().starts_with("pragma");
}

unsigned TextPlaces::line(SourceLocation Loc) const {
  Loc = SM.getExpansionLoc(outOfShim(Loc));
  // Of what the function includes: the directive.
  SourceLocation InMain = Loc;
  while (Home && InMain.isValid() && !offset(InMain))
    InMain = SM.getIncludeLoc(SM.getFileID(InMain));
  if (Home && InMain.isValid())
    return Lines.at(*offset(InMain), *Home);
  PresumedLoc Place = SM.getPresumedLoc(Loc);
  return Place.isValid() ? Place.getLine() : 0;
}

std::string TextPlaces::file(SourceLocation Loc) const {
  Loc = SM.getExpansionLoc(outOfShim(Loc));
  std::optional<unsigned> Offset = offset(Loc);
  bool IsMain = Offset && Lines.fileAt(*Offset) == -1;
  PresumedLoc Place = SM.getPresumedLoc(Loc, /*UseLineDirectives=*/!IsMain);
  return absolutePath(Place.isValid() ? Place.getFilename() : "", Directory);
}

} // namespace ipoint
