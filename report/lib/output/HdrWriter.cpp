//===- HdrWriter.cpp - Percentiles as HdrHistogram prints them ------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The text of HdrHistogram's outputPercentileDistribution(), which its plotting
// tools read: value, percentile, how many values do not exceed it, and
// 1 / (1 - percentile). Percentiles come closer together towards 100 %: five
// to each half of the distance that is left.
//
//===----------------------------------------------------------------------===//

#include "Files.h"
#include "Provenance.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include <cmath>

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::output {

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

} // namespace ipoint::output
