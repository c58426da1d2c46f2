//===- BlockCalls.cpp - How often the calls of a block happen -------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "probes/BlockCalls.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/GraphTraits.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using ipoint::database::CallTimes;

namespace ipoint {

namespace {

/// A site in a block.
struct BlockSite {
  SmallVector<BlockSite *, 2> Next; ///< in the block, but for
  BlockSite *Reopens = nullptr;     ///< see Site::Reopens
  uint32_t Part = 0;                ///< strongly connected component
  bool Ends = false;                ///< a visit can end behind it
};

} // namespace

} // namespace ipoint

namespace llvm {
template <> struct GraphTraits<ipoint::BlockSite *> {
  using NodeRef = ipoint::BlockSite *;
  using ChildIteratorType = SmallVectorImpl<NodeRef>::iterator;
  static NodeRef getEntryNode(NodeRef S) { return S; }
  static ChildIteratorType child_begin(NodeRef S) { return S->Next.begin(); }
  static ChildIteratorType child_end(NodeRef S) { return S->Next.end(); }
};
} // namespace llvm

namespace ipoint {

namespace {

/// The block as an acyclic graph of its strongly connected components. The
/// successors of a component have lower numbers.
class BlockGraph {
public:
  BlockGraph(const FoundFunction &Found,
             ArrayRef<std::optional<uint32_t>> OfSite, ArrayRef<unsigned> Sites)
      : All(Sites.size()) {
    DenseMap<unsigned, BlockSite *> Of;
    BlockSite Root;
    for (auto [S, Index] : zip_equal(All, Sites)) {
      Of[Index] = &S;
      Root.Next.push_back(&S);
    }
    for (auto [S, Index] : zip_equal(All, Sites)) {
      S.Ends = Found.Sites[Index].K == database::Kind::Exit;
      for (unsigned Next : Found.Sites[Index].Next)
        if (OfSite[Next])
          S.Ends = true;
        else if (Next == Found.Sites[Index].Reopens)
          S.Reopens = Of[Next];
        else
          S.Next.push_back(Of[Next]);
    }
    for (auto It = scc_begin(&Root); !It.isAtEnd() && It->front() != &Root;
         ++It) {
      for (BlockSite *S : *It)
        S->Part = Parts.size();
      Parts.push_back({*It, It.hasCycle()});
    }
    markReached();
  }

  uint32_t parts() const { return Parts.size(); }
  uint32_t partOf(size_t Site) const { return All[Site].Part; }
  bool isCycle(uint32_t Part) const { return Parts[Part].IsCycle; }
  /// False: only by evaluating operands whose order is open.
  bool isReached(uint32_t Part) const { return Parts[Part].IsReached; }

  /// The fewest and the most calls in a visit, where \p Calls are those of a
  /// visit of a part.
  std::pair<uint32_t, uint32_t>
  range(ArrayRef<std::pair<uint32_t, uint32_t>> Calls) const {
    std::vector<std::pair<uint32_t, uint32_t>> Result(Parts.size());
    for (uint32_t I = 0; I != Parts.size(); ++I) {
      uint32_t Least = Parts[I].Ends ? 0 : UINT32_MAX, Most = 0;
      for (const BlockSite *S : Parts[I].Sites)
        for (const BlockSite *Next : S->Next)
          if (Next->Part != I) {
            Least = std::min(Least, Result[Next->Part].first);
            Most = std::max(Most, Result[Next->Part].second);
          }
      if (Least != UINT32_MAX)
        Least += Calls[I].first;
      if (Parts[I].GoesBack)
        Least = 0;
      Result[I] = {Least, Most + Calls[I].second};
    }
    return Result[All.front().Part];
  }

private:
  struct Part {
    std::vector<BlockSite *> Sites;
    bool IsCycle = false;
    bool IsReached = false;
    bool Ends = false; ///< a visit
    /// The visit began in an operand, and may end in another one of those whose
    /// order is open.
    bool GoesBack = false;
  };

  void markReached() {
    Parts[All.front().Part].IsReached = true;
    bool CanEnd = false;
    for (Part &P : reverse(Parts))
      for (const BlockSite *S : P.Sites) {
        P.Ends |= S->Ends;
        CanEnd |= P.IsReached && S->Ends;
        for (const BlockSite *Next : S->Next)
          Parts[Next->Part].IsReached |= P.IsReached;
      }
    for (Part &P : Parts)
      for (const BlockSite *S : P.Sites)
        P.GoesBack |= S->Reopens && !Parts[S->Reopens->Part].IsReached;
    if (!CanEnd)
      for (Part &P : Parts)
        P.Ends = all_of(P.Sites, [](const BlockSite *S) {
          return all_of(S->Next, [S](const BlockSite *Next) {
            return Next->Part == S->Part;
          });
        });
  }

  std::vector<BlockSite> All;
  std::vector<Part> Parts;
};

} // namespace

/// Parts × callees, beyond which it would take longer than the rest.
static constexpr size_t MostSteps = size_t(1) << 24;

void addCallsOf(const FoundFunction &Found,
                ArrayRef<std::optional<uint32_t>> OfSite,
                ArrayRef<unsigned> Sites, uint32_t Ipoint,
                std::vector<PlannedCall> &Calls) {
  const size_t First = Calls.size();
  SmallVector<uint32_t, 8> At; // by call: which of Sites
  for (auto [I, Site] : enumerate(Sites))
    for (const FoundCall &Call : Found.Sites[Site].Calls) {
      Calls.push_back({Ipoint, &Call, Call.Times});
      At.push_back(I);
    }
  if (Sites.size() == 1 || At.empty())
    return;
  BlockGraph Graph(Found, OfSite, Sites);
  MapVector<std::pair<StringRef, StringRef>, SmallVector<uint32_t, 2>> ByCallee;
  for (uint32_t I = 0; I != At.size(); ++I) {
    PlannedCall &C = Calls[First + I];
    if (Graph.isCycle(Graph.partOf(At[I])))
      C.Times = CallTimes::Any;
    if (C.Times != CallTimes::Any)
      ByCallee[{C.Found->Callee, C.Found->Type}].push_back(I);
  }
  const bool IsTooLarge = Graph.parts() > MostSteps / (ByCallee.size() + 1);
  std::vector<std::pair<uint32_t, uint32_t>> OfParts(Graph.parts());
  for (auto &[Callee, Indices] : ByCallee) {
    uint32_t Once = 0, Most = Indices.size();
    if (!IsTooLarge) {
      uint32_t NotReached = 0;
      for (uint32_t I : Indices) {
        auto &[LeastHere, MostHere] = OfParts[Graph.partOf(At[I])];
        LeastHere += Calls[First + I].Times == CallTimes::Once;
        ++MostHere;
        NotReached += !Graph.isReached(Graph.partOf(At[I]));
      }
      std::tie(Once, Most) = Graph.range(OfParts);
      Most += NotReached;
      for (uint32_t I : Indices)
        OfParts[Graph.partOf(At[I])] = {};
    }
    for (auto [N, I] : enumerate(Indices))
      Calls[First + I].Times = N < Once   ? CallTimes::Once
                               : N < Most ? CallTimes::Maybe
                                          : CallTimes::Instead;
  }
}

} // namespace ipoint
