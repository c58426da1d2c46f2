//===- Units.cpp - What the time of a function is made of -----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Units.h"
#include "Instances.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::worst {

/// Probes that a visit lasts at least, to be a unit.
static constexpr double LeastProbes = 10;

/// Whether \p T is the time of what is too short to be timed in \p F.
static bool isShort(const std::optional<TimeModel> &T, const FunctionModel &F,
                    const ReportModel &Report) {
  const auto &Probes = Report.Clock.Probes;
  double Probe = Probes[std::min(F.Form, Probes.size() - 1)].TimedMean;
  return T && T->Raw.Mean < LeastProbes * Probe;
}

UnitChoice choose(UnitChoice Choice, const ReportModel &Report) {
  if (Choice != UnitChoice::Auto)
    return Choice;
  if (Report.Clock.Overtaken == 0)
    return UnitChoice::Blocks;
  bool HasTimes = false, HasShort = false;
  for (const FunctionModel &F : Report.Functions)
    for (const BlockModel &B : F.Blocks) {
      HasTimes |= B.Time.has_value();
      HasShort |= isShort(B.Time, F, Report);
    }
  return HasTimes && !HasShort ? UnitChoice::Blocks : UnitChoice::Functions;
}

BitVector tooShort(const ReportModel &Report, uint32_t Root,
                   ArrayRef<Fact> Facts) {
  BitVector Result(Report.Functions.size());
  if (Report.Clock.Overtaken == 0)
    return Result;
  for (auto [Index, F] : enumerate(Report.Functions))
    if (Index != Root && isShort(F.Self, F, Report))
      Result.set(Index);
  for (const Fact &F : Facts)
    if (F.Is == Fact::Time && F.Terms[0].Is == Counted::Function)
      Result.reset(F.Terms[0].Number);
  return Result;
}

BitVector tooShortWithCallees(const ReportModel &Report,
                              const BitVector &TooShort) {
  BitVector Result = TooShort;
  for (unsigned Index : TooShort.set_bits()) {
    const FunctionModel &F = Report.Functions[Index];
    if (!isShort(F.Inclusive, F, Report))
      Result.reset(Index);
  }
  return Result;
}

UnitTimes::UnitTimes(const SymbolTable &Symbols, const ReportModel &Report,
                     const Flow &Seen, ArrayRef<Fact> Facts, UnitChoice Choice)
    : Symbols(Symbols), Report(Report), Seen(Seen),
      Units(Symbols.functions().size(), UnitKind::None), HasPaths(Units.size()),
      HasInner(Units.size()), HasOthers(Units.size()),
      IndexInFunction(Symbols.blocks().size()) {
  for (const FunctionSymbol &F : Symbols.functions())
    for (auto [Index, Block] : enumerate(F.Blocks))
      IndexInFunction[Block] = static_cast<uint32_t>(Index);
  for (const Fact &F : Facts)
    if (F.Is == Fact::Time)
      (F.Terms[0].Is == Counted::Function ? FunctionTimes
                                          : BlockTimes)[F.Terms[0].Number] =
          *F.Most;
  for (const auto &[Function, S] : Seen.Shapes) {
    // Interrupts are not found in paths.
    HasPaths[Function] =
        (Choice == UnitChoice::Blocks || Report.Clock.Overtaken == 0) &&
        !hasTimedBlocks(Function) && hasTimedPaths(Function);
    Units[Function] = choiceFor(Function, choose(Choice, Report));
  }
  for (unsigned Function : Seen.InCaller.set_bits())
    Units[Function] = UnitKind::Caller;
  findInner();
  for (const auto &[Function, Ticks] : FunctionTimes)
    Units[Function] = UnitKind::Inclusive;
}

void UnitTimes::findInner() {
  for (bool IsNew = true; IsNew;) {
    IsNew = false;
    for (const auto &[Call, Of] : Seen.Sites) {
      const uint32_t Caller = Symbols.blocks()[Call.first].Function;
      const bool IsInner = Units[Call.second] == UnitKind::Caller;
      if (IsInner)
        HasInner.set(Caller);
      if ((!IsInner || HasOthers[Call.second]) && !HasOthers[Caller]) {
        HasOthers.set(Caller);
        IsNew = true;
      }
    }
  }
}

const BlockModel *UnitTimes::modelOf(uint32_t Block) const {
  uint32_t Function = Symbols.blocks()[Block].Function;
  const auto &Blocks = Report.Functions[Function].Blocks;
  uint32_t Index = IndexInFunction[Block];
  return Index < Blocks.size() ? &Blocks[Index] : nullptr;
}

/// Each visit that ran has a time, but for few.
bool UnitTimes::hasTimedBlocks(uint32_t Function) const {
  const ContextFlow *F = Seen.ofFunction(Function);
  return F && all_of(F->Edges, [](const EdgeFlow &E) {
           return E.Count == 0 || E.Timed != 0;
         });
}

/// Entry, exits and a place in each cycle are timed, and what lies between two
/// timed ipoints has a time where it ran.
bool UnitTimes::hasTimedPaths(uint32_t Function) const {
  const ContextFlow *F = Seen.ofFunction(Function);
  const Shape &S = Seen.Shapes.at(Function);
  auto isTimed = [&](uint32_t Block) {
    return S.Blocks[Block] == None || Symbols.blocks()[S.Blocks[Block]].Timed;
  };
  std::vector<std::vector<uint32_t>> Untimed(S.Blocks.size());
  for (const Shape::Edge &E : S.Edges)
    if (!isTimed(E.From) && !isTimed(E.To))
      Untimed[E.From].push_back(E.To);
  return F && isTimed(S.Entry) && cyclesOf(Untimed).empty() &&
         all_of(S.Blocks,
                [&](uint32_t Block) {
                  if (Block == None)
                    return true;
                  const BlockSymbol &B = Symbols.blocks()[Block];
                  return B.Timed || (B.Kind != database::Kind::Entry &&
                                     B.Kind != database::Kind::Exit);
                }) &&
         all_of(zip_equal(S.Edges, F->Edges), [&](const auto &Of) {
           const auto &[E, Flow] = Of;
           const uint32_t To = Symbols.targetOf(E.Symbol);
           if (S.Blocks[E.To] == None && !Symbols.blocks()[To].Timed)
             return false;
           return Flow.Count == 0 || Flow.Timed != 0 || !isTimed(E.From);
         });
}

UnitKind UnitTimes::choiceFor(uint32_t Function, UnitChoice Choice) const {
  const ContextFlow *F = Seen.ofFunction(Function);
  bool HasSelf = F && F->SelfTimed != 0;
  if ((HasPaths[Function] || hasTimedBlocks(Function)) &&
      (Choice == UnitChoice::Blocks || !HasSelf))
    return UnitKind::Blocks;
  if (HasSelf)
    return UnitKind::Function;
  return Report.Functions[Function].Inclusive ? UnitKind::Inclusive
                                              : UnitKind::None;
}

static Times givenTime(double Ticks) { return {Ticks, Ticks, Ticks}; }

Times UnitTimes::withFiltered(double Raw, double Corrected,
                              const std::optional<TimeModel> &T) {
  Times Result{Raw, Corrected, Corrected};
  if (T && T->Filtered)
    Result.Filtered = std::min(Corrected, T->Filtered->Max);
  return Result;
}

std::optional<Times> UnitTimes::ofCall(const ContextKey &Key) const {
  if (auto It = FunctionTimes.find(Key.Function); It != FunctionTimes.end())
    return givenTime(It->second);
  const FunctionModel &Model = Report.Functions[Key.Function];
  if (Units[Key.Function] == UnitKind::Inclusive)
    return withFiltered(Model.Inclusive->Raw.Max,
                        Model.Inclusive->Corrected.Max, Model.Inclusive);
  if (Units[Key.Function] == UnitKind::Caller)
    return givenTime(0);
  if (Units[Key.Function] != UnitKind::Function)
    return std::nullopt;
  const ContextFlow *F = Seen.of(Key);
  if (!F || F->SelfTimed == 0)
    F = Seen.ofFunction(Key.Function);
  const double Corrected = static_cast<double>(F->MostSelfCorrected);
  return Times{static_cast<double>(F->MostSelfRaw), Corrected,
               std::min(Corrected, limitOf(Key.Function).value_or(Corrected))};
}

std::optional<double> UnitTimes::limitOf(uint32_t Function) const {
  const FunctionModel &Model = Report.Functions[Function];
  const std::optional<TimeModel> *Of =
      !HasInner[Function]   ? &Model.Self
      : HasOthers[Function] ? nullptr
                            : &Model.Inclusive; // all of it is its self time
  std::optional<double> Limit;
  if (Of && *Of && (*Of)->Filtered)
    Limit = (*Of)->Filtered->Max;
  if (auto It = Seen.Sizes.find(Function); It != Seen.Sizes.end())
    if (std::optional<uint64_t> L = It->second.limit())
      Limit = std::min(Limit.value_or(INFINITY), static_cast<double>(*L));
  return Limit;
}

/// The longest of the transitions of \p F that leave \p From.
static EdgeFlow longestFrom(const ContextFlow &F, const Shape &S,
                            uint32_t From) {
  EdgeFlow Most;
  for (auto [E, Of] : zip_equal(S.Edges, F.Edges))
    if (E.From == From && Of.Timed != 0)
      Most.merge(Of);
  return Most;
}

std::optional<UnitTimes::Visit>
UnitTimes::ofVisit(const ContextKey &Key, const Shape &S,
                   const Shape::Edge &Edge) const {
  uint32_t Block = S.Blocks[Edge.From];
  if (auto It = BlockTimes.find(Block); It != BlockTimes.end())
    return Visit{givenTime(It->second), true};
  const ContextFlow *Any = Seen.ofFunction(S.Function);
  if (!Any)
    return std::nullopt;
  size_t Index = static_cast<size_t>(&Edge - S.Edges.data());
  if (HasPaths[S.Function] && !Symbols.blocks()[Block].Timed)
    return Visit{givenTime(0), Any->Edges[Index].Count != 0};
  EdgeFlow E;
  if (const ContextFlow *F = Seen.of(Key))
    E = F->Edges[Index];
  if (E.Timed == 0)
    E = Any->Edges[Index];
  bool IsMeasured = E.Timed != 0;
  if (!IsMeasured)
    E = longestFrom(*Any, S, Edge.From);
  if (E.Timed == 0)
    return std::nullopt;
  const BlockModel *Model = modelOf(Block);
  return Visit{withFiltered(static_cast<double>(E.MostRaw),
                            static_cast<double>(E.MostCorrected),
                            HasPaths[S.Function]
                                ? Report.Functions[S.Function].Self
                            : Model ? Model->Time
                                    : std::nullopt),
               IsMeasured};
}

} // namespace ipoint::worst
