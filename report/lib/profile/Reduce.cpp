//===- Reduce.cpp - From what was measured to a profile -------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reduce.h"
#include "StatsFields.h"
#include "ipoint/record.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace llvm;

namespace ipoint::profile {

using analysis::Collector;
using analysis::ExcludedVisits;
using analysis::FunctionStats;
using analysis::LongestTime;
using analysis::None;
using analysis::SymbolTable;

namespace {

/// Writes of which run the largest times are, and when in it they ended.
class MarkWriter {
public:
  MarkWriter(const analysis::Places &Where,
             const std::map<std::string, Run> &Runs)
      : Where(Where), Firsts(Where.firstOfRuns()), Runs(Runs.size()) {
    for (const auto &[Id, R] : Runs)
      Ranks[R.Of.Path] = Ranks.size();
  }

  /// Of \p L, if that is the value \p Slot of \p Kind. Returns whether it is.
  bool operator()(const LongestTime &L, const std::string &Kind, uint64_t Slot,
                  Figures &To) const;

private:
  const analysis::Places &Where;
  const std::vector<uint64_t> Firsts; ///< first stamps, by trace
  const size_t Runs;
  StringMap<uint64_t> Ranks; ///< of UUIDs, by the trace's path
};

} // namespace

bool MarkWriter::operator()(const LongestTime &L, const std::string &Kind,
                            uint64_t Slot, Figures &To) const {
  auto Max = To.find({Kind, 0});
  if (!L.Known || Max == To.end() || Max->second.back().first != Slot ||
      Max->second.back().second != L.Ticks)
    return false;
  const analysis::StreamOrigin &O = Where.originOf(L);
  // A run without streams has no origin.
  if (Runs > 1 && (Firsts.size() != Runs || !Ranks.contains(O.Trace)))
    return true;
  const uint64_t First = O.Run < Firsts.size() ? Firsts[O.Run] : UINT64_MAX;
  const uint64_t At =
      First == UINT64_MAX ? L.End : L.End - std::min(L.End, First);
  To[{Kind + ".at", 0}].push_back({Slot, At});
  To[{Kind + ".run", 0}].push_back(
      {Slot, Runs > 1 ? Ranks.lookup(O.Trace) : 0});
  return true;
}

static void addBlocks(const Parts &P, const Measured &M, const MarkWriter &Mark,
                      Function &To) {
  Collector &Counted = *M.First.All;
  const ExcludedVisits &Excluded = M.Excluded;
  for (auto [Slot, Block] : enumerate(P.Blocks)) {
    FigureWriter Out(To.Counted, Slot);
    describe(Out, Counted.Blocks[Block]);
    Out("time",
        Counted.Slices.correlation(Block, Counted.Blocks[Block].Time.raw()));
    if (Excluded.Filtered)
      describe(Out, Excluded.Filtered->Blocks[Block]);
    if (!M.UnseenTicks.empty())
      Out.millionths("unseen", M.UnseenTicks[Block]);
  }
  std::optional<uint32_t> Marked; // the block whose mark was written
  for (auto [Slot, T] : enumerate(P.Transitions)) {
    describe(FigureWriter(To.Counted, Slot), Counted.Edges[T.Edge]);
    if (Marked != T.From && Mark(Counted.Longest.Blocks[P.Blocks[T.From]],
                                 "time.max", Slot, To.Counted))
      Marked = T.From;
  }
  for (auto [Slot, Loop] : enumerate(P.Loops))
    describe(FigureWriter(To.Counted, Slot), Counted.Loops[Loop]);
  if (To.Counted.empty())
    return; // it never ran: there was nothing to decide
  for (auto [Slot, Block] : enumerate(P.Blocks))
    note(Excluded.Decisions[Block], Slot, To);
}

static void addFunction(uint32_t Index, const Measured &M,
                        const MarkWriter &Mark, Function &To) {
  Collector &Counted = *M.First.All;
  const ExcludedVisits &Excluded = M.Excluded;
  FigureWriter Out(To.Counted, 0);
  FunctionStats &Stats = Counted.Functions[Index];
  describe(Out, Stats);
  Mark(Counted.Longest.Self[Index], "self.max", 0, To.Counted);
  for (const char *Kind : {"inclusive.max", "called.max"})
    Mark(Counted.Longest.Inclusive[Index], Kind, 0, To.Counted);
  Out("self",
      Counted.Slices.correlation(Counted.selfTimesOf(Index), Stats.Self.raw()));
  Out("inclusive", Counted.Slices.correlation(Counted.inclusiveTimesOf(Index),
                                              Stats.inclusive().raw()));
  if (!Excluded.Filtered)
    return;
  analysis::FilteredFunction &F = Excluded.Filtered->Functions[Index];
  describe(Out, F);
  Out.millionths("replaced_estimate", F.Replaced);
  Out.millionths("replaced_variance", F.Variance);
}

namespace {

/// Adds what is of no block or function by its index.
class Scattered {
public:
  Scattered(const SymbolTable &Symbols, std::vector<Function> &To)
      : Symbols(Symbols), To(To) {}

  void paths(const analysis::PathTimes &Taken);
  void impossible(const Collector &Counted);

private:
  uint64_t slotOf(uint32_t Block) const {
    const std::vector<uint32_t> &All =
        Symbols.functions()[Symbols.blocks()[Block].Function].Blocks;
    return static_cast<uint64_t>(find(All, Block) - All.begin());
  }
  Figures &of(uint32_t Function) { return To[Function].Counted; }

  const SymbolTable &Symbols;
  std::vector<Function> &To;
};

} // namespace

void Scattered::paths(const analysis::PathTimes &Taken) {
  for (const auto &[Record, P] : Taken.all()) {
    FigureWriter Out(of(Symbols.site(ipoint_record_id(Record))->Function),
                     Record);
    Out("path_times", P.Times);
    Out("path_rounds", P.Rounds);
    if (P.Self)
      Out("path_self", *P.Self);
  }
}

void Scattered::impossible(const Collector &Counted) {
  // Sorted by From, To and Path: keys ascend.
  for (const auto &[What, Times] : Counted.Impossible) {
    Figures &F = of(Symbols.blocks()[What.From].Function);
    uint64_t From = slotOf(What.From);
    auto &Into =
        What.Path ? F[{"impossible_path", From}] : F[{"impossible", From}];
    Into.push_back({What.Path ? *What.Path : slotOf(What.To), Times});
    sort(Into);
  }
}

static void addCallPaths(const analysis::CallPaths &Paths,
                         ArrayRef<FunctionName> Names, Profile &To) {
  To.HasCallPaths = true;
  DenseMap<uint32_t, size_t> Places;
  for (auto [Index, N] : enumerate(Paths.nodes())) {
    if (Index == analysis::CallPaths::Root)
      continue;
    CallPath &P = To.CallPaths.emplace_back();
    P.Spent = N;
    if (Index == analysis::CallPaths::Beyond)
      continue;
    Places[static_cast<uint32_t>(Index)] = To.CallPaths.size() - 1;
    P.Function = Names[N.Function];
    if (N.Parent != analysis::CallPaths::Root)
      P.Parent = Places.lookup(N.Parent);
  }
}

void reduce(const SymbolTable &Symbols, const Measured &M, Profile &To) {
  Collector &Counted = *M.First.All;
  std::vector<FunctionName> Names = namesOf(Symbols, true);
  std::vector<Function> All;
  const MarkWriter Mark(Counted.Longest, To.Runs);
  for (uint32_t Index = 0; Index < Names.size(); ++Index) {
    Parts P(Symbols, Index);
    Function &F = All.emplace_back(P.named());
    addBlocks(P, M, Mark, F);
    addFunction(Index, M, Mark, F);
  }
  Scattered Rest(Symbols, All);
  Rest.paths(Counted.Taken);
  Rest.impossible(Counted);
  describe(FigureWriter(To.Program, 0), Counted.Account);
  for (auto [Why, Streams] : Counted.Account.Ended)
    FigureWriter(To.Program, Why)("streams_ended", Streams);
  for (auto [Function, Times] : Counted.Account.Overwritten)
    FigureWriter(All[Function].Counted, 0)("overwritten", Times);
  for (auto [Name, F] : zip_equal(Names, All))
    if (!F.Counted.empty())
      To.Functions.emplace(Name, std::move(F));
  if (Counted.Paths)
    addCallPaths(*Counted.Paths, Names, To);
}

} // namespace ipoint::profile
