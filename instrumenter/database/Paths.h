//===- Paths.h - What the numbers of paths stand for ----------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A path of a function with path records begins at the function's entry or at
// an ipoint that stores the number of a path, and ends at the next one of
// these. Its number is the base of the ipoint at which it begins and the sum of
// its transitions' increments. Together with the ipoint at which it ends it
// identifies the path (docs/formats.md).
//
// A path may lead into a counted loop, at its head, and out of it. Beside its
// number it has a count then, of the visits of that ipoint of the loop which
// counts: so often the loop was gone round beside what the path itself shows.
// Where counts are sums, each ipoint that counts has an entry of the count
// table (CountedLoop.h). A path shows the head of such a loop, and the ipoint
// from which it leaves it, but no way between them.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_DATABASE_PATHS_H
#define IPOINT_DATABASE_PATHS_H

#include "database/CountedLoop.h"
#include "database/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace ipoint::database {

/// The paths of the functions of one unit.
class PathTable {
public:
  /// What is wrong with the numbers of a unit.
  struct Fault {
    bool OfTransition = false; ///< else of an ipoint
    uint32_t Index = 0;        ///< in Unit::Transitions or Unit::Ipoints
    const char *Why = "";
  };

  /// The loop that a path goes through.
  struct Loop {
    uint32_t Head = 0; ///< where the path has its head, by index
    /// The ipoints of a round, last the head.
    llvm::SmallVector<uint32_t, 4> Round;
    bool Counts = false; ///< the path itself visits the ipoint that counts
  };

  /// What the code of a path does with its number, beside the record.
  struct Sums {
    bool IsSummed = false; ///< its function has a variable for the number
    bool HasMore = false;  ///< the record's call adds to it
    uint32_t Adds = 0;     ///< statements that add to it
    /// How often it, or the count of a loop, is set: not to 0, and to 0.
    uint32_t Sets = 0, Clears = 0;
  };

  /// Takes what it needs out of \p U, whose indices must be valid.
  explicit PathTable(const Unit &U);

  /// What makes a number stand for two paths, or for one without an end, if
  /// anything does.
  std::optional<Fault> check() const;

  /// Sets \p Path to the ipoints of the path that ends at \p Last with the
  /// number \p Number, which is without a count: first the one at which it
  /// begins, in the end \p Last. \p In becomes the loop that its count is of,
  /// if any.
  /// \returns false if there is no such path. Ends, whatever the unit holds.
  bool decode(uint32_t Last, uint64_t Number,
              llvm::SmallVectorImpl<uint32_t> &Path,
              std::optional<Loop> &In) const;

  /// What the code of \p Path does, which decode() has set, with \p In. What
  /// counts the rounds of a loop is not in it.
  Sums sumsOf(llvm::ArrayRef<uint32_t> Path,
              const std::optional<Loop> &In) const;

  /// A path, or the beginning of one.
  struct Way {
    uint32_t Last = 0; ///< the ipoint at which it ends
    uint64_t Number = 0;
  };
  /// Calls \p Do for each path of functions that store sums, which check() has
  /// found right, until it returns false. Takes as long as all of them together
  /// have ipoints.
  void forEachCounted(llvm::function_ref<bool(const Way &)> Do) const;

  /// The counted loops of functions that store sums.
  llvm::ArrayRef<CountedLoop> summedLoops() const { return Summed; }

  /// What numbers of paths to \p Last are less than, where a count is added to
  /// them in multiples of it; else 0.
  uint64_t stride(uint32_t Last) const {
    return Last < Ipoints.size() ? Strides[Ipoints[Last].Function] : 0;
  }

private:
  struct Step {
    uint32_t Increment = 0;
    uint32_t Target = 0;
    uint32_t Row = 0; ///< index in Unit::Transitions
    uint32_t Via = 0; ///< of a counted loop: which of the round it leads out of
  };
  struct Start {
    uint32_t Function = 0;
    uint64_t Base = 0;
    uint32_t Ipoint = 0;
  };
  /// How many paths begin at each ipoint.
  using Counts = std::vector<uint64_t>;
  /// Whether a path from it may lead into a counted loop.
  using Flags = std::vector<bool>;

  /// A counted loop as it is stored; first its head.
  struct Round {
    uint32_t Begin = 0, Count = 0; ///< in Rounds
    uint32_t Counter = 0;          ///< which of them counts
    bool IsSummed = false;
  };

  void findSums(const Unit &U);
  void findRounds(const Unit &U);
  void findRound(const Unit &U, uint32_t Row,
                 llvm::ArrayRef<uint32_t> OnlySource);
  void findSummedLoops(const Unit &U, llvm::ArrayRef<uint32_t> OnlySource);
  /// By target, indices in Unit::Transitions.
  using RowsTo = std::vector<llvm::SmallVector<uint32_t, 2>>;
  std::optional<CountedLoop>
  summedLoop(const Unit &U, uint32_t Head, const RowsTo &Rows,
             llvm::ArrayRef<uint32_t> OnlySource) const;
  llvm::ArrayRef<uint32_t> roundOf(const Round &R) const {
    return llvm::ArrayRef(Rounds).slice(R.Begin, R.Count);
  }
  /// From which ipoint the steps are those of \p Ipoint: a counted loop has all
  /// of its ways out at its head.
  uint32_t origin(uint32_t Ipoint) const {
    uint32_t Loop = Ipoints[Ipoint].Loop;
    return Loop == None ? Ipoint : Rounds[Loops[Loop].Begin];
  }
  /// By increment, then by target. None from the other ipoints of a counted
  /// loop than its head.
  llvm::ArrayRef<Step> stepsFrom(uint32_t Ipoint) const {
    return llvm::ArrayRef(Steps).slice(
        FirstStep[Ipoint], FirstStep[Ipoint + 1] - FirstStep[Ipoint]);
  }
  /// The step from \p Ipoint that a path to \p Last takes; null: none.
  const Step *step(uint32_t Ipoint, uint64_t Rest, uint32_t Last) const;
  bool endsPath(uint32_t Ipoint) const {
    return Ipoints[Ipoint].E == Encoding::Path;
  }
  static constexpr uint32_t None = ~0u;

  std::optional<Fault> countAll(Counts &Count) const;
  std::optional<Fault> countFrom(uint32_t Ipoint, Counts &Count,
                                 Flags &HasLoop) const;
  std::optional<Fault> checkStarts(const Counts &Count) const;

  struct Place {
    Encoding E = Encoding::Record;
    bool HasPaths = false; ///< its function
    bool IsEntry = false;
    bool IsStart = false;
    bool IsStartOfZero = false; ///< and the first path has the number 0
    uint32_t Function = 0;
    uint32_t Loop = None;  ///< in which it lies
    uint32_t Position = 0; ///< in the round of that
  };
  std::vector<Place> Ipoints;
  std::vector<uint64_t> Strides; ///< by function
  std::vector<bool> AreCounted;  ///< the same: it stores sums
  std::vector<bool> AreSummed;   ///< the same: it has a variable for numbers
  std::vector<Round> Loops;
  std::vector<uint32_t> Rounds; ///< ipoints
  std::vector<CountedLoop> Summed;
  std::optional<Fault> InRounds;   ///< what is wrong with a counted loop
  std::vector<uint32_t> FirstStep; ///< by ipoint, and one more
  std::vector<Step> Steps;
  std::vector<Start> Starts; ///< by function, then by base
};

} // namespace ipoint::database

#endif // IPOINT_DATABASE_PATHS_H
