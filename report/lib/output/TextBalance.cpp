//===- TextBalance.cpp - Where the ticks of the threads went --------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TextPrinter.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::output {

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
  TextTable Table;
  BalanceModel Sum;
  for (const TraceModel &Trace : Report.Traces)
    for (const ThreadModel &T : Trace.Threads)
      add(Sum, T.Balance);
  Table.addColumn("elapsed", TextTable::Right);
  // The first account, self times, stays; of the rest the last goes first.
  for (const auto &[Rank, Name] : enumerate(Names))
    if (Sum.*Name.Ticks)
      Table.addColumn(Name.Words.str(), TextTable::Right, unsigned(Rank));
  Table.addColumn("residue", TextTable::Right);
  Table.addColumn("thread", TextTable::Left);
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
