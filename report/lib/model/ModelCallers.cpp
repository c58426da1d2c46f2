//===- ModelCallers.cpp - Who calls a function, and whom it calls ---------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where calls have records, call paths have their callers. Of functions that
// are counted in place they follow from the source:
//
//   visits of blocks that name f   = calls of f    exact
//                                  > calls of f    some of the names are
//                                  operands
//                                                  that are not always
//                                                  evaluated
//                                  < calls of f    the rest came through
//                                                  pointers, or from outside
//
// Calls through pointers that have the type of f, in one function alone, are
// the rest if they are as many as the rests of all functions of this type: then
// nothing else was called through them. Where no block is of a loop (level
// functions), a name in a loop accounts for one call of many: calls of what
// nothing calls through pointers are of those that name it. What is not exact
// is divided in proportion to the calls in windows, else to the visits of such
// blocks.
//
//===----------------------------------------------------------------------===//

#include "ModelBuilder.h"
#include "support/Ranges.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <set>

using namespace llvm;

namespace ipoint::analysis {

namespace {

/// By function that calls, if any, and the one that is called.
class CallEdges {
public:
  CallerModel &at(std::optional<uint32_t> Caller, uint32_t Callee) {
    return Edges[{Caller, Callee}];
  }
  void add(std::optional<uint32_t> Caller, const CallPathModel &P) {
    CallerModel &C = at(Caller, *P.Function);
    C.Calls += P.Calls;
    C.Count += P.Inclusive.Count;
    C.Inclusive += P.Inclusive.Corrected;
  }
  const CallerModel *find(uint32_t Caller, uint32_t Callee) const {
    return valueIn(Edges, std::pair(std::optional(Caller), Callee));
  }
  /// The callers of \p Callee.
  void copyTo(CallEdges &Other, uint32_t Callee) const {
    for (const auto &[Edge, C] : Edges)
      if (Edge.second == Callee)
        Other.Edges[Edge] = C;
  }
  void putInto(std::vector<FunctionModel> &Functions) {
    for (auto &[Edge, C] : Edges) {
      auto [Caller, Callee] = Edge;
      C.Function = Caller;
      Functions[Callee].Callers.push_back(C);
      C.Function = Callee;
      if (Caller)
        Functions[*Caller].Callees.push_back(C);
    }
    for (FunctionModel &F : Functions)
      for (std::vector<CallerModel> *List : {&F.Callers, &F.Callees})
        std::ranges::stable_sort(*List, std::ranges::greater{},
                                 [](const CallerModel &X) {
                                   return std::tie(X.Inclusive, X.Calls);
                                 });
  }

private:
  std::map<std::pair<std::optional<uint32_t>, uint32_t>, CallerModel> Edges;
};

/// A caller, and how many calls it has of something.
struct CallsBy {
  uint32_t Caller = None;
  uint64_t Calls = 0;
};

uint64_t callsOf(ArrayRef<CallsBy> By) { return sumOf(By, &CallsBy::Calls); }

/// The callers of functions that are counted in place.
class CountedCallers {
public:
  CountedCallers(const SymbolTable &Symbols, const Collector &All,
                 ArrayRef<FunctionModel> Functions, const CallEdges &Recorded)
      : Symbols(Symbols), Functions(Functions), Recorded(Recorded),
        AreLoopsHidden(all_of(Symbols.blocks(),
                              [](const BlockSymbol &B) {
                                return B.Kind == database::Kind::Entry ||
                                       B.Kind == database::Kind::Exit ||
                                       B.Kind == database::Kind::Mark;
                              })),
        Named(Functions.size()) {
    auto CallerIn = [&](uint32_t Block) {
      return Symbols.blocks()[Block].Function;
    };
    using Calls = std::map<uint32_t, uint64_t>; // by caller
    std::map<uint32_t, Calls> ByCallee;
    std::map<StringRef, Calls> ByType;
    for (const DirectCalls &C : Symbols.directCalls())
      if (uint64_t Visits = All.Blocks[C.Block].Visits)
        ByCallee[CallerIn(C.Entry)][CallerIn(C.Block)] += Visits * C.Count;
    for (const PointerCalls &C : Symbols.pointerCalls())
      if (uint64_t Visits = All.Blocks[C.Block].Visits)
        ByType[C.Type][CallerIn(C.Block)] += Visits * C.Count;
    for (const auto &[Callee, Callers] : ByCallee)
      for (auto [Caller, Times] : Callers)
        Named[Callee].push_back({Caller, Times});
    for (const auto &[Type, Callers] : ByType)
      for (auto [Caller, Times] : Callers) {
        Pointers[Type].By.push_back({Caller, Times});
        HavePointers.insert(Caller);
      }
    for (uint32_t I = 0; I != Functions.size(); ++I)
      if (auto It = Pointers.find(Symbols.functions()[I].Type);
          It != Pointers.end())
        It->second.Wanted += unnamed(I);
  }

  /// Puts those of \p Callee into \p Edges.
  void add(uint32_t Callee, CallEdges &Edges) const {
    const std::vector<CallsBy> &By = Named[Callee];
    const uint64_t Calls = Functions[Callee].Calls, Sum = callsOf(By);
    if (Sum > Calls || (0 < Sum && Sum < Calls && AreLoopsHidden &&
                        pointersTo(Callee).By.empty()))
      return divide(Callee, Calls, By, Edges);
    const bool IsExact = Sum == Calls || isOnlyPointer(Callee);
    for (const CallsBy &N : By) {
      CallerModel &C = Edges.at(N.Caller, Callee);
      C.Calls = N.Calls;
      if (!IsExact)
        C.EstimatedFrom = 0;
      addTimes(N.Caller, Callee, C);
    }
    if (Sum != Calls)
      addUnnamed(Callee, Calls - Sum, Edges);
  }

private:
  /// What calls through pointers that have the type of a function.
  struct OfType {
    std::vector<CallsBy> By;
    uint64_t Wanted = 0; ///< calls that no name in the source accounts for
  };

  /// Calls of \p Callee that no name in the source accounts for.
  uint64_t unnamed(uint32_t Callee) const {
    const uint64_t Calls = Functions[Callee].Calls,
                   Sum = callsOf(Named[Callee]);
    return Calls > Sum ? Calls - Sum : 0;
  }

  const OfType &pointersTo(uint32_t Callee) const {
    static const OfType None;
    const OfType *Known = valueIn(Pointers, Symbols.functions()[Callee].Type);
    return Known ? *Known : None;
  }

  /// Whether one function alone calls through pointers to such as \p Callee,
  /// and nothing but functions with counts.
  bool isOnlyPointer(uint32_t Callee) const {
    const OfType &Type = pointersTo(Callee);
    return Type.By.size() == 1 && Type.By.front().Calls == Type.Wanted;
  }

  /// Adds \p Calls of \p Callee that came through pointers, or from code
  /// without ipoints.
  void addUnnamed(uint32_t Callee, uint64_t Calls, CallEdges &Edges) const {
    const OfType &Type = pointersTo(Callee);
    if (isOnlyPointer(Callee)) {
      CallerModel &C = Edges.at(Type.By.front().Caller, Callee);
      C.Calls += Calls;
      return addTimes(Type.By.front().Caller, Callee, C);
    }
    std::vector<CallsBy> Seen;
    for (uint32_t Caller : HavePointers)
      if (uint64_t Times = seen(Caller, Callee))
        Seen.push_back({Caller, Times});
    uint64_t Least = Calls; // no pointer calls more than it was called
    if (Seen.empty() && Type.Wanted > callsOf(Type.By))
      Least = static_cast<uint64_t>(static_cast<double>(Calls) *
                                    static_cast<double>(callsOf(Type.By)) /
                                    static_cast<double>(Type.Wanted));
    if (Seen.empty() && Type.By.empty())
      Least = 0;
    divide(Callee, Least, Seen.empty() ? Type.By : Seen, Edges);
    if (Least != Calls && !(Least == 0 && Named[Callee].empty()))
      Edges.at(std::nullopt, Callee).Calls = Calls - Least;
  }

  uint64_t seen(uint32_t Caller, uint32_t Callee) const {
    const CallerModel *C = Recorded.find(Caller, Callee);
    return C ? C->Calls : 0;
  }

  /// Divides \p Calls among \p By, as windows have them, and where they have
  /// none, as \p By does. Rounded so that all add up.
  void divide(uint32_t Callee, uint64_t Calls, std::vector<CallsBy> By,
              CallEdges &Edges) const {
    const uint64_t Seen =
        sumOf(By, [&](const CallsBy &N) { return seen(N.Caller, Callee); });
    for (CallsBy &N : By)
      N.Calls = Seen ? seen(N.Caller, Callee) : N.Calls;
    const uint64_t All = callsOf(By);
    uint64_t Passed = 0, Before = 0;
    for (const CallsBy &N : By) {
      Passed += N.Calls;
      auto Until = static_cast<uint64_t>(
          (static_cast<unsigned __int128>(Calls) * Passed + All / 2) / All);
      if (Until == Before)
        continue;
      CallerModel &C = Edges.at(N.Caller, Callee);
      C.Calls += Until - std::exchange(Before, Until);
      C.EstimatedFrom = Seen;
      addTimes(N.Caller, Callee, C);
    }
  }

  void addTimes(uint32_t Caller, uint32_t Callee, CallerModel &C) const {
    if (const CallerModel *Seen = Recorded.find(Caller, Callee)) {
      C.Count = Seen->Count;
      C.Inclusive = Seen->Inclusive;
    }
  }

  const SymbolTable &Symbols;
  ArrayRef<FunctionModel> Functions;
  const CallEdges &Recorded;
  const bool AreLoopsHidden;
  std::vector<std::vector<CallsBy>> Named; ///< by callee
  std::map<StringRef, OfType> Pointers;    ///< by type of the callee
  std::set<uint32_t> HavePointers; ///< functions that have called through one
};

} // namespace

void ModelBuilder::addCallers() {
  CallEdges Recorded, Edges;
  std::vector<uint64_t> Known(Result.Functions.size()); // by records
  if (Result.CallPaths) {
    const std::vector<CallPathModel> &Paths = Result.CallPaths->Paths;
    for (const CallPathModel &P : Paths) {
      auto Caller = P.Parent ? Paths[*P.Parent].Function : std::nullopt;
      Recorded.add(Caller, P);
      Known[*P.Function] += Caller ? P.Calls : 0;
    }
  }
  if (!All.Account.Counted)
    return Recorded.putInto(Result.Functions);
  CountedCallers Counted(Symbols, All, Result.Functions, Recorded);
  for (auto [Index, F] : enumerate(Result.Functions)) {
    auto Callee = static_cast<uint32_t>(Index);
    if (!F.IsCounted && Known[Callee] == F.Calls)
      Recorded.copyTo(Edges, Callee);
    else if (F.Calls != 0)
      Counted.add(Callee, Edges);
  }
  Edges.putInto(Result.Functions);
  // Stacks of windows begin in the middle.
  if (Result.CallPaths)
    Result.CallPaths = treeOfCalls(Result.Functions);
}

} // namespace ipoint::analysis
