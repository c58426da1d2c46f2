//===- TopLevelTest.cpp ---------------------------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `^` marks the place where a declaration in front of `f` may stand.
//
//===----------------------------------------------------------------------===//

#include "frontend/Tokens.h"
#include <gtest/gtest.h>

using namespace ipoint;

namespace {

/// Whether the place in front of the definition of `f` is where \p Marked says.
void expectPlace(llvm::StringRef Marked) {
  size_t Mark = Marked.find('^');
  std::string Text =
      (Marked.take_front(Mark) + Marked.drop_front(Mark + 1)).str();
  clang::LangOptions LangOpts;
  TopLevel Lexed(Text, LangOpts, {});
  ASSERT_FALSE(Lexed.functions().empty()) << Marked.str();
  const LexedFunction &F = Lexed.functions().back();
  EXPECT_EQ(F.Name, "f") << Marked.str();
  EXPECT_EQ(Lexed.declarationPlaceBefore(F.NameOffset), Mark) << Marked.str();
}

std::string namesOf(llvm::StringRef Text,
                    llvm::ArrayRef<TextRange> Inactive = {}) {
  clang::LangOptions LangOpts;
  TopLevel Lexed(Text, LangOpts, Inactive);
  std::string Names;
  for (const LexedFunction &F : Lexed.functions())
    Names += F.Name.str() + " ";
  return Names;
}

} // namespace

TEST(TopLevel, FindsThePlaceBehindWhatPrecedes) {
  expectPlace("^int f(void) { return 1; }");
  expectPlace("int x;^ int f(void) {}");
  expectPlace("int g(void) {}^ static inline int f(void) {}");
  expectPlace("int x;^\n__attribute__((noinline)) int f(void) {}");
  expectPlace("int x;^\n#pragma GCC optimize(\"O0\")\nint f(void) {}");
  expectPlace("struct S { int a; int b; };^ struct S f(void) {}");
  expectPlace("int a[] = { 1, 2 };^ int f(void) {}");
}

TEST(TopLevel, IsNotMisledByTheParametersOfOldDefinitions) {
  expectPlace("int x;^ f(a, b) int a; char b; { return a; }");
  expectPlace("int x;^ int f(a) int *a; {}");
  expectPlace("int g(a) int a; {}^ int f(a) int a; {}");
}

TEST(TopLevel, DistinguishesFunctionsFromOtherBraces) {
  EXPECT_EQ(namesOf("struct S { int a; }; enum E { A }; int b[] = {1};"), "");
  EXPECT_EQ(namesOf("struct __attribute__((packed)) S { int a; };"), "");
  EXPECT_EQ(namesOf("int f(void) { if (1) { } } int g(int a) { }"), "f g ");
  EXPECT_EQ(namesOf("int f(void) __attribute__((cold)); int g() { }"), "g ");
  EXPECT_EQ(namesOf("int *f(int a[]) NORETURN { } "), "f ");
}

TEST(TopLevel, LeavesOutWhatAConditionSwitchedOff) {
  llvm::StringRef Text = "int f(void) {\n#if 0\n{\n#endif\n}";
  TextRange Off = {unsigned(Text.find("{\n#e")), unsigned(Text.find("#endif"))};
  EXPECT_EQ(namesOf(Text, Off), "f ");
  EXPECT_EQ(namesOf(Text), "");
}

TEST(TopLevel, PassesOverBodiesThatAreKnown) {
  llvm::StringRef Text = "int f(void) { ( } int x; int g(void) {}";
  clang::LangOptions LangOpts;
  TextRange Body = {12, 16};
  TopLevel Lexed(Text, LangOpts, {}, Body);
  ASSERT_EQ(Lexed.functions().size(), 2u);
  ASSERT_TRUE(Lexed.functionAt(12));
  EXPECT_EQ(Lexed.functionAt(12)->Close, 16u);
  EXPECT_EQ(Lexed.functions().back().Name, "g");
  EXPECT_EQ(Lexed.declarationPlaceBefore(29), 24u);
}
