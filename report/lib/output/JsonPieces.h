//===- JsonPieces.h - The objects of docs/report-json.md ------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the outputs: what the JSON document and the pages' data share.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_OUTPUT_JSONPIECES_H
#define IPOINT_OUTPUT_JSONPIECES_H

#include "JsonMembers.h"
#include "Writer.h"

namespace ipoint::output {

/// How much of a document to write.
enum class Detail {
  All,
  Ran,  ///< of functions and blocks that did not run only what they are
  Index ///< what the front page shows: without blocks and histograms
};

class JsonPieces : JsonMembers {
public:
  JsonPieces(llvm::json::OStream &Json, const analysis::ReportModel &Report,
             const WriterOptions &Options, Detail Much)
      : JsonMembers(Json), Report(Report), Options(Options), Much(Much),
        Scale(Options.TimeUnit, Report.Clock.RateHz) {}

  /// The whole document.
  void document();
  /// \p F and its source, for a page.
  void function(const analysis::FunctionModel &F);

private:
  /// What the times are.
  llvm::StringRef timesName() const {
    return Report.Execution ? "execution" : "response";
  }
  void budgets();
  void clock();
  void probe(const analysis::ProbeModel &P, const std::string &Prefix);
  void counts(llvm::StringRef Key,
              llvm::ArrayRef<std::pair<std::string, uint64_t>> Counts);
  void balance(const analysis::BalanceModel &B);
  void runFunctions(const analysis::TraceModel &T);
  void runTimes(llvm::StringRef Key,
                const std::optional<analysis::RunTimes> &T);
  void callPaths();
  void callPath(const analysis::CallPathModel &P);
  void accounts(const analysis::RunAccounts &A);
  void thread(const analysis::ThreadModel &T);
  void trace(const analysis::TraceModel &T);
  void database();
  void databaseFunctions();
  void filter();
  void filterMembers(const analysis::FilterModel &F);
  void thresholds(const analysis::ThresholdRule &R);
  void interrupts();
  void interruptClass(const analysis::ClassModel &K);
  void known(llvm::StringRef Key, const analysis::RecordComparison &C);
  void recorded(const std::optional<analysis::RecordedModel> &R);
  void rate(llvm::StringRef Key, const std::optional<analysis::RateModel> &R);
  void structure(const analysis::BlockModel &B);
  void reconstructed(const std::optional<analysis::ReconstructedModel> &R);
  void closure();
  void closureError(const analysis::ClosureError &C);
  void closureInput(const analysis::ClosureInput &I);
  void fraction(llvm::StringRef Key, double Share);
  void sampledMean(llvm::StringRef Key,
                   const std::optional<estimate::SampledMean> &M);
  void bestMean(llvm::StringRef Key, const estimate::BestMean &M);
  void sampledShare(const estimate::SampledShare &S);
  void bestMeans(const analysis::FunctionModel &F);
  void blockSampled(const analysis::BlockModel &B);
  void samplesOf(const std::optional<estimate::BlockSamples> &Of);
  void setsCompared(llvm::StringRef Key,
                    const std::optional<estimate::SetsCompared> &C);
  void sampledInput(const estimate::SampledInput &I);
  void sampling();
  void totals();
  void lost();
  void excluded();
  void notInstrumented();
  void neverRun();
  void inferred(llvm::StringRef Key,
                const std::optional<analysis::InferredModel> &I);
  void functionMembers(const analysis::FunctionModel &F);
  void functionFigures(const analysis::FunctionModel &F);
  void block(const analysis::BlockModel &B);
  void blockFigures(const analysis::BlockModel &B);
  void mark(const analysis::MarkModel &M);
  void loop(const analysis::LoopModel &L);
  void rounds(const std::optional<analysis::RoundsModel> &R);
  void paths(const analysis::FunctionModel &F);
  void calls(llvm::StringRef Key, llvm::ArrayRef<analysis::CallerModel> Some);
  void longestCall(const std::string &Key, const analysis::FunctionModel &F,
                   const analysis::LongestCall &Call);
  void blockExcluded(const analysis::BlockModel &B);
  void time(llvm::StringRef Key, const std::optional<analysis::TimeModel> &T);
  static std::string scaled(double Ticks, const TimeScale &Unit);
  static std::string intervals(const analysis::Figures &F,
                               const TimeScale &Unit);
  std::string uncertainty(const analysis::Uncertainty &U) const;
  std::string clipped(const std::optional<analysis::Clipping> &C) const;
  void maxAt(const std::optional<analysis::PlaceModel> &P);
  void series(const analysis::TimeModel &T);
  void seriesGrid();
  void callWay(const analysis::PlaceModel &P);
  void markInterrupts(const analysis::MarkInterrupts &In);
  void next(const analysis::NextBlock &N);
  void figures(llvm::StringRef Key, const std::optional<analysis::Figures> &F,
               const TimeScale &Unit);
  void figures(llvm::StringRef Key, const std::optional<analysis::Figures> &F);
  std::string indexFigures(const analysis::Figures &F) const;
  void histogram(const analysis::TimeModel &T);
  /// The histogram as a small picture needs it.
  void shape(const std::optional<analysis::TimeModel> &T);

  /// The name under \p Key, line and column under that key with a suffix.
  void place(llvm::StringRef Key, const analysis::BlockPlace &Place,
             llvm::StringRef File);
  void included(const std::optional<analysis::IncludedModel> &In);
  void column(llvm::StringRef Key, unsigned Column);
  void real(llvm::StringRef Key, double Value);
  /// Of a time in ticks; null where it is not known.
  void ticksOrNull(llvm::StringRef Key, std::optional<double> Ticks);
  void known(llvm::StringRef Key, const std::optional<int64_t> &Value);

  const analysis::ReportModel &Report;
  const WriterOptions &Options;
  Detail Much;
  TimeScale Scale;
};

} // namespace ipoint::output

#endif // IPOINT_OUTPUT_JSONPIECES_H
