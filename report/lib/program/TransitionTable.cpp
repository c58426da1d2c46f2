//===- TransitionTable.cpp - Transitions, found without a search ----------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TransitionTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <algorithm>
#include <bit>

using namespace llvm;

namespace ipoint::analysis {

/// Places that are tried for a row before it is put behind all others: what
/// bounds the time for programs of any size.
static constexpr unsigned Tries = 4096;

namespace {

/// A set of numbers, of which Together successive ones are looked at together.
class Numbers {
public:
  static constexpr unsigned Together = 64;

  void add(uint32_t Number) {
    if (Number / Together >= Words.size())
      Words.resize(Number / Together + 1);
    Words[Number / Together] |= uint64_t(1) << Number % Together;
  }
  /// Which of those from \p First on are in it; the lowest bit is for that.
  uint64_t from(uint32_t First) const {
    unsigned Bit = First % Together;
    uint64_t Low = word(First / Together) >> Bit;
    return Bit ? Low | word(First / Together + 1) << (Together - Bit) : Low;
  }

private:
  uint64_t word(size_t Index) const {
    return Index < Words.size() ? Words[Index] : 0;
  }

  std::vector<uint64_t> Words;
};

} // namespace

struct TransitionTable::Taken {
  Numbers Rows, Slots;
};

TransitionTable::TransitionTable(ArrayRef<uint32_t> Begin,
                                 ArrayRef<uint32_t> Targets,
                                 ArrayRef<uint32_t> Columns) {
  Rows.assign(Columns.size(), NoRow);
  placeRows(Begin, Targets, Columns);
  placeEmptyRows();
  uint32_t Width = Columns.empty() ? 0 : *llvm::max_element(Columns);
  Slots.resize(BlockAt.size() + Width);
  for (Slot &S : Slots)
    if (S.Edge != None)
      S.To = Rows[S.To];
}

/// Lays out what has transitions; slots hold blocks for the time being.
void TransitionTable::placeRows(ArrayRef<uint32_t> Begin,
                                ArrayRef<uint32_t> Targets,
                                ArrayRef<uint32_t> Columns) {
  Taken T;
  for (uint32_t Block = 0; Block < Columns.size(); ++Block) {
    ArrayRef<uint32_t> Own =
        Targets.slice(Begin[Block], Begin[Block + 1] - Begin[Block]);
    if (Own.empty())
      continue;
    SmallVector<uint32_t> Wanted;
    for (uint32_t To : Own)
      Wanted.push_back(Columns[To]);
    uint32_t Row = findRow(Wanted, T);
    T.Rows.add(Row);
    for (uint32_t Column : Wanted)
      T.Slots.add(Row + Column);
    BlockAt[Row] = Block;
    Rows[Block] = Row;
    for (auto [Number, To] : enumerate(Own))
      Slots[Row + Columns[To]] = {To,
                                  Begin[Block] + static_cast<uint32_t>(Number)};
    while (FirstFree < Slots.size() && Slots[FirstFree].Edge != None)
      ++FirstFree;
  }
}

/// Rows of blocks without transitions, and that of none, are behind all slots
/// that lead anywhere.
void TransitionTable::placeEmptyRows() {
  BlockAt.resize(std::max(BlockAt.size(), Slots.size()), None);
  for (uint32_t Block = 0; Block < Rows.size(); ++Block)
    if (Rows[Block] == NoRow) {
      Rows[Block] = static_cast<uint32_t>(BlockAt.size());
      BlockAt.push_back(Block);
    }
  EmptyRow = static_cast<uint32_t>(BlockAt.size());
  BlockAt.push_back(None);
}

/// The first row in which all \p Columns are free; makes room for it.
uint32_t TransitionTable::findRow(ArrayRef<uint32_t> Columns, const Taken &T) {
  auto [Least, Most] = std::minmax_element(Columns.begin(), Columns.end());
  auto Behind = [](uint32_t Slot, uint32_t Column) {
    return Slot > Column ? Slot - Column : 0;
  };
  static_assert(Tries % Numbers::Together == 0);
  uint32_t Row = Behind(FirstFree, *Least);
  for (unsigned Try = 0;; Try += Numbers::Together, Row += Numbers::Together) {
    if (Try == Tries)
      Row = std::max(Row, Behind(static_cast<uint32_t>(Slots.size()), *Least));
    uint64_t NotFree = T.Rows.from(Row);
    for (uint32_t C : Columns)
      NotFree |= T.Slots.from(Row + C);
    if (~NotFree) {
      Row += std::countr_one(NotFree);
      break;
    }
  }
  if (Row + *Most >= Slots.size())
    Slots.resize(Row + *Most + 1);
  if (Row >= BlockAt.size())
    BlockAt.resize(Row + 1, None);
  return Row;
}

} // namespace ipoint::analysis
