//===- Selection.cpp - Which functions are instrumented, and how ----------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lib/Selection.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/GlobPattern.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

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
    return createStringError(inconvertibleErrorCode(), "it is empty");
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

bool Rule::matches(StringRef Function, StringRef File) const {
  auto MatchesAny = [](ArrayRef<Pattern> Patterns, StringRef Text) {
    return Patterns.empty() ||
           any_of(Patterns, [&](const Pattern &P) { return P.match(Text); });
  };
  return MatchesAny(Functions, Function) && MatchesAny(Files, File);
}

Selected Selection::of(const FoundFunction &F) const {
  Selected Result{Default, std::nullopt};
  for (const Rule &R : Rules) {
    if (!R.matches(F.Name, F.File))
      continue;
    Result.Chosen.L = R.L.value_or(Result.Chosen.L);
    Result.Chosen.C = R.C.value_or(Result.Chosen.C);
    if (R.Instrument && *R.Instrument)
      Result.Excluded.reset();
    else if (R.Instrument)
      Result.Excluded = "excluded by " + R.Origin;
  }
  return Result;
}

std::string describeChoices(const FoundUnit &Found, const Selection &Chosen) {
  std::string Text;
  raw_string_ostream OS(Text);
  for (auto [Index, F] : enumerate(Found.Functions)) {
    Selected S = Chosen.of(F);
    if (S.Excluded)
      OS << '\n' << Index << " excluded";
    else if (!(S.Chosen == Chosen.Default))
      OS << '\n'
         << Index << ' ' << nameOf(S.Chosen.L) << ' ' << nameOf(S.Chosen.C);
  }
  return Text;
}

} // namespace ipoint
