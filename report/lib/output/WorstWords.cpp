//===- WorstWords.cpp - Words of the longest path -------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TextTable.h"
#include "WorstWriter.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>
#include <set>

using namespace llvm;
using namespace ipoint::worst;

namespace ipoint::output {

std::string nameOf(const PlaceInSource &At) {
  return At.Function + (At.Block.empty() ? "" : "/" + At.Block);
}

std::string fileAndLine(const PlaceInSource &At) {
  return At.File + (At.Line ? ":" + std::to_string(At.Line) : "");
}

std::string nameAndPlace(const PlaceInSource &At) {
  return nameOf(At) + (At.File.empty() ? "" : " (" + fileAndLine(At) + ")");
}

/// Less of an execution is no part of one that a linear program may have, but
/// an error of its arithmetic.
static constexpr double Least = 0.005;

std::string executions(double Count) {
  return grouped(Count, std::abs(Count - std::round(Count)) < Least ? 0 : 2);
}

LeadingTimes leadingTimes(const WorstModel &Model) {
  LeadingTimes Result;
  auto Take = [&](StringRef Name, std::optional<double> worst::Times::*Of) {
    if (!(Model.Estimate.*Of))
      return false;
    Result = {Name, *(Model.Estimate.*Of), Model.Hwm.*Of, std::nullopt};
    if (Result.Hwm && *Result.Hwm > 0)
      Result.Ratio = Result.Estimate / *Result.Hwm;
    return true;
  };
  if (!Take("filtered", &worst::Times::Filtered) &&
      !Take("corrected", &worst::Times::Corrected))
    Take("raw", &worst::Times::Raw);
  return Result;
}

static bool isSamePlace(const PlaceInSource &A, const PlaceInSource &B) {
  return A.Function == B.Function && A.File == B.File && A.Block == B.Block;
}

std::string boundInWords(const UsedFact &F) {
  if (F.From != Origin::Observed || !F.At)
    return F.Words;
  bool IsNamed = StringRef(F.Words).contains(F.At->Block);
  return (IsNamed ? F.At->Function : nameOf(*F.At)) + ": at most " +
         executions(F.Bound) + " " + F.Words;
}

std::string partInWords(const NotMeasured &N) {
  std::string From = nameAndPlace(N.From);
  switch (N.Is) {
  case NotMeasured::Transition:
    return "the transition from " + From + " to " + N.To;
  case NotMeasured::CallSite:
    return "a call of " + N.To + " from " + From;
  case NotMeasured::Context:
    return "a call of " + From + " by way of " + N.To;
  case NotMeasured::Function:
    break;
  }
  return From;
}

std::string blocksInWords(ArrayRef<PlaceInSource> Blocks, size_t Most) {
  std::string Result;
  for (auto [I, At] : enumerate(Blocks.take_front(Most)))
    Result += (I == 0                   ? ""
               : I + 1 == Blocks.size() ? " and "
                                        : ", ") +
              At.Block + " (" + fileAndLine(At) + ")";
  if (Blocks.size() > Most)
    Result += " and " + grouped(Blocks.size() - Most) + " more";
  return Result;
}

/// What \p B is never in: a call, or an execution of the root.
static std::string executionOf(const BlocksApart &B, const WorstModel &Model) {
  bool IsRoot = !Model.Root.Block.empty() &&
                B.At.Function == Model.Root.Function &&
                B.At.File == Model.Root.File;
  return IsRoot ? Model.Executions : "call";
}

std::string nearestInWords(const BlocksApart &B, const WorstModel &Model) {
  constexpr size_t Most = 4;
  return "the nearest " + executionOf(B, Model) + " executed " +
         grouped(B.OnPath - B.NearestLacks.size()) + " of its " +
         grouped(B.OnPath) + " blocks on the path, " +
         grouped(100 * B.NearestShare, 1) + " % of their time, without " +
         blocksInWords(B.NearestLacks, Most);
}

std::vector<std::string> testNext(const WorstModel &Model) {
  std::vector<std::string> Result;
  // Blocks of one loop body run equally often, and its condition once more for
  // each entry: one of them stands for all.
  std::set<std::tuple<std::string, double, uint64_t>> Alike;
  std::set<std::tuple<std::string, std::string, double>> OfLoop;
  for (const Reason &R : Model.Reasons) {
    double More = R.Count - double(R.Observed);
    if (R.ByCount <= 0 || More < Least)
      continue;
    auto [Around, Last] = StringRef(R.At.Block).rsplit('/');
    bool IsOfLoop = Last == "body" || Last == "condition";
    bool IsNew = Alike.emplace(R.At.Function, R.Count, R.Observed).second;
    IsNew &= OfLoop.emplace(R.At.Function, Around, IsOfLoop ? 0 : More).second;
    if (!IsNew)
      continue;
    bool IsOne = std::abs(R.Count - 1) < Least;
    std::string Line = executions(R.Count) +
                       (R.At.Block.empty() ? IsOne ? " call of " : " calls of "
                        : IsOne            ? " execution of "
                                           : " executions of ") +
                       nameAndPlace(R.At) + ": ";
    auto On = find_if(Model.Path, [&](const PathBlock &B) {
      return isSamePlace(B.At, R.At);
    });
    uint64_t Most = On == Model.Path.end()
                        ? R.Observed
                        : On->MostObserved.value_or(R.Observed);
    if (Most <= R.Observed)
      Line += grouped(R.Observed) + " were observed at most";
    else
      Line +=
          grouped(R.Observed) + " in the longest observed " + Model.Executions +
          ", " +
          (R.Count - double(Most) >= Least ? grouped(Most) + " at most in any"
                                           : "as many in another");
    Result.push_back(std::move(Line));
  }
  for (const BlocksApart &B : Model.NeverTogether) {
    std::string What = executionOf(B, Model);
    Result.push_back(((What == "call" ? "a " : "an ") + Twine(What) + " of " +
                      nameAndPlace(B.At) + " that executes " +
                      (B.Blocks.size() == 2 ? "both " : "all of ") +
                      blocksInWords(B.Blocks, B.Blocks.size()) +
                      ": no observed " + What + " did")
                         .str());
  }
  for (const NotMeasured &N : Model.Unmeasured)
    if (N.OnPath)
      Result.push_back(partInWords(N) + ", which was never measured");
  return Result;
}

} // namespace ipoint::output
