//===- Estimate.cpp - The longest time that parts and bounds allow --------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Estimate.h"
#include "FactSources.h"
#include "Together.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>
#include <set>

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::worst {

namespace {

using Figure = std::optional<double> Times::*;

/// Blocks of which it is tried what they bring if they are faster, and columns
/// that are solved for that in all: a large program takes a second each time.
constexpr size_t TriedBlocks = 20, TriedColumns = 400000;
/// What a block is made faster by for that.
constexpr double Faster = 0.1;
/// Less is an error of the solver's arithmetic.
constexpr double Least = 1e-6;

class Estimator {
public:
  Estimator(const SymbolTable &Symbols, const ReportModel &Report,
            const Flow &Seen, const EstimateOptions &Options)
      : Symbols(Symbols), Report(Report), Seen(Seen), Options(Options),
        Units(Symbols, Report, Seen, Options.Facts, Options.Units),
        Of(merged({Symbols,
                   Seen,
                   Units,
                   {Options.Contexts, Options.AssumeNever, Options.Facts}})),
        Model(Symbols, Of, Units, Options.Facts, Options.Observed,
              Options.AssumeNever),
        Program(Model.program()) {}

  Expected<WorstModel> run();

private:
  static Instances merged(Instances Of) {
    Of.merge();
    return Of;
  }
  /// What columns are added up by: a block, or a function that is a unit.
  struct Part {
    uint32_t Function = None;
    uint32_t Block = None; ///< None: the function
    auto operator<=>(const Part &) const = default;
  };
  Part partOf(const FlowModel::Column &C) const;
  PlaceInSource placeOf(const Part &P) const;
  double costOf(const FlowModel::Column &C, Figure F) const {
    return C.Time ? ((*C.Time).*F).value_or(0) : 0;
  }
  void setCosts(Figure F, std::optional<Part> FasterPart = std::nullopt);
  Expected<Solution> solve(Figure F);
  std::optional<uint32_t> recursionOf(const Solution &Ray) const;
  Error unbounded(const Solution &Ray) const;
  Error infeasible();
  std::string describe(const BoundRow &B) const;

  void addHwm(WorstModel &To) const;
  Error addPath(WorstModel &To, const Solution &S, Figure Leading);
  void addReasons(WorstModel &To, const Solution &Raw) const;
  void addFacts(WorstModel &To, const Solution &S) const;
  void addUnmeasured(WorstModel &To, const Solution &S) const;
  void addInterrupts(WorstModel &To) const;

  const SymbolTable &Symbols;
  const ReportModel &Report;
  const Flow &Seen;
  const EstimateOptions &Options;
  UnitTimes Units;
  Instances Of;
  FlowModel Model;
  LinearProgram Program;
  std::unique_ptr<Solver> Solve;
};

} // namespace

Estimator::Part Estimator::partOf(const FlowModel::Column &C) const {
  const Instance &I = Of.all()[C.Instance];
  if (C.Is == FlowModel::Column::Visit)
    return {I.Key.Function, I.S->Blocks[I.S->Edges[C.Edge].From]};
  return {I.Key.Function, None};
}

PlaceInSource Estimator::placeOf(const Part &P) const {
  const FunctionModel &F = Report.Functions[P.Function];
  PlaceInSource Result{F.Name, F.File, "", F.Line, 0};
  if (P.Block != None) {
    const BlockSymbol &B = Symbols.blocks()[P.Block];
    Result.Block = B.Name;
    Result.Line = B.Line;
    Result.Column = B.Column;
  }
  return Result;
}

void Estimator::setCosts(Figure F, std::optional<Part> FasterPart) {
  for (auto [Index, C] : enumerate(Model.columns())) {
    if (!C.Time)
      continue;
    double Cost = costOf(C, F);
    if (FasterPart && partOf(C) == *FasterPart)
      Cost *= 1 - Faster;
    Solve->setCost(static_cast<uint32_t>(Index), Cost);
  }
}

Expected<Solution> Estimator::solve(Figure F) {
  setCosts(F);
  Expected<Solution> S = Solve->solve();
  if (!S)
    return S;
  if (S->Is == Solution::Unbounded)
    return unbounded(*S);
  if (S->Is == Solution::Infeasible)
    return infeasible();
  return S;
}

/// A function that is called without end by what it calls.
std::optional<uint32_t> Estimator::recursionOf(const Solution &Ray) const {
  for (auto [Index, C] : enumerate(Model.columns())) {
    if (C.Is != FlowModel::Column::CallOf || Ray.Columns[Index] <= Least)
      continue;
    uint32_t Caller = Of.all()[C.Instance].Key.Function,
             Callee = Of.all()[C.Edge].Key.Function;
    if (any_of(Of.recursions(), [&](const std::set<uint32_t> &R) {
          return R.count(Caller) && R.count(Callee);
        }))
      return Callee;
  }
  return std::nullopt;
}

/// \p What, in \p Line of the file of \p F, has no bound, which \p Item gives.
static Error missingBound(const FunctionModel &F, unsigned Line,
                          const Twine &What, const Twine &Item) {
  return createStringError(inconvertibleErrorCode(),
                           F.File + ":" + Twine(Line) + ": " + What +
                               "; give one: " + Item +
                               ", below 'flow:' in the config file or a file "
                               "of --facts");
}

/// Names the loop that may go on without end, or else a recursion, or a block
/// on the cycle.
Error Estimator::unbounded(const Solution &Ray) const {
  const BlockSymbol *Cycle = nullptr;
  for (auto [Index, C] : enumerate(Model.columns())) {
    if (C.Is != FlowModel::Column::Visit || Ray.Columns[Index] <= Least)
      continue;
    const Instance &I = Of.all()[C.Instance];
    const Shape::Edge &E = I.S->Edges[C.Edge];
    Cycle = &Symbols.blocks()[I.S->Blocks[E.To]];
    if (!E.Iterates)
      continue;
    const LoopSymbol &L = Symbols.loops()[I.S->Loops[*E.Loop].Symbol];
    const FunctionModel &F = Report.Functions[L.Function];
    return missingBound(
        F, L.Line, "the loop " + F.Name + "/" + L.Name + " has no bound",
        "'- loop: " + F.Name + "/" + L.Name + "' with 'iterations: N'");
  }
  if (std::optional<uint32_t> Recursive = recursionOf(Ray)) {
    const FunctionModel &F = Report.Functions[*Recursive];
    return missingBound(F, F.Line, F.Name + " calls itself, and has no bound",
                        "'- calls: " + F.Name + "' with 'at-most: N'");
  }
  const FunctionModel &Root = Report.Functions[Seen.Root];
  if (!Cycle)
    return createStringError(inconvertibleErrorCode(),
                             Root.File + ":" + Twine(Root.Line) + ": " +
                                 Root.Name +
                                 ": calls within a block have no bound; build "
                                 "with IPOINT_LEVEL=blocks");
  const FunctionModel &F = Report.Functions[Cycle->Function];
  return missingBound(F, Cycle->Line,
                      F.Name + "/" + Cycle->Name +
                          " lies on a cycle without a bound",
                      "'- count: " + F.Name + "/" + Cycle->Name +
                          " <= N' with 'per: call of " + F.Name + "'");
}

std::string Estimator::describe(const BoundRow &B) const {
  return B.Place + ": " + B.Words;
}

/// Facts that cannot all be true, as few as there can be.
Error Estimator::infeasible() {
  std::vector<uint32_t> Rows;
  for (const BoundRow &B : Model.bounds())
    if (B.From != Origin::Observed)
      Rows.push_back(B.Row);
  Expected<std::vector<uint32_t>> Conflict = smallestConflict(Program, Rows);
  if (!Conflict)
    return Conflict.takeError();
  std::vector<std::string> Words;
  for (const BoundRow &B : Model.bounds())
    if (is_contained(*Conflict, B.Row) && !is_contained(Words, describe(B)))
      Words.push_back(describe(B));
  if (Words.empty())
    return createStringError(
        inconvertibleErrorCode(),
        "what was observed contradicts itself: a bug of ipoint, please report "
        "it with --export-lp");
  return createStringError(
      inconvertibleErrorCode(),
      (Words.size() == 1 ? "no call of " : "together no call of ") +
          Report.Functions[Seen.Root].Name + " fulfils " +
          join(Words, "; and "));
}

void Estimator::addHwm(WorstModel &To) const {
  const FunctionModel &F = Report.Functions[Seen.Root];
  To.Root = placeOf({Seen.Root, None});
  To.RootCalls = Seen.RootCalls;
  To.Incomplete = Seen.Incomplete;
  if (const auto &L = Seen.Longest) {
    To.Hwm.Raw = static_cast<double>(L->Raw);
    To.Hwm.Corrected = static_cast<double>(L->Corrected);
    To.LongestTrace = L->Trace;
    To.LongestNumber = L->Number;
  }
  if (F.Inclusive) {
    To.Hwm.Raw = std::max(To.Hwm.Raw.value_or(0), F.Inclusive->Raw.Max);
    To.Hwm.Corrected =
        std::max(To.Hwm.Corrected.value_or(0), F.Inclusive->Corrected.Max);
    To.Hwm.Filtered = F.Inclusive->Filtered ? F.Inclusive->Filtered->Max
                                            : F.Inclusive->Corrected.Max;
  }
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
          P.Block == None ? F->MostCalls : F->MostInRoot[Of->indexOf(P.Block)];
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
  stable_sort(Sorted, [](const auto &A, const auto &B) {
    return A.second.Total > B.second.Total;
  });
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
  stable_sort(To.Reasons, [](const Reason &A, const Reason &B) {
    return A.ByCount + A.ByTime > B.ByCount + B.ByTime;
  });
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
  stable_sort(To.Facts, [](const UsedFact &A, const UsedFact &B) {
    return A.Price * A.Bound > B.Price * B.Bound;
  });
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
    N.To = Symbols.blocks()[I.S->Blocks[E.To]].Name;
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
      for (uint32_t Site : I.Key.Sites)
        N.To += (N.To.empty() ? "" : " > ") +
                Report.Functions[Symbols.blocks()[Site].Function].Name + "/" +
                Symbols.blocks()[Site].Name;
    }
    To.Unmeasured.push_back(std::move(N));
  }
  append_range(To.Unmeasured, Of.unseenCalls());
  stable_sort(To.Unmeasured, [](const NotMeasured &A, const NotMeasured &B) {
    return A.OnPath > B.OnPath;
  });
}

/// As many as the upper end of the rate's interval lets expect in so long an
/// execution, each as long as the longest that was seen.
void Estimator::addInterrupts(WorstModel &To) const {
  if (!Report.Interrupts || !To.Estimate.Filtered)
    return;
  for (auto [Index, C] : enumerate(Report.Interrupts->Classes)) {
    if (!C.PerExecutionTick)
      continue;
    InterruptAccount A{Index, 0, C.Length.Max, 0};
    A.Count = std::ceil(*To.Estimate.Filtered * C.PerExecutionTick->High);
    A.Total = A.Count * A.Each;
    To.Interrupts.push_back(A);
  }
}

Expected<WorstModel> Estimator::run() {
  WorstModel To;
  addHwm(To);
  if (Seen.RootCalls == 0)
    return createStringError(inconvertibleErrorCode(),
                             To.Root.File + ":" + std::to_string(To.Root.Line) +
                                 ": " + To.Root.Function +
                                 ": no call of it is complete in these traces");
  // A root that is one unit has no parts to put together.
  if (Units.unitOf(Seen.Root) == UnitKind::None ||
      Units.unitOf(Seen.Root) == UnitKind::Inclusive)
    return createStringError(
        inconvertibleErrorCode(),
        To.Root.File + ":" + std::to_string(To.Root.Line) + ": " +
            To.Root.Function +
            (Units.unitOf(Seen.Root) == UnitKind::None
                 ? ": has no times"
                 : ": only whole calls of it have a time, and no part") +
            "; build with IPOINT_TIMED=functions or blocks, and " +
            "IPOINT_STORE=paths");
  if (Options.Lp) {
    for (auto [C, Of] : zip_equal(Program.Columns, Model.columns()))
      C.Cost = costOf(Of, &Times::Corrected);
    printLp(Program, *Options.Lp);
  }
  Solve = std::make_unique<Solver>(Program);
  Expected<Solution> Raw = solve(&Times::Raw);
  if (!Raw)
    return Raw.takeError();
  To.Estimate.Raw = Raw->Value;
  addReasons(To, *Raw);
  Expected<Solution> Corrected = solve(&Times::Corrected);
  if (!Corrected)
    return Corrected.takeError();
  To.Estimate.Corrected = Corrected->Value;
  bool IsFiltered = Report.Filter.has_value();
  Figure Leading = IsFiltered ? &Times::Filtered : &Times::Corrected;
  Expected<Solution> Led = solve(Leading);
  if (!Led)
    return Led.takeError();
  if (IsFiltered)
    To.Estimate.Filtered = Led->Value;
  if (Error E = addPath(To, *Led, Leading))
    return E;
  double Hwm = To.Hwm.Corrected.value_or(0);
  To.Ratio = Hwm > 0 ? Corrected->Value / Hwm : 0;
  To.ContextDepth = Options.Contexts;
  To.Contexts = Of.contexts().size();
  To.Columns = Program.Columns.size();
  To.Rows = Program.Rows.size();
  To.IsAssumedNever = Options.AssumeNever;
  To.Violations = Options.Violations;
  addFacts(To, *Led);
  addUnmeasured(To, *Led);
  To.NeverTogether = findNeverTogether(Model, Units, *Led, Leading,
                                       [&](uint32_t Function, uint32_t Block) {
                                         return placeOf({Function, Block});
                                       });
  addInterrupts(To);
  return To;
}

Expected<WorstModel> estimate(const SymbolTable &Symbols,
                              const ReportModel &Report, const Flow &Seen,
                              const EstimateOptions &Options) {
  return Estimator(Symbols, Report, Seen, Options).run();
}

} // namespace ipoint::worst
