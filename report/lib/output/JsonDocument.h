//===- JsonDocument.h - The document of docs/report-json.md ---------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the outputs: what the JSON document and the pages' data share. The
// fields are those of model/ReportFields.h. Here is what is written in a
// special way, and what takes more than one value to know.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_OUTPUT_JSONDOCUMENT_H
#define IPOINT_OUTPUT_JSONDOCUMENT_H

#include "JsonFields.h"
#include "Writer.h"
#include "model/ReportFields.h"

namespace ipoint::output {

/// How much of a document to write.
enum class Detail {
  All,
  Page, ///< the same, but what a page has elsewhere or does not show
  Ran,  ///< of functions and blocks that did not run only what they are
  Index ///< what the front page shows: without blocks and histograms
};

class JsonDocument : public JsonFields<JsonDocument> {
public:
  JsonDocument(llvm::json::OStream &Json, const analysis::ReportModel &Report,
               const WriterOptions &Options, Detail Much)
      : JsonFields(Json), Report(Report), Options(Options), Much(Much),
        Words(Options.TimeUnit), Scale(Options.TimeUnit, Report.Clock.RateHz) {}

  /// From here on times in sentences are in \p In.
  void setWords(Unit In) { Words = In; }

  /// The whole document.
  void document();
  /// \p F and its source, for a page.
  void function(const analysis::FunctionModel &F);

  template <class T> using List = std::vector<T>;
  using JsonFields::operator();
  void operator()(llvm::StringRef Key, const analysis::Figures &F,
                  As How = As::Value);
  void operator()(llvm::StringRef Key, const List<analysis::HistogramBucket> &H,
                  As How);
  void operator()(llvm::StringRef Key, const List<analysis::SeriesPoint> &S,
                  As How);
  void operator()(llvm::StringRef Key, const List<analysis::RecordMarkModel> &M,
                  As How);
  void operator()(llvm::StringRef Key, const List<analysis::WayStep> &Way);
  void operator()(llvm::StringRef Key, const List<analysis::ValuePair> &Pairs);
  void operator()(llvm::StringRef Key,
                  const List<analysis::SeriesModel::Bucket> &Buckets);

private:
  friend JsonFields;
  std::string numberText(double Value, As How) const;
  bool hasDetails() const { return Much != Detail::Index; }
  bool has(As How) const {
    return (How != As::Details || hasDetails()) &&
           (How != As::Again || Much != Detail::Page);
  }
  using JsonFields::members;
  void members(const analysis::FunctionModel &F);
  void members(const analysis::BlockModel &B);
  void members(const analysis::NextBlock &N);
  void members(const analysis::TimeModel &T);
  void members(const analysis::TraceModel &T);
  void members(const analysis::BudgetVerdict &V);

  /// Which probe overhead was subtracted from all but the mean, as JSON.
  static const char *overheadName(const analysis::Figures &F) {
    return F.AtMeanOverhead ? "\"mean\"" : "\"least\"";
  }
  std::string indexFigures(const analysis::Figures &F);
  void shape(const std::optional<analysis::TimeModel> &T);
  void calls(llvm::StringRef Key, llvm::ArrayRef<analysis::CallerModel> Some);
  void paths(const analysis::FunctionModel &F);
  void longestCall(const std::string &Key, const analysis::FunctionModel &F,
                   const analysis::LongestCall &Call);
  void callPaths();
  void verdict();
  void gains();

  const analysis::ReportModel &Report;
  const WriterOptions &Options;
  Detail Much;
  Unit Words;                                   ///< of times in sentences
  const analysis::TimeModel *Current = nullptr; ///< that is being written
  TimeScale Scale;
};

} // namespace ipoint::output

#endif // IPOINT_OUTPUT_JSONDOCUMENT_H
