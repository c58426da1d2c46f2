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
  std::vector<Mode> Result = S.Main;
  size_t Cluster = 0;
  for (const Candidate &C : Mine) {
    if (C.Left != LeftFor::Frequency)
      continue;
    if (C.Cluster != Cluster)
      Result.push_back({0, 0, C.Times.Low});
    Cluster = C.Cluster;
    Result.back().To = C.Times.High;
    Result.back().add(C.Times.middle(), double(C.Times.Count));
  }
  return Result;
}

std::vector<std::pair<uint64_t, double>>
ownOfInterrupted(ArrayRef<Candidate> Mine) {
  std::vector<std::pair<uint64_t, double>> Result;
  for (const Candidate &C : Mine) {
    double Own = C.Times.middle() - C.Excess;
    if (Result.empty() || Result.back().second != Own)
      Result.push_back({C.Times.Low, Own});
  }
  return Result;
}

std::vector<ClassBand> hiding(ArrayRef<Candidate> Mine) {
  std::vector<ClassBand> Result;
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
