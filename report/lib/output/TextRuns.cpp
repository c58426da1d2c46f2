//===- TextRuns.cpp - How runs were made and what they took ---------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BudgetWords.h"
#include "TextPrinter.h"
#include "support/Ranges.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include <algorithm>
#include <cmath>
#include <set>

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::output {

/// "34.67 ms".
static std::string duration(double Ns) {
  if (Ns >= 1e9)
    return formatv("{0:F3} s", Ns / 1e9);
  if (Ns >= 1e6)
    return formatv("{0:F2} ms", Ns / 1e6);
  return formatv("{0:F1} us", Ns / 1e3);
}

static std::string memory(double Bytes) {
  return Bytes >= 1 << 20 ? formatv("{0:F1} MiB", Bytes / (1 << 20))
                          : formatv("{0:F0} KiB", Bytes / 1024);
}

namespace {

/// A figure of a run: what it says of a run, if that is known.
struct RunFigure {
  StringRef Title;
  std::optional<double> (*Value)(const TraceModel &);
  std::string (*Words)(double);
};

} // namespace

static std::string amount(double Value) {
  return grouped(Value, Value == std::floor(Value) ? 0 : 1);
}

using Known = std::optional<double>;

/// A number of the run's metadata, in \p Unit.
template <std::optional<int64_t> RunFacts::*Member, int Unit = 1>
static Known declared(const TraceModel &T) {
  return T.*Member ? Known(double(*(T.*Member)) * Unit) : std::nullopt;
}

static Known cpuOf(const TraceModel &T) { return T.Accounts.Cpu; }
static Known recordedOf(const TraceModel &T) { return T.Accounts.Recorded; }
static Known offCpuOf(const TraceModel &T) {
  bool IsUnknown = StringRef(T.Switches).starts_with("none");
  return IsUnknown ? Known() : Known(T.Accounts.OffCpu);
}

static constexpr RunFigure RunFigures[] = {
    {"elapsed", declared<&RunFacts::WallNs>, duration},
    {"CPU", cpuOf, duration},
    {"user", declared<&RunFacts::UserUs, 1000>, duration},
    {"system", declared<&RunFacts::SystemUs, 1000>, duration},
    {"recorded", recordedOf, duration},
    {"off CPU", offCpuOf, duration},
    {"voluntary switches", declared<&RunFacts::VoluntarySwitches>, amount},
    {"involuntary switches", declared<&RunFacts::InvoluntarySwitches>, amount},
    {"page faults", declared<&RunFacts::MinorFaults>, amount},
    {"page faults from disk", declared<&RunFacts::MajorFaults>, amount},
    {"migrations", declared<&RunFacts::Migrations>, amount},
    {"peak memory", declared<&RunFacts::PeakMemory>, memory}};

/// By which name a run is known in the table: the last part of its path.
static std::string nameOf(const TraceModel &T) {
  return printable(sys::path::filename(T.Path));
}

/// What all runs say of a figure: its mean, how much runs vary, the least, the
/// most, and whose that is. Nothing where no run knows it.
static std::vector<std::string> row(const RunFigure &C,
                                    ArrayRef<TraceModel> Runs) {
  double Sum = 0, Squares = 0, Count = 0, Least = 0, Most = 0;
  const TraceModel *Worst = nullptr;
  for (const TraceModel &T : Runs) {
    Known Value = C.Value(T);
    if (!Value)
      continue;
    Sum += *Value;
    Squares += *Value * *Value;
    Least = Count == 0 ? *Value : std::min(Least, *Value);
    if (!Worst || *Value > Most)
      Most = *Value, Worst = &T;
    ++Count;
  }
  if (!Worst)
    return {};
  double Mean = Sum / Count;
  double Variance =
      Count > 1 ? std::max(0.0, Squares - Count * Mean * Mean) / (Count - 1)
                : 0;
  return {C.Title.str(),
          C.Words(Mean),
          Mean > 0 ? formatv("{0:F1} %", 100 * std::sqrt(Variance) / Mean).str()
                   : "-",
          C.Words(Least),
          C.Words(Most),
          Least == Most ? "" : nameOf(*Worst)};
}

static StringRef inWords(RunAccounts::Doubt D) {
  switch (D) {
  case RunAccounts::Doubt::None:
    return "";
  case RunAccounts::Doubt::Stolen:
    return "the records account for more than the CPU time: something had the "
           "CPU that no context switch shows, such as another guest of the "
           "hypervisor, or interrupts";
  case RunAccounts::Doubt::OffCpuUnknown:
    return "the records account for more than the CPU time: context switches "
           "were not recorded, so times off CPU are in them";
  case RunAccounts::Doubt::NotRecorded:
    return "the CPU time is more than the records account for: what ran before "
           "the "
           "first ipoint and behind the last one, or threads and children "
           "without ipoints";
  }
  llvm_unreachable("a doubt without words");
}

/// What runs took, and where the accounts of one differ. One run alone has a
/// line, several a table.
void TextPrinter::runs() {
  const std::vector<TraceModel> &Runs = Report.Traces;
  if (none_of(Runs, [](const TraceModel &T) { return T.WallNs.value_or(0); }))
    return;
  if (Runs.size() == 1) {
    std::string What;
    for (const RunFigure &C : RunFigures)
      if (Known Value = C.Value(Runs.front()))
        What +=
            (What.empty() ? "" : ", ") + C.Title.str() + ' ' + C.Words(*Value);
    paragraph("took     ", What);
  } else {
    TextTable Table{words(grouped(Runs.size()) + " runs"),
                    {"mean"},
                    {"sd"},
                    {"least"},
                    {"most"},
                    words("in")};
    for (const RunFigure &C : RunFigures)
      if (std::vector<std::string> Cells = row(C, Runs); !Cells.empty())
        Table.addRow(std::move(Cells));
    Out << '\n';
    Table.print(Out, Options.TableWidth);
    Out << '\n';
  }
  for (auto Kind :
       {RunAccounts::Doubt::Stolen, RunAccounts::Doubt::OffCpuUnknown,
        RunAccounts::Doubt::NotRecorded}) {
    std::vector<const TraceModel *> Doubted;
    for (const TraceModel &T : Runs)
      if (T.Accounts.Differs == Kind)
        Doubted.push_back(&T);
    if (!Doubted.empty())
      paragraph("accounts ",
                names(Doubted, [](const TraceModel *T) { return nameOf(*T); }) +
                    ": " + inWords(Kind).str());
  }
}

/// What the program was given that it does not have by itself.
void TextPrinter::conditions() {
  const TraceModel &T = Report.Traces.front();
  std::vector<std::string> What;
  if (T.Realtime.value_or(0))
    What.push_back("SCHED_FIFO " + std::to_string(*T.Realtime));
  if (T.Niceness.value_or(0))
    What.push_back("niceness " + std::to_string(*T.Niceness));
  if (T.MemoryLocked.value_or(0))
    What.push_back("memory locked");
  if (T.FixedAddresses.value_or(0))
    What.push_back("fixed addresses");
  if (!T.Load.empty())
    What.push_back("beside a load of " + printable(T.Load));
  if (T.WarmUp.value_or(0))
    What.push_back("behind " + counted(uint64_t(*T.WarmUp), "run", "runs") +
                   " to warm up");
  if (!What.empty())
    paragraph("run      ", join(What, ", "));
}

/// What made the program, and which build of it ran.
void TextPrinter::builds() {
  std::set<std::string> Ids;
  for (const TraceModel &T : Report.Traces)
    if (!T.BuildId.empty())
      Ids.insert(T.BuildId.substr(0, 12));
  std::string What = names(Report.Builds, [](const BuildModel &B) {
    return B.Compiler + " " + B.Flags + " (" +
           counted(B.Units, "unit", "units") + ", level " + B.Level +
           (B.Timed == "blocks" ? "" : ", timed " + B.Timed) + ")";
  });
  if (!Ids.empty())
    What += "; build id " + join(Ids, ", ");
  if (!What.empty())
    paragraph("build    ", What);
}

void TextPrinter::filter() {
  if (!Report.Filter)
    return;
  std::vector<std::string> Lines = inWords(*Report.Filter);
  StringRef Label = "filter   ";
  for (const std::string &Line : listed(Lines)) {
    paragraph(Label, Line);
    Label = "         ";
  }
  more(Lines.size(), "rules", "         ");
  if (!Report.Totals.InPlace)
    return;
  const bool IsDetected = any_of(Report.Functions, [](auto &F) {
    return any_of(F.Blocks, [](auto &B) { return B.FilterBy == "detection"; });
  });
  paragraph(Label,
            IsDetected
                ? "times that were added up on the target are in bins: "
                  "interrupts that add less than a bin is wide are not seen; "
                  "when they come is known of the last long visits alone, if "
                  "the target kept them"
                : "rules alone decide on blocks whose times were added up on "
                  "the target: detection needs to know how long probes mask "
                  "interrupts; compile bare.c with -DIPOINT_DETECTION");
}

/// What the summary does not say elsewhere.
void TextPrinter::report() {
  paragraph("report   ", "ipoint-report " + Options.Version + ": " +
                             printable(join(Options.CommandLine, " ")) + "; " +
                             printable(Report.DatabasePath) + ", " +
                             Report.DatabaseIdentity);
}

void TextPrinter::origin() {
  Out << '\n';
  StringRef Label = "from       ";
  for (const std::string &Line : provenance(Report, Options)) {
    paragraph(Label, Line);
    Label = "           ";
  }
}

void TextPrinter::place(StringRef What, const std::optional<TimeModel> &T) {
  if (!T || !T->MaxAt)
    return;
  const PlaceModel &P = *T->MaxAt;
  paragraph("longest    ",
            printable(What) + ": " + single(T->Raw.Max) + " " +
                printable(placeInWords(P, single(P.Since) + " " +
                                              Scale.name().str())));
}

void TextPrinter::places(const FunctionModel &F) {
  place("inclusive", F.Inclusive);
  std::vector<const BlockModel *> Blocks;
  for (const BlockModel &B : F.Blocks)
    if (B.Time && B.Time->MaxAt)
      Blocks.push_back(&B);
  std::ranges::stable_sort(
      Blocks, std::ranges::greater{},
      [](const BlockModel *B) { return B->Time->Raw.Max; });
  for (const BlockModel *B : listed(Blocks))
    place(B->Name, B->Time);
  more(Blocks.size(), "blocks, whose longest times are shorter");
}

/// Which runs of a profile the largest times are of.
void TextPrinter::largestOn(const FunctionModel &F) {
  auto Add = [&](StringRef What, const std::optional<TimeModel> &T,
                 const std::optional<analysis::MarkOrigin> &O) {
    if (T && O)
      paragraph("largest    ",
                printable(What) + ": " + single(T->Raw.Max) + " " +
                    Scale.name().str() + " " +
                    printable(originInWords(*O, Report.Clock.RateHz)) +
                    ", run " + O->Run + " (" + printable(O->Path) + ")");
  };
  Add("self", F.Self, F.SelfMark);
  Add("inclusive", F.Inclusive, F.InclusiveMark);
  for (const BlockModel &B : F.Blocks)
    if (Options.All)
      Add(B.Name, B.Time, B.Mark);
}

/// How its figures differ by the values of a label: quantiles, the largest, and
/// blocks that ran with few.
void TextPrinter::across(const FunctionModel &F) {
  if (F.Across.empty())
    return;
  std::vector<const analysis::AcrossModel *> All;
  All.reserve(F.Across.size());
  for (const analysis::AcrossModel &A : F.Across)
    All.push_back(&A);
  std::ranges::stable_sort(All, std::ranges::greater{}, [](const auto *A) {
    return std::pair(A->Max.value_or(0), A->Calls);
  });
  Out << '\n';
  paragraph("", "It ran with " + grouped(All.size()) + " of " +
                    counted(Report.AcrossValues, "value of ", "values of ") +
                    printable(Report.AcrossBy) + "; raw " +
                    (F.Inclusive ? "inclusive" : "self") + " times");
  TextTable Table{
      words(Report.AcrossBy), {"calls"}, {"mean"}, {"HWM"}, {"blocks"}};
  for (const analysis::AcrossModel *A : listed(All))
    Table.addRow({A->Value.empty() ? "without" : printable(A->Value),
                  grouped(A->Calls), A->Mean ? mean(*A->Mean) : "-",
                  A->Max ? single(A->Max) : "-", grouped(A->Blocks)});
  Table.print(Out, Options.TableWidth);
  more(All.size(), "with smaller largest times");
  std::vector<double> Means;
  for (const analysis::AcrossModel *A : All)
    if (A->Mean)
      Means.push_back(*A->Mean);
  sort(Means);
  if (Means.size() > 1) {
    auto At = [&](double Share) {
      return mean(Means[size_t(Share * double(Means.size() - 1))]);
    };
    paragraph("means      ", "least " + At(0) + ", quarter " + At(0.25) +
                                 ", half " + At(0.5) + ", three quarters " +
                                 At(0.75) + ", most " + At(1));
  }
  for (const BlockModel &B : F.Blocks)
    if (B.RanAcross && *B.RanAcross != 0 && *B.RanAcross < All.size())
      paragraph("ran with   ",
                printable(B.Name) + ": " + grouped(*B.RanAcross) + " of " +
                    grouped(All.size()) + (B.RanWith.empty() ? "" : ": ") +
                    printable(join(B.RanWith, ", ")));
}

static std::string blocksOf(const PathModel &P) {
  if (!P.Rounds)
    return printable(join(P.Blocks, " > "));
  ArrayRef<std::string> Blocks = P.Blocks;
  size_t Head = P.Rounds->Behind + 1;
  return printable(join(Blocks.take_front(Head), " > ") + " > (" +
                   join(P.Rounds->Blocks, " > ") + ")* > " +
                   join(Blocks.drop_front(Head), " > "));
}

/// Whether only how the longest call ended is known.
static bool isEnd(const FunctionModel &F) {
  const auto &Blocks = F.Paths[F.Longest.Paths.front().Path].Blocks;
  return Blocks.empty() || Blocks.front() != "entry";
}

/// The most frequent paths, and those of the longest call.
void TextPrinter::paths(const FunctionModel &F) {
  if (F.Paths.empty())
    return;
  const uint64_t All = sumOf(F.Paths, &PathModel::Count);
  const bool Timed =
      any_of(F.Paths, [](const PathModel &P) { return P.Self.has_value(); });
  const bool Counted =
      any_of(F.Paths, [](const PathModel &P) { return P.Rounds.has_value(); });
  Out << '\n';
  paragraph(
      "", counted(F.Paths.size(), "path was", "paths were") +
              " taken, each from a record to the next" +
              (Timed ? "; self times of calls on one only" : "") +
              (Counted ? "; ( )* is gone round as often as rounds says" : ""));
  TextTable Table{{"taken"},
                  {"share"},
                  {"mean", 0, Timed},
                  {"HWM", 0, Timed},
                  {"rounds", 0, Counted},
                  words("blocks")};
  for (const PathModel &P : listed(F.Paths)) {
    std::vector<std::string> Row = {
        grouped(P.Count),
        formatv("{0:f1} %", 100 * double(P.Count) / double(All)).str()};
    if (Timed) {
      Row.push_back(P.Self ? mean(best(*P.Self).Mean) : "-");
      Row.push_back(P.Self ? single(P.Self->Raw.Max) : "-");
    }
    if (Counted)
      Row.push_back(P.Rounds ? grouped(P.Rounds->Count) : "-");
    Row.push_back(blocksOf(P));
    Table.addRow(std::move(Row));
  }
  Table.print(Out, Options.TableWidth);
  more(F.Paths.size(), "");
  if (F.Longest.Paths.empty())
    return;
  std::vector<std::string> Steps;
  for (const LongestPath &L : listed(F.Longest.Paths))
    Steps.push_back((L.Times > 1 ? grouped(L.Times) + " × " : std::string()) +
                    "(" + blocksOf(F.Paths[L.Path]) + ")");
  if (cut(F.Longest.Paths.size()) || F.Longest.IsCut)
    Steps.insert(isEnd(F) ? Steps.begin() : Steps.end(), "…");
  paragraph("HWM        ", "the longest call took " + join(Steps, ", "));
}

} // namespace ipoint::output
