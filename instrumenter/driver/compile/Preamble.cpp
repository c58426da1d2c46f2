//===- Preamble.cpp - The probes' declarations, preprocessed --------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/compile/Preamble.h"
#include "driver/compile/Refusals.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace ipoint {

using Role = Argument::Role;

/// What is no plain character is written by its number, which no character set
/// and no trigraph changes.
std::string defineDatabase(StringRef Path) {
  SmallString<256> Whole(Path);
  (void)sys::fs::make_absolute(Whole); // without a working folder, as named
  sys::path::remove_dots(Whole);
  std::string Result = "#define IPOINT_DATABASE \"";
  for (unsigned char C : Whole)
    if (isAlnum(static_cast<char>(C)) ||
        StringRef("/._-+ ").contains(static_cast<char>(C)))
      Result += static_cast<char>(C);
    else
      Result += formatv("\\{0}{1}{2}", C >> 6, C >> 3 & 7, C & 7).str();
  return Result + "\"\n";
}

/// \p Text without its line markers.
static std::string inOneLine(StringRef Text) {
  SmallVector<StringRef> Lines;
  Text.split(Lines, '\n', -1, false);
  erase_if(Lines, [](StringRef Line) { return Line.starts_with("#"); });
  return StringRef(join(Lines, " ")).trim().str();
}

/// What the compiler of \p Command prints under -dumpmachine; empty if it does
/// not take that.
static std::string machineOf(const CompilerCommand &Command,
                             ScratchFolder &Scratch) {
  std::vector<std::string> Words =
      Command.select([](const Argument &A) { return A.R == Role::Target; });
  Words.push_back("-dumpmachine");
  std::string File = Scratch.file("machine");
  Expected<int> Code = run(Words, {.StandardOutput = File,
                                   .StandardError = Scratch.file("messages")});
  if (!Code || *Code != 0) {
    consumeError(Code.takeError());
    return "";
  }
  Expected<std::string> Machine = readFile(File);
  if (Machine)
    return std::move(*Machine);
  consumeError(Machine.takeError());
  return "";
}

Expected<PreprocessedPreamble> PreprocessedPreamble::make(
    const CompilerCommand &Command, const Installation &Parts,
    ArrayRef<std::string> Macros, StringRef Database, ScratchFolder &Scratch) {
  static constexpr StringRef HandlerBelow = "ipoint_handler_below",
                             FactsBelow = "ipoint_facts_below";
  std::string File = Scratch.file("preamble.c");
  std::string Text = Scratch.file("preamble.i");
  if (Error E = writeFile(File, (defineDatabase(Database) +
                                 "#include \"ipoint/probe.h\"\n" +
                                 HandlerBelow + "\nIPOINT_HANDLER\n" +
                                 FactsBelow + "\n" + TargetFacts::question())
                                    .str()))
    return E;
  // The probes are others where the compiler optimises, or is told so.
  std::vector<std::string> Words = Command.select([](const Argument &A) {
    return A.R == Role::Target || A.R == Role::Standard ||
           StringRef(A.Words[0]).starts_with("-O") ||
           StringRef(A.Words[0]).starts_with("-DIPOINT_");
  });
  append_range(Words, Macros);
  Words.insert(Words.end(),
               {"-E", "-I" + Parts.IncludeDir, "-x", "c", File, "-o", Text});
  Expected<Heard> Ran = runAndListen(Words, Scratch);
  if (!Ran)
    return Ran.takeError();
  if (Ran->Code != 0)
    return createStringError(inconvertibleErrorCode(),
                             Words[0] +
                                 ": ipoint/probe.h: " + firstError(Ran->Said));
  Expected<std::string> Preprocessed = readFile(Text);
  if (!Preprocessed)
    return Preprocessed.takeError();
  auto [Above, Facts] = StringRef(*Preprocessed).split(FactsBelow);
  auto [Declarations, Handler] = Above.split(HandlerBelow);
  PreprocessedPreamble Result{
      Declarations.str(), TargetFacts::read(machineOf(Command, Scratch), Facts),
      inOneLine(Handler)};
  // Without the names of our temporary files the text is the same each time,
  // which is what compiler caches go by.
  for (size_t At; (At = Result.Text.find(File)) != std::string::npos;)
    Result.Text.replace(At, File.size(), "ipoint-preamble");
  return Result;
}

} // namespace ipoint
