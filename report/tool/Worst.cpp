//===- Worst.cpp - From traces and facts to the longest path --------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   traces, database ──measure──> figures ──┐
//   traces ──observe──> flow within calls ──┼──estimate──> WorstModel
//   config, files, markers ──> facts ───────┘
//
//===----------------------------------------------------------------------===//

#include "Worst.h"
#include "Inputs.h"
#include "Options.h"
#include "budget/Judge.h"
#include "database/Input.h"
#include "model/Analysis.h"
#include "output/Files.h"
#include "output/TextTable.h"
#include "worst/Estimate.h"
#include "worst/FactSources.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::report {

namespace {

/// What is measured and known of a program, for the longest paths of any roots.
class WorstSource {
public:
  /// Reads the inputs and facts of \p Call. Errors: what cannot be read.
  static Expected<std::unique_ptr<WorstSource>> open(const WorstCall &Call);

  /// Of the root of \p Call, with the inputs and facts that were opened. Where
  /// there is an estimate or not, \p Function becomes that of the root.
  Expected<worst::WorstModel>
  estimate(const WorstCall &Call, worst::PlaceInSource *Function = nullptr);

private:
  Inputs In;
  database::Program Program;
  std::unique_ptr<MemoryBuffer> Buffer;
  std::optional<database::ConfigText> Config;
  AnalysisOptions Options;
  std::unique_ptr<Measurement> M;
  std::optional<worst::FactNames> Names;
  std::vector<worst::Fact> Facts;
  ReportModel Report;
};

} // namespace

/// Of the config file \p File; null: there is none.
static Expected<AnalysisOptions>
readAnalysisOptions(database::ConfigText *File) {
  AnalysisOptions Result;
  Result.Filter.emplace();
  Result.Filter->From = "default";
  bool None = false;
  if (!File)
    return Result;
  if (Error E = readFilterConfig(*File, *Result.Filter, None))
    return E;
  if (None)
    Result.Filter.reset();
  return Result;
}

/// What was observed in calls of \p Root; where calls were only counted, what
/// these counts allow.
static Expected<worst::Flow> observe(ArrayRef<trace::Trace> Traces,
                                     const Measurement &M,
                                     const AnalysisOptions &Options,
                                     const worst::Root &Root,
                                     worst::FlowOptions How) {
  const Collector &All = *M.Found.First.All;
  bool IsCounted = any_of(enumerate(M.Symbols.functions()), [&](const auto &F) {
    return F.value().StoresSums && All.Functions[F.index()].Calls;
  });
  const ProbeOverhead &Overhead = M.Overheads.front();
  if (Options.Reduced || IsCounted)
    return worst::flowOfCounts(All, M.Symbols, Root, Overhead);
  ReadingLine Line([](unsigned) { return "reading what the root did"; });
  PassInput In = {Traces,         M.Symbols,         M.Execution,
                  Options.Jobs,   Options.LeastPart, Options.LogLimit,
                  Line.progress()};
  How.MinOverhead = Overhead.TimedMin;
  Expected<worst::Flow> Result = worst::observeFlow(In, Root, How);
  if (Result)
    if (Error E = worst::observeRecursions(In, *Result))
      return E;
  return Result;
}

/// All that is known of the program: by markers, pragmas, Clang, the config
/// file and files of facts.
static Expected<std::vector<worst::Fact>>
readAllFacts(const WorstCall &Call, database::ConfigText *Config,
             const worst::FactNames &Names, double RateHz) {
  std::vector<worst::Fact> Result = worst::boundsOfLoops(Names);
  worst::PragmaFacts Pragmas = worst::readPragmas(Names);
  append_range(Result, Pragmas.Facts);
  for (const std::string &Remark : Pragmas.Remarks)
    warn(Remark);
  auto Add = [&](Expected<std::vector<worst::Fact>> More) -> Error {
    if (!More)
      return More.takeError();
    append_range(Result, *More);
    return Error::success();
  };
  if (Config)
    if (Error E = Add(worst::readFacts(*Config, Names, RateHz)))
      return E;
  for (const std::string &Path : Call.Facts)
    if (Error E = Add(worst::readFactsFile(Path, Names, RateHz)))
      return E;
  return Result;
}

/// What a run has disproved bounds nothing: what was observed does.
static void leaveOut(ArrayRef<worst::ViolatedFact> Violated,
                     std::vector<worst::Fact> &From) {
  erase_if(From, [&](const worst::Fact &F) {
    return any_of(Violated, [&](const worst::ViolatedFact &V) {
      return V.Place == F.Place && StringRef(V.Words).starts_with(F.Words);
    });
  });
}

/// In words, of functions whose time is part of their callers'.
static std::string remarkOnShort(const BitVector &Short,
                                 const SymbolTable &Symbols) {
  SmallVector<StringRef> Names;
  for (unsigned F : Short.set_bits())
    Names.push_back(Symbols.functions()[F].Name);
  constexpr size_t Most = 8;
  std::string Listed = join(ArrayRef(Names).take_front(Most), ", ");
  if (Names.size() > Most)
    Listed += " and " + std::to_string(Names.size() - Most) + " others";
  return "too short to be timed, so part of the calls around them: calls of " +
         Listed;
}

/// Makes the file of \p P, an absolute path, what \p Report calls it.
static void nameAsReports(worst::PlaceInSource &P, const SymbolTable &Symbols,
                          const ReportModel &Report) {
  for (auto [Index, F] : enumerate(Symbols.functions()))
    if (F.File == P.File) {
      P.File = Report.Functions[Index].File;
      return;
    }
}

static void addSources(worst::WorstModel &To, const ReportModel &Report) {
  for (const FunctionModel &F : Report.Functions)
    if (any_of(To.Path, [&](const worst::PathBlock &B) {
          return B.At.Function == F.Name && B.At.File == F.File;
        }))
      To.Sources.push_back({F.Name, F.File, F.Line, F.Source});
}

Expected<std::unique_ptr<WorstSource>>
WorstSource::open(const WorstCall &Call) {
  auto Result = std::make_unique<WorstSource>();
  WorstSource &To = *Result;
  if (Error E = openInputs(Call.Inputs).moveInto(To.In))
    return E;
  if (Error E = findDatabase(Call.Database, To.In.Traces).moveInto(To.Program))
    return E;
  if (!Call.Config.empty()) {
    auto File = readInput(Call.Config);
    if (!File)
      return wrong(Call.Config + ": " + toString(File.takeError()));
    To.Buffer = std::move(*File);
    To.Config.emplace(
        database::ConfigText{Call.Config, To.Buffer->getBuffer()});
  }
  database::ConfigText *Config = To.Config ? &*To.Config : nullptr;
  if (Error E = readAnalysisOptions(Config).moveInto(To.Options))
    return E;
  To.In.setIn(To.Options);
  if (Error E = measure(To.In.Traces, To.Program, To.Options).moveInto(To.M))
    return E;
  To.Names.emplace(To.M->Symbols);
  if (Error E = readAllFacts(Call, Config, *To.Names,
                             static_cast<double>(To.M->Clock.RateHz))
                    .moveInto(To.Facts))
    return E;
  To.Report = describeMeasured(*To.M, To.In.Traces, To.Program, To.Options);
  return Result;
}

/// What an estimate rests on besides.
static void addRemarks(worst::WorstModel &To, const worst::Flow &Seen,
                       const SymbolTable &Symbols, size_t Unfit,
                       const BitVector &Short, bool CanBeLeftOut) {
  const worst::Root &Root = Seen.Root;
  const bool IsTimed = !Root.isPart() || Symbols.blocks()[Root.Begin].Timed;
  if (Unfit)
    To.Remarks.push_back(output::counted(Unfit, "fact", "facts") +
                         " about whole calls of " +
                         Symbols.functions()[Root.Function].Name +
                         ", which prove nothing of a part, left out");
  if (!Seen.Longest && !IsTimed)
    To.Remarks.push_back(
        "where it begins and ends no time is read, so none was observed: build "
        "with IPOINT_TIMED=blocks");
  else if (Seen.IsCounted)
    To.Remarks.push_back(
        "calls were only counted: what whole runs add up to bounds each call, "
        "less tightly than records of single calls do, which IPOINT_TIMED="
        "functions or blocks makes");
  if (Short.any())
    To.Remarks.push_back(
        remarkOnShort(Short, Symbols) +
        (CanBeLeftOut ? "; without probes in them, by --propose-rules, the "
                        "estimate is closer"
                      : ""));
}

Expected<worst::WorstModel>
WorstSource::estimate(const WorstCall &Call, worst::PlaceInSource *Function) {
  const SymbolTable &Symbols = M->Symbols;
  Expected<worst::Root> Root = worst::findRoot(Call.Root, *Names);
  if (!Root)
    return wrong("ROOT: " + toString(Root.takeError()));
  worst::EstimateOptions How;
  How.Units = Call.Units;
  How.Observed = Call.Observed;
  How.AssumeNever = Call.AssumeNever;
  How.Facts = worst::factsFor(*Root, Facts, Symbols);
  const size_t Unfit = Facts.size() - How.Facts.size();
  if (Function) {
    Function->Function = Report.Functions[Root->Function].Name;
    Function->File = Report.Functions[Root->Function].File;
  }
  worst::FlowOptions Read;
  Read.Depth = Call.ContextDepth;
  if (worst::choose(How.Units, Report) == worst::UnitChoice::Functions) {
    Read.InCaller = worst::tooShort(Report, Root->Function, How.Facts);
    Read.KeepsSizes = Report.Clock.Overtaken != 0;
  }
  Expected<worst::Flow> Seen =
      observe(In.Traces, *M, Options, *Root, std::move(Read));
  if (!Seen)
    return Seen.takeError();
  How.Contexts = Seen->Depth;
  How.Violations = worst::findViolations(How.Facts, *Seen, *Names);
  leaveOut(How.Violations, How.Facts);
  if (!Call.Proposals.empty())
    if (Error E = output::writeFile(Call.Proposals, [&](raw_ostream &Out) {
          Out << worst::proposeFacts(*Seen, *Names, How.Facts);
        }))
      return E;
  BitVector Short = Seen->InCaller;
  for (unsigned F : Seen->InCaller.set_bits())
    if (!Seen->ofFunction(F))
      Short.reset(F);
  const BitVector Needless = worst::tooShortWithCallees(Report, Short);
  if (!Call.Rules.empty())
    if (Error E = output::writeFile(Call.Rules, [&](raw_ostream &Out) {
          Out << worst::rulesWithout(Needless, Symbols);
        }))
      return E;
  for (worst::ViolatedFact &V : How.Violations)
    nameAsReports(V.At, Symbols, Report);
  std::string Lp;
  raw_string_ostream LpOut(Lp);
  if (!Call.LpFile.empty())
    How.Lp = &LpOut;
  Expected<worst::WorstModel> Result =
      worst::estimate(Symbols, Report, *Seen, How);
  if (!Lp.empty())
    if (Error E = output::writeFile(Call.LpFile,
                                    [&](raw_ostream &Out) { Out << Lp; }))
      return Result ? std::move(E)
                    : joinErrors(Result.takeError(), std::move(E));
  if (!Result)
    return Result;
  Result->RateHz = static_cast<double>(Report.Clock.RateHz);
  addRemarks(*Result, *Seen, Symbols, Unfit, Short, Needless.any());
  if (Call.KeepsSource)
    addSources(*Result, Report);
  return Result;
}

Expected<worst::WorstModel> estimateWorst(const WorstCall &Call) {
  Expected<std::unique_ptr<WorstSource>> Of = WorstSource::open(Call);
  return Of ? (*Of)->estimate(Call) : Of.takeError();
}

Expected<std::vector<worst::FunctionPath>>
longestPaths(const Options &O, const ReportModel &Report) {
  std::vector<worst::FunctionPath> Result;
  WorstCall Call;
  Call.Inputs = O.Traces;
  Call.Database = O.Database;
  Call.Config = O.ConfigFile;
  Call.Facts = O.FlowFacts;
  Call.KeepsSource = O.Kind == Format::Html;
  const std::vector<size_t> OfBudgets = budget::estimatesOf(O.Budgets, Report);
  if (O.Roots.empty() && OfBudgets.empty())
    return Result;
  Expected<std::unique_ptr<WorstSource>> Source = WorstSource::open(Call);
  if (!Source)
    return Source.takeError();
  auto Fullname = [](const FunctionModel &F) { return F.File + ":" + F.Name; };
  auto Add = [&](const std::string &Root) -> Error {
    Call.Root = Root;
    worst::PlaceInSource Of;
    Expected<worst::WorstModel> M = (*Source)->estimate(Call, &Of);
    auto F = find_if(Report.Functions, [&](const FunctionModel &F) {
      return F.Name == Of.Function && F.File == Of.File;
    });
    if (F == Report.Functions.end())
      return M ? wrong(Root + ": the report does not have it") : M.takeError();
    worst::FunctionPath &P = Result.emplace_back();
    P.Function = size_t(F - Report.Functions.begin());
    if (M)
      P.Model = std::move(*M);
    else
      P.Reason = toString(M.takeError());
    return Error::success();
  };
  for (const std::string &Root : O.Roots) {
    if (Error E = Add(Root))
      return E;
    if (!Result.back().Model)
      warn(Result.back().Reason);
  }
  for (size_t Function : OfBudgets)
    if (none_of(Result, [&](const worst::FunctionPath &P) {
          return P.Function == Function && !P.isOfPart();
        }))
      if (Error E = Add(Fullname(Report.Functions[Function])))
        return E;
  return Result;
}

} // namespace ipoint::report
