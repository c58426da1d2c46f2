//===- Analysis.cpp - From traces and a database to a report --------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis.h"
#include "Measure.h"
#include "ModelBuilder.h"
#include "program/Units.h"

using namespace llvm;

namespace ipoint::analysis {

/// What takes events in their order.
static std::vector<std::string> leftOutOf(const profile::Profile &P) {
  std::vector<std::string> Result = {
      "when and where the longest times were, and figures over the time of the "
      "runs: a profile has no events",
      "classes and rates of interrupts, and sums of call paths without them: "
      "visits were excluded where the traces were reduced"};
  if (P.Runs.size() > 1)
    Result.push_back(
        "figures of single runs, and the closure error: a profile has sums");
  return Result;
}

Expected<ReportModel> analyze(ArrayRef<trace::Trace> Traces,
                              const database::Program &P,
                              const AnalysisOptions &Options) {
  Expected<std::unique_ptr<Measurement>> M = measure(Traces, P, Options);
  if (!M)
    return M.takeError();
  return describeMeasured(**M, Traces, P, Options);
}

ReportModel describeMeasured(Measurement &M, ArrayRef<trace::Trace> Traces,
                             const database::Program &P,
                             const AnalysisOptions &Options) {
  FirstPass &First = M.Found.First;
  ModelBuilder Builder(M.Symbols, *First.All, M.Found.Excluded.Filtered.get(),
                       M.Found.Excluded.Decisions, M.Shapes, M.Overheads,
                       M.Gaps, M.Load, M.Interrupts ? &*M.Interrupts : nullptr,
                       M.Found.UnseenTicks);
  ReportModel Result = Builder.build(Options.Jobs);
  Result.Clock = M.Clock;
  Result.Execution = M.Execution;
  for (auto [T, Profile, Balances] :
       zip_equal(Traces, First.Traces, M.Balances)) {
    TraceModel &To = Result.Traces.emplace_back(describe(T, Profile));
    for (auto [Thread, Balance] : zip_equal(To.Threads, Balances))
      Thread.Balance = Balance;
    To.Accounts = accountsOf(To, M.Clock.RateHz);
    Result.Totals.Records += Profile.Records;
    Result.Totals.Counted += Profile.Counted;
    Result.Lost.Records += Profile.Lost;
    append_range(Result.Lost.Ended, describeEnd(T, Profile.Ended));
  }
  if (Options.Reduced)
    Result.Lost.LeftOut = leftOutOf(*Options.Reduced);
  addLosses(Result.Lost, Traces, Result.Traces, First.Damages);
  Result.DatabasePath = P.Path;
  Result.DatabaseIdentity = P.Id.hex();
  Result.DatabaseUnits = P.Units.size();
  Result.UnitsMeasured = count(M.Chosen, true);
  Result.FunctionsStored = countFunctions(P, M.Chosen, Result.Totals.Functions);
  Result.Builds = buildsOf(P, M.Chosen);
  Result.UnmatchedPatterns = unmatchedPatterns(P, M.Chosen);
  Result.OlderObjects = std::move(M.Older);
  Result.Filter = M.Filter;
  Result.Interrupts = std::move(M.Interrupts);
  chooseMeans(Result.Functions);
  nameThreads(Result);
  return Result;
}

} // namespace ipoint::analysis
