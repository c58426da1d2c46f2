//===- AwayTimes.cpp - How long a thread was off CPU ----------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AwayTimes.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace ipoint::trace {

void AwayTimes::add(const Away &A) {
  if (A.Why == Away::Interrupted)
    return;
  uint64_t Before =
      Spans.empty() ? 0 : Spans.back().Before + Spans.back().Ticks;
  Spans.push_back({A.From, A.To, A.To - A.From, Before});
  if (Spans.size() > Most)
    halve();
}

void AwayTimes::halve() {
  size_t Kept = 0;
  for (size_t I = 0; I < Spans.size(); I += 2) {
    Span S = Spans[I];
    if (I + 1 != Spans.size()) {
      S.To = Spans[I + 1].To;
      S.Ticks += Spans[I + 1].Ticks;
    }
    Spans[Kept++] = S;
  }
  Spans.resize(Kept);
}

uint64_t AwayTimes::before(uint64_t Time) const {
  auto Next =
      partition_point(Spans, [Time](const Span &S) { return S.From < Time; });
  if (Next == Spans.begin())
    return 0;
  const Span &S = *std::prev(Next);
  if (Time >= S.To)
    return S.Before + S.Ticks;
  double Part = double(Time - S.From) / double(S.To - S.From);
  return S.Before + uint64_t(Part * double(S.Ticks));
}

} // namespace ipoint::trace
