//===- LineWriters.cpp - CSV, HdrHistogram's text, folded stacks ----------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Files.h"
#include "Provenance.h"
#include "TextTable.h"
#include "Writer.h"
#include "database/Output.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include <cmath>

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::output {

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

namespace {

/// One line for each bucket that is not empty: raw times in ticks, as they are
/// in the JSON document.
class CsvWriter : public Writer {
public:
  explicit CsvWriter(WriterOptions Options) : Options(std::move(Options)) {}

  Error write(const ReportModel &Report) override {
    return writeFile(Options.Path, [&](raw_ostream &Out) {
      for (const std::string &Line : provenance(Report, Options))
        Out << "# " << Line << '\n';
      Out << "function,file,line,times,block,low,high,count,excluded\n";
      for (const FunctionModel &F : Report.Functions) {
        histogram(Out, F, F.Line, "self", "", F.Self);
        histogram(Out, F, F.Line, "inclusive", "", F.Inclusive);
        for (const BlockModel &B : F.Blocks)
          histogram(Out, F, B.Line, "block", B.Name, B.Time);
      }
    });
  }

private:
  static void histogram(raw_ostream &Out, const FunctionModel &F, unsigned Line,
                        StringRef Times, StringRef Block,
                        const std::optional<TimeModel> &T) {
    if (!T)
      return;
    for (const HistogramBucket &B : T->Histogram)
      Out << csvField(F.Name) << ',' << csvField(F.File) << ',' << Line << ','
          << Times << ',' << csvField(Block) << ',' << B.Low << ',' << B.High
          << ',' << B.Count << ',' << B.Excluded << '\n';
  }

  WriterOptions Options;
};

} // namespace

std::unique_ptr<Writer> makeCsvWriter(WriterOptions Options) {
  return std::make_unique<CsvWriter>(std::move(Options));
}

// The text of HdrHistogram's outputPercentileDistribution(), which its plotting
// tools read: value, percentile, how many values do not exceed it, and
// 1 / (1 - percentile). Percentiles come closer together towards 100 %: five
// to each half of the distance that is left.

/// Percentiles that are written in each half of the distance to 100 %, as
/// HdrHistogram does by default.
static constexpr unsigned TicksPerHalf = 5;

namespace {

class HdrWriter : public Writer {
public:
  explicit HdrWriter(WriterOptions Options) : Options(std::move(Options)) {}

  Error write(const ReportModel &Report) override {
    if (!Options.Function.empty() &&
        none_of(Report.Functions, [&](const FunctionModel &F) {
          return F.Name == Options.Function;
        }))
      return noSuchFunction(Options.Function, Report.DatabasePath,
                            Report.Functions);
    TimeScale Scale(Options.TimeUnit, Report.Clock.RateHz);
    return writeFile(Options.Path, [&](raw_ostream &Out) {
      for (const std::string &Line : provenance(Report, Options))
        Out << "# " << Line << '\n';
      for (const FunctionModel &F : Report.Functions)
        if (Options.Function.empty() || F.Name == Options.Function)
          function(Out, F, Scale);
    });
  }

private:
  void function(raw_ostream &Out, const FunctionModel &F,
                const TimeScale &Scale) const {
    auto Add = [&](const Twine &What, const std::optional<TimeModel> &T) {
      if (!T)
        return;
      Out << "# " << F.Name << ", " << F.File << ": " << What << ", raw, in "
          << Scale.name() << '\n';
      percentiles(Out, *T, Scale);
    };
    Add("self", F.Self);
    if (Options.Function.empty())
      return;
    Add("inclusive", F.Inclusive);
    for (const BlockModel &B : F.Blocks)
      Add("block " + B.Name, B.Time);
  }

  static void percentiles(raw_ostream &Out, const TimeModel &T,
                          const TimeScale &Scale) {
    const Figures &Raw = T.Raw;
    Out << "       Value     Percentile TotalCount 1/(1-Percentile)\n\n";
    double Level = 0; // 0 to 1
    uint64_t Seen = 0;
    auto N = static_cast<double>(Raw.Count);
    for (const HistogramBucket &B : T.Histogram) {
      Seen += B.Count;
      // A level is a sum, and may come out a little above what it stands for.
      double Reached = static_cast<double>(Seen) / N + 1e-12;
      double Value = Scale(std::min(static_cast<double>(B.High), Raw.Max));
      for (; Seen < Raw.Count && Level <= Reached; Level = next(Level))
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

  /// The percentile behind \p Level.
  static double next(double Level) {
    double Halves = std::floor(std::log2(1 / (1 - Level))) + 1;
    return Level + 1 / (TicksPerHalf * std::exp2(Halves));
  }

  WriterOptions Options;
};

} // namespace

std::unique_ptr<Writer> makeHdrWriter(WriterOptions Options) {
  return std::make_unique<HdrWriter>(std::move(Options));
}

// One line for each call path that has self time: the functions from the root,
// semicolons between, a space, and the time without probes and without what
// interrupts added. There is no place
// for anything else in what flamegraph.pl and its like read.

namespace {

class FoldedWriter : public Writer {
public:
  explicit FoldedWriter(WriterOptions Options) : Options(std::move(Options)) {}

  Error write(const ReportModel &Report) override {
    TimeScale Scale(Options.TimeUnit, Report.Clock.RateHz);
    return writeFile(Options.Path, [&](raw_ostream &Out) {
      const CallPathsModel &All = *Report.CallPaths;
      std::vector<std::string> Stacks; // by path: parents come first
      for (const CallPathModel &P : All.Paths) {
        Stacks.push_back((P.Parent ? Stacks[*P.Parent] + ";" : "") +
                         frame(Report.Functions[*P.Function].Name));
        line(Out, Stacks.back(), Scale(P.SelfFiltered.value_or(P.Self)));
      }
      if (All.Beyond)
        line(Out, "(further call paths)",
             Scale(All.Beyond->SelfFiltered.value_or(All.Beyond->Self)));
    });
  }

private:
  /// Neither may be part of a name.
  static std::string frame(StringRef Name) {
    std::string Result = printable(Name);
    for (char &C : Result)
      if (C == ';' || C == ' ')
        C = '_';
    return Result;
  }

  static void line(raw_ostream &Out, StringRef Stack, double Time) {
    if (auto Whole = std::llround(Time); Whole > 0)
      Out << Stack << ' ' << Whole << '\n';
  }

  WriterOptions Options;
};

} // namespace

std::unique_ptr<Writer> makeFoldedWriter(WriterOptions Options) {
  return std::make_unique<FoldedWriter>(std::move(Options));
}

} // namespace ipoint::output
