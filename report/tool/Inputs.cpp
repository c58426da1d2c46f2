//===- Inputs.cpp - Traces, profiles and databases to report on -----------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Inputs.h"
#include "Options.h"
#include "database/Database.h"
#include "model/Analysis.h"
#include "profile/Sum.h"
#include "program/Units.h"
#include "support/Errors.h"
#include "support/Ranges.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace ipoint::report {

namespace {

/// Where a database may be, and which setting names it.
struct Candidate {
  std::string Path, From;
};

using IdentityWords = std::array<uint32_t, 4>;

/// That of the first unit; traces of several databases are refused later, by
/// name.
std::optional<IdentityWords> identityOf(ArrayRef<trace::Trace> Traces) {
  for (const trace::Trace &T : Traces)
    if (!T.Meta.Units.empty())
      return T.Meta.Units.front().identity();
  return std::nullopt;
}

/// The paths that the trace has, as text: a program's units may be from one
/// database by several paths.
std::vector<std::string> pathsIn(const trace::Trace &T) {
  std::vector<std::string> Result;
  for (;;) {
    StringRef Path = T.Meta.text(("database_" + Twine(Result.size())).str());
    if (Path.empty())
      return Result;
    Result.push_back(Path.str());
  }
}

std::vector<Candidate> candidatesFor(ArrayRef<trace::Trace> Traces) {
  std::vector<Candidate> Result;
  auto Add = [&](StringRef Path, StringRef From) {
    if (none_of(Result, [&](const Candidate &C) { return C.Path == Path; }))
      Result.push_back({Path.str(), From.str()});
  };
  if (auto Path = sys::Process::GetEnv("IPOINT_DB"); Path && !Path->empty())
    Add(*Path, "IPOINT_DB");
  for (const trace::Trace &T : Traces)
    for (const std::string &Path : pathsIn(T))
      Add(Path, "the trace");
  SmallString<256> Folder(Traces.front().Path);
  if (sys::fs::make_absolute(Folder))
    Folder = Traces.front().Path; // without a working folder, as it was named
  sys::path::remove_dots(Folder, true);
  for (int Level = 0; Level < 3; ++Level) {
    SmallString<256> Beside(Folder);
    sys::path::append(Beside, "ipoint.db");
    if (sys::fs::exists(Beside))
      Add(Beside, "beside the trace");
    sys::path::remove_filename(Folder);
  }
  Add("ipoint.db", "the working folder");
  return Result;
}

/// Opens \p Path if it is the database with the identity \p Wanted. Errors: why
/// it is not, without its path.
Expected<database::Database>
openFitting(StringRef Path, const std::optional<IdentityWords> &Wanted) {
  auto Unfit = [](const Twine &Why) { return wrong(Why); };
  if (!sys::fs::exists(Path))
    return Unfit("is not there");
  // A path out of a trace may lead to anything.
  if (!sys::fs::is_regular_file(Path))
    return Unfit("is no file");
  Expected<database::Database> Database = database::Database::open(Path);
  if (!Database) {
    std::string Why = toString(Database.takeError());
    StringRef Short = StringRef(Why).split(';').first;
    Short.consume_front(Path);
    Short.consume_front(": ");
    return Unfit(Short);
  }
  if (Wanted && Database->identity().Words != *Wanted)
    return Unfit("is the database of another build");
  return Database;
}

} // namespace

Expected<database::Program> findDatabase(StringRef Named,
                                         ArrayRef<trace::Trace> Traces) {
  if (!Named.empty()) {
    Expected<database::Database> Database = database::Database::open(Named);
    return Database ? Database->readAll() : Database.takeError();
  }
  std::optional<IdentityWords> Wanted = identityOf(Traces);
  std::vector<std::string> Tried;
  Error Nearly = Error::success(); // of the first one of the same build
  for (const Candidate &C : candidatesFor(Traces)) {
    Expected<database::Database> Database = openFitting(C.Path, Wanted);
    if (!Database) {
      Tried.push_back(C.Path + " (" + C.From + ") " +
                      toString(Database.takeError()));
      continue;
    }
    Expected<database::Program> Program = Database->readAll();
    Error Lacks = Program ? analysis::checkUnits(Traces, *Program).takeError()
                          : Program.takeError();
    if (!Lacks) {
      consumeError(std::move(Nearly));
      return Program;
    }
    if (Nearly)
      consumeError(std::move(Lacks));
    else
      Nearly = std::move(Lacks);
  }
  if (Nearly)
    return Nearly;
  return wrong(Traces.front().Path + ": no ipoint database found for it: " +
               join(Tried, ", ") + "; name the one of its build with --db");
}

Expected<std::unique_ptr<profile::Profile>>
mergeProfiles(ArrayRef<std::string> Paths) {
  profile::Sum Sum;
  for (const std::string &Path : Paths) {
    Expected<profile::Content> One =
        profile::readContent(Path, Sum.known(), /*IsWhole=*/true);
    if (!One)
      return One.takeError();
    if (Error E = Sum.add(std::move(*One), Path))
      return E;
  }
  return std::make_unique<profile::Profile>(Sum.take());
}

profile::Labels commonLabels(const Inputs &In) {
  std::vector<profile::Labels> All;
  if (In.Reduced)
    for (const profile::Run *R : In.Reduced->runs())
      All.push_back(profile::labelsOf(*R));
  else
    for (const trace::Trace &T : In.Traces)
      All.push_back(profile::labelsOf({T, {}, {}, profile::labelsIn(T.Meta)}));
  profile::Labels Result = All.empty() ? profile::Labels() : All.front();
  std::erase_if(Result, [&](const auto &Label) {
    return Label.first == "input" || Label.first == "date" ||
           any_of(All, [&](const profile::Labels &Of) {
             auto It = Of.find(Label.first);
             return It == Of.end() || It->second != Label.second;
           });
  });
  return Result;
}

Expected<Inputs> openInputs(ArrayRef<std::string> Paths) {
  Inputs Result;
  Result.From = Paths.front();
  if (none_of(Paths, profile::isProfile)) {
    if (Error E = trace::openTraces(Paths).moveInto(Result.Traces))
      return E;
    return Result;
  }
  for (const std::string &Path : Paths)
    if (!profile::isProfile(Path))
      return errorAt(Path, "is no profile, and others are; reduce the trace "
                           "first, with 'ipoint-report profile " +
                               Path + " -o FILE'");
  if (Error E = mergeProfiles(Paths).moveInto(Result.Reduced))
    return E;
  Result.Traces = Result.Reduced->traces();
  return Result;
}

Expected<std::vector<Inputs>> openRuns(ArrayRef<std::string> Paths) {
  std::vector<Inputs> Result;
  for (const std::string &Path : Paths) {
    Expected<Inputs> Some = openInputs(Path);
    if (!Some)
      return Some.takeError();
    if (!Some->Reduced) {
      for (trace::Trace &T : Some->Traces) {
        Inputs &One = Result.emplace_back();
        One.From = T.Path;
        One.Traces.push_back(std::move(T));
      }
      continue;
    }
    if (Some->Traces.size() > 1)
      return errorAt(Path, "has the sums of " + Twine(Some->Traces.size()) +
                               " runs, whose differences are gone; name a "
                               "profile of each run, as in 'compare "
                               "old/*.profile -- new/*.profile'");
    Result.push_back(std::move(*Some));
  }
  return Result;
}

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
  Options.CallPaths = Source;
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

static Expected<std::vector<compare::RunSet>>
readSets(ArrayRef<SetOption> Sets, bool Impossible, bool Source) {
  bool Switches;
  auto Opened = openSets(Sets, Switches);
  if (!Opened)
    return Opened.takeError();
  std::vector<compare::RunSet> Result;
  std::vector<std::string> Warnings;
  {
    const size_t Count = sumOf(*Opened, &std::vector<Inputs>::size);
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
compareSets(ArrayRef<SetOption> Sets, bool Impossible, bool Source,
            analysis::TimeUnit Unit, const compare::CompareOptions &Options) {
  Expected<std::vector<compare::RunSet>> Read =
      readSets(Sets, Impossible, Source);
  if (!Read)
    return Read.takeError();
  Unit = compare::finishSets(*Read, Unit);
  compare::ComparisonModel Model = compare::compare(std::move(*Read), Options);
  Model.Unit = Unit;
  if (const compare::RunSet *Other = compare::unrelatedSet(Model))
    return wrong(Other->Name + " and " + Model.Sets.front().Name +
                 " have no function in common: name traces of one program");
  return Model;
}

} // namespace ipoint::report
