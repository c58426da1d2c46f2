//===- Candidate.cpp - Visits beyond a gap --------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Candidate.h"
#include <cmath>

using namespace llvm;

namespace ipoint::analysis {

std::vector<Mode> modesOf(const BlockShape &S, ArrayRef<Candidate> Mine) {
  std::vector<Mode> Result = {{S.Expected, S.MainSum}};
  size_t Cluster = 0;
  for (const Candidate &C : Mine) {
    if (C.Left != LeftFor::Frequency)
      continue;
    if (C.Cluster != Cluster)
      Result.emplace_back();
    Cluster = C.Cluster;
    Result.back().add(C.Times.middle(), double(C.Times.Count));
  }
  return Result;
}

std::vector<std::pair<uint64_t, double>>
expectedOfInterrupted(ArrayRef<Candidate> Mine) {
  std::vector<std::pair<uint64_t, double>> Result;
  for (const Candidate &C : Mine) {
    double Expected = C.Times.middle() - C.Excess;
    if (Result.empty() || Result.back().second != Expected)
      Result.push_back({C.Times.Low, Expected});
  }
  return Result;
}

std::vector<ExcessBand> hiding(ArrayRef<Candidate> Mine) {
  std::vector<ExcessBand> Result;
  size_t Cluster = 0;
  for (const Candidate &C : Mine) {
    if (C.Left != LeftFor::Rate && C.Left != LeftFor::Frequency)
      continue;
    if (C.Cluster != Cluster)
      Result.push_back({C.Excess, C.Excess});
    Cluster = C.Cluster;
    Result.back().High = std::nextafter(C.Excess, INFINITY);
  }
  return Result;
}

} // namespace ipoint::analysis
