//===- Estimator.h - Makes an estimate and all that is reported of it -----===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_WORST_ESTIMATOR_H
#define IPOINT_WORST_ESTIMATOR_H

#include "Estimate.h"
#include "FlowModel.h"

namespace ipoint::worst {

/// At most one for each function whose blocks are units: of those contexts that
/// have one, that which takes longest. Where it has several calls on the path,
/// only blocks count that more than half of these execute for sure, and only
/// sets that at least one of these executes whole. What no observed call
/// executed is in none. The search is bounded: what is not found in it is not
/// reported. \p Time is the figure that \p Path is the solution for; \p PlaceOf
/// has the place of a block (None: the function).
std::vector<BlocksApart> findNeverTogether(
    const FlowModel &Model, const UnitTimes &Units, const Solution &Path,
    std::optional<double> Times::*Time,
    llvm::function_ref<PlaceInSource(uint32_t Function, uint32_t Block)>
        PlaceOf);

class Estimator {
public:
  Estimator(const SymbolTable &Symbols, const analysis::ReportModel &Report,
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

  llvm::Expected<WorstModel> run();

private:
  using Figure = std::optional<double> Times::*;
  /// Less is an error of the solver's arithmetic.
  static constexpr double Least = 1e-6;
  /// What a block is made faster by, to find what it brings.
  static constexpr double Faster = 0.1;

  static Instances merged(Instances Of) {
    Of.merge();
    return Of;
  }
  /// What columns are added up by: a block, or a function that is a unit.
  struct Part {
    uint32_t Function = analysis::None;
    uint32_t Block = analysis::None; ///< None: the function
    auto operator<=>(const Part &) const = default;
  };
  Part partOf(const FlowModel::Column &C) const;
  PlaceInSource placeOf(const Part &P) const;
  double costOf(const FlowModel::Column &C, Figure F) const {
    return C.Time ? ((*C.Time).*F).value_or(0) : 0;
  }
  void setCosts(Figure F, std::optional<Part> FasterPart = std::nullopt);
  llvm::Expected<Solution> solve(Figure F);
  std::optional<uint32_t> recursionOf(const Solution &Ray) const;
  llvm::Error unbounded(const Solution &Ray) const;
  llvm::Error infeasible();
  std::string describe(const BoundRow &B) const;

  void addHwm(WorstModel &To) const;
  bool hasExcluded() const;
  llvm::Error checkRoot(const PlaceInSource &At) const;
  llvm::Error addPath(WorstModel &To, const Solution &S, Figure Leading);
  void addReasons(WorstModel &To, const Solution &Raw) const;
  void addFacts(WorstModel &To, const Solution &S) const;
  void addUnmeasured(WorstModel &To, const Solution &S) const;
  double mostExcluded() const;
  std::optional<InterruptAccount> overlapped(double Ticks) const;
  void addInterrupts(WorstModel &To) const;
  void addLongCalls(WorstModel &To, double Others) const;

  const SymbolTable &Symbols;
  const analysis::ReportModel &Report;
  const Flow &Seen;
  const EstimateOptions &Options;
  UnitTimes Units;
  Instances Of;
  FlowModel Model;
  LinearProgram Program;
  std::unique_ptr<Solver> Solve;
};

} // namespace ipoint::worst

#endif // IPOINT_WORST_ESTIMATOR_H
