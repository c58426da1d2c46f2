//===- TextSummary.cpp - What is printed of a whole report, in its order --===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Gains.h"
#include "TextPrinter.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include <map>
#include <set>

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::output {

/// \p Path from the working folder, if it lies in it.
static std::string shortPath(StringRef Path) {
  SmallString<256> Here;
  if (!sys::fs::current_path(Here) && Path.consume_front(Here))
    Path.consume_front("/");
  return printable(Path);
}

void TextPrinter::head() {
  for (const TraceModel &T : listed(Report.Traces)) {
    std::string Line = printable(T.Path) + ": " + shortPath(T.Program);
    if (!T.Arguments.empty())
      Line += " " + printable(T.Arguments);
    if (T.Counted)
      Line += ", " + counted(T.Counted, "path", "paths") +
              " counted in place (without iterations of counted loops)";
    if (T.Records || !T.Counted)
      Line += ", " + counted(T.Records, "record", "records") + " in " +
              counted(T.Streams - T.HandlerStreams, "thread", "threads");
    if (T.HandlerStreams)
      Line += " and " + counted(T.HandlerStreams, "level", "levels") +
              " of signal handlers";
    if (T.ExitSignal.value_or(0) != 0)
      Line += ", ended by signal " + std::to_string(*T.ExitSignal);
    else if (T.ExitStatus.value_or(0) != 0)
      Line += ", exit status " + std::to_string(*T.ExitStatus);
    Line += T.Complete ? "" : ", cut";
    line("trace    ", Line);
  }
  more(Report.Traces.size(), "traces", "         ");
  if (Options.All) {
    clock();
    switches();
  }
  const TotalsModel &T = Report.Totals;
  paragraph("program  ", grouped(T.FunctionsRun) + " of " +
                             counted(T.Functions, "function", "functions") +
                             " ran, " + grouped(T.IpointsRun) + " of " +
                             counted(T.Ipoints, "block", "blocks") + ", " +
                             counted(T.Calls, "call", "calls"));
  if (T.Counted)
    paragraph(
        "sums     ",
        "counts are exact; " +
            std::string(T.InPlace ? "" : "inclusive times, ") +
            "the order of calls, and how "
            "often a loop ran each time are not in them; callers and call "
            "paths follow from the calls that the source names, and are "
            "estimated where these do not account for all" +
            std::string(any_of(Report.Functions,
                               [](const FunctionModel &F) {
                                 return F.IsCounted && F.Self;
                               })
                            ? T.InPlace ? "; times were added up on the "
                                          "target, without probes"
                                        : "; times are of visits and "
                                          "calls in windows"
                            : ""));
  filter();
  sampling();
}

/// How what is reported was made, for who asks.
void TextPrinter::howMade() {
  Out << '\n';
  runs();
  conditions();
  builds();
  interrupts();
  report();
}

/// Which interrupts came while the program ran, the most frequent ones.
void TextPrinter::interrupts() {
  std::map<std::string, uint64_t> Sums;
  std::set<std::string> Cpus;
  for (const TraceModel &T : Report.Traces) {
    for (const auto &[Kind, Count] : T.Interrupts)
      Sums[Kind] += Count;
    SmallVector<StringRef> Words;
    StringRef(T.Cpus).split(Words, ' ', -1, false);
    for (StringRef Word : Words)
      Cpus.insert(Word.str());
  }
  if (Sums.empty())
    return;
  std::vector<std::pair<std::string, uint64_t>> Kinds(Sums.begin(), Sums.end());
  stable_sort(Kinds, [](auto &A, auto &B) { return A.second > B.second; });
  paragraph("irqs     ",
            "while it ran, on " + Twine(Cpus.size() == 1 ? "CPU " : "CPUs ") +
                join(Cpus, ", ") + ": " + names(Kinds, [](const auto &Kind) {
                  return Kind.first + " " + grouped(Kind.second);
                }));
}

/// What is known of the times in which threads were off CPU.
void TextPrinter::switches() {
  if (!Report.Execution) {
    std::string Why;
    for (const TraceModel &T : Report.Traces)
      if (StringRef(T.Switches).starts_with("none: "))
        Why = " (" + printable(StringRef(T.Switches).substr(6)) + ")";
    return paragraph("switches ", "no context switches are known" + Why +
                                      ": all times are response times");
  }
  const TotalsModel &T = Report.Totals;
  int64_t Lost = 0, Uncertainty = 0;
  for (const TraceModel &Trace : Report.Traces) {
    Lost += Trace.SwitchesLost.value_or(0);
    Uncertainty = std::max(Uncertainty, Trace.SwitchesUncertainty.value_or(0));
  }
  std::string What =
      counted(T.Switches, "time", "times") +
      " a thread was off CPU in what was measured, " + grouped(T.Preemptions) +
      " of them preempted (involuntary): " + total(T.OffCpu) + " " +
      Scale.name().str() + ", confirmed, which only response times include";
  if (Uncertainty)
    What += "; each to " + grouped(uint64_t(Uncertainty)) + " ticks";
  if (Lost)
    What += "; " + grouped(uint64_t(Lost)) +
            " switches are missing, so some times include such";
  paragraph("switches ", What);
  if (T.KernelInterrupts)
    paragraph("kernel   ",
              counted(T.KernelInterrupts, "interrupt", "interrupts") +
                  " that the kernel handled in what was measured: " +
                  total(T.InKernel) + " " + Scale.name().str() +
                  ", confirmed, which are part of raw times");
  for (const TraceModel &Trace : listed(Report.Traces)) {
    if (Trace.Threads.size() < 2)
      continue;
    for (const ThreadModel &Thread : listed(Trace.Threads))
      if (!Thread.IsHandler)
        paragraph("         ", threadName(Thread) + ": " +
                                   total(double(Thread.OffCpu)) + " of " +
                                   total(double(Thread.Elapsed)) + " " +
                                   Scale.name() + " off CPU, " +
                                   counted(Thread.Switches, "time", "times"));
    more(Trace.Threads.size(), "threads", "         ");
  }
}

/// \p I as lines. Its command is broken so that a shell still takes it for one;
/// what is quoted is not.
std::string TextPrinter::inLines(const VerdictItem &I) const {
  std::string Label = I.About.str(), Text, Command;
  Label.resize(sizeof("program  ") - 1, ' ');
  const std::string Indent(Label.size(), ' ');
  raw_string_ostream Lines(Text), Words(Command);
  printParagraph(Lines, Label, printable(I.Text), Options.Width,
                 Options.TableWidth != 0);
  if (I.Command.empty())
    return Text;
  printParagraph(Words, "", printable(I.Command),
                 StringRef(I.Command).contains('\'')
                     ? UINT_MAX
                     : Options.Width - unsigned(Indent.size() + 2));
  SmallVector<StringRef> Parts;
  StringRef(Command).rtrim('\n').split(Parts, '\n');
  Lines << Indent << join(Parts, " \\\n" + Indent) << '\n';
  return Text;
}

/// The whole of \p Items, or as many as leave the table of functions among the
/// first twelve lines; drops these.
void TextPrinter::verdict(ArrayRef<VerdictItem> &Items, bool IsWhole) {
  constexpr size_t MostLines = 10;
  for (size_t Lines = 0; !Items.empty(); Items = Items.drop_front()) {
    std::string Text = inLines(Items.front());
    Lines += size_t(count(Text, '\n'));
    if (Lines > MostLines && !IsWhole)
      return;
    if (Items.front().IsAffected)
      Out.changeColor(raw_ostream::YELLOW, /*Bold=*/true);
    Out << Text;
    Out.resetColor();
  }
}

/// What is worth to be made faster.
void TextPrinter::gains() {
  const std::vector<Gain> Gains = gainsOf(Report, Options.Longest);
  const std::string In = " in " + Scale.name().str();
  const bool Has = Report.LongCalls && Report.LongCalls->Function;
  const std::string Root =
      Has ? " of " +
                printable(Report.Functions[*Report.LongCalls->Function].Name)
          : "";
  TextTable Table{words("10 % less in"),
                  {"mean time"},
                  {"p99" + Root + In, 1},
                  {"WCET estimate" + In},
                  words("place", 2)};
  const std::vector<Gain> Shown = largestOf(Gains, Options.Top);
  for (const Gain &G : Shown) {
    const FunctionModel &F = Report.Functions[G.Function];
    auto B = find_if(F.Blocks,
                     [&](const BlockModel &B) { return B.Name == G.Block; });
    auto Less = [](const std::string &Amount) {
      return (Amount == "0" ? "" : "-") + Amount;
    };
    Table.addRow(
        {printable(F.Name + (G.Block.empty() ? "" : "/" + G.Block)),
         G.Mean ? Less(formatv("{0:f2} %", 100 * *G.Mean)) : "-",
         G.P99 ? Less(single(G.P99)) : "-",
         G.Worst ? Less(total(*G.Worst)) : "-",
         printable(F.File) + ":" +
             (B == F.Blocks.end() ? std::to_string(F.Line) : placeOf(*B))});
  }
  Table.hideDashes();
  Table.print(Out, Options.TableWidth);
  if (Gains.size() > Shown.size())
    Out << "and " << grouped(Gains.size() - Shown.size())
        << " more; see --top\n";
  paragraph("", gainsInWords(Report, Gains));
}

void TextPrinter::summary() {
  const std::vector<VerdictItem> Items =
      verdictOf(Report, Options, Scale.unit());
  ArrayRef<VerdictItem> Rest = Items;
  verdict(Rest, /*IsWhole=*/false);
  functions();
  if (!Rest.empty())
    Out << '\n';
  verdict(Rest, /*IsWhole=*/true);
  Out << '\n';
  head();
  marks();
  overBounds();
  budgets();
  lost();
  if (Options.All)
    balance();
  closure();
  excluded();
  notInstrumented();
  neverRun();
  database();
  olderObjects();
  if (Options.Gains) {
    Out << '\n';
    gains();
  }
  if (Options.Threads)
    threads();
  if (Options.All)
    howMade();
  IsCut |= !Options.All;
  endOfLists();
}

} // namespace ipoint::output
