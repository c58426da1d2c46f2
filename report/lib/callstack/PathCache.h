//===- PathCache.h - The paths that a stream took -------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The effect of a path record on the stack of activations is computed once for
// each path. Every further record of the path costs one look-up, whatever its
// length: programs take a small part of their paths, each of them often.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_CALLSTACK_PATHCACHE_H
#define IPOINT_CALLSTACK_PATHCACHE_H

#include "Edges.h"
#include "ipoint/record.h"

namespace ipoint::analysis {

/// What the fast path needs of a path, or of an entry, and no more: as many as
/// can be are to stay in the nearest caches.
struct QuickPath {
  uint64_t Word = 0; ///< its record
  /// How often it came, as far as neither that nor its transitions were
  /// reported.
  uint64_t Times = 0;
  uint32_t FirstRow = 0, LastRow = 0; ///< of the visits before and behind it
  bool IsQuick = false;               ///< given that its visit is open
  bool Begins = false;                ///< an activation
  bool Ends = false;                  ///< an activation
  bool HasSteps = false; ///< or else does more; see PathCache::steps()
  bool DoesMore = false; ///< it has a count or a mark, or opens or closes loops
  uint8_t CountBegin = IPOINT_ID_SHIFT; ///< first bit of Word that is no number
};
static_assert(sizeof(QuickPath) == 32);

/// What else is known of it.
struct PathInfo {
  uint64_t Slowly = 0; ///< as Times, but its transitions were reported
  uint32_t Function = None;
  uint32_t Mark = None;              ///< block of the last mark on it
  uint32_t StepBegin = 0, Steps = 0; ///< in PathCache::steps()
  uint32_t SiteBegin = 0, Sites = 0; ///< the same of sites()
  uint32_t SlotBegin = 0, Slots = 0; ///< the same of slots()
  uint32_t Loop = None;              ///< counted: index in PathCache
  uint32_t Weight = 1;   ///< of the record and what leads to it, but for counts
  bool HasLoops = false; ///< its function has
  // Whether blocks that it leaves are not linear: the first one, and any.
  bool IsFirstCalling = false, IsCalling = false;
};

/// The counted loop that a path goes through.
struct PathLoop {
  uint64_t Most = 0; ///< a count as large as this is not complete
  // How often it was gone round, as far as that was not reported:
  uint64_t Rounds = 0;               ///< and its transitions were not
  uint64_t Slowly = 0;               ///< and they were
  uint32_t CountWeight = 0;          ///< of each round that is counted
  uint32_t Head = 0;                 ///< where the path has its head
  uint32_t StepsBefore = 0;          ///< of the path, up to its head
  uint32_t SiteBegin = 0, Sites = 0; ///< of a round, as those of a path
  uint32_t SlotBegin = 0, Slots = 0;
  uint32_t StepBegin = 0, Steps = 0;
  bool Counts = false;  ///< the path itself counts one
  bool IsWhole = false; ///< the transitions are there
};

class PathCache {
public:
  explicit PathCache(const SymbolTable &Symbols)
      : Symbols(Symbols), Recent(RecentCount), All(1), Infos(1) {}

  /// What the untimed record \p Word stands for. It is there until the next
  /// call.
  QuickPath &find(uint64_t Word) {
    uint32_t Index = recent(Word);
    if (All[Index].Word != Word) [[unlikely]]
      if (!isOf(Word, All[Index]))
        Index = recent(Word) = lookUp(Word);
    return All[Index];
  }
  uint32_t indexOf(const QuickPath &P) const {
    return static_cast<uint32_t>(&P - All.data());
  }
  PathInfo &info(const QuickPath &P) { return Infos[indexOf(P)]; }

  /// Of an \p I with one.
  PathLoop &loop(const PathInfo &I) { return AllLoops[I.Loop]; }
  /// The count of the record \p Word, whose path is \p P.
  static uint64_t countOf(const QuickPath &P, uint64_t Word) {
    return (Word & IdBits) >> P.CountBegin;
  }

  /// What the record \p Word weighs, whose path is \p P, and what leads to it:
  /// see SymbolTable::recordWeight().
  uint64_t weightOf(const QuickPath &P, uint64_t Word) {
    const PathInfo &I = info(P);
    return I.Weight + (I.Loop == None
                           ? 0
                           : countOf(P, Word) * AllLoops[I.Loop].CountWeight);
  }

  /// Of a path or a round: the sites of \p I in order; none if the program has
  /// no such path.
  template <typename Info>
  llvm::ArrayRef<const Site *> sites(const Info &I) const {
    return llvm::ArrayRef(AllSites).slice(I.SiteBegin, I.Sites);
  }
  /// Of the transitions on it, those in the table of transitions.
  template <typename Info> llvm::ArrayRef<uint32_t> slots(const Info &I) const {
    return llvm::ArrayRef(AllSlots).slice(I.SlotBegin, I.Slots);
  }
  /// What it does to loops.
  template <typename Info> llvm::ArrayRef<LoopStep> steps(const Info &I) const {
    return llvm::ArrayRef(AllSteps).slice(I.StepBegin, I.Steps);
  }

  std::vector<QuickPath> &all() { return All; }
  /// Some tens of megabytes.
  bool isFull() const { return AllSites.size() > Most || All.size() > Most; }
  void clear();

private:
  static constexpr size_t Most = 1 << 20;
  static constexpr unsigned RecentBits = 14;
  static constexpr size_t RecentCount = size_t(1) << RecentBits;

  uint32_t &recent(uint64_t Word) {
    constexpr uint64_t Golden = 0x9e3779b97f4a7c15; // multiplicative hashing
    return Recent[(Word * Golden) >> (64 - RecentBits)];
  }
  static constexpr uint64_t IdBits = (uint64_t(1) << IPOINT_ID_SHIFT) - 1;

  /// Whether \p Word is the record of \p P but for its count.
  static bool isOf(uint64_t Word, const QuickPath &P) {
    return (Word & ~(IdBits & ~uint64_t(0) << P.CountBegin)) == P.Word;
  }
  uint32_t lookUp(uint64_t Word);
  void describe(QuickPath &P, PathInfo &I);
  void describeLoop(QuickPath &P, PathInfo &I,
                    const database::PathTable::Loop &L, uint64_t Stride);
  void weigh(const QuickPath &P, PathInfo &I,
             const std::optional<database::PathTable::Loop> &In);
  bool isUntimed(uint32_t Function) const;
  template <typename Info>
  bool follow(Info &I, uint32_t From, llvm::ArrayRef<const Site *> Visits);
  void describeVisits(QuickPath &P, PathInfo &I,
                      llvm::ArrayRef<const Site *> Visits);

  const SymbolTable &Symbols;
  std::vector<uint32_t> Recent;             ///< of All, by hash
  std::vector<QuickPath> All;               ///< the first stands for none
  std::vector<PathInfo> Infos;              ///< the same
  llvm::DenseMap<uint64_t, uint32_t> Known; ///< of All, by record
  std::vector<const Site *> AllSites;
  std::vector<uint32_t> AllSlots;
  std::vector<LoopStep> AllSteps;
  std::vector<PathLoop> AllLoops;
  llvm::SmallVector<uint32_t, 16> Ids; ///< while one is decoded
};

} // namespace ipoint::analysis

#endif // IPOINT_CALLSTACK_PATHCACHE_H
