//===- Selection.cpp - Which functions are instrumented, and how ----------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "probes/Selection.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/GlobPattern.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using ipoint::database::TimedIpoints;

namespace ipoint {

/// More alternatives in braces than this are a mistake.
static constexpr size_t MaxAlternatives = 1024;

/// The matcher refers to the text, which must therefore not move.
struct Pattern::State {
  std::string Text;
  std::optional<GlobPattern> Glob;
};

Expected<Pattern> Pattern::create(StringRef Text) {
  if (Text.empty())
    return createStringError("it is empty");
  auto Made = std::make_shared<State>();
  Made->Text = Text.str();
  Expected<GlobPattern> Glob = GlobPattern::create(Made->Text, MaxAlternatives);
  if (!Glob)
    return Glob.takeError();
  Made->Glob = std::move(*Glob);
  Pattern Result;
  Result.S = std::move(Made);
  return Result;
}

Expected<Pattern> Pattern::createForFiles(StringRef Text, StringRef Folder) {
  if (Text.empty() || Text.starts_with("/") || Text.starts_with("*"))
    return create(Text);
  SmallString<128> Start(Folder);
  for (;;) {
    if (Text.consume_front("../"))
      sys::path::remove_filename(Start);
    else if (!Text.consume_front("./"))
      break;
  }
  std::string Whole;
  for (char C : Start) {
    if (StringRef("*?[]{}\\").contains(C))
      Whole += '\\';
    Whole += C;
  }
  if (!StringRef(Whole).ends_with("/"))
    Whole += '/';
  return create(Whole + Text.str());
}

bool Pattern::match(StringRef Text) const { return S->Glob->match(Text); }

StringRef Pattern::glob() const { return S->Text; }

static bool matchesAny(ArrayRef<Pattern> Patterns, StringRef Text) {
  return Patterns.empty() ||
         any_of(Patterns, [&](const Pattern &P) { return P.match(Text); });
}

static bool holdsLine(const FoundFunction &F, unsigned Line) {
  return F.At.Written.Line <= Line && Line <= F.EndLine;
}

bool Rule::matches(StringRef Function, StringRef File) const {
  return matchesAny(Functions, Function) && matchesAny(Files, File);
}

bool MarkRule::matches(const FoundFunction &F) const {
  return holdsLine(F, Line) && matchesAny(Files, F.File);
}

bool BoundRule::matches(const FoundFunction &F) const {
  return (!Line || holdsLine(F, Line)) && matchesAny(Functions, F.Name) &&
         matchesAny(Files, F.File);
}

bool Selection::isInterrupt(const FoundFunction &F) const {
  return F.IsInterrupt ||
         any_of(Interrupts, [&](const Pattern &P) { return P.match(F.Name); });
}

Selected Selection::of(const FoundFunction &F) const {
  Selected Result{Default, F.Excepted};
  for (const Rule &R : Rules) {
    if (!R.matches(F.Name, F.File))
      continue;
    Result.Chosen.L = R.L.value_or(Result.Chosen.L);
    Result.Chosen.C = R.C.value_or(Result.Chosen.C);
    Result.Chosen.S = R.S.value_or(Result.Chosen.S);
    if (R.Instrument && *R.Instrument)
      Result.Excluded.reset();
    else if (R.Instrument)
      Result.Excluded = "excluded by " + R.Origin;
  }
  auto Worth = WorthTiming.find({F.File, F.Name});
  if (Worth == WorthTiming.end())
    return Result;
  if (Result.Chosen.C == TimedIpoints::Auto)
    Result.Chosen.TimesCalls = Worth->second != TimedIpoints::None;
  else
    Result.Chosen.C = Worth->second;
  return Result;
}

std::vector<RequestedMark> Selection::marksOf(const FoundFunction &F) const {
  std::vector<RequestedMark> Result;
  for (const MarkRule &M : Marks)
    if (M.matches(F))
      Result.push_back({M.Line, M.Name, M.Origin});
  return Result;
}

/// Gives the loops of \p F the bounds that \p Chosen has for them, and lists
/// those that fit no loop.
static void bindLoops(FoundFunction &F, const Selection &Chosen) {
  if (F.NotInstrumented)
    return;
  for (const BoundRule &R : Chosen.Bounds) {
    if (!R.matches(F))
      continue;
    SmallVector<FoundLoop *, 1> Meant;
    for (FoundLoop &L : F.Loops)
      if (R.Line ? L.Line == R.Line : L.Name == R.Loop)
        Meant.push_back(&L);
    if (Meant.size() == 1) {
      Meant[0]->Bound = R.Bound;
      Meant[0]->BoundFrom = R.Origin;
      continue;
    }
    std::string Why = !Meant.empty()
                          ? "several loops begin here; name one by its 'loop'"
                      : R.Line ? "no loop begins here"
                               : "no loop is called " + R.Loop;
    F.WithoutProbe.push_back({R.Line ? R.Line : F.At.Written.Line,
                              R.Origin + ": " + Why, std::nullopt});
  }
}

void applyChoices(FoundUnit &Found, const Selection &Chosen) {
  for (FoundFunction &F : Found.Functions) {
    if (std::optional<std::string> Reason = Chosen.of(F).Excluded)
      doNotInstrument(F, *Reason);
    bindLoops(F, Chosen);
  }
}

std::string describeChoices(const FoundUnit &Found, const Selection &Chosen) {
  std::string Text;
  raw_string_ostream OS(Text);
  if (Chosen.TailCalls)
    OS << "\ntail calls";
  if (Chosen.MostPaths != Selection::UsualPaths)
    OS << "\npaths " << Chosen.MostPaths;
  for (auto [Index, F] : enumerate(Found.Functions)) {
    Selected S = Chosen.of(F);
    if (S.Excluded)
      OS << '\n' << Index << " excluded";
    else if (!(S.Chosen == Chosen.Default))
      OS << '\n'
         << Index << ' ' << nameOf(S.Chosen.L) << ' ' << nameOf(S.Chosen.C)
         << ' ' << nameOf(S.Chosen.S)
         << (S.Chosen.TimesCalls ? "" : " in windows");
    if (S.Excluded)
      continue;
    for (const MarkRule &M : Chosen.Marks)
      if (M.matches(F))
        OS << '\n' << Index << " mark " << M.Line << ' ' << M.Name;
    for (const BoundRule &B : Chosen.Bounds)
      if (B.matches(F))
        OS << '\n' << Index << " bound " << B.Line << B.Loop << ' ' << B.Bound;
  }
  return Text;
}

} // namespace ipoint
