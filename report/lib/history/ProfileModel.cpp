//===- ProfileModel.cpp - A profile's figures, without its database -------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProfileModel.h"
#include "overhead/Clock.h"
#include "profile/StatsFields.h"
#include "support/Errors.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::history {

/// How the probes of \p P were made: as those of its first unit.
static trace::ProbeForm formOf(const profile::Profile &P) {
  for (const auto &[Id, R] : P.Runs)
    if (!R.Of.Meta.Units.empty())
      return R.Of.Meta.Units.front().form();
  return trace::ProbeForm::Inline;
}

static std::optional<TimeModel> timesOf(const Distribution &D,
                                        const ProbeOverhead &Overhead) {
  if (D.empty())
    return std::nullopt;
  TimeModel T;
  T.Raw = D.raw().figures();
  T.Corrected = D.correctedFigures(Overhead);
  return T;
}

static void addParts(const profile::Function &From, profile::FigureReader &In,
                     const ProbeOverhead &Overhead, FunctionModel &To) {
  std::vector<Distribution> Times(From.Blocks.size());
  for (auto [Slot, T] : enumerate(From.Transitions)) {
    EdgeStats Edge;
    describe(In.at(Slot), Edge);
    if (T.first < Times.size())
      Times[T.first].merge(Edge.Time);
  }
  for (auto [Slot, Name] : enumerate(From.Blocks)) {
    BlockStats Stats;
    describe(In.at(Slot), Stats);
    BlockModel &B = To.Blocks.emplace_back();
    B.Name = Name;
    B.Visits = Stats.Visits;
    B.Time = timesOf(Times[Slot], Overhead);
  }
  for (auto [Slot, Name] : enumerate(From.Loops)) {
    LoopStats Stats;
    describe(In.at(Slot), Stats);
    LoopModel &L = To.Loops.emplace_back();
    L.Name = Name;
    L.Body = "";
    L.Entered = Stats.Entered;
    L.Iterations = Stats.Iterations;
    if (!Stats.IsCounted)
      L.MaxIterations = Stats.maxIterations();
  }
}

Expected<ReportModel> modelOf(const profile::Profile &P) {
  ReportModel Result;
  std::vector<trace::Trace> Runs = P.traces();
  if (Runs.empty())
    return plainError("it has no run");
  if (Error E = commonClock(Runs).moveInto(Result.Clock))
    return E;
  Result.Execution = P.Execution;
  const ProbeOverhead Overhead = overheadsOf(Result.Clock)[size_t(formOf(P))];
  for (const auto &[Name, From] : P.Functions) {
    profile::FigureReader In(From.Counted);
    FunctionStats Stats;
    describe(In.at(0), Stats);
    FunctionModel F;
    F.Name = Name.Name;
    F.File = sys::path::filename(Name.File);
    F.Line = Name.Line;
    F.Calls = Stats.Calls;
    F.Status =
        Stats.Calls == 0 ? FunctionStatus::NeverRun : FunctionStatus::Run;
    F.Self = timesOf(Stats.Self, Overhead);
    F.Inclusive = timesOf(Stats.inclusive(), Overhead);
    addParts(From, In, Overhead, F);
    if (!In.problem().empty())
      return plainError("function " + Name.Name + ": " + In.problem());
    Result.Functions.push_back(std::move(F));
  }
  return Result;
}

} // namespace ipoint::history
