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

bool isTail(ArrayRef<Candidate> Mine, size_t Class,
            const DetectorParams &Params) {
  if (!Params.SpareTails)
    return false;
  uint64_t OfClass = 0, Any = 0;
  for (const Candidate &C : Mine)
    if (!C.isLeft()) {
      OfClass += C.Class == Class ? C.Times.Count : 0;
      Any += C.Times.Count;
    }
  return OfClass && double(OfClass) < Params.TailShare * double(Any);
}

uint64_t countWithoutTails(ArrayRef<Candidate> Mine, size_t Class,
                           const DetectorParams &Params) {
  uint64_t Count = 0;
  while (!Mine.empty()) {
    ArrayRef<Candidate> Cluster = Mine.take_while(
        [&](const Candidate &C) { return C.Cluster == Mine.front().Cluster; });
    Mine = Mine.drop_front(Cluster.size());
    if (isTail(Cluster, Class, Params))
      continue;
    for (const Candidate &C : Cluster)
      Count += C.Class == Class && !C.isLeft() ? C.Times.Count : 0;
  }
  return Count;
}

} // namespace ipoint::analysis
