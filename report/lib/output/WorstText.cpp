//===- WorstText.cpp - The longest path, in words -------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TextTable.h"
#include "WorstWriter.h"
#include "Writer.h"
#include "worst/WorstFields.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>
#include <cmath>

using namespace llvm;
using namespace ipoint::worst;

namespace ipoint::output {

namespace {

class WorstText {
public:
  WorstText(raw_ostream &Out, const WorstModel &Model,
            const WorstOptions &Options)
      : Out(Out), Model(Model), Options(Options), Leading(leadingTimes(Model)),
        Scale(Model.RateHz > 0 ? Options.Unit : analysis::TimeUnit::Ticks,
              uint64_t(Model.RateHz)) {}

  void print();

private:
  void verdict();
  void figures();
  void interrupts();
  void violations();
  void rests();
  void advice();
  void path();
  void reasons();
  void facts();
  void unmeasured();
  void neverTogether();
  void proposals();

  void paragraph(StringRef Label, const Twine &Text) const {
    printParagraph(Out, Label, Text.str(), Options.Width);
  }
  void heading(const Twine &Text) const {
    Out << '\n';
    paragraph("", Text);
  }
  /// Those of \p Items that are printed.
  template <class T> ArrayRef<T> listed(const std::vector<T> &Items) {
    constexpr size_t Most = 15;
    if (Options.All || Items.size() <= Most)
      return Items;
    return ArrayRef(Items).take_front(Most);
  }
  /// A line for those that are not.
  void more(size_t Items, size_t Listed) const {
    if (Items > Listed)
      Out << "and " << grouped(Items - Listed) << " more; see --all\n";
  }
  std::string time(std::optional<double> Ticks) const {
    return Ticks ? timeFigure(Scale(*Ticks), Scale.unit(), TimeFigure::Observed)
                 : "-";
  }
  std::string mean(double Ticks) const {
    return timeFigure(Scale(Ticks), Scale.unit(), TimeFigure::Mean);
  }
  std::string share(double Ticks) const {
    return Leading.Estimate > 0
               ? grouped(100 * Ticks / Leading.Estimate, 1) + " %"
               : "-";
  }

  raw_ostream &Out;
  const WorstModel &Model;
  const WorstOptions &Options;
  LeadingTimes Leading;
  TimeScale Scale;
};

} // namespace

void WorstText::verdict() {
  std::string What =
      "WCET estimate " + time(Leading.Estimate) + " " + Scale.name().str();
  if (Scale.unit() == analysis::TimeUnit::Ticks && Model.RateHz > 0)
    What += " (" +
            timeFigure(Leading.Estimate * 1e6 / Model.RateHz,
                       analysis::TimeUnit::Microseconds, TimeFigure::Observed) +
            " us)";
  if (Model.RootCalls && Leading.Ratio)
    What += ", " + grouped(*Leading.Ratio, 2) + " x the longest of " +
            counted(Model.RootCalls, "observed " + Model.Executions,
                    "observed " + Model.ManyExecutions) +
            " (" + time(Leading.Hwm) + ")";
  paragraph(printable(nameOf(Model.Root)) + ": ", What);
}

/// No estimate is right while a fact is wrong.
void WorstText::violations() {
  for (const ViolatedFact &F : Model.Violations)
    paragraph("Wrong: ",
              printable((F.Place.empty() ? "" : F.Place + ": ") + F.Words +
                        (F.Hint.empty() ? "" : " (" + F.Hint + ")")) +
                  "; " + printable(nameAndPlace(F.At)) + " had " +
                  executions(F.Observed) + " in place of " +
                  executions(F.Bound));
}

void WorstText::figures() {
  TextTable Table{words("")};
  std::vector<std::string> Rows[] = {{"  estimate"}, {"  HWM"}, {"  ratio"}};
  auto Add = [&](const char *Title, std::optional<double> Estimate,
                 std::optional<double> Hwm) {
    if (!Estimate && !Hwm)
      return;
    Table.addColumn({Title});
    Rows[0].push_back(time(Estimate));
    Rows[1].push_back(time(Hwm));
    Rows[2].push_back(Estimate && Hwm && *Hwm > 0 ? grouped(*Estimate / *Hwm, 2)
                                                  : "-");
  };
  Add("raw", Model.Estimate.Raw, Model.Hwm.Raw);
  Add("corrected", Model.Estimate.Corrected, Model.Hwm.Corrected);
  Add("filtered", Model.Estimate.Filtered, Model.Hwm.Filtered);
  for (std::vector<std::string> &Row : Rows)
    Table.addRow(std::move(Row));
  Table.print(Out, Options.TableWidth);
}

void WorstText::interrupts() {
  if (!Model.Estimate.Filtered)
    return;
  double Sum = *Model.Estimate.Filtered;
  std::string Words, Without;
  for (const InterruptAccount &I : Model.Interrupts) {
    if (I.Count == 0) {
      Without += " Those of class " + std::to_string(*I.Class + 1) +
                 ", whose rate is not known, are in neither.";
      continue;
    }
    Words +=
        (Words.empty() ? "" : " and ") +
        (I.Class ? executions(I.Count) + " of class " +
                       std::to_string(*I.Class + 1) + " of at most " +
                       time(I.Each) + " each"
         : I.Count > 1 ? grouped(I.Count) + " times " + time(I.Each) +
                             ", the most of one " + Model.Executions + ","
                       : time(I.Total) + " more in one " + Model.Executions);
    Sum += I.Total;
  }
  paragraph("  ", "Filtered times are without probes and interrupts" +
                      (Words.empty()
                           ? "."
                           : "; with " + Words + " on top " + time(Sum) + ".") +
                      Without);
}

void WorstText::rests() {
  size_t Of[3] = {}, Binding[3] = {};
  for (const UsedFact &F : Model.Facts) {
    ++Of[size_t(F.From)];
    Binding[size_t(F.From)] += F.Binds;
  }
  std::string Bounds;
  auto Count = [&](Origin O, StringRef Name) {
    if (size_t Binds = Binding[size_t(O)]; Of[size_t(O)])
      Bounds +=
          (Bounds.empty() ? "bounds: " : ", ") + grouped(Of[size_t(O)]) + " " +
          Name.str() +
          (Binds ? " (" + grouped(Binds) + (Binds == 1 ? " binds)" : " bind)")
                 : "");
  };
  Count(Origin::Declared, "declared");
  Count(Origin::Derived, "derived from the source");
  Count(Origin::Observed, "only observed");
  auto OnPath =
      count_if(Model.Unmeasured, [](const auto &N) { return N.OnPath; });
  std::string What = (Bounds.empty() ? "no bound" : Bounds) + "; " +
                     counted(Model.Unmeasured.size(), "part", "parts") +
                     " never measured";
  if (!Model.Unmeasured.empty())
    What += Model.IsAssumedNever
                ? ", left out of the estimate"
                : ", " + grouped(uint64_t(OnPath)) + " of them on the path";
  if (Model.ContextDepth)
    What += "; " + counted(Model.Contexts, "context", "contexts") +
            " of up to " +
            counted(Model.ContextDepth, "call site", "call sites");
  if (Model.Incomplete)
    What += "; " +
            counted(Model.Incomplete, "incomplete " + Model.Executions,
                    "incomplete " + Model.ManyExecutions) +
            " of the root in no figure";
  heading("Rests on " + What + ".");
  for (const std::string &Remark : Model.Remarks)
    paragraph("  ", printable(Remark));
}

void WorstText::advice() {
  const PathBlock *First = nullptr;
  for (const PathBlock &B : Model.Path)
    if (B.Gain > 0 && (!First || B.Gain > First->Gain))
      First = &B;
  if (First)
    heading("Change first: " + printable(nameAndPlace(First->At)) +
            "; a tenth less of its time lowers the estimate by " +
            time(First->Gain) + " (" + share(First->Gain) + ").");
  std::vector<std::string> Next = testNext(Model);
  if (Next.empty())
    return;
  heading(
      "Test next an input that leads to (or exclude by a fact what none can)");
  ArrayRef<std::string> Shown = listed(Next);
  for (const std::string &Line : Shown)
    paragraph("  ", printable(Line));
  more(Next.size(), Shown.size());
}

void WorstText::path() {
  if (Model.Path.empty())
    return;
  heading("Longest path (" + Leading.Name + " times)");
  TextTable Table{words("block"),   {"count"},
                  {"observed", 2},  {"longest " + Model.Executions, 5},
                  {"each", 4},      {"total"},
                  {"share"},        {"-10 %", 1},
                  words("place", 3)};
  auto Seen = [](const std::optional<uint64_t> &Count) {
    return Count ? grouped(*Count) : "-";
  };
  ArrayRef<PathBlock> Shown = listed(Model.Path);
  for (const PathBlock &B : Shown)
    Table.addRow({printable(nameOf(B.At)) +
                      (B.Unit == UnitKind::Long ? ", rare calls" : ""),
                  executions(B.Count), Seen(B.MostObserved), Seen(B.InLongest),
                  mean(B.Each), time(B.Total), grouped(100 * B.Share, 1) + " %",
                  time(B.Gain), printable(fileAndLine(B.At))});
  Table.print(Out, Options.TableWidth);
  more(Model.Path.size(), Shown.size());
}

void WorstText::reasons() {
  if (Model.Reasons.empty())
    return;
  std::string Call = "the longest observed " + Model.Executions;
  if (!Model.LongestTrace.empty())
    Call += ", number " + grouped(Model.LongestNumber) + " of " +
            printable(Model.LongestTrace);
  heading("Why it is longer than " + Call + " (raw times)");
  auto Signed = [&](double Ticks) {
    std::string Size = time(std::abs(Ticks));
    return Size == "0" ? "-" : (Ticks < 0 ? "-" : "+") + Size;
  };
  TextTable Table{words("block"),   {"adds"},
                  {"count", 1},     {"longest " + Model.Executions, 1},
                  {"by more", 4},   {"by longer", 3},
                  words("place", 2)};
  ArrayRef<Reason> Shown = listed(Model.Reasons);
  for (const Reason &R : Shown)
    Table.addRow({printable(nameOf(R.At)), Signed(R.ByCount + R.ByTime),
                  executions(R.Count), grouped(R.Observed), Signed(R.ByCount),
                  Signed(R.ByTime), printable(fileAndLine(R.At))});
  Table.print(Out, Options.TableWidth);
  more(Model.Reasons.size(), Shown.size());
}

void WorstText::facts() {
  if (Model.Facts.empty())
    return;
  heading("Bounds that it rests on");
  std::vector<UsedFact> Sorted = Model.Facts;
  std::ranges::stable_sort(Sorted, std::ranges::greater{},
                           &worst::UsedFact::Binds);
  ArrayRef<UsedFact> Shown = listed(Sorted);
  for (const UsedFact &F : Shown)
    paragraph(formatv("  {0,-10}", nameOf(F.From)).str(),
              printable(boundInWords(F) + (F.Place.empty() && !F.At ? ""
                                           : F.Place.empty()
                                               ? " (" + fileAndLine(*F.At) + ")"
                                               : " (" + F.Place + ")")) +
                  (F.Binds ? "; 1 less gains " + time(F.Price) : ""));
  more(Sorted.size(), Shown.size());
}

void WorstText::unmeasured() {
  if (Model.Unmeasured.empty())
    return;
  heading(Model.IsAssumedNever
              ? "Never measured, and left out: a call that takes one of these "
                "may last longer"
              : "Never measured");
  ArrayRef<NotMeasured> Shown = listed(Model.Unmeasured);
  for (const NotMeasured &N : Shown)
    paragraph("  ", printable(partInWords(N)) +
                        (N.Taken ? "; " + time(N.Taken) + " taken for it"
                                 : "; no time taken for it") +
                        (N.OnPath ? "; on the path" : ""));
  more(Model.Unmeasured.size(), Shown.size());
}

void WorstText::neverTogether() {
  if (Model.NeverTogether.empty())
    return;
  heading("Never seen together, and on the path");
  ArrayRef<BlocksApart> Shown = listed(Model.NeverTogether);
  for (const BlocksApart &B : Shown)
    paragraph("  ", printable(nameAndPlace(B.At) + ": " +
                              blocksInWords(B.Blocks, B.Blocks.size()) + "; " +
                              nearestInWords(B, Model)));
  more(Model.NeverTogether.size(), Shown.size());
}

void WorstText::proposals() {
  bool Any = any_of(Model.Facts, [](auto &F) { return !F.Proposal.empty(); });
  if (!Any)
    return;
  heading("To be confirmed: each was only observed. Copy what is true of all "
          "inputs into a file, and name that with --facts.");
  Out << "\nflow:\n";
  for (const UsedFact &F : Model.Facts)
    for (StringRef Line : split(StringRef(F.Proposal).rtrim(), '\n'))
      if (!Line.empty())
        Out << printable(Line) << '\n';
}

void WorstText::print() {
  verdict();
  violations();
  figures();
  interrupts();
  rests();
  advice();
  path();
  reasons();
  facts();
  neverTogether();
  unmeasured();
  proposals();
}

void printWorstText(raw_ostream &Out, const WorstModel &Model,
                    const WorstOptions &Options) {
  WorstText(Out, Model, Options).print();
}

} // namespace ipoint::output
