//===- CompilerCommandTest.cpp --------------------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/command/CompilerCommand.h"
#include "llvm/ADT/StringExtras.h"
#include <gtest/gtest.h>

using namespace ipoint;
using Role = Argument::Role;
using Stage = CompilerCommand::Stage;

static CompilerCommand parse(llvm::StringRef Line) {
  llvm::SmallVector<llvm::StringRef> Parts;
  Line.split(Parts, ' ');
  std::vector<std::string> Words;
  for (llvm::StringRef Part : Parts)
    Words.push_back(Part.str());
  return CompilerCommand(Words);
}

static std::string wordsOf(const CompilerCommand &Command, Role R) {
  std::string Text;
  for (const Argument &A : Command.arguments())
    if (A.R == R)
      Text += (Text.empty() ? "" : "|") + llvm::join(A.Words, " ");
  return Text;
}

TEST(CompilerCommand, KnowsTheCompilersLastStage) {
  EXPECT_EQ(parse("gcc -c a.c").stage(), Stage::Object);
  EXPECT_EQ(parse("gcc a.c -o a").stage(), Stage::Link);
  EXPECT_EQ(parse("gcc a.o b.o").stage(), Stage::Link);
  for (const char *Line :
       {"gcc -E a.c", "gcc -S a.c", "gcc -M a.c", "gcc -MM a.c",
        "gcc -fsyntax-only a.c", "gcc --version", "gcc -v", "gcc -### a.c",
        "clang -cc1 -emit-obj a.c", "clang --analyze a.c",
        "clang -emit-ast a.c", "clang --precompile a.c",
        "clang -extract-api a.c"})
    EXPECT_EQ(parse(Line).stage(), Stage::Other) << Line;
}

TEST(CompilerCommand, KeepsValuesOfTheNextWordFromBeingInputs) {
  CompilerCommand Command =
      parse("gcc -I a.c -include b.c -MF d.c -Xlinker e.c -o f.c -c g.c");
  EXPECT_EQ(wordsOf(Command, Role::CSource), "g.c");
  EXPECT_EQ(Command.output(), "f.c");
  EXPECT_EQ(wordsOf(Command, Role::Dependencies), "-MF d.c");
  EXPECT_EQ(wordsOf(Command, Role::Preprocessor), "-I a.c|-include b.c");
}

TEST(CompilerCommand, KnowsWhatMattersToFilesThatAreNotPreprocessed) {
  CompilerCommand Command =
      parse("clang -MJ e.json -finput-charset=latin1 -fexec-charset=cp1252 "
            "-DX -MD -c a.c");
  EXPECT_EQ(wordsOf(Command, Role::Charset), "-finput-charset=latin1");
  EXPECT_EQ(wordsOf(Command, Role::Other), "-fexec-charset=cp1252");
  EXPECT_EQ(wordsOf(Command, Role::CompilationDatabase), "-MJ e.json");
  EXPECT_EQ(wordsOf(Command, Role::Dependencies), "-MD");
}

TEST(CompilerCommand, KnowsWhatGoesPastClangsDriver) {
  CompilerCommand Command =
      parse("clang -c -Xclang -include-pch -Xclang a.c -Xclang "
            "-disable-O0-optnone -Xclang -DX a.c -Xclang");
  EXPECT_EQ(wordsOf(Command, Role::Preprocessor),
            "-Xclang -include-pch -Xclang a.c|-Xclang -DX");
  EXPECT_EQ(wordsOf(Command, Role::Other),
            "-Xclang -disable-O0-optnone|-Xclang");
  EXPECT_EQ(wordsOf(Command, Role::CSource), "a.c");
}

TEST(CompilerCommand, KnowsTheValuesOfOptionsOfEitherCompiler) {
  CompilerCommand Command = parse(
      "cc -target t.c --sysroot s.c --serialize-diagnostics a.c -iframework "
      "b.c -dumpbase c.c -aux-info "
      "d.c -working-directory e.c -Xarch_host -O2 -D f.c -specs i.c -imultilib "
      "j.c -fplugin=g.c -c h.c");
  EXPECT_EQ(wordsOf(Command, Role::CSource), "h.c");
  EXPECT_EQ(wordsOf(parse("gcc -c a.c -o"), Role::Output), "-o");
}

TEST(CompilerCommand, TakesValuesInTheSameWord) {
  CompilerCommand Command = parse("gcc -ofile -xc source -Idir -DX=1 -L.");
  EXPECT_EQ(Command.output(), "file");
  EXPECT_EQ(wordsOf(Command, Role::CSource), "source");
  EXPECT_EQ(wordsOf(Command, Role::Linker), "-L.");
}

TEST(CompilerCommand, FollowsTheLanguageUntilItIsReset) {
  CompilerCommand Command =
      parse("gcc -x c a -x assembler b.c -x none c.c d.i e.s f.cc g.o");
  EXPECT_EQ(wordsOf(Command, Role::CSource), "a|c.c");
  EXPECT_EQ(wordsOf(Command, Role::Preprocessed), "d.i");
  EXPECT_EQ(wordsOf(Command, Role::OtherInput), "b.c|e.s|f.cc|g.o");
}

TEST(CompilerCommand, SeesTheCompilerBehindALauncher) {
  CompilerCommand Command = parse("ccache gcc -c a.c");
  EXPECT_EQ(Command.compiler().size(), 2u);
  EXPECT_EQ(wordsOf(Command, Role::CSource), "a.c");
  EXPECT_TRUE(parse("/usr/bin/g++-12 -c a.c").isCPlusPlus());
  EXPECT_FALSE(parse("/opt/c++/gcc -c a.c").isCPlusPlus());
}

TEST(CompilerCommand, KnowsWhoWritesDependencies) {
  EXPECT_FALSE(parse("gcc -c a.c").writesDependencies());
  EXPECT_TRUE(parse("gcc -MMD -c a.c").writesDependencies());
  EXPECT_FALSE(parse("gcc -Wp,-MMD,a.d -c a.c").writesDependencies());
}

TEST(CompilerCommand, PrecompilingAHeaderIsNoLink) {
  EXPECT_EQ(parse("gcc a.h").stage(), CompilerCommand::Stage::Other);
  EXPECT_EQ(parse("gcc -x c-header a.x -o a.gch").stage(),
            CompilerCommand::Stage::Other);
  EXPECT_EQ(parse("gcc -include a.h a.c").stage(),
            CompilerCommand::Stage::Link);
}

TEST(CompilerCommand, KnowsWhatChoosesTheTarget) {
  using Role = Argument::Role;
  EXPECT_TRUE(parse("clang -target arm-none-eabi -c a.c").has(Role::Target));
  EXPECT_TRUE(parse("gcc -mcpu=cortex-m3 -c a.c").has(Role::Target));
  EXPECT_TRUE(parse("gcc -fshort-enums -c a.c").has(Role::Target));
  EXPECT_FALSE(parse("clang -mllvm -x -MD -c a.c").has(Role::Target));
}
