//===- ModelSeries.cpp - Times in the order of execution ------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModelBuilder.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace llvm;

namespace ipoint::analysis {

void ModelBuilder::addSeries() {
  SeriesModel &Out = Result.Series.emplace();
  const SeriesGrid Grid = All.OverTime->grid();
  Out.Width = std::ldexp(1.0, int(Grid.Shift));
  // By run and object, not by stream.
  std::map<std::pair<SeriesKey, uint32_t>, SeriesSums> Excluded;
  if (Filtered)
    for (const auto &[Key, Sums] : Filtered->Excluded) {
      uint32_t Run = All.Longest.origins()[Key.Stream].Run >> Grid.RunShift;
      Excluded[{{Run, Key.Bits}, Key.Object}].add(Sums);
    }
  std::vector<std::vector<SeriesPoint>> Points(All.Marks.size());
  for (const auto &[Key, Entries] : All.OverTime->buckets()) {
    size_t Run = size_t(Key.Run) << Grid.RunShift;
    double Start =
        Grid.RunShift
            ? 0
            : double(int64_t((Key.Bits << Grid.Shift) - RunBegins[Run]));
    auto Bucket = static_cast<uint32_t>(Out.Buckets.size());
    Out.Buckets.push_back({Run, Start});
    for (const Series::Entry &E : Entries) {
      SeriesPoint &P = Points[E.Object].emplace_back();
      P.Bucket = Bucket;
      P.Count = E.Sums.Count;
      P.Sum = double(E.Sums.Sum);
      P.Max = E.Sums.max();
      auto Out = Excluded.find({Key, E.Object});
      P.Excluded = Out == Excluded.end() ? 0 : Out->second.Count;
      P.MaxKept = P.Excluded ? E.Sums.maxBeside(Out->second) : P.Max;
    }
  }
  auto Put = [&](std::optional<TimeModel> &T, uint32_t Object) {
    if (!T)
      return;
    T->Series = std::move(Points[Object]);
    for (RecordMark M : All.Marks[Object].all())
      T->RecordMarks.push_back({M.Number, M.Ticks});
  };
  for (uint32_t I = 0; I < Result.Functions.size(); ++I) {
    FunctionModel &F = Result.Functions[I];
    Put(F.Self, All.selfTimesOf(I));
    Put(F.Inclusive, All.inclusiveTimesOf(I));
    for (auto [B, Block] : zip_equal(F.Blocks, Symbols.functions()[I].Blocks))
      Put(B.Time, Block);
  }
}

} // namespace ipoint::analysis
