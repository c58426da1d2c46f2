//===- ConditionsTest.cpp -------------------------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/Parse.h"
#include "probes/BodyFacts.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include <gtest/gtest.h>

using namespace ipoint;

namespace {

/// What is known of \p Condition, which may use x, g() and the volatile v.
std::optional<bool> value(const std::string &Condition) {
  Source S{"test.c",
           "int g(void); extern volatile int v; int f(int x) { return " +
               Condition + "; }",
           false,
           {},
           "/"};
  std::optional<bool> Result;
  bool IsFound = false;
  std::optional<std::string> Why = parseText(S, std::nullopt, [&](Parsed &P) {
    for (const clang::Decl *D : P.Context.getTranslationUnitDecl()->decls())
      if (const auto *FD = llvm::dyn_cast<clang::FunctionDecl>(D);
          FD && FD->hasBody()) {
        const auto *Return = llvm::cast<clang::ReturnStmt>(
            llvm::cast<clang::CompoundStmt>(FD->getBody())->body_front());
        Result = Conditions(P.Context).valueOf(Return->getRetValue());
        IsFound = true;
      }
  });
  EXPECT_TRUE(IsFound) << Why.value_or("no function");
  return Result;
}

} // namespace

TEST(Conditions, AreKnownWhereTheyAreConstant) {
  EXPECT_EQ(value("1 + 1"), true);
  EXPECT_EQ(value("!sizeof(int)"), false);
  EXPECT_EQ(value("x"), std::nullopt);
}

TEST(Conditions, AreDecidedByOneOperand) {
  EXPECT_EQ(value("x && 0"), false);
  EXPECT_EQ(value("1 || x"), true);
  EXPECT_EQ(value("!(x || 1)"), false);
  EXPECT_EQ(value("1 && 1"), true);
  EXPECT_EQ(value("x && 1"), std::nullopt);
}

TEST(Conditions, AreOpenWhereSomethingHappensFirst) {
  EXPECT_EQ(value("g() && 0"), std::nullopt);
  EXPECT_EQ(value("v || 1"), std::nullopt);
  EXPECT_EQ(value("(x = 1) || 1"), std::nullopt);
}
