//===- LinearPrograms.h - Linear programs to be tested with ---------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_TEST_LINEARPROGRAMS_H
#define IPOINT_TEST_LINEARPROGRAMS_H

#include "worst/LinearProgram.h"
#include "gtest/gtest.h"
#include <random>

namespace ipoint::program_tests {

using namespace ipoint::worst;
using Row = LinearProgram::Row;
using Terms = std::vector<std::pair<uint32_t, double>>;

inline Solution solve(Solver &S) {
  llvm::Expected<Solution> Result = S.solve();
  if (Result)
    return *Result;
  ADD_FAILURE() << llvm::toString(Result.takeError());
  return {};
}

inline Solution solve(const LinearProgram &P) {
  Solver S(P);
  return solve(S);
}

/// Dantzig's example: 3 x + 5 y, where x <= 4, 2 y <= 12, 3 x + 2 y <= 18.
inline LinearProgram wyndor() {
  LinearProgram P;
  uint32_t X = P.addColumn("x", 3), Y = P.addColumn("y", 5);
  P.addRow({-Infinity, 4, {{X, 1}}, "a"});
  P.addRow({-Infinity, 12, {{Y, 2}}, "b"});
  P.addRow({-Infinity, 18, {{X, 3}, {Y, 2}}, "c"});
  return P;
}

/// Flow through a function: a block after the other, some of them loops with
/// at most \p Bound iterations each time, some with two arms.
class Graph {
public:
  LinearProgram P;
  std::vector<uint32_t> Bounds; ///< rows
  explicit Graph(unsigned Seed) : Random(Seed) {}

  void build(unsigned Depth, unsigned Length, double Bound) {
    uint32_t Entry = P.addColumn("entry");
    P.addRow({1, 1, {{Entry, 1}}, "root"});
    sequence(Entry, Depth, Length, Bound);
  }

private:
  std::mt19937 Random;

  uint32_t edge() { return P.addColumn("edge", 1 + double(Random() % 1000)); }
  void conserve(Terms Flow) { P.addRow({0, 0, std::move(Flow), "flow"}); }

  uint32_t sequence(uint32_t In, unsigned Depth, unsigned Length,
                    double Bound) {
    for (unsigned I = 0; I < Length; ++I)
      In = Depth && Random() % 3 == 0 ? loop(In, Depth, Length, Bound)
           : Random() % 2             ? diamond(In)
                                      : chain(In);
    return In;
  }
  uint32_t chain(uint32_t In) {
    uint32_t Out = edge();
    conserve({{In, 1}, {Out, -1}});
    return Out;
  }
  uint32_t diamond(uint32_t In) {
    uint32_t Then = edge(), Else = edge();
    conserve({{In, 1}, {Then, -1}, {Else, -1}});
    uint32_t FromThen = chain(Then), FromElse = chain(Else), Out = edge();
    conserve({{FromThen, 1}, {FromElse, 1}, {Out, -1}});
    return Out;
  }
  uint32_t loop(uint32_t In, unsigned Depth, unsigned Length, double Bound) {
    uint32_t Begin = edge(), Out = edge();
    uint32_t Back = sequence(Begin, Depth - 1, Length / 2, Bound);
    conserve({{In, 1}, {Back, 1}, {Begin, -1}, {Out, -1}});
    Bounds.push_back(
        P.addRow({-Infinity, 0, {{Begin, 1}, {In, -Bound}}, "bound"}));
    return Out;
  }
};

} // namespace ipoint::program_tests

#endif // IPOINT_TEST_LINEARPROGRAMS_H
