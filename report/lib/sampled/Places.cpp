//===- Places.cpp - Where samples fell, and what that is ------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Places.h"
#include "Image.h"
#include "support/Threads.h"
#include "llvm/ADT/STLExtras.h"
#include <limits>
#include <optional>
#include <unordered_map>

using namespace llvm;

namespace ipoint::sampled {

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

std::vector<std::pair<uint32_t, double>>
PlaceTable::locate(const PerfData &Data) {
  std::vector<std::pair<uint32_t, double>> Result;
  Result.reserve(Data.Samples);
  // A damaged file may have any number, also those that LLVM's maps keep.
  std::unordered_map<uint32_t, Memory> Processes;
  for (const Event &E : Data.Events) {
    switch (E.What) {
    case Event::Kind::Map: {
      const Mapping &M = Data.Mappings[E.Mapped];
      map(Processes[E.Process], M, Modules.indexOf({M.File, M.Build}));
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
      Result.push_back({Places.indexOf(P), static_cast<double>(E.Period)});
      break;
    }
  }
  return Result;
}

StringRef withoutCloneSuffix(StringRef Symbol) {
  size_t Dot = Symbol.find('.', 1);
  return Symbol.take_front(Dot);
}

Attributor::Attributor() = default;
Attributor::~Attributor() = default;

Attributed Attributor::attribute(const Place &P, const Module &M, Image &From) {
  Attributed Result;
  SampledFunction F;
  F.File = M.File;
  std::optional<uint64_t> Address = From.addressOf(P.Offset);
  if (!Address) {
    F.By = Evidence::File;
    Result.Functions = {Functions.indexOf(std::move(F))};
    return Result;
  }
  SmallVector<DWARFDie, 4> Entries = From.entriesAt(*Address);
  std::optional<CallSite> Probe = From.dropProbes(Entries);
  for (DWARFDie Entry : Entries) {
    auto [It, New] = From.Known.try_emplace(Entry.getDebugInfoEntry(), 0);
    if (New) {
      const char *Name = Entry.getSubroutineName(DINameKind::ShortName);
      F.Name = withoutCloneSuffix(Name ? Name : "");
      F.Source = From.sourceOf(Entry);
      F.Line = static_cast<unsigned>(Entry.getDeclLine());
      F.By = Evidence::DebugInfo;
      It->second = Functions.indexOf(F);
    }
    if (!functions()[It->second].Name.empty())
      Result.Functions.push_back(It->second);
  }
  if (Probe) {
    if (Probe->File == functions()[Result.Functions.front()].Source)
      Result.Line = Probe->Line;
    return Result;
  }
  if (!Result.Functions.empty()) {
    DILineInfo Place = From.lineAt(*Address);
    // Clang gives merged code columns without a line.
    if (Place.Line != 0 &&
        Place.FileName == functions()[Result.Functions.front()].Source) {
      Result.Line = Place.Line;
      Result.Column = Place.Column;
    }
    return Result;
  }
  F = SampledFunction();
  const Image::Symbol *Symbol = From.symbolAt(*Address);
  F.Name = Symbol ? withoutCloneSuffix(Symbol->Name) : "";
  F.File = M.File;
  F.By = F.Name.empty() ? Evidence::File : Evidence::Symbol;
  Result.Functions = {Functions.indexOf(std::move(F))};
  return Result;
}

std::vector<Attributed> Attributor::attribute(const PlaceTable &Table) {
  std::vector<Attributed> Result(Table.places().size());
  std::vector<std::vector<uint32_t>> ByModule(Table.modules().size());
  for (auto [I, P] : enumerate(Table.places())) {
    if (P.Module < ByModule.size()) {
      ByModule[P.Module].push_back(static_cast<uint32_t>(I));
      continue;
    }
    SampledFunction F;
    F.By = P.Module == Place::Kernel ? Evidence::Kernel : Evidence::Unknown;
    Result[I].Functions.push_back(Functions.indexOf(std::move(F)));
  }
  // A file at a time: what is known of one takes ten times its size.
  for (auto [M, Places] : zip_equal(Table.modules(), ByModule)) {
    if (Places.empty())
      continue;
    std::string Why;
    Image From(M, Why);
    // "[vdso]" and "//anon" are no files.
    bool IsFile = StringRef(M.File).starts_with("/") &&
                  !StringRef(M.File).starts_with("//");
    if (!Why.empty() && IsFile)
      Problems.push_back(M.File + ": " + Why);
    auto Attribute = [&, &M = M, &Places = Places] {
      for (uint32_t I : Places)
        Result[I] = attribute(Table.places()[I], M, From);
    };
    auto AttributeByDebugInfo = [&] {
      From.readDebugInfo();
      Attribute();
    };
    // LLVM's reader takes what a damaged file has for granted.
    if (!From.hasDebugInfo())
      Attribute();
    else if (survives(AttributeByDebugInfo))
      AttributeByDebugInfo();
    else {
      Problems.push_back(M.File + ": its debug information is damaged: what "
                                  "was inlined counts as its callers'");
      Attribute();
    }
  }
  return Result;
}

} // namespace ipoint::sampled
