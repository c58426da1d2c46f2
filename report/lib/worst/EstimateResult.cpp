//===- EstimateResult.cpp - What an estimate is made of -------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Estimator.h"
#include "FactSources.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cmath>
#include <set>

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::worst {

/// Blocks of which it is tried what they bring if they are faster, and columns
/// that are solved for that in all: a large program takes a second each time.
static constexpr size_t TriedBlocks = 20, TriedColumns = 400000;

void Estimator::addHwm(WorstModel &To) const {
  const Root &Of = Seen.Root;
  const FunctionModel &F = Report.Functions[Of.Function];
  To.Root = placeOf({Of.Function, Of.Begin});
  To.Root.Block = Of.Part;
  if (Of.Loop != None) {
    To.Root.Line = Symbols.loops()[Of.Loop].Line;
    To.Root.Column = 0;
  }
  To.Executions = Of.noun(1);
  To.ManyExecutions = Of.noun(2);
  To.RootCalls = Seen.RootCalls;
  To.Incomplete = Seen.Incomplete;
  if (const auto &L = Seen.Longest) {
    To.Hwm.Raw = static_cast<double>(L->Raw);
    To.Hwm.Corrected = static_cast<double>(L->Corrected);
    To.LongestTrace = L->Trace;
    To.LongestNumber = L->Number;
  }
  std::optional<TimeModel> Times = F.Inclusive;
  if (Of.isPart())
    Times.reset();
  for (auto [Model, Symbol] :
       zip_equal(F.Loops, Symbols.functions()[Of.Function].Loops))
    if (Symbol == Of.Loop)
      Times = Model.Iteration;
  if (Times) {
    To.Hwm.Raw = std::max(To.Hwm.Raw.value_or(0), Times->Raw.Max);
    To.Hwm.Corrected =
        std::max(To.Hwm.Corrected.value_or(0), Times->Corrected.Max);
    To.Hwm.Filtered = Times->Filtered ? Times->Filtered->Max : To.Hwm.Corrected;
  } else if (Of.isPart() && !hasExcluded()) {
    To.Hwm.Filtered = To.Hwm.Corrected;
  }
}

/// Whether an interrupt lengthened a visit of what was called from the root.
bool Estimator::hasExcluded() const {
  return any_of(Seen.Shapes, [&](const auto &S) {
    return any_of(Report.Functions[S.first].Blocks,
                  [](const BlockModel &B) { return B.Excluded != 0; });
  });
}

/// The blocks of the longest path, and what each would bring.
Error Estimator::addPath(WorstModel &To, const Solution &S, Figure Leading) {
  std::map<Part, PathBlock> Blocks;
  for (auto [Index, C] : enumerate(Model.columns())) {
    double Count = S.Columns[Index];
    bool IsVisit = C.Is == FlowModel::Column::Visit;
    UnitKind Unit = Units.unitOf(Of.all()[C.Instance].Key.Function);
    if (Count <= Least || (!IsVisit && C.Is != FlowModel::Column::Call) ||
        IsVisit != (Unit == UnitKind::Blocks) || Unit == UnitKind::Caller)
      continue;
    PathBlock &B = Blocks[partOf(C)];
    B.Unit = IsVisit && Units.hasPaths(Of.all()[C.Instance].Key.Function)
                 ? UnitKind::Path
                 : Unit;
    B.Count += Count;
    B.Total += Count * costOf(C, Leading);
  }
  for (auto &[P, B] : Blocks) {
    B.At = placeOf(P);
    B.Each = B.Total / B.Count;
    B.Share = S.Value > 0 ? B.Total / S.Value : 0;
    const ContextFlow *F = Seen.ofFunction(P.Function);
    const Shape *Of =
        Seen.Shapes.count(P.Function) ? &Seen.Shapes.at(P.Function) : nullptr;
    if (F && Of)
      B.MostObserved =
          P.Block == None ? F->MostCalls : F->MostInRoot[*Of->find(P.Block)];
    if (Seen.Longest) {
      uint64_t In = 0;
      if (P.Block == None) {
        auto It = Seen.Longest->Calls.find(P.Function);
        In = It == Seen.Longest->Calls.end() ? 0 : It->second;
      } else {
        auto [Begin, End] = Symbols.edgesOf(P.Block);
        for (auto It = Seen.Longest->Edges.lower_bound(Begin);
             It != Seen.Longest->Edges.end() && It->first < End; ++It)
          In += It->second.first;
      }
      B.InLongest = In;
    }
  }
  std::vector<std::pair<Part, PathBlock>> Sorted(Blocks.begin(), Blocks.end());
  std::ranges::stable_sort(Sorted, std::ranges::greater{},
                           [](const auto &S) { return S.second.Total; });
  size_t Tries = std::min(TriedBlocks, TriedColumns / Program.Columns.size());
  for (auto &[P, B] : MutableArrayRef(Sorted).take_front(Tries)) {
    if (B.Total <= 0)
      break;
    setCosts(Leading, P);
    Expected<Solution> Less = Solve->solve();
    if (!Less)
      return Less.takeError();
    B.Gain = std::max(S.Value - Less->Value, 0.0);
  }
  setCosts(Leading);
  for (auto &[P, B] : Sorted)
    To.Path.push_back(std::move(B));
  return Error::success();
}

/// Raw ticks of the estimate less those of the longest call, by part: the sum
/// of both is the difference of the two.
void Estimator::addReasons(WorstModel &To, const Solution &Raw) const {
  if (!Seen.Longest)
    return;
  struct Sums {
    double Count = 0, Total = 0, OfLongest = 0;
    uint64_t Observed = 0;
  };
  std::map<Part, Sums> Parts;
  for (auto [Index, C] : enumerate(Model.columns())) {
    if (Raw.Columns[Index] <= Least || !C.Time)
      continue;
    Sums &P = Parts[partOf(C)];
    P.Count += Raw.Columns[Index];
    P.Total += Raw.Columns[Index] * costOf(C, &Times::Raw);
  }
  for (const auto &[Edge, Seen] : Seen.Longest->Edges) {
    uint32_t Block = Symbols.sourceOf(Edge);
    uint32_t Function = Symbols.blocks()[Block].Function;
    if (Units.unitOf(Function) != UnitKind::Blocks)
      continue;
    Sums &P = Parts[{Function, Block}];
    P.Observed += Seen.first;
    P.OfLongest += static_cast<double>(Seen.second);
  }
  for (const auto &[Function, Calls] : Seen.Longest->Calls)
    if (Units.unitOf(Function) == UnitKind::Function)
      Parts[{Function, None}].Observed += Calls;
  for (const auto &[Function, Ticks] : Seen.Longest->SelfTicks)
    if (Units.unitOf(Function) == UnitKind::Function)
      Parts[{Function, None}].OfLongest += static_cast<double>(Ticks);
  for (const auto &[P, S] : Parts) {
    double Each = S.Count > 0  ? S.Total / S.Count
                  : S.Observed ? S.OfLongest / static_cast<double>(S.Observed)
                               : 0;
    Reason R{placeOf(P), S.Count, S.Observed, 0, 0};
    R.ByCount = (S.Count - static_cast<double>(S.Observed)) * Each;
    R.ByTime = S.Total - S.OfLongest - R.ByCount;
    if (std::abs(R.ByCount) + std::abs(R.ByTime) > 0.5)
      To.Reasons.push_back(std::move(R));
  }
  std::ranges::stable_sort(
      To.Reasons, std::ranges::greater{},
      [](const Reason &R) { return R.ByCount + R.ByTime; });
}

void Estimator::addFacts(WorstModel &To, const Solution &S) const {
  // One line for a bound, whatever the contexts that it has rows for.
  std::map<std::tuple<uint32_t, uint32_t, std::string, std::string>, UsedFact>
      All;
  for (const BoundRow &B : Model.bounds()) {
    double Times = B.Times.empty() || B.IsOnce ? 1 : 0;
    for (uint32_t Column : B.Times)
      Times += S.Columns[Column];
    UsedFact &F = All[{B.Loop, B.Block, B.Place, B.Words}];
    F.From = B.From;
    F.Place = B.Place;
    F.Words = B.Words;
    F.Bound = std::max(F.Bound, B.Bound);
    F.Price += std::abs(S.Prices[B.Row]) * Times;
    F.Binds |= std::abs(S.Prices[B.Row]) * Times > Least;
    if (B.Proposed && B.Bound >= F.Bound)
      F.Proposal = toYaml(*B.Proposed, FactNames(Symbols));
    if (B.Loop != None) {
      const LoopSymbol &L = Symbols.loops()[B.Loop];
      F.At = placeOf({L.Function, L.Body != None ? L.Body : L.Head});
      F.At->Block = L.Name;
      F.At->Line = L.Line;
    } else if (B.Block != None) {
      F.At = placeOf({Symbols.blocks()[B.Block].Function, B.Block});
    }
  }
  for (auto &[Key, F] : All) {
    // Observed numbers that do not matter are no part of what it rests on.
    if (F.From == Origin::Observed && !F.Binds)
      continue;
    To.Facts.push_back(std::move(F));
  }
  std::ranges::stable_sort(To.Facts, std::ranges::greater{},
                           [](const UsedFact &F) { return F.Price * F.Bound; });
}

/// Transitions of functions that ran, calls and contexts that were not seen.
void Estimator::addUnmeasured(WorstModel &To, const Solution &S) const {
  std::map<std::pair<uint32_t, uint32_t>, NotMeasured> Transitions;
  for (auto [Index, C] : enumerate(Model.columns())) {
    const Instance &I = Of.all()[C.Instance];
    if (C.Is != FlowModel::Column::Visit || C.IsMeasured || !I.Seen)
      continue;
    const Shape::Edge &E = I.S->Edges[C.Edge];
    NotMeasured &N = Transitions[{I.Key.Function, E.Symbol}];
    N.From = placeOf({I.Key.Function, I.S->Blocks[E.From]});
    N.To = Symbols.blocks()[Symbols.targetOf(E.Symbol)].Name;
    N.OnPath |= S.Columns[Index] > Least;
    if (C.Time)
      N.Taken = std::max(N.Taken.value_or(0), *C.Time->Corrected);
  }
  for (auto &[Key, N] : Transitions)
    To.Unmeasured.push_back(std::move(N));
  std::set<uint32_t> Functions;
  std::vector<bool> IsCalled = Of.called([&](size_t Call, size_t Callee) {
    return S.Columns[Model.callOf(Call, Callee)] > Least;
  });
  for (auto [I, OnPath] : zip_equal(Of.contexts(), IsCalled)) {
    NotMeasured N{NotMeasured::Context, placeOf({I.Key.Function, None}), "",
                  OnPath, std::nullopt};
    if (I.IsSeen)
      continue;
    if (!I.Seen) {
      N.Is = NotMeasured::Function;
      if (!Functions.insert(I.Key.Function).second)
        continue;
    } else {
      for (uint32_t Site : I.Key.Sites) {
        const BlockSymbol &B = Symbols.blocks()[blockOfSite(Site)];
        N.To += (N.To.empty() ? "" : " > ") +
                Report.Functions[B.Function].Name + "/" + B.Name;
        if (uint32_t Number = numberOfSite(Site))
          N.To += ", call " + std::to_string(Number + 1);
      }
    }
    To.Unmeasured.push_back(std::move(N));
  }
  std::set<std::pair<uint32_t, uint32_t>> Taken; // site, callee
  for (auto [Call, G] : enumerate(Of.calls()))
    for (auto [Callee, I] : enumerate(G.Callees))
      if (S.Columns[Model.callOf(Call, Callee)] > Least)
        Taken.insert(
            {Of.all()[G.Caller].S->Blocks[G.Block], Of.all()[I].Key.Function});
  for (auto [Site, Callee] : Of.unseenCalls())
    To.Unmeasured.push_back({NotMeasured::CallSite,
                             placeOf({Symbols.blocks()[Site].Function, Site}),
                             Symbols.functions()[Callee].Name,
                             Taken.count({Site, Callee}) != 0, std::nullopt});
  std::ranges::stable_sort(To.Unmeasured, std::ranges::greater{},
                           &NotMeasured::OnPath);
}

/// What rare calls took beyond the limit of the others in one execution of the
/// root; \p Others is all else. No observed execution took longer than both and
/// the interrupts that were found in one.
void Estimator::addLongCalls(WorstModel &To, double Others) const {
  double &All = To.Estimate.Filtered.emplace(Others);
  for (const auto &[Function, Sizes] : Seen.Sizes) {
    const std::optional<uint64_t> Limit = Sizes.limit();
    if (!Limit || Units.unitOf(Function) != UnitKind::Function)
      continue;
    PathBlock B;
    B.Total = B.Each =
        static_cast<double>(Sizes.mostBeyond(static_cast<double>(*Limit)));
    B.At = placeOf({Function, None});
    B.Unit = UnitKind::Long;
    B.Count = 1;
    All += B.Total;
    To.Path.push_back(std::move(B));
  }
  for (PathBlock &B : To.Path)
    B.Share = All > 0 ? B.Total / All : 0;
  std::ranges::stable_sort(To.Path, std::ranges::greater{}, &PathBlock::Total);
}

/// What was excluded in one execution, at most, of functions without a limit;
/// 0: not known.
double Estimator::mostExcluded() const {
  double Result = 0;
  for (const auto &[Function, Sizes] : Seen.Sizes)
    if (Units.unitOf(Function) == UnitKind::Function) {
      auto Beyond = [&](auto Limit) {
        return static_cast<double>(
            Limit ? Sizes.mostBeyond(static_cast<double>(*Limit)) : 0);
      };
      Result += Beyond(Units.limitOf(Function)) - Beyond(Sizes.limit());
    }
  return Result;
}

/// What interrupts take in so long a call of the root, at most, as the most
/// that they took in one for each that it could overlap with (an arrival curve:
/// J.-Y. Le Boudec and P. Thiran, Network Calculus, 2001, chapter 1). None: not
/// known.
std::optional<InterruptAccount> Estimator::overlapped(double Ticks) const {
  const std::optional<TimeModel> &Times =
      Report.Functions[Seen.Root.Function].Inclusive;
  if (Seen.Root.Loop != None || Seen.Root.isPart() || !Times ||
      !Times->Filtered || Times->MostInterrupted <= 0 ||
      Times->Filtered->Min <= 0)
    return std::nullopt;
  const double Most = Times->MostInterrupted,
               Count = 1 + std::ceil(Ticks / Times->Filtered->Min);
  return InterruptAccount{std::nullopt, Count, Most, Count * Most};
}

/// As many as the upper end of the rate's interval lets expect in so long an
/// execution, each as long as the longest that was seen, or what they took of
/// others, if that is less; and not less in all than what was excluded in one
/// execution, where that is known.
void Estimator::addInterrupts(WorstModel &To) const {
  if (!To.Estimate.Filtered)
    return;
  double All = 0;
  bool HasUnknown = false; // how many of them come is not known
  if (Report.Interrupts)
    for (auto [Index, C] : enumerate(Report.Interrupts->Classes)) {
      InterruptAccount A{Index, 0, C.Length.Max, 0};
      if (C.PerExecutionTick)
        A.Count = std::ceil(*To.Estimate.Filtered * C.PerExecutionTick->High);
      HasUnknown |= !C.PerExecutionTick;
      A.Total = A.Count * A.Each;
      All += A.Total;
      To.Interrupts.push_back(A);
    }
  std::optional<InterruptAccount> Others = overlapped(*To.Estimate.Filtered);
  if (Others && (HasUnknown || Others->Total < All)) {
    All = Others->Total;
    To.Interrupts = {*Others};
  }
  const double More = mostExcluded() - All;
  if (More > 0)
    To.Interrupts.push_back({std::nullopt, 1, More, More});
}

} // namespace ipoint::worst
