//===- Observations.cpp - Reading observations, and figures of them -------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Observations.h"
#include "stats/Differences.h"
#include "support/Errors.h"
#include "support/Ranges.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include <cmath>
#include <map>

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::observations {

/// The squares of as many as there can be add up to a finite number.
static constexpr double Largest = 1e100;

/// The cells of a row of a table (RFC 4180).
static std::vector<std::string> cellsOf(StringRef Row) {
  std::vector<std::string> Cells(1);
  bool IsQuoted = false;
  for (size_t I = 0; I < Row.size(); ++I) {
    char C = Row[I];
    if (C == '"' && IsQuoted && I + 1 < Row.size() && Row[I + 1] == '"')
      Cells.back() += Row[++I];
    else if (C == '"')
      IsQuoted = !IsQuoted;
    else if (C == ',' && !IsQuoted)
      Cells.emplace_back();
    else
      Cells.back() += C;
  }
  return Cells;
}

namespace {

/// The columns of a table that are of use here.
struct Columns {
  size_t Function, Times, Block, Ticks, Count;
};

class Reader {
public:
  Reader(StringRef File, std::vector<Set> &Sets) : File(File), Sets(Sets) {
    for (size_t I = 0; I < Sets.size(); ++I)
      ByName[Sets[I].Name] = I;
  }

  Error line(StringRef Text);
  void next() { ++Number; }

private:
  Error bad(const Twine &What) const {
    return errorAt((File + ":" + Twine(Number)).str(), What);
  }
  Set &setOf(StringRef Name, StringRef Unit);
  Error observations(StringRef Text);
  Error row(StringRef Text);
  Error numbers(StringRef Text, Set &Into);
  Error number(StringRef Word, Set &Into);
  void header(StringRef Text);

  StringRef File;
  std::vector<Set> &Sets;
  std::map<std::string, size_t> ByName;
  std::optional<Columns> Table;
  size_t Number = 1;
};

} // namespace

Set &Reader::setOf(StringRef Name, StringRef Unit) {
  auto [It, IsNew] = ByName.try_emplace(Name.str(), Sets.size());
  if (IsNew)
    Sets.push_back({Name.str(), Unit.str(), {}});
  return Sets[It->second];
}

Error Reader::number(StringRef Word, Set &Into) {
  double Value;
  if (Word.getAsDouble(Value) || !std::isfinite(Value))
    return bad("'" + Word.take_front(40) +
               "' is no number; a line is a number, or several, or "
               "'observations NAME ticks: NUMBER ...'");
  if (std::abs(Value) > Largest)
    return bad("'" + Word.take_front(40) + "' is larger than any time");
  Into.Values.push_back(Value);
  return Error::success();
}

Error Reader::numbers(StringRef Text, Set &Into) {
  SmallVector<StringRef> Words;
  SplitString(Text, Words, " \t,;");
  for (StringRef Word : Words)
    if (Error E = number(Word, Into))
      return E;
  return Error::success();
}

/// What stands behind `observations `.
Error Reader::observations(StringRef Text) {
  auto [Name, Values] = Text.rsplit(':');
  if (Name.size() == Text.size())
    return bad("there is no ':' behind the name and the unit");
  auto [Called, Unit] = Name.trim().rsplit(' ');
  return numbers(Values, setOf(Called.trim(), Unit));
}

void Reader::header(StringRef Text) {
  std::vector<std::string> Names = cellsOf(Text);
  auto At = [&](StringRef Name) {
    return size_t(find(Names, Name) - Names.begin());
  };
  Columns C = {At("function"), At("times"), At("block"), At("ticks"),
               Names.size()};
  if (std::max({C.Function, C.Times, C.Block, C.Ticks}) < Names.size())
    Table = C;
}

Error Reader::row(StringRef Text) {
  std::vector<std::string> Cells = cellsOf(Text);
  if (Cells.size() != Table->Count)
    return bad("the row has " + Twine(Cells.size()) + " cells, not " +
               Twine(Table->Count));
  std::string Name = Cells[Table->Function];
  if (Cells[Table->Times] == "block")
    Name += "/" + Cells[Table->Block];
  else
    Name += " " + Cells[Table->Times];
  return number(Cells[Table->Ticks], setOf(Name, "ticks"));
}

Error Reader::line(StringRef Text) {
  Text = Text.trim();
  if (Text.empty() || Text.starts_with("#"))
    return Error::success();
  if (Text.consume_front("observations "))
    return observations(Text);
  if (!Table && Text.contains("function,") && Text.contains(",ticks")) {
    header(Text);
    if (Table)
      return Error::success();
  }
  return Table ? row(Text) : numbers(Text, setOf(File, ""));
}

Error read(StringRef Text, StringRef File, std::vector<Set> &Sets) {
  Reader R(File, Sets);
  for (; !Text.empty(); R.next()) {
    auto [Line, Rest] = Text.split('\n');
    if (Error E = R.line(Line))
      return E;
    Text = Rest;
  }
  return Error::success();
}

size_t dropLayers(std::vector<double> &Values, unsigned Layers) {
  const size_t Before = Values.size();
  for (; Layers; --Layers) {
    double Mean = meanOf(Values), Limit = 2 * std::sqrt(varianceOf(Values));
    size_t Count = Values.size();
    erase_if(Values,
             [&](double Value) { return std::abs(Value - Mean) > Limit; });
    if (Values.size() == Count)
      break;
  }
  return Before - Values.size();
}

/// Batches, and the least values in each: from fewer the dependence of values
/// on those before them cannot be estimated.
static constexpr size_t Batches = 20, LeastInBatch = 5;

/// See Summary::Inflation.
static double inflationOf(ArrayRef<double> Values, double Variance) {
  size_t Each = Values.size() / Batches;
  if (Each < LeastInBatch || !(Variance > 0))
    return 1;
  std::vector<double> Means;
  Means.reserve(Batches);
  for (size_t I = 0; I < Batches; ++I)
    Means.push_back(meanOf(Values.slice(I * Each, Each)));
  double Ratio = varianceOf(Means) * double(Each) / Variance;
  // Independent values show as much in one of a hundred cases.
  double Limit = chiSquaredQuantileAbove(0.01, Batches - 1) / (Batches - 1);
  return Ratio > Limit ? Ratio : 1;
}

static Percentile percentile(ArrayRef<double> Sorted, double Share,
                             double Inflation) {
  auto Ranked = [&](uint64_t Rank) {
    return Sorted[std::clamp<uint64_t>(Rank, 1, Sorted.size()) - 1];
  };
  Percentile P;
  P.Share = Share;
  P.Value = Ranked(uint64_t(std::ceil(Share * double(Sorted.size()))));
  if (auto Ranks = quantileRanks(Sorted.size(), Share, Inflation))
    P.Between = Interval{Ranked(Ranks->Low), Ranked(Ranks->High)};
  return P;
}

static ErrorOfMean errorOf(const Summary &S) {
  return {S.Deviation * S.Deviation * S.Inflation / double(S.Count),
          S.Inflation > 1 ? Batches - 1 : double(S.Count - 1)};
}

/// Half of the 95 % interval of a mean of which \p Parts are the errors.
static double halfWidth(ArrayRef<ErrorOfMean> Parts) {
  return studentQuantileAbove(0.025, degreesOfSum(Parts)) *
         std::sqrt(sumOf(Parts, &ErrorOfMean::Variance));
}

Summary summarise(ArrayRef<double> Values) {
  Summary S;
  S.Count = Values.size();
  S.Mean = meanOf(Values);
  double Variance = varianceOf(Values);
  S.Deviation = std::sqrt(Variance);
  S.Inflation = inflationOf(Values, Variance);
  std::vector<double> Sorted(Values.begin(), Values.end());
  sort(Sorted);
  S.Least = Sorted.front();
  S.Most = Sorted.back();
  if (S.Count > 1) {
    double Half = halfWidth(errorOf(S));
    S.MeanBetween = Interval{S.Mean - Half, S.Mean + Half};
  }
  for (double Share : {0.5, 0.9, 0.99, 0.999})
    S.Percentiles.push_back(percentile(Sorted, Share, S.Inflation));
  return S;
}

std::optional<Difference> compare(const Summary &First, const Summary &Second) {
  if (First.Count < 2 || Second.Count < 2)
    return std::nullopt;
  Difference D;
  D.Mean = Second.Mean - First.Mean;
  if (First.Mean > 0)
    D.Share = D.Mean / First.Mean;
  ErrorOfMean A = errorOf(First), B = errorOf(Second);
  double Half = halfWidth({A, B});
  D.Between = {D.Mean - Half, D.Mean + Half};
  D.Chance = welchProbability(D.Mean, A, B);
  return D;
}

} // namespace ipoint::observations
