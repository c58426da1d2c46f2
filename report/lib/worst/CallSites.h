//===- CallSites.h - Which block of a path called whom ------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A path record comes behind the calls on its path. Which block made each of
// them follows from what blocks call in the source.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_WORST_CALLSITES_H
#define IPOINT_WORST_CALLSITES_H

#include "program/Symbols.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

namespace ipoint::worst {

using analysis::SymbolTable;

/// What the source has of calls, by block and callee.
class CallSites {
public:
  explicit CallSites(const SymbolTable &Symbols);

  /// How many direct calls of the function \p Callee are in \p Block.
  uint32_t direct(uint32_t Block, uint32_t Callee) const {
    return Direct.lookup({Block, Callee});
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

} // namespace ipoint::worst

#endif // IPOINT_WORST_CALLSITES_H
