//===- LineWriters.cpp - CSV, HdrHistogram's text, folded stacks ----------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Files.h"
#include "TextTable.h"
#include "Writer.h"
#include "database/Output.h"
#include "interrupts/exclude/Filter.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include <cmath>

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::output {

static std::string inWords(const ThresholdRule &R) {
  std::string Where;
  if (!R.isGlobal())
    Where = (R.Function.empty() ? "*" : printable(R.Function)) +
            (R.Block.empty() ? "" : "/" + printable(R.Block)) + ": ";
  return Where + "low " + withEdge(grouped(R.Low), grouped(R.lowEdge())) +
         ", high " + withEdge(grouped(R.High), grouped(R.highEdge())) +
         ", majority " + inFull(R.Majority) + " of at least " +
         counted(R.LeastVisits, "visit", "visits") +
         (R.GapTolerance > 0 ? ", gap tolerance " + inFull(R.GapTolerance)
                             : "") +
         "; " + (R.LinearOnly ? "linear blocks" : "all blocks") + " (" +
         printable(R.From) + ")";
}

std::vector<std::string> inWords(const FilterModel &F) {
  std::string Rest = std::string("; ") +
                     (F.LinearOnly ? "linear blocks" : "all blocks") + " (" +
                     printable(F.From) + ")";
  std::vector<std::string> Lines;
  if (F.Mode != FilterMode::Rule)
    Lines.push_back(decidesInWords(F) + Rest);
  for (const ThresholdRule &R : F.Rules)
    Lines.push_back(inWords(R));
  return Lines;
}

std::vector<std::string> provenance(const ReportModel &Report,
                                    const WriterOptions &Options) {
  std::vector<std::string> Lines;
  auto Add = [&](const Twine &Line) { Lines.push_back(printable(Line.str())); };
  Add("ipoint-report " + Options.Version + ": " +
      join(Options.CommandLine, " "));
  constexpr size_t Most = 10; // of a fleet there are thousands
  ArrayRef<TraceModel> Traces = Report.Traces;
  for (const TraceModel &T : Traces.take_front(Most))
    Add("trace " + T.Path + ": " + T.Program +
        (T.Arguments.empty() ? "" : " " + T.Arguments) +
        (T.BuildId.empty() ? "" : ", build id " + T.BuildId));
  if (Traces.size() > Most)
    Add("and " + Twine(Traces.size() - Most) + " more traces");
  for (const BuildModel &B : Report.Builds)
    Add("build " + B.Compiler + " " + B.Flags + ", level " + B.Level +
        ", timed " + B.Timed + ": " + Twine(B.Units) +
        (B.Units == 1 ? " unit" : " units"));
  const ClockModel &C = Report.Clock;
  Add("clock " + C.Source + ", " + Twine(C.RateHz) + " Hz, resolution " +
      number(C.Resolution) + " ticks");
  Add("database " + Report.DatabasePath + ", " + Report.DatabaseIdentity);
  if (!Report.Root.empty())
    Add("sources below " + Report.Root);
  if (Report.Filter)
    for (const std::string &Line : inWords(*Report.Filter))
      Add("filter " + Line);
  Add(Report.Execution ? "execution times" : "response times");
  const LostModel &L = Report.Lost;
  if (L.Records || L.Overwritten)
    Add("lost " + counted(L.Records, "record", "records") + ", " +
        grouped(L.Overwritten) + " more overwritten");
  return Lines;
}

std::string csvField(StringRef Text) {
  std::string Field = printable(Text);
  // Spreadsheets take such a field for a formula.
  if (!Field.empty() && StringRef("=+-@").contains(Field.front()))
    Field.insert(0, 1, '\'');
  if (StringRef(Field).find_first_of(",\"") == StringRef::npos)
    return Field;
  std::string Quoted = "\"";
  for (char C : Field)
    Quoted += C == '"' ? "\"\"" : std::string(1, C);
  return Quoted + "\"";
}

/// One line for each bucket that is not empty: raw times in ticks, as they are
/// in the JSON document.
static void printHistogram(raw_ostream &Out, const FunctionModel &F,
                           unsigned Line, StringRef Times, StringRef Block,
                           const std::optional<TimeModel> &T) {
  if (!T)
    return;
  for (const HistogramBucket &B : T->Histogram)
    Out << csvField(F.Name) << ',' << csvField(F.File) << ',' << Line << ','
        << Times << ',' << csvField(Block) << ',' << B.Low << ',' << B.High
        << ',' << B.Count << ',' << B.Excluded << '\n';
}

Error writeCsv(const ReportModel &Report, const WriterOptions &Options) {
  return writeFile(Options.Path, [&](raw_ostream &Out) {
    for (const std::string &Line : provenance(Report, Options))
      Out << "# " << Line << '\n';
    Out << "function,file,line,times,block,low,high,count,excluded\n";
    for (const FunctionModel &F : Report.Functions) {
      printHistogram(Out, F, F.Line, "self", "", F.Self);
      printHistogram(Out, F, F.Line, "inclusive", "", F.Inclusive);
      for (const BlockModel &B : F.Blocks)
        printHistogram(Out, F, B.Line, "block", B.Name, B.Time);
    }
  });
}

// The text of HdrHistogram's outputPercentileDistribution(), which its plotting
// tools read: value, percentile, how many values do not exceed it, and
// 1 / (1 - percentile). Percentiles come closer together towards 100 %: five
// to each half of the distance that is left.

/// The percentile behind \p Level, 0 to 1.
static double nextPercentile(double Level) {
  constexpr double TicksPerHalf = 5; // as HdrHistogram does by default
  double Halves = std::floor(std::log2(1 / (1 - Level))) + 1;
  return Level + 1 / (TicksPerHalf * std::exp2(Halves));
}

static void printPercentiles(raw_ostream &Out, const TimeModel &T,
                             const TimeScale &Scale) {
  const Figures &Raw = T.Raw;
  Out << "       Value     Percentile TotalCount 1/(1-Percentile)\n\n";
  double Level = 0;
  uint64_t Seen = 0;
  auto N = static_cast<double>(Raw.Count);
  for (const HistogramBucket &B : T.Histogram) {
    Seen += B.Count;
    // A level is a sum, and may come out a little above what it stands for.
    double Reached = static_cast<double>(Seen) / N + 1e-12;
    double Value = Scale(std::min(static_cast<double>(B.High), Raw.Max));
    for (; Seen < Raw.Count && Level <= Reached; Level = nextPercentile(Level))
      Out << format("%12.3f %2.12f %10llu %14.2f\n", Value, Level,
                    static_cast<unsigned long long>(Seen), 1 / (1 - Level));
  }
  Out << format("%12.3f %2.12f %10llu\n", Scale(Raw.Max), 1.0,
                static_cast<unsigned long long>(Raw.Count));
  Out << format("#[Mean    = %12.3f, StdDeviation   = %12.3f]\n",
                Scale(Raw.Mean), Scale(Raw.StdDev.value_or(0)));
  Out << format("#[Max     = %12.3f, Total count    = %12llu]\n",
                Scale(Raw.Max), static_cast<unsigned long long>(Raw.Count));
  Out << format("#[Buckets = %12u, SubBuckets     = %12u]\n", 64u, 2048u);
}

Error writeHdr(const ReportModel &Report, const WriterOptions &Options) {
  const std::string &Only = Options.Function;
  if (!Only.empty() && none_of(Report.Functions, [&](const FunctionModel &F) {
        return F.Name == Only;
      }))
    return noSuchFunction(Only, Report.DatabasePath, Report.Functions);
  TimeScale Scale(Options.TimeUnit, Report.Clock.RateHz);
  return writeFile(Options.Path, [&](raw_ostream &Out) {
    for (const std::string &Line : provenance(Report, Options))
      Out << "# " << Line << '\n';
    for (const FunctionModel &F : Report.Functions) {
      auto Add = [&](const Twine &What, const std::optional<TimeModel> &T) {
        if (!T)
          return;
        Out << "# " << F.Name << ", " << F.File << ": " << What << ", raw, in "
            << Scale.name() << '\n';
        printPercentiles(Out, *T, Scale);
      };
      if (Only.empty()) {
        Add("self", F.Self);
      } else if (F.Name == Only) {
        Add("self", F.Self);
        Add("inclusive", F.Inclusive);
        for (const BlockModel &B : F.Blocks)
          Add("block " + B.Name, B.Time);
      }
    }
  });
}

// One line for each call path that has self time: the functions from the root,
// semicolons between, a space, and the time without probes and without what
// interrupts added. There is no place
// for anything else in what flamegraph.pl and its like read.

/// \p Name without what separates names, and a stack from its time.
static std::string frameOf(StringRef Name) {
  std::string Result = printable(Name);
  for (char &C : Result)
    if (C == ';' || C == ' ')
      C = '_';
  return Result;
}

Error writeFolded(const ReportModel &Report, const WriterOptions &Options) {
  TimeScale Scale(Options.TimeUnit, Report.Clock.RateHz);
  return writeFile(Options.Path, [&](raw_ostream &Out) {
    auto Add = [&](StringRef Stack, const CallPathModel &P) {
      double Time = Scale(P.Self.best());
      if (auto Whole = std::llround(Time); Whole > 0)
        Out << Stack << ' ' << Whole << '\n';
    };
    const CallPathsModel &All = *Report.CallPaths;
    std::vector<std::string> Stacks; // by path: parents come first
    for (const CallPathModel &P : All.Paths) {
      Stacks.push_back((P.Parent ? Stacks[*P.Parent] + ";" : "") +
                       frameOf(Report.Functions[*P.Function].Name));
      Add(Stacks.back(), P);
    }
    if (All.Beyond)
      Add("(further call paths)", *All.Beyond);
  });
}

} // namespace ipoint::output
