//===- Config.cpp - Sections of config files that the report reads --------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"
#include "database/ConfigFile.h"
#include "database/FilterSection.h"
#include "database/Input.h"
#include "support/Errors.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace ipoint::report {

using database::FilterSection;
using database::WrittenThresholds;

Error parseFilterMode(StringRef Text, analysis::FilterModel &Filter,
                      bool &None) {
  None = Text == "none";
  if (None)
    return Error::success();
  if (Text == "rule" || Text == "detect") {
    Filter.Mode = Text == "rule" ? analysis::FilterMode::Rule
                                 : analysis::FilterMode::Detect;
    return Error::success();
  }
  StringRef Number = Text;
  if (Number.consume_front("layers:") &&
      !Number.getAsInteger(10, Filter.Layers) && Filter.Layers >= 1 &&
      Filter.Layers <= 100) {
    Filter.Mode = analysis::FilterMode::Layers;
    return Error::success();
  }
  return plainError("no filter is called '" + Text +
                    "'; there are detect, rule, layers:N (N from 1 to "
                    "100) and none");
}

namespace {

/// What \p W leaves out stays as it is.
void fill(const WrittenThresholds &W, analysis::ThresholdRule &R) {
  R.Function = W.Functions;
  R.Block = W.Blocks;
  R.From = W.From;
  R.Low = W.Low.value_or(R.Low);
  R.High = W.High.value_or(R.High);
  R.LeastVisits = W.LeastVisits.value_or(R.LeastVisits);
  R.Majority = W.Majority.value_or(R.Majority);
  R.GapTolerance = W.GapTolerance.value_or(R.GapTolerance);
  R.LinearOnly = !W.AllBlocks.value_or(!R.LinearOnly);
}

struct FilterFile {
  std::optional<FilterSection> Filter;
};

} // namespace
} // namespace ipoint::report

namespace llvm::yaml {

template <> struct MappingTraits<ipoint::report::FilterFile> {
  static void mapping(IO &In, ipoint::report::FilterFile &F) {
    In.mapOptional("filter", F.Filter);
    ipoint::database::skipSections(In, ipoint::database::InstrumenterSections);
    ipoint::database::skipSections(In, {"budgets", "flow"});
  }
};

} // namespace llvm::yaml

namespace ipoint::report {

static Error take(const FilterSection &S, analysis::FilterModel &Filter,
                  bool &None) {
  analysis::ThresholdRule All;
  fill(S.All, All);
  Filter.From = S.All.From;
  Filter.LinearOnly = All.LinearOnly;
  if (S.All.Low)
    Filter.Rules.push_back(All);
  for (const WrittenThresholds &W : S.Rules) {
    analysis::ThresholdRule R = All;
    fill(W, R);
    if (!W.Low && !S.All.Low)
      return errorAt(R.From, "neither the rule nor 'filter' has 'low' and "
                             "'high'");
    if (Error E = analysis::checkPatterns(R))
      return errorAt(R.From, toString(std::move(E)));
    Filter.Rules.push_back(std::move(R));
  }
  if (S.All.Low)
    Filter.Mode = analysis::FilterMode::Rule;
  if (S.By.empty())
    return Error::success();
  if (Error E = parseFilterMode(S.By, Filter, None))
    return errorAt(S.All.From, toString(std::move(E)));
  if (Filter.Mode != analysis::FilterMode::Rule)
    erase_if(Filter.Rules, [](auto &R) { return R.isGlobal(); });
  return Error::success();
}

Error readFilterConfig(database::ConfigText &File,
                       analysis::FilterModel &Filter, bool &None) {
  FilterFile Written;
  if (Error E = database::readConfig(File, Written))
    return E;
  return Written.Filter ? take(*Written.Filter, Filter, None)
                        : Error::success();
}

namespace {

/// A budget as it is written, and what becomes of it.
struct WrittenBudget {
  budget::Budget Result;
  std::string Time, Share, By, Of;
  std::optional<uint64_t> Iterations;

  /// Fills Result. Returns what is wrong, or nothing.
  std::string take();

private:
  std::string takeLimit();
  std::string checkSubject() const;
  std::string checkFigure() const;
};

struct BudgetFile {
  std::vector<WrittenBudget> Budgets;
};

} // namespace

std::string WrittenBudget::takeLimit() {
  if (!Time.empty() + !Share.empty() + Iterations.has_value() != 1)
    return "a budget has one of 'time', 'iterations' and 'share'";
  if (Iterations) {
    Result.Most = {analysis::LimitUnit::Iterations,
                   static_cast<double>(*Iterations)};
    return "";
  }
  Expected<budget::Limit> L = budget::parseLimit(Time.empty() ? Share : Time);
  if (!L)
    return toString(L.takeError());
  Result.Most = *L;
  auto Wanted =
      Time.empty() ? analysis::BudgetKind::Share : analysis::BudgetKind::Time;
  if (L->kind() == Wanted)
    return Time.empty() && L->Value > 100
               ? "'" + Share + "' is more than all of the time"
               : "";
  return Time.empty() ? "'share' is in %, such as 5 %"
                      : "'time' is in ticks, ns, us, ms or s, such as 20 us";
}

std::string WrittenBudget::checkSubject() const {
  const budget::Budget &B = Result;
  if (!B.Blocks.empty() + !B.Loops.empty() + !B.Marks.empty() +
          !B.Path.empty() + !B.CallPath.empty() >
      1)
    return "a budget has at most one of 'blocks', 'loops', 'marks', 'path' and "
           "'call-path'";
  if (B.Functions.empty() && B.Marks.empty() && B.CallPath.empty())
    return "a budget without 'functions', 'marks' or 'call-path'";
  if (!B.Functions.empty() && !B.CallPath.empty())
    return "the functions of a 'call-path' are those that it names";
  auto Kind = B.Most.kind();
  if ((Kind == analysis::BudgetKind::Iterations) != !B.Loops.empty())
    return "'iterations' and 'loops' belong together";
  if (!B.CallPath.empty() && Kind != analysis::BudgetKind::Share)
    return "of a 'call-path' only the 'share' is known";
  if (!B.Path.empty() && Kind != analysis::BudgetKind::Time)
    return "of a 'path' only the 'time' is known";
  return "";
}

std::string WrittenBudget::checkFigure() const {
  auto Kind = Result.Most.kind();
  if (!By.empty() && Kind == analysis::BudgetKind::Share)
    return "'by' is for 'time' and 'iterations': a 'share' is of all visits";
  using FigureKind = budget::Figure::Kind;
  if (Result.By.K == FigureKind::Tail && !Result.Path.empty())
    return "of a 'path' no tail is known";
  if (Kind == analysis::BudgetKind::Iterations &&
      (Result.By.K == FigureKind::Response ||
       Result.By.K == FigureKind::Filtered || Result.By.K == FigureKind::Tail))
    return "'iterations' are judged by raw or a percentile";
  bool IsOfFunction = Result.Blocks.empty() && Result.Loops.empty() &&
                      Result.Marks.empty() && Result.Path.empty() &&
                      Result.CallPath.empty();
  if (!Of.empty() && !IsOfFunction)
    return "'of' is for budgets of whole functions";
  if (!Of.empty() && Of != "self" && Of != "inclusive")
    return "'of' is self or inclusive";
  return "";
}

std::string WrittenBudget::take() {
  if (std::string Wrong = takeLimit(); !Wrong.empty())
    return Wrong;
  if (!By.empty()) {
    Expected<budget::Figure> F = budget::parseFigure(By);
    if (!F)
      return "'by': " + toString(F.takeError());
    Result.By = *F;
  }
  if (std::string Wrong = checkSubject(); !Wrong.empty())
    return Wrong;
  if (std::string Wrong = checkFigure(); !Wrong.empty())
    return Wrong;
  // Shares of a program add up to one without callees only.
  Result.IsSelf = Of.empty()
                      ? Result.Most.kind() == analysis::BudgetKind::Share &&
                            Result.CallPath.empty()
                      : Of == "self";
  if (Error E = budget::checkPatterns(Result))
    return toString(std::move(E));
  return "";
}

} // namespace ipoint::report

LLVM_YAML_IS_SEQUENCE_VECTOR(ipoint::report::WrittenBudget)

namespace llvm::yaml {

template <> struct MappingTraits<ipoint::report::WrittenBudget> {
  static void mapping(IO &In, ipoint::report::WrittenBudget &W) {
    ipoint::budget::Budget &B = W.Result;
    B.From = static_cast<ipoint::database::ConfigText *>(In.getContext())
                 ->originOf(In);
    In.mapOptional("name", B.Name);
    In.mapOptional("files", B.Files);
    In.mapOptional("functions", B.Functions);
    In.mapOptional("blocks", B.Blocks);
    In.mapOptional("loops", B.Loops);
    In.mapOptional("marks", B.Marks);
    In.mapOptional("path", B.Path);
    In.mapOptional("call-path", B.CallPath);
    In.mapOptional("time", W.Time);
    In.mapOptional("iterations", W.Iterations);
    In.mapOptional("share", W.Share);
    In.mapOptional("by", W.By);
    In.mapOptional("of", W.Of);
  }
  static std::string validate(IO &In, ipoint::report::WrittenBudget &W) {
    std::string Unknown = ipoint::database::unknownKey(
        In, {"name", "files", "functions", "blocks", "loops", "marks", "path",
             "call-path", "time", "iterations", "share", "by", "of"});
    return Unknown.empty() ? W.take() : Unknown;
  }
};

template <> struct MappingTraits<ipoint::report::BudgetFile> {
  static void mapping(IO &In, ipoint::report::BudgetFile &F) {
    In.mapOptional("budgets", F.Budgets);
    ipoint::database::skipSections(In, ipoint::database::InstrumenterSections);
    ipoint::database::skipSections(In, {"filter", "flow"});
  }
};

} // namespace llvm::yaml

namespace ipoint::report {

Expected<std::vector<budget::Budget>>
readBudgetConfig(database::ConfigText &File) {
  BudgetFile Written;
  if (Error E = database::readConfig(File, Written))
    return E;
  std::vector<budget::Budget> Result;
  Result.reserve(Written.Budgets.size());
  for (WrittenBudget &W : Written.Budgets)
    Result.push_back(std::move(W.Result));
  return Result;
}

Expected<std::vector<budget::Budget>> readBudgetConfig(StringRef Path) {
  auto Text = readInput(Path);
  if (!Text)
    return errorAt(Path, toString(Text.takeError()));
  database::ConfigText File{Path, (*Text)->getBuffer()};
  return readBudgetConfig(File);
}

} // namespace ipoint::report
