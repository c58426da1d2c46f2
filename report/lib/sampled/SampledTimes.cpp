//===- SampledTimes.cpp - Times by samples of the plain program -----------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SampledTimes.h"
#include "model/ModelBuilder.h"
#include "stats/Laws.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>
#include <numeric>

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::sampled {

using Runs = std::vector<const SampledRun *>;

static std::optional<SetsCompared> compareSets(const Runs &A, const Runs &B) {
  if (A.empty() || B.empty())
    return std::nullopt;
  Homogeneity H = compareShares(A, B);
  return SetsCompared{A.size(),   B.size(),     0, 0, H.Difference,
                      H.Expected, H.Probability};
}

/// The slowest rate against the fastest.
static std::optional<SetsCompared> compareRates(ArrayRef<SampledRun> All) {
  auto [Slowest, Fastest] = std::minmax_element(
      All.begin(), All.end(),
      [](const SampledRun &A, const SampledRun &B) { return A.Rate < B.Rate; });
  if (All.empty() || Slowest->Rate == Fastest->Rate)
    return std::nullopt;
  Runs A, B;
  for (const SampledRun &R : All)
    if (R.Rate == Slowest->Rate)
      A.push_back(&R);
    else if (R.Rate == Fastest->Rate)
      B.push_back(&R);
  std::optional<SetsCompared> Result = compareSets(A, B);
  Result->RateA = Slowest->Rate;
  Result->RateB = Fastest->Rate;
  return Result;
}

/// Rounds with odd numbers against those with even ones.
static std::optional<SetsCompared> compareHalves(ArrayRef<SampledRun> All) {
  Runs A, B;
  for (const SampledRun &R : All)
    (R.Round % 2 ? B : A).push_back(&R);
  return compareSets(A, B);
}

static std::optional<double> spreadOf(ArrayRef<double> Values) {
  double Mean = Values.empty() ? 0 : meanOf(Values);
  if (Values.size() < 2 || Mean <= 0)
    return std::nullopt;
  return std::sqrt(varianceOf(Values)) / Mean;
}

/// What both programs took, and how often functions were called.
/// Calls of all functions in the run of \p P; empty where it is no trace of
/// \p Traces.
static std::vector<double> callsIn(const PlainRun &P,
                                   ArrayRef<trace::Trace> Traces,
                                   const ReportModel &Report) {
  std::vector<double> Calls(Report.Functions.size());
  const trace::Trace *T = find_if(Traces, [&](const trace::Trace &Candidate) {
    return Candidate.Reduced ? Candidate.Path == P.Trace
                             : sys::fs::equivalent(Candidate.Path, P.Trace);
  });
  if (T == Traces.end())
    return {};
  const TraceModel &Run =
      Report.Traces[static_cast<size_t>(T - Traces.begin())];
  // A profile has the calls of all runs together: each run gets an equal part.
  if (Traces.size() == 1 || T->Reduced)
    for (auto [I, F] : enumerate(Report.Functions))
      Calls[I] = static_cast<double>(F.Calls) / double(Traces.size());
  else
    for (const RunFunction &F : Run.Functions)
      Calls[F.Index] = static_cast<double>(F.Calls);
  return Calls;
}

static void addRuns(const SampledProgram &Sampled,
                    ArrayRef<trace::Trace> Traces, const ReportModel &Report,
                    InputRuns &In, SampledInput &About) {
  double TicksPerUs = static_cast<double>(Report.Clock.RateHz) / 1e6;
  std::vector<double> Slowdowns, CpuSlowdowns, Cpu, AllCalls;
  for (const PlainRun &P : Sampled.Plain) {
    In.User.push_back(P.User * TicksPerUs);
    In.System.push_back(P.System * TicksPerUs);
    Cpu.push_back(In.User.back() + In.System.back());
    if (P.Instrumented > 0 && P.User + P.System > 0)
      CpuSlowdowns.push_back(P.Instrumented / (P.User + P.System));
    if (P.Plain > 0)
      Slowdowns.push_back(static_cast<double>(P.Elapsed) /
                          static_cast<double>(P.Plain));
    std::vector<double> Calls = callsIn(P, Traces, Report);
    if (Calls.empty())
      continue;
    AllCalls.push_back(std::accumulate(Calls.begin(), Calls.end(), 0.0));
    In.Calls.push_back(std::move(Calls));
  }
  static_cast<SampledSource &>(About) = Sampled;
  About.Runs = Sampled.Runs.size();
  About.Rounds = Sampled.Plain.size();
  About.Cpu = meanOf(Cpu);
  About.System = meanOf(In.System);
  About.CpuSpread = spreadOf(Cpu).value_or(0);
  if (!CpuSlowdowns.empty())
    About.CpuSlowdown = medianOf(std::move(CpuSlowdowns));
  if (!Slowdowns.empty())
    About.Slowdown = medianOf(std::move(Slowdowns));
  const bool AreCounted = none_of(Traces, [&](const trace::Trace &T) {
    return T.Reduced && Traces.size() > 1;
  });
  if (AreCounted)
    About.CallsSpread = spreadOf(AllCalls);
}

/// What the samples stand for, by the CPU time that they can fall into; 1:
/// within chance, the same, or samples are known to be lost.
static double accountedFor(const SampledProgram &Sampled, const InputRuns &In,
                           double TicksPerSecond) {
  constexpr double Chance = 5; // standard deviations of a number of samples
  // A plain program was timed in other runs than it was sampled in.
  const size_t Least = Sampled.IsCounted ? 1 : 2;
  if (In.User.size() < Least || Sampled.Lost || Sampled.Throttled ||
      Sampled.Sampler != "perf")
    return 1;
  const double Time =
      meanOf(In.User) + (In.ExcludesKernel ? 0 : meanOf(In.System));
  double Expected = 0;
  for (const SampledRun &R : Sampled.Runs)
    Expected += R.Rate * Time / TicksPerSecond;
  const double Taken = static_cast<double>(Sampled.Samples);
  const double Off = Chance * std::sqrt(std::max(Expected, Taken)) +
                     Chance * spreadOf(In.User).value_or(0) * Expected;
  return std::abs(Expected - Taken) > Off ? Taken / std::max(Expected, 1.0) : 1;
}

void addSamples(ArrayRef<SampledProgram> Sampled, ArrayRef<trace::Trace> Traces,
                ReportModel &Report) {
  if (Sampled.empty())
    return;
  SamplingModel &Out = Report.Sampling.emplace();
  Joining Names(Report, Out);
  std::vector<InputRuns> Inputs;
  for (const SampledProgram &Each : Sampled) {
    InputRuns &In = Inputs.emplace_back();
    SampledInput &About = Out.Inputs.emplace_back();
    addRuns(Each, Traces, Report, In, About);
    Names.add(Each, In);
    const double Part =
        accountedFor(Each, In, static_cast<double>(Report.Clock.RateHz));
    if (std::abs(Part - 1) > std::abs(Out.Accounted - 1))
      Out.Accounted = Part;
    About.RunIsUnit = Shares(In.Sampled).unitIsRun();
    // Sets are compared by function.
    std::vector<uint32_t> Targets;
    for (const Column &C : Names.columns())
      Targets.push_back(C.Target);
    std::vector<SampledRun> OfTargets;
    OfTargets.reserve(In.Sampled.size());
    for (const SampledRun &R : In.Sampled)
      OfTargets.push_back(R.renamed(Targets));
    About.Rates = compareRates(OfTargets);
    About.Halves = compareHalves(OfTargets);
  }
  if (std::string Why = whyNotWhole(Report); !Why.empty())
    Out.Problems.push_back("no mean by samples: " + Why +
                           ", so calls are not counted in full");
  if (Out.missesProcesses())
    Out.Problems.push_back(
        formatv("samples stand for {0:f0} % of the CPU time: processes that "
                "end within a sample's period have none, and the kernel may "
                "count what it does for these as their code's; take more with "
                "--samples",
                100 * Out.Accounted)
            .str());
  else if (Out.missesTime())
    Out.Problems.push_back(
        formatv("samples stand for {0:f1} times the CPU time, which lacks that "
                "of processes that nothing waited for (daemons)",
                Out.Accounted)
            .str());
  Out.OnlySymbols = Names.onlySymbols();
  Estimator Times(std::move(Inputs));
  Out.Cpu = Times.cpu();
  Writing To(Names, Times, Report);
  To.functions();
  To.blocks();
  To.others();
  for (const OtherTime &T : Out.Others)
    if (T.What == OtherTime::Kind::Unknown && !T.Name.empty() &&
        T.Share > Out.InFunctions)
      Out.Problems.push_back(T.Name + " has no symbols where most of its time "
                                      "is (strip): sample it with symbols");
  for (const auto &[Function, Weights] : Names.lines())
    Report.Functions[Function].SampledLines = Weights;
  chooseMeans(Report);
}

} // namespace ipoint::sampled
