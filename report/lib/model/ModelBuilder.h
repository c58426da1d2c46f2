//===- ModelBuilder.h - From what was collected to a report ---------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_MODEL_MODELBUILDER_H
#define IPOINT_MODEL_MODELBUILDER_H

#include "Model.h"
#include "count/Collector.h"
#include "interrupts/describe/DescribeInterrupts.h"
#include "interrupts/exclude/FilterCollector.h"
#include "interrupts/find/Detection.h"

namespace ipoint::analysis {

/// Fills a ReportModel but for what the traces say about themselves.
class ModelBuilder {
public:
  /// \p Filtered is null where the filter excludes nothing; \p Decisions,
  /// \p Shapes and \p UnseenTicks are by block.
  ModelBuilder(const SymbolTable &Symbols, const Collector &All,
               const FilterCollector *Filtered,
               llvm::ArrayRef<Decision> Decisions,
               llvm::ArrayRef<BlockShape> Shapes,
               const ProbeOverheads &Overheads, const GapRule &Gaps,
               const Overload &Load = {},
               const InterruptsModel *Interrupts = nullptr,
               llvm::ArrayRef<double> UnseenTicks = {})
      : Symbols(Symbols), All(All), Filtered(Filtered), Decisions(Decisions),
        Shapes(Shapes), Overheads(Overheads), Gaps(Gaps), Load(Load),
        Interrupts(Interrupts), UnseenTicks(UnseenTicks) {}

  /// By \p Jobs threads, as in threadsOf().
  ReportModel build(unsigned Jobs);

private:
  std::vector<FunctionModel> functionModels(unsigned Jobs) const;
  /// But for its source and its page.
  FunctionModel functionModel(uint32_t Index) const;
  void addFunction(uint32_t Index, FunctionModel F);
  BlockModel blockModel(uint32_t Index) const;
  /// What the probes of a function take.
  const ProbeOverhead &overheadOf(const FunctionSymbol &F) const {
    return Overheads[size_t(F.Form.value_or(trace::ProbeForm::Inline))];
  }
  std::optional<TimeModel>
  timeModel(const ProbeOverhead &Overhead, std::optional<uint32_t> Object,
            const Distribution &D, const Distribution &Excluded,
            const Distribution &Instead, const InterruptedStats *Interrupted,
            std::optional<double> Segments, double Exchanged) const;
  double passingTicks(uint32_t Index) const;
  double ticksBetween(uint32_t Index) const;
  double exchangedOf(uint32_t Index) const;
  double exchangedOf(const FunctionSymbol &S, const FunctionStats &Stats) const;

  std::optional<PlaceModel> placeOf(const LongestTime &Longest) const;
  void addWorst(BlockModel &B, uint32_t Index) const;
  void addWorst(FunctionModel &F, uint32_t Index) const;
  double unseenIn(llvm::ArrayRef<uint32_t> OfBlocks) const;
  void addUnseen(FunctionModel &F, const FunctionSymbol &S) const;
  std::optional<size_t> classOf(double Excess) const;
  void addClasses(BlockModel &B, const BlockCut &Cut) const;
  std::vector<uint64_t> firstOfRuns() const;
  std::optional<double> selfSegments(const FunctionSymbol &S,
                                     const FunctionStats &Stats) const;
  void addMark(const FunctionModel &F, uint32_t Block);
  LoopModel loopModel(uint32_t Index) const;
  void listPaths();
  void addPaths(FunctionModel &F, uint32_t Index) const;
  void describePath(uint64_t Record, PathModel &P) const;
  void addExcluded(const FunctionModel &F, uint32_t Block);
  void addNeverRun(const FunctionModel &F, llvm::ArrayRef<uint32_t> Blocks);
  BlockPlace placeOf(uint32_t Block) const;
  void addImpossible();
  void addSkips();
  uint64_t recordedCalls() const;
  bool areCallersUnsure() const;
  void addCallPaths();
  void addCallers();
  void addFlatPaths();
  void addSeries();
  std::string relative(llvm::StringRef File) const;
  std::string pageOf(llvm::StringRef Name);
  std::vector<std::string> sourceOf(const FunctionSymbol &F);
  std::optional<IncludedModel> includedOf(uint32_t Block) const;

  const SymbolTable &Symbols;
  const Collector &All;
  const FilterCollector *Filtered;
  llvm::ArrayRef<Decision> Decisions;
  llvm::ArrayRef<BlockShape> Shapes;
  const ProbeOverheads &Overheads;
  const GapRule Gaps;
  const Overload Load;
  const InterruptsModel *Interrupts;  ///< null: none are described
  llvm::ArrayRef<double> UnseenTicks; ///< by block; see InterruptsModel
  std::vector<uint64_t> RunBegins;    ///< first stamps, by trace
  std::vector<double> Passing;        ///< by block: passingTicks()
  double AllUnseen = 0, AllTicks = 0; ///< of all blocks
  /// Records of the paths that were taken, by function.
  std::vector<std::vector<uint64_t>> PathsOf;
  ReportModel Result;
  llvm::StringMap<unsigned> Pages; ///< how often a page's name was wanted
  /// Where each line of a file begins, by the file's text.
  llvm::DenseMap<const std::string *, std::vector<size_t>> Lines;
};

/// Puts the names of threads, from the traces, into PlaceModel::Thread.
void nameThreads(ReportModel &Report);

} // namespace ipoint::analysis

#endif // IPOINT_MODEL_MODELBUILDER_H
