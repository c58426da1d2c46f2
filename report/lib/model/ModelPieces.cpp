//===- ModelPieces.cpp - Figures by call path -----------------------------===//
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
  const CallPaths::Node &Beyond = Nodes[CallPaths::Beyond];
  if (Beyond.Calls || Beyond.SelfCount || Beyond.InclusiveCount)
    Out.Beyond =
        pathModel(Beyond, LossOf(CallPaths::Beyond), Overheads.front());
}

} // namespace ipoint::analysis
