//===- JsonTimes.cpp - Lists of numbers in the document -------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JsonDocument.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::output {

/// A list of what \p Of makes of each of \p Items.
template <class Range, class Function>
static std::string listOf(const Range &Items, Function &&Of) {
  std::string Result;
  for (const auto &Item : Items) {
    Result += Result.empty() ? "[" : ", ";
    Result += Of(Item);
  }
  return Result.empty() ? "[]" : Result + "]";
}

/// Two members of each of \p Items.
static std::string pairsOf(const auto &Items, auto First, auto Second) {
  return listOf(Items, [&](auto &Item) {
    return "[" + std::to_string(std::invoke(First, Item)) + ", " +
           std::to_string(std::invoke(Second, Item)) + "]";
  });
}

void JsonDocument::operator()(StringRef Key, const List<HistogramBucket> &H,
                              As) {
  if (!hasDetails())
    return;
  Json.attributeBegin(Key);
  Json.rawValue([&](raw_ostream &Out) {
    Out << '[';
    StringRef Separator;
    for (const HistogramBucket &B : H) {
      Out << Separator << '[' << B.Low << ", " << B.High << ", " << B.Count
          << ", " << B.Excluded;
      StringRef Begin = ", [";
      for (auto [Class, Count] : B.ByClass) {
        Out << Begin << '[' << Class << ", " << Count << ']';
        Begin = ", ";
      }
      Out << (B.ByClass.empty() ? "]" : "]]");
      Separator = ", ";
    }
    Out << ']';
  });
  Json.attributeEnd();
}

/// By column, which is shorter.
void JsonDocument::operator()(StringRef Key, const List<SeriesPoint> &S, As) {
  if (!hasDetails() || S.empty())
    return;
  auto Line = line();
  auto Column = [&](StringRef Name, auto Of) {
    Line.add(Name, listOf(S, [&](const SeriesPoint &P) {
               return std::invoke(Of, P);
             }));
  };
  auto Number = [&](StringRef Name, auto SeriesPoint::*At) {
    Column(Name, [=](auto &P) { return std::to_string(P.*At); });
  };
  // Of one bucket the page reads these in `raw` and in the histogram.
  const Figures &All = Current->Raw;
  const bool IsAll =
      Much == Detail::Page && S.size() == 1 && S.front().Count == All.Count &&
      S.front().Sum == All.Total && double(S.front().Max) == All.Max;
  Number("bucket", &SeriesPoint::Bucket);
  if (!IsAll) {
    Number("count", &SeriesPoint::Count);
    Column("sum", [](auto &P) { return number(P.Sum, 0); });
    Number("max", &SeriesPoint::Max);
  }
  if (any_of(S, [](auto &P) { return P.Excluded != 0; })) {
    Number("excluded", &SeriesPoint::Excluded);
    Column("max_kept", [](auto &P) {
      return P.MaxKept ? std::to_string(*P.MaxKept) : "null";
    });
  }
  // One bin is that of the largest; of two times the sum gives the other one.
  auto HasSome = [](auto &P) {
    return P.Count > 2 && P.ByLength.bins().size() > 1;
  };
  if (!IsAll && any_of(S, HasSome))
    Column("lengths", [&](auto &P) {
      return HasSome(P) ? pairsOf(P.ByLength.bins(), &Lengths::Bin::Number,
                                  &Lengths::Bin::Count)
                        : "0";
    });
  asWritten(Key, Line.object());
}

void JsonDocument::operator()(StringRef Key, const List<RecordMarkModel> &M,
                              As) {
  if (hasDetails())
    asWritten(Key,
              pairsOf(M, &RecordMarkModel::Number, &RecordMarkModel::Ticks));
}

void JsonDocument::operator()(StringRef Key, const List<WayStep> &Way) {
  asWritten(Key, pairsOf(Way, &WayStep::Function, &WayStep::Times));
}

void JsonDocument::operator()(StringRef Key, const List<ValuePair> &Pairs) {
  asWritten(Key, pairsOf(Pairs, &ValuePair::Value, &ValuePair::Ticks));
}

void JsonDocument::operator()(StringRef Key,
                              const List<SeriesModel::Bucket> &Buckets) {
  auto Start = [](auto &B) { return int64_t(B.Start); };
  asWritten(Key, pairsOf(Buckets, &SeriesModel::Bucket::Run, Start));
}

} // namespace ipoint::output
