//===- AddressMap.cpp - Where in which file an address lies ---------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AddressMap.h"
#include "llvm/ADT/StringExtras.h"
#include <limits>
#include <unordered_map>

using namespace llvm;

namespace ipoint::estimate {

uint32_t PlaceTable::moduleOf(const Mapping &M) {
  std::string Key = M.File + '\0' + toHex(M.Build);
  auto [It, New] =
      ByName.try_emplace(Key, static_cast<uint32_t>(Modules.size()));
  if (New)
    Modules.push_back({M.File, M.Build});
  return It->second;
}

uint32_t PlaceTable::indexOf(Place P) {
  auto [It, New] = Indices.try_emplace({P.Module, P.Offset},
                                       static_cast<uint32_t>(Places.size()));
  if (New)
    Places.push_back(P);
  return It->second;
}

/// What lay there is cut off, or parted.
void PlaceTable::map(Memory &Of, const Mapping &M, uint32_t Module) {
  uint64_t Most = std::numeric_limits<uint64_t>::max() - M.Start;
  uint64_t End = M.Start + std::min(M.Length, Most);
  if (End == M.Start)
    return;
  auto It = Of.lower_bound(M.Start);
  if (It != Of.begin()) {
    auto Before = std::prev(It);
    Mapped Old = Before->second;
    if (Old.End > M.Start) {
      Before->second.End = M.Start;
      if (Old.End > End)
        Of[End] = {Old.End, Old.Offset + (End - Before->first), Old.Module};
    }
  }
  while (It != Of.end() && It->first < End) {
    auto [Start, Old] = *It;
    It = Of.erase(It);
    if (Old.End > End)
      It = Of.insert_or_assign(
                 End, Mapped{Old.End, Old.Offset + (End - Start), Old.Module})
               .first;
  }
  Of[M.Start] = {End, M.Offset, Module};
}

Place PlaceTable::find(const Memory &Of, uint64_t Address) const {
  auto It = Of.upper_bound(Address);
  if (It == Of.begin())
    return {};
  const auto &[Start, M] = *std::prev(It);
  if (Address >= M.End)
    return {};
  return {M.Module, Address - Start + M.Offset};
}

std::vector<Located> PlaceTable::locate(const PerfData &Data) {
  std::vector<Located> Result;
  Result.reserve(Data.Samples);
  // A damaged file may have any number, also those that LLVM's maps keep.
  std::unordered_map<uint32_t, Memory> Processes;
  for (const Event &E : Data.Events) {
    switch (E.What) {
    case Event::Kind::Map: {
      const Mapping &M = Data.Mappings[E.Mapped];
      map(Processes[E.Process], M, moduleOf(M));
      break;
    }
    case Event::Kind::Exec:
      Processes[E.Process].clear();
      break;
    case Event::Kind::Fork: {
      // The child's place may be made by this, and so move the parent's.
      Memory Copy = Processes[E.Parent];
      Processes[E.Process] = std::move(Copy);
      break;
    }
    case Event::Kind::Sample:
      Place P;
      if (E.InKernel)
        P.Module = Place::Kernel;
      else
        P = find(Processes[E.Process], E.Address);
      Result.push_back({E.Time, E.Period, indexOf(P)});
      break;
    }
  }
  return Result;
}

} // namespace ipoint::estimate
