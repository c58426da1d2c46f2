//===- ChangeVerdict.cpp - The outcome of a comparison, in sentences ------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compare.h"
#include "overhead/Clock.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>
#include <set>

using namespace llvm;

namespace ipoint::compare {

std::string inPercent(double Share) {
  double Size = 100 * std::abs(Share);
  return formatv(Size >= 99.95   ? "{0}{1:f0} %"
                 : Size >= 9.995 ? "{0}{1:f1} %"
                                 : "{0}{1:f2} %",
                 Share < 0 ? "-" : "+", Size);
}

static std::string counted(size_t Count, StringRef One) {
  return (Twine(Count) + " " + One + (Count == 1 ? "" : "s")).str();
}

/// A difference of times, which are below the clock resolution.
static std::string inUnit(double Difference, analysis::TimeUnit Unit) {
  return formatv("{0}{1:f1} {2}", Difference < 0 ? "-" : "+",
                 std::abs(Difference), analysis::nameOf(Unit));
}

/// The difference on which \p I is found to differ: its mean's, or of the
/// first figure that has one.
static std::string leadingFigure(const ItemComparison &I,
                                 analysis::TimeUnit Unit) {
  auto Words = [&](StringRef Name, const FigureComparison &F) {
    auto In = [&](double Share, double Difference) {
      return F.IsBelow ? inUnit(Difference, Unit) : inPercent(Share);
    };
    return Name.str() + " " + In(*F.Change, *F.Difference) +
           " (adjusted interval " + In(F.Range->Low, F.DifferenceRange->Low) +
           " to " + In(F.Range->High, F.DifferenceRange->High) +
           (F.IsBelow ? "; before, it is below the clock resolution)" : ")");
  };
  if (I.Mean.Differs)
    return Words("mean", I.Mean);
  for (unsigned Q = 0; Q < QuantileCount; ++Q)
    if (I.Quantiles[Q].Differs)
      return Words(QuantileNames[Q], I.Quantiles[Q]);
  const TailComparison &T = *I.Tail;
  auto Times = [](double Ratio) { return formatv("{0:f1}", Ratio).str(); };
  return formatv("{0} % of visits over {1:f0} {2}, {3} % before{4}",
                 formatv("{0:f2}", 100 * T.ShareB), T.Level,
                 analysis::nameOf(Unit), formatv("{0:f2}", 100 * T.ShareA),
                 T.Range ? " (adjusted interval of the factor " +
                               Times(T.Range->Low) + " to " +
                               Times(T.Range->High) + ")"
                         : "");
}

/// What a reader is to know first of \p Ranked: the first one, or the inclusive
/// time that moves most, if the self times that differ are less than half of
/// that. So where too little of a function was timed to compare by itself.
static const ItemComparison &leading(ArrayRef<const ItemComparison *> Ranked) {
  const ItemComparison *First = Ranked.front();
  double Self = 0;
  for (const ItemComparison *I : Ranked)
    if (I->Key.What == Subject::Self)
      Self += std::abs(I->moved());
  for (const ItemComparison *I : Ranked)
    if (I->Key.What == Subject::Inclusive &&
        std::abs(I->moved()) > 2 * std::max(Self, std::abs(First->moved())))
      return *I;
  return *First;
}

ChangeVerdict changeVerdict(const ComparisonModel &Model,
                            const PairComparison &Pair) {
  const std::string &A = Model.Sets.front().Name,
                    &B = Model.Sets[Pair.Other].Name;
  ChangeVerdict V{"change", "", "", "", false};
  std::string All = counted(Pair.Items.size(), "time");
  std::vector<const ItemComparison *> Ranked = Pair.ranked();
  if (!Pair.Hypotheses)
    V.Text = "Nothing could be tested between " + A + " and " + B + ": of " +
             All + " none was measured in two runs of each.";
  else if (Ranked.empty())
    V.Text = "No significant difference between " + A + " and " + B + " in " +
             All + ".";
  if (Ranked.empty())
    return V;
  const ItemComparison &First = leading(Ranked);
  V.Function = First.Key.Function;
  StringRef What = First.Key.What == Subject::Block  ? "block "
                   : First.Key.What == Subject::Self ? "the self time of "
                                                     : "the inclusive time of ";
  V.Text = "From " + A + " to " + B + " " + What.str() + First.Key.Function +
           (First.Key.Block.empty() ? "" : "/" + First.Key.Block) +
           " changed most: " + leadingFigure(First, Model.Unit) + ". ";
  size_t Others = Ranked.size() - 1, Rest = Pair.Items.size() - 1;
  size_t Longer = count_if(Ranked, [&](const ItemComparison *I) {
    return I != &First && I->isLonger();
  });
  if (!Rest)
    V.Text += "No other time was compared.";
  else if (!Others)
    V.Text +=
        "No significant difference in the other " + counted(Rest, "time") + ".";
  else
    V.Text += (Twine(Others) + " of the other " + counted(Rest, "time") +
               (Others == 1 ? " differs: " : " differ: ") + Twine(Longer) +
               " longer, " + Twine(Others - Longer) + " shorter.")
                  .str();
  return V;
}

/// How wide an interval is with \p A and \p B runs that vary alike, in
/// deviations of a run: at 99 %, as a difference is found by default.
static double widthOf(size_t A, size_t B) {
  analysis::MeanOfUnits OfA{0, {1 / double(A), double(A) - 1}},
      OfB{0, {1 / double(B), double(B) - 1}};
  return analysis::welchInterval(OfA, OfB, 0.01).High;
}

/// What it costs that a set has few runs, or fewer than the other; empty where
/// neither is so.
static std::string costOfRuns(size_t A, size_t B) {
  constexpr size_t Enough = 5, Good = 10;
  if ((A == B && A >= Enough) || std::min(A, B) < 2)
    return "";
  size_t Best = std::max({A, B, Good});
  std::string Runs = A == B ? counted(A, "run") + " of each"
                            : counted(A, "run") + " against " + Twine(B).str();
  return Runs + ": intervals are " +
         formatv("{0:f1}", widthOf(A, B) / widthOf(Best, Best)).str() +
         " times as wide as with " + Twine(Best).str() +
         " of each, so that only larger differences are found.";
}

/// Of the function whose number of calls moves most time: a run may take longer
/// though no call does. None where calls are as many, to a per cent.
static std::optional<ChangeVerdict> callsChanged(const PairComparison &Pair) {
  constexpr double Least = 0.01;
  const ItemComparison *Most = nullptr;
  auto MovedBy = [](const ItemComparison &I) {
    return std::abs(I.VisitsB - I.VisitsA) * I.Mean.A.value_or(0);
  };
  for (const ItemComparison &I : Pair.Items)
    if (I.Key.What == Subject::Self && I.VisitsA > 0 && I.VisitsB > 0 &&
        std::abs(I.VisitsB / I.VisitsA - 1) >= Least &&
        MovedBy(I) > (Most ? MovedBy(*Most) : 0))
      Most = &I;
  if (!Most)
    return std::nullopt;
  const ItemComparison &I = *Most;
  return ChangeVerdict{"calls",
                       formatv("In a run {0} is called {1:N} times, {2:N} "
                               "before ({3}): what that takes is in the times "
                               "of a run, not in those of a call.",
                               I.Key.Function, std::llround(I.VisitsB),
                               std::llround(I.VisitsA),
                               inPercent(I.VisitsB / I.VisitsA - 1)),
                       I.Key.Function, "", false};
}

/// What \p Value is in each of \p Things, each once.
template <class Range, class Function>
static std::set<std::string> distinct(const Range &Things, Function Value) {
  std::set<std::string> Result;
  for (const auto &T : Things)
    Result.insert(Value(T));
  return Result;
}

/// \p C, and which arguments they were where these are short.
static std::string inWords(const Condition &C, const RunSet &First,
                           const RunSet &Other) {
  constexpr size_t Short = 40;
  auto Of = [](const RunInfo &R) { return R.Arguments; };
  const std::set<std::string> A = distinct(First.Runs, Of),
                              B = distinct(Other.Runs, Of);
  if (C.Name != "arguments" || A.size() != 1 || B.size() != 1 ||
      A.begin()->size() + B.begin()->size() > Short)
    return C.Name;
  return C.Name + " (\"" + *A.begin() + "\" and \"" + *B.begin() + "\")";
}

std::vector<ChangeVerdict> verdictOf(const ComparisonModel &Model,
                                     const PairComparison &Pair) {
  std::vector<ChangeVerdict> Result = {changeVerdict(Model, Pair)};
  if (std::optional<ChangeVerdict> Calls = callsChanged(Pair))
    Result.push_back(std::move(*Calls));
  const RunSet &First = Model.Sets.front(), &Other = Model.Sets[Pair.Other];
  size_t A = First.Runs.size(), B = Other.Runs.size();
  if (std::string Cost = costOfRuns(A, B); !Cost.empty())
    Result.push_back(
        {"runs", Cost, "",
         "ipoint-run -n " + std::to_string(std::max<size_t>({A, B, 10})),
         true});
  std::vector<std::string> Names;
  for (const Condition &C : Pair.Conditions)
    if (C.IsAffecting)
      Names.push_back(inWords(C, First, Other));
  if (!Names.empty())
    Result.push_back({"conditions",
                      "The sets differ in " + join(Names, ", ") +
                          ": a difference of times may come from that.",
                      "", "", true});
  return Result;
}

void noteChanges(const ComparisonModel &Model, analysis::ReportModel &Report) {
  const PairComparison &Pair = Model.Pairs.front();
  for (const ChangeVerdict &V : verdictOf(Model, Pair))
    Report.Changes.push_back({V.Text, V.Function, V.Command, V.IsAffected});
  StringMap<std::vector<const ItemComparison *>> Selves;
  for (const ItemComparison &I : Pair.Items)
    if (I.Key.What == Subject::Self)
      Selves[I.Key.Function].push_back(&I);
  StringMap<unsigned> Names;
  for (const analysis::FunctionModel &F : Report.Functions)
    ++Names[F.Name];
  for (analysis::FunctionModel &F : Report.Functions) {
    auto It = Selves.find(F.Name);
    if (It == Selves.end() || It->second.size() != 1 || Names[F.Name] != 1)
      continue;
    const ItemComparison &I = *It->second.front();
    F.Change =
        analysis::SelfChange{I.Mean.A.value_or(0) * I.VisitsA,
                             I.Mean.B.value_or(0) * I.VisitsB, I.differs()};
  }
}

/// What ipoint-run was asked to do to a run.
static std::string settingsOf(const RunInfo &Run) {
  auto Value = [](const std::optional<int64_t> &V) {
    return V ? std::to_string(*V) : std::string("?");
  };
  return join(ArrayRef<std::string>{Value(Run.Niceness), Value(Run.Realtime),
                                    Value(Run.FixedAddresses),
                                    Value(Run.MemoryLocked), Value(Run.WarmUp),
                                    Run.Load},
              "/");
}

std::vector<Condition> differingConditions(const RunSet &First,
                                           const RunSet &Other) {
  using analysis::BuildModel;
  std::vector<Condition> Result;
  auto Of = [&](StringRef Name, bool IsAffecting, auto Things, auto Value) {
    if (distinct(Things(First), Value) != distinct(Things(Other), Value))
      Result.push_back({Name.str(), IsAffecting});
  };
  auto Runs = [](const RunSet &S) { return ArrayRef(S.Runs); };
  auto Builds = [](const RunSet &S) { return ArrayRef(S.Builds); };
  if (First.Runs.size() != Other.Runs.size())
    Result.push_back({"runs", false});
  Of("arguments", true, Runs, [](const RunInfo &R) { return R.Arguments; });
  // Another build is what most comparisons are of.
  Of("build id", false, Runs, [](const RunInfo &R) { return R.BuildId; });
  Of("compiler", false, Builds, [](const BuildModel &B) { return B.Compiler; });
  Of("flags", false, Builds, [](const BuildModel &B) { return B.Flags; });
  Of("ipoints", true, Builds,
     [](const BuildModel &B) { return B.Level + "/" + B.Timed; });
  Of("machine, clock", true, Runs, [](const RunInfo &R) { return R.Machine; });
  if (!First.Runs.empty() && !Other.Runs.empty() &&
      !analysis::isSameRate(First.Runs.front().RateHz,
                            Other.Runs.front().RateHz))
    Result.push_back({"clock rate", true});
  if (First.Resolution != Other.Resolution)
    Result.push_back({"clock resolution", false});
  Of("policy", false, Runs, [](const RunInfo &R) { return R.Policy; });
  Of("settings", true, Runs, settingsOf);
  return Result;
}

} // namespace ipoint::compare
