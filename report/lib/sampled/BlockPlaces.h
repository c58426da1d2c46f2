//===- BlockPlaces.h - Which block a place in the source belongs to -------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_SAMPLED_BLOCKPLACES_H
#define IPOINT_SAMPLED_BLOCKPLACES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <vector>

namespace ipoint::estimate {

/// Where a block begins, and whether it ever ran.
struct BlockStart {
  unsigned Line = 0;
  unsigned Column = 0; ///< 0: not known
  bool Ran = true;
};

/// Blocks, by index, in ascending order.
using BlockSet = llvm::SmallVector<uint32_t, 2>;

/// The blocks of a function in the order of its text. A block reaches as far as
/// the next one begins: what follows a branch or a loop is another block.
class BlockPlaces {
public:
  explicit BlockPlaces(llvm::ArrayRef<BlockStart> Blocks);

  /// Those that code of this place may belong to: several where they begin at
  /// one place, or where a line is known only; then without those that never
  /// ran. \p Line 0: none is known.
  BlockSet at(unsigned Line, unsigned Column) const;

private:
  BlockSet ranOf(BlockSet All) const;

  struct Start {
    unsigned Line, Column;
    uint32_t Block;
  };
  std::vector<Start> Starts; ///< by place
  std::vector<bool> Ran;
  bool HasColumns = true;
};

/// Which blocks are not distinguishable: for each of \p Count blocks the first
/// of its group, itself where it is alone. \p Sets are what at() gave for
/// places with samples.
std::vector<uint32_t> groupBlocks(size_t Count, llvm::ArrayRef<BlockSet> Sets);

} // namespace ipoint::estimate

#endif // IPOINT_SAMPLED_BLOCKPLACES_H
