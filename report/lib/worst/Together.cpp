//===- Together.cpp - What of the longest path was never seen together ----===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Blocks that no observed call executed all in one are a hitting set: of each
// observed set one of them is missing. A smallest one is searched in a tree of
// bounded depth.
//
//===----------------------------------------------------------------------===//

#include "Estimator.h"
#include "support/Ranges.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <numeric>

using namespace llvm;

namespace ipoint::worst {

namespace {

/// Less is an error of the solver's arithmetic.
constexpr double LeastPart = 1e-6;
/// Sets that are tried at most, for all contexts.
constexpr size_t MostTries = 1000000;
/// Blocks of a smallest set at most; beyond, it is one from which no block can
/// be removed.
constexpr size_t MostSearched = 3;

/// A block on the path in a context.
struct OnPath {
  uint32_t Block = 0; ///< index in the Shape
  double Ticks = 0;
  /// The share of the calls that may do without it.
  double Without = 0;
};

class TogetherSearch {
public:
  TogetherSearch(const BlockSets &Ran, std::vector<OnPath> Path,
                 size_t &TriesLeft);

  /// None: an observed call executed them all, or the search has ended.
  std::optional<std::vector<uint32_t>> smallest();
  /// What the nearest observed call has.
  const BitVector &nearest() const { return *Sets.front(); }
  ArrayRef<OnPath> path() const { return Path; }

private:
  /// The first observed set that contains \p Blocks; null: there is none.
  const BitVector *seen(ArrayRef<uint32_t> Blocks) const;
  bool find(size_t More, double Without);

  std::vector<OnPath> Path;            ///< by Ticks, the largest first
  std::vector<const BitVector *> Sets; ///< by what they have of it, the same
  std::vector<uint32_t> Chosen;
  size_t &TriesLeft;
};

} // namespace

TogetherSearch::TogetherSearch(const BlockSets &Ran, std::vector<OnPath> Of,
                               size_t &TriesLeft)
    : Path(std::move(Of)), TriesLeft(TriesLeft) {
  erase_if(Path, [&](const OnPath &B) {
    return none_of(Ran.all(),
                   [&](const BitVector &Set) { return Set[B.Block]; });
  });
  std::ranges::stable_sort(Path, std::ranges::greater{}, &OnPath::Ticks);
  std::vector<std::tuple<double, size_t, const BitVector *>> Order;
  for (const BitVector &Set : Ran.all()) {
    double Ticks = 0;
    size_t Count = 0;
    for (const OnPath &B : Path)
      if (Set[B.Block]) {
        Ticks += B.Ticks;
        ++Count;
      }
    Order.push_back({Ticks, Count, &Set});
  }
  std::ranges::stable_sort(Order, std::ranges::greater{}, [](const auto &O) {
    return std::pair(std::get<0>(O), std::get<1>(O));
  });
  for (const auto &[Ticks, Count, Set] : Order)
    Sets.push_back(Set);
}

const BitVector *TogetherSearch::seen(ArrayRef<uint32_t> Blocks) const {
  auto It = find_if(Sets, [&](const BitVector *Set) {
    return all_of(Blocks, [&](uint32_t Block) { return (*Set)[Block]; });
  });
  return It == Sets.end() ? nullptr : *It;
}

/// Adds up to \p More to Chosen, which \p Without of the calls may not execute
/// all.
bool TogetherSearch::find(size_t More, double Without) {
  const BitVector *Set = seen(Chosen);
  if (!Set)
    return true;
  if (More == 0 || TriesLeft == 0)
    return false;
  --TriesLeft;
  for (const OnPath &B : Path) {
    // One call executes all of them for sure, or else they are of two.
    if ((*Set)[B.Block] || Without + B.Without >= 1 - LeastPart)
      continue;
    Chosen.push_back(B.Block);
    if (find(More - 1, Without + B.Without))
      return true;
    Chosen.pop_back();
  }
  return false;
}

std::optional<std::vector<uint32_t>> TogetherSearch::smallest() {
  if (Path.empty())
    return std::nullopt;
  for (size_t Size = 2; Size <= MostSearched; ++Size)
    if (find(Size, 0))
      return Chosen;
  if (!find(Path.size(), 0))
    return std::nullopt;
  for (size_t I = Chosen.size(); I-- != 0;) {
    std::vector<uint32_t> Fewer = Chosen;
    Fewer.erase(Fewer.begin() + static_cast<ptrdiff_t>(I));
    if (!seen(Fewer))
      Chosen = std::move(Fewer);
  }
  return Chosen;
}

/// By block of \p S: which cycle it lies on, or a number that no other has.
static std::vector<size_t> cyclesByBlock(const Shape &S) {
  std::vector<std::vector<uint32_t>> Next(S.Blocks.size());
  for (const Shape::Edge &E : S.Edges)
    Next[E.From].push_back(E.To);
  std::vector<size_t> Result(S.Blocks.size());
  std::iota(Result.begin(), Result.end(), 0);
  for (auto [Index, Cycle] : enumerate(cyclesOf(Next)))
    for (uint32_t Block : Cycle)
      Result[Block] = S.Blocks.size() + Index;
  return Result;
}

/// Of the instance \p Number: blocks that more than half of its calls execute
/// for sure. A call enters a cycle once and leaves it once, so it executes
/// where it does; what lies between may be executed by any of the calls, unless
/// there is only one.
static std::vector<OnPath> blocksOnPath(const FlowModel &Model, uint32_t Number,
                                        const Solution &Path,
                                        std::optional<double> Times::*Time) {
  const Shape &S = *Model.instances().all()[Number].S;
  const double Calls = Path.Columns[Model.callsOf(Number)];
  const std::vector<size_t> Cycles = cyclesByBlock(S);
  struct Counts {
    double Visits = 0, Enter = 0, Leave = 0, Ticks = 0;
  };
  std::vector<Counts> Blocks(S.Blocks.size());
  std::vector<double> Entered(2 * S.Blocks.size()); // by cycle
  std::vector<OnPath> Result;
  for (uint32_t Block = 0; Block != S.Blocks.size(); ++Block) {
    for (uint32_t Column : Model.visitsOf(Number, Block)) {
      const FlowModel::Column &C = Model.columns()[Column];
      const double Count = Path.Columns[Column];
      const Shape::Edge *E =
          C.Is == FlowModel::Column::Visit ? &S.Edges[C.Edge] : nullptr;
      Blocks[Block].Visits += Count;
      if (!E || Cycles[E->From] != Cycles[Block]) {
        Blocks[Block].Enter += Count;
        Entered[Cycles[Block]] += Count;
        if (E)
          Blocks[E->From].Leave += Count;
      }
      if (E && C.Time)
        Blocks[E->From].Ticks += Count * ((*C.Time).*Time).value_or(0);
    }
  }
  for (auto [Block, B] : enumerate(Blocks)) {
    double Sure = std::max(B.Enter, B.Leave);
    if (Calls <= 1 + LeastPart)
      Sure = std::max(Sure, std::min(B.Visits, Entered[Cycles[Block]]));
    double Without = std::max(0., 1 - Sure / Calls);
    if (Without < 0.5 - LeastPart && S.Blocks[Block] != analysis::None)
      Result.push_back({static_cast<uint32_t>(Block), B.Ticks, Without});
  }
  return Result;
}

std::vector<BlocksApart> findNeverTogether(
    const FlowModel &Model, const UnitTimes &Units, const Solution &Path,
    std::optional<double> Times::*Time,
    function_ref<PlaceInSource(uint32_t Function, uint32_t Block)> PlaceOf) {
  std::map<uint32_t, std::pair<double, BlocksApart>> Found; // by function
  size_t TriesLeft = MostTries;
  for (auto [Number, I] : enumerate(Model.instances().all())) {
    const auto &Observed = Model.instances().seen().Ran;
    auto Ran = Observed.find(I.Key.Function);
    if (Ran == Observed.end() || !Ran->second.isKnown() || !I.S ||
        Units.unitOf(I.Key.Function) != UnitKind::Blocks ||
        Path.Columns[Model.callsOf(Number)] <= LeastPart)
      continue;
    TogetherSearch Search(Ran->second, blocksOnPath(Model, Number, Path, Time),
                          TriesLeft);
    double InNearest = 0;
    const double Ticks = sumOf(Search.path(), &OnPath::Ticks);
    auto &[Most, N] = Found[I.Key.Function];
    if (!N.Blocks.empty() && Ticks <= Most)
      continue;
    auto Blocks = Search.smallest();
    if (!Blocks)
      continue;
    auto Place = [&](uint32_t Block) {
      return PlaceOf(I.Key.Function, I.S->Blocks[Block]);
    };
    Most = Ticks;
    N = {PlaceOf(I.Key.Function, analysis::None), {}, Search.path().size(), {}};
    llvm::sort(*Blocks);
    for (uint32_t Block : *Blocks)
      N.Blocks.push_back(Place(Block));
    for (const OnPath &B : Search.path())
      if (Search.nearest()[B.Block])
        InNearest += B.Ticks;
      else
        N.NearestLacks.push_back(Place(B.Block));
    N.NearestShare = Ticks > 0 ? InNearest / Ticks : 0;
  }
  std::vector<BlocksApart> Result;
  for (auto &[Function, Of] : Found)
    if (!Of.second.Blocks.empty())
      Result.push_back(std::move(Of.second));
  return Result;
}

} // namespace ipoint::worst
