//===- TailCommand.cpp - ipoint-report tail -------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   traces ──analyze──> which visits are interrupted ──read again──> series ──┐
//   files of observations ──────────────────────────────────────────> series
//   ──┴ ──tailOf──> TailEstimate ──> text, JSON or a picture
//
//===----------------------------------------------------------------------===//

#include "Inputs.h"
#include "Options.h"
#include "database/Output.h"
#include "model/Analysis.h"
#include "worst/TimeSeries.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;

namespace ipoint::report {

static cl::SubCommand
    Tail("tail", "bound how long a function, block or observation takes with a "
                 "small probability, or say why that cannot be known");

static Positional Subjects("FUNCTION[/BLOCK] [TRACE...] | FILE...",
                           cl::sub(Tail));
static Value Exceedance("exceedance", "P",
                        "probability that a time is longer than the bound "
                        "(default 1e-6)",
                        cl::sub(Tail));
static Flag TailOfSelf("self", "without the instrumented functions called",
                       cl::sub(Tail));
static Flag TailFilterAll("filter-all-blocks",
                          "look for interrupts also in blocks that call what "
                          "has no probes",
                          cl::sub(Tail));
static Value TailSet("set", "NAME", "of files: this set only", cl::sub(Tail));
static ChartOutput TailOutput(Tail);
static UnitOption TailUnit("unit of times (default: ticks of the clock)",
                           cl::sub(Tail));
static DatabaseOption TailDatabase{cl::sub(Tail)};
static Flag TailAll("all", "text: all tests, and the curve as a table",
                    cl::sub(Tail));

static Expected<double> readExceedance() {
  double P = 1e-6;
  if (Error E = Exceedance.read(P))
    return E;
  if (!(P > 0 && P <= analysis::MostExceedance))
    return wrong("--exceedance: a probability above 0, at most 0.01, such as "
                 "1e-6; percentiles are what is exceeded more often");
  return P;
}

/// The function, and the block of it, that \p Named means: NAME or NAME/BLOCK,
/// either with FILE: before it where several functions have the name.
static Expected<worst::SeriesOf> findSubject(const analysis::SymbolTable &All,
                                             StringRef Named) {
  std::vector<worst::SeriesOf> Found;
  std::vector<StringRef> Names, Blocks;
  for (auto [Index, F] : enumerate(All.functions())) {
    StringRef Rest = Named;
    if (auto [File, Name] = Named.split(':');
        !Name.empty() && StringRef(F.File).ends_with(File))
      Rest = Name;
    Names.push_back(F.Name);
    if (!Rest.consume_front(F.Name) || !(Rest.empty() || Rest[0] == '/'))
      continue;
    worst::SeriesOf S = {uint32_t(Index), {}, TailOfSelf};
    for (auto [I, Block] : enumerate(F.Blocks)) {
      Blocks.push_back(All.blocks()[Block].Name);
      if (Rest.drop_front(!Rest.empty()) == Blocks.back())
        S.Block = uint32_t(I);
    }
    if (Rest.empty() || S.Block)
      Found.push_back(S);
  }
  if (Found.empty())
    return wrong(
        Named + ": the program has no such " +
        (Blocks.empty()
             ? "function" + database::didYouMean(Named.split('/').first, Names)
             : "block" +
                   database::didYouMean(Named.split('/').second, Blocks)) +
        " ('ipoint-report text --function NAME' has the names)");
  if (Found.size() > 1)
    return wrong(Named + ": the program has " + Twine(Found.size()) +
                 " such functions; write FILE:" + Named + ", as " +
                 All.functions()[Found.front().Function].File);
  return Found.front();
}

/// The tail of \p Named in the traces \p Paths.
static Expected<output::ReportedTail>
tailOfTraces(StringRef Named, std::vector<std::string> Paths, double P) {
  if (Paths.empty())
    Paths = {"ipoint-trace"};
  Expected<Inputs> In = openInputs(Paths);
  if (!In)
    return In.takeError();
  if (In->Reduced)
    return wrong(In->From + ": a profile has no times in their order, which "
                            "show whether they are independent; name the "
                            "trace");
  Expected<database::Program> Program = findDatabase(TailDatabase, In->Traces);
  if (!Program)
    return Program.takeError();
  ReadingLine Line(
      [](unsigned Pass) { return Pass > 1 ? "reading again" : "reading"; });
  analysis::AnalysisOptions Options;
  Options.Filter.emplace();
  Options.Filter->From = "default";
  Options.Filter->LinearOnly = !TailFilterAll;
  Options.Watch = Line.progress();
  Expected<std::unique_ptr<analysis::Measurement>> M =
      measure(In->Traces, *Program, Options);
  if (!M)
    return M.takeError();
  const analysis::SymbolTable &Symbols = (*M)->Symbols;
  Expected<worst::SeriesOf> Of = findSubject(Symbols, Named);
  if (!Of)
    return Of.takeError();
  if (TailOfSelf && Of->Block)
    return wrong("--self is for functions: a block's times are without "
                 "callees");
  analysis::ReportModel Report =
      describeMeasured(**M, In->Traces, *Program, Options);
  Expected<std::vector<worst::TimeSeries>> Series =
      worst::readSeries({In->Traces, Symbols, Report.Execution, Options.Jobs,
                         Options.LeastPart, Options.LogLimit, Options.Watch},
                        Report, *Of);
  if (!Series)
    return Series.takeError();
  analysis::TimeUnit Unit = analysis::TimeUnit::Ticks;
  if (Error E = TailUnit.read(Unit))
    return E;
  worst::TimeSeries &S = Series->front();
  if (S.Ticks.empty())
    return wrong(Named + ": no time of it is in the traces: it did not run, or "
                         "was not timed");
  for (double &Ticks : S.Ticks)
    Ticks *= unitsPerTick(Unit, double(Report.Clock.RateHz));
  return output::ReportedTail{Named.str() + (Of->Block    ? ""
                                             : Of->IsSelf ? ", self time"
                                                          : ", inclusive time"),
                              nameOf(Unit).str(), S.Interrupted,
                              worst::tailOf(S, Symbols, Report, P)};
}

static Expected<std::vector<output::ReportedTail>>
tailsOfFiles(ArrayRef<std::string> Paths, double P) {
  if (TailOfSelf || TailFilterAll || TailDatabase.given() || TailUnit.given())
    return wrong("--self, --filter-all-blocks, --db and --unit are for traces, "
                 "and " +
                 Paths.front() + " is a file of observations");
  Expected<std::vector<observations::Set>> Sets =
      readObservations(Paths, TailSet);
  if (!Sets)
    return Sets.takeError();
  std::vector<output::ReportedTail> Result;
  for (observations::Set &S : *Sets)
    Result.push_back({std::move(S.Name), std::move(S.Unit), std::nullopt,
                      analysis::tailOf(S.Values, {P, {}})});
  return Result;
}

Expected<bool> runTail(ArrayRef<const char *> Arguments) {
  if (Error E = parse(Arguments, "Bounds what takes long rarely.\n"))
    return E;
  if (Subjects.empty())
    return wrong("name a function, and traces, such as 'tail crc16 "
                 "ipoint-trace', or files of observations; see 'ipoint-report "
                 "tail --help'");
  output::TailOptions Output;
  if (Error E = TailOutput.read(Output))
    return E;
  Output.All = TailAll;
  Output.Version = IPOINT_VERSION;
  Output.CommandLine.assign(Arguments.begin(), Arguments.end());
  Expected<double> P = readExceedance();
  if (!P)
    return P.takeError();
  std::vector<std::string> Words(Subjects.begin(), Subjects.end());
  std::vector<output::ReportedTail> Tails;
  if (Words.front() == "-" || sys::fs::is_regular_file(Words.front())) {
    if (Error E = tailsOfFiles(Words, *P).moveInto(Tails))
      return E;
  } else {
    if (TailSet.given())
      return wrong("--set is for files of observations");
    auto Of = tailOfTraces(Words.front(), {Words.begin() + 1, Words.end()}, *P);
    if (!Of)
      return Of.takeError();
    Tails.push_back(std::move(*Of));
  }
  if (Error E = output::writeTails(Tails, Output))
    return E;
  return all_of(Tails, [](const output::ReportedTail &T) {
    return T.Tail.Bound.has_value();
  });
}

} // namespace ipoint::report
