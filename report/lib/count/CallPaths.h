//===- CallPaths.h - Calls that are open, and the paths to them -----------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ActiveFunctions: counts are read for each slice of a trace and each bucket of
// time, and reading those of all functions takes long. Most functions did not
// run since the last reading, so only those that may have are read.
//
// The calling context tree (Ammons, Ball and Larus, "Exploiting hardware
// performance counters with flow and context sensitive profiling", PLDI 1997):
// a node for each call path from the bottom of a stack to a function. Example:
// main > f > g and main > g are two nodes of g. The tree costs time for each
// activation, none for each record. Its size is bounded: further paths are
// added up in one node.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_COUNT_CALLPATHS_H
#define IPOINT_COUNT_CALLPATHS_H

#include "callstack/Accounts.h"
#include "callstack/CallStack.h"
#include "program/TransitionTable.h"
#include "stats/SmallTimes.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include <utility>
#include <vector>

namespace ipoint::analysis {

/// Functions that may have ended visits or calls since take() was last called:
/// those that were called, and those that were open.
class ActiveFunctions {
public:
  explicit ActiveFunctions(size_t Functions) : Last(Functions) {}

  /// \p Function is open, though no call was counted.
  void noteOpen(uint32_t Function) { Last[Function].WasOpen = true; }
  /// Any function may be open.
  void noteAll() { All = true; }

  /// Returns them by function. \p CallsOf returns how often one was called so
  /// far; \p Stack is what is open now, or null.
  template <class Count>
  llvm::BitVector take(Count &&CallsOf, const CallStack *Stack) {
    llvm::BitVector Result(unsigned(Last.size()));
    for (uint32_t F = 0; F < Last.size(); ++F) {
      uint64_t Calls = CallsOf(F);
      Function Before = std::exchange(Last[F], {Calls, false});
      if (Before.WasOpen || Before.Calls != Calls || All)
        Result.set(F);
    }
    All = false;
    for (uint32_t Index = 1; Stack && Index <= Stack->depth(); ++Index)
      noteOpen(Stack->at(Index).Function);
    return Result;
  }

private:
  struct Function {
    uint64_t Calls = 0;
    bool WasOpen = false;
  };
  std::vector<Function> Last; ///< by function
  bool All = false;
};

class CallPaths {
public:
  static constexpr size_t NodeLimit = size_t(1) << 18;
  static constexpr size_t DepthLimit = 200;
  /// Indices of nodes: that of no function, and that of all other paths.
  static constexpr uint32_t Root = 0, Beyond = 1;

  struct Node {
    uint32_t Parent = Root;
    uint32_t Function = None;
    uint64_t Calls = 0; ///< entries that were seen
    uint64_t SelfCount = 0,
             InclusiveCount = 0; ///< activations in Self and Inclusive
    Spent Self, Inclusive;       ///< raw
    uint64_t SelfMax = 0, InclusiveMax = 0; ///< of one activation, raw ticks

    /// Adds the calls and times of \p Other.
    void add(const Node &Other);
  };

  /// What a stream adds to a node.
  struct InStream {
    uint64_t Stream = 0; ///< from 1
    uint32_t Node = Root;
    uint64_t Calls = 0, Self = 0; ///< as in Node; ticks
  };

  CallPaths() : Nodes(2), Recent(RecentCount) {}

  /// An activation of \p Function begins on top of the stack, or, with
  /// \p IsHandler, on a separate stack on top of it. \p Entered: its entry was
  /// seen.
  void push(uint32_t Function, bool IsHandler, bool Entered) {
    uint32_t Below = Stack.empty() || IsHandler ? Root : Stack.back();
    uint32_t Index = recent(Below, Function);
    if (Nodes[Index].Function != Function || Nodes[Index].Parent != Below)
        [[unlikely]]
      Index = findChild(Below, Function);
    Nodes[Index].Calls += Entered;
    Stack.push_back(Index);
  }
  /// The activation on top has a self time.
  void addSelf(uint64_t Ticks, ProbeCount Probes) {
    Node &N = Nodes[Stack.back()];
    ++N.SelfCount;
    N.Self.add(Ticks, Probes);
    N.SelfMax = std::max(N.SelfMax, Ticks);
  }
  void addInclusive(uint64_t Ticks, ProbeCount Probes) {
    Node &N = Nodes[Stack.back()];
    ++N.InclusiveCount;
    N.Inclusive.add(Ticks, Probes);
    N.InclusiveMax = std::max(N.InclusiveMax, Ticks);
  }
  void pop() { Stack.pop_back(); }
  /// The activation on top has both times, and ends.
  void finish(const ActivationTimes &A) {
    addSelf(A.Self, {A.SelfProbes, 0});
    addInclusive(A.Inclusive, {A.InclusiveProbes, 0});
    pop();
  }

  /// The stream \p Number has been read, from where the last one ended.
  void endStream(uint64_t Number);
  /// By stream; a node may come more than once.
  llvm::ArrayRef<InStream> byStream() const { return Streams; }

  /// Adds what \p Other has, whose streams come behind \p Before others.
  void merge(const CallPaths &Other, uint64_t Before);
  /// Adds \p Spent to the node of \p Function called on the way \p Parent, or
  /// to Beyond where \p Function is None. \returns its index.
  uint32_t add(uint32_t Parent, uint32_t Function, const Node &Spent);

  /// The node of \p Function called on the way \p Parent; Beyond where it is
  /// not kept separately.
  uint32_t childOf(uint32_t Parent, uint32_t Function) const;

  /// A node comes behind its parent.
  const std::vector<Node> &nodes() const { return Nodes; }

private:
  static constexpr unsigned RecentBits = 12;
  static constexpr size_t RecentCount = size_t(1) << RecentBits;

  uint32_t &recent(uint32_t Parent, uint32_t Function) {
    constexpr uint32_t Golden = 0x9e3779b9; // multiplicative hashing
    return Recent[((Parent << 10 ^ Function) * Golden) >> (32 - RecentBits)];
  }
  uint32_t findChild(uint32_t Parent, uint32_t Function);

  std::vector<Node> Nodes;
  llvm::DenseMap<std::pair<uint32_t, uint32_t>, uint32_t> Children;
  std::vector<uint32_t> Recent; ///< nodes that were asked for last, by hash
  std::vector<uint32_t> Stack;  ///< nodes of the open activations
  std::vector<InStream> Streams;
  std::vector<InStream> Ended; ///< by node: what it had when a stream ended
};

} // namespace ipoint::analysis

#endif // IPOINT_COUNT_CALLPATHS_H
