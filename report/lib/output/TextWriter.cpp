//===- TextWriter.cpp - The report for a terminal -------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Files.h"
#include "TextTable.h"
#include "Writer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <numeric>

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::output {

/// How many names a line lists before it says how many more there are.
static constexpr size_t NamesInLine = 8;

static std::string counted(uint64_t Count, StringRef One, StringRef Many) {
  return (Twine(Count) + " " + (Count == 1 ? One : Many)).str();
}

namespace {

class TextPrinter {
public:
  TextPrinter(raw_ostream &Out, const ReportModel &Report,
              const WriterOptions &Options)
      : Out(Out), Report(Report), Options(Options),
        Scale(Options.TimeUnit, Report.Clock.RateHz) {}

  void summary();
  void detail(const FunctionModel &F);

private:
  void head();
  void functions();
  void lost();
  void damage();
  void setAside();
  void skipped();
  void neverRun();
  template <class Range, class Name>
  std::string names(const Range &Items, Name NameOf) const;
  std::string cell(std::optional<double> Ticks) const {
    return Ticks ? number(Scale(*Ticks)) : "-";
  }

  raw_ostream &Out;
  const ReportModel &Report;
  const WriterOptions &Options;
  TimeScale Scale;
};

/// The figures that a table shows: filtered where that says something else.
const Figures &best(const TimeModel &T) {
  return T.Filtered ? *T.Filtered : T.Corrected;
}

/// The first names and how many more there are.
template <class Range, class Name>
std::string TextPrinter::names(const Range &Items, Name NameOf) const {
  std::string Result;
  for (const auto &Item : ArrayRef(Items).take_front(NamesInLine))
    Result += (Result.empty() ? "" : ", ") + printable(NameOf(Item));
  if (Items.size() > NamesInLine)
    Result += ", and " + std::to_string(Items.size() - NamesInLine) + " more";
  return Result;
}

void TextPrinter::head() {
  for (const TraceModel &T : ArrayRef(Report.Traces).take_front(NamesInLine)) {
    Out << "trace    " << printable(T.Path) << ": " << printable(T.Program);
    if (!T.Arguments.empty())
      Out << ' ' << printable(T.Arguments);
    Out << ", " << counted(T.Records, "record", "records") << " in "
        << counted(T.Streams, "thread", "threads");
    if (T.ExitSignal.value_or(0) != 0)
      Out << ", ended by signal " << *T.ExitSignal;
    else if (T.ExitStatus.value_or(0) != 0)
      Out << ", exit status " << *T.ExitStatus;
    Out << (T.Complete ? "\n" : ", cut\n");
  }
  if (Report.Traces.size() > NamesInLine)
    Out << "         and " << Report.Traces.size() - NamesInLine
        << " more traces\n";
  const ClockModel &C = Report.Clock;
  Out << "clock    " << printable(C.Source) << ", "
      << number(double(C.RateHz) / 1e6) << " MHz, step " << number(C.Step)
      << " ticks" << (C.Waits ? " (a read waits for the next)" : "")
      << "; a probe takes " << number(C.BaseTimedMean) << " ticks (at least "
      << number(C.BaseTimedMin) << "), an untimed one "
      << number(C.BaseUntimedMean) << '\n';
  const TotalsModel &T = Report.Totals;
  Out << "program  " << T.FunctionsRun << " of "
      << counted(T.Functions, "function", "functions") << " ran, "
      << T.IpointsRun << " of " << counted(T.Ipoints, "block", "blocks") << ", "
      << counted(T.Activations, "call", "calls") << '\n';
  if (Report.Filter)
    Out << "filter   low " << Report.Filter->Low << ", high "
        << Report.Filter->High << ", majority "
        << number(Report.Filter->Majority) << "; "
        << (Report.Filter->LinearOnly ? "linear blocks" : "all blocks") << '\n';
}

void TextPrinter::functions() {
  std::vector<const FunctionModel *> Ran;
  double All = 0;
  for (const FunctionModel &F : Report.Functions) {
    if (F.Status != FunctionStatus::Run)
      continue;
    Ran.push_back(&F);
    All += F.Self ? best(*F.Self).Total : 0;
  }
  auto TotalOf = [](const FunctionModel *F) {
    return F->Self ? best(*F->Self).Total : -1;
  };
  stable_sort(Ran, [&](auto *A, auto *B) { return TotalOf(A) > TotalOf(B); });
  Out << "\nResponse times in " << Scale.name()
      << " without callees and probes; HWM as stamped"
      << (Report.Filter ? "; interrupts set aside" : "") << '\n';
  TextTable Table;
  for (const char *Title :
       {"self total", "share", "calls", "mean", "p99", "HWM"})
    Table.addColumn(Title, TextTable::Right);
  Table.addColumn("", TextTable::Left);
  Table.addColumn("function", TextTable::Left);
  for (const FunctionModel *F : ArrayRef(Ran).take_front(Options.Top)) {
    std::vector<std::string> Row(8, "-");
    if (F->Self) {
      const Figures &S = best(*F->Self);
      Row[0] = cell(S.Total);
      Row[1] = All > 0 ? formatv("{0:f1} %", 100 * S.Total / All).str() : "-";
      Row[3] = cell(S.Mean);
      Row[4] = cell(S.P99);
      Row[5] = cell(F->Self->Raw.Max);
    }
    Row[2] = std::to_string(F->Calls);
    Row[6] = F->Self && F->Self->BelowResolution ? "<" : "";
    Row[7] = printable(F->Name) + "  " + printable(F->File) + ":" +
             std::to_string(F->Line);
    Table.addRow(std::move(Row));
  }
  Table.print(Out);
  if (Ran.size() > Options.Top)
    Out << "and " << Ran.size() - Options.Top << " more; see --top\n";
  if (any_of(Ran, [](auto *F) { return F->Self && F->Self->BelowResolution; }))
    Out << "<: the mean is below the clock's step, too short to be told\n";
}

void TextPrinter::lost() {
  const LostModel &L = Report.Lost;
  std::vector<std::string> What;
  auto Add = [&](uint64_t Count, StringRef One, StringRef Many) {
    if (Count)
      What.push_back(counted(Count, One, Many));
  };
  Add(L.Records, "record for want of room", "records for want of room");
  Add(L.Overwritten, "record overwritten", "records overwritten");
  Add(L.Repaired, "record moved to keep order", "records moved to keep order");
  Add(L.UnknownRecords, "unknown record", "unknown records");
  if (L.Pauses)
    What.push_back(counted(L.Pauses, "pause", "pauses") + " of " +
                   cell(double(L.PauseTicks)) + " " + Scale.name().str() +
                   " in all for the drain (in no time)");
  Add(Report.Totals.InferredExits, "exit inferred", "exits inferred");
  Add(L.UnfinishedActivations, "activation open at the end",
      "activations open at the end");
  Add(L.StartedInTheMiddle, "activation whose entry was not seen",
      "activations whose entry was not seen");
  Out << "lost       " << (What.empty() ? "nothing" : join(What, ", ")) << '\n';
  for (const ImpossibleTransition &T :
       ArrayRef(L.Impossible).take_front(NamesInLine))
    Out << "impossible " << printable(T.Function) << ": " << printable(T.From)
        << " -> " << printable(T.To) << ", "
        << counted(T.Count, "time", "times") << '\n';
  if (L.Impossible.size() > NamesInLine)
    Out << "           and " << L.Impossible.size() - NamesInLine
        << " more impossible transitions\n";
  damage();
}

void TextPrinter::damage() {
  const std::vector<std::string> &Damage = Report.Lost.Damage;
  for (const std::string &What : ArrayRef(Damage).take_front(NamesInLine))
    Out << "damaged    " << printable(What) << '\n';
  if (Damage.size() > NamesInLine)
    Out << "           and " << Damage.size() - NamesInLine << " more places\n";
}

void TextPrinter::setAside() {
  if (!Report.Filter)
    return;
  Out << "set aside  " << counted(Report.Totals.SetAside, "visit", "visits")
      << (Report.SetAside.empty() ? "" : ": ");
  Out << names(Report.SetAside, [&](const SetAsideModel &S) {
    return S.Function + "/" + S.Block + " " + std::to_string(S.Count) + " (+" +
           cell(S.Added) + ")";
  }) << '\n';
  std::vector<std::string> Refused;
  for (const FunctionModel &F : Report.Functions)
    for (const BlockModel &B : F.Blocks)
      if (B.Filter == FilterState::Refused)
        Refused.push_back(F.Name + "/" + B.Name + ": " + B.FilterReason);
  for (const std::string &What : ArrayRef(Refused).take_front(NamesInLine))
    Out << "refused    " << printable(What) << '\n';
  if (Refused.size() > NamesInLine)
    Out << "           and " << Refused.size() - NamesInLine
        << " more blocks\n";
}

void TextPrinter::skipped() {
  if (Report.Skipped.empty())
    return;
  Out << "skipped    "
      << counted(Report.Totals.FunctionsSkipped, "function", "functions")
      << " and "
      << counted(Report.Skipped.size() - Report.Totals.FunctionsSkipped,
                 "place", "places")
      << " got no probe: "
      << names(Report.Skipped,
               [](const SkipModel &S) {
                 return S.Function.value_or(S.File) + " (" + S.Reason + ")";
               })
      << '\n';
}

void TextPrinter::neverRun() {
  if (!Report.NeverRunFunctions.empty())
    Out << "never run  "
        << counted(Report.NeverRunFunctions.size(), "function", "functions")
        << ": "
        << names(Report.NeverRunFunctions,
                 [](const NeverRunFunction &F) { return F.Name; })
        << '\n';
  if (!Report.NeverRunBlocks.empty())
    Out << "never run  "
        << counted(Report.NeverRunBlocks.size(), "block", "blocks")
        << " of functions that ran: "
        << names(Report.NeverRunBlocks,
                 [](const NeverRunBlock &B) {
                   return B.Function + "/" + B.Block + " (line " +
                          std::to_string(B.Line) + ")";
                 })
        << '\n';
  if (Report.UnitsMeasured < Report.DatabaseUnits)
    Out << "not part   "
        << counted(Report.DatabaseUnits - Report.UnitsMeasured, "unit", "units")
        << " of the database, of other programs or older builds\n";
}

void TextPrinter::summary() {
  head();
  functions();
  Out << '\n';
  lost();
  setAside();
  skipped();
  neverRun();
}

void TextPrinter::detail(const FunctionModel &F) {
  Out << printable(F.Name) << "  " << printable(F.File) << ':' << F.Line << '-'
      << F.EndLine << '\n';
  if (F.Status == FunctionStatus::Skipped)
    Out << "got no probe: " << printable(*F.Reason) << '\n';
  Out << counted(F.Calls, "call", "calls") << " in "
      << counted(F.Threads, "thread", "threads");
  if (F.InferredExits)
    Out << ", " << counted(F.InferredExits, "exit inferred", "exits inferred");
  Out << "; response times in " << Scale.name() << " without probes"
      << (Report.Filter ? ", interrupts set aside" : "")
      << ", HWM as stamped\n";
  TextTable Table;
  Table.addColumn("line", TextTable::Right);
  Table.addColumn("block", TextTable::Left);
  for (const char *Title : {"visits", "total", "min", "mean", "p99", "HWM"})
    Table.addColumn(Title, TextTable::Right);
  Table.addColumn("", TextTable::Left);
  auto Add = [&](std::string Line, StringRef Name, uint64_t Visits,
                 const std::optional<TimeModel> &T, std::string Note) {
    std::vector<std::string> Row = {std::move(Line), printable(Name),
                                    std::to_string(Visits)};
    if (T) {
      const Figures &S = best(*T);
      for (std::optional<double> Ticks :
           {std::optional(S.Total), std::optional(S.Min), std::optional(S.Mean),
            S.P99, std::optional(T->Raw.Max)})
        Row.push_back(cell(Ticks));
      if (T->BelowResolution)
        Note = "below the clock's step" + (Note.empty() ? "" : "; " + Note);
    } else {
      Row.resize(8, "-");
    }
    Row.push_back(printable(Note));
    Table.addRow(std::move(Row));
  };
  Add("", "self", F.Self ? F.Self->Raw.Count : 0, F.Self, "");
  Add("", "gross", F.Gross ? F.Gross->Raw.Count : 0, F.Gross, "");
  for (const BlockModel &B : F.Blocks)
    Add(std::to_string(B.Line), B.Name, B.Visits, B.Time,
        B.SetAside ? std::to_string(B.SetAside) + " set aside"
                   : B.FilterReason);
  Table.print(Out);
}

class TextWriter : public Writer {
public:
  explicit TextWriter(WriterOptions Options) : Options(std::move(Options)) {}

  Error write(const ReportModel &Report) override {
    bool Found = any_of(Report.Functions, [&](const FunctionModel &F) {
      return F.Name == Options.Function;
    });
    if (!Options.Function.empty() && !Found)
      return errorAt(Options.Function,
                     "no such function in " + Report.DatabasePath +
                         "; see the names with 'ipoint-report text'");
    return writeFile(Options.Path, [&](raw_ostream &Out) {
      TextPrinter Printer(Out, Report, Options);
      if (Options.Function.empty())
        return Printer.summary();
      for (const FunctionModel &F : Report.Functions)
        if (F.Name == Options.Function)
          Printer.detail(F);
    });
  }

private:
  WriterOptions Options;
};

} // namespace

std::unique_ptr<Writer> makeTextWriter(WriterOptions Options) {
  return std::make_unique<TextWriter>(std::move(Options));
}

} // namespace ipoint::output
