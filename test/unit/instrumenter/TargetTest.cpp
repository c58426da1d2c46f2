//===- TargetTest.cpp - Which processor a compiler has --------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/command/Target.h"
#include "llvm/ADT/Twine.h"
#include "gtest/gtest.h"

using namespace ipoint;

namespace {

/// The --target that Clang gets for a compiler that prints \p Machine and
/// predefines \p Macros, `NAME VALUE` each.
std::string targetOf(llvm::StringRef Machine,
                     std::initializer_list<const char *> Macros) {
  std::string Answer;
  for (llvm::StringRef Macro : Macros) {
    auto [Name, Value] = Macro.split(' ');
    Answer +=
        ("ipoint_fact \"" + llvm::Twine(Name) + "\" " + Value + "\n").str();
  }
  std::vector<std::string> Flags =
      TargetFacts::read(Machine, Answer).clangFlags();
  return Flags.empty() ? "" : Flags[0];
}

TEST(Target, IsWhatTheCompilerNames) {
  EXPECT_EQ(
      targetOf("x86_64-linux-gnu\n", {"__SIZEOF_POINTER__ 8", "__x86_64__ 1"}),
      "--target=x86_64-unknown-linux-gnu");
  EXPECT_EQ(targetOf("x86_64-w64-mingw32\n",
                     {"__SIZEOF_POINTER__ 8", "__x86_64__ 1"}),
            "--target=x86_64-w64-windows-gnu");
  EXPECT_EQ(targetOf("riscv64-unknown-elf\n", {"__SIZEOF_POINTER__ 8"}),
            "--target=riscv64-unknown-unknown-elf");
}

TEST(Target, FollowsFlagsThatGccsNameDoesNot) {
  EXPECT_EQ(
      targetOf("x86_64-linux-gnu\n", {"__SIZEOF_POINTER__ 4", "__ILP32__ 1"}),
      "--target=i386-unknown-linux-gnu");
  EXPECT_EQ(targetOf("x86_64-linux-gnu\n",
                     {"__SIZEOF_POINTER__ 4", "__ILP32__ 1", "__x86_64__ 1"}),
            "--target=x86_64-unknown-linux-gnux32");
  EXPECT_EQ(targetOf("sparc-linux-gnu\n",
                     {"__SIZEOF_POINTER__ 8", "__BYTE_ORDER__ 4321"}),
            "--target=sparcv9-unknown-linux-gnu");
  EXPECT_EQ(targetOf("mips-linux-gnu\n",
                     {"__SIZEOF_POINTER__ 4", "__BYTE_ORDER__ 1234"}),
            "--target=mipsel-unknown-linux-gnu");
  EXPECT_EQ(targetOf("aarch64-none-elf\n",
                     {"__SIZEOF_POINTER__ 8", "__BYTE_ORDER__ 4321"}),
            "--target=aarch64_be-unknown-none-elf");
}

TEST(Target, HasTheArmOfTheFlags) {
  EXPECT_EQ(targetOf("arm-none-eabi\n",
                     {"__SIZEOF_POINTER__ 4", "__BYTE_ORDER__ 1234",
                      "__thumb__ 1", "__ARM_ARCH 7", "__ARM_ARCH_PROFILE 77",
                      "__ARM_FEATURE_DSP 1", "__ARM_PCS_VFP 1"}),
            "--target=thumbv7em-unknown-none-eabihf");
  EXPECT_EQ(
      targetOf("arm-none-eabi\n",
               {"__SIZEOF_POINTER__ 4", "__BYTE_ORDER__ 4321", "__ARM_ARCH 4"}),
      "--target=armv4teb-unknown-none-eabi");
  EXPECT_EQ(targetOf("armv7l-linux-musleabihf\n",
                     {"__SIZEOF_POINTER__ 4", "__BYTE_ORDER__ 1234",
                      "__ARM_ARCH 7", "__ARM_ARCH_PROFILE 65"}),
            "--target=armv7a-unknown-linux-musleabi");
}

TEST(Target, IsOneOfTheSameSizesWhereClangKnowsNone) {
  EXPECT_EQ(targetOf("sh4-elf\n", {"__SIZEOF_POINTER__ 4"}),
            "--target=riscv32-none-elf");
  EXPECT_EQ(targetOf("xtensa-esp32-elf\n", {"__SIZEOF_POINTER__ 4"}),
            "--target=riscv32-none-elf");
  EXPECT_EQ(targetOf("", {"__SIZEOF_POINTER__ 8"}),
            "--target=riscv64-none-elf");
  EXPECT_EQ(targetOf("", {"__SIZEOF_POINTER__ 2", "__SIZEOF_INT__ 2"}),
            "--target=msp430-none-elf");
  EXPECT_EQ(targetOf("x86_64-linux-gnu\n", {}), ""); // nothing is known
}

} // namespace
