//===- TextMeasuring.cpp - Clock, closure and time balance in the text ----===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TextPrinter.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::output {

static std::string ticks(double Value) {
  return timeFigure(Value, Unit::Ticks, TimeFigure::Mean);
}

/// What probes of one form take, and where that is not what was measured
/// before, why.
std::string TextPrinter::probe(const ProbeModel &P) const {
  std::string Result = P.Form == "inline"   ? "; a probe"
                       : P.Form == "called" ? "; a probe that is a call"
                                            : "; a probe in a window";
  Result += " takes " + ticks(P.TimedMean) + " ticks (at least " +
            grouped(P.TimedMin, 0) + "), an untimed one " +
            ticks(P.UntimedMean);
  if (P.TimedMin < P.TimedMinRecorded)
    Result += "; at least " + grouped(P.TimedMinRecorded, 0) +
              " was measured before, but reads lie nearer together";
  if (!P.TimedEvidence.empty())
    Result +=
        "; " + ticks(P.TimedMeanRecorded) +
        " was measured before, but can't be: " + printable(P.TimedEvidence);
  if (!P.UntimedEvidence.empty())
    Result += "; " + ticks(P.UntimedMeanRecorded) +
              " for an untimed one can't be: " + printable(P.UntimedEvidence);
  return Result;
}

void TextPrinter::clock() {
  const ClockModel &C = Report.Clock;
  std::string What =
      printable(C.Source) + ", " + grouped(double(C.RateHz) / 1e6, 0) + " MHz";
  if (C.RateUncertainty)
    What += formatv(" (to {0:f3} ppm)", 1e6 * *C.RateUncertainty);
  What += ", resolution " + number(C.Resolution) +
          (C.Resolution == 1 ? " tick" : " ticks");
  if (C.Waits)
    What += " (a read waits until the counter advances)";
  if (C.ResolutionSeen && *C.ResolutionSeen > C.ResolutionRecorded)
    What += ", as the records show; " + number(C.ResolutionRecorded) +
            " was measured before";
  else if (C.ResolutionSeen && *C.ResolutionSeen < C.ResolutionRecorded)
    What +=
        ", as measured before; the records show " + number(*C.ResolutionSeen);
  for (const ProbeModel &P : C.Probes)
    if (P.IsUsed)
      What += probe(P);
  if (C.Sums)
    What += "; without optimisation, a record of a path takes " +
            ticks(C.Sums->Path) + ", adding to its number " +
            ticks(C.Sums->Add) + " and setting it " + ticks(C.Sums->Set);
  if (C.Overtaken > 0)
    What += "; reads do not wait for the work before them: up to " +
            grouped(C.Overtaken, 0) + " ticks of it may be the next block's";
  paragraph("clock    ", What);
}

/// Signs that explainDoubts() explains.
std::string TextPrinter::doubts(const TimeModel &T) {
  const Figures &F = best(T);
  return std::string(T.BelowResolution ? "<" : "") +
         (F.Clipped && F.Clipped->Mean ? "0" : "") + (T.Overload ? "!" : "");
}

bool TextPrinter::hasUpper(const std::optional<TimeModel> &T) {
  return T && !best(*T).AtMeanOverhead;
}

void TextPrinter::explainUpper(bool Any) const {
  if (Any)
    paragraph("≤: ",
              "an upper value: without the least probe overhead, as each "
              "time has another number of probes; the mean is without "
              "the mean overhead");
}

/// Suggests another choice of timed ipoints where most functions are too short
/// for their probes.
void TextPrinter::suggestTimed(ArrayRef<const FunctionModel *> Ran) const {
  size_t Times = 0, Below = 0;
  bool Inside = false; // more is timed than entries and exits
  for (const FunctionModel *F : Ran) {
    Times += F->Self.has_value();
    Below += F->Self && F->Self->BelowResolution;
    Inside |= any_of(F->Blocks, [](const BlockModel &B) {
      return B.Timed && B.Kind != "entry" && B.Kind != "exit";
    });
  }
  if (Inside && Below != 0 && 2 * Below >= Times)
    paragraph("   ", "that is " + grouped(Below) + " of " + grouped(Times) +
                         " functions: a build with IPOINT_TIMED=functions has "
                         "fewer probes in them, and counts as much");
}

void TextPrinter::explainDoubts(ArrayRef<const FunctionModel *> Ran) const {
  auto Any = [&](char Sign) {
    return any_of(Ran, [&](const FunctionModel *F) {
      return F->Self && StringRef(doubts(*F->Self)).contains(Sign);
    });
  };
  if (Any('<'))
    paragraph("<: ", "below resolution: the mean is less than its uncertainty "
                     "or the clock resolution");
  suggestTimed(Ran);
  if (Any('0'))
    paragraph("0: ", "the mean would be below 0: the probes took less there "
                     "than where they were measured; read the raw figures");
  if (Any('!'))
    paragraph("!: ", "no figures: interrupts are expected to be more than a "
                     "twentieth of the time, and interrupted visits are not "
                     "distinguishable; read the raw "
                     "figures, or record with fewer interrupts");
  explainUpper(any_of(Ran, [](auto *F) { return hasUpper(F->Self); }));
}

static std::string percentOfTime(double Share) {
  return formatv("{0}{1:f1} %", Share < 0 ? "-" : "+", 100 * std::abs(Share));
}

static std::string withRange(const ClosureError &C) {
  if (!C.Range)
    return percentOfTime(C.Error) + " (no interval)";
  return percentOfTime(C.Error) + " (95 %: " + percentOfTime(C.Range->first) +
         " to " + percentOfTime(C.Range->second) + ")";
}

void TextPrinter::closure() {
  if (!Report.Closure)
    return;
  for (const ClosureInput &I : Report.Closure->Inputs) {
    std::string What =
        "main takes " + total(I.Plain) + " " + Scale.name().str() + " in " +
        printable(I.Program) +
        (I.Arguments.empty() ? "" : " " + printable(I.Arguments)) + ", " +
        total(I.Instrumented) + " with " + grouped(I.Timed, 0) + " timed and " +
        grouped(I.Untimed, 0) + " untimed probes; corrected " +
        "times are off by " + withRange(I.Unfitted) + ", " +
        counted(I.Pairs, "pair", "pairs") + " of runs";
    if (const std::optional<FittedClosure> &F = I.Fitted) {
      What +=
          "; with the probe overhead fitted to " +
          counted(F->FittedTo, "other pair", "other pairs") +
          (F->ByInputs ? ", of other inputs, (" : ", of the same input, (") +
          grouped(F->Closure.TimedOverhead, 1) + " ticks timed" +
          (I.Untimed > 0
               ? ", " + grouped(F->Closure.UntimedOverhead, 1) + " untimed"
               : "") +
          ") by " + withRange(F->Closure);
    }
    if (!I.LeftOut.empty())
      What += "; left out: " + printable(I.LeftOut.front()) +
              (I.LeftOut.size() > 1
                   ? " and " + grouped(I.LeftOut.size() - 1) + " more"
                   : "");
    if (I.Pairs < 10)
      What += "; fewer than ten pairs give no interval";
    paragraph("closure  ", What);
  }
}

namespace {

struct AccountName {
  StringRef Words;
  uint64_t BalanceModel::*Ticks;
};

} // namespace

static constexpr AccountName Names[] = {
    {"self", &BalanceModel::Self},
    {"calls out", &BalanceModel::CallsOut},
    {"probes", &BalanceModel::Probes},
    {"interrupts", &BalanceModel::Interrupts},
    {"buffer wait", &BalanceModel::BufferWait},
    {"gaps", &BalanceModel::Gaps},
    {"lost", &BalanceModel::Lost},
    {"off CPU", &BalanceModel::OffCpu},
    {"outside", &BalanceModel::Outside},
    {"unsure", &BalanceModel::Unsure}};

static void add(BalanceModel &Sum, const BalanceModel &B) {
  for (const AccountName &Name : Names)
    Sum.*Name.Ticks += B.*Name.Ticks;
  Sum.Elapsed += B.Elapsed;
  Sum.Handlers += B.Handlers;
  Sum.HandlerCount += B.HandlerCount;
  Sum.Residue += B.Residue;
  Sum.ProbesBeyond += B.ProbesBeyond;
}

/// The accounts of all threads as one equation; signal handlers run within the
/// time of their threads, so theirs are apart.
void TextPrinter::balance() {
  BalanceModel Sum;
  uint64_t Threads = 0;
  for (const TraceModel &Trace : Report.Traces)
    for (const ThreadModel &T : Trace.Threads)
      if (!T.IsHandler) {
        add(Sum, T.Balance);
        ++Threads;
      }
  std::string Accounts;
  for (const AccountName &Name : Names)
    if (uint64_t Ticks = Sum.*Name.Ticks)
      Accounts += (Accounts.empty() ? " = " : " + ") + Name.Words.str() + " " +
                  grouped(Ticks);
  std::string What = counted(Sum.Elapsed, "tick", "ticks") + " in " +
                     counted(Threads, "thread", "threads") + Accounts +
                     ", residue " + std::to_string(Sum.Residue);
  if (Sum.ProbesBeyond)
    What += "; at the mean probe overhead the probes would take " +
            grouped(Sum.ProbesBeyond) + " more than there are";
  paragraph("balance    ", What);
  if (Sum.HandlerCount)
    paragraph("handlers   ",
              counted(Sum.HandlerCount, "interrupt handler", "handlers") +
                  " took " + counted(Sum.Handlers, "tick", "ticks") +
                  ", confirmed, which are in no time of what they interrupted");
}

/// One line for each stream, with the accounts that any of them has.
void TextPrinter::threads() {
  TextTable Table{{"elapsed"}};
  BalanceModel Sum;
  for (const TraceModel &Trace : Report.Traces)
    for (const ThreadModel &T : Trace.Threads)
      add(Sum, T.Balance);
  // The first account, self times, stays; of the rest the last goes first.
  for (const auto &[Rank, Name] : enumerate(Names))
    if (Sum.*Name.Ticks)
      Table.addColumn({Name.Words.str(), unsigned(Rank)});
  Table.addColumn({"residue"});
  Table.addColumn(words("thread"));
  for (const TraceModel &Trace : Report.Traces)
    for (const ThreadModel &T : Trace.Threads) {
      std::vector<std::string> Row = {grouped(T.Balance.Elapsed)};
      for (const AccountName &Name : Names)
        if (Sum.*Name.Ticks)
          Row.push_back(grouped(T.Balance.*Name.Ticks));
      Row.push_back(std::to_string(T.Balance.Residue));
      Row.push_back(
          threadName(T) + (T.IsHandler ? ", signal handlers" : "") +
          (Report.Traces.size() > 1 ? " of " + printable(Trace.Path) : ""));
      Table.addRow(std::move(Row));
    }
  Out << "\nWhere the ticks of each thread went\n";
  Table.print(Out, Options.TableWidth);
  if (Sum.CallsOut)
    Out << "calls out: blocks that call functions without probes, and what "
           "these took\n";
}

/// What is known of the times of calls whose exit was not seen.
void TextPrinter::inferred(const FunctionModel &F) {
  auto Print = [&](const std::optional<InferredModel> &I, StringRef Words,
                   StringRef Bound) {
    if (I)
      paragraph("inferred   ", counted(I->Count, "call", "calls") + Words +
                                   ", raw inclusive time " + Bound + " " +
                                   single(I->Max) + " " + Scale.name() + ", " +
                                   total(I->Total) + " in all");
  };
  Print(F.InferredEnded, " ended without an exit", "at most");
  Print(F.InferredOpen, " open at the end", "until then");
}

} // namespace ipoint::output
