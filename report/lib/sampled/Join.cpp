//===- Join.cpp - Samples joined with the functions of a report -----------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Join.h"
#include "llvm/ADT/IntEqClasses.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"
#include <algorithm>
#include <tuple>

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::sampled {

BlockPlaces::BlockPlaces(ArrayRef<BlockStart> Blocks) {
  for (auto [I, B] : enumerate(Blocks)) {
    Ran.push_back(B.Ran);
    HasColumns &= B.Column != 0;
    Starts.push_back({B.Line, B.Column, static_cast<uint32_t>(I)});
  }
  std::ranges::stable_sort(
      Starts, {}, [](const Start &X) { return std::tie(X.Line, X.Column); });
}

BlockSet BlockPlaces::ranOf(BlockSet All) const {
  BlockSet Result;
  copy_if(All, std::back_inserter(Result), [&](uint32_t B) { return Ran[B]; });
  if (Result.empty())
    Result = std::move(All);
  sort(Result);
  return Result;
}

BlockSet BlockPlaces::at(unsigned Line, unsigned Column) const {
  if (Line == 0 || Starts.empty())
    return {};
  bool ByColumn = Column != 0 && HasColumns;
  auto After = find_if(Starts, [&](const Start &S) {
    return S.Line > Line || (ByColumn && S.Line == Line && S.Column > Column);
  });
  // Code in front of the first block is the function's beginning.
  auto Last = After == Starts.begin() ? After : std::prev(After);
  BlockSet Result;
  auto Add = [&](const Start &Place) {
    for (const Start &S : Starts)
      if (S.Line == Place.Line && S.Column == Place.Column)
        Result.push_back(S.Block);
  };
  Add(*Last);
  if (ByColumn)
    return ranOf(std::move(Result));
  // Any block of the line, or the one that reaches into it.
  for (auto It = Last; It != Starts.begin() && It->Line == Line;) {
    --It;
    if (!is_contained(Result, It->Block))
      Add(*It);
  }
  return ranOf(std::move(Result));
}

std::vector<uint32_t> groupBlocks(size_t Count, ArrayRef<BlockSet> Sets) {
  IntEqClasses Classes(static_cast<unsigned>(Count));
  for (const BlockSet &Set : Sets)
    for (uint32_t B : drop_begin(Set))
      Classes.join(Set.front(), B);
  std::vector<uint32_t> Result(Count);
  for (size_t I = 0; I < Count; ++I)
    Result[I] = Classes.findLeader(static_cast<unsigned>(I));
  return Result;
}

NameIndex::NameIndex(ArrayRef<KnownFunction> All) : All(All) {
  for (auto [I, F] : enumerate(All))
    ByName[F.Name].push_back(static_cast<uint32_t>(I));
}

size_t commonEnd(StringRef A, StringRef B) {
  SmallString<256> PlainA(A), PlainB(B);
  sys::path::remove_dots(PlainA, /*remove_dot_dot=*/true);
  sys::path::remove_dots(PlainB, /*remove_dot_dot=*/true);
  size_t Result = 0;
  auto ItA = sys::path::rbegin(PlainA), ItB = sys::path::rbegin(PlainB);
  while (ItA != sys::path::rend(PlainA) && ItB != sys::path::rend(PlainB) &&
         *ItA == *ItB) {
    ++Result;
    ++ItA;
    ++ItB;
  }
  return Result;
}

std::optional<uint32_t> NameIndex::find(const SampledFunction &F) const {
  auto It = ByName.find(F.Name);
  if (F.Name.empty() || It == ByName.end())
    return std::nullopt;
  ArrayRef<uint32_t> Candidates = It->second;
  if (F.Source.empty())
    return Candidates.size() == 1 ? std::optional(Candidates.front())
                                  : std::nullopt;
  std::optional<uint32_t> Best;
  size_t Most = 0;
  for (uint32_t I : Candidates) {
    size_t Common = commonEnd(All[I].File, F.Source);
    if (Common > Most)
      Best = I;
    else if (Common == Most)
      Best = std::nullopt; // either could be
    Most = std::max(Most, Common);
  }
  return Best;
}

std::vector<KnownFunction> Joining::namesOf(const ReportModel &Report) {
  std::vector<KnownFunction> Result;
  for (const FunctionModel &F : Report.Functions) {
    SmallString<256> File(F.File);
    if (!sys::path::is_absolute(File)) {
      File = Report.Root;
      sys::path::append(File, F.File);
    }
    Result.push_back({F.Name, File.str().str()});
  }
  return Result;
}

uint32_t Joining::spotOf(uint32_t Function, const Attributed &Place) {
  auto [Known, NewFunction] =
      Blocks.try_emplace(Function, ArrayRef<BlockStart>());
  if (NewFunction) {
    std::vector<BlockStart> Starts;
    for (const BlockModel &B : Report.Functions[Function].Blocks)
      Starts.push_back({B.Line, B.Column, B.Visits > 0});
    Known->second = BlockPlaces(Starts);
  }
  BlockSet Set = Known->second.at(Place.Line, Place.Column);
  if (Set.empty())
    return None;
  return Spots.indexOf({Function, std::move(Set)});
}

Target Joining::targetOf(const SampledFunction &F, bool InProgram) {
  using Kind = OtherTime::Kind;
  if (F.By == Evidence::Kernel)
    return {None, Kind::Kernel, "", ""};
  if (F.By == Evidence::Unknown)
    return {None, Kind::Unknown, "", ""};
  // A library's own functions can have the names of the program's: without the
  // source of either, they are not the same.
  bool Joins = F.By == Evidence::DebugInfo || InProgram;
  if (std::optional<uint32_t> I = Joins ? Index.find(F) : std::nullopt) {
    const FunctionModel &M = Report.Functions[*I];
    if (M.Calls > 0)
      return {*I, Kind::Unknown, M.Name, M.File};
    return {None,
            M.Status == FunctionStatus::NotInstrumented ? Kind::NotInstrumented
                                                        : Kind::NotCalled,
            M.Name, M.File};
  }
  if (!InProgram)
    return {None, Kind::Library, F.File, ""};
  return F.Name.empty() ? Target{None, Kind::Unknown, F.File, ""}
                        : Target{None, Kind::NotInDatabase, F.Name, F.Source};
}

std::vector<uint32_t> Joining::columnsOf(const SampledProgram &Sampled) {
  append_range(Out.Problems, Sampled.Problems);
  std::vector<uint32_t> OfFunction;
  for (auto [F, InProgram] : zip_equal(Sampled.Functions, Sampled.InProgram)) {
    BySymbol |= InProgram && F.By == Evidence::Symbol;
    ByDebugInfo |= InProgram && F.By == Evidence::DebugInfo;
    OfFunction.push_back(Targets.indexOf(targetOf(F, InProgram)));
  }
  std::vector<uint32_t> Result;
  for (Attributed Place : Sampled.Places) {
    // Probes have moved what stands behind them in a line.
    if (Sampled.IsCounted)
      Place.Column = 0;
    Column C;
    C.Target = OfFunction[Place.Functions.front()];
    for (uint32_t F : Place.Functions)
      if (C.Carrier == None)
        C.Carrier = targets()[OfFunction[F]].Function;
    uint32_t Self = targets()[C.Target].Function;
    if (Self != None)
      C.Spot = spotOf(Self, Place);
    Result.push_back(Columns.indexOf(C));
  }
  return Result;
}

void Joining::add(const SampledProgram &Sampled, InputRuns &In) {
  std::vector<uint32_t> At = columnsOf(Sampled);
  In.ExcludesKernel = Sampled.ExcludesKernel;
  for (const SampledRun &R : Sampled.Runs) {
    In.Sampled.push_back(R.renamed(At));
    for (auto [Place, Samples] : enumerate(R.All.Columns))
      if (uint32_t F = targets()[columns()[At[Place]].Target].Function;
          F != None && Samples > 0)
        Lines[F][Sampled.Places[Place].Line] += Samples * R.Weight;
  }
}

} // namespace ipoint::sampled
