//===- TextRuns.cpp - What each run took, by all who account for it --------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TextPrinter.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include <cmath>

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

static std::optional<double> scaled(std::optional<int64_t> Value,
                                    double Factor) {
  if (!Value)
    return std::nullopt;
  return double(*Value) * Factor;
}

static std::string amount(double Value) {
  return grouped(Value, Value == std::floor(Value) ? 0 : 1);
}

using Known = std::optional<double>;

static constexpr RunFigure RunFigures[] = {
    {"elapsed", [](const TraceModel &T) { return scaled(T.WallNs, 1); },
     duration},
    {"CPU", [](const TraceModel &T) -> Known { return T.Accounts.Cpu; },
     duration},
    {"user", [](const TraceModel &T) { return scaled(T.UserUs, 1000); },
     duration},
    {"system", [](const TraceModel &T) { return scaled(T.SystemUs, 1000); },
     duration},
    {"recorded",
     [](const TraceModel &T) -> Known { return T.Accounts.Recorded; },
     duration},
    {"off CPU",
     [](const TraceModel &T) {
       bool IsUnknown = StringRef(T.Switches).starts_with("none");
       return IsUnknown ? Known() : Known(T.Accounts.OffCpu);
     },
     duration},
    {"voluntary switches",
     [](const TraceModel &T) { return scaled(T.VoluntarySwitches, 1); },
     amount},
    {"involuntary switches",
     [](const TraceModel &T) { return scaled(T.InvoluntarySwitches, 1); },
     amount},
    {"page faults",
     [](const TraceModel &T) { return scaled(T.MinorFaults, 1); }, amount},
    {"page faults from disk",
     [](const TraceModel &T) { return scaled(T.MajorFaults, 1); }, amount},
    {"migrations", [](const TraceModel &T) { return scaled(T.Migrations, 1); },
     amount},
    {"peak memory", [](const TraceModel &T) { return scaled(T.PeakMemory, 1); },
     memory}};

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
    TextTable Table;
    Table.addColumn(grouped(Runs.size()) + " runs", TextTable::Left);
    for (const char *Title : {"mean", "sd", "least", "most"})
      Table.addColumn(Title, TextTable::Right);
    Table.addColumn("in", TextTable::Left);
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

} // namespace ipoint::output
