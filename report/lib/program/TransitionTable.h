//===- TransitionTable.h - Transitions, found without a search ------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The decoder looks up one transition for each record. Each block has a row,
// and the transition to another block lies in the slot that is this block's
// column behind the row's beginning. Rows are laid over each other so that no
// two transitions share a slot (row displacement, as in tables of parsers: Aho,
// Sethi and Ullman, Compilers, section 4.7). No two rows begin at one slot, not
// even those of blocks that have no transitions: a row stands for its block,
// and a slot that holds the row of the block which it leads to identifies the
// transition.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_PROGRAM_TRANSITIONTABLE_H
#define IPOINT_PROGRAM_TRANSITIONTABLE_H

#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <vector>

namespace ipoint::analysis {

/// Stands for no block, no function, no transition.
constexpr uint32_t None = UINT32_MAX;

class TransitionTable {
public:
  /// Row of no block. No slot leads to it.
  static constexpr uint32_t NoRow = UINT32_MAX;
  /// What an empty slot leads to: not even to NoRow.
  static constexpr uint32_t Empty = UINT32_MAX - 1;

  struct Slot {
    uint32_t To = Empty; ///< a row
    uint32_t Edge = None;
  };

  TransitionTable() = default;
  /// Transitions of block B are [\p Begin[B], \p Begin[B + 1]), and lead to
  /// \p Targets; \p Columns are by block: different in one function, and as
  /// small as can be.
  TransitionTable(llvm::ArrayRef<uint32_t> Begin,
                  llvm::ArrayRef<uint32_t> Targets,
                  llvm::ArrayRef<uint32_t> Columns);

  /// Row + column is below the number of slots, for all rows and columns.
  const std::vector<Slot> &slots() const { return Slots; }
  uint32_t rowOf(uint32_t Block) const { return Rows[Block]; }
  /// The block of \p Row, which is one or emptyRow(): None.
  uint32_t blockAt(uint32_t Row) const { return BlockAt[Row]; }
  /// A row without transitions, of no block.
  uint32_t emptyRow() const { return EmptyRow; }

private:
  struct Taken;
  uint32_t findRow(llvm::ArrayRef<uint32_t> Columns, const Taken &T);
  void placeRows(llvm::ArrayRef<uint32_t> Begin,
                 llvm::ArrayRef<uint32_t> Targets,
                 llvm::ArrayRef<uint32_t> Columns);
  void placeEmptyRows();

  std::vector<Slot> Slots;
  std::vector<uint32_t> Rows;    ///< by block
  std::vector<uint32_t> BlockAt; ///< by row
  uint32_t EmptyRow = 0;
  uint32_t FirstFree = 0; ///< slot, only while it is built
};

} // namespace ipoint::analysis

#endif // IPOINT_PROGRAM_TRANSITIONTABLE_H
