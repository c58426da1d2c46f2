//===- CallTree.cpp - Call paths that follow from callers -----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModelBuilder.h"
#include "support/Ranges.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cmath>
#include <queue>

using namespace llvm;

namespace ipoint::analysis {

namespace {

/// A mean of fewer calls is no weight, unless it is that of all calls.
constexpr uint64_t LeastTimed = 30;

struct Edge {
  uint32_t Callee = 0;
  double Weight = 0; ///< then the callee's part that this caller has
};

class CallTree {
public:
  CallTree(ArrayRef<FunctionModel> Functions, size_t MostPaths)
      : Functions(Functions), MostPaths(MostPaths), Callees(Functions.size()),
        Outside(Functions.size()), Cost(Functions.size()) {
    for (size_t I = 0; I != Functions.size(); ++I)
      weigh(static_cast<uint32_t>(I));
    for (size_t I = 0; I != Functions.size(); ++I)
      fitToTime(static_cast<uint32_t>(I));
    cutCycles();
    share();
  }

  CallPathsModel grow() {
    struct Pending {
      double Time; ///< of all below
      uint32_t Function;
      double Part; ///< of all that the function did
      std::optional<uint32_t> Parent;
      bool operator<(const Pending &Other) const { return Time < Other.Time; }
    };
    std::priority_queue<Pending> Next;
    auto Add = [&](uint32_t Function, double Part,
                   std::optional<uint32_t> Parent) {
      if (Part > 0 && Functions[Function].Calls != 0)
        Next.push({Part * Cost[Function], Function, Part, Parent});
    };
    for (uint32_t I = 0; I != Functions.size(); ++I)
      Add(I, Outside[I], std::nullopt);
    std::vector<CallPathModel> Grown;
    CallPathsModel Result;
    while (!Next.empty() && Grown.size() != MostPaths) {
      const Pending P = Next.top();
      Next.pop();
      auto Index = static_cast<uint32_t>(Grown.size());
      Grown.push_back(pathOf(P.Function, P.Part));
      Grown.back().Parent = P.Parent;
      for (const Edge &E : Callees[P.Function])
        Add(E.Callee, P.Part * E.Weight, Index);
    }
    if (!Next.empty())
      Result.Beyond = beyond(Grown);
    Result.Paths = depthFirst(Grown);
    return Result;
  }

private:
  /// Puts the weights of the callers of \p Callee into Callees and Outside.
  void weigh(uint32_t Callee) {
    const FunctionModel &F = Functions[Callee];
    auto IsTimed = [](const CallerModel &C) {
      return C.Inclusive > 0 && (C.Count >= LeastTimed || C.Count >= C.Calls);
    };
    // What is left of the calls, and of their time, for all other callers.
    double Unknown = static_cast<double>(F.Calls), Known = 0, Timed = 0;
    for (const CallerModel &C : F.Callers) {
      Known += C.Function ? static_cast<double>(C.Calls) : 0;
      if (!C.Function || !IsTimed(C))
        continue;
      Unknown -= static_cast<double>(C.Calls);
      Timed += weightOf(C);
    }
    const double Mean = meanOf(F),
                 Left = Mean * static_cast<double>(F.Calls) - Timed;
    const double Other = Unknown > 0 && Left > 0 ? Left / Unknown : Mean;
    for (const CallerModel &C : F.Callers)
      if (C.Function && C.Calls != 0)
        Callees[*C.Function].push_back(
            {Callee,
             IsTimed(C) ? weightOf(C) : Other * static_cast<double>(C.Calls)});
    Outside[Callee] =
        std::max(0.0, static_cast<double>(F.Calls) - Known) * Other;
  }

  /// Where most calls of \p Caller were timed, its callees together took what
  /// these calls took, less its self time.
  void fitToTime(uint32_t Caller) {
    const FunctionModel &F = Functions[Caller];
    if (!F.Inclusive || F.Inclusive->Raw.Count < F.Calls - F.Calls / 2)
      return;
    const double Sum = sumOf(Callees[Caller], &Edge::Weight),
                 Left = F.Inclusive->Corrected.Mean -
                        (F.Self ? F.Self->Corrected.Mean : 0);
    if (Sum > 0 && Left > 0)
      for (Edge &E : Callees[Caller])
        E.Weight *= Left * static_cast<double>(F.Calls) / Sum;
  }

  static double weightOf(const CallerModel &C) {
    return static_cast<double>(C.Calls) * C.Inclusive /
           static_cast<double>(C.Count);
  }

  /// Inclusive time of a call of \p F; 1 where no call has one.
  static double meanOf(const FunctionModel &F) {
    if (F.Inclusive && F.Inclusive->Corrected.Mean > 0)
      return F.Inclusive->Corrected.Mean;
    double Count = 0, Inclusive = 0;
    for (const CallerModel &C : F.Callers) {
      Count += static_cast<double>(C.Count);
      Inclusive += C.Inclusive;
    }
    return Inclusive > 0 ? Inclusive / Count : 1;
  }

  /// Leaves out calls of what is on the way already; Order is callees first.
  void cutCycles() {
    enum class Visit : uint8_t { No, Open, Done };
    std::vector<Visit> Visits(Functions.size());
    struct Step {
      uint32_t Function;
      size_t Next = 0;
    };
    std::vector<Step> Stack;
    auto Visited = [&](uint32_t Root) {
      if (Visits[Root] != Visit::No)
        return;
      Visits[Root] = Visit::Open;
      Stack.push_back({Root});
      while (!Stack.empty()) {
        auto &[F, Next] = Stack.back();
        if (Next == Callees[F].size()) {
          Visits[F] = Visit::Done;
          Order.push_back(F);
          Stack.pop_back();
          continue;
        }
        Edge &E = Callees[F][Next++];
        if (Visits[E.Callee] == Visit::Open) {
          E.Weight = 0;
        } else if (Visits[E.Callee] == Visit::No) {
          Visits[E.Callee] = Visit::Open;
          Stack.push_back({E.Callee});
        }
      }
    };
    for (std::vector<Edge> &List : Callees)
      std::ranges::stable_sort(List, std::ranges::greater{}, &Edge::Weight);
    for (bool FromOutside : {true, false})
      for (uint32_t I = 0; I != Functions.size(); ++I)
        if (!FromOutside || Outside[I] > 0)
          Visited(I);
  }

  /// Makes of weights the parts that callers have of a function, and adds up
  /// the times below.
  void share() {
    std::vector<double> Sums = Outside;
    for (const std::vector<Edge> &List : Callees)
      for (const Edge &E : List)
        Sums[E.Callee] += E.Weight;
    for (std::vector<Edge> &List : Callees)
      for (Edge &E : List)
        E.Weight = E.Weight > 0 ? E.Weight / Sums[E.Callee] : 0;
    for (size_t I = 0; I != Functions.size(); ++I)
      Outside[I] = Sums[I] > 0 ? Outside[I] / Sums[I] : 1;
    for (uint32_t F : Order) {
      const FunctionModel &M = Functions[F];
      // A call of which no time is known counts for a tick.
      Cost[F] = static_cast<double>(M.Calls) *
                std::max(1.0, M.Self ? M.Self->Corrected.Mean : 0.0);
      for (const Edge &E : Callees[F])
        Cost[F] += E.Weight * Cost[E.Callee];
    }
  }

  /// \p Part of all that \p Function did.
  CallPathModel pathOf(uint32_t Function, double Part) const {
    const FunctionModel &F = Functions[Function];
    auto Of = [&](auto Count) {
      return static_cast<uint64_t>(std::llround(Part * double(Count)));
    };
    CallPathModel P;
    P.Function = Function;
    P.Calls = Of(F.Calls);
    if (!F.Self)
      return P;
    P.Self = {Of(F.Self->Raw.Count),
              Part * F.Self->Raw.Total,
              Part * F.Self->Corrected.Total,
              {},
              static_cast<uint64_t>(F.Self->Raw.Max)};
    if (F.Self->Filtered)
      P.Self.Filtered = Part * F.Self->Filtered->Total;
    return P;
  }

  /// What \p Grown does not have.
  CallPathModel beyond(ArrayRef<CallPathModel> Grown) const {
    CallPathModel Rest;
    double Filtered = 0;
    auto Add = [&](const CallPathModel &P, int Sign) {
      Rest.Calls += Sign * P.Calls;
      Rest.Self.Count += Sign * P.Self.Count;
      Rest.Self.Raw += Sign * P.Self.Raw;
      Rest.Self.Corrected += Sign * P.Self.Corrected;
      Filtered += Sign * P.Self.best();
    };
    for (uint32_t I = 0; I != Functions.size(); ++I)
      if (Functions[I].Calls != 0)
        Add(pathOf(I, 1), 1);
    for (const CallPathModel &P : Grown)
      Add(P, -1);
    // Calls of paths were rounded.
    for (uint64_t *Count : {&Rest.Calls, &Rest.Self.Count})
      *Count = static_cast<int64_t>(*Count) < 0 ? 0 : *Count;
    Rest.Self.Filtered = Filtered;
    return Rest;
  }

  /// \p Grown, children by function.
  static std::vector<CallPathModel> depthFirst(ArrayRef<CallPathModel> Grown) {
    std::vector<std::vector<uint32_t>> Children(Grown.size() + 1);
    for (uint32_t I = 0; I != Grown.size(); ++I)
      Children[Grown[I].Parent ? *Grown[I].Parent + 1 : 0].push_back(I);
    std::vector<CallPathModel> Result;
    std::vector<std::pair<uint32_t, std::optional<uint32_t>>> Pending;
    auto AddChildren = [&](std::vector<uint32_t> &List,
                           std::optional<uint32_t> Place) {
      std::ranges::sort(List, std::ranges::greater{},
                        [&](uint32_t I) { return *Grown[I].Function; });
      for (uint32_t Child : List)
        Pending.push_back({Child, Place});
    };
    AddChildren(Children[0], std::nullopt);
    while (!Pending.empty()) {
      auto [Index, Parent] = Pending.back();
      Pending.pop_back();
      auto Place = static_cast<uint32_t>(Result.size());
      Result.push_back(Grown[Index]);
      Result.back().Parent = Parent;
      AddChildren(Children[Index + 1], Place);
    }
    return Result;
  }

  ArrayRef<FunctionModel> Functions;
  size_t MostPaths;
  std::vector<std::vector<Edge>> Callees; ///< by caller
  std::vector<double> Outside; ///< of calls by no known function; see Edge
  std::vector<uint32_t> Order; ///< callees first
  std::vector<double> Cost;    ///< with all below, to find what matters most
};

} // namespace

CallPathsModel treeOfCalls(ArrayRef<FunctionModel> Functions,
                           size_t MostPaths) {
  return CallTree(Functions, MostPaths).grow();
}

} // namespace ipoint::analysis
