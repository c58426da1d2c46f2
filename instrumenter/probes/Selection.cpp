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

/// Whether vendors give \p Section such a name for code in RAM.
static bool isCodeInRam(StringRef Section) {
  std::string Name = Section.lower();
  for (StringRef Other : {"program", "param", "frame"})
    for (size_t At; (At = Name.find(Other)) != std::string::npos;)
      Name.erase(At, Other.size());
  return any_of(ArrayRef<StringRef>(
                    {"ram", "tcm", "ccm", "time_critical", "quickaccess"}),
                [&](StringRef Part) { return StringRef(Name).contains(Part); });
}

std::optional<std::string> exceptionOnBareMetal(StringRef Name,
                                                StringRef Section) {
  // The names that CMSIS, C libraries and vendors give to what comes first.
  static constexpr StringRef StartUp[] = {"Reset_Handler",
                                          "ResetHandler",
                                          "ResetISR",
                                          "resetISR",
                                          "SystemInit",
                                          "SystemInit_ExtMemCtl",
                                          "__cmsis_start",
                                          "_start",
                                          "__start",
                                          "_cstart",
                                          "_c_int00",
                                          "_system_pre_init",
                                          "__libc_init_array",
                                          "_init",
                                          "__low_level_init",
                                          "__iar_program_start",
                                          "__main"};
  static constexpr StringRef NotMasked[] = {"NMI_Handler", "HardFault_Handler"};
  if (is_contained(StartUp, Name))
    return "start-up code: it may run before memory is initialised";
  if (is_contained(NotMasked, Name))
    return "probes cannot hold it back while they store a record";
  if (isCodeInRam(Section))
    return ("section '" + Section +
            "': code in RAM may run while flash, where probes are, cannot be "
            "read")
        .str();
  return std::nullopt;
}

void bindLoops(FoundFunction &F, const Selection &Chosen) {
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
