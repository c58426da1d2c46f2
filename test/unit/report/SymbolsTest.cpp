//===- SymbolsTest.cpp ----------------------------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What several units that have the same function say of its calls and loops.
//
//===----------------------------------------------------------------------===//

#include "program/Symbols.h"
#include "ProgramBuilder.h"
#include <gtest/gtest.h>

using namespace ipoint::analysis;
using namespace ipoint::database;

namespace {

/// Two units that have the function f of one header, and main().
struct Shared {
  Program P;

  Shared() {
    for (uint32_t First : {256, 300}) {
      Unit &U = addUnit(P);
      U.First = First;
      addFunction(U, "f");
      U.Loops.push_back({0, "for.1", 1, 2, {}, {}, {}, ""});
    }
    addFunction(P.Units[1], "main");
  }

  void call(size_t Unit, const char *Callee, CallTimes Times,
            const char *Type = "") {
    P.Units[Unit].Calls.push_back({0, Callee, Type, Times});
  }

  SymbolTable symbols() const { return SymbolTable(P, {true, true}); }
};

template <typename Calls>
void expectCalls(const Calls &C, uint32_t Count, uint32_t Least, uint32_t Most,
                 bool IsUnbounded) {
  EXPECT_EQ(C.Count, Count);
  EXPECT_EQ(C.Least, Least);
  EXPECT_EQ(C.Most, Most);
  EXPECT_EQ(C.IsUnbounded, IsUnbounded);
}

} // namespace

TEST(Symbols, TakeOfSharedBlocksWhatIsPossibleInAnyUnit) {
  Shared S;
  S.call(0, "main", CallTimes::Once);
  S.call(0, "main", CallTimes::Maybe);
  S.call(0, "main", CallTimes::Instead);
  S.call(1, "main", CallTimes::Once);
  S.call(1, "main", CallTimes::Once);
  S.call(1, "main", CallTimes::Once);
  S.call(0, "", CallTimes::Once, "void (void)");
  S.call(0, "puts", CallTimes::Any);
  S.call(1, "puts", CallTimes::Once);
  S.call(1, "__builtin_expect", CallTimes::Once);
  SymbolTable Symbols = S.symbols();
  ASSERT_EQ(Symbols.directCalls().size(), 1u);
  expectCalls(Symbols.directCalls()[0], 3, 1, 3, false);
  ASSERT_EQ(Symbols.pointerCalls().size(), 1u);
  expectCalls(Symbols.pointerCalls()[0], 1, 0, 1, false);
}

TEST(Symbols, HaveTheBoundThatHoldsInAllUnits) {
  Shared S;
  auto Derived = [&] { return S.symbols().loops()[0].Derived; };
  EXPECT_EQ(Derived(), std::nullopt);
  S.P.Units[0].Loops[0].Derived = 5;
  EXPECT_EQ(Derived(), std::nullopt);
  S.P.Units[1].Loops[0].Derived = 7;
  EXPECT_EQ(Derived(), 7u);
  S.P.Units[0].Loops[0].Derived.reset();
  EXPECT_EQ(Derived(), std::nullopt);
}
