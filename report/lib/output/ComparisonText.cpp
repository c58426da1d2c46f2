//===- ComparisonText.cpp - Differences between sets of runs, in words ----===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ComparisonWriter.h"
#include "TextPrinter.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>

using namespace llvm;
using namespace ipoint::compare;

namespace ipoint::output {

namespace {

class ComparisonText {
public:
  ComparisonText(raw_ostream &Out, const ComparisonModel &Model,
                 const ComparisonOptions &Options)
      : Out(Out), Model(Model), Options(Options) {}

  void print();

private:
  void paragraph(StringRef Label, const Twine &Text) const {
    printParagraph(Out, Label, Text.str(), Options.Width);
  }
  void outcome(const PairComparison &Pair);
  void sets();
  void pair(const PairComparison &Pair);
  void differences(const PairComparison &Pair);
  void addRows(TextTable &Table, const ItemComparison &I);
  void tailWords(const ItemComparison &I);
  void places(StringRef Label, ArrayRef<CodePlace> Places);
  StringRef unit() const { return analysis::nameOf(Model.Unit); }
  std::string mean(double Value) const {
    return timeFigure(Value, Model.Unit, TimeFigure::Mean);
  }
  std::string single(double Value) const {
    return timeFigure(Value, Model.Unit, TimeFigure::Observed);
  }

  raw_ostream &Out;
  const ComparisonModel &Model;
  const ComparisonOptions &Options;
};

} // namespace

static std::string nameOf(const ItemComparison &I) {
  std::string Name = printable(I.Key.Function);
  if (I.Key.What == Subject::Block)
    Name += "/" + printable(I.Key.Block);
  return Name;
}

static std::string placeOf(StringRef File, unsigned Line) {
  return printable(File) + ":" + std::to_string(Line);
}

void ComparisonText::sets() {
  for (const auto &[Index, Set] : enumerate(Model.Sets)) {
    const RunInfo &Run = Set.Runs.front();
    std::string What =
        printable(Set.Name) + ": " + counted(Set.Runs.size(), "run", "runs") +
        " of " + printable(Run.Program) +
        (Run.Arguments.empty() ? "" : " " + printable(Run.Arguments)) + " on " +
        printable(Run.Machine) + "; " + printable(Set.Database);
    for (const analysis::BuildModel &B : ArrayRef(Set.Builds).take_front(2))
      What += "; " + printable(B.Compiler) + " " + printable(B.Flags) +
              ", level " + B.Level;
    if (Set.Builds.size() > 2)
      What += "; and " +
              counted(Set.Builds.size() - 2, "other way", "other ways") +
              " of making it";
    if (!Run.BuildId.empty())
      What += "; build id " + Run.BuildId.substr(0, 12);
    paragraph(formatv("set {0,-5} ", Index + 1).str(), What);
  }
  paragraph("reported  ",
            (Model.Execution ? "execution" : "response") + Twine(" times in ") +
                unit() +
                " without probes; of means and percentiles what differs by " +
                number(100 * Model.Options.Least) +
                " % or more, of tails by a factor of " +
                number(Model.Options.LeastTail) +
                "; of what differs, and of its intervals, at most " +
                number(100 * Model.Options.Discovery) + " % are wrong");
  paragraph("report    ", "ipoint-report " + Options.Version + ": " +
                              printable(join(Options.CommandLine, " ")));
}

/// A factor between shares: "x 5.5", "/ 210".
static std::string factor(double Ratio) {
  auto Number = [](double V) { return grouped(V, V < 10); };
  return !(Ratio > 0) ? "none left"
         : Ratio < 1  ? "/ " + Number(1 / Ratio)
                      : "x " + Number(Ratio);
}

void ComparisonText::addRows(TextTable &Table, const ItemComparison &I) {
  static constexpr const char *Kinds[] = {"block", "self", "inclusive"};
  auto Add = [&](StringRef Figure, const FigureComparison &F) {
    if (!F.Differs)
      return;
    auto Words = [&](double Share, double Difference) {
      return F.IsBelow ? (Difference < 0 ? "-" : "+") +
                             mean(std::abs(Difference)) + " " + unit().str()
                       : inPercent(Share);
    };
    Table.addRow({Kinds[size_t(I.Key.What)], nameOf(I), Figure.str(),
                  mean(*F.A), mean(*F.B), Words(*F.Change, *F.Difference),
                  Words(F.Range->Low, F.DifferenceRange->Low) + " to " +
                      Words(F.Range->High, F.DifferenceRange->High),
                  formatv("{0:e1}", *F.Adjusted), placeOf(I.Key.File, I.Line)});
  };
  Add("mean", I.Mean);
  for (unsigned Q = 0; Q < QuantileCount; ++Q)
    Add(QuantileNames[Q], I.Quantiles[Q]);
  if (!I.Tail || !I.Tail->Differs)
    return;
  const TailComparison &T = *I.Tail;
  Table.addRow(
      {Kinds[size_t(I.Key.What)], nameOf(I), "over " + single(T.Level),
       number(100 * T.ShareA) + " %", number(100 * T.ShareB) + " %",
       T.Ratio ? factor(*T.Ratio) : "new",
       T.Range ? factor(T.Range->Low) + " to " + factor(T.Range->High) : "-",
       formatv("{0:e1}", T.Adjusted), placeOf(I.Key.File, I.Line)});
}

void ComparisonText::tailWords(const ItemComparison &I) {
  std::string What =
      nameOf(I) + (I.Key.What == Subject::Block  ? ""
                   : I.Key.What == Subject::Self ? ", self"
                                                 : ", inclusive");
  if (I.PartsAt)
    What += ": the exceedance curves part at " + single(*I.PartsAt) + " " +
            unit().str();
  else
    What += ": where the exceedance curves part is not known";
  What += "; maxima " + single(I.MaxA) + " and " + single(I.MaxB);
  if (I.MaxA > 0)
    What += ", ratio " + number(I.MaxB / I.MaxA);
  paragraph("tail      ", What);
}

void ComparisonText::differences(const PairComparison &Pair) {
  std::vector<const ItemComparison *> Found = Pair.ranked();
  ArrayRef<const ItemComparison *> Shown =
      ArrayRef(Found).take_front(Options.Top);
  if (Shown.empty())
    return;
  TextTable Table{words(""),
                  words("what"),
                  words("figure"),
                  {"first", 2},
                  {"other", 1},
                  {"change"},
                  {"adjusted interval", 3},
                  {"adjusted p", 4},
                  words("place", 5)};
  for (const ItemComparison *I : Shown)
    addRows(Table, *I);
  Table.print(Out, Options.TableWidth);
  if (Found.size() > Shown.size())
    Out << "and " << grouped(Found.size() - Shown.size())
        << " more; see --top\n";
  for (const ItemComparison *I : Shown)
    if (I->Tail && I->Tail->Differs)
      tailWords(*I);
}

void ComparisonText::places(StringRef Label, ArrayRef<CodePlace> Places) {
  if (Places.empty())
    return;
  std::string What;
  for (const CodePlace &D : Places.take_front(ListedEntries))
    What += (What.empty() ? "" : ", ") + printable(D.Function) +
            (D.Block.empty() ? "" : "/" + printable(D.Block)) + " (" +
            placeOf(D.File, D.Line) + ")";
  if (Places.size() > ListedEntries)
    What += ", and " + grouped(Places.size() - ListedEntries) +
            " more, which --to=json lists";
  paragraph(Label, What);
}

void ComparisonText::outcome(const PairComparison &Pair) {
  for (const ChangeVerdict &V : verdictOf(Model, Pair))
    paragraph(V.IsAffected ? "caution: " : "",
              printable(V.Text) +
                  (V.Command.empty()
                       ? ""
                       : " Record both with '" + V.Command + "', in turns."));
}

void ComparisonText::pair(const PairComparison &Pair) {
  const RunSet &First = Model.Sets.front(), &Other = Model.Sets[Pair.Other];
  Out << '\n';
  paragraph(printable(First.Name) + " and " + printable(Other.Name) + ": ",
            counted(Pair.differing(), "time", "times") + " of " +
                grouped(Pair.Items.size()) +
                (Pair.differing() == 1 ? " differs, " : " differ, ") +
                grouped(Pair.Hypotheses) + " figures tested");
  differences(Pair);
  places("appeared  ", Pair.Appeared);
  places("vanished  ", Pair.Vanished);
  places("changed, not compared ", Pair.Changed);
  places("ran in " + printable(First.Name) + " only ", Pair.RanFirst);
  places("ran in " + printable(Other.Name) + " only ", Pair.RanOther);
  if (!Pair.Conditions.empty())
    paragraph("differing ",
              join(map_range(Pair.Conditions,
                             [](const Condition &C) { return C.Name; }),
                   ", "));
}

void ComparisonText::print() {
  for (const PairComparison &P : Model.Pairs)
    outcome(P);
  for (const PairComparison &P : Model.Pairs)
    pair(P);
  Out << '\n';
  sets();
}

void printComparisonText(raw_ostream &Out, const ComparisonModel &Model,
                         const ComparisonOptions &Options) {
  ComparisonText(Out, Model, Options).print();
}

} // namespace ipoint::output
