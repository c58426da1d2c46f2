//===- FlowSink.h - What happens in calls of a root -----------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A path record is stored after the calls on its path, so the site of a call
// may be unknown until its caller continues. Until then the call has an open
// context, as do its callees whose call strings include that site. As soon as
// the site is known, the open context is merged into the context of that site.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_WORST_FLOWSINK_H
#define IPOINT_WORST_FLOWSINK_H

#include "FlowCounts.h"
#include "callstack/TraceSink.h"
#include "program/Symbols.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

namespace ipoint::worst {

// A path record comes behind the calls on its path. Which block made each of
// them follows from what blocks call in the source.

using analysis::SymbolTable;

/// What the source has of calls, by block and callee.
class CallSites {
public:
  explicit CallSites(const SymbolTable &Symbols);

  /// How many direct calls of the function \p Callee are in \p Block.
  uint32_t direct(uint32_t Block, uint32_t Callee) const {
    return Direct.lookup({Block, Callee});
  }
  /// Of its \p N-th direct call of \p Callee in a visit, from 0.
  uint32_t site(uint32_t Block, uint32_t Callee, uint64_t N) const {
    uint32_t Last = N == 0 ? 0 : LastSites.lookup({Block, Callee});
    return siteAt(Block, static_cast<uint32_t>(std::min<uint64_t>(N, Last)));
  }
  /// How many calls in it are through pointers that may be to \p Callee.
  uint32_t byPointer(uint32_t Block, uint32_t Callee) const;
  /// Whether it may call what is not instrumented, or through pointers.
  bool isOpen(uint32_t Block) const { return !Symbols.blocks()[Block].Linear; }
  bool calls(uint32_t Block) const { return Symbols.blocks()[Block].Calls; }
  /// It has no record: whether it was visited is known by the path's.
  bool isSum(uint32_t Block) const { return Sums[Block]; }
  /// Whether the next record in \p Block's function is at what follows it.
  bool isSure(uint32_t Block) const { return Sure[Block]; }

private:
  const SymbolTable &Symbols;
  llvm::DenseMap<std::pair<uint32_t, uint32_t>, uint32_t> Direct;
  /// By the same: numbers of the last of several sites.
  llvm::DenseMap<std::pair<uint32_t, uint32_t>, uint32_t> LastSites;
  llvm::BitVector Sums, Sure;
};

/// Assigns callees to the blocks of a path: to each the first one, not before
/// that of the last, that has a call of it left. Where a block makes all its
/// calls, that is how it was.
class CallAssignment {
public:
  /// \p GoesOn: more blocks than those of \p Way may have called.
  CallAssignment(const CallSites &Sites, llvm::ArrayRef<uint32_t> Way,
                 bool GoesOn)
      : Sites(Sites), Way(Way), GoesOn(GoesOn) {}

  /// Place in Way, which is not empty, of the block that called \p Callee next;
  /// the end of it: a later block did.
  size_t next(uint32_t Callee);

private:
  void moveTo(size_t Place);
  bool take(size_t Place, uint32_t Callee);

  const CallSites &Sites;
  llvm::ArrayRef<uint32_t> Way;
  const bool GoesOn;
  size_t At = 0;
  llvm::SmallVector<uint32_t, 8>
      Taken;              ///< that the block there called directly
  uint32_t ByPointer = 0; ///< calls of it through pointers
};

class FlowSink : public analysis::PassiveSink {
public:
  static constexpr bool TakesPaths = true, EachRound = true;
  using Edge = FlowEdge;

  struct Quick : analysis::PassiveQuick<Edge> {
    explicit Quick(FlowSink &All) : PassiveQuick(All.Slots.data()) {}
    bool enter(uint32_t, uint32_t) { return false; }
    bool step(Edge &, uint64_t, uint64_t) { return false; }
    bool finish(uint32_t, const analysis::ActivationTimes &) { return false; }
  };

  FlowSink(const SymbolTable &Symbols, const Root &Of,
           const FlowOptions &Options);

  /// What comes from here on is of the stream \p Number of all, which is one of
  /// \p Trace, a path.
  void startStreamOf(llvm::StringRef Trace, uint64_t Number) {
    TracePath = Trace;
    Stream = Number;
    InStream = 0;
  }
  /// Executions of the root in the stream, incomplete ones included.
  uint64_t inStream() const { return InStream; }
  /// The number of the longest call is (stream << StreamShift) + its number in
  /// that.
  static constexpr unsigned StreamShift = 40;
  Flow &result() { return Result; }

  void watch(analysis::StreamView V) { View = V; }
  analysis::EdgeTable<Edge> &edges() { return Slots; }
  bool step(Edge &, uint64_t, uint64_t) { return false; }
  uint64_t time(Edge &E, uint64_t Ticks, analysis::ProbeCount Probes, uint64_t);
  void followed(Edge &E, uint64_t Times);
  void took(const analysis::TakenPath &P);
  void visit(uint32_t Block);
  void pushed(uint32_t Function, bool IsHandler, bool Entered);
  void popped();
  void finish(uint32_t Function, const analysis::ActivationTimes &A);
  void finish(uint32_t Function, const analysis::Activation &A);
  void event(const analysis::Event &E);

private:
  /// A call that is one path, and calls nothing.
  struct LeafCall {
    uint32_t Function = None;
    std::vector<uint32_t> Slots; ///< of its transitions
  };
  /// A function and its call string; or one whose string is not yet known as
  /// far as it matters: it goes on above Sites.
  struct Context {
    uint32_t Number = 0;
    uint32_t Function = None;
    bool IsOpen = false;
    bool IsUsed = false; ///< has one of:
    std::unique_ptr<CallsPart> Part;
    std::unique_ptr<CallCounts> Only; ///< if open: its only call, which ended
    /// How often; not in Part.
    llvm::SmallVector<std::pair<const LeafCall *, uint64_t>, 2> Leaves;
    CallString Sites;
    ContextFlow *All = nullptr; ///< once a call of the root was complete
    // Of an open one, which is kept for the next call like this:
    Context *Caller = nullptr;      ///< open, too
    uint32_t Site = None;           ///< in Caller
    std::vector<Context *> Callees; ///< open ones that are used
  };
  /// Calls from a site to a function in this call of the root.
  struct SiteNow {
    SiteFlow Flow;
    std::pair<uint32_t, uint32_t> Key; ///< in Flow::Sites
  };
  /// What a call from a context leads to.
  struct Link {
    Context *To = nullptr;
    SiteNow *Site = nullptr;
  };
  /// Of a visit, or a path that is not yet known.
  struct Callee {
    uint32_t Function;
    uint64_t Count;
    Context *Open;        ///< or null
    const LeafCall *Leaf; ///< or null
    SiteNow *Site;        ///< if it is known
  };
  /// Self time, and the timed probes in it.
  struct SelfTime {
    uint64_t Ticks = 0, Probes = 0;
    bool IsUsable = true;
    void add(const SelfTime &Other) {
      Ticks += Other.Ticks;
      Probes += Other.Probes;
      IsUsable &= Other.IsUsable;
    }
  };
  struct Call {
    std::unique_ptr<CallCounts> Counts;
    SelfTime Inner; ///< of callees, that counts as its own
    Context *In = nullptr;
    uint32_t Row = 0;      ///< of the visit
    SelfTime Before;       ///< self time up to the last timed record
    uint32_t First = None; ///< index in Shape::Edges of the first one behind it
    llvm::SmallVector<Callee, 4> Callees;
    /// Blocks from which Callees may have been called, in order.
    llvm::SmallVector<uint32_t, 4> Way;
  };
  struct Function {
    std::unique_ptr<Layout> L;
    uint32_t EntryRow = 0;
    BlockSets *Ran = nullptr;                        ///< in the Flow
    CallSizes *Sizes = nullptr;                      ///< the same, or null
    std::vector<std::unique_ptr<CallsPart>> Parts;   ///< not in use
    std::vector<std::unique_ptr<CallCounts>> Counts; ///< the same
    std::vector<Context *> Open; ///< the same, of those without a Caller
    // In the call of the root that ends:
    uint64_t Calls = 0;
    std::vector<uint64_t> InRoot; ///< by block
  };
  /// Where a visit begins; both times up to there, from any beginning.
  struct Moment {
    bool IsKnown = false, IsSelfSure = false;
    uint64_t Epoch = 0; ///< CallStack::Epoch
    uint64_t Inclusive = 0, Probes = 0, Self = 0, SelfProbes = 0;
  };
  bool isCounting() const { return Depth != 0 && !IsBroken && !InHandler; }
  uint64_t corrected(uint64_t Ticks, uint64_t Timed) const {
    uint64_t Cost = analysis::leastCost({Timed, 0}, MinOverhead);
    return Ticks - std::min(Ticks, Cost);
  }
  Function &prepared(uint32_t Number);
  void noteUsed(Context &C);
  CallsPart &partOf(Context &C);
  void release(Context &C);
  void release(std::unique_ptr<CallCounts> Counts);
  void endCall(std::unique_ptr<CallCounts> Counts, Context &In);
  Context *context(uint32_t Function, CallString Sites);
  Context *openContext(uint32_t Function);
  Context *openBelow(Context *Caller, uint32_t Site, uint32_t Function,
                     CallString Sites);
  Link below(Context &Caller, uint32_t Site, uint32_t Callee);
  void settleOpen(Context &Open, Context &Into);

  const LeafCall *leafCall(const analysis::TakenPath &P);
  void addLeaf(Context &C, const LeafCall &L, uint64_t Times);
  void addToPart(Context &C, const LeafCall &L, uint64_t Times);
  void addLeavesToPart(Context &C);

  Context *newCallee(uint32_t Function, const LeafCall *Leaf);
  std::unique_ptr<CallCounts> newCounts(uint32_t Function);
  void enter(uint32_t Function, Context *In);
  void endSelf(uint32_t Function, SelfTime Self);
  void noteSelf(uint32_t Function, Call &C);
  void endPath(bool HasTime);
  void endVisit(const Edge &E, bool HasTime);
  void leaveVisit(Call &C, const Edge &E);
  void assignCallees(Call &C, bool GoesOn = false);
  void callFrom(Call &C, llvm::MutableArrayRef<Callee> Callees, uint32_t Site);
  EdgeTicks &follow(const Edge &E, uint64_t Times = 1);
  void followAll(llvm::ArrayRef<uint32_t> Slots);
  void pass(const Edge &E);
  void leave();
  Moment momentAt(uint32_t Block) const;
  void beginPart(uint32_t Block);
  void endPart(uint32_t Block, bool IsWhole);
  void cross(const Edge &E);
  void endRoot();
  void drop();
  void noteLongest();
  void breakOff();

  const SymbolTable &Symbols;
  const worst::Root Root;
  const unsigned Length; ///< of call strings
  const uint64_t MinOverhead;
  const llvm::BitVector &InCaller;
  const bool KeepsSizes; ///< Flow::Sizes
  const CallSites Sites;
  analysis::EdgeTable<Edge> Slots;
  std::vector<uint32_t> SlotOf; ///< by edge
  analysis::StreamView View;
  Flow Result;
  llvm::StringRef TracePath;
  uint64_t Stream = 0, InStream = 0;

  std::vector<Function> Functions;
  std::map<ContextKey, std::unique_ptr<Context>> Contexts;
  /// By number of the caller and site, then callee.
  llvm::DenseMap<std::pair<uint64_t, uint32_t>, Link> Found;
  std::vector<std::unique_ptr<Context>> AllOpen;
  std::map<std::pair<uint32_t, uint32_t>, SiteNow> AllSites;
  llvm::DenseMap<uint64_t, std::unique_ptr<LeafCall>> Leaves; ///< by record
  /// By TakenPath::Index: of which record.
  std::vector<std::pair<uint64_t, const LeafCall *>> RecentLeaves;
  uint32_t Numbers = 0;
  Context *OfRoot = nullptr;

  // Of the call of the root that is open:
  uint64_t Depth = 0;     ///< calls that are open in it, and itself
  uint64_t InHandler = 0; ///< the depth of the outermost one of a handler
  bool IsBroken = false;
  size_t Top = 0; ///< in Calls; 0: none
  std::vector<Call> Calls;
  std::vector<Context *> Used;
  std::vector<SiteNow *> UsedSites;
  std::vector<CallSizes *> UsedSizes;
  std::optional<std::pair<uint64_t, uint64_t>> RootTime; ///< raw, corrected
  /// Of a part: whether an execution is open in that call, and since when. What
  /// runs outside of one is counted as if it were one, and dropped.
  bool IsInPart = false;
  Moment Begun;
  EdgeTicks Elsewhere; ///< of transitions that lie in no execution
};

} // namespace ipoint::worst

#endif // IPOINT_WORST_FLOWSINK_H
