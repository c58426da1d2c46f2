//===- JsonDocument.cpp - The document of docs/report-json.md -------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JsonDocument.h"
#include "Files.h"
#include "interrupts/exclude/Filter.h"
#include "support/Ranges.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::output {

std::string utf8(StringRef Text) {
  return json::isUTF8(Text) ? Text.str() : json::fixUTF8(Text);
}

void JsonMembers::tool(StringRef Version, ArrayRef<std::string> CommandLine) {
  Json.attributeObject("tool", [&] {
    text("name", "ipoint-report");
    text("version", Version);
    Json.attributeArray("command_line", [&] {
      for (StringRef Word : CommandLine)
        Json.value(utf8(Word));
    });
  });
}

std::string JsonDocument::numberText(double Value, As How) const {
  switch (How) {
  case As::Ticks:
    return number(Scale(Value), Scale.digits(3));
  case As::TicksInShort:
    return number(Scale(Value));
  case As::Whole:
    return number(Value, 0);
  case As::Tenths:
    return number(Value, 1);
  case As::Hundredths:
    return number(Value, 2);
  case As::Thousandths:
    return number(Value, 3);
  case As::Share:
    return number(Value, 6);
  case As::Millionths: {
    double Rounded = std::round(Value * 1e6);
    return std::isfinite(Rounded) ? formatv("{0:f6}", Rounded / 1e6 + 0.0).str()
                                  : "null";
  }
  case As::InFull:
    return inFull(Value);
  case As::Exact:
    return formatv("{0}", json::Value(Value));
  default:
    return number(Value, Scale.digits(3));
  }
}

void JsonDocument::operator()(StringRef Key, const Figures &F, As How) {
  /// In the order of PercentileShares.
  static constexpr const char *Percentiles[] = {"p50", "p90", "p99", "p999",
                                                "p9999"};
  if (!hasDetails())
    return asWritten(Key, indexFigures(F));
  auto Line = line(), Intervals = line();
  auto Add = [&](StringRef Name, std::optional<double> Value) {
    Line(Name, F.Count ? Value : std::nullopt, How);
  };
  Line("count", F.Count);
  Add("total", F.Total);
  Add("min", F.Min);
  Add("mean", F.Mean);
  Add("stddev", F.StdDev);
  for (auto [Name, Value] : zip_equal(Percentiles, F.percentiles()))
    Add(Name, Value);
  Add("max", F.Max);
  for (auto [Name, I] : zip_equal(Percentiles, F.PercentileIntervals))
    Intervals.add(Name, I ? "[" + numberText(I->Low, How) + ", " +
                                numberText(I->High, How) + "]"
                          : "null");
  Line.add("intervals", Intervals.object());
  if (F.EffectiveCount)
    Line("effective_count", *F.EffectiveCount, As::Tenths);
  if (F.Uncertainty) {
    auto Uncertainty = line(), Clipped = line();
    describe(Uncertainty, *F.Uncertainty);
    Line.add("overhead", overheadName(F));
    Line.add("uncertainty", Uncertainty.object());
    auto Raised = [&](StringRef Name, std::optional<double> Below) {
      if (Below)
        Clipped(Name, *Below, How);
    };
    if (F.Clipped) {
      Clipped("values", F.Clipped->Values);
      if (F.Clipped->Mean)
        Raised("total", *F.Clipped->Mean * static_cast<double>(F.Count));
      Raised("min", F.Clipped->Min);
      Raised("mean", F.Clipped->Mean);
      for (auto [Name, Below] : zip_equal(Percentiles, F.Clipped->Percentiles))
        Raised(Name, Below);
      Raised("max", F.Clipped->Max);
    }
    Line.add("clipped", F.Clipped ? Clipped.object() : "null");
  }
  asWritten(Key, Line.object());
}

void JsonDocument::members(const BlockModel &B) {
  describe(*this, B);
  if (Much != Detail::Ran || B.Visits)
    describeVisits(*this, B);
}

/// A page shows no more of these times than how far they reach.
void JsonDocument::members(const NextBlock &N) {
  if (Much != Detail::Page || !N.Raw)
    return describe(*this, N);
  Json.attribute("block", utf8(N.Block));
  (*this)("count", N.Count);
  (*this)("time", Parts{[&](auto &&Field) {
            Field("raw", Parts{[&](auto &&Field) {
                    Field("min", N.Raw->Min, As::Ticks);
                    Field("max", N.Raw->Max, As::Ticks);
                  }});
          }});
}

void JsonDocument::members(const TimeModel &T) {
  Current = &T;
  describe(*this, T);
}

void JsonDocument::members(const FunctionModel &F) {
  describe(*this, F);
  if (Much == Detail::Ran && F.Status != FunctionStatus::Run)
    return;
  describeCalls(*this, F);
  if (!hasDetails())
    return shape(F.Self);
  calls("callers", F.Callers);
  calls("callees", F.Callees);
  if (!F.Paths.empty())
    paths(F);
}

/// Calls on paths that are not kept separately are in none.
void JsonDocument::calls(StringRef Key, ArrayRef<CallerModel> Some) {
  if (!Report.CallPaths)
    return Json.attribute(Key, nullptr);
  const double All = sumOf(Some, &CallerModel::Inclusive);
  (*this)(Key, Each{Some, [&](auto &Field, const CallerModel &C) {
                      Field("function", C.Function);
                      Field("calls", C.Calls);
                      if (C.EstimatedFrom)
                        Field("estimated_from", *C.EstimatedFrom);
                      Field("timed_calls", C.Count);
                      Field("inclusive", C.Inclusive, As::Ticks);
                      Field("share",
                            All > 0 ? std::optional(C.Inclusive / All)
                                    : std::nullopt,
                            As::Share);
                    }});
}

/// Share is of all that were taken. What is not listed is only counted.
void JsonDocument::paths(const FunctionModel &F) {
  constexpr size_t Most = 100;
  size_t Listed =
      Much == Detail::Ran ? std::min(F.Paths.size(), Most) : F.Paths.size();
  const uint64_t All = sumOf(F.Paths, &PathModel::Count);
  ArrayRef<PathModel> First = ArrayRef(F.Paths).take_front(Listed);
  (*this)("paths", Each{First, [&](auto &Field, const PathModel &P) {
                          Field("blocks", P.Blocks);
                          Field("count", P.Count);
                          Field("share", double(P.Count) / double(All),
                                As::Share);
                          Field("rounds", P.Rounds);
                          Field("self", P.Self);
                        }});
  (*this)("paths_omitted", F.Paths.size() - Listed);
  longestCall("longest_call", F, F.Longest);
  longestCall("longest_inclusive_call", F, F.LongestInclusive);
  longestCall("uninterrupted_call", F, F.Uninterrupted);
  longestCall("uninterrupted_inclusive_call", F, F.UninterruptedInclusive);
}

void JsonDocument::longestCall(const std::string &Key, const FunctionModel &F,
                               const LongestCall &Call) {
  (*this)(Key, Each{Call.Paths, [&](auto &Field, const LongestPath &L) {
                      Field("blocks", F.Paths[L.Path].Blocks);
                      Field("count", L.Times);
                    }});
  (*this)(Key + "_is_cut", Call.IsCut);
}

void JsonDocument::members(const TraceModel &T) {
  describe(*this, T);
  if (!hasDetails())
    return;
  if (Report.Traces.size() < 2)
    return Json.attribute("functions", nullptr);
  (*this)("functions",
          Each{T.Functions, [&](auto &Field, const RunFunction &R) {
                 const FunctionModel &F = Report.Functions[R.Index];
                 Field("index", R.Index);
                 Field("name", F.Name);
                 Field("calls", R.Calls);
                 Field("inferred_exits", R.InferredExits);
                 Field("self", InLine{R.Self});
                 Field("inclusive", InLine{R.Inclusive});
                 Field("blocks",
                       Each{R.Blocks, [&](auto &Field, const RunBlock &B) {
                              Field("name", F.Blocks[B.Index].Name);
                              Field("visits", B.Visits);
                              Field("time", InLine{B.Time});
                            }});
               }});
}

void JsonDocument::callPaths() {
  if (!Report.CallPaths)
    return Json.attribute("call_paths", nullptr);
  Json.attributeArray("call_paths", [&] {
    auto Add = [&](const CallPathModel &P) {
      Json.object([&] { describe(*this, P); });
    };
    for_each(Report.CallPaths->Paths, Add);
    if (Report.CallPaths->Beyond)
      Add(*Report.CallPaths->Beyond);
  });
}

void JsonDocument::function(const FunctionModel &F) {
  Json.object([&] {
    members(F);
    (*this)("source", F.Source);
  });
}

void JsonDocument::document() {
  JsonDocument &Field = *this;
  Json.object([&] {
    Field("schema", "ipoint-report/5");
    tool(Options.Version, Options.CommandLine);
    Field("unit", Scale.name());
    Field("times", Report.Execution ? "execution" : "response");
    verdict();
    Field("clock", Report.Clock);
    Field("traces", Report.Traces);
    Field("database", Parts{[&](auto &&Field) {
            Field("path", Report.DatabasePath);
            Field("identity", Report.DatabaseIdentity);
            Field("units", Report.DatabaseUnits);
            Field("units_measured", Report.UnitsMeasured);
            Field("functions", Report.FunctionsStored);
            Field("builds", Report.Builds);
            Field("older_objects", Report.OlderObjects);
          }});
    Field("filter", Report.Filter);
    if (!Report.AcrossBy.empty()) {
      Field("across_by", Report.AcrossBy);
      Field("across_values", Report.AcrossValues);
    }
    Field("root", Report.Root);
    Field("totals", Report.Totals);
    Field("series", Report.Series);
    Field("threads", Report.Threads);
    Field("functions", Report.Functions);
    Field("marks", Report.Marks);
    callPaths();
    Field("lost", Report.Lost);
    Field("excluded", Report.Excluded);
    Field("interrupts", Report.Interrupts);
    Field("not_instrumented", Report.NotInstrumented);
    Field("never_run", Parts{[&](auto &&Field) {
            Field("functions", Report.NeverRunFunctions);
            Field("blocks", Report.NeverRunBlocks);
            Field("transitions", Report.NeverRunTransitions);
          }});
    Field("closure", Report.Closure
                         ? std::optional(ArrayRef(Report.Closure->Inputs))
                         : std::nullopt);
    Field("sampling", Report.Sampling);
    Field("budgets", Report.Budgets);
    gains();
  });
}

Error writeJson(const ReportModel &Report, const WriterOptions &Options) {
  return writeFile(Options.Path, [&](raw_ostream &Out) {
    json::OStream Json(Out, /*IndentSize=*/1);
    JsonDocument(Json, Report, Options, Options.All ? Detail::All : Detail::Ran)
        .document();
    Out << '\n';
  });
}

} // namespace ipoint::output
