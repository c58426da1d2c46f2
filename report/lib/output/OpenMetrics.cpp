//===- OpenMetrics.cpp - Counts, times and marks for Prometheus -----------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// OpenMetrics 1.0, text (docs/outputs.md). All samples of a metric family come
// together, so a family is written for all functions before the next one.
//
//===----------------------------------------------------------------------===//

#include "Files.h"
#include "TextTable.h"
#include "Writer.h"
#include "database/Output.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include <cmath>

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::output {

namespace {

/// Edges of buckets are powers of two of a second, as those of native
/// histograms with schema 0; and always the same ones, so that those of several
/// targets add up.
constexpr int FirstEdge = -27, LastEdge = 4; // 7.45 ns, 16 s

/// What a series is of: text between braces, without these.
using Labels = std::string;

std::string labelValue(StringRef Value) {
  std::string Result;
  for (char C : printable(Value))
    Result += C == '\\'   ? "\\\\"
              : C == '"'  ? "\\\""
              : C == '\n' ? "\\n"
                          : std::string(1, C);
  return Result;
}

void addLabel(Labels &To, StringRef Name, StringRef Value) {
  To += (To.empty() ? "" : ",") + Name.str() + "=\"" + labelValue(Value) + "\"";
}

std::string shortest(double Value) {
  // What reads it back is the same number.
  std::string Text;
  raw_string_ostream(Text) << format("%.17g", Value);
  std::string Fewer;
  raw_string_ostream(Fewer) << format("%.12g", Value);
  double Read;
  return !StringRef(Fewer).getAsDouble(Read) && Read == Value ? Fewer : Text;
}

class MetricsPrinter {
public:
  MetricsPrinter(raw_ostream &Out, const ReportModel &Report,
                 const WriterOptions &Options)
      : Out(Out), Report(Report), Options(Options),
        Rate(double(Report.Clock.RateHz)) {
    for (const auto &[Name, Value] : Options.RunLabels)
      addLabel(OfRuns, isTaken(Name) ? "run_" + Name : Name, Value);
    chooseFunctions();
  }

  void print() {
    runs();
    functions();
    if (Options.All)
      blocks();
    loops();
    budgets();
    Out << "# EOF\n";
  }

private:
  /// Names of labels that a run's may not have.
  static bool isTaken(StringRef Name) {
    return is_contained({"function", "file", "copy", "block", "loop", "le",
                         "budget", "subject", "measure"},
                        Name);
  }

  /// Those that ran, in the order of the report, and their labels.
  void chooseFunctions() {
    std::map<std::pair<StringRef, StringRef>, unsigned> Copies;
    std::vector<std::pair<const FunctionModel *, Labels>> Ran;
    for (const FunctionModel &F : Report.Functions) {
      unsigned Copy = Copies[{F.Name, F.File}]++;
      if (F.Calls == 0)
        continue;
      Labels L = OfRuns;
      addLabel(L, "function", F.Name);
      addLabel(L, "file", F.File);
      if (Copy != 0)
        addLabel(L, "copy", std::to_string(Copy + 1));
      Ran.push_back({&F, std::move(L)});
    }
    stable_sort(Ran, [](const auto &A, const auto &B) {
      auto Sum = [](const FunctionModel &F) {
        return F.Self ? F.Self->Raw.Total : 0.0;
      };
      return std::pair(-Sum(*A.first), B.first->Calls) <
             std::pair(-Sum(*B.first), A.first->Calls);
    });
    LeftOut = Ran.size() - std::min<size_t>(Ran.size(), Options.Top);
    Ran.resize(Ran.size() - LeftOut);
    Functions = std::move(Ran);
  }

  void family(StringRef Name, StringRef Type, StringRef Unit, StringRef Help) {
    Out << "# TYPE " << Name << ' ' << Type << '\n';
    if (!Unit.empty())
      Out << "# UNIT " << Name << ' ' << Unit << '\n';
    Out << "# HELP " << Name << ' ' << Help << '\n';
  }
  void sample(StringRef Name, const Labels &L, const Twine &Value) {
    Out << Name;
    if (!L.empty())
      Out << '{' << L << '}';
    Out << ' ' << Value << '\n';
  }
  void count(StringRef Name, const Labels &L, uint64_t Value) {
    sample((Name + "_total").str(), L, Twine(Value));
  }

  void histogram(StringRef Name, const Labels &L, const TimeModel &T) {
    auto Bucket = T.Histogram.begin();
    uint64_t Seen = 0;
    for (int Edge = FirstEdge; Edge <= LastEdge; ++Edge) {
      double Seconds = std::ldexp(1.0, Edge);
      for (; Bucket != T.Histogram.end() &&
             double(Bucket->High) <= Seconds * Rate;
           ++Bucket)
        Seen += Bucket->Count;
      Labels At = L;
      addLabel(At, "le", shortest(Seconds));
      sample((Name + "_bucket").str(), At, Twine(Seen));
    }
    Labels At = L;
    addLabel(At, "le", "+Inf");
    sample((Name + "_bucket").str(), At, Twine(T.Raw.Count));
    sample((Name + "_count").str(), L, Twine(T.Raw.Count));
    sample((Name + "_sum").str(), L, shortest(T.Raw.Total / Rate));
  }

  void runs() {
    family("ipoint_runs", "gauge", "", "Runs that these figures are of.");
    sample("ipoint_runs", OfRuns, Twine(Report.Traces.size()));
    family("ipoint_functions_left_out", "gauge", "",
           "Functions that ran and are not listed, see --top.");
    sample("ipoint_functions_left_out", OfRuns, Twine(LeftOut));
    family("ipoint_lost_records", "counter", "",
           "Records that were not stored.");
    count("ipoint_lost_records", OfRuns, Report.Lost.Records);
    family("ipoint_clock_resolution_seconds", "gauge", "seconds",
           "Least amount by which the clock advances.");
    sample("ipoint_clock_resolution_seconds", OfRuns,
           shortest(Report.Clock.Resolution / Rate));
  }

  using Times = const std::optional<TimeModel> &(const FunctionModel &);

  void timesOf(StringRef Name, StringRef What, function_ref<Times> Of) {
    std::string Of1 = ("ipoint_function_" + Name + "_seconds").str();
    family(Of1, "histogram", "seconds",
           (What + " of a call, raw, of the calls that were timed.").str());
    for (const auto &[F, L] : Functions)
      if (const std::optional<TimeModel> &T = Of(*F))
        histogram(Of1, L, *T);
    std::string Most =
        ("ipoint_function_" + Name + "_high_water_mark_seconds").str();
    family(Most, "gauge", "seconds",
           (What + " of a call, the largest seen, raw.").str());
    for (const auto &[F, L] : Functions)
      if (const std::optional<TimeModel> &T = Of(*F))
        sample(Most, L, shortest(T->Raw.Max / Rate));
  }

  void functions() {
    family("ipoint_function_calls", "counter", "", "Calls of the function.");
    for (const auto &[F, L] : Functions)
      count("ipoint_function_calls", L, F->Calls);
    timesOf("self", "Time without callees",
            [](const FunctionModel &F) -> auto & { return F.Self; });
    timesOf("inclusive", "Time with callees",
            [](const FunctionModel &F) -> auto & { return F.Inclusive; });
  }

  Labels labelsOf(const Labels &Function, const BlockModel &B) {
    Labels L = Function;
    addLabel(L, "block", B.Name);
    return L;
  }

  void blocks() {
    auto Each = [&](auto Do) {
      for (const auto &[F, L] : Functions)
        for (const BlockModel &B : F->Blocks)
          Do(B, labelsOf(L, B));
    };
    family("ipoint_block_visits", "counter", "", "Visits of the block.");
    Each([&](const BlockModel &B, const Labels &L) {
      count("ipoint_block_visits", L, B.Visits);
    });
    family("ipoint_block_high_water_mark_seconds", "gauge", "seconds",
           "Largest time of a visit seen, raw.");
    Each([&](const BlockModel &B, const Labels &L) {
      if (B.Time)
        sample("ipoint_block_high_water_mark_seconds", L,
               shortest(B.Time->Raw.Max / Rate));
    });
  }

  void loops() {
    family("ipoint_loop_iterations", "counter", "", "Iterations of the loop.");
    for (const auto &[F, L] : Functions)
      for (const LoopModel &Loop : F->Loops) {
        Labels At = L;
        addLabel(At, "loop", Loop.Name);
        count("ipoint_loop_iterations", At, Loop.Iterations);
      }
  }

  void budgets() {
    if (Report.Budgets.empty())
      return;
    std::vector<Labels> All;
    std::map<Labels, unsigned> Seen;
    for (const BudgetVerdict &V : Report.Budgets) {
      Labels L = OfRuns;
      addLabel(L, "budget", V.Name.empty() ? V.From : V.Name);
      addLabel(L, "subject", V.Subject);
      addLabel(L, "measure", V.Measure);
      if (unsigned Copy = Seen[L]++)
        addLabel(L, "copy", std::to_string(Copy + 1));
      All.push_back(std::move(L));
    }
    family("ipoint_budget_broken", "gauge", "",
           "1: the budget is broken, 0: it is kept; none: it was not judged.");
    for (auto [V, L] : zip_equal(Report.Budgets, All))
      if (V.State != BudgetState::NotJudged)
        sample("ipoint_budget_broken", L,
               Twine(V.State == BudgetState::Broken));
    family("ipoint_budget_used_ratio", "gauge", "ratio",
           "What was observed over what the budget allows.");
    for (auto [V, L] : zip_equal(Report.Budgets, All))
      if (V.Observed && V.Limit > 0)
        sample("ipoint_budget_used_ratio", L, shortest(*V.Observed / V.Limit));
  }

  raw_ostream &Out;
  const ReportModel &Report;
  const WriterOptions &Options;
  const double Rate; ///< ticks of a second
  Labels OfRuns;
  std::vector<std::pair<const FunctionModel *, Labels>> Functions;
  size_t LeftOut = 0; ///< functions that ran
};

} // namespace

Error writeOpenMetrics(const ReportModel &Report,
                       const WriterOptions &Options) {
  return writeFile(Options.Path, [&](raw_ostream &Out) {
    MetricsPrinter(Out, Report, Options).print();
  });
}

} // namespace ipoint::output
