//===- LpFormatTest.cpp - Linear programs, written to a file -------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinearPrograms.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <CoinLpIO.hpp>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <map>

using namespace ipoint::program_tests;

namespace {

std::string lpOf(const LinearProgram &P) {
  std::string Text;
  llvm::raw_string_ostream Out(Text);
  printLp(P, Out);
  return Text;
}

TEST(LpFormat, IsPrintedInTheLpFormat) {
  LinearProgram P = wyndor();
  P.Columns[0].Name = "main: for.1/join";
  P.Columns[1].Lower = -Infinity;
  P.addColumn("alone");
  P.addRow({1, 2.5, {{0, -1e-3}, {1, 1e15}, {0, 2e-3}}, "both"});
  P.addRow({-Infinity, Infinity, {{0, 1}}, "neither"});
  P.addRow({0, 0, {}, "empty"});
  EXPECT_EQ(lpOf(P), R"(Maximize
 value: + 3 x0_main__for.1_join + 5 x1_y
Subject To
 r0_a: + 1 x0_main__for.1_join <= 4
 r1_b: + 2 x1_y <= 12
 r2_c: + 3 x0_main__for.1_join + 2 x1_y <= 18
 r3_both.least: + 0.001 x0_main__for.1_join + 1e+15 x1_y >= 1
 r3_both: + 0.001 x0_main__for.1_join + 1e+15 x1_y <= 2.5
 r5_empty: 0 x0_main__for.1_join = 0
Bounds
 0 <= x0_main__for.1_join <= inf
 x1_y free
 0 <= x2_alone <= inf
End
)");
}

/// By COIN-OR's own reader.
LinearProgram readLp(const std::string &Text) {
  LinearProgram P;
  std::string Path = testing::TempDir() + "LpFormatTest.lp";
  std::ofstream(Path) << Text;
  CoinLpIO Reader;
  Reader.messageHandler()->setLogLevel(0);
  Reader.readLp(Path.c_str());
  std::remove(Path.c_str());
  auto From = [](double Bound) {
    return std::abs(Bound) >= 1e30 ? std::copysign(Infinity, Bound) : Bound;
  };
  for (int I = 0; I < Reader.getNumCols(); ++I) {
    uint32_t Column =
        P.addColumn(Reader.columnName(I), -Reader.getObjCoefficients()[I]);
    P.Columns[Column].Lower = From(Reader.getColLower()[I]);
    P.Columns[Column].Upper = From(Reader.getColUpper()[I]);
  }
  for (int I = 0; I < Reader.getNumRows(); ++I) {
    const CoinShallowPackedVector V = Reader.getMatrixByRow()->getVector(I);
    Terms T;
    for (int J = 0; J < V.getNumElements(); ++J)
      T.emplace_back(V.getIndices()[J], V.getElements()[J]);
    P.addRow({From(Reader.getRowLower()[I]), From(Reader.getRowUpper()[I]), T,
              Reader.rowName(I)});
  }
  return P;
}

TEST(LpFormat, IsReadBackByAnotherReader) {
  for (unsigned Seed = 0; Seed < 5; ++Seed) {
    Graph G(Seed);
    G.build(3, 10, 1000);
    std::mt19937 Random(Seed);
    for (LinearProgram::Column &C : G.P.Columns) {
      C.Name = std::string("e9 <= free: \"") + char('!' + Random() % 90);
      if (Random() % 8 == 0)
        C.Upper = 1e12 / 3;
      if (Random() % 8 == 0)
        C.Lower = -0.5;
    }
    G.P.Columns[0].Lower = -5;
    LinearProgram Back = readLp(lpOf(G.P));
    ASSERT_EQ(Back.Columns.size(), G.P.Columns.size());
    ASSERT_EQ(Back.Rows.size(), G.P.Rows.size());
    // Readers number columns as they come.
    std::map<std::string, LinearProgram::Column> ByName;
    for (const LinearProgram::Column &C : Back.Columns)
      ByName[C.Name.substr(0, C.Name.find('_'))] = C;
    for (const auto &[I, C] : llvm::enumerate(G.P.Columns)) {
      auto At = ByName.find("x" + std::to_string(I));
      ASSERT_NE(At, ByName.end());
      EXPECT_EQ(At->second.Cost, C.Cost);
      EXPECT_EQ(At->second.Lower, C.Lower);
      EXPECT_EQ(At->second.Upper, C.Upper);
    }
    Solution Here = solve(G.P), There = solve(Back);
    ASSERT_EQ(Here.Is, There.Is);
    EXPECT_NEAR(Here.Value, There.Value, 1e-9 * std::abs(Here.Value));
  }
}

} // namespace
