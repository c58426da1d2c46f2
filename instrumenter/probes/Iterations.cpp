//===- Iterations.cpp - Loops whose iterations are timed ------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "probes/Iterations.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

using namespace llvm;

namespace ipoint {

/// Loops that are nested more deeply are not timed: time is to grow with the
/// text, not with the depth of its nests.
static constexpr size_t MostAround = 7;

static bool contains(const FoundLoop &L, unsigned Site) {
  return L.First <= Site && Site < L.End;
}

static bool mayLast(const FoundFunction &Found, size_t Loop) {
  const FoundLoop &L = Found.Loops[Loop];
  // Those in it come next.
  if (Loop + 1 != Found.Loops.size() && contains(L, Found.Loops[Loop + 1].Body))
    return true;
  return any_of(ArrayRef(Found.Sites).slice(L.First, L.End - L.First),
                [](const Site &S) { return !S.Calls.empty(); });
}

/// The ipoints to which control can come from \p L, where it has been left;
/// nothing where it can come back without passing one of them.
static std::optional<SmallSetVector<uint32_t, 4>>
ipointsBehind(const FoundFunction &Found, const FunctionPlan &Plan,
              const FoundLoop &L) {
  SmallSetVector<uint32_t, 4> Result;
  SmallSetVector<unsigned, 8> Between; // sites that are no ipoints
  auto IsInside = [&](unsigned Site) {
    return contains(L, Site) && Found.Sites[Site].K != database::Kind::Exit;
  };
  auto Reach = [&](unsigned Site) {
    if (std::optional<uint32_t> Ipoint = Plan.OfSite[Site])
      Result.insert(*Ipoint);
    else
      Between.insert(Site);
  };
  for (unsigned Site = L.First; Site != L.End; ++Site)
    for (unsigned Next : Found.Sites[Site].Next)
      if (!IsInside(Next))
        Reach(Next);
  for (size_t I = 0; I != Between.size(); ++I)
    for (unsigned Next : Found.Sites[Between[I]].Next) {
      if (IsInside(Next))
        return std::nullopt;
      Reach(Next);
    }
  return Result;
}

void planIterations(const FoundFunction &Found, FunctionPlan &Plan) {
  SmallVector<unsigned, 8> Around; // ends of the loops that the next one is in
  for (auto [Index, L] : enumerate(Found.Loops)) {
    while (!Around.empty() && Around.back() <= L.First)
      Around.pop_back();
    Around.push_back(L.End);
    std::optional<uint32_t> Body = Plan.OfSite[L.Body];
    if (!Body || Around.size() > MostAround + 1 || !mayLast(Found, Index))
      continue;
    auto Behind = ipointsBehind(Found, Plan, L);
    if (!Behind)
      continue;
    Plan.Ipoints[*Body].Iterates = static_cast<uint32_t>(Index);
    for (uint32_t Ipoint : *Behind)
      Plan.Ipoints[Ipoint].Leaves.push_back(static_cast<uint32_t>(Index));
  }
}

} // namespace ipoint
