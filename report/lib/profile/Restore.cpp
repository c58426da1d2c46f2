//===- Restore.cpp - From a profile to what was measured ------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reduce.h"
#include "StatsFields.h"
#include "ipoint/record.h"
#include "overhead/Clock.h"
#include "support/Errors.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace ipoint::profile {

using namespace analysis;

namespace {

/// Fills a Collector, and what the filter excluded, from a profile.
class Restorer {
public:
  Restorer(const Profile &From, const SymbolTable &Symbols,
           const ClockModel &Clock, bool Excludes)
      : From(From), Symbols(Symbols), Excludes(Excludes) {
    for (const auto &[Name, F] : From.Functions)
      HaveTexts |= Name.Text != 0;
    for (auto [Index, Name] : enumerate(namesOf(Symbols, HaveTexts)))
      Indices[withoutLine(Name)] = static_cast<uint32_t>(Index);
    M.First.All =
        std::make_unique<Collector>(Symbols, overheadsOf(Clock).front());
    M.Excluded.Decisions.resize(Symbols.blocks().size());
  }

  Error restore();
  Measured take() { return std::move(M); }

private:
  Error all();
  Error decisions(const FunctionName &Name, const profile::Function &F);
  Error function(uint32_t Index, const profile::Function &F);
  void blocks(const Parts &P, FigureReader &In);
  void paths(uint32_t Index, const Figures &Counted, FigureReader &In);
  void checkCalls(uint32_t Index, const Parts &P, FigureReader &In);
  void impossible(const Parts &P, const Figures &Counted, FigureReader &In);
  Error callPaths();
  /// Which of several builds may have moved.
  FunctionName withoutLine(FunctionName Name) const {
    Name.Line = HaveTexts ? 0 : Name.Line;
    return Name;
  }
  /// None: it is of another build.
  std::optional<uint32_t> indexOf(const FunctionName &Name) const {
    auto It = Indices.find(withoutLine(Name));
    return It == Indices.end() ? std::nullopt : std::optional(It->second);
  }
  static Error wrong(const FunctionName &Name, const Twine &What) {
    return plainError("function " + Name.Name + " (" + Name.File + ":" +
                      Twine(Name.Line) + "): " + What);
  }
  Collector &counted() { return *M.First.All; }
  void setCorrelation(FigureReader &In, StringRef Kind, uint32_t Object) {
    if (std::optional<Correlation> C = In.correlation(Kind))
      counted().Slices.set(Object, *C);
  }

  const Profile &From;
  const SymbolTable &Symbols;
  const bool Excludes;
  bool HaveTexts = false;
  std::map<FunctionName, uint32_t> Indices;
  Measured M;
};

} // namespace

Error Restorer::decisions(const FunctionName &Name,
                          const profile::Function &F) {
  std::optional<uint32_t> Index = indexOf(Name);
  if (!Index && From.IsOfSeveralBuilds) {
    M.OfOtherBuilds.push_back(Name);
    return Error::success();
  }
  if (!Index || !Parts(Symbols, *Index).named().hasPartsOf(F))
    return wrong(Name, "the database's program does not have it, or has other "
                       "blocks in it");
  if (!Excludes)
    return Error::success();
  for (auto [Slot, Block] : enumerate(Symbols.functions()[*Index].Blocks))
    M.Excluded.Decisions[Block] = decisionOn(Slot, F);
  return Error::success();
}

void Restorer::blocks(const Parts &P, FigureReader &In) {
  std::vector<uint64_t> Led(P.Blocks.size());
  M.UnseenTicks.resize(Symbols.blocks().size());
  for (auto [Slot, Block] : enumerate(P.Blocks)) {
    describe(In.at(Slot), counted().Blocks[Block]);
    setCorrelation(In, "time", Block);
    double Unseen = In.millionths("unseen");
    M.UnseenTicks[Block] = Excludes ? Unseen : 0;
    if (!M.Excluded.Filtered)
      continue;
    BlockCut &Cut = M.Excluded.Filtered->Blocks[Block];
    describe(In, Cut);
    const uint64_t Most = Cut.Interrupted.raw().moments().Max;
    Cut.Interrupted.raw().histogram().forEach([&](const Histogram::Bucket &B) {
      Cut.Values.add(std::min(B.High, Most), B.Count);
    });
  }
  for (auto [Slot, T] : enumerate(P.Transitions)) {
    EdgeStats &Edge = counted().Edges[T.Edge];
    describe(In.at(Slot), Edge);
    counted().Blocks[P.Blocks[T.From]].Time.merge(Edge.Time);
    Led[T.To] += Edge.Count;
    if (Edge.Time.raw().moments().Count > Edge.Count)
      In.problem("transitions", "of one are fewer than its times");
  }
  for (auto [Block, Times] : zip_equal(P.Blocks, Led))
    if (counted().Blocks[Block].Visits < Times)
      In.problem("visits", "of block " + Symbols.blocks()[Block].Name +
                               " are fewer than the transitions to it");
  for (auto [Slot, Loop] : enumerate(P.Loops)) {
    LoopStats &L = counted().Loops[Loop];
    describe(In.at(Slot), L);
    if (L.Iteration.raw().moments().Count > L.Iterations)
      In.problem("loop_iteration", "of loop " + Symbols.loops()[Loop].Name +
                                       " are more than its iterations");
  }
}

/// No call has an exit and no entry, unless the account has calls whose entry
/// was not seen. Where functions store sums, the rest of a call that a fork
/// went on with is in no account.
void Restorer::checkCalls(uint32_t Index, const Parts &P, FigureReader &In) {
  uint64_t Entries = 0, Exits = 0;
  bool HasEntry = false;
  for (uint32_t Block : P.Blocks) {
    const database::Kind Kind = Symbols.blocks()[Block].Kind;
    const uint64_t Visits = counted().Blocks[Block].Visits;
    HasEntry |= Kind == database::Kind::Entry;
    Entries += Kind == database::Kind::Entry ? Visits : 0;
    Exits += Kind == database::Kind::Exit ? Visits : 0;
  }
  const uint64_t Calls = counted().Functions[Index].Calls;
  if (HasEntry && Entries != Calls)
    In.problem("calls", "are others than the visits of its entry");
  const TraceAccount &All = counted().Account;
  const uint64_t Unseen = All.StartedInTheMiddle + All.CutCalls +
                          All.LostRecords + All.UnknownRecords + All.TooDeep;
  if (!Symbols.functions()[Index].StoresSums && Exits > Calls + Unseen)
    In.problem("visits", "has more exits than entries");
}

void Restorer::paths(uint32_t Index, const Figures &Counted, FigureReader &In) {
  auto All = Counted.find({"path_times", 0});
  if (All == Counted.end())
    return;
  for (const auto &[Record, Unused] : All->second) {
    const Site *S = Symbols.site(ipoint_record_id(Record));
    SmallVector<uint32_t, 16> Ids;
    std::optional<database::PathTable::Loop> Loop;
    if (!S || S->Function != Index ||
        !Symbols.paths().decode(ipoint_record_id(Record),
                                ipoint_record_value(Record), Ids, Loop))
      return In.problem("path_times", "has a path that it does not have");
    uint64_t Times = 0, Rounds = 0;
    Distribution Self;
    In.at(Record)("path_times", Times);
    In("path_rounds", Rounds);
    In("path_self", Self);
    counted().Taken.add(Record, Times, Rounds, Self.empty() ? nullptr : &Self);
  }
}

void Restorer::impossible(const Parts &P, const Figures &Counted,
                          FigureReader &In) {
  auto Add = [&](StringRef Kind, auto Of) {
    for (auto [Slot, From] : enumerate(P.Blocks)) {
      auto It = Counted.find({Kind.str(), Slot});
      if (It == Counted.end())
        continue;
      for (const auto &[Key, Times] : It->second) {
        std::optional<ImpossibleStep> What = Of(From, Key);
        if (!What || Times <= 0)
          return In.problem(Kind, "is of no block");
        counted().Impossible[*What] += static_cast<uint64_t>(Times);
      }
    }
  };
  using MaybeStep = std::optional<ImpossibleStep>;
  Add("impossible", [&](uint32_t From, uint64_t Key) -> MaybeStep {
    if (Key >= P.Blocks.size())
      return std::nullopt;
    return ImpossibleStep{From, P.Blocks[Key]};
  });
  Add("impossible_path", [&](uint32_t Block, uint64_t Key) -> MaybeStep {
    return ImpossibleStep{Block, Block, Key};
  });
}

Error Restorer::function(uint32_t Index, const profile::Function &F) {
  FigureReader In(F.Counted);
  Parts P(Symbols, Index);
  describe(In, counted().Functions[Index]);
  setCorrelation(In, "self", counted().selfTimesOf(Index));
  setCorrelation(In, "inclusive", counted().inclusiveTimesOf(Index));
  blocks(P, In);
  checkCalls(Index, P, In);
  paths(Index, F.Counted, In);
  impossible(P, F.Counted, In);
  uint64_t Overwritten = 0;
  In.at(0)("overwritten", Overwritten);
  if (Overwritten)
    counted().Account.Overwritten[Index] = Overwritten;
  double Replaced = In.millionths("replaced_estimate"),
         Variance = In.millionths("replaced_variance");
  if (M.Excluded.Filtered) {
    FilteredFunction &Less = M.Excluded.Filtered->Functions[Index];
    describe(In, Less);
    Less.Replaced = Replaced;
    Less.Variance = Variance;
  }
  if (!In.problem().empty())
    return plainError(In.problem());
  return Error::success();
}

Error Restorer::callPaths() {
  counted().openPaths();
  std::vector<uint32_t> Nodes;
  for (const CallPath &P : From.CallPaths) {
    uint32_t Function = analysis::None;
    if (!P.Function.Name.empty()) {
      std::optional<uint32_t> Index = indexOf(P.Function);
      if (!Index && !From.IsOfSeveralBuilds)
        return wrong(P.Function, "it is on a call path, and the database's "
                                 "program does not have it");
      Function = Index.value_or(analysis::None);
    }
    uint32_t Parent = P.Parent ? Nodes[*P.Parent] : analysis::CallPaths::Root;
    if (Parent == analysis::CallPaths::Beyond)
      Function = analysis::None; // below a function of another build
    Nodes.push_back(counted().Paths->add(Parent, Function, P.Spent));
  }
  return Error::success();
}

Error Restorer::all() {
  for (const auto &[Name, F] : From.Functions)
    if (Error E = decisions(Name, F))
      return E;
  if (any_of(M.Excluded.Decisions,
             [](const Decision &D) { return D.State == FilterState::Applied; }))
    M.Excluded.Filtered = std::make_unique<FilterCollector>(
        Symbols, M.Excluded.Decisions, counted().MinOverhead);
  FigureReader Program(From.Program);
  describe(Program, counted().Account);
  for (const auto &[Name, F] : From.Functions)
    if (std::optional<uint32_t> Index = indexOf(Name))
      if (Error E = function(*Index, F))
        return wrong(Name, toString(std::move(E)));
  if (auto Ended = From.Program.find({"streams_ended", 0});
      Ended != From.Program.end())
    for (const auto &[Why, Streams] : Ended->second)
      counted().Account.Ended[Why] = static_cast<uint64_t>(Streams);
  if (!Program.problem().empty())
    return plainError(Program.problem());
  return From.HasCallPaths ? callPaths() : Error::success();
}

Error Restorer::restore() {
  if (Excludes)
    for (Decision &D : M.Excluded.Decisions)
      D.State = FilterState::NotTimed; // where it never ran
  if (Error E = all())
    return E;
  for (const Run *R : From.runs())
    M.First.Traces.push_back(R->Found);
  M.First.Damages = From.Damages;
  return Error::success();
}

Expected<Measured> restore(const Profile &From, StringRef Path,
                           const SymbolTable &Symbols, const ClockModel &Clock,
                           bool Excludes) {
  Restorer R(From, Symbols, Clock, Excludes);
  if (Error E = R.restore())
    return errorAt(Path, toString(std::move(E)) +
                             "; copy the profile again, or name the database "
                             "of its build with --db");
  return R.take();
}

} // namespace ipoint::profile
