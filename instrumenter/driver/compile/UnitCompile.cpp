//===- UnitCompile.cpp - From one C source to an instrumented object ------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/compile/UnitCompile.h"
#include "database/Output.h"
#include "driver/compile/Instrument.h"
#include "driver/compile/LinkCheck.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace ipoint {

using Role = Argument::Role;
using Stage = CompilerCommand::Stage;

Error warnIfNotParsed(const Instrumented &Result, StringRef File, bool Strict,
                      StringRef Tool) {
  if (!Result.Unit.NotParsed || Result.IsRuntime)
    return Error::success();
  std::string What =
      (File + ": not instrumented: " + *Result.Unit.NotParsed).str();
  if (Strict)
    return createStringError(What);
  printMessage(Tool, "warning: " + What);
  return Error::success();
}

void UnitCompile::warn(const Twine &What) const {
  printMessage("ipoint-cc", "warning: " + What);
}

Error UnitCompile::keepStandardInput() {
  if (A.Value != "-")
    return Error::success();
  Expected<std::string> Text = readFile("-");
  if (!Text)
    return Text.takeError();
  StandardInput = Scratch.file("stdin");
  return writeFile(StandardInput, *Text);
}

Error UnitCompile::chooseObject(const std::string &Wanted, bool IsClang) {
  Expected<SideOutputs> Names = SideOutputs::of(Command, A, IsClang, Scratch);
  if (!Names)
    return Names.takeError();
  Side = std::move(*Names);
  Object = Wanted;
  IsForLink = Object.empty();
  if (Object.empty())
    Object = Side.Object;
  if (Object.empty())
    Object = Scratch.file(defaultObject(A.Value));
  // A compile that is killed leaves no part of an object. Where the compiler
  // names the files beside it after its output, the output is the object.
  Making = Command.has(Role::SideOutput) && Side.Flags.empty()
               ? Object
               : Scratch.file(sys::path::filename(Object));
  return Error::success();
}

Error UnitCompile::addToCompilationDatabase() const {
  auto IsDatabase = [](const Argument &B) {
    return B.R == Role::CompilationDatabase;
  };
  auto It = find_if(reverse(Command.arguments()), IsDatabase);
  if (It == Command.arguments().rend())
    return Error::success();
  std::vector<std::string> Words = Command.select([&](const Argument &B) {
    bool IsOtherInput = B.isC() && &B != &A;
    return !IsDatabase(B) && !IsOtherInput;
  });
  json::Object Entry{{"directory", currentDirectory()},
                     {"file", A.Value},
                     {"arguments", json::Array(ArrayRef(Words).drop_front(
                                       Command.compiler().size() - 1))}};
  if (!IsForLink)
    Entry["output"] = Object;
  StringRef Path =
      It->Value.empty() ? StringRef(It->Words[0]).drop_front(3) : It->Value;
  std::error_code Code;
  raw_fd_ostream OS(Path, Code, sys::fs::OF_Append);
  if (!Code) {
    OS << json::Value(std::move(Entry)) << ",\n";
    OS.close();
    Code = OS.error();
    OS.clear_error();
  }
  return Code ? createStringError(
                    Code, Path + ": cannot be written: " + Code.message())
              : Error::success();
}

Expected<int> UnitCompile::run(const std::string &Wanted) {
  if (Error E = keepStandardInput())
    return E;
  Expected<PreprocessedPreamble> Made = PreprocessedPreamble::make(
      Command, Parts, Chosen.ProbeMacros, Database, Scratch);
  if (!Made && Chosen.Strict)
    return Made.takeError();
  bool IsClang = Made && Made->Target.isClang();
  if (Error E = chooseObject(Wanted, IsClang))
    return E;
  if (Error E = addToCompilationDatabase())
    return E;
  if (Made)
    Preamble = std::move(*Made);
  Expected<int> Code = Made ? make() : makeWithoutProbes(Made.takeError());
  if (!Code && !Chosen.Strict)
    Code = makeWithoutRoom(Code.takeError());
  if (!Code || *Code != 0) {
    removeFile(Object);
    return Code;
  }
  if (Chosen.Twin)
    addTwin();
  if (Making != Object)
    if (Error E = putInPlace(Making, Object))
      return E;
  return Code;
}

Expected<int> UnitCompile::makeWithoutProbes(Error Why) {
  std::string Reason = toString(std::move(Why));
  Expected<int> Code = compilePlain(Into::Object, /*WithDependencies=*/true);
  // That a compiler cannot be started is another error.
  if (Code)
    warn(A.Value + ": not instrumented: " + Reason);
  return Code;
}

Expected<int> UnitCompile::makeWithoutRoom(Error Why) {
  bool IsRoom = false;
  visitErrors(Why, [&](const ErrorInfoBase &E) {
    std::error_code Code = E.convertToErrorCode();
    IsRoom |= Code == std::errc::no_space_on_device ||
              Code == std::errc::file_too_large ||
              Code == std::error_code(EDQUOT, std::generic_category());
  });
  if (!IsRoom)
    return Why;
  return makeWithoutProbes(std::move(Why));
}

Expected<int> UnitCompile::make() {
  startCompile();
  auto Ended = make_scope_exit([&] { Started.reset(); });
  std::string TextPath = A.Value;
  if (A.R == Role::CSource) {
    TextPath = Scratch.file();
    Expected<int> Code = preprocess(TextPath);
    if (!Code)
      return Code;
    if (*Code != 0) {
      Started.reset();
      return compileNotPreprocessed();
    }
  } else if (!StandardInput.empty()) {
    TextPath = StandardInput;
  }
  Expected<Source> S = readSource(TextPath);
  if (!S)
    return S.takeError();
  UnitInstrumenter Unit(*S, instrumentOptions(), Database);
  Expected<Instrumented> First = Unit.instrument();
  if (!First)
    return First.takeError();
  Result = std::move(*First);
  if (Error E = warnIfNotParsed(Result, A.Value, Chosen.Strict, "ipoint-cc"))
    return E;
  Expected<int> Code = compileInstrumented(Unit);
  if (!Code || *Code != 0)
    return Code;
  // The database holds what has become an object.
  if (Error E = Unit.store(Result.Unit))
    return E;
  if (!Side.KeptText.empty())
    if (Error E = writeFile(Side.KeptText, Result.Text))
      return E;
  return Code;
}

Source UnitCompile::withoutText() const {
  Source S;
  S.Path = StandardInput.empty() ? A.Value : "<stdin>";
  S.Preprocessed = true;
  S.Directory = currentDirectory();
  S.Words = Chosen.Words;
  return S;
}

Expected<Source> UnitCompile::readSource(const std::string &TextPath) const {
  Expected<std::string> Text = readFile(TextPath);
  if (!Text)
    return Text.takeError();
  Source S = withoutText();
  S.Flags = parseFlags(Command, Preamble.Target);
  S.TypeChecks = Preamble.Target.typeChecks();
  S.Handler = Preamble.Handler;
  S.Text = std::move(*Text);
  return S;
}

InstrumentOptions UnitCompile::instrumentOptions() const {
  InstrumentOptions Options;
  Options.Chosen = Chosen.Chosen;
  Options.Filter = Chosen.Filter;
  Options.Unit.Config = Chosen.ConfigPath;
  Options.Unit.Patterns = Chosen.ConfigPatterns;
  Options.Unit.Compiler = join(Command.compiler(), " ");
  // Of the same text, other macros make another program.
  Options.Unit.Flags = join(ArrayRef(Command.select([](const Argument &B) {
                              return B.isForCompiling() || B.isMacro();
                            })).drop_front(Command.compiler().size()),
                            " ");
  // What is compiled for a link alone has no object that stays.
  StringRef Output = Command.output();
  Options.Unit.Product =
      IsForLink ? (Output.empty() ? "a.out" : Output.str()) : Object;
  Options.Preamble = Preamble.Text;
  Options.NamesRecord = Command.optimisesAtLink();
  return Options;
}

bool UnitCompile::readsComments() const {
  return any_of(Command.arguments(), [](const Argument &B) {
    StringRef Word = B.Words[0];
    return Word.starts_with("-Wdocumentation") || Word == "-Weverything";
  });
}

Expected<int> UnitCompile::preprocess(const std::string &Text) {
  std::vector<std::string> Words = Command.select([](const Argument &B) {
    return B.isForCompiling() || B.isForPreprocessing() ||
           B.R == Role::Dependencies;
  });
  append_range(Words, Side.dependencyNames(Command, A, Object,
                                           Preamble.Target.isClang()));
  // The compile of the text warns of options that are of no use.
  if (Preamble.Target.isClang())
    Words.push_back("-Wno-unused-command-line-argument");
  else if (Command.has("-fpch-preprocess")) // would leave the header out
    Words.push_back("-fno-pch-preprocess");
  // Without comments (-C): they would be tokens, between a macro's name and its
  // arguments, say. At -g3 GCC leaves the macros' definitions in the text, and
  // -g0 takes them out.
  Words.insert(Words.end(), {"-g0", "-E", "-x", "c", A.Value, "-o", Text});
  Expected<Heard> Ran = runAndListen(Words, Scratch, StandardInput);
  if (!Ran)
    return Ran.takeError();
  OriginalMayWarn = !Ran->Said.empty() || readsComments();
  return Ran->Code;
}

Expected<int> UnitCompile::compileNotPreprocessed() {
  // The compile says what is wrong with the functions, too.
  Expected<int> Code = compilePlain(Into::Object, /*WithDependencies=*/true);
  if (!Code || *Code != 0)
    return Code;
  if (Chosen.Strict)
    return createStringError(A.Value + ": cannot be preprocessed apart");
  warn(A.Value + ": not instrumented: cannot be preprocessed apart");
  // The report lists it as that.
  Source Nothing = withoutText();
  UnitInstrumenter Unit(Nothing, instrumentOptions(), Database);
  Unit.instrumentNothing("cannot be preprocessed apart");
  Expected<Instrumented> Listed = Unit.instrument();
  if (!Listed)
    return Listed.takeError();
  if (Error E = Unit.store(Listed->Unit))
    return E;
  return 0;
}

std::string UnitCompile::textFile() const {
  return Scratch.file((sys::path::stem(A.Value) + ".i").str());
}

std::vector<std::string>
UnitCompile::commandForText(const std::string &File, Into Where,
                            ArrayRef<StringRef> More) const {
  bool MakesObject = Where == Into::Object;
  std::vector<std::string> Words = Command.select([&](const Argument &B) {
    return B.isForCompiling() || (MakesObject && B.R == Role::SideOutput) ||
           (A.R == Role::Preprocessed && B.R == Role::Charset);
  });
  if (MakesObject)
    append_range(Words, Side.Flags);
  // Under -pedantic Clang complains of the line markers that its own
  // preprocessor writes, and braces in braces soon reach its limit.
  if (Preamble.Target.isClang())
    Words.insert(Words.end(),
                 {"-Wno-gnu-line-marker", "-fbracket-depth=1000000"});
  for (StringRef Word : More)
    Words.push_back(Word.str());
  Words.insert(Words.end(),
               {MakesObject ? "-c" : "-S", "-o",
                MakesObject ? Making : "/dev/null", "-x", "cpp-output", File});
  return Words;
}

void UnitCompile::startCompile() {
  if (Command.has(Role::SideOutput) || !Command.isCompilerItself())
    return;
  std::string File = textFile();
  Started = StartedCompile::start(
      commandForText(File, Into::Object, WithoutErrors), File, Scratch);
}

Expected<UnitCompile::Outcome> UnitCompile::outcomeOf(Expected<Heard> Ran,
                                                      StringRef File) {
  if (!Ran)
    return Ran.takeError();
  return Outcome{Ran->Code, std::move(Ran->Said), File.str()};
}

Expected<UnitCompile::Outcome>
UnitCompile::compileText(StringRef Text, Into Where, ArrayRef<StringRef> More) {
  // The first is the one that has been started.
  if (std::unique_ptr<StartedCompile> First = std::move(Started))
    return outcomeOf(First->finish(Text), First->file());
  std::string File = textFile();
  if (Error E = writeFile(File, Text))
    return E;
  DeepStacks Deep;
  return outcomeOf(runAndListen(commandForText(File, Where, More), Scratch),
                   File);
}

Expected<int> UnitCompile::compilePlain(Into Where, bool WithDependencies) {
  bool MakesObject = Where == Into::Object;
  std::vector<std::string> Words = Command.select([&](const Argument &B) {
    return B.isForCompiling() || B.isForPreprocessing() ||
           (MakesObject && B.R == Role::SideOutput) ||
           (WithDependencies && B.R == Role::Dependencies);
  });
  if (MakesObject)
    append_range(Words, Side.Flags);
  if (WithDependencies)
    append_range(Words, Side.dependencyNames(Command, A, Object,
                                             Preamble.Target.isClang()));
  StringRef Language = A.R == Role::CSource ? "c" : "cpp-output";
  Words.insert(Words.end(), {"-c", "-x", Language.str(), A.Value, "-o",
                             MakesObject ? Making : "/dev/null"});
  return ipoint::run(Words, {.StandardInput = StandardInput});
}

void UnitCompile::addTwin() {
  std::string Plain = Scratch.file("twin.o");
  std::vector<std::string> Words = Command.select([](const Argument &B) {
    return B.isForCompiling() || B.isForPreprocessing() ||
           StringRef(B.Words[0]).starts_with("-fprofile-use");
  });
  // Samples find inlined functions by it, and the code stays the same. The
  // user's own options come later, and so decide.
  Words.insert(
      Words.begin() + static_cast<ptrdiff_t>(Command.compiler().size()), "-g");
  StringRef Language = A.R == Role::CSource ? "c" : "cpp-output";
  Words.insert(Words.end(),
               {"-w", "-c", "-x", Language.str(), A.Value, "-o", Plain});
  DeepStacks Deep;
  Expected<Heard> Ran = runAndListen(Words, Scratch, StandardInput);
  Error Why = !Ran ? Ran.takeError()
              : Ran->Code != 0
                  ? createStringError(whyRefused(Ran->Code, Ran->Said))
                  : embedTwin(Making, Plain);
  if (Why)
    warn(A.Value + ": has no plain twin: " + toString(std::move(Why)));
}

} // namespace ipoint
