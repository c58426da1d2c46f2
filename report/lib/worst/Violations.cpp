//===- Violations.cpp - Facts held against what ran -----------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FactSources.h"
#include "FlowModel.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::worst {

/// The number of the loop \p Loop in \p S; none: it is not there.
static std::optional<size_t> loopIn(const Shape &S, uint32_t Loop) {
  for (auto [Index, L] : enumerate(S.Loops))
    if (L.Symbol == Loop)
      return Index;
  return std::nullopt;
}

/// The number of \p Block in \p Of; none: it is not there.
static std::optional<size_t> indexIn(ArrayRef<uint32_t> Of, uint32_t Block) {
  auto It = find(Of, Block);
  return It == Of.end() ? std::nullopt : std::optional<size_t>(It - Of.begin());
}

namespace {

/// Holds facts against a Flow.
class FactJudge {
public:
  FactJudge(const Flow &Seen, const FactNames &Names)
      : Seen(Seen), Names(Names), S(Names.symbols()) {}

  void judge(const Fact &F) {
    // Of what was only counted, all calls are one.
    bool IsOfCalls = F.Is == Fact::LoopBound || F.Is == Fact::Sum ||
                     F.Is == Fact::Calls || F.Is == Fact::NotBoth;
    if (IsOfCalls && Seen.IsCounted)
      return;
    switch (F.Is) {
    case Fact::LoopBound:
      return judgeLoop(F);
    case Fact::Sum:
    case Fact::Calls:
      return judgeSum(F);
    case Fact::Never:
      for (const Counted &C : F.Terms)
        if (std::optional<uint64_t> Count = most(C, F); Count && *Count)
          add(F, placeOf(C), 0, static_cast<double>(*Count));
      return;
    case Fact::NotBoth:
      return judgeNotBoth(F);
    case Fact::Targets:
      return judgeTargets(F);
    case Fact::Time:
      return judgeTime(F);
    }
  }

  std::vector<ViolatedFact> Result;

private:
  PlaceInSource placeOf(const Counted &C) const {
    PlaceInSource P;
    const FunctionSymbol &F = S.functions()[functionOf(S, C)];
    P.Function = F.Name;
    P.File = F.File;
    P.Line = F.Line;
    if (C.Is == Counted::Function)
      return P;
    const BlockSymbol &B =
        S.blocks()[C.Is == Counted::Block ? C.Number : S.sourceOf(C.Number)];
    P.Block = B.Name;
    P.Line = B.Line;
    P.Column = B.Column;
    if (B.Included) {
      P.File = B.Included->File->Path;
      P.Line = B.Included->Line;
      P.Column = B.Included->Column;
    }
    return P;
  }

  void add(const Fact &F, PlaceInSource At, double Bound, double Observed,
           const Twine &Hint = "") {
    Result.push_back(
        {F.Place, F.Words, std::move(At), Bound, Observed, Hint.str()});
  }

  /// What was observed of \p Function, and its shape; null: nothing.
  std::pair<const ContextFlow *, const Shape *> of(uint32_t Function) const {
    const ContextFlow *C = Seen.ofFunction(Function);
    auto It = Seen.Shapes.find(Function);
    if (!C || It == Seen.Shapes.end())
      return {nullptr, nullptr};
    return {C, &It->second};
  }

  /// The largest count of \p C that was seen in what \p F is per; none: that is
  /// not known.
  std::optional<uint64_t> most(const Counted &C, const Fact &F) const {
    uint32_t Function = functionOf(S, C);
    auto [Of, In] = of(Function);
    if (!Of)
      return 0;
    bool IsNever = F.Is == Fact::Never;
    if (C.Is == Counted::Function)
      return IsNever        ? Of->Calls
             : isPerRoot(F) ? std::optional(Of->MostCalls)
                            : inLongest(C, F);
    if (C.Is == Counted::Edge) {
      for (auto [Index, E] : enumerate(In->Edges))
        if (E.Symbol == C.Number && IsNever)
          return Of->Edges[Index].Count;
      return inLongest(C, F);
    }
    std::optional<size_t> Block = indexIn(In->Blocks, C.Number);
    if (!Block)
      return std::nullopt;
    if (IsNever || (F.Per == Scope::Call && F.Function == Function))
      return Of->MostVisits[*Block];
    if (isPerRoot(F))
      return Of->MostInRoot[*Block];
    if (F.Per != Scope::Entry)
      return inLongest(C, F);
    std::optional<size_t> Loop = loopIn(*In, F.Loop);
    std::optional<size_t> Inside =
        Loop ? indexIn(In->Loops[*Loop].Blocks, *Block) : std::nullopt;
    return Inside ? std::optional(Of->MostInLoop[*Loop][*Inside])
                  : std::nullopt;
  }

  bool isPerRoot(const Fact &F) const {
    return F.Per == Scope::Root ||
           (F.Per == Scope::Call && F.Function == Seen.Root.Function);
  }

  /// In the longest call of the root, in which all counts are known; none: no
  /// call has a time, or that is not what \p F is per.
  std::optional<uint64_t> inLongest(const Counted &C, const Fact &F) const {
    if (F.Per == Scope::Entry || !Seen.Longest)
      return std::nullopt;
    const LongestRootCall &L = *Seen.Longest;
    if (C.Is == Counted::Function) {
      auto It = L.Calls.find(C.Number);
      return It == L.Calls.end() ? 0 : It->second;
    }
    uint64_t In = 0, Out = 0;
    for (const auto &[Edge, Flow] : L.Edges) {
      if (C.Is == Counted::Edge ? Edge == C.Number
                                : S.targetOf(Edge) == C.Number)
        In += Flow.first;
      if (C.Is == Counted::Block && S.sourceOf(Edge) == C.Number)
        Out += Flow.first;
    }
    return std::max(In, Out); // what begins or ends a call has no edge there
  }

  /// None: no call of the root has a time.
  std::optional<double> callsInLongest(uint32_t Function) const {
    if (!Seen.Longest)
      return std::nullopt;
    auto It = Seen.Longest->Calls.find(Function);
    return It == Seen.Longest->Calls.end() ? 0
                                           : static_cast<double>(It->second);
  }

  void judgeLoop(const Fact &F) {
    const LoopSymbol &L = S.loops()[F.Loop];
    Counted Body{Counted::Block, L.Body, 1};
    if (F.Per != Scope::Entry)
      return judgeCount(F, Body);
    auto [Of, In] = of(L.Function);
    std::optional<size_t> Loop = In ? loopIn(*In, F.Loop) : std::nullopt;
    bool IsEntered = Loop && any_of(enumerate(In->Edges), [&](const auto &E) {
                       return E.value().Loop == *Loop && E.value().Enters &&
                              Of->Edges[E.index()].Count;
                     });
    if (!IsEntered && !(Loop && In->Loops[*Loop].IsOpen))
      return;
    PlaceInSource At = placeOf(Body);
    At.Block = L.Name;
    At.Line = L.Line;
    At.Column = 0;
    auto Begun = static_cast<double>(Of->MostBegun[*Loop]);
    auto Least = static_cast<double>(Of->LeastBegun[*Loop]);
    if (F.Most && Begun > *F.Most)
      add(F, At, *F.Most, Begun,
          static_cast<double>(Of->MostCompleted[*Loop]) > *F.Most
              ? ""
              : Twine(Of->MostCompleted[*Loop]) +
                    " iterations were completed at most: the loop is left in "
                    "its middle, and a bound is of iterations begun");
    if (F.Least && Least < *F.Least)
      add(F, At, *F.Least, Least, "the fewest iterations of an entry");
  }

  /// A bound on how often \p C is executed.
  void judgeCount(const Fact &F, const Counted &C) {
    std::optional<uint64_t> Count = most(C, F);
    if (!Count)
      return;
    // What is not of the function's own blocks is in all of its calls.
    bool IsOwn = C.Is == Counted::Block && functionOf(S, C) == F.Function;
    std::optional<double> Times = 1;
    if (F.Per == Scope::Call && F.Function != Seen.Root.Function && !IsOwn)
      Times = callsInLongest(F.Function);
    double Value = C.Factor * static_cast<double>(*Count);
    if (F.Most && Times && Value > *F.Most * *Times)
      add(F, placeOf(C), *F.Most * *Times, Value);
  }

  void judgeSum(const Fact &F) {
    if (F.Terms.size() == 1 && F.Terms[0].Factor > 0)
      judgeCount(F, F.Terms[0]);
    if (F.Terms.size() == 1 && !F.Least)
      return;
    // Of several terms the largest counts need not be of one call.
    double Sum = 0, Times = 1;
    for (const Counted &C : F.Terms) {
      std::optional<uint64_t> Count = inLongest(C, F);
      if (!Count)
        return;
      Sum += C.Factor * static_cast<double>(*Count);
    }
    if (F.Per == Scope::Call)
      Times = *callsInLongest(F.Function); // as the terms have counts there
    constexpr double Rounded = 1e-6;       // factors have fractions
    constexpr const char *Hint = "the sum in the longest call";
    PlaceInSource At = placeOf(F.Terms[0]);
    if (F.Terms.size() > 1 && F.Most && Sum > *F.Most * Times + Rounded)
      add(F, At, *F.Most * Times, Sum, Hint);
    if (F.Least && Sum < *F.Least * Times - Rounded)
      add(F, At, *F.Least * Times, Sum, Hint);
  }

  /// Where there was one call, both maxima are of it.
  void judgeNotBoth(const Fact &F) {
    auto [Of, In] = of(F.Per == Scope::Call ? F.Function : Seen.Root.Function);
    if (!Of || Of->Calls != 1)
      return;
    auto Ran = make_filter_range(
        F.Terms, [&](const Counted &C) { return most(C, F).value_or(0) != 0; });
    if (std::distance(Ran.begin(), Ran.end()) < 2)
      return;
    const Counted &First = *Ran.begin(), &Second = *std::next(Ran.begin());
    add(F, placeOf(First), 1, 2,
        "in one call with '" + Names.nameOf(Second) + "'");
  }

  void judgeTargets(const Fact &F) {
    for (const auto &[Key, Site] : Seen.Sites) {
      auto [Block, Callee] = Key;
      Counted C{Counted::Function, Callee, 1};
      bool IsDirect = any_of(S.directCalls(), [&](const DirectCalls &D) {
        return D.Block == F.Site && S.blocks()[D.Entry].Function == Callee;
      });
      if (Block == F.Site && Site.Count && !IsDirect &&
          none_of(F.Terms,
                  [&](const Counted &T) { return T.Number == Callee; }))
        add(F, placeOf({Counted::Block, F.Site, 1}), 0,
            static_cast<double>(Site.Count),
            "it calls '" + Names.nameOf(C) + "'");
    }
  }

  void judgeTime(const Fact &F) {
    const Counted &C = F.Terms[0];
    auto [Of, In] = of(functionOf(S, C));
    if (!Of)
      return;
    uint64_t Most = C.Is == Counted::Function ? Of->MostSelfRaw : 0;
    if (C.Is == Counted::Block)
      for (auto [Index, E] : enumerate(In->Edges))
        if (In->Blocks[E.From] == C.Number)
          Most = std::max(Most, Of->Edges[Index].MostRaw);
    if (static_cast<double>(Most) > *F.Most)
      add(F, placeOf(C), *F.Most, static_cast<double>(Most), "ticks");
  }

  const Flow &Seen;
  const FactNames &Names;
  const SymbolTable &S;
};

} // namespace

std::vector<ViolatedFact> findViolations(ArrayRef<Fact> Facts, const Flow &F,
                                         const FactNames &Names) {
  FactJudge Judge(F, Names);
  for (const Fact &Of : Facts)
    Judge.judge(Of);
  return std::move(Judge.Result);
}

} // namespace ipoint::worst
