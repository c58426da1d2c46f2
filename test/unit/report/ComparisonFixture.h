//===- ComparisonFixture.h - Made-up sets of runs ------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_TEST_COMPARISONFIXTURE_H
#define IPOINT_TEST_COMPARISONFIXTURE_H

#include "compare/Compare.h"
#include <random>

namespace ipoint::comparison_tests {

using namespace ipoint::analysis;
using namespace ipoint::compare;

/// Values of a normal distribution, by the sum of twelve uniform ones.
class Normal {
public:
  explicit Normal(uint64_t Seed) : Random(Seed) {}
  double operator()() {
    double Sum = -6;
    for (int I = 0; I < 12; ++I)
      Sum += double(Random() >> 11) * 0x1p-53;
    return Sum;
  }

private:
  std::mt19937_64 Random;
};

inline Units sample(Normal &N, size_t Size, double Mean) {
  Units Result;
  for (size_t I = 0; I < Size; ++I)
    Result.Values.push_back(Mean + N());
  return Result;
}

/// A set whose one block takes \p Mean on average, in \p Runs runs.
inline RunSet setOf(Normal &N, size_t Runs, double Mean,
                    const std::string &File = "f.c") {
  RunSet Set;
  Set.Resolution = 1;
  Set.Runs.resize(Runs);
  Set.Functions[{File, "f", 0}].Blocks["b"] = {"x;\n", 7};
  Item &I = Set.Items[{File, "f", 0, Subject::Block, "b"}];
  for (size_t R = 0; R < Runs; ++R) {
    Times T;
    T.Count = 1000;
    T.Mean = Mean + N();
    I.ByRun.push_back(T);
    I.Visits.push_back(1000);
  }
  return Set;
}

} // namespace ipoint::comparison_tests

#endif // IPOINT_TEST_COMPARISONFIXTURE_H
