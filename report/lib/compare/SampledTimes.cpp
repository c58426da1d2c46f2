//===- SampledTimes.cpp - Times by samples of the plain program -----------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SampledTimes.h"
#include "estimate/BlockPlaces.h"
#include "estimate/Estimate.h"
#include "estimate/Names.h"
#include "model/BestMeans.h"
#include "stats/Averages.h"
#include "support/Errors.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <cmath>
#include <map>

using namespace llvm;
using namespace ipoint::analysis;
using namespace ipoint::estimate;
using ipoint::sampling::Evidence;
using ipoint::sampling::SampledFunction;

namespace ipoint::compare {

namespace {

constexpr uint32_t None = UINT32_MAX;

/// What samples are told apart by.
struct Column {
  uint32_t Target = None;  ///< see Targets
  uint32_t Carrier = None; ///< the function with counts that has it inclusively
  uint32_t Spot = None;    ///< see Spots; None: no block is known
};

/// Blocks of a function with counts that samples fell into.
struct Spot {
  uint32_t Function;
  BlockSet Blocks;
};

/// A function that samples are joined with, or what else they are of.
struct Target {
  uint32_t Function = None; ///< in ReportModel::Functions, with counts
  OtherTime::Kind What = OtherTime::Kind::Unknown;
  std::string Name, File;
};

/// Reads the samples of all inputs and joins them with the report's functions.
class Joining {
public:
  Joining(const ReportModel &Report, SamplingModel &Out)
      : Report(Report), Known(namesOf(Report)), Index(Known), Out(Out) {}

  /// Fills In.Sampled.
  Error read(const Baseline &File, InputRuns &In, SampledInput &About);

  const std::vector<Target> &targets() const { return Targets; }
  const std::vector<Column> &columns() const { return Columns; }
  const std::vector<Spot> &spots() const { return Spots; }
  /// Whether the program's own code has names by symbols only.
  bool onlySymbols() const { return BySymbol && !ByDebugInfo; }

private:
  static std::vector<KnownFunction> namesOf(const ReportModel &Report);
  Target targetOf(const SampledFunction &F, bool InProgram);
  std::vector<uint32_t> columnsOf(const sampling::PlaceTable &Places,
                                  StringRef Program);
  uint32_t indexOf(Target T);
  uint32_t columnOf(Column C);
  uint32_t spotOf(uint32_t Function, const sampling::Attributed &Place);

  const ReportModel &Report;
  std::vector<KnownFunction> Known;
  NameIndex Index;
  SamplingModel &Out;
  std::vector<Target> Targets;
  std::map<std::tuple<uint32_t, OtherTime::Kind, std::string, std::string>,
           uint32_t>
      TargetIndices;
  std::vector<Column> Columns;
  std::map<std::tuple<uint32_t, uint32_t, uint32_t>, uint32_t> ColumnIndices;
  std::map<uint32_t, BlockPlaces> Blocks; ///< by function
  std::vector<Spot> Spots;
  std::map<std::pair<uint32_t, BlockSet>, uint32_t> SpotIndices;
  bool BySymbol = false, ByDebugInfo = false;
};

} // namespace

std::vector<KnownFunction> Joining::namesOf(const ReportModel &Report) {
  std::vector<KnownFunction> Result;
  for (const FunctionModel &F : Report.Functions) {
    SmallString<256> File(F.File);
    if (!sys::path::is_absolute(File)) {
      File = Report.Root;
      sys::path::append(File, F.File);
    }
    Result.push_back({F.Name, File.str().str()});
  }
  return Result;
}

uint32_t Joining::indexOf(Target T) {
  auto [It, New] =
      TargetIndices.try_emplace({T.Function, T.What, T.Name, T.File},
                                static_cast<uint32_t>(Targets.size()));
  if (New)
    Targets.push_back(std::move(T));
  return It->second;
}

uint32_t Joining::columnOf(Column C) {
  auto [It, New] = ColumnIndices.try_emplace(
      {C.Target, C.Carrier, C.Spot}, static_cast<uint32_t>(Columns.size()));
  if (New)
    Columns.push_back(C);
  return It->second;
}

uint32_t Joining::spotOf(uint32_t Function, const sampling::Attributed &Place) {
  auto [Known, NewFunction] =
      Blocks.try_emplace(Function, ArrayRef<BlockStart>());
  if (NewFunction) {
    std::vector<BlockStart> Starts;
    for (const BlockModel &B : Report.Functions[Function].Blocks)
      Starts.push_back({B.Line, B.Column, B.Visits > 0});
    Known->second = BlockPlaces(Starts);
  }
  BlockSet Set = Known->second.at(Place.Line, Place.Column);
  if (Set.empty())
    return None;
  auto [It, New] = SpotIndices.try_emplace({Function, Set},
                                           static_cast<uint32_t>(Spots.size()));
  if (New)
    Spots.push_back({Function, std::move(Set)});
  return It->second;
}

Target Joining::targetOf(const SampledFunction &F, bool InProgram) {
  using Kind = OtherTime::Kind;
  if (F.By == Evidence::Kernel)
    return {None, Kind::Kernel, "", ""};
  if (F.By == Evidence::Unknown)
    return {None, Kind::Unknown, "", ""};
  // A library's own functions can have the names of the program's: without the
  // source of either, they are not the same.
  bool Joins = F.By == Evidence::DebugInfo || InProgram;
  if (std::optional<uint32_t> I = Joins ? Index.find(F) : std::nullopt) {
    const FunctionModel &M = Report.Functions[*I];
    if (M.Calls > 0)
      return {*I, Kind::Unknown, M.Name, M.File};
    return {None,
            M.Status == FunctionStatus::NotInstrumented ? Kind::NotInstrumented
                                                        : Kind::NotCalled,
            M.Name, M.File};
  }
  if (!InProgram)
    return {None, Kind::Library, F.File, ""};
  return F.Name.empty() ? Target{None, Kind::Unknown, F.File, ""}
                        : Target{None, Kind::NotInDatabase, F.Name, F.Source};
}

/// By place.
std::vector<uint32_t> Joining::columnsOf(const sampling::PlaceTable &Places,
                                         StringRef Program) {
  sampling::Attributor Names;
  std::vector<sampling::Attributed> All = Names.attribute(Places);
  append_range(Out.Problems, Names.problems());
  std::vector<uint32_t> OfFunction;
  StringMap<bool> IsProgram;
  for (const SampledFunction &F : Names.functions()) {
    auto [It, New] = IsProgram.try_emplace(F.File, false);
    if (New)
      It->second = F.File == Program || sys::fs::equivalent(F.File, Program);
    BySymbol |= It->second && F.By == Evidence::Symbol;
    ByDebugInfo |= It->second && F.By == Evidence::DebugInfo;
    OfFunction.push_back(indexOf(targetOf(F, It->second)));
  }
  std::vector<uint32_t> Result;
  for (const sampling::Attributed &Place : All) {
    Column C;
    C.Target = OfFunction[Place.Functions.front()];
    for (uint32_t F : Place.Functions)
      if (C.Carrier == None)
        C.Carrier = Targets[OfFunction[F]].Function;
    if (uint32_t F = Targets[C.Target].Function; F != None)
      C.Spot = spotOf(F, Place);
    Result.push_back(columnOf(C));
  }
  return Result;
}

Error Joining::read(const Baseline &File, InputRuns &In, SampledInput &About) {
  sampling::PlaceTable Places;
  struct Run {
    uint32_t Round;
    double Rate;
    std::vector<sampling::Located> Samples;
  };
  std::vector<Run> Runs;
  bool IsFirst = true;
  for (auto [Round, Pair] : enumerate(File.Pairs))
    for (const BaselineSamples &S : Pair.Sampled) {
      Expected<sampling::PerfData> Data = sampling::readPerfData(S.File);
      if (!Data)
        return Data.takeError();
      if (!Data->IsClock)
        return errorAt(S.File, "its samples are not of the CPU's time; record "
                               "them with 'perf record -e cpu-clock'");
      if (!IsFirst && In.ExcludesKernel != Data->ExcludesKernel)
        return errorAt(S.File, "has samples of the kernel, or has none, unlike "
                               "the other runs");
      IsFirst = false;
      In.ExcludesKernel = Data->ExcludesKernel;
      About.Lost += Data->Lost;
      About.Throttled += Data->Throttled;
      About.Samples += Data->Samples;
      About.Sampler = S.Sampler;
      double Rate = S.Rate > 0         ? S.Rate
                    : Data->Period > 0 ? 1e9 / double(Data->Period)
                                       : 0;
      Runs.push_back(
          {static_cast<uint32_t>(Round), Rate, Places.locate(*Data)});
    }
  About.Runs = Runs.size();
  std::vector<uint32_t> ColumnAt = columnsOf(Places, File.Program);
  for (const Run &R : Runs) {
    std::vector<std::pair<uint32_t, double>> Samples;
    Samples.reserve(R.Samples.size());
    for (const sampling::Located &L : R.Samples)
      Samples.push_back({ColumnAt[L.Place], static_cast<double>(L.Period)});
    SampledRun &Counted = In.Sampled.emplace_back(countSamples(Samples));
    Counted.Round = R.Round;
    Counted.Rate = R.Rate;
  }
  return Error::success();
}

/// The same runs, told apart by targets alone: sets are compared by function.
static std::vector<SampledRun> byTarget(ArrayRef<SampledRun> Runs,
                                        const Joining &Names) {
  std::vector<SampledRun> Result;
  for (const SampledRun &R : Runs) {
    SampledRun &To = Result.emplace_back();
    To.Round = R.Round;
    To.Rate = R.Rate;
    To.All.Size = R.All.Size;
    To.All.Columns.resize(Names.targets().size());
    for (auto [I, Samples] : enumerate(R.All.Columns))
      To.All.Columns[Names.columns()[I].Target] += Samples;
  }
  return Result;
}

/// The slowest rate against the fastest.
static std::optional<SetsCompared> compareRates(ArrayRef<SampledRun> Runs) {
  auto [Slowest, Fastest] = std::minmax_element(
      Runs.begin(), Runs.end(),
      [](const SampledRun &A, const SampledRun &B) { return A.Rate < B.Rate; });
  if (Runs.empty() || Slowest->Rate == Fastest->Rate)
    return std::nullopt;
  std::vector<const SampledRun *> A, B;
  for (const SampledRun &R : Runs)
    if (R.Rate == Slowest->Rate)
      A.push_back(&R);
    else if (R.Rate == Fastest->Rate)
      B.push_back(&R);
  Homogeneity H = compareShares(A, B);
  return SetsCompared{A.size(),     B.size(),   Slowest->Rate, Fastest->Rate,
                      H.Difference, H.Expected, H.Probability};
}

/// Rounds with odd numbers against those with even ones.
static std::optional<SetsCompared> compareHalves(ArrayRef<SampledRun> Runs) {
  std::vector<const SampledRun *> A, B;
  for (const SampledRun &R : Runs)
    (R.Round % 2 ? B : A).push_back(&R);
  if (A.empty() || B.empty())
    return std::nullopt;
  Homogeneity H = compareShares(A, B);
  return SetsCompared{A.size(),   B.size(),     0, 0, H.Difference,
                      H.Expected, H.Probability};
}

static std::optional<double> spreadOf(ArrayRef<double> Values) {
  double Mean = Values.empty() ? 0 : meanOf(Values);
  if (Values.size() < 2 || Mean <= 0)
    return std::nullopt;
  return std::sqrt(varianceOf(Values)) / Mean;
}

/// What both programs took, and how often functions were called.
static void addRuns(const Baseline &File, ArrayRef<trace::Trace> Traces,
                    const ReportModel &Report, InputRuns &In,
                    SampledInput &About) {
  double TicksPerUs = static_cast<double>(Report.Clock.RateHz) / 1e6;
  std::vector<double> Slowdowns, CpuSlowdowns, Cpu, AllCalls;
  for (const BaselinePair &P : File.Pairs) {
    In.User.push_back(P.User * TicksPerUs);
    In.System.push_back(P.System * TicksPerUs);
    Cpu.push_back(In.User.back() + In.System.back());
    if (P.Instrumented > 0 && P.User + P.System > 0)
      CpuSlowdowns.push_back(P.Instrumented / (P.User + P.System));
    if (P.Plain > 0)
      Slowdowns.push_back(static_cast<double>(P.End - P.Begin) /
                          static_cast<double>(P.Plain));
    const trace::Trace *T = find_if(Traces, [&](const trace::Trace &Candidate) {
      return sys::fs::equivalent(Candidate.Path, P.Trace);
    });
    if (T == Traces.end())
      continue;
    std::vector<double> &Calls = In.Calls.emplace_back();
    Calls.resize(Report.Functions.size());
    if (Traces.size() == 1)
      for (auto [I, F] : enumerate(Report.Functions))
        Calls[I] = static_cast<double>(F.Calls);
    else
      for (const RunFunction &F :
           Report.Traces[static_cast<size_t>(T - Traces.begin())].Functions)
        Calls[F.Index] = static_cast<double>(F.Calls);
    double Sum = 0;
    for (double C : Calls)
      Sum += C;
    AllCalls.push_back(Sum);
  }
  About.File = File.Path;
  About.Program = File.Program;
  About.Arguments = File.Arguments;
  About.Rounds = File.Pairs.size();
  About.Cpu = meanOf(Cpu);
  About.System = meanOf(In.System);
  About.CpuSpread = spreadOf(Cpu).value_or(0);
  if (!CpuSlowdowns.empty())
    About.CpuSlowdown = medianOf(std::move(CpuSlowdowns));
  if (!Slowdowns.empty())
    About.Slowdown = medianOf(std::move(Slowdowns));
  About.CallsSpread = spreadOf(AllCalls);
}

namespace {

/// Of each function, which others' calls lie in its own, and how many.
class Nesting {
public:
  explicit Nesting(const ReportModel &Report);

  /// Calls of the key, by function.
  const DenseMap<uint32_t, double> &within(uint32_t Function) const {
    return Within[Function];
  }
  /// Calls of \p Function that are on a known path.
  double calls(uint32_t Function) const { return Calls[Function]; }

private:
  std::vector<DenseMap<uint32_t, double>> Within;
  std::vector<double> Calls;
};

} // namespace

Nesting::Nesting(const ReportModel &Report)
    : Within(Report.Functions.size()), Calls(Report.Functions.size()) {
  if (!Report.CallPaths)
    return;
  ArrayRef<CallPathModel> Paths = Report.CallPaths->Paths;
  for (const CallPathModel &P : Paths) {
    if (!P.Function || P.Calls == 0)
      continue;
    auto Count = static_cast<double>(P.Calls);
    Calls[*P.Function] += Count;
    // Of a recursion each call counts what lies in it.
    for (const CallPathModel *Above = &P; Above;
         Above = Above->Parent ? &Paths[*Above->Parent] : nullptr)
      if (Above->Function)
        Within[*Above->Function][*P.Function] += Count;
  }
}

/// Why the calls that were counted are not all; empty: they are.
static std::string whyNotWhole(const LostModel &L) {
  if (L.Records || L.Overwritten || !L.Damage.empty() || L.UnknownRecords)
    return "records are missing";
  if (L.Gaps || !L.Ended.empty())
    return "the program was recorded in part";
  return "";
}

/// An interrupt comes between two instructions, and the one that it waited for
/// lies before or behind it: at each end of a block, ticks of a visit may be
/// its neighbour's (test/bench/known-chains).
static constexpr double PlaceError = 2;

namespace {

/// Puts times into the report.
class Writing {
public:
  Writing(const Joining &Names, const Estimator &Times, ReportModel &Report)
      : Names(Names), Times(Times), Report(Report), Calls(Report),
        Whole(whyNotWhole(Report.Lost).empty()) {
    Selves.resize(Report.Functions.size());
    Carried.resize(Report.Functions.size());
    for (auto [I, C] : enumerate(Names.columns())) {
      auto Column = static_cast<uint32_t>(I);
      if (uint32_t F = Names.targets()[C.Target].Function; F != None)
        Selves[F].push_back({Column, 1});
      if (C.Carrier != None)
        Carried[C.Carrier].push_back(Column);
    }
  }

  void functions();
  void blocks();
  void others();

private:
  std::optional<SampledMean> inclusive(uint32_t Function) const;
  void blocksOf(uint32_t Function, ArrayRef<uint32_t> Columns);
  void group(uint32_t Function, ArrayRef<uint32_t> Members, const Contrast &C,
             double Unplaced);
  /// The share of time that is under calls of which the way is not known.
  bool pathsKnown() const;
  double shareOf(double Ticks) const {
    return Times.cpu() > 0 ? Ticks / Times.cpu() : 0;
  }

  const Joining &Names;
  const Estimator &Times;
  ReportModel &Report;
  Nesting Calls;
  bool Whole; ///< all calls were counted
  std::vector<Contrast> Selves;
  std::vector<std::vector<uint32_t>> Carried; ///< columns, by function
};

} // namespace

bool Writing::pathsKnown() const {
  constexpr double MostUnknown = 0.01; // of the time
  double Unknown = 0;
  for (auto [I, F] : enumerate(Report.Functions)) {
    auto All = static_cast<double>(F.Calls);
    if (F.Sampled && Calls.calls(static_cast<uint32_t>(I)) < All)
      Unknown +=
          F.Sampled->Share * (1 - Calls.calls(static_cast<uint32_t>(I)) / All);
  }
  return Unknown <= MostUnknown;
}

std::optional<SampledMean> Writing::inclusive(uint32_t Function) const {
  Contrast C;
  for (auto [Inner, Count] : Calls.within(Function))
    for (uint32_t Column : Carried[Inner])
      C.push_back({Column, Count / Calls.calls(Inner)});
  sort(C);
  return Times.perCall(Times.time(C), Function);
}

/// How many times as many samples make \p Wanted of the time known, of
/// functions given by what each needs and its share: an interval's width is
/// inverse to the square root of their number.
static double samplesFor(std::vector<std::pair<double, double>> Needs,
                         double Wanted) {
  sort(Needs);
  double Known = 0;
  for (auto [Factor, Share] : Needs) {
    Known += Share;
    if (Known >= Wanted)
      return std::max(Factor, 1.0);
  }
  return 1;
}

void Writing::functions() {
  SamplingModel &Out = *Report.Sampling;
  std::vector<std::pair<double, double>> Needs;
  for (auto [I, F] : enumerate(Report.Functions)) {
    auto Index = static_cast<uint32_t>(I);
    if (F.Calls == 0)
      continue;
    TimeEstimate T = Times.time(Selves[I]);
    FunctionSamples &S = F.Sampled.emplace();
    S.Samples = T.Samples;
    S.Share = shareOf(T.Ticks);
    S.ShareRange = {shareOf(T.Range.Low), shareOf(T.Range.High)};
    Out.InFunctions += S.Share;
    if (!Whole || Times.calls(Index) <= 0)
      continue;
    S.Self = Times.perCall(T, Index);
    double Far = std::max(S.Self->Mean - S.Self->Range.Low,
                          S.Self->Range.High - S.Self->Mean);
    double Width = Far / (SamplingModel::KnownTo * S.Self->Mean);
    if (S.Self->Mean > 0 && Width <= 1)
      Out.InFunctionsKnown += S.Share;
    if (S.Self->Mean > 0)
      Needs.push_back({Width * Width, S.Share});
    if (std::optional<SampledMean> Direct = directMean(F.Self);
        Direct && S.Self->Mean > 0)
      S.DirectError = Direct->Mean / S.Self->Mean - 1;
  }
  Out.MoreSamples = samplesFor(std::move(Needs),
                               SamplingModel::WantedKnown * Out.InFunctions);
  if (!Whole || !pathsKnown())
    return;
  for (auto [I, F] : enumerate(Report.Functions))
    if (F.Sampled && F.Sampled->Self &&
        Calls.calls(static_cast<uint32_t>(I)) > 0)
      F.Sampled->Inclusive = inclusive(static_cast<uint32_t>(I));
}

/// Of functions whose samples have places in the source.
void Writing::blocks() {
  std::vector<std::vector<uint32_t>> OfFunction(Report.Functions.size());
  for (auto [I, C] : enumerate(Names.columns()))
    if (uint32_t F = Names.targets()[C.Target].Function; F != None)
      OfFunction[F].push_back(static_cast<uint32_t>(I));
  for (auto [I, Columns] : enumerate(OfFunction)) {
    bool HasPlaces = any_of(
        Columns, [&](uint32_t C) { return Names.columns()[C].Spot != None; });
    if (HasPlaces && Report.Functions[I].Sampled &&
        Report.Functions[I].Sampled->Self)
      blocksOf(static_cast<uint32_t>(I), Columns);
  }
}

void Writing::blocksOf(uint32_t Function, ArrayRef<uint32_t> Columns) {
  size_t Count = Report.Functions[Function].Blocks.size();
  std::vector<BlockSet> Sets;
  Contrast Unplaced;
  for (uint32_t C : Columns)
    if (uint32_t S = Names.columns()[C].Spot; S != None)
      Sets.push_back(Names.spots()[S].Blocks);
    else
      Unplaced.push_back({C, 1});
  std::vector<uint32_t> First = groupBlocks(Count, Sets);
  std::vector<std::vector<uint32_t>> Members(Count);
  std::vector<Contrast> Samples(Count);
  for (size_t I = 0; I < Count; ++I)
    Members[First[I]].push_back(static_cast<uint32_t>(I));
  for (uint32_t C : Columns)
    if (uint32_t S = Names.columns()[C].Spot; S != None)
      Samples[First[Names.spots()[S].Blocks.front()]].push_back({C, 1});
  double Lost = Unplaced.empty() ? 0 : Times.time(Unplaced).Ticks;
  for (size_t I = 0; I < Count; ++I)
    if (!Members[I].empty())
      group(Function, Members[I], Samples[I], Lost);
}

/// \p Unplaced ticks of the function may be in any of its blocks.
void Writing::group(uint32_t Function, ArrayRef<uint32_t> Members,
                    const Contrast &C, double Unplaced) {
  FunctionModel &F = Report.Functions[Function];
  BlockModel &Leading = F.Blocks[Members.front()];
  if (Leading.Visits == 0)
    return;
  TimeEstimate T = Times.time(C);
  BlockSamples S;
  S.Samples = T.Samples;
  S.Share = shareOf(T.Ticks);
  S.ShareRange = {shareOf(T.Range.Low), shareOf(T.Range.High)};
  T.Range.High += Unplaced;
  SampledMean Mean = Times.perCall(T, Function);
  double PerVisit = Times.calls(Function) / static_cast<double>(Leading.Visits);
  Mean.Mean *= PerVisit;
  Mean.Range = {std::max(Mean.Range.Low * PerVisit - PlaceError, 0.0),
                Mean.Range.High * PerVisit + PlaceError};
  S.Mean = Mean;
  double Far =
      std::max(Mean.Mean - Mean.Range.Low, Mean.Range.High - Mean.Mean);
  if (Mean.Mean > 0 && Far <= SamplingModel::BlocksKnownTo * Mean.Mean)
    Report.Sampling->InBlocksKnown += S.Share;
  if (Members.size() > 1)
    for (uint32_t B : Members)
      S.Group.push_back(F.Blocks[B].Name);
  for (uint32_t B : Members)
    F.Blocks[B].Sampled = S;
}

void Writing::others() {
  SamplingModel &Out = *Report.Sampling;
  auto Add = [&](const Target &T, const TimeEstimate &E) {
    if (E.Ticks <= 0)
      return;
    Out.Others.push_back({T.What,
                          T.Name,
                          T.File,
                          E.Samples,
                          shareOf(E.Ticks),
                          {shareOf(E.Range.Low), shareOf(E.Range.High)}});
    if (T.What == OtherTime::Kind::NotInDatabase)
      Out.NotJoined += Out.Others.back().Share;
  };
  std::vector<Contrast> ByTarget(Names.targets().size());
  for (auto [I, C] : enumerate(Names.columns()))
    ByTarget[C.Target].push_back({static_cast<uint32_t>(I), 1});
  for (auto [T, C] : zip_equal(Names.targets(), ByTarget))
    if (T.Function == None)
      Add(T, Times.time(C));
  Add({None, OtherTime::Kind::Kernel, "", ""}, Times.unsampledKernel());
  stable_sort(Out.Others, [](const OtherTime &A, const OtherTime &B) {
    return std::tie(B.Share, A.Name) < std::tie(A.Share, B.Name);
  });
}

Error addSamples(ArrayRef<Baseline> Files, ArrayRef<trace::Trace> Traces,
                 ReportModel &Report) {
  if (none_of(Files, [](const Baseline &B) { return B.hasSamples(); }))
    return Error::success();
  SamplingModel &Out = Report.Sampling.emplace();
  Joining Names(Report, Out);
  std::vector<InputRuns> Inputs;
  for (const Baseline &File : Files) {
    if (!File.hasSamples())
      continue;
    InputRuns &In = Inputs.emplace_back();
    SampledInput &About = Out.Inputs.emplace_back();
    addRuns(File, Traces, Report, In, About);
    if (Error E = Names.read(File, In, About))
      return E;
    About.RunIsUnit = Shares(In.Sampled).unitIsRun();
    std::vector<SampledRun> Runs = byTarget(In.Sampled, Names);
    About.Rates = compareRates(Runs);
    About.Halves = compareHalves(Runs);
  }
  if (std::string Why = whyNotWhole(Report.Lost); !Why.empty())
    Out.Problems.push_back("no mean by samples: " + Why +
                           ", so calls are not counted in full");
  Out.OnlySymbols = Names.onlySymbols();
  Estimator Times(std::move(Inputs));
  Out.Cpu = Times.cpu();
  Writing To(Names, Times, Report);
  To.functions();
  To.blocks();
  To.others();
  chooseMeans(Report.Functions);
  return Error::success();
}

} // namespace ipoint::compare
