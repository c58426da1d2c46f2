//===- SymbolCalls.cpp - What blocks call ---------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Symbols.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include <map>

using namespace llvm;

namespace ipoint::analysis {

/// A block is linear if all its direct calls are to functions of the program
/// that are instrumented, and it makes none through a pointer.
void SymbolTable::findLinear(ArrayRef<const database::Unit *> Units) {
  StringSet<> Instrumented;
  for (const FunctionSymbol &F : Functions)
    if (!F.Skipped)
      Instrumented.insert(F.Name);
  for (const database::Unit *U : Units)
    for (const database::Call &C : U->Calls) {
      if (StringRef(C.Callee).starts_with("__builtin_"))
        continue;
      BlockSymbol &Block = Blocks[Sites[U->First + C.Ipoint - FirstId].Block];
      Block.Calls = true;
      if (!Instrumented.contains(C.Callee))
        Block.Linear = false;
    }
}

namespace {

/// The calls in blocks by callee, of type \p Key; first those of each unit,
/// then of all.
template <typename Key> class CallTally {
public:
  void add(uint32_t Block, const Key &Callee, database::CallTimes Times) {
    CallCounts &C = OfUnit[{Block, Callee}];
    ++C.Count;
    C.Least += Times == database::CallTimes::Once;
    C.Most += Times <= database::CallTimes::Maybe;
    C.IsUnbounded |= Times == database::CallTimes::Any;
  }

  void endUnit() {
    for (auto &[K, C] : OfUnit) {
      auto [It, New] = All.try_emplace(K, C, 0);
      auto &[A, Units] = It->second;
      A = {std::max(A.Count, C.Count), std::min(A.Least, C.Least),
           std::max(A.Most, C.Most), A.IsUnbounded || C.IsUnbounded};
      ++Units;
    }
    OfUnit.clear();
  }

  /// \p UnitsOf: in how many units each block is.
  template <typename Into>
  void take(std::vector<Into> &To, ArrayRef<uint32_t> UnitsOf) {
    for (auto &[K, Counted] : All) {
      auto &[C, Units] = Counted;
      if (Units != UnitsOf[K.first])
        C.Least = 0;
      To.push_back({C, K.first, K.second});
    }
  }

private:
  std::map<std::pair<uint32_t, Key>, CallCounts> OfUnit;
  std::map<std::pair<uint32_t, Key>, std::pair<CallCounts, uint32_t>> All;
};

} // namespace

/// A name is that of the unit's own function, else of the only one that the
/// program has. An inline function of a header has the same calls in each unit.
void SymbolTable::findCalls(ArrayRef<const database::Unit *> Units) {
  StringMap<uint32_t> Entries; // None: of several
  for (const BlockSymbol &B : Blocks)
    if (B.Kind == database::Kind::Entry) {
      uint32_t Block = &B - Blocks.data();
      auto [It, New] = Entries.try_emplace(Functions[B.Function].Name, Block);
      if (!New)
        It->second = None;
    }
  CallTally<uint32_t> ByEntry;
  CallTally<std::string> ByType;
  std::vector<uint32_t> UnitsOf(Blocks.size());
  for (const database::Unit *U : Units) {
    StringMap<uint32_t> Own;
    for (auto [I, Ipoint] : enumerate(U->Ipoints)) {
      uint32_t Block = Sites[U->First + I - FirstId].Block;
      ++UnitsOf[Block];
      if (Ipoint.K == database::Kind::Entry)
        Own[U->Functions[Ipoint.Function].Name] = Block;
    }
    for (const database::Call &C : U->Calls) {
      uint32_t Block = Sites[U->First + C.Ipoint - FirstId].Block;
      const StringMap<uint32_t> &Known = Own.contains(C.Callee) ? Own : Entries;
      auto Entry = Known.find(C.Callee);
      if (C.Callee.empty())
        ByType.add(Block, C.Type, C.Times);
      else if (Entry != Known.end() && Entry->second != None)
        ByEntry.add(Block, Entry->second, C.Times);
    }
    ByEntry.endUnit();
    ByType.endUnit();
  }
  ByEntry.take(Direct, UnitsOf);
  ByType.take(Pointers, UnitsOf);
}

} // namespace ipoint::analysis
