//===- CompilerCommand.cpp - What a compiler call asks for ----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/command/CompilerCommand.h"
#include "database/Input.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include <cstdlib>
#include <unistd.h>

#if __has_include("clang/Options/Options.h") // since LLVM 22
#include "clang/Options/Options.h"
namespace clangs = clang;
#else
#include "clang/Driver/Options.h"
namespace clangs = clang::driver;
#endif

using namespace llvm;

namespace ipoint {

using Role = Argument::Role;

/// How many words the option in front of \p Words has. Clang's table of options
/// knows nearly all of GCC's too; the rest is here.
static size_t countWords(ArrayRef<std::string> Words) {
  static constexpr StringRef OnlyGcc[] = {"-aux-info", "-dumpbase",
                                          "-dumpbase-ext", "-wrapper"};
  if (is_contained(OnlyGcc, Words[0]))
    return std::min<size_t>(2, Words.size());
  constexpr size_t Most = 4; // of any option's words
  SmallVector<const char *, Most> Raw;
  for (const std::string &Word : Words.take_front(Most))
    Raw.push_back(Word.c_str());
  opt::InputArgList Args(Raw.begin(), Raw.end());
  unsigned Next = 0;
  std::unique_ptr<opt::Arg> A = clangs::getDriverOptTable().ParseOneArg(
      Args, Next, opt::Visibility(clangs::options::ClangOption));
  // None: its value is missing. The rest of the line belongs to no option here.
  if (!A || A->getOption().getKind() == opt::Option::RemainingArgsClass)
    return 1;
  return std::min<size_t>(Next, Raw.size());
}

/// Whether \p Option is one of \p Words, or begins with one of \p Starts.
static bool isOneOf(StringRef Option, ArrayRef<StringRef> Words,
                    ArrayRef<StringRef> Starts = {}) {
  return is_contained(Words, Option) || any_of(Starts, [&](StringRef Start) {
           return Option.starts_with(Start);
         });
}

static bool isPreprocessorOption(StringRef Option) {
  return isOneOf(Option, {"-Xpreprocessor"},
                 {"-I", "-D", "-U", "-A", "-Wp,", "-iquote", "-isystem",
                  "-idirafter", "-include", "-imacros", "-iwithprefix",
                  "-iprefix", "-nostdinc"});
}

static Role roleOf(StringRef Option) {
  // Of what the compiler does instead of compiling to an object, and -c; from
  // -cc1 on Clang's.
  if (isOneOf(Option, {"-c", "-S", "-E", "-fsyntax-only", "-M", "-MM", "-cc1",
                       "-cc1as", "--analyze", "-emit-ast", "--precompile",
                       "-extract-api", "-verify-pch", "-module-file-info",
                       "-rewrite-objc", "-rewrite-legacy-objc", "--migrate",
                       "-emit-interface-stubs", "-emit-merged-ifs"}))
    return Role::Mode;
  if (Option == "-x")
    return Role::Language;
  if (Option == "-o")
    return Role::Output;
  if (Option.starts_with("-MJ"))
    return Role::CompilationDatabase;
  if (isOneOf(Option, {}, {"-M", "-Wp,-M"}))
    return Role::Dependencies;
  if (Option.starts_with("-finput-charset="))
    return Role::Charset;
  if (isPreprocessorOption(Option))
    return Role::Preprocessor;
  if (isOneOf(Option,
              {"-Xlinker", "-u", "-z", "-e", "-s", "-rdynamic",
               "-nodefaultlibs", "-nostdlib", "-static", "-shared", "-r",
               "-pie", "-no-pie"},
              {"-l", "-L", "-Wl,", "-T", "-nostartfiles", "-static-"}))
    return Role::Linker;
  if (isOneOf(Option,
              {"--coverage", "-coverage", "-ftest-coverage", "-fprofile-arcs",
               "-gsplit-dwarf", "-fstack-usage", "-ftime-trace"},
              {"-save-temps", "--save-temps", "-fdump-", "-fcallgraph-info",
               "-fprofile-generate", "-fprofile-use",
               "-gsplit-dwarf=", "-fsave-optimization-record"}))
    return Role::SideOutput;
  if (isOneOf(Option, {}, {"-dumpbase", "-dumpdir"}))
    return Role::SideName;
  if (Option != "-mllvm" &&
      isOneOf(Option,
              {"-target", "-arch", "-fsigned-char", "-funsigned-char",
               "-fno-signed-char", "-fno-unsigned-char", "-fshort-enums",
               "-fno-short-enums", "-fshort-wchar", "-fno-short-wchar"},
              {"--target=", "-m"}))
    return Role::Target;
  return isOneOf(Option, {"-ansi"}, {"-std=", "--std="}) ? Role::Standard
                                                         : Role::Other;
}

static Role roleOfInput(StringRef File, StringRef Language) {
  if (!Language.empty() && Language != "none")
    return StringSwitch<Role>(Language)
        .Case("c", Role::CSource)
        .Case("cpp-output", Role::Preprocessed)
        .Default(Role::OtherInput);
  return StringSwitch<Role>(sys::path::extension(File))
      .Case(".c", Role::CSource)
      .Case(".i", Role::Preprocessed)
      .Default(Role::OtherInput);
}

/// Headers are compiled to precompiled ones.
static bool isHeader(const Argument &A, StringRef Language) {
  if (Language.ends_with("-header"))
    return true;
  return (Language.empty() || Language == "none") &&
         is_contained({".h", ".hh", ".hpp", ".hxx", ".H"},
                      sys::path::extension(A.Value));
}

/// Programs that stand in front of a compiler and run it.
static bool isLauncher(StringRef Program) {
  StringRef Name = sys::path::filename(Program);
  return Name == "ccache" || Name == "sccache" || Name == "distcc";
}

CompilerCommand::CompilerCommand(ArrayRef<std::string> Words)
    : Original(Words) {
  size_t Launchers = 0;
  while (Launchers + 1 < Words.size() && isLauncher(Words[Launchers]))
    ++Launchers;
  Compiler.assign(Words.begin(), Words.begin() + Launchers + 1);

  ArrayRef<std::string> Rest = Words.drop_front(Launchers + 1);
  Expected<std::vector<std::string>> Expanded = expandResponseFiles(Rest);
  if (Expanded) {
    parse(*Expanded);
  } else { // the compiler gives the reason
    consumeError(Expanded.takeError());
    parse(Rest);
  }
}

void CompilerCommand::parse(ArrayRef<std::string> Words) {
  std::string Language;
  while (!Words.empty()) {
    StringRef Word = Words.front();
    if (Word.size() > 1 && Word.starts_with("-")) {
      Arguments.push_back(parseOption(Words));
      if (Arguments.back().R == Role::Language)
        Language = Arguments.back().Value;
      continue;
    }
    Arguments.push_back(
        {roleOfInput(Word, Language), {Word.str()}, Word.str()});
    Words = Words.drop_front();
  }
}

/// How many words an option of the preprocessor takes that goes past Clang's
/// driver, as CMake passes precompiled headers: -Xclang -include-pch -Xclang
/// FILE. 0: that is not what \p Words begins with.
static size_t countPassedOn(ArrayRef<std::string> Words) {
  if (Words.size() < 2 || Words[0] != "-Xclang" ||
      !isPreprocessorOption(Words[1]))
    return 0;
  bool HasMore = Words.size() >= 4 && Words[2] == "-Xclang";
  return HasMore && countWords({Words[1], Words[3]}) == 2 ? 4 : 2;
}

/// Takes one option with its value off the front of \p Words.
Argument CompilerCommand::parseOption(ArrayRef<std::string> &Words) const {
  StringRef Word = Words.front();
  size_t PassedOn = countPassedOn(Words);
  size_t Count = PassedOn ? PassedOn : countWords(Words);
  Argument Result{PassedOn ? Role::Preprocessor : roleOf(Word),
                  Words.take_front(Count).vec(), ""};
  if (Count > 1) {
    Result.Value = Words[1];
  } else if (Word.starts_with("-o") || Word.starts_with("-x")) {
    // The value in the same word; other options that begin with these letters
    // do not exist.
    Result.R = Word.starts_with("-o") ? Role::Output : Role::Language;
    Result.Value = Word.drop_front(2);
  }
  Words = Words.drop_front(Count);
  return Result;
}

CompilerCommand::Stage CompilerCommand::stage() const {
  bool HasInput = false, Compiles = false;
  StringRef Language;
  for (const Argument &A : Arguments) {
    if (A.R == Role::Mode && A.Words[0] != "-c")
      return Stage::Other;
    if (A.R == Role::Language)
      Language = A.Value;
    if (A.R == Role::OtherInput && isHeader(A, Language))
      return Stage::Other;
    Compiles |= A.R == Role::Mode;
    HasInput |= A.isC() || A.R == Role::OtherInput;
  }
  if (!HasInput || has("-###") || has("--version") || has("--help"))
    return Stage::Other;
  return Compiles ? Stage::Object : Stage::Link;
}

bool CompilerCommand::isCPlusPlus() const {
  StringRef Name = sys::path::filename(Compiler.back());
  return Name.contains("++");
}

bool CompilerCommand::has(StringRef Word) const {
  return any_of(Arguments,
                [&](const Argument &A) { return A.Words.front() == Word; });
}

bool CompilerCommand::has(Role R) const {
  return any_of(Arguments, [&](const Argument &A) { return A.R == R; });
}

StringRef CompilerCommand::output() const {
  for (const Argument &A : reverse(Arguments))
    if (A.R == Role::Output)
      return A.Value;
  return "";
}

bool CompilerCommand::writesDependencies() const {
  return has("-MD") || has("-MMD");
}

bool CompilerCommand::optimisesAtLink() const {
  for (const Argument &A : reverse(Arguments)) {
    StringRef Word = A.Words.front();
    if (Word == "-flto" || Word.starts_with("-flto="))
      return true;
    if (Word == "-fno-lto")
      break;
  }
  return has("-emit-llvm");
}

std::vector<std::string>
CompilerCommand::select(function_ref<bool(const Argument &)> Wanted) const {
  std::vector<std::string> Words = Compiler;
  for (const Argument &A : Arguments)
    if (Wanted(A))
      Words.insert(Words.end(), A.Words.begin(), A.Words.end());
  return Words;
}

std::optional<std::string> compilerOfName(StringRef Argv0) {
  StringRef Name = sys::path::filename(Argv0);
  if (Name == "ipoint-cc")
    return std::nullopt;
  Name.consume_front("ipoint-");
  return Name.str();
}

static std::string resolved(const Twine &Path) {
  SmallString<128> Result;
  if (sys::fs::real_path(Path, Result))
    return "";
  return Result.str().str();
}

std::vector<std::string> programsOfName(StringRef Name) {
  if (Name.contains('/'))
    return {Name.str()};
  std::vector<std::string> Result;
  std::string Folders = sys::Process::GetEnv("PATH").value_or("");
  for (StringRef Folder : split(Folders, ':')) {
    SmallString<128> Path(Folder.empty() ? "." : Folder);
    sys::path::append(Path, Name);
    if (sys::fs::can_execute(Path))
      Result.push_back(Path.str().str());
  }
  return Result;
}

static bool isScript(const std::string &Path) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> Start =
      MemoryBuffer::getFileSlice(Path, 2, 0);
  return !Start || (*Start)->getBuffer() == "#!";
}

bool CompilerCommand::hasScript() const {
  return any_of(Compiler, [](const std::string &Word) {
    return any_of(programsOfName(Word), isScript);
  });
}

bool CompilerCommand::isCompilerItself() const {
  if (Compiler.size() != 1)
    return false;
  std::vector<std::string> Programs = programsOfName(Compiler[0]);
  if (Programs.empty() || isScript(Programs[0]))
    return false;
  std::string Path = resolved(Programs[0]);
  StringRef Name = sys::path::filename(Path);
  return Name.contains("gcc") || Name.contains("clang");
}

Expected<std::string> compilerBehindUs(StringRef Name) {
  std::string Ourselves = resolved("/proc/self/exe");
  auto IsOurs = [&](StringRef Path) {
    return !Ourselves.empty() && resolved(Path) == Ourselves;
  };
  auto Nothing = [&] {
    return createStringError(Name + ": no compiler of this name in PATH but "
                                    "ipoint-cc itself");
  };
  if (Name.contains('/')) {
    if (IsOurs(Name))
      return Nothing();
    return Name.str();
  }
  bool IsBehind = false;
  for (const std::string &Path : programsOfName(Name)) {
    if (!IsOurs(Path))
      return IsBehind ? Path : Name.str();
    IsBehind = true;
  }
  if (IsBehind)
    return Nothing();
  return Name.str();
}

bool isInsideAnother() {
  static constexpr const char *Variable = "IPOINT_INSIDE_CC";
  bool Result = sys::Process::GetEnv(Variable).has_value();
  setenv(Variable, "1", /*overwrite=*/1);
  return Result;
}

Error refuseCacheBefore(ArrayRef<std::string> Words) {
  std::string Parent =
      sys::path::filename(resolved("/proc/" + Twine(getppid()) + "/exe")).str();
  if (Parent != "ccache" && Parent != "sccache")
    return Error::success();
  return createStringError(Parent +
                           " cannot know ipoint's settings, so it must "
                           "stand behind: call 'ipoint-cc " +
                           Parent + " " + Words[0] + "'");
}

} // namespace ipoint
