//===- Flow.h - How often and how long, within calls of a root ------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the longest path is made of, as far as traces show it: the most visits
// of each block in a call of its function, each time that a loop around it is
// entered, and in a call of the root; the longest time of each transition; all
// of that by context. Only what happens within calls of the root counts.
//
// A context is a function and the last few call sites that lead to it from the
// root (a call string: Sharir and Pnueli 1981). A site lies in a block, whose
// function is the caller.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_WORST_FLOW_H
#define IPOINT_WORST_FLOW_H

#include "Facts.h"
#include "count/Collector.h"
#include "count/StreamPass.h"
#include "program/Symbols.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace ipoint::worst {

/// Calls of a function; or executions of a part of it, each of which begins
/// where its block Begin does, and ends where the next one of Ends does, in the
/// same call. Iterations of a loop are such a part, and what lies between two
/// marks is.
struct Root {
  uint32_t Function = analysis::None;
  std::string Part = {};           ///< as it is named; empty: calls
  uint32_t Begin = analysis::None; ///< of a part
  /// Of a part: blocks. Where Begin is one of them, the next execution begins
  /// there; else one in which Begin comes again has not come to its end.
  std::vector<uint32_t> Ends = {};
  uint32_t Loop = analysis::None; ///< whose iterations they are

  bool isPart() const { return Begin != analysis::None; }
  /// Whether an execution ends where \p Block begins.
  bool endsAt(uint32_t Block) const;
  /// What executions are, in the plural where \p Count is not 1: a "call", an
  /// "iteration" or an "execution".
  llvm::StringRef noun(uint64_t Count) const;
};

/// \p Name is FUNCTION; FUNCTION/LOOP, for its iterations, each from one begin
/// of the body to the next or to where the loop is left; or A..B, what runs
/// from A to B, which are marks, or FUNCTION/BLOCK and a block of the same
/// function. Errors list what it could be.
llvm::Expected<Root> findRoot(llvm::StringRef Name, const FactNames &Names);

/// Its function and, behind '/', the part.
std::string nameOf(const Root &Of, const FactNames &Names);

/// \p Facts without those that prove nothing of \p Of: where it is a part,
/// lower bounds of a call of its function, and comparisons of counts in one.
std::vector<Fact> factsFor(const Root &Of, std::vector<Fact> Facts,
                           const analysis::SymbolTable &Symbols);

/// The sets of blocks that calls of a function executed, each call one. Of two
/// sets of which one contains the other, the larger one is kept.
class BlockSets {
public:
  /// Where there are more, nothing is known.
  static constexpr size_t Most = 256;

  /// A call executed \p Blocks, indices in Shape::Blocks, of \p Of in all.
  void add(llvm::ArrayRef<uint32_t> Blocks, size_t Of);
  void merge(BlockSets &&Other);
  /// Puts all() into an order that does not depend on that of the calls.
  void sort();
  bool isKnown() const { return !IsFull; }
  const std::vector<llvm::BitVector> &all() const { return Sets; }

private:
  void add(llvm::BitVector New);

  std::vector<llvm::BitVector> Sets;
  size_t Last = 0; ///< in Sets: contains the set of the last call
  bool IsFull = false;
};

// A function that is called many times in a call of the root takes, once in a
// while, as long as an interrupt that was not recognised. If each of its calls
// took that long, the estimate would be nonsense. So its calls have a limit,
// and what they took beyond it in a call of the root, at most, is charged once:
//
//   sum of all calls <= calls x limit + most beyond the limit
//
// is true of each observed call of the root, whatever the limit is.

/// Times of a function's calls within calls of the root, in bands: one for each
/// value up to 15, above that eight to each power of two.
class CallSizes {
public:
  /// Calls of the function for each call of the root, on average, from which on
  /// they have a limit.
  static constexpr uint64_t LeastPerRoot = 10;
  /// One call in this number may exceed it.
  static constexpr uint64_t CallsForOneBeyond = 100;

  /// A call, in the call of the root that is open.
  void add(uint64_t Ticks);
  bool isOpen() const { return !Now.empty(); }
  /// That ends; or nothing of it counts.
  void endRoot();
  void drop();
  void merge(const CallSizes &Other);

  /// The end of a band; none: few calls, or none that is much longer.
  std::optional<uint64_t> limit() const;
  /// The most that calls took beyond \p Limit in one call of the root, up to
  /// the width of a band for each call that is longer.
  uint64_t mostBeyond(double Limit) const;

private:
  struct Band {
    uint64_t Count = 0, Sum = 0;
  };
  // By band:
  std::vector<Band> Now;        ///< in the call of the root that is open
  std::vector<uint64_t> Counts; ///< of all
  std::vector<uint64_t> Beyond; ///< mostBeyond() of the smallest value in it
  uint64_t Roots = 0;           ///< calls of the root that have the function
  uint64_t Longest = 0, LongestNow = 0;
};

using analysis::None;
using analysis::SymbolTable;

/// Blocks, transitions and loops of a function, by numbers from 0; or of a part
/// of it: what lies on the ways from where it begins to where it ends.
class Shape {
public:
  /// \p Of is not kept.
  Shape(const SymbolTable &Symbols, const Root &Of);

  uint32_t Function;
  /// Of the SymbolTable, ascending. The last one of a part is None: all its
  /// ends, which nothing follows.
  std::vector<uint32_t> Blocks;
  uint32_t Entry = None; ///< index in Blocks
  struct Edge {
    uint32_t Symbol = 0;          ///< number in the SymbolTable
    uint32_t From = 0, To = 0;    ///< indices in Blocks
    std::optional<uint32_t> Loop; ///< index in Loops of that which it enters
                                  ///< or whose body it begins
    bool Enters = false, Iterates = false;
  };
  std::vector<Edge> Edges; ///< by Symbol
  struct Loop {
    uint32_t Symbol = 0;                ///< number in the SymbolTable
    std::optional<uint32_t> Head, Body; ///< indices in Blocks
    std::vector<uint32_t> Blocks;       ///< those that lie in it
    std::optional<uint32_t> Outer;      ///< the innermost loop around it
    /// Of a part: it is entered before that begins; and it is entered and left
    /// within.
    bool IsOpen = false, IsWhole = true;
  };
  std::vector<Loop> Loops;

  bool isPart() const { return Blocks.back() == None; }
  /// Index in Blocks; none: it is not there.
  std::optional<uint32_t> find(uint32_t Block) const;

private:
  void addLoop(const SymbolTable &Symbols, const Root &Of, uint32_t Symbol);
  void addEdge(const SymbolTable &Symbols, const Root &Of, uint32_t From,
               uint32_t Symbol);
};

/// A call site in a context: a block, and which of its direct calls of that
/// function it is, from 0, in the order in which a visit makes them.
constexpr uint32_t siteAt(uint32_t Block, uint32_t Number) {
  return Block | Number << 28;
}
constexpr uint32_t blockOfSite(uint32_t Site) { return Site & 0x0fffffff; }
constexpr uint32_t numberOfSite(uint32_t Site) { return Site >> 28; }
/// How many sites the calls \p C in a block are: one, unless they are few, all
/// in the source, and no pointer may lead to the same function.
uint32_t sitesOf(const analysis::DirectCalls &C, const SymbolTable &Symbols);

/// The last sites that lead to a call, the innermost one last.
using CallString = std::vector<uint32_t>;

struct ContextKey {
  uint32_t Function = None;
  CallString Sites; ///< empty: the root, called from anywhere
  auto operator<=>(const ContextKey &) const = default;
};

/// Of a transition, and the visits that it ended. Where a visit has no time,
/// because not each ipoint is timed: of the paths between two timed ipoints
/// that begin with it.
struct EdgeFlow {
  uint64_t Count = 0;
  uint64_t Timed = 0;                      ///< of Count: with a time
  uint64_t MostRaw = 0, MostCorrected = 0; ///< ticks, of one
  void merge(const EdgeFlow &Other);
};

/// What was observed of a function in a context.
struct ContextFlow {
  uint64_t Calls = 0;
  uint64_t MostCalls = 0;                          ///< in one call of the root
  uint64_t MostSelfRaw = 0, MostSelfCorrected = 0; ///< ticks, of one call
  uint64_t SelfTimed = 0;           ///< calls that have such a time
  std::vector<EdgeFlow> Edges;      ///< by Shape::Edges
  std::vector<uint64_t> MostVisits; ///< by Shape::Blocks: in one call
  std::vector<uint64_t> MostInRoot; ///< the same in one call of the root
  /// By loop, by Shape::Loop::Blocks: the most visits of the block from one
  /// time that the loop, or one around it, is entered to the next, or to the
  /// end of the call.
  std::vector<std::vector<uint64_t>> MostInLoop;
  /// By loop: the most and the least often that its body began each time that
  /// it was entered, 0 if it never was; and the most often that an iteration
  /// came to its end. That is: a transition from within the loop led to its
  /// head, or to its body where it has no head; or one left a do loop from
  /// where its condition is evaluated. What break ends does not come to its
  /// end.
  std::vector<uint64_t> MostBegun, LeastBegun, MostCompleted;
  void merge(const ContextFlow &Other);
};

/// Calls from a site to a function.
struct SiteFlow {
  uint64_t Count = 0;
  uint64_t MostInVisit = 0; ///< of the block
  bool IsOrdered = true;    ///< it is known which of them came first
  void merge(const SiteFlow &Other);
};

/// One execution of the root: that with the largest raw inclusive time.
struct LongestRootCall {
  uint64_t Raw = 0, Corrected = 0; ///< inclusive, ticks
  std::string Trace;               ///< path
  /// It was the n-th one of the trace, from 1, incomplete ones included, one
  /// stream behind the other.
  uint64_t Number = 0;
  /// By number of a transition in the SymbolTable: how often, how long in all.
  std::map<uint32_t, std::pair<uint64_t, uint64_t>> Edges;
  std::map<uint32_t, uint64_t> Calls;     ///< by function
  std::map<uint32_t, uint64_t> SelfTicks; ///< by function, raw
  /// Ties are decided by Trace and Number, so that the order in which streams
  /// are read does not matter.
  bool isBefore(const LongestRootCall &Other) const;
};

struct Flow {
  worst::Root Root;
  bool CallsItself = false;         ///< the function that Root is a part of
  unsigned Depth = 0;               ///< sites in a CallString at most
  llvm::BitVector InCaller;         ///< as in FlowOptions
  bool IsCounted = false;           ///< calls were only counted
  uint64_t RootCalls = 0;           ///< complete executions
  uint64_t Incomplete = 0;          ///< others, of which nothing is counted
  std::map<uint32_t, Shape> Shapes; ///< of functions that were called
  std::map<ContextKey, ContextFlow> Contexts;
  std::map<std::pair<uint32_t, uint32_t>, SiteFlow> Sites; ///< block, callee
  /// By function, of its calls within calls of the root, incomplete ones
  /// included. A function is missing where calls are not known one by one.
  std::map<uint32_t, BlockSets> Ran;
  /// By function, of corrected self times; empty unless asked for.
  std::map<uint32_t, CallSizes> Sizes;
  std::optional<LongestRootCall> Longest;
  /// Functions that called each other, directly and indirectly, or itself: the
  /// cycles of the calls that were observed.
  std::vector<std::vector<uint32_t>> Recursions;
  /// By block, of these functions: the most visits from the time that a call
  /// of one of a recursion's functions begins while none of them is open, to
  /// the end of that call. Empty: there is no recursion, or it is not known.
  std::vector<uint64_t> MostInRecursion;

  /// All contexts of \p Function in one; null: it was not called.
  const ContextFlow *ofFunction(uint32_t Function) const;
  /// Of \p Key; null: it was not seen.
  const ContextFlow *of(const ContextKey &Key) const;
  void merge(Flow &&Other);
  /// To be called when all is read and merged: fills what ofFunction() returns.
  void settle();

private:
  friend class FlowSink;
  /// MostCalls and MostInRoot, which cannot be found by adding up contexts, are
  /// there from the beginning.
  std::map<uint32_t, ContextFlow> ByFunction;
};

struct FlowOptions {
  unsigned Depth = 0;       ///< sites in a CallString at most
  uint64_t MinOverhead = 0; ///< what a timed probe costs at least, ticks
  /// By function: its self time counts as self time of the call around it.
  llvm::BitVector InCaller;
  bool KeepsSizes = false; ///< Flow::Sizes
};

/// Reads all streams of \p In once more, and settles what it returns. A call of
/// the root counts if it is complete, with nothing lost in it; if the root
/// calls itself, only the outermost call is one. What interrupt handlers do
/// meanwhile does not count; a call of the root that a handler makes at another
/// time does. A path record comes behind the calls on its path: they are
/// assigned to its blocks in order, by what each block calls in the source.
/// An execution of a part counts if it came to its end; it may lie in a call of
/// which the rest was not seen. It has a time where both its ends are timed.
llvm::Expected<Flow> observeFlow(const analysis::PassInput &In, const Root &Of,
                                 const FlowOptions &Options);

/// Reads all streams again, if calls in \p To make a recursion, and fills
/// Recursions and MostInRecursion; calls outside of the root count as well.
llvm::Error observeRecursions(const analysis::PassInput &In, Flow &To);

/// As observeFlow(), of what was counted over whole runs, as sums and profiles
/// have it: maxima are the totals, and there is one context for each function.
Flow flowOfCounts(const analysis::Collector &All, const SymbolTable &Symbols,
                  const Root &Of, const analysis::ProbeOverhead &Overhead);

} // namespace ipoint::worst

#endif // IPOINT_WORST_FLOW_H
