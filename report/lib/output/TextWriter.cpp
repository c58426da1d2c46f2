//===- TextWriter.cpp - The report for a terminal -------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BudgetWords.h"
#include "Files.h"
#include "TextPrinter.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::output {

/// How many marks the summary lists: users ask for them one by one.
static constexpr size_t MarksListed = 40;

static std::string noteOn(const BlockModel &B) {
  std::string Note =
      B.Excluded ? grouped(B.Excluded) + " excluded" : B.FilterReason;
  if (B.Excluded && StringRef(B.FilterReason).contains("two clusters"))
    Note += "; " + B.FilterReason;
  if (B.FromMacro)
    Note = "in a macro" + (Note.empty() ? "" : "; " + Note);
  return Note;
}

void TextPrinter::marks() {
  size_t Rest = Options.All || Report.Marks.size() <= MarksListed
                    ? 0
                    : Report.Marks.size() - MarksListed;
  for (const MarkModel &M : ArrayRef(Report.Marks).drop_back(Rest)) {
    std::string What = printable(M.Name) + " (" + printable(M.Function) + ":" +
                       std::to_string(M.Line) +
                       "): " + counted(M.Count, "time", "times");
    if (M.Values)
      What += ", values " + std::to_string(M.Values->Min) + " to " +
              std::to_string(M.Values->Max) + ", mean " +
              number(M.Values->Mean);
    paragraph("mark       ", What);
  }
  IsCut |= Rest != 0;
  if (Rest)
    Out << "           and " << Rest << " more marks\n";
}

void TextPrinter::overBounds() {
  for (const FunctionModel &F : Report.Functions)
    for (const LoopModel &L : F.Loops)
      if (L.exceedsBound())
        paragraph("over bound ",
                  printable(F.Name) + "/" + printable(L.Name) + ":" +
                      placeOf(L) + " ran " +
                      counted(*L.MaxIterations, "time", "times") +
                      ", its bound is " + grouped(*L.Bound) + " (" +
                      printable(L.BoundFrom) + ")");
}

/// Broken budgets; bounds of loops have another list.
void TextPrinter::budgets() {
  std::vector<const BudgetVerdict *> Broken;
  for (const BudgetVerdict &V : Report.Budgets)
    if (V.State == BudgetState::Broken && !V.IsBound)
      Broken.push_back(&V);
  for (const BudgetVerdict *V : listed(Broken)) {
    Out.changeColor(raw_ostream::RED, /*Bold=*/true);
    paragraph("over budget ",
              (V->Name.empty() ? "" : printable(V->Name) + ": ") +
                  printable(sentence(*V, Report)) + " (" + printable(V->From) +
                  ")");
    Out.resetColor();
  }
  more(Broken.size(), "");
}

void TextPrinter::loops(const FunctionModel &F) {
  for (const LoopModel &L : F.Loops) {
    std::string What = printable(L.Name) + ":" + placeOf(L);
    if (!L.Body)
      What += " was not counted: its body has no ipoint";
    else if (L.MaxIterations)
      What += " ran at most " + counted(*L.MaxIterations, "time", "times");
    else
      What += " ran " + counted(L.Iterations, "time", "times") +
              " in all, how often at most is not in sums";
    if (L.Body)
      What += ", " + counted(L.Entered, "entry", "entries");
    if (L.Bound)
      What += "; bound " + grouped(*L.Bound) + " (" + printable(L.BoundFrom) +
              ")" + (L.exceedsBound() ? ", exceeded" : "");
    if (L.PerEntry) {
      What += "; " + grouped(L.PerEntry->Mean, 1) + " on average, " +
              grouped(*L.PerEntry->P50, 0) + " or less in half of the entries";
      if (L.PerEntry->P99)
        What += ", " + grouped(*L.PerEntry->P99, 0) + " in 99 %";
    }
    if (L.Iteration) {
      const Figures &Raw = L.Iteration->Raw, &Less = L.Iteration->Corrected;
      What += "; " + grouped(Raw.Count) + " of " +
              counted(L.Iterations, "iteration was", "iterations were") +
              " timed: mean " + mean(Less.Mean) + ", p50 " +
              single(Less, Less.P50) +
              (Less.P99 ? ", p99 " + single(Less, Less.P99) : "") + ", HWM " +
              single(Raw.Max);
    }
    if (L.Sampled) {
      const sampled::SampledMean &M = *L.Sampled->Mean;
      What += "; in the plain program an iteration takes " + mean(M.Mean) +
              " (95 %: " + mean(M.Range.Low) + "–" + mean(M.Range.High) + ")";
    }
    paragraph("loop       ", What);
  }
}

void TextPrinter::endOfLists() const {
  if (IsCut)
    paragraph("lists      ", "cut short; --all prints them whole, with clock, "
                             "balance and conditions");
}

void TextPrinter::detail(const FunctionModel &F) {
  Out << printable(F.Name) << "  " << printable(F.File) << ':' << F.Line << '-'
      << F.EndLine << '\n';
  if (F.IsInterrupt)
    Out << "interrupt handler\n";
  if (F.Status == FunctionStatus::NotInstrumented)
    line("", "not instrumented: " + printable(*F.Reason));
  std::string Inferred =
      counted(F.InferredExits, "exit inferred", "exits inferred");
  paragraph("",
            counted(F.Calls, "call", "calls") +
                (F.IsCounted && F.Threads == 0
                     ? ""
                     : " in " + counted(F.Threads, "thread", "threads")) +
                (F.InferredExits ? ", " + Inferred : "") +
                (Report.Execution ? "; execution times in "
                                  : "; response times in ") +
                Scale.name() + " without probes" +
                (Report.Interrupts || Report.Totals.Excluded
                     ? ", visits with detected interrupts excluded"
                     : "") +
                ", HWM raw" +
                (Report.Execution ? ", response with the time off CPU" : ""));
  TextTable Table{
      {"line", 2},   words("block"), {"visits", 1},
      {"total", 5},  {"min", 6},     {"mean"},
      {"p99", 4},    {"HWM"},        {"response", 7, Report.Execution},
      {"mean ±", 3}, words("")};
  auto Add = [&](std::string Line, StringRef Name, uint64_t Visits,
                 const std::optional<TimeModel> &T, std::string Note) {
    std::vector<std::string> Row = {std::move(Line), printable(Name),
                                    grouped(Visits)};
    if (T) {
      const Figures &S = best(*T);
      Row.insert(Row.end(), {total(S.Total), single(S, S.Min), mean(S.Mean),
                             single(S, S.P99), single(T->Raw.Max)});
      if (Report.Execution)
        Row.push_back(response(*T));
      Row.push_back(uncertainty(S));
      auto Prepend = [&](const std::string &What) {
        Note = What + (Note.empty() ? "" : "; " + Note);
      };
      if (T->Overload) {
        for (size_t I : {3, 4, 5, 6})
          Row[I] = "-";
        Row.back() = "-";
        Prepend("no figures: too many interrupts");
      }
      if (T->OffCpu)
        Prepend("off CPU in " + grouped(T->OffCpu->Count));
      if (T->BelowResolution)
        Prepend("below resolution");
      if (T->Undetected)
        Prepend("about " +
                counted(uint64_t(std::llround(T->Undetected->Expected)),
                        "undetected interrupt", "undetected interrupts") +
                " expected");
      if (S.Clipped && S.Clipped->Mean)
        Prepend("mean " + mean(*S.Clipped->Mean) +
                " below 0, its probes took less");
    } else {
      Row.resize(Report.Execution ? 10 : 9, "-");
    }
    Row.push_back(printable(Note));
    Table.addRow(std::move(Row));
  };
  Add("", "self", F.Self ? F.Self->Raw.Count : 0, F.Self, "");
  Add("", "inclusive", F.Inclusive ? F.Inclusive->Raw.Count : 0, F.Inclusive,
      "");
  for (const BlockModel &B : F.Blocks)
    Add(placeOf(B), B.Name, B.Visits, B.Time, noteOn(B));
  if (none_of(F.Blocks, [](const BlockModel &B) { return B.Time; }) &&
      !F.Self && !F.Inclusive)
    Table.hideDashes();
  Table.print(Out, Options.TableWidth);
  explainUpper(any_of(F.Blocks, [](auto &B) { return hasUpper(B.Time); }) ||
               hasUpper(F.Self) || hasUpper(F.Inclusive));
  sampledBlocks(F);
  inferred(F);
  excluded(F);
  places(F);
  largestOn(F);
  across(F);
  loops(F);
  paths(F);
  endOfLists();
  source(F);
  origin();
}

Error writeText(const ReportModel &Report, const WriterOptions &Options) {
  auto IsShown = [&](const FunctionModel &F) {
    return F.Name == Options.Function;
  };
  if (!Options.Function.empty() && none_of(Report.Functions, IsShown))
    return noSuchFunction(Options.Function, Report.DatabasePath,
                          Report.Functions);
  return writeFile(Options.Path, [&](raw_ostream &Out) {
    Out.enable_colors(Options.HasColors);
    TextPrinter Printer(Out, Report, Options);
    if (Options.Function.empty())
      return Printer.summary();
    for (const FunctionModel &F : make_filter_range(Report.Functions, IsShown))
      if (Options.Disassembly)
        Printer.machineCode(F);
      else
        Printer.detail(F);
  });
}

} // namespace ipoint::output
