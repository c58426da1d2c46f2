//===- BlockSets.h - What single calls of a function executed -------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_WORST_BLOCKSETS_H
#define IPOINT_WORST_BLOCKSETS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/BitVector.h"
#include <cstdint>
#include <vector>

namespace ipoint::worst {

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

} // namespace ipoint::worst

#endif // IPOINT_WORST_BLOCKSETS_H
