//===- TextPrinter.h - The parts of the report for a terminal -------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_OUTPUT_TEXTPRINTER_H
#define IPOINT_OUTPUT_TEXTPRINTER_H

#include "TextTable.h"
#include "Verdict.h"
#include "llvm/ADT/STLExtras.h"
#include <climits>
#include <cmath>

namespace ipoint::output {

/// How many entries of a list are printed before it says how many more there
/// are.
inline constexpr size_t ListedEntries = 5;

/// "12:5", or "12" where the column is not known.
template <typename PlaceT> std::string lineAndColumn(const PlaceT &P) {
  return std::to_string(P.Line) +
         (P.Column ? ":" + std::to_string(P.Column) : "");
}

/// Of a block: "12:5", or "states.inc:2:5" where it is not in the file of its
/// function.
inline std::string placeOf(const analysis::BlockModel &B) {
  return B.Included
             ? printable(B.Included->File) + ":" + lineAndColumn(*B.Included)
             : lineAndColumn(B);
}

inline std::string placeOf(const analysis::LoopModel &L) {
  return L.Included ? printable(L.Included->File) + ":" +
                          std::to_string(L.Included->Line)
                    : std::to_string(L.Line);
}

/// "crc.c:12:5"
inline std::string fileAndLine(const analysis::BlockPlace &P) {
  return P.File + ":" + lineAndColumn(P);
}

/// Behind the name of a block of a function in \p File: ":12:5", or
/// " (states.inc:2:5)".
inline std::string placeBehind(const analysis::BlockPlace &P,
                               llvm::StringRef File) {
  return P.File == File ? ":" + lineAndColumn(P) : " (" + fileAndLine(P) + ")";
}

/// The figures that a table shows: filtered where that says something else.
inline const analysis::Figures &best(const analysis::TimeModel &T) {
  return T.Filtered ? *T.Filtered : T.Corrected;
}

/// Prints the report part by part: the whole in its order (TextSummary.cpp),
/// what was measured (TextWriter.cpp, TextFunctions.cpp), with which clock and
/// how surely (TextMeasuring.cpp), what is missing from it or excluded
/// (TextLosses.cpp), and where that comes from (TextRuns.cpp).
class TextPrinter {
public:
  TextPrinter(llvm::raw_ostream &Out, const analysis::ReportModel &Report,
              const WriterOptions &Options)
      : Out(Out), Report(Report), Options(Options),
        Scale(Options.TimeUnit, Report.Clock.RateHz) {}

  void summary();
  void markdownSummary();
  void detail(const analysis::FunctionModel &F);
  /// The machine code of \p F, with samples, below the lines that it is of.
  void machineCode(const analysis::FunctionModel &F);
  /// Its lines, each with its time and its blocks.
  void source(const analysis::FunctionModel &F);
  /// If a list was cut: how to see the whole of it.
  void endOfLists() const;

private:
  std::string inLines(const VerdictItem &I) const;
  void verdict(llvm::ArrayRef<VerdictItem> &Items, bool IsWhole);
  void head();
  void howMade();
  void clock();
  void places(const analysis::FunctionModel &F);
  void largestOn(const analysis::FunctionModel &F);
  void across(const analysis::FunctionModel &F);
  void place(llvm::StringRef What, const std::optional<analysis::TimeModel> &T);
  std::string probe(const analysis::ProbeModel &P) const;
  void explainDoubts(llvm::ArrayRef<const analysis::FunctionModel *> Ran) const;
  /// Of the mean, expanded.
  std::string uncertainty(const analysis::Figures &F) const {
    return F.Uncertainty ? mean(F.Uncertainty->Mean) : "-";
  }
  void suggestTimed(llvm::ArrayRef<const analysis::FunctionModel *> Ran) const;
  static std::string doubts(const analysis::TimeModel &T);
  static bool hasUpper(const std::optional<analysis::TimeModel> &T);
  void explainUpper(bool Any) const;
  void builds();
  void runs();
  void conditions();
  void interrupts();
  void switches();
  void filter();
  void report();
  void origin();
  void functions();
  void gains();
  void tree();
  void sampling();
  std::string bestMean(const sampled::BestMean &M) const;
  std::string rangeOf(const sampled::BestMean &M) const;
  void sampledFunctions(llvm::ArrayRef<const analysis::FunctionModel *> Ran);
  void sampledBlocks(const analysis::FunctionModel &F);
  std::vector<std::string> functionRow(const analysis::FunctionModel &F,
                                       double All) const;
  void marks();
  void overBounds();
  void budgets();
  void loops(const analysis::FunctionModel &F);
  void paths(const analysis::FunctionModel &F);
  void inferred(const analysis::FunctionModel &F);
  void balance();
  void threads();
  void lost();
  void damage();
  void excluded();
  void refused();
  void excluded(const analysis::FunctionModel &F);
  void closure();
  void classes(const analysis::InterruptsModel &M);
  void recorded(const std::optional<analysis::RecordedModel> &R);
  void known(const analysis::RecordComparison &C, llvm::StringRef In,
             llvm::StringRef By);
  void unseen(llvm::ArrayRef<analysis::UnseenModel> All);
  void notInstrumented();
  void olderObjects();
  void neverRun();
  void database();
  /// Those of \p Items that are printed.
  template <class T> llvm::ArrayRef<T> listed(const std::vector<T> &Items) {
    return llvm::ArrayRef(Items).drop_back(cut(Items.size()));
  }
  /// How many of \p Items entries are not printed.
  size_t cut(size_t Items) {
    size_t Rest =
        Options.All || Items <= ListedEntries ? 0 : Items - ListedEntries;
    IsCut |= Rest != 0;
    return Rest;
  }
  /// A line for those of \p Items entries that are not printed, if any.
  void more(size_t Items, llvm::StringRef What,
            llvm::StringRef Indent = "           ") {
    if (size_t Rest = cut(Items))
      paragraph(Indent, "and " + grouped(Rest) + " more" +
                            (What.empty() ? "" : " ") + What);
  }
  template <class T, class Name>
  std::string names(const std::vector<T> &Items, Name NameOf);
  /// Whether anything was timed: else columns of times are not printed.
  bool hasTimes() const {
    return llvm::any_of(Report.Functions, [](const analysis::FunctionModel &F) {
      return F.Self || F.Inclusive;
    });
  }
  void print(const TextTable &Table) const {
    Options.IsMarkdown ? Table.printMarkdown(Out)
                       : Table.print(Out, Options.TableWidth);
  }
  void paragraph(llvm::StringRef Label, const llvm::Twine &Text) const {
    if (Options.IsMarkdown) {
      Out << '\n' << markdown((Label + Text).str()) << '\n';
      return;
    }
    printParagraph(Out, Label, Text.str(), Options.Width,
                   Options.TableWidth != 0);
  }
  /// The same where a width is known, else one line: it is found by what it
  /// says, and may hold a path.
  void line(llvm::StringRef Label, llvm::StringRef Text) const {
    printParagraph(Out, Label, Text,
                   Options.TableWidth ? Options.TableWidth : UINT_MAX,
                   Options.TableWidth != 0);
  }
  /// A sum.
  std::string total(double Ticks) const {
    return timeFigure(Scale(Ticks), Scale.unit(), TimeFigure::Sum);
  }
  /// The same, with its sign.
  std::string signedTotal(double Ticks) const {
    return (Ticks < 0 ? "-" : "+") + total(std::abs(Ticks));
  }
  /// Of a class: how much longer its interrupts make visits.
  std::string lengths(const analysis::LengthModel &L) const;
  std::string mean(double Ticks) const {
    return timeFigure(Scale(Ticks), Scale.unit(), TimeFigure::Mean);
  }
  /// One time.
  std::string single(std::optional<double> Ticks) const {
    if (!Ticks)
      return "-";
    return timeFigure(Scale(*Ticks), Scale.unit(), TimeFigure::Observed);
  }

  /// One of the figures \p F, marked where it is an upper value.
  std::string single(const analysis::Figures &F,
                     std::optional<double> Ticks) const {
    return (Ticks && !F.AtMeanOverhead ? "≤" : "") + single(Ticks);
  }

  /// The high-water mark with the time off CPU.
  std::string response(const analysis::TimeModel &T) const {
    return single(T.Response ? T.Response->Max : T.Raw.Max);
  }
  static std::string threadName(const analysis::ThreadModel &T) {
    std::string Numbers = std::to_string(T.Tid);
    return T.Name.empty() ? "thread " + Numbers
                          : printable(T.Name) + " (" + Numbers + ")";
  }

  llvm::raw_ostream &Out;
  const analysis::ReportModel &Report;
  const WriterOptions &Options;
  TimeScale Scale;
  bool IsCut = false; ///< not all entries of some list were printed
};

/// The first names and how many more there are.
template <class T, class Name>
std::string TextPrinter::names(const std::vector<T> &Items, Name NameOf) {
  std::string Result;
  for (const T &Item : listed(Items))
    Result += (Result.empty() ? "" : ", ") + printable(NameOf(Item));
  if (size_t Rest = cut(Items.size()))
    Result += ", and " + grouped(Rest) + " more";
  return Result;
}

} // namespace ipoint::output

#endif // IPOINT_OUTPUT_TEXTPRINTER_H
