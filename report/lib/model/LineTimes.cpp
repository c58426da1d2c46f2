//===- LineTimes.cpp - What each line of a function takes -----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LineTimes.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

namespace ipoint::analysis {

using estimate::MeanSource;

static std::optional<double> totalOf(const std::optional<TimeModel> &T) {
  if (!T || T->Overload || T->Raw.Count == 0)
    return std::nullopt;
  return (T->Filtered ? *T->Filtered : T->Corrected).Total;
}

/// Share of the plain program. Of a group the first block has it all.
static std::optional<double> sampledShareOf(const BlockModel &B) {
  if (!B.Sampled)
    return std::nullopt;
  const std::vector<std::string> &Group = B.Sampled->Group;
  return Group.empty() || Group.front() == B.Name ? B.Sampled->Share : 0;
}

void setLineTimes(FunctionModel &F) {
  bool IsSampled = F.Sampled && llvm::any_of(F.Blocks, [](const auto &B) {
                     return B.Sampled.has_value();
                   });
  std::map<unsigned, std::optional<double>> Sums;
  for (const BlockModel &B : F.Blocks) {
    std::optional<double> &Sum = Sums[B.Line];
    if (auto Part = IsSampled ? sampledShareOf(B) : totalOf(B.Time))
      Sum = Sum.value_or(0) + *Part;
    else if (B.Visits == 0)
      Sum = Sum.value_or(0);
  }
  std::optional<double> Whole =
      IsSampled ? std::optional(F.Sampled->Share) : totalOf(F.Self);
  // Ticks of what Sums are in; 0: samples of calls that were not counted.
  double Scale = 1;
  if (IsSampled)
    Scale = F.BestSelf.From == MeanSource::Sampled && *Whole > 0
                ? F.BestSelf.Mean * static_cast<double>(F.Calls) / *Whole
                : 0;
  F.Lines.clear();
  for (auto &[Line, Sum] : Sums) {
    LineModel &L = F.Lines.emplace_back();
    L.Line = Line;
    if (!Sum)
      continue;
    if (Scale > 0)
      L.Self = *Sum * Scale;
    if (Whole && *Whole > 0)
      L.Share = *Sum / *Whole;
  }
}

} // namespace ipoint::analysis
