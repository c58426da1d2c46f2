//===- ModelParts.cpp - Gaps, call paths, series and profiles in the model ===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModelBuilder.h"
#include "ipoint/record.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cmath>
#include <tuple>

using namespace llvm;

namespace ipoint::analysis {

/// The \p Blocks of \p F, which ran, that did not, and the transitions of those
/// that did.
void ModelBuilder::addNeverRun(const FunctionModel &F,
                               ArrayRef<uint32_t> Blocks) {
  for (uint32_t Block : Blocks) {
    BlockPlace From = placeOf(Block);
    if (All.Blocks[Block].Visits == 0) {
      Result.NeverRunBlocks.push_back({F.Name, F.File, From});
      continue;
    }
    auto [Begin, End] = Symbols.edgesOf(Block);
    size_t First = Result.NeverRunTransitions.size();
    for (uint32_t E = Begin; E != End; ++E)
      if (All.Edges[E].Count == 0)
        Result.NeverRunTransitions.push_back(
            {F.Name, F.File, From, placeOf(Symbols.targetOf(E)),
             All.Blocks[Symbols.targetOf(E)].Visits != 0});
    std::ranges::sort(
        drop_begin(Result.NeverRunTransitions, First), {},
        [](const NeverRunTransition &T) -> auto & { return T.To.Name; });
  }
}

void ModelBuilder::addImpossible() {
  for (const auto &[What, Count] : All.Impossible) {
    uint32_t Index = Symbols.blocks()[What.From].Function;
    const FunctionSymbol &F = Symbols.functions()[Index];
    Result.Lost.Impossible.push_back({F.Name, relative(F.File),
                                      placeOf(What.From), placeOf(What.To),
                                      What.Path, Count});
  }
  std::ranges::sort(
      Result.Lost.Impossible, {}, [](const ImpossibleTransition &T) {
        return std::tie(T.File, T.Function, T.From.Name, T.To.Name, T.Path);
      });
  if (All.Account.ImpossibleOmitted)
    Result.Lost.Damage.push_back(std::to_string(All.Account.ImpossibleOmitted) +
                                 " more impossible transitions of other kinds");
  for (auto [Index, Times] : All.Account.Overwritten) {
    const FunctionSymbol &F = Symbols.functions()[Index];
    Result.Lost.Damage.push_back(
        F.Name + " (" + relative(F.File) + ") came in between " +
        std::to_string(Times) + (Times == 1 ? " time" : " times") +
        ", from blocks that call nothing, and took the place of a record: it "
        "is a signal handler that the runtime did not see, or called by one, "
        "and ran oftener than is counted");
  }
  if (All.Account.TooDeep)
    Result.Lost.Damage.push_back(
        "a stack of more than a million open calls was given up " +
        std::to_string(All.Account.TooDeep) + " times");
}

void ModelBuilder::addSkips() {
  for (const SkipSymbol &S : Symbols.skips())
    Result.NotInstrumented.push_back(
        {relative(S.File), S.Line, S.Function, S.Reason});
  std::ranges::stable_sort(
      Result.NotInstrumented, {},
      [](const NotInstrumentedModel &X) { return std::tie(X.File, X.Line); });
}

void ModelBuilder::listPaths() {
  PathsOf.resize(Symbols.functions().size());
  for (const auto &[Record, P] : All.Taken.all())
    PathsOf[Symbols.site(ipoint_record_id(Record))->Function].push_back(Record);
}

/// The blocks on the path of \p Record.
void ModelBuilder::describePath(uint64_t Record, PathModel &P) const {
  SmallVector<uint32_t, 16> Ids;
  std::optional<database::PathTable::Loop> In;
  if (!Symbols.paths().decode(ipoint_record_id(Record),
                              ipoint_record_value(Record), Ids, In))
    return;
  auto NameOf = [&](uint32_t Id) {
    return Symbols.blocks()[Symbols.site(Id)->Block].Name;
  };
  llvm::append_range(P.Blocks, map_range(Ids, NameOf));
  if (!In)
    return;
  RoundsModel &R = P.Rounds.emplace();
  R.Behind = In->Head;
  llvm::append_range(R.Blocks, map_range(In->Round, NameOf));
}

/// \p L, which may be null, with paths that have these \p Places in the model.
static LongestCall longestCall(const PathTimes::LongestCall *L,
                               const DenseMap<uint64_t, size_t> &Places) {
  LongestCall Result;
  if (!L)
    return Result;
  for (const PathRun &Run : L->Paths) {
    auto It = Places.find(Run.Record);
    if (It == Places.end())
      return {}; // it is beyond what is listed
    Result.Paths.push_back({It->second, Run.Times});
  }
  Result.IsCut = L->IsCut;
  return Result;
}

void ModelBuilder::addPaths(FunctionModel &F, uint32_t Index) const {
  const ProbeOverhead &Overhead = overheadOf(Symbols.functions()[Index]);
  static const Distribution None;
  auto TakenOf = [&](uint64_t Record) -> const PathTimes::Path & {
    return All.Taken.all().at(Record);
  };
  std::vector<uint64_t> Records = PathsOf[Index];
  std::ranges::stable_sort(Records, std::ranges::greater{},
                           [&](uint64_t R) { return TakenOf(R).Times; });
  DenseMap<uint64_t, size_t> Places;
  for (uint64_t Record : Records) {
    const PathTimes::Path &Taken = TakenOf(Record);
    Places[Record] = F.Paths.size();
    PathModel &P = F.Paths.emplace_back();
    describePath(Record, P);
    P.Count = Taken.Times;
    if (P.Rounds)
      P.Rounds->Count = Taken.Rounds;
    if (const Distribution *D = Taken.Self.get())
      P.Self = timeModel(Overhead, {}, *D, None, None, nullptr, {},
                         D->exchangedOutside(Overhead, Overhead.Overtaken));
  }
  F.Longest = longestCall(All.Taken.longestOf(Index), Places);
  F.LongestInclusive = longestCall(All.Taken.longestInclusiveOf(Index), Places);
  if (!Filtered || !Filtered->Quiet)
    return;
  // Of the two that it may be, the one that took so long.
  auto PathsOf = [&](const std::optional<TimeModel> &T,
                     const PathTimes::LongestCall &Quiet,
                     const LongestLogged &Logged) {
    const PathTimes::LongestCall *Paths = nullptr;
    if (T && T->Uninterrupted && T->Uninterrupted->Max == double(Quiet.Ticks))
      Paths = &Quiet;
    else if (T && T->Uninterrupted && Logged.Where)
      Paths = &Logged.Where->Paths;
    return longestCall(Paths, Places);
  };
  const FilteredFunction &Less = Filtered->Functions[Index];
  F.Uninterrupted =
      PathsOf(F.Self, Filtered->Quiet->SelfPaths[Index], Less.LoggedSelf);
  F.UninterruptedInclusive =
      PathsOf(F.Inclusive, Filtered->Quiet->InclusivePaths[Index],
              Less.LoggedInclusive);
}

void ModelBuilder::addSeries() {
  SeriesModel &Out = Result.Series.emplace();
  const SeriesGrid Grid = All.OverTime->grid();
  Out.Width = std::ldexp(1.0, int(Grid.Shift));
  // By run and object, not by stream.
  std::map<std::pair<SeriesKey, uint32_t>, SeriesSums> Excluded;
  if (Filtered)
    for (const auto &[Key, Sums] : Filtered->Excluded) {
      uint32_t Run = All.Longest.origins()[Key.Stream].Run >> Grid.RunShift;
      Excluded[{{Run, Key.Bits}, Key.Object}].add(Sums);
    }
  std::vector<std::vector<SeriesPoint>> Points(All.Marks.size());
  for (const auto &[Key, Entries] : All.OverTime->buckets()) {
    size_t Run = size_t(Key.Run) << Grid.RunShift;
    double Start =
        Grid.RunShift
            ? 0
            : double(int64_t((Key.Bits << Grid.Shift) - RunBegins[Run]));
    auto Bucket = static_cast<uint32_t>(Out.Buckets.size());
    Out.Buckets.push_back({Run, Start});
    for (const Series::Entry &E : Entries) {
      SeriesPoint &P = Points[E.Object].emplace_back();
      P.Bucket = Bucket;
      P.Count = E.Sums.Count;
      P.Sum = double(E.Sums.Sum);
      P.Max = E.Sums.max();
      P.ByLength = E.Sums.ByLength;
      auto Out = Excluded.find({Key, E.Object});
      P.Excluded = Out == Excluded.end() ? 0 : Out->second.Count;
      P.MaxKept = P.Excluded ? E.Sums.maxBeside(Out->second) : P.Max;
    }
  }
  auto Put = [&](std::optional<TimeModel> &T, uint32_t Object) {
    if (!T)
      return;
    T->Series = std::move(Points[Object]);
    for (RecordMark M : All.Marks[Object].all())
      T->RecordMarks.push_back({M.Number, M.Ticks});
  };
  for (uint32_t I = 0; I < Result.Functions.size(); ++I) {
    FunctionModel &F = Result.Functions[I];
    Put(F.Self, All.selfTimesOf(I));
    Put(F.Inclusive, All.inclusiveTimesOf(I));
    for (auto [B, Block] : zip_equal(F.Blocks, Symbols.functions()[I].Blocks))
      Put(B.Time, Block);
  }
  addThreads();
  addValues();
}

/// None where the number is the same in all calls.
static std::optional<CallsByValue> callsByValue(const PairSample &Pairs) {
  if (!Pairs.varies())
    return std::nullopt;
  CallsByValue C;
  C.Calls = Pairs.count();
  C.Sample = Pairs.sample();
  C.Longest = Pairs.longest();
  std::vector<double> X, Y;
  for (const ValuePair &P : C.Sample) {
    X.push_back(double(P.Value));
    Y.push_back(double(P.Ticks));
  }
  C.Fit = leastSquares(X, Y);
  return C;
}

void ModelBuilder::addValues() {
  for (const auto &[Block, Of] : All.ByMark) {
    const BlockSymbol &S = Symbols.blocks()[Block];
    if (std::optional<CallsByValue> C = callsByValue(Of.Once)) {
      C->Name = S.Mark;
      C->Block = S.Name;
      C->Several = Of.Several;
      Result.Functions[S.Function].ByValue.push_back(std::move(*C));
    }
  }
  for (auto [Loop, Pairs] : zip_equal(Symbols.loops(), All.ByLoop))
    if (std::optional<CallsByValue> C = callsByValue(Pairs)) {
      C->IsLoop = true;
      C->Name = Loop.Name;
      Result.Functions[Loop.Function].ByValue.push_back(std::move(*C));
    }
}

static std::optional<ThreadCalls::Times> timesOf(const SeriesSums &S) {
  if (S.Count == 0)
    return std::nullopt;
  return ThreadCalls::Times{S.Count, double(S.Sum), S.max()};
}

/// Threads of all runs by their names, and the functions that these called.
void ModelBuilder::addThreads() {
  std::map<std::tuple<bool, std::string, size_t>, size_t> Groups;
  std::map<std::tuple<size_t, uint64_t, uint64_t, bool>, size_t> GroupOf;
  for (auto [Run, T] : enumerate(Traces)) {
    std::array<size_t, 2> Seen = {};
    for (const ThreadModel &M : T.Threads) {
      size_t Number = ++Seen[M.IsHandler];
      auto [It, New] = Groups.try_emplace(
          {M.IsHandler, M.Name, M.Name.empty() ? Number : 0},
          std::min(Result.Threads.size(), ThreadGroup::Most - 1));
      if (New && Result.Threads.size() < ThreadGroup::Most)
        Result.Threads.push_back({M.Name, Number, M.IsHandler, 0, 0, 0});
      ThreadGroup &G = Result.Threads[It->second];
      ++G.Streams;
      G.Elapsed += M.Elapsed;
      G.OffCpu += M.OffCpu;
      GroupOf[{Run, M.Pid, M.Tid, M.IsHandler}] = It->second;
    }
  }
  if (Result.Threads.size() < 2)
    return;
  for (const StreamOrigin &O : All.Longest.origins()) {
    auto At = GroupOf.find({O.Run, O.Pid, O.Tid, O.IsHandler});
    ThreadOf.push_back(At == GroupOf.end() ? std::nullopt
                                           : std::optional(At->second));
  }
  std::map<std::pair<uint32_t, size_t>, StreamCalls> Sums;
  for (const auto &[Of, Calls] : All.ByStream) {
    const auto &[Stream, Function] = Of;
    if (std::optional<size_t> Thread = threadOf(Stream);
        Thread && !Result.Functions[Function].IsCounted)
      Sums[{Function, *Thread}].add(Calls);
  }
  for (const auto &[Of, Calls] : Sums)
    Result.Functions[Of.first].ByThread.push_back({Of.second, Calls.Calls,
                                                   timesOf(Calls.Self),
                                                   timesOf(Calls.Inclusive)});
}

/// What calls on each way took in each thread, by node.
std::map<uint32_t, std::vector<PathInThread>>
ModelBuilder::pathsInThreads() const {
  std::map<std::pair<uint32_t, size_t>, PathInThread> Sums;
  for (const CallPaths::InStream &S : All.Paths->byStream())
    if (std::optional<size_t> Thread = threadOf(S.Stream)) {
      PathInThread &P = Sums[{S.Node, *Thread}];
      P.Calls += S.Calls;
      P.Self += static_cast<double>(S.Self);
    }
  std::map<uint32_t, std::vector<PathInThread>> Result;
  for (const auto &[Of, P] : Sums)
    Result[Of.first].push_back({Of.second, P.Calls, P.Self});
  return Result;
}

static double without(const Spent &S, const ProbeOverhead &Overhead) {
  double Cost = static_cast<double>(S.Probes.Timed) * Overhead.TimedMean +
                static_cast<double>(S.Probes.Untimed) * Overhead.UntimedMean;
  return std::max(0.0, static_cast<double>(S.Ticks) - Cost);
}

/// \p Loss: ticks of \p S that interrupts added.
static WayTimes wayTimes(uint64_t Count, const Spent &S, uint64_t Loss,
                         uint64_t Max, const ProbeOverhead &Overhead) {
  WayTimes T = {Count, double(S.Ticks), without(S, Overhead), {}, Max};
  if (Loss != 0)
    T.Filtered = without({S.Ticks - Loss, S.Probes}, Overhead);
  return T;
}

static CallPathModel pathModel(const CallPaths::Node &N, PathLoss Loss,
                               const ProbeOverhead &Overhead) {
  CallPathModel P;
  P.Calls = N.Calls;
  P.Self = wayTimes(N.SelfCount, N.Self, Loss.Self, N.SelfMax, Overhead);
  P.Inclusive = wayTimes(N.InclusiveCount, N.Inclusive, Loss.Inclusive,
                         N.InclusiveMax, Overhead);
  return P;
}

/// Where callers are unsure each function is a path, as if all of its calls
/// came from outside: a stack on which calls stay that have ended long ago
/// nests functions that never called each other. Their inclusive times are
/// their self times then, and they have no callers.
void ModelBuilder::addFlatPaths() {
  CallPathsModel &Out = Result.CallPaths.emplace();
  for (auto [Index, F] : enumerate(Result.Functions)) {
    if (!F.Self)
      continue;
    const TimeModel &T = *F.Self;
    CallPathModel P;
    P.Function = uint32_t(Index);
    P.Calls = F.Calls;
    P.Self = {
        T.Raw.Count, T.Raw.Total, T.Corrected.Total, {}, uint64_t(T.Raw.Max)};
    if (T.Filtered)
      P.Self.Filtered = T.Filtered->Total;
    P.Inclusive = P.Self;
    Out.Paths.push_back(P);
  }
}

/// Depth first, children by function: the order in which paths were found is
/// that of the streams.
void ModelBuilder::addCallPaths() {
  ArrayRef<CallPaths::Node> Nodes = All.Paths->nodes();
  std::vector<std::vector<uint32_t>> Children(Nodes.size());
  for (uint32_t I = CallPaths::Beyond + 1; I < Nodes.size(); ++I)
    Children[Nodes[I].Parent].push_back(I);
  auto LossOf = [&](uint32_t Node) {
    return Filtered && !Filtered->Paths.empty() ? Filtered->Paths[Node]
                                                : PathLoss();
  };
  CallPathsModel &Out = Result.CallPaths.emplace();
  // Nodes to come, the next one last, each with its parent's place in Out.
  std::vector<std::pair<uint32_t, std::optional<uint32_t>>> Pending;
  auto AddChildren = [&](uint32_t Node, std::optional<uint32_t> Place) {
    std::ranges::sort(Children[Node], std::ranges::greater{},
                      [&](uint32_t I) { return Nodes[I].Function; });
    for (uint32_t Child : Children[Node])
      Pending.push_back({Child, Place});
  };
  std::map<uint32_t, std::vector<PathInThread>> InThreads = pathsInThreads();
  AddChildren(CallPaths::Root, std::nullopt);
  while (!Pending.empty()) {
    auto [Node, Parent] = Pending.back();
    Pending.pop_back();
    const CallPaths::Node &N = Nodes[Node];
    CallPathModel P =
        pathModel(N, LossOf(Node), overheadOf(Symbols.functions()[N.Function]));
    P.Parent = Parent;
    P.Function = N.Function;
    P.ByThread = std::move(InThreads[Node]);
    AddChildren(Node, static_cast<uint32_t>(Out.Paths.size()));
    Out.Paths.push_back(std::move(P));
  }
  const CallPaths::Node &Beyond = Nodes[CallPaths::Beyond];
  if (Beyond.Calls || Beyond.SelfCount || Beyond.InclusiveCount)
    Out.Beyond =
        pathModel(Beyond, LossOf(CallPaths::Beyond), Overheads.front());
}

} // namespace ipoint::analysis
