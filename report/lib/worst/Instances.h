//===- Instances.h - Functions as they are called from a root -------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_WORST_INSTANCES_H
#define IPOINT_WORST_INSTANCES_H

#include "LinearProgram.h"
#include "Units.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <set>

namespace ipoint::worst {

/// A function in a context.
struct Instance {
  ContextKey Key;
  /// Null: nothing of it is known but that it may be called.
  const Shape *S = nullptr;
  const ContextFlow *Seen = nullptr; ///< of the context, or else of all
  const ContextFlow *Any = nullptr;  ///< of all
  bool IsSeen = false;               ///< Seen is of the context
};

/// Of the graph in which \p Next follow each node: what lies on a cycle, by
/// strongly connected component (Tarjan 1972).
std::vector<std::vector<uint32_t>>
cyclesOf(llvm::ArrayRef<std::vector<uint32_t>> Next);

/// The block at which \p Function begins.
uint32_t entryOf(const SymbolTable &Symbols, uint32_t Function);

/// Calls from a block of one instance to one of several others.
struct CallGroup {
  uint32_t Caller = 0; ///< index of the instance
  uint32_t Block = 0;  ///< index in its Shape
  /// Calls in a visit, of all callees together.
  double Least = 0, Most = Infinity;
  bool IsObserved = false; ///< Most is no more than what was observed
  bool ByPointer = false;
  std::vector<uint32_t> Callees; ///< instances
};

/// What may be called from the root, directly and indirectly, in each context;
/// once merged, contexts in which it can take equally long are one instance.
class Instances {
public:
  struct Choice {
    unsigned Depth = 0;       ///< sites in a CallString at most
    bool AssumeNever = false; ///< no call that was not observed
    llvm::ArrayRef<Fact> Facts;
  };
  Instances(const SymbolTable &Symbols, const Flow &Seen,
            const UnitTimes &Units, const Choice &Choice);

  /// Makes one instance of contexts of a function of which the same is known,
  /// where this is true of all that they call as well: the coarsest
  /// bisimulation of them. No sum over the contexts of a function, and no
  /// estimate, is another one then.
  void merge();

  const Flow &seen() const { return Seen; }
  /// Instances before they were merged.
  const std::vector<Instance> &contexts() const {
    return Merged.empty() ? All : Merged;
  }
  /// By context: whether it is called by calls that are taken, a recursion that
  /// nothing leads to included, as a solution may have one. \p IsTaken is asked
  /// with numbers of a call in calls() and of a callee of it.
  std::vector<bool>
  called(llvm::function_ref<bool(size_t, size_t)> IsTaken) const;
  const std::vector<Instance> &all() const { return All; }
  const std::vector<CallGroup> &calls() const { return Calls; }
  /// Functions that may call each other, directly and indirectly, or itself.
  const std::vector<std::set<uint32_t>> &recursions() const {
    return Recursions;
  }
  /// Calls in the source that were not observed: site and callee.
  const std::set<std::pair<uint32_t, uint32_t>> &unseenCalls() const {
    return UnseenSites;
  }

private:
  std::optional<uint32_t> instanceOf(const ContextKey &Caller, uint32_t Site,
                                     uint32_t Callee);
  void expand(uint32_t Index);
  void addCalls(uint32_t Caller, uint32_t Block);
  void addSites(uint32_t Caller, uint32_t Block,
                const analysis::DirectCalls &C);
  void addGroup(uint32_t Caller, uint32_t Block, double Least, double Most,
                bool ByPointer, bool IsObserved,
                llvm::ArrayRef<uint32_t> Callees);
  std::vector<uint32_t> targetsOf(uint32_t Site,
                                  const analysis::PointerCalls &Calls,
                                  llvm::ArrayRef<uint32_t> Observed) const;
  void findRecursions();

  const SymbolTable &Symbols;
  const Flow &Seen;
  const UnitTimes &Units;
  Choice How;
  std::vector<Instance> All;
  std::vector<CallGroup> Calls; ///< by caller
  std::vector<Instance> Merged; ///< All before merge()
  std::vector<CallGroup> MergedCalls;
  std::vector<uint32_t> ClassOf; ///< by Merged: in All
  std::vector<std::set<uint32_t>> Recursions;
  std::set<std::pair<uint32_t, uint32_t>> UnseenSites; ///< site, callee
  std::map<ContextKey, uint32_t> Index;
  // By site, a block:
  llvm::DenseMap<uint32_t, std::vector<uint32_t>> SeenCallees;
  llvm::DenseMap<uint32_t, std::vector<const analysis::DirectCalls *>> Direct;
  llvm::DenseMap<uint32_t, std::vector<const analysis::PointerCalls *>>
      Pointers;
};

} // namespace ipoint::worst

#endif // IPOINT_WORST_INSTANCES_H
