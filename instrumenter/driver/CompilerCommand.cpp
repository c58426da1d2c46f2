//===- CompilerCommand.cpp - What a compiler's command line asks for ------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/CompilerCommand.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/StringSaver.h"

using namespace llvm;

namespace ipoint {

using Role = Argument::Role;

/// Options whose value is the next word.
static bool takesNextWord(StringRef Option) {
  return StringSwitch<bool>(Option)
      .Cases("-o", "-x", "-I", "-D", "-U", "-A", true)
      .Cases("-include", "-imacros", "-isystem", "-iquote", "-idirafter", true)
      .Cases("-iprefix", "-iwithprefix", "-iwithprefixbefore", "-isysroot",
             "-imultilib", "-include-pch", true)
      .Cases("-MF", "-MT", "-MQ", "-MJ", true)
      .Cases("-L", "-l", "-T", "-u", "-z", "-e", "-Xlinker", true)
      .Cases("-Xassembler", "-Xpreprocessor", "-Xclang", "-mllvm", true)
      .Cases("-B", "-G", "-aux-info", "--param", "-wrapper", "-specs", true)
      .Cases("-dumpbase", "-dumpdir", "-dumpbase-ext", "-target", "-arch", true)
      .Default(false);
}

static Role roleOf(StringRef Option) {
  if (Option == "-c" || Option == "-S" || Option == "-E" ||
      Option == "-fsyntax-only" || Option == "-M" || Option == "-MM")
    return Role::Mode;
  if (Option == "-x")
    return Role::Language;
  if (Option == "-o")
    return Role::Output;
  if (Option.starts_with("-M") || Option.starts_with("-Wp,-M"))
    return Role::Dependencies;
  if (Option.starts_with("-I") || Option.starts_with("-D") ||
      Option.starts_with("-U") || Option.starts_with("-A") ||
      Option.starts_with("-Wp,") || Option.starts_with("-iquote") ||
      Option.starts_with("-isystem") || Option.starts_with("-idirafter") ||
      Option.starts_with("-include") || Option.starts_with("-imacros") ||
      Option.starts_with("-iwithprefix") || Option.starts_with("-iprefix") ||
      Option == "-Xpreprocessor" || Option.starts_with("-nostdinc"))
    return Role::Preprocessor;
  if (Option.starts_with("-l") || Option.starts_with("-L") ||
      Option.starts_with("-Wl,") || Option.starts_with("-T") ||
      Option == "-Xlinker" || Option == "-u" || Option == "-z" ||
      Option == "-e" || Option == "-s" || Option == "-rdynamic" ||
      Option.starts_with("-nostartfiles") || Option == "-nodefaultlibs" ||
      Option == "-nostdlib" || Option.starts_with("-static-") ||
      Option == "-static" || Option == "-shared" || Option == "-r" ||
      Option == "-pie" || Option == "-no-pie")
    return Role::Linker;
  return Role::Other;
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

/// Programs that stand in front of a compiler and run it.
static bool isLauncher(StringRef Program) {
  StringRef Name = sys::path::filename(Program);
  return Name == "ccache" || Name == "sccache" || Name == "distcc";
}

CompilerCommand::CompilerCommand(ArrayRef<std::string> Words) {
  size_t Launchers = 0;
  while (Launchers + 1 < Words.size() && isLauncher(Words[Launchers]))
    ++Launchers;
  Compiler.assign(Words.begin(), Words.begin() + Launchers + 1);

  BumpPtrAllocator Allocator;
  StringSaver Saver(Allocator);
  SmallVector<const char *, 64> Raw;
  for (const std::string &Word : Words.drop_front(Launchers + 1))
    Raw.push_back(Word.c_str());
  // A response file that cannot be read stays as it is, as with the compiler.
  cl::ExpandResponseFiles(Saver, cl::TokenizeGNUCommandLine, Raw);
  parse(std::vector<std::string>(Raw.begin(), Raw.end()));
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

/// Takes one option with its value off the front of \p Words.
Argument CompilerCommand::parseOption(ArrayRef<std::string> &Words) const {
  StringRef Word = Words.front();
  size_t Count = takesNextWord(Word) && Words.size() > 1 ? 2 : 1;
  Argument Result{roleOf(Word), Words.take_front(Count).vec(), ""};
  if (Count == 2) {
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
  for (const Argument &A : Arguments) {
    if (A.R == Role::Mode && A.Words[0] != "-c")
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

StringRef CompilerCommand::output() const {
  for (const Argument &A : reverse(Arguments))
    if (A.R == Role::Output)
      return A.Value;
  return "";
}

bool CompilerCommand::writesDependencies() const {
  return has("-MD") || has("-MMD");
}

bool CompilerCommand::namesDependencyFile() const {
  return any_of(Arguments, [](const Argument &A) {
    return StringRef(A.Words.front()).starts_with("-MF");
  });
}

std::vector<std::string>
CompilerCommand::select(function_ref<bool(const Argument &)> Wanted) const {
  std::vector<std::string> Words = Compiler;
  for (const Argument &A : Arguments)
    if (Wanted(A))
      Words.insert(Words.end(), A.Words.begin(), A.Words.end());
  return Words;
}

} // namespace ipoint
