//===- Sensitivity.cpp - What thresholds would change ---------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Detection.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace llvm;

namespace ipoint::analysis {

/// Rows of a table, the one without a threshold among them.
static constexpr size_t MostRows = 16;

std::vector<SensitivityModel> sensitivityOf(const Histogram &Times) {
  std::vector<Histogram::Bucket> All;
  uint64_t Count = 0;
  Times.forEach([&](const Histogram::Bucket &B) {
    All.push_back(B);
    Count += B.Count;
  });
  // The widest gaps above the median, each against the value that it begins at.
  std::vector<std::pair<double, size_t>> Gaps;
  uint64_t Seen = 0;
  for (size_t I = 0; I + 1 < All.size(); ++I)
    if ((Seen += All[I].Count) * 2 >= Count)
      Gaps.push_back({-std::log(double(All[I + 1].Low) /
                                std::max(1.0, double(All[I].High))),
                      I});
  llvm::sort(Gaps);
  Gaps.resize(std::min(Gaps.size(), MostRows - 1));
  std::vector<size_t> Rows;
  Rows.reserve(Gaps.size() + 1);
  for (auto [Width, I] : Gaps)
    Rows.push_back(I);
  if (!All.empty())
    Rows.push_back(All.size() - 1);
  llvm::sort(Rows);
  std::vector<SensitivityModel> Result;
  for (size_t Last : Rows) {
    SensitivityModel S;
    S.Threshold = All[Last].High;
    S.Max = double(All[Last].High);
    uint64_t Kept = 0;
    for (size_t I = 0; I <= Last; ++I) {
      Kept += All[I].Count;
      S.Mean += All[I].middle() * double(All[I].Count);
    }
    S.Mean /= double(Kept);
    S.Beyond = Count - Kept;
    uint64_t Rank = uint64_t(std::ceil(0.99 * double(Kept))), To = 0;
    for (const Histogram::Bucket &B : All)
      if ((To += B.Count) >= Rank) {
        S.P99 = double(B.High);
        break;
      }
    Result.push_back(S);
  }
  return Result;
}

} // namespace ipoint::analysis
