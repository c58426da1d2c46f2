//===- Collector.h - What the events add up to ----------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The sink of a Rebuilder in the first pass over a trace. If visits are then
// excluded, a second pass fills a FilterCollector, for only then is it known
// what an interrupted visit would have taken.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_COUNT_COLLECTOR_H
#define IPOINT_COUNT_COLLECTOR_H

#include "CallPaths.h"
#include "CollectedStats.h"
#include "Distribution.h"
#include "PathTimes.h"
#include "Places.h"
#include "Series.h"
#include "Slices.h"
#include "callstack/Rebuilder.h"
#include "stats/Pairs.h"
#include "stats/SmallTimes.h"

namespace ipoint::analysis {

class Collector : public PassiveSink {
public:
  class Quick;

  /// Pairs of blocks that are listed; what comes beyond is only counted.
  static constexpr size_t ImpossibleLimit = 10000;

  /// A transition while records come. Its cell's key is the state of the first
  /// visit that it ended.
  struct Edge : EdgeSlot {
    TimeCell Times;
  };
  static_assert(sizeof(Edge) == 16);

  /// \p Limits, by block, may be empty; they divide visits by thresholds.
  Collector(const SymbolTable &Symbols, const ProbeOverhead &Overhead,
            llvm::ArrayRef<std::optional<Thresholds>> Limits = {})
      : MinOverhead(Overhead.TimedMin),
        Longest(Symbols.blocks().size(), Symbols.functions().size()),
        Blocks(Symbols.blocks().size()), Functions(Symbols.functions().size()),
        Edges(Symbols.edges()), Loops(Symbols.loops().size()), Symbols(Symbols),
        Slots(Symbols), MoreTimes(Slots.size()), Others(Slots.size()),
        OtherTimes(1), Entries(Functions.size()), Iterations(Loops.size()),
        ShortTimes(Functions.size(), Counts), HasRules(!Limits.empty()),
        InSlice(Functions.size()), SlotOfEdge(Edges.size()) {
    for (size_t I = 0; I < Limits.size(); ++I)
      if (Limits[I])
        Blocks[I].ByThresholds = std::make_unique<ThresholdCounts>(*Limits[I]);
    for (uint32_t Slot = 0; Slot < Slots.size(); ++Slot)
      if (Slots.info(Slot).CallsOut)
        CallingSlots.push_back(Slot);
    lookUpSlots();
  }

  /// \p Records timed records come before the next call; each adds one to any
  /// count at most.
  void expect(uint32_t Records) { Counts.expect(Records); }
  void startStream() {
    if (OverTime)
      startSeries(); // ends what the stream before has
    ++Stream;
    Longest.startStream();
  }
  /// Counts of a run come. They are no stream of Longest, whose numbers are
  /// those of every pass through the records.
  void startCounts() { ++Stream; }
  /// The rest of a stream comes: \p Stack is open before it.
  void resume(const CallStack &Stack);
  void watch(StreamView V) { Longest.watch(V); }
  /// From here on Paths collects times by call path.
  void openPaths() { Paths = std::make_unique<CallPaths>(); }

  /// From here on OverTime and Marks keep what happened when.
  void openSeries(SeriesGrid Grid);
  /// The streams that start from here on are of the trace \p Number.
  void setRun(uint32_t Number) { Run = Number; }
  /// The last tick before a bucket of OverTime ends.
  uint64_t bucketEnd() const { return OverTime ? OverTime->end() : UINT64_MAX; }
  /// A record at \p Ticks comes.
  void reach(uint64_t Ticks) {
    if (OverTime && !OverTime->isIn(Ticks)) [[unlikely]]
      openBucket(Ticks);
  }

  /// What comes from here on is of slice \p Number, not less than the last one.
  void slice(uint64_t Number) {
    if (Slice && *Slice != Number)
      endSlice();
    Slice = Number;
  }

  EdgeTable<Edge> &edges() { return Slots; }
  void entered(uint32_t Function, uint32_t Row, uint64_t Times);
  bool step(Edge &E, uint64_t State, uint64_t Ticks) {
    TimeCell &C = cellOf(E, State);
    if (!C.has(State, Ticks)) [[unlikely]]
      return false;
    Counts.add(C, State, Ticks, ShortEnd);
    return true;
  }
  void finish(uint32_t Function, const ActivationTimes &A);
  void iterated(uint32_t Loop, uint64_t First, uint64_t Last);

  void pushed(uint32_t Function, bool IsHandler, bool Entered) {
    if (Paths) [[unlikely]]
      Paths->push(Function, IsHandler, Entered);
  }
  void popped() {
    if (Paths) [[unlikely]]
      Paths->pop();
  }

  bool wantsCalls() const { return Paths != nullptr; }
  bool wantsLoopsOf(uint32_t Function) const {
    return !OuterLoops.empty() && !OuterLoops[Function].empty();
  }
  void ended(uint32_t Function, uint64_t At, uint64_t Inclusive,
             const uint64_t *LoopCounts, llvm::ArrayRef<CallValue> Values);

  void visit(uint32_t Block) { ++Blocks[Block].Visits; }
  void followed(Edge &E, uint64_t Times) {
    Others[Slots.slotOf(E)].Untimed += Times;
  }
  void path(uint64_t Record, uint64_t Times, uint64_t Rounds) {
    Taken.count(Record, Times, Rounds);
  }
  uint64_t time(Edge &E, uint64_t Ticks, ProbeCount Probes, uint64_t At);
  void event(const Event &E);
  void finish(uint32_t Function, const Activation &A) {
    FunctionStats &F = Functions[Function];
    if (Paths && A.SelfUsable)
      Paths->addSelf(A.Self, A.SelfProbes);
    if (Paths && A.InclusiveUsable)
      Paths->addInclusive(A.Inclusive, A.InclusiveProbes);
    if (A.SelfUsable)
      add(mixedOf(Function).Self, A.Self, A.SelfProbes, F.Self,
          Longest.Self[Function], Function, selfTimesOf(Function),
          A.SelfOffCpu);
    if (A.InclusiveUsable)
      add(mixedOf(Function).Inclusive, A.Inclusive, A.InclusiveProbes,
          F.Inclusive, Longest.Inclusive[Function], Function,
          inclusiveTimesOf(Function), A.InclusiveOffCpu);
    if (A.SelfUsable && !A.Paths.empty())
      Taken.finish(Function, A, MinOverhead);
    if (A.SelfUsable && A.SelfOffCpu) [[unlikely]]
      addInterrupted(F.SelfInterrupted, A.Self, A.SelfOffCpu);
    if (A.InclusiveUsable && A.InclusiveOffCpu) [[unlikely]]
      addInterrupted(F.InclusiveInterrupted, A.Inclusive, A.InclusiveOffCpu);
  }
  /// What visits of blocks that call what has no probes have taken so far, by
  /// trace::ProbeForm.
  std::array<Spent, 3> callsOut();

  /// All streams have been read: fills Blocks, Functions, Edges and Loops.
  void settle();
  /// It is settled, and what functions that store sums have been counted comes
  /// from elsewhere: nothing but their times is kept.
  void forgetCounted();
  /// Adds the results of another collector. Both are settled, or this one is
  /// empty. The other's streams follow those of this one; if it \p Continues,
  /// its first stream is the rest of the last stream of this one.
  void add(Collector &&Settled, bool Continues = false);

  const uint64_t MinOverhead;
  Places Longest;
  PathTimes Taken;
  TraceAccount Account;
  /// What is impossible, and how often it came. The first ones by their
  /// numbers, up to the limit, so that it makes no difference which came first.
  std::map<ImpossibleStep, uint64_t> Impossible;

  /// Blocks by their numbers, then functions: their self and their inclusive
  /// times.
  uint32_t selfTimesOf(uint32_t Function) const {
    return static_cast<uint32_t>(Blocks.size()) + 2 * Function;
  }
  uint32_t inclusiveTimesOf(uint32_t Function) const {
    return selfTimesOf(Function) + 1;
  }

  // Once it is settled.
  SliceLog Slices;                      ///< empty without slices
  std::vector<BlockStats> Blocks;       ///< by block
  std::vector<FunctionStats> Functions; ///< by function
  std::vector<EdgeStats> Edges;         ///< by edge
  std::vector<LoopStats> Loops;         ///< by loop
  std::unique_ptr<CallPaths> Paths;     ///< null: not asked for
  /// Objects are blocks and functions' times; null: not asked for.
  std::unique_ptr<Series> OverTime;
  std::vector<RecordMarks> Marks; ///< by object, if OverTime was asked for
  /// The same, by stream, from 1, and function, of those with calls there.
  std::map<std::pair<uint64_t, uint32_t>, StreamCalls> ByStream;
  /// The same: inclusive times of calls, by mark's block beside what it
  /// recorded, and by loop beside how often its body ran.
  std::map<uint32_t, MarkedCalls> ByMark;
  std::vector<PairSample> ByLoop;

private:
  /// Visits that took as many ticks or more are counted one by one, as are
  /// iterations from that one on.
  static constexpr uint64_t ShortEnd = 512;
  static constexpr uint32_t NoStream = UINT32_MAX;

  struct EntryCount {
    uint64_t Calls = 0;
    uint32_t LastStream = NoStream;        ///< in which it ran
    uint32_t Row = TransitionTable::NoRow; ///< of the entry's block
  };
  /// Of a transition: what its edge can't count.
  struct OtherVisits {
    uint64_t Untimed = 0; ///< how often it was taken without a time
    uint32_t Times = 0;   ///< in OtherTimes, or 0
  };
  struct TimesOfVisits {
    MixedTimes Short; ///< with untimed probes in them
    Distribution Rest;
  };

  /// Of a function, with untimed probes in them.
  struct MixedCalls {
    MixedTimes Self, Inclusive;
  };
  MixedCalls &mixedOf(uint32_t Function) {
    if (Mixed.empty()) [[unlikely]]
      Mixed.resize(Functions.size());
    return Mixed[Function];
  }
  /// A time of a call of \p Function, one of \p Object, which was \p OffCpu
  /// ticks off CPU; one longer than all before is noted in \p Most.
  void add(MixedTimes &Short, uint64_t Ticks, ProbeCount Probes,
           Distribution &Others, LongestTime &Most, uint32_t Function,
           uint32_t Object, uint64_t OffCpu) {
    SmallTimes::Outcome How = Short.add(Counts, Ticks, Probes);
    if (How == SmallTimes::Counted) [[likely]]
      return;
    bool IsLongest =
        Longest.noteCall(Most, Ticks, Entries[Function].Calls, OffCpu);
    if (How == SmallTimes::NotCounted)
      Others.add(Ticks, Probes, MinOverhead);
    noteInSeries(Object, Ticks, How, IsLongest);
  }

  /// Where visits of \p State that \p E ends are counted.
  TimeCell &cellOf(Edge &E, uint64_t State) {
    bool IsFirst = E.Times.Key == State || E.Times.Key == TimeCell::NoKey;
    return IsFirst ? E.Times : MoreTimes[Slots.slotOf(E)];
  }
  /// Calls \p F with the times that were counted of the transition in \p Slot,
  /// with their probes and how often they came.
  template <class Function>
  void forEachTime(uint32_t Slot, Function &&F) const {
    for (const TimeCell &C : {Slots[Slot].Times, MoreTimes[Slot]})
      Counts.forEach(C, [&](uint64_t Ticks, uint64_t Times) {
        F(Ticks, ProbeCount{uint64_t(C.Key) + 1, 0}, Times);
      });
    if (uint32_t Index = Others[Slot].Times)
      OtherTimes[Index].Short.forEach(Counts, F);
  }
  /// A visit that \p E ends took so long, for the first time perhaps.
  bool longest(const Edge &E, uint64_t Ticks);
  /// A value of \p Object was counted so, and is perhaps longer than all
  /// before.
  void noteInSeries(uint32_t Object, uint64_t Ticks, SmallTimes::Outcome How,
                    bool IsLongest) {
    if (!OverTime)
      return;
    if (How == SmallTimes::NotCounted)
      OverTime->addLong(Object, Ticks);
    if (IsLongest)
      Marks[Object].add({countOf(Object), Ticks});
  }
  uint64_t countOf(uint32_t Object) const;
  void openLoops();
  void startSeries();
  void endSeries();
  void openBucket(uint64_t Ticks);
  void closeBucket();
  llvm::BitVector takeActive(ActiveFunctions &Of);
  /// Calls \p F with the blocks of \p Active functions, ascending.
  template <class Function>
  void forEachBlockOf(const llvm::BitVector &Active, Function &&F) const {
    for (const BlockRun &R : BlockRuns)
      if (Active[R.Function])
        for (uint32_t Block = R.Begin; Block < R.End; ++Block)
          F(Block);
  }
  /// Of the transitions that leave \p Block.
  llvm::ArrayRef<uint32_t> slotsOf(uint32_t Block) const {
    auto [Begin, End] = Symbols.edgesOf(Block);
    return llvm::ArrayRef(SlotOfEdge).slice(Begin, End - Begin);
  }
  SeriesSums takeNew(uint32_t Block);
  void mergeSeries(Collector &Other);
  void mergePlaces(const Collector &Other, bool Continues);
  void mergeThreads(const Collector &Other, bool Continues);
  void seen(uint32_t Function);
  void countByThresholds(uint32_t Block, uint64_t Ticks, uint64_t Times);
  void endSlice();
  void lookUpSlots();
  void settleEdge(uint32_t From, uint32_t Edge, uint32_t Slot);
  void settleFunction(uint32_t Function);
  void add(const ImpossibleStep &What, uint64_t Times);
  void add(const CallAbandoned &Call);
  void add(const EntryMissed &Call);
  void add(const TimedAlone &Call);
  void add(const VisitInterrupted &Visit);
  void add(const CpuTaken &By);
  void add(const NotRecorded &What);
  void add(const Unusable &Record);
  void mergeImpossible(const Collector &Other);

  const SymbolTable &Symbols;
  EdgeTable<Edge> Slots;
  /// By slot. A cell's key is the first state that its edge's own is not.
  std::vector<TimeCell> MoreTimes;
  std::vector<OtherVisits> Others;    ///< by slot
  std::vector<uint32_t> CallingSlots; ///< that leave blocks that are not linear
  std::array<Spent, 3> OtherCallsOut; ///< in OtherTimes, of those blocks
  SmallTimes Counts;
  std::vector<TimesOfVisits> OtherTimes; ///< that cells of edges can't count
  std::vector<EntryCount> Entries;       ///< by function
  std::vector<TimeCell> Iterations;      ///< by loop: the small ones in Reached
  FunctionTimes ShortTimes;
  std::vector<MixedCalls> Mixed; ///< by function; empty: there are none
  const bool HasRules;
  uint32_t Stream = 0;
  std::optional<uint64_t> Slice; ///< none: the trace is not divided
  ActiveFunctions InSlice;
  std::vector<uint32_t> SlotOfEdge; ///< by edge
  /// Successive blocks of a function.
  struct BlockRun {
    uint32_t Function = None, Begin = 0, End = 0;
  };
  std::vector<BlockRun> BlockRuns; ///< all blocks
  uint32_t Run = 0;
  // If OverTime was asked for:
  ActiveFunctions InBucket{0};
  std::vector<uint64_t> CallsBefore; ///< the open bucket, by function
  /// Loops that lie in no other one, by function.
  std::vector<llvm::SmallVector<uint32_t, 1>> OuterLoops;
};

} // namespace ipoint::analysis

#include "CollectorQuick.h"

#endif // IPOINT_COUNT_COLLECTOR_H
