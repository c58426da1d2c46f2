//===- CompilerDriver.cpp - Standing in front of a C compiler -------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/CompilerDriver.h"
#include "driver/LinkCheck.h"
#include "driver/Refusals.h"
#include "clang/Basic/LangStandard.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace ipoint {

using Role = Argument::Role;
using Stage = CompilerCommand::Stage;

std::vector<std::string> parseFlags(ArrayRef<std::string> Words) {
  static constexpr StringRef Known[] = {
      "-ansi",          "-m32",           "-m64",
      "-mx32",          "-fsigned-char",  "-funsigned-char",
      "-fshort-enums",  "-fshort-wchar",  "-fms-extensions",
      "-fgnu89-inline", "-ffreestanding", "-fno-builtin"};
  std::vector<std::string> Flags;
  for (StringRef Word : Words) {
    if (is_contained(Known, Word)) {
      Flags.push_back(Word.str());
    } else if (StringRef Name = Word; Name.consume_front("-std=")) {
      // A standard newer than Clang knows is read as the newest.
      bool IsKnown = clang::LangStandard::getLangKind(Name) !=
                     clang::LangStandard::lang_unspecified;
      Flags.push_back(IsKnown ? Word.str() : "-std=gnu23");
    }
  }
  return Flags;
}

/// Flags that change what the preprocessor defines.
static bool changesTarget(StringRef Word) {
  return Word.starts_with("-m") || Word.starts_with("-O") ||
         Word.starts_with("-std=") || Word == "-ansi" ||
         Word.starts_with("--target=");
}

Error tellIfNotParsed(const database::Unit &Unit, StringRef File, bool Strict,
                      StringRef Tool) {
  if (!Unit.NotParsed)
    return Error::success();
  std::string What = (File + ": not instrumented: " + *Unit.NotParsed).str();
  if (Strict)
    return createStringError(inconvertibleErrorCode(), What);
  errs() << Tool << ": warning: " << What << '\n';
  return Error::success();
}

Expected<PreprocessedPreamble>
PreprocessedPreamble::make(ArrayRef<std::string> Compiler,
                           const Installation &Parts, ScratchFolder &Scratch) {
  static constexpr StringRef ClangMark = "ipoint_compiler_is_clang";
  std::string File = Scratch.file("preamble.c");
  std::string Text = Scratch.file("preamble.i");
  if (Error E = writeFile(File, ("#include \"ipoint/probe.h\"\n"
                                 "#ifdef __clang__\n" +
                                 ClangMark + "\n#endif\n")
                                    .str()))
    return E;
  std::vector<std::string> Words = Compiler.vec();
  Words.insert(Words.end(),
               {"-E", "-I" + Parts.IncludeDir, "-x", "c", File, "-o", Text});
  std::string Messages = Scratch.file("messages");
  Expected<int> Code = ipoint::run(Words, StringRef(Messages));
  if (!Code)
    return Code.takeError();
  Expected<std::string> Said = readFile(Messages);
  if (!Said)
    return Said.takeError();
  if (*Code != 0)
    return createStringError(inconvertibleErrorCode(),
                             Compiler[0] +
                                 ": ipoint/probe.h: " + firstError(*Said));
  Expected<std::string> Preprocessed = readFile(Text);
  if (!Preprocessed)
    return Preprocessed.takeError();
  PreprocessedPreamble Result{std::move(*Preprocessed), false};
  size_t Mark = Result.Text.find(ClangMark);
  if (Mark != std::string::npos) {
    Result.Text.erase(Mark, ClangMark.size());
    Result.IsClang = true;
  }
  return Result;
}

/// The name of the object that a compiler makes of \p File by itself.
static std::string defaultObject(StringRef File) {
  return (sys::path::stem(File) + ".o").str();
}

/// Sources that build systems write to try the compiler out.
bool CompilerDriver::isLeftAlone(const Argument &A) const {
  StringRef Name = sys::path::filename(A.Value);
  std::string Folder = currentDirectory();
  return A.Value == "-" || Name == "conftest.c" ||
         StringRef(Folder).contains("/CMakeFiles/CMakeScratch") ||
         StringRef(Folder).contains("/CMakeFiles/CMakeTmp") ||
         StringRef(A.Value).contains("/meson-private/");
}

void CompilerDriver::warn(const Twine &What) const {
  errs() << "ipoint-cc: warning: " << What << '\n';
}

Expected<int> CompilerDriver::run() {
  Stage Wanted = Command.stage();
  bool HasC = any_of(Command.arguments(), [&](const Argument &A) {
    return A.isC() && !isLeftAlone(A);
  });
  if (Command.isCPlusPlus())
    HasC = false;
  // Several sources for one object: the compiler says what is wrong with that.
  bool IsAmbiguous = Wanted == Stage::Object && !Command.output().empty() &&
                     count_if(Command.arguments(),
                              [](const Argument &A) { return A.isC(); }) > 1;
  if (Wanted == Stage::Other || (Wanted == Stage::Object && !HasC) ||
      IsAmbiguous)
    return become(Command.select([](const Argument &) { return true; }));
  if (!HasC)
    return link(Command.select([](const Argument &) { return true; }));
  Expected<ScratchFolder> Folder = ScratchFolder::make();
  if (!Folder)
    return Folder.takeError();
  Scratch.emplace(std::move(*Folder));
  return Wanted == Stage::Object ? compileObjects() : compileAndLink();
}

Expected<int> CompilerDriver::compileObjects() {
  int Result = 0;
  bool HasOther = false;
  for (const Argument &A : Command.arguments()) {
    HasOther |= A.R == Role::OtherInput;
    if (!A.isC())
      continue;
    std::string Object = Command.output().str();
    if (Object.empty())
      Object = defaultObject(A.Value);
    Expected<int> Code = compile(A, Object);
    if (!Code)
      return Code;
    Result = Result ? Result : *Code;
  }
  if (Result || !HasOther)
    return Result;
  return ipoint::run(
      Command.select([](const Argument &A) { return !A.isC(); }));
}

Expected<int> CompilerDriver::compileAndLink() {
  std::vector<std::string> Words(Command.compiler());
  for (const Argument &A : Command.arguments()) {
    // What decides how sources are read has done its work; for the linker's
    // inputs a language would be wrong.
    if (A.R == Role::Dependencies || A.R == Role::Language)
      continue;
    if (!A.isC()) {
      Words.insert(Words.end(), A.Words.begin(), A.Words.end());
      continue;
    }
    std::string Object = Scratch->file(defaultObject(A.Value));
    Expected<int> Code = compile(A, Object);
    if (!Code || *Code != 0)
      return Code;
    Words.push_back(Object);
  }
  return link(Words);
}

Expected<int> CompilerDriver::compile(const Argument &A,
                                      const std::string &Object) {
  if (isLeftAlone(A))
    return compilePlain(A, Object, /*WithDependencies=*/true);
  Source S;
  S.Path = A.Value;
  S.Preprocessed = true;
  S.Directory = currentDirectory();
  S.Flags = parseFlags(Command.select([](const Argument &) { return true; }));
  std::string TextPath = A.Value;
  if (A.R == Role::CSource) {
    TextPath = Scratch->file((sys::path::stem(A.Value) + ".i").str());
    Expected<int> Code = preprocess(A, Object, TextPath);
    if (!Code || *Code != 0)
      return Code;
  }
  Expected<std::string> Text = readFile(TextPath);
  if (!Text)
    return Text.takeError();
  S.Text = std::move(*Text);

  InstrumentOptions Options = instrumentOptions();
  std::vector<std::string> Target(Command.compiler());
  copy_if(Command.select([](const Argument &) { return true; }),
          std::back_inserter(Target), changesTarget);
  Expected<PreprocessedPreamble> Preamble =
      PreprocessedPreamble::make(Target, Parts, *Scratch);
  if (!Preamble) {
    // No port to this processor, for one.
    if (Chosen.Strict)
      return Preamble.takeError();
    warn(A.Value + ": not instrumented: " + toString(Preamble.takeError()));
    return compilePlain(A, Object, /*WithDependencies=*/true);
  }
  Options.Preamble = std::move(Preamble->Text);
  UnitInstrumenter Unit(S, std::move(Options));
  Expected<Instrumented> Result = Unit.instrument();
  if (!Result)
    return Result.takeError();
  if (Error E =
          tellIfNotParsed(Result->Unit, A.Value, Chosen.Strict, "ipoint-cc"))
    return E;
  InstrumentedCompile Compile{A, Unit, std::move(*Result), Object,
                              Preamble->IsClang};
  return compileInstrumented(Compile);
}

Expected<int> CompilerDriver::preprocess(const Argument &A,
                                         const std::string &Object,
                                         const std::string &Text) {
  std::vector<std::string> Words = Command.select([](const Argument &B) {
    return B.R == Role::Other || B.R == Role::Preprocessor ||
           B.R == Role::Dependencies;
  });
  if (Command.writesDependencies()) {
    // Dependencies are named as if the object were made in one step.
    if (!Command.namesDependencyFile()) {
      SmallString<128> File(Object);
      if (Command.stage() == Stage::Link)
        File = sys::path::stem(A.Value);
      sys::path::replace_extension(File, ".d");
      Words.insert(Words.end(), {"-MF", File.str().str()});
    }
    if (!Command.has("-MT") && !Command.has("-MQ")) {
      bool Links = Command.stage() == Stage::Link;
      Words.insert(Words.end(),
                   {"-MQ", Links ? defaultObject(A.Value) : Object});
    }
  }
  // Comments stay: a lost "fall through" would become a warning. At -g3 GCC
  // leaves the macros' definitions in the text, and -g0 takes them out.
  Words.insert(Words.end(),
               {"-g0", "-E", "-C", "-x", "c", A.Value, "-o", Text});
  return ipoint::run(Words);
}

/// What is left to say when preprocessed text is compiled.
static bool isForCompiling(const Argument &A) { return A.R == Role::Other; }

Expected<CompilerDriver::Outcome>
CompilerDriver::compileText(const InstrumentedCompile &C, StringRef Text,
                            ArrayRef<StringRef> More) {
  std::string File = Scratch->file((sys::path::stem(C.A.Value) + ".i").str());
  if (Error E = writeFile(File, Text))
    return E;
  std::vector<std::string> Words = Command.select(isForCompiling);
  // Under -pedantic Clang complains of the line markers that its own
  // preprocessor writes, and braces in braces soon reach its limit.
  if (C.IsClang)
    Words.insert(Words.end(),
                 {"-Wno-gnu-line-marker", "-fbracket-depth=1000000"});
  for (StringRef Word : More)
    Words.push_back(Word.str());
  Words.insert(Words.end(), {"-x", "cpp-output", File});
  std::string Messages = Scratch->file("messages");
  Expected<int> Code = ipoint::run(Words, StringRef(Messages));
  if (!Code)
    return Code.takeError();
  Expected<std::string> Said = readFile(Messages);
  if (!Said)
    return Said.takeError();
  return Outcome{*Code, std::move(*Said), File};
}

Expected<int> CompilerDriver::compileInstrumented(InstrumentedCompile &C) {
  Expected<Outcome> First =
      compileText(C, C.Result.Text, {"-c", "-o", C.Object});
  if (!First)
    return First.takeError();
  if (First->Said.empty())
    return First->Code;
  // A warning that only the probes have caused must not fail a build.
  bool Refused = First->Code != 0;
  if (Refused) {
    Expected<Outcome> Quiet =
        compileText(C, C.Result.Text, {"-w", "-c", "-o", C.Object});
    if (!Quiet)
      return Quiet.takeError();
    Refused = Quiet->Code != 0;
  }
  // Whatever there is to say, the user hears it about what the user wrote: its
  // columns and its lines.
  Expected<int> Code =
      compilePlain(C.A, Refused ? C.Object : "/dev/null", Refused);
  if (!Code || *Code != 0) {
    sys::fs::remove(C.Object);
    return Code;
  }
  return Refused ? compileWithoutRefused(C, firstError(First->Said)) : 0;
}

Expected<int> CompilerDriver::compileWithoutRefused(InstrumentedCompile &C,
                                                    StringRef FirstError) {
  // Each round finds what the one before has hidden.
  static constexpr unsigned MostRounds = 20;
  std::string By = Command.compiler().back() +
                   " refuses the instrumented text, not the original: ";
  SmallVector<std::string> Told;
  for (unsigned Round = 0; Round != MostRounds; ++Round) {
    Expected<Outcome> Located = compileText(
        C, withoutLineMarkers(C.Result.Text), {"-w", "-S", "-o", "/dev/null"});
    if (!Located)
      return Located.takeError();
    std::vector<Refusal> Refused =
        refusalsIn(Located->Said, Located->File, C.Result);
    if (Refused.empty())
      break;
    for (const Refusal &R : Refused) {
      C.Unit.leaveAlone(R.Function, By + R.Message);
      const database::Function &F = C.Result.Unit.Functions[R.Function];
      Told.push_back(C.Result.Unit.Files[F.File].Path + ":" +
                     std::to_string(F.Line) + ": function '" + F.Name +
                     "' not instrumented: " + By + R.Message);
    }
    Expected<Instrumented> Again = C.Unit.instrument();
    if (!Again)
      return Again.takeError();
    C.Result = std::move(*Again);
    Expected<Outcome> Compiled =
        compileText(C, C.Result.Text, {"-w", "-c", "-o", C.Object});
    if (!Compiled)
      return Compiled.takeError();
    if (Compiled->Code == 0) {
      if (Chosen.Strict)
        return failStrictly(C, Told.front());
      for (const std::string &Line : Told)
        warn(Line);
      return 0;
    }
  }
  return refuse(C, By + FirstError.str());
}

Error CompilerDriver::failStrictly(const InstrumentedCompile &C,
                                   const Twine &Reason) const {
  sys::fs::remove(C.Object);
  return createStringError(inconvertibleErrorCode(), Reason);
}

Expected<int> CompilerDriver::refuse(InstrumentedCompile &C,
                                     const std::string &Reason) {
  if (Chosen.Strict)
    return failStrictly(C, C.A.Value + ": " + Reason);
  warn(C.A.Value + ": not instrumented: " + Reason);
  C.Unit.leaveAllAlone(Reason);
  Expected<Instrumented> Stored = C.Unit.instrument();
  if (!Stored)
    return Stored.takeError();
  return compilePlain(C.A, C.Object, /*WithDependencies=*/false);
}

Expected<int> CompilerDriver::compilePlain(const Argument &A,
                                           const std::string &Object,
                                           bool WithDependencies) {
  std::vector<std::string> Words = Command.select([&](const Argument &B) {
    return B.R == Role::Other || B.R == Role::Preprocessor ||
           (WithDependencies && B.R == Role::Dependencies);
  });
  StringRef Language = A.R == Role::CSource ? "c" : "cpp-output";
  Words.insert(Words.end(),
               {"-c", "-x", Language.str(), A.Value, "-o", Object});
  return ipoint::run(Words);
}

InstrumentOptions CompilerDriver::instrumentOptions() const {
  InstrumentOptions Options;
  Options.Chosen = Chosen.Chosen;
  Options.DatabasePath = Chosen.DatabasePath;
  Options.Compiler = join(Command.compiler(), " ");
  Options.Flags = join(ArrayRef(Command.select(isForCompiling))
                           .drop_front(Command.compiler().size()),
                       " ");
  return Options;
}

Expected<int> CompilerDriver::link(ArrayRef<std::string> Words) {
  if (Error E = checkLink(CompilerCommand(Words)))
    return E;
  std::vector<std::string> Full(Words);
  // An object for a later link gets its runtime there.
  if (!Command.has("-r") && !Command.has("-nostdlib")) {
    bool IsStatic = Command.has("-static") || Command.has("-static-pie");
    Full.push_back("-L" + Parts.LibDir);
    if (!IsStatic)
      Full.push_back("-Wl,-rpath," + Parts.LibDir);
    Full.insert(Full.end(),
                {"-Wl,--push-state,--as-needed",
                 IsStatic ? "-l:libipoint.a" : "-lipoint", "-Wl,--pop-state"});
  }
  if (!Scratch)
    if (Error E = become(Full))
      return E;
  return ipoint::run(Full);
}

} // namespace ipoint
