//===- ModelBuilder.h - How a report's values are made --------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions that are counted in place have no records that a stack could follow
// from. Their call paths are made of who called whom, as gprof has them
// (Graham, Kessler, McKusick, "gprof: a call graph execution profiler",
// SIGPLAN 1982), but weighted by time: of what a function and its callees took,
// a caller has the part
//
//   calls by it x mean inclusive time of these calls
//
// of the same sum over all callers. The mean is that in windows where 30 or all
// of the calls by this caller lie in them; else of what these callers leave of
// the function's inclusive time. Where calls of the caller were timed, what its
// callees took together is known.
//
// A call of a function that is on the path already is left out: what a
// recursion takes is in the first call of it.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_MODEL_MODELBUILDER_H
#define IPOINT_MODEL_MODELBUILDER_H

#include "Model.h"
#include "count/Collector.h"
#include "count/FirstPass.h"
#include "interrupts/describe/DescribeInterrupts.h"
#include "interrupts/exclude/FilterCollector.h"
#include "interrupts/find/Detection.h"
#include "trace/PacketReader.h"
#include "trace/Trace.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <map>

namespace ipoint::analysis {

/// The mean that the instrumented program itself shows: without probes, and
/// without interrupts where these are known.
std::optional<sampled::SampledMean>
directMean(const std::optional<TimeModel> &T);

/// The mean that leads: the sampled one, unless too few samples fell into the
/// function and its \p Direct mean agrees with them and is long against the
/// probes in it (\p Probes of its ticks, before they were taken off). Where
/// only an upper limit is known, it is not above \p Observed, the largest
/// time, raw ticks, if all were timed: no mean exceeds that.
sampled::BestMean bestOf(const std::optional<sampled::SampledMean> &Sampled,
                         const std::optional<sampled::SampledMean> &Direct,
                         double Probes, bool BelowResolution,
                         std::optional<double> Observed);

/// Takes from \p T the figures without interrupts where there are too many.
void withhold(std::optional<TimeModel> &T,
              const std::optional<OverloadModel> &Overload);

/// Sets BestSelf, BestInclusive and Lines by what is known of each function.
/// Where samples do not lead, sampled means are of functions without times
/// only: all means of a report are of one source, as its shares are.
void chooseMeans(ReportModel &Report);

/// The call paths of \p Functions by FunctionModel::Callers; the times of each
/// function, Self of all calls that have one, divided among its paths. Beyond
/// MostPaths, those that take least are one.
CallPathsModel treeOfCalls(llvm::ArrayRef<FunctionModel> Functions,
                           size_t MostPaths = 20000);

/// What the metadata of \p T say of its run, and what was read of it.
TraceModel describe(const trace::Trace &T, const TraceProfile &Profile);

/// Where the switches of \p T come from, or "none" and why.
std::string switchesOf(const trace::Trace &T);

/// How many switches and interrupts of the kernel were recorded and are not in
/// the folder.
uint64_t missingSwitches(const trace::Trace &T);

/// Holds the time that \p T's records cover, in ticks at \p RateHz, against
/// the CPU time of its process. Only of a whole trace is there a doubt: where
/// recording ended early or had gaps, the records cover less.
RunAccounts accountsOf(const TraceModel &T, double RateHz);

/// Why nothing was recorded, as far as the traces show; there is one at least.
llvm::Error emptyTrace(llvm::ArrayRef<trace::Trace> Traces,
                       const trace::DamageList &Damages);

/// Why the recording of \p T ended before the program, one sentence for each
/// reason; \p Ended counts the streams by reason. Nothing where it did not end.
std::vector<std::string> describeEnd(const trace::Trace &T,
                                     const std::map<uint64_t, uint64_t> &Ended);

/// Adds the losses in the metadata, also held against \p Models, what was read
/// of \p Traces, and the damaged places.
void addLosses(LostModel &Lost, llvm::ArrayRef<trace::Trace> Traces,
               llvm::ArrayRef<TraceModel> Models,
               const trace::DamageList &Damages);

/// Fills a ReportModel but for what the traces say about themselves.
class ModelBuilder {
public:
  /// \p Filtered is null where the filter excludes nothing; \p Decisions,
  /// \p Shapes and \p UnseenTicks are by block. \p Traces have the names of
  /// threads.
  ModelBuilder(const SymbolTable &Symbols, const Collector &All,
               llvm::ArrayRef<TraceModel> Traces,
               const FilterCollector *Filtered,
               llvm::ArrayRef<Decision> Decisions,
               llvm::ArrayRef<BlockShape> Shapes,
               const ProbeOverheads &Overheads, const GapRule &Gaps,
               const Overload &Load, const InterruptsModel *Interrupts,
               llvm::ArrayRef<double> UnseenTicks)
      : Symbols(Symbols), All(All), Traces(Traces), Filtered(Filtered),
        Decisions(Decisions), Shapes(Shapes), Overheads(Overheads), Gaps(Gaps),
        Load(Load), Interrupts(Interrupts), UnseenTicks(UnseenTicks) {}

  /// By \p Jobs threads, as in threadsOf().
  ReportModel build(unsigned Jobs);

private:
  std::vector<FunctionModel> functionModels(unsigned Jobs) const;
  /// But for its source and its page.
  void takeFromAll(std::optional<TimeModel> &T, const FunctionSymbol &S) const;
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
  static LongestTime uninterrupted(const LongestTime &Quiet,
                                   const LongestLogged &Logged,
                                   LongestTime CallWhere::*Time);
  void addUndetected(std::optional<TimeModel> &T,
                     llvm::ArrayRef<uint32_t> OfBlocks) const;
  void addWorst(BlockModel &B, uint32_t Index) const;
  void addWorst(FunctionModel &F, uint32_t Index) const;
  double unseenIn(llvm::ArrayRef<uint32_t> OfBlocks) const;
  void addUnseen(FunctionModel &F, const FunctionSymbol &S) const;
  std::optional<size_t> classOf(double Excess) const;
  void addClasses(BlockModel &B, const BlockCut &Cut) const;
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
  void addThreads();
  /// That of a stream, in ReportModel::Threads; none: it is not known.
  std::optional<size_t> threadOf(uint64_t Stream) const {
    return Stream < ThreadOf.size() ? ThreadOf[Stream] : std::nullopt;
  }
  std::map<uint32_t, std::vector<PathInThread>> pathsInThreads() const;
  void addValues();
  std::string relative(llvm::StringRef File) const;
  std::string pageOf(llvm::StringRef Name);
  std::vector<std::string> sourceOf(const FunctionSymbol &F);
  std::optional<IncludedModel> includedOf(uint32_t Block) const;

  const SymbolTable &Symbols;
  const Collector &All;
  llvm::ArrayRef<TraceModel> Traces;
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
  std::vector<std::optional<size_t>> ThreadOf; ///< by stream; see threadOf()
  ReportModel Result;
  llvm::StringMap<unsigned> Pages; ///< how often a page's name was wanted
  /// Where each line of a file begins, by the file's text.
  llvm::DenseMap<const std::string *, std::vector<size_t>> Lines;
};

} // namespace ipoint::analysis

#endif // IPOINT_MODEL_MODELBUILDER_H
