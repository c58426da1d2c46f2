//===- StartedCompileTest.cpp ---------------------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/compile/StartedCompile.h"
#include "llvm/Support/FileSystem.h"
#include <gtest/gtest.h>

using namespace ipoint;

namespace {

class StartedCompileTest : public testing::Test {
protected:
  /// Starts a shell for which `$0` is the text's file, and `$1` its output.
  std::unique_ptr<StartedCompile> start(const std::string &Script) {
    return StartedCompile::start({"sh", "-c", Script, File, Output}, File,
                                 Scratch);
  }
  std::string output() const { return llvm::cantFail(readFile(Output)); }

  ScratchFolder Scratch = llvm::cantFail(ScratchFolder::make());
  std::string File = Scratch.file("unit.i"), Output = Scratch.file();
  /// More than a pipe has room for.
  std::string Text = std::string(5 << 20, 'x') + "\n";
};

TEST_F(StartedCompileTest, GetsItsTextLater) {
  auto Started = start("cat $0 > $1; echo said >&2; exit 3");
  ASSERT_TRUE(Started);
  llvm::Expected<Heard> Ran = Started->finish(Text);
  ASSERT_TRUE(bool(Ran));
  EXPECT_EQ(Ran->Code, 3);
  EXPECT_EQ(Ran->Said, "said\n");
  EXPECT_EQ(output(), Text);
}

TEST_F(StartedCompileTest, ReadsItTwice) {
  auto Started = start("cat $0 $0 > $1");
  ASSERT_TRUE(Started);
  EXPECT_EQ(llvm::cantFail(Started->finish(Text)).Code, 0);
  EXPECT_EQ(output(), Text + Text);
}

TEST_F(StartedCompileTest, OpensItWhenTheTextHasBeenWritten) {
  auto Started = start("while ! test -f $0; do sleep 0.01; done; cat $0 > $1");
  ASSERT_TRUE(Started);
  EXPECT_EQ(llvm::cantFail(Started->finish(Text)).Code, 0);
  EXPECT_EQ(output(), Text);
}

TEST_F(StartedCompileTest, MayReadNothing) {
  auto Started = start("exit 1");
  ASSERT_TRUE(Started);
  EXPECT_EQ(llvm::cantFail(Started->finish(Text)).Code, 1);
}

TEST_F(StartedCompileTest, EndsWithoutAText) {
  auto Started = start("cat $0 > $1; echo ended >> $1");
  ASSERT_TRUE(Started);
  Started.reset();
  EXPECT_EQ(output(), "ended\n");
}

TEST_F(StartedCompileTest, OpensItWhenThereWillBeNoText) {
  auto Started = start("while test -e $0; do sleep 0.01; done; cat $0 > $1");
  ASSERT_TRUE(Started);
  Started.reset();
  EXPECT_EQ(output(), "");
}

TEST_F(StartedCompileTest, WhatCannotBeStartedLeavesNoFile) {
  EXPECT_FALSE(StartedCompile::start({"./no-such-compiler"}, File, Scratch));
  EXPECT_FALSE(llvm::sys::fs::exists(File));
}

} // namespace
