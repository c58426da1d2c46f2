//===- VerdictSentences.h - Who writes the sentences of a verdict ---------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_OUTPUT_VERDICTSENTENCES_H
#define IPOINT_OUTPUT_VERDICTSENTENCES_H

#include "TextTable.h"
#include "Verdict.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

namespace ipoint::output {

/// A share of which no more is known than a per cent.
inline std::string wholePercent(double Share) {
  return llvm::formatv("{0:f0} %", 100 * Share);
}

/// Without probes, and without interrupts where these are known; null where
/// there are no such figures.
inline const analysis::Figures *
leading(const std::optional<analysis::TimeModel> &T) {
  if (!T || T->Overload || T->Raw.Count == 0)
    return nullptr;
  return T->Filtered ? &*T->Filtered : &T->Corrected;
}

/// Why none has, or why none is over 0, in words.
llvm::StringRef whyUntimed(const analysis::ReportModel &Report);

/// What takes time, what was longest, and which budgets hold (Verdict.cpp);
/// what that is worth, and what to do (VerdictFigures.cpp).
class Verdict {
public:
  Verdict(const analysis::ReportModel &Report, const WriterOptions &Options,
          Unit In)
      : Report(Report), Options(Options), Scale(In, Report.Clock.RateHz) {
    for (const analysis::FunctionModel &F : Report.Functions)
      Calls += double(F.Calls);
    if (Report.Sampling)
      Samples = Report.Sampling->samples();
  }

  std::vector<VerdictItem> items() {
    time();
    longest();
    budgets();
    changes();
    figures();
    next();
    return std::move(Items);
  }

private:
  void time();
  void longest();
  void budgets();
  void changes();
  void figures();
  void next();
  void better();
  bool isFirst(size_t Top) const;
  std::string bySamples(size_t Top) const;
  std::string byTimes(size_t Top, bool &IsAffected) const;
  std::string whereIs(const analysis::PlaceModel &P) const;
  std::string others() const;
  std::string means(bool &IsAffected) const;
  std::string extremes(bool &IsAffected) const;
  std::string estimates(bool &IsAffected) const;
  /// \p Rate: samples a second; 0: those of ipoint-run.
  std::string recordAgain(uint64_t Runs, llvm::StringRef Plain,
                          uint64_t Rate = 0) const;
  std::string ticks(double Value, TimeFigure Of) const {
    return timeFigure(Scale(Value), Scale.unit(), Of) + " " +
           Scale.name().str();
  }
  std::optional<double> slowdown() const;
  /// The first one about that; null: there is none.
  const VerdictItem *item(llvm::StringRef About) const {
    auto It = llvm::find_if(
        Items, [&](const VerdictItem &I) { return I.About == About; });
    return It == Items.end() ? nullptr : &*It;
  }
  /// The function with the most of what \p Of returns; none: of none it is over
  /// 0.
  template <class Value> std::optional<size_t> most(Value Of) const {
    std::optional<size_t> Result;
    for (auto [I, F] : llvm::enumerate(Report.Functions))
      if (Of(F) > (Result ? Of(Report.Functions[*Result]) : 0))
        Result = I;
    return Result;
  }

  const analysis::ReportModel &Report;
  const WriterOptions &Options;
  TimeScale Scale;
  std::vector<VerdictItem> Items;
  bool IsTimed = analysis::isTimed(Report);       ///< a function has figures
  bool HasSamples = analysis::hasSamples(Report); ///< enough of one for a share
  bool SamplesLead = analysis::samplesLead(Report);
  double Calls = 0, Samples = 0;
};

} // namespace ipoint::output

#endif // IPOINT_OUTPUT_VERDICTSENTENCES_H
