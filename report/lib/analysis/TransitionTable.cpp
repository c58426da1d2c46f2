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

using namespace llvm;

namespace ipoint::analysis {

/// Places that are tried for a row before it is put behind all others: what
/// bounds the time for programs of any size.
static constexpr unsigned Tries = 4096;

TransitionTable::TransitionTable(ArrayRef<uint32_t> Begin,
                                 ArrayRef<uint32_t> Targets,
                                 ArrayRef<uint32_t> Columns) {
  Rows.resize(Columns.size());
  for (uint32_t Block = 0; Block < Columns.size(); ++Block) {
    ArrayRef<uint32_t> Own =
        Targets.slice(Begin[Block], Begin[Block + 1] - Begin[Block]);
    if (Own.empty())
      continue;
    SmallVector<uint32_t> Wanted;
    for (uint32_t To : Own)
      Wanted.push_back(Columns[To]);
    uint32_t Row = findRow(Wanted);
    RowTaken[Row] = true;
    Rows[Block] = Row;
    for (auto [Number, To] : enumerate(Own))
      Slots[Row + Columns[To]] = {To,
                                  Begin[Block] + static_cast<uint32_t>(Number)};
    while (FirstFree < Slots.size() && Slots[FirstFree].To != Empty)
      ++FirstFree;
  }
  EmptyRow = static_cast<uint32_t>(Slots.size());
  for (uint32_t Block = 0; Block < Columns.size(); ++Block)
    if (Begin[Block] == Begin[Block + 1])
      Rows[Block] = EmptyRow;
  uint32_t Width = Columns.empty() ? 0 : *llvm::max_element(Columns);
  Slots.resize(Slots.size() + Width + 1);
  RowTaken.clear();
}

/// The first row in which all \p Columns are free; makes room for it.
uint32_t TransitionTable::findRow(ArrayRef<uint32_t> Columns) {
  auto [Least, Most] = std::minmax_element(Columns.begin(), Columns.end());
  auto IsFree = [&](uint32_t Slot) {
    return Slot >= Slots.size() || Slots[Slot].To == Empty;
  };
  uint32_t Row = FirstFree > *Least ? FirstFree - *Least : 0;
  for (unsigned Try = 0;; ++Try, ++Row) {
    if (Try == Tries)
      Row = std::max(Row, static_cast<uint32_t>(Slots.size()));
    if (Row < RowTaken.size() && RowTaken[Row])
      continue;
    if (all_of(Columns, [&](uint32_t C) { return IsFree(Row + C); }))
      break;
  }
  if (Row + *Most >= Slots.size())
    Slots.resize(Row + *Most + 1);
  if (Row >= RowTaken.size())
    RowTaken.resize(Row + 1);
  return Row;
}

} // namespace ipoint::analysis
