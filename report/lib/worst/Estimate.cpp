//===- Estimate.cpp - The longest time that parts and bounds allow --------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Estimator.h"
#include "support/Errors.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <set>

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::worst {

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
  return plainError(F.File + ":" + Twine(Line) + ": " + What +
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
  const FunctionModel &Root = Report.Functions[Seen.Root.Function];
  if (!Cycle)
    return plainError(Root.File + ":" + Twine(Root.Line) + ": " + Root.Name +
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
    return plainError(
        "what was observed contradicts itself: a bug of ipoint, please report "
        "it with --export-lp");
  return plainError((Words.size() == 1 ? "no " : "together no ") +
                    Seen.Root.noun(1) + " of " +
                    Report.Functions[Seen.Root.Function].Name + " fulfils " +
                    join(Words, "; and "));
}

/// Whether anything can be estimated of the root, which is \p At.
Error Estimator::checkRoot(const PlaceInSource &At) const {
  const Root &R = Seen.Root;
  auto fail = [&](const Twine &What) {
    return plainError(At.File + ":" + Twine(At.Line) + ": " + At.Function +
                      (R.isPart() ? "/" + R.Part : "") + ": " + What);
  };
  const bool MayCallItself = any_of(Of.calls(), [&](const CallGroup &G) {
    return any_of(G.Callees, [&](uint32_t Callee) {
      return Of.all()[Callee].Key.Function == R.Function;
    });
  });
  if (R.isPart() && (Seen.CallsItself || MayCallItself))
    return fail("its function calls itself, so it may lie in itself; name "
                "the function, '" +
                At.Function + "'");
  if (Seen.RootCalls == 0) {
    std::string Loop;
    for (uint32_t L : Symbols.functions()[R.Function].Loops)
      if (!R.isPart() && Loop.empty())
        Loop = "; the iterations of its loops are '" + At.Function + "/" +
               Symbols.loops()[L].Name + "' and the like";
    return fail("no " + R.noun(1) + " of it is complete in these traces" +
                Loop);
  }
  // A root that is one unit has no parts to put together.
  UnitKind Unit = Units.unitOf(R.Function);
  if (Unit == UnitKind::None || Unit == UnitKind::Inclusive)
    return fail((Unit == UnitKind::None
                     ? "has no times"
                     : "only whole calls of it have a time, and no part") +
                Twine("; build with IPOINT_TIMED=") +
                (R.isPart() ? "" : "functions or ") +
                "blocks, and IPOINT_STORE=paths");
  return Error::success();
}

Expected<WorstModel> Estimator::run() {
  WorstModel To;
  addHwm(To);
  if (Error E = checkRoot(To.Root))
    return E;
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
  // What is compared is alike.
  bool IsFiltered = Report.Filter && (To.Hwm.Filtered || !To.Hwm.Corrected);
  Figure Leading = IsFiltered ? &Times::Filtered : &Times::Corrected;
  Expected<Solution> Led = solve(Leading);
  if (!Led)
    return Led.takeError();
  if (Error E = addPath(To, *Led, Leading))
    return E;
  if (IsFiltered)
    addLongCalls(To, Led->Value);
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
