//===- RunSets.cpp - Reading sets of runs to compare ----------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunSets.h"
#include "FindDatabase.h"
#include "Inputs.h"
#include "Messages.h"
#include "ReadingLine.h"
#include "Value.h"
#include "model/Analysis.h"

using namespace llvm;

namespace ipoint::report {

/// Traces of all sets, opened. \p Switches: all record times off CPU, so that
/// these are left out; what is compared must mean the same.
static Expected<std::vector<std::vector<Inputs>>>
openSets(ArrayRef<SetOption> Sets, bool &Switches) {
  std::vector<std::vector<Inputs>> Result;
  Switches = true;
  for (const SetOption &Set : Sets) {
    Expected<std::vector<Inputs>> Opened = openRuns(Set.Traces);
    if (!Opened)
      return Opened.takeError();
    if (Opened->size() < 2)
      return wrong(Set.Name + ": one run does not show how runs differ; record "
                              "10 or more of each set ('ipoint-run -n 10')");
    for (const Inputs &Run : *Opened)
      Switches &= analysis::hasSwitches(Run.Traces.front());
    Result.push_back(std::move(*Opened));
  }
  for (ArrayRef<Inputs> Set : Result)
    for (const Inputs &Run : Set)
      if (Run.Reduced && Run.Reduced->Execution != Switches)
        return wrong(Run.From + ": its times are without the time off CPU, "
                                "those of other runs are not; compare the "
                                "traces");
  return Result;
}

static Expected<compare::RunSet> readSet(const SetOption &Option,
                                         ArrayRef<Inputs> Opened, bool Switches,
                                         bool Impossible, bool Source,
                                         trace::Progress *Watch,
                                         std::vector<std::string> &Warnings) {
  std::vector<trace::Trace> Traces;
  for (const Inputs &Run : Opened)
    Traces.push_back(Run.Traces.front());
  Expected<database::Program> Program = findDatabase(Option.Database, Traces);
  if (!Program)
    return Program.takeError();
  compare::RunSet Set;
  Set.Name = Option.Name;
  Set.Database = Program->Path;
  Set.KeepsSource = Source;
  analysis::AnalysisOptions Options;
  Options.IgnoreSwitches = !Switches;
  Options.Watch = Watch;
  for (const Inputs &Run : Opened) {
    const trace::Trace &T = Run.Traces.front();
    Run.setIn(Options);
    Expected<analysis::ReportModel> Report =
        analysis::analyze(T, *Program, Options);
    if (!Report)
      return Report.takeError();
    if (!Report->Lost.Impossible.empty() && !Impossible &&
        !Report->Lost.MixedRings)
      return wrong(T.Path + ": impossible transition in " +
                   Report->Lost.Impossible.front().Function +
                   ": the trace may be of another build or damaged; "
                   "'ipoint-report text' names the places, "
                   "--exclude-impossible compares the rest");
    if (!Report->Lost.Damage.empty()) {
      // Most name the trace, or one of its files.
      StringRef First = Report->Lost.Damage.front();
      Warnings.push_back((First.starts_with(T.Path) ? "" : T.Path + ": ") +
                         First.str());
    }
    compare::addRun(Set, *Report);
  }
  return Set;
}

Expected<std::vector<compare::RunSet>> readSets(ArrayRef<SetOption> Sets,
                                                bool Impossible, bool Source) {
  bool Switches;
  auto Opened = openSets(Sets, Switches);
  if (!Opened)
    return Opened.takeError();
  std::vector<compare::RunSet> Result;
  std::vector<std::string> Warnings;
  {
    size_t Count = 0;
    for (ArrayRef<Inputs> Runs : *Opened)
      Count += Runs.size();
    ReadingLine Line([Count](unsigned Pass) {
      return "reading, " + std::to_string(Pass) + " of " +
             std::to_string(Count);
    });
    for (auto [Option, Runs] : zip_equal(Sets, *Opened)) {
      Expected<compare::RunSet> Set =
          readSet(Option, Runs, Switches, Impossible, Source, Line.progress(),
                  Warnings);
      if (!Set)
        return Set.takeError();
      Result.push_back(std::move(*Set));
    }
  }
  for (const std::string &What : Warnings)
    warn(What);
  return Result;
}

Expected<compare::ComparisonModel>
compareSets(std::vector<compare::RunSet> Sets,
            const compare::CompareOptions &Options) {
  compare::ComparisonModel Model = compare::compare(std::move(Sets), Options);
  if (const compare::RunSet *Other = compare::unrelatedSet(Model))
    return wrong(Other->Name + " and " + Model.Sets.front().Name +
                 " have no function in common: name traces of one program");
  return Model;
}

} // namespace ipoint::report
