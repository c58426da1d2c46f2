//===- ModelPieces.cpp - Figures by run and by call path ------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModelBuilder.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace ipoint::analysis {

static double without(const Spent &S, const ProbeOverhead &Overhead) {
  double Cost = static_cast<double>(S.Probes.Timed) * Overhead.TimedMean +
                static_cast<double>(S.Probes.Untimed) * Overhead.UntimedMean;
  return std::max(0.0, static_cast<double>(S.Ticks) - Cost);
}

/// The same of what is left of \p S behind \p Loss ticks; none if that is all.
static std::optional<double> without(const Spent &S, uint64_t Loss,
                                     const ProbeOverhead &Overhead) {
  if (Loss == 0)
    return std::nullopt;
  return without({S.Ticks - Loss, S.Probes}, Overhead);
}

static CallPathModel pathModel(const CallPaths::Node &N, PathLosses::Loss Loss,
                               const ProbeOverhead &Overhead) {
  CallPathModel P;
  P.Calls = N.Calls;
  P.SelfCount = N.SelfCount;
  P.InclusiveCount = N.InclusiveCount;
  P.SelfRaw = static_cast<double>(N.Self.Ticks);
  P.Self = without(N.Self, Overhead);
  P.InclusiveRaw = static_cast<double>(N.Inclusive.Ticks);
  P.Inclusive = without(N.Inclusive, Overhead);
  P.SelfMax = N.SelfMax;
  P.InclusiveMax = N.InclusiveMax;
  P.SelfFiltered = without(N.Self, Loss.Self, Overhead);
  P.InclusiveFiltered = without(N.Inclusive, Loss.Inclusive, Overhead);
  return P;
}

namespace {

/// By function that calls, if any, and the one that is called.
class CallEdges {
public:
  void add(std::optional<uint32_t> Caller, const CallPathModel &P) {
    CallerModel &C = Edges[{Caller, *P.Function}];
    C.Calls += P.Calls;
    C.Count += P.InclusiveCount;
    C.Inclusive += P.Inclusive;
  }
  void add(uint32_t Caller, uint32_t Callee, uint64_t Calls) {
    Edges[{Caller, Callee}].Calls += Calls;
  }
  /// The times that \p C has of those calls.
  void addTimes(uint32_t Caller, uint32_t Callee, const CallerModel &C) {
    CallerModel &To = Edges[{Caller, Callee}];
    To.Count += C.Count;
    To.Inclusive += C.Inclusive;
  }
  void putInto(std::vector<FunctionModel> &Functions) {
    for (auto &[Edge, C] : Edges) {
      auto [Caller, Callee] = Edge;
      if (C.Calls == 0) // times in a window alone
        continue;
      C.Function = Caller;
      Functions[Callee].Callers.push_back(C);
      C.Function = Callee;
      if (Caller)
        Functions[*Caller].Callees.push_back(C);
    }
    for (FunctionModel &F : Functions)
      for (std::vector<CallerModel> *List : {&F.Callers, &F.Callees})
        stable_sort(*List, [](const CallerModel &A, const CallerModel &B) {
          return std::pair(A.Inclusive, A.Calls) >
                 std::pair(B.Inclusive, B.Calls);
        });
  }

private:
  std::map<std::pair<std::optional<uint32_t>, uint32_t>, CallerModel> Edges;
};

} // namespace

/// Who calls the functions of which no record says it. A block calls what its
/// source names as often as it was visited, or less often, where an operand of
/// && or the like does: so callers are known where these visits add up to the
/// calls that were counted, and there are no others. They take the place of
/// those that windows show, but for the times of these.
void ModelBuilder::addCountedCallers() {
  std::map<uint32_t, uint64_t> Sums; // by callee
  auto CalleeOf = [&](const DirectCalls &C) {
    return Symbols.blocks()[C.Entry].Function;
  };
  auto CallsOf = [&](const DirectCalls &C) {
    return All.Blocks[C.Block].Visits * C.Count;
  };
  for (const DirectCalls &C : Symbols.directCalls())
    Sums[CalleeOf(C)] += CallsOf(C);
  auto IsKnown = [&](uint32_t Callee) {
    const FunctionModel &F = Result.Functions[Callee];
    auto It = Sums.find(Callee);
    return (F.IsCounted || F.Callers.empty()) && F.Calls != 0 &&
           It != Sums.end() && It->second == F.Calls;
  };
  CallEdges Edges;
  for (auto [Index, F] : enumerate(Result.Functions)) {
    auto Callee = static_cast<uint32_t>(Index);
    if (!IsKnown(Callee))
      continue;
    for (const CallerModel &C : std::exchange(F.Callers, {}))
      if (C.Function)
        Edges.addTimes(uint32_t(*C.Function), Callee, C);
  }
  for (FunctionModel &F : Result.Functions)
    erase_if(F.Callees, [&](const CallerModel &C) {
      return IsKnown(uint32_t(*C.Function));
    });
  for (const DirectCalls &C : Symbols.directCalls())
    if (IsKnown(CalleeOf(C)) && CallsOf(C) != 0)
      Edges.add(Symbols.blocks()[C.Block].Function, CalleeOf(C), CallsOf(C));
  Edges.putInto(Result.Functions);
}

/// Where callers are unsure each function is a path, as if all of its calls
/// came from outside: a stack on which calls stay that have ended long ago
/// nests functions that never called each other. Their inclusive times are
/// their self times then, and they have no callers.
void ModelBuilder::addFlatPaths() {
  CallPathsModel &Out = Result.CallPaths.emplace();
  for (auto [Index, F] : enumerate(Result.Functions)) {
    if (!F.Self)
      continue;
    const TimeModel &T = *F.Self;
    CallPathModel P;
    P.Function = uint32_t(Index);
    P.Calls = F.Calls;
    P.SelfCount = P.InclusiveCount = T.Raw.Count;
    P.SelfRaw = P.InclusiveRaw = T.Raw.Total;
    P.Self = P.Inclusive = T.Corrected.Total;
    P.SelfMax = P.InclusiveMax = uint64_t(T.Raw.Max);
    if (T.Filtered)
      P.SelfFiltered = P.InclusiveFiltered = T.Filtered->Total;
    Out.Paths.push_back(P);
  }
}

/// Depth first, children by function: the order in which paths were found is
/// that of the streams.
void ModelBuilder::addCallPaths() {
  ArrayRef<CallPaths::Node> Nodes = All.Paths->nodes();
  std::vector<std::vector<uint32_t>> Children(Nodes.size());
  for (uint32_t I = CallPaths::Beyond + 1; I < Nodes.size(); ++I)
    Children[Nodes[I].Parent].push_back(I);
  auto LossOf = [&](uint32_t Node) {
    return Filtered && Filtered->Paths ? Filtered->Paths->losses()[Node]
                                       : PathLosses::Loss();
  };
  CallPathsModel &Out = Result.CallPaths.emplace();
  // Nodes to come, the next one last, each with its parent's place in Out.
  std::vector<std::pair<uint32_t, std::optional<uint32_t>>> Pending;
  auto AddChildren = [&](uint32_t Node, std::optional<uint32_t> Place) {
    sort(Children[Node], [&](uint32_t A, uint32_t B) {
      return Nodes[A].Function > Nodes[B].Function;
    });
    for (uint32_t Child : Children[Node])
      Pending.push_back({Child, Place});
  };
  AddChildren(CallPaths::Root, std::nullopt);
  while (!Pending.empty()) {
    auto [Node, Parent] = Pending.back();
    Pending.pop_back();
    const CallPaths::Node &N = Nodes[Node];
    CallPathModel P =
        pathModel(N, LossOf(Node), overheadOf(Symbols.functions()[N.Function]));
    P.Parent = Parent;
    P.Function = N.Function;
    AddChildren(Node, static_cast<uint32_t>(Out.Paths.size()));
    Out.Paths.push_back(P);
  }
  CallEdges Edges;
  // Of functions that are counted in place these are calls in windows only.
  for (const CallPathModel &P : Out.Paths)
    if (!Result.Functions[*P.Function].IsCounted)
      Edges.add(P.Parent ? Out.Paths[*P.Parent].Function : std::nullopt, P);
  Edges.putInto(Result.Functions);
  const CallPaths::Node &Beyond = Nodes[CallPaths::Beyond];
  if (Beyond.Calls || Beyond.SelfCount || Beyond.InclusiveCount)
    Out.Beyond =
        pathModel(Beyond, LossOf(CallPaths::Beyond), Overheads.front());
}

} // namespace ipoint::analysis
