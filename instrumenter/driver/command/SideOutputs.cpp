//===- SideOutputs.cpp - Files that a compile leaves beside the object ----===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/command/SideOutputs.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/StringSaver.h"

using namespace llvm;

namespace ipoint {

using Role = Argument::Role;
using Stage = CompilerCommand::Stage;

std::string defaultObject(StringRef File) {
  return (sys::path::stem(File) + ".o").str();
}

/// Whether temporary files are kept, and if so beside the output (not in the
/// working directory), as the last -save-temps wants it.
static std::optional<bool> keepsBesideOutput(const CompilerCommand &Command) {
  std::optional<bool> Result;
  for (const Argument &A : Command.arguments()) {
    StringRef Word = StringRef(A.Words[0]).ltrim('-');
    if (Word.consume_front("save-temps"))
      Result = Word == "=obj";
  }
  return Result;
}

/// The words of GCC's own calls of its compiler proper for \p Source, as -###
/// prints them.
static Expected<std::vector<std::string>>
compilerProper(const CompilerCommand &Command, StringRef Source,
               ScratchFolder &Scratch) {
  std::vector<std::string> Words = {Command.compiler().back()};
  append_range(Words, Command.words().drop_front(Command.compiler().size()));
  Words.push_back("-###");
  Expected<Heard> Ran = runAndListen(Words, Scratch, "/dev/null");
  if (!Ran)
    return Ran.takeError();
  BumpPtrAllocator Allocator;
  StringSaver Saver(Allocator);
  std::vector<std::string> Result;
  for (StringRef Line : split(Ran->Said, '\n')) {
    if (!Line.starts_with(" "))
      continue;
    SmallVector<const char *, 64> Raw;
    cl::TokenizeGNUCommandLine(Line, Saver, Raw);
    std::vector<std::string> Call(Raw.begin(), Raw.end());
    if (Call.empty() || sys::path::stem(Call[0]) != "cc1" ||
        (Result.empty() && !is_contained(Call, Source)))
      continue;
    append_range(Result, Call);
    // Under -save-temps one call preprocesses and the next compiles.
    if (!is_contained(Call, "-E"))
      break;
  }
  return Result;
}

/// The value of the first of \p Options in \p Words, which take one.
static std::optional<std::string> valueIn(ArrayRef<std::string> Words,
                                          ArrayRef<StringRef> Options) {
  for (size_t I = 0; I + 1 < Words.size(); ++I)
    if (is_contained(Options, StringRef(Words[I])))
      return Words[I + 1];
  return std::nullopt;
}

static Expected<SideOutputs> ofGcc(const CompilerCommand &Command,
                                   const Argument &A, ScratchFolder &Scratch) {
  Expected<std::vector<std::string>> Proper =
      compilerProper(Command, A.Value, Scratch);
  if (!Proper)
    return Proper.takeError();
  SideOutputs Result;
  for (StringRef Option : {"-dumpdir", "-dumpbase", "-dumpbase-ext"})
    if (std::optional<std::string> Value = valueIn(*Proper, Option))
      Result.Flags.insert(Result.Flags.end(), {Option.str(), *Value});
  // Without one GCC would take the folder of its output.
  if (!Result.Flags.empty() && Result.Flags.front() != "-dumpdir")
    Result.Flags.insert(Result.Flags.end(), {"-dumpdir", ""});
  if (keepsBesideOutput(Command)) {
    std::string Folder = valueIn(*Proper, {"-dumpdir"}).value_or("");
    std::string Extension = valueIn(*Proper, {"-dumpbase-ext"}).value_or("");
    std::string Base = valueIn(*Proper, {"-dumpbase"})
                           .value_or(sys::path::stem(A.Value).str());
    StringRef Stem = Base;
    Stem.consume_back(Extension);
    Result.KeptText = Folder + Stem.str() + ".i";
    if (Command.stage() == Stage::Link)
      Result.Object = Result.KeptObject = Folder + Stem.str() + ".o";
  }
  if (Command.writesDependencies())
    Result.DependencyFile = valueIn(*Proper, {"-MD", "-MMD"}).value_or("");
  return Result;
}

static SideOutputs ofClang(const CompilerCommand &Command, const Argument &A) {
  SideOutputs Result;
  bool Links = Command.stage() == Stage::Link;
  StringRef Output = Command.output();
  // Clang names these files after the object in its command line.
  if (Links)
    Result.Object =
        (Output.empty() ? "a" : Output.str()) + "-" + defaultObject(A.Value);
  if (std::optional<bool> BesideOutput = keepsBesideOutput(Command)) {
    SmallString<128> Kept;
    if (*BesideOutput)
      Kept = sys::path::parent_path(Output);
    sys::path::append(Kept, sys::path::stem(A.Value));
    Result.KeptText = (Kept + ".i").str();
    if (Links)
      Result.KeptObject = (Kept + ".o").str();
  }
  return Result;
}

Expected<SideOutputs> SideOutputs::of(const CompilerCommand &Command,
                                      const Argument &A, bool IsClang,
                                      ScratchFolder &Scratch) {
  bool Links = Command.stage() == Stage::Link;
  if (IsClang)
    return Command.has(Role::SideOutput) ? ofClang(Command, A) : SideOutputs();
  if (Command.has(Role::SideOutput) || (Links && Command.writesDependencies()))
    return ofGcc(Command, A, Scratch);
  return SideOutputs();
}

std::vector<std::string>
SideOutputs::dependencyNames(const CompilerCommand &Command, const Argument &A,
                             StringRef CompiledTo, bool IsClang) const {
  std::vector<std::string> Names;
  // Clang's driver sees through -Wp, GCC's does not.
  if (!Command.writesDependencies() &&
      !(IsClang && Command.has(Role::Dependencies)))
    return Names;
  auto Has = [&](StringRef Start) {
    return any_of(Command.arguments(), [&](const Argument &B) {
      return B.R == Role::Dependencies &&
             StringRef(B.Words[0]).starts_with(Start);
    });
  };
  std::string Output = Command.output().str();
  if (Command.stage() == Stage::Object)
    Output = CompiledTo;
  if (Command.writesDependencies() && !Has("-MF")) {
    SmallString<128> File(Output.empty() ? sys::path::filename(A.Value)
                                         : StringRef(Output));
    sys::path::replace_extension(File, ".d");
    Names.insert(Names.end(), {"-MF", DependencyFile.empty() ? File.str().str()
                                                             : DependencyFile});
  }
  if (!Has("-MT") && !Has("-MQ"))
    Names.insert(Names.end(),
                 {"-MQ", Output.empty() ? defaultObject(A.Value) : Output});
  return Names;
}

} // namespace ipoint
