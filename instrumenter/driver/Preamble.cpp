//===- Preamble.cpp - The probes' declarations, preprocessed --------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/Preamble.h"
#include "driver/Refusals.h"

using namespace llvm;

namespace ipoint {

using Role = Argument::Role;

Expected<PreprocessedPreamble> PreprocessedPreamble::make(
    const CompilerCommand &Command, const Installation &Parts,
    ArrayRef<std::string> Macros, ScratchFolder &Scratch) {
  static constexpr StringRef FactsBelow = "ipoint_facts_below";
  std::string File = Scratch.file("preamble.c");
  std::string Text = Scratch.file("preamble.i");
  if (Error E = writeFile(File, ("#include \"ipoint/probe.h\"\n" + FactsBelow +
                                 "\n" + TargetFacts::question())
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
  auto [Declarations, Facts] = StringRef(*Preprocessed).split(FactsBelow);
  PreprocessedPreamble Result{Declarations.str(), TargetFacts::read(Facts)};
  // Without the names of our temporary files the text is the same each time,
  // which is what compiler caches go by.
  for (size_t At; (At = Result.Text.find(File)) != std::string::npos;)
    Result.Text.replace(At, File.size(), "ipoint-preamble");
  return Result;
}

} // namespace ipoint
