//===- TextLosses.cpp - What is missing from what was measured ------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TextPrinter.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::output {

void TextPrinter::lost() {
  const LostModel &L = Report.Lost;
  std::vector<std::string> What;
  auto Add = [&](uint64_t Count, StringRef One, StringRef Many) {
    if (Count)
      What.push_back(counted(Count, One, Many));
  };
  Add(L.Records, "record for want of room", "records for want of room");
  Add(L.Overwritten, "record overwritten", "records overwritten");
  Add(L.Unsure, "record of unsure time", "records of unsure times");
  Add(L.Repaired, "record moved to keep order", "records moved to keep order");
  Add(L.UnknownRecords, "unknown record", "unknown records");
  Add(Report.Totals.InferredExits, "exit inferred", "exits inferred");
  Add(L.UnfinishedCalls, "call open at the end", "calls open at the end");
  Add(L.StartedInTheMiddle, "call whose entry was not seen",
      "calls whose entry was not seen");
  if (What.empty())
    What.push_back(L.Damage.empty() ? "nothing"
                                    : "what is not whole, as below");
  paragraph("lost       ", join(What, ", "));
  for (const std::string &What : L.LeftOut)
    paragraph("left out   ", What);
  if (L.CallersUnsure)
    paragraph("callers    ",
              "unsure, and with them inclusive times, call trees and which "
              "transitions never ran: many calls have no entry or no exit, as "
              "where a thread has several stacks (coroutines, "
              "fibers) or leaves functions by longjmp or a C++ exception");
  if (L.BufferWaits)
    paragraph("waited     ",
              counted(L.BufferWaits, "time", "times") + " for the buffer, " +
                  total(double(L.BufferWaitTicks)) + " " + Scale.name() +
                  " in all, which no time includes");
  if (L.Gaps)
    paragraph("apart      ", counted(L.Gaps, "time", "times") +
                                 " by request or between windows, " +
                                 total(double(L.GapTicks)) + " " +
                                 Scale.name() +
                                 " in all, which no time includes");
  if (L.CutCalls)
    paragraph("cut        ", counted(L.CutCalls, "call", "calls") +
                                 " that began or ended there, without a time");
  auto List = [&](StringRef Label, const std::vector<std::string> &All) {
    for (const std::string &What : listed(All))
      line(Label, printable(What));
    more(All.size(), "");
  };
  List("ended      ", L.Ended);
  for (const ImpossibleTransition &T : listed(L.Impossible))
    paragraph("impossible ",
              printable(T.Function) + ": " +
                  (T.Path ? "path number " + std::to_string(*T.Path)
                          : printable(T.From.Name + " (" + fileAndLine(T.From) +
                                      ")")) +
                  " -> " + printable(T.To.Name) + " (" +
                  (T.To.File == T.File ? ":" + lineAndColumn(T.To)
                                       : printable(fileAndLine(T.To))) +
                  "), " + counted(T.Count, "time", "times") + ", excluded");
  more(L.Impossible.size(), "impossible transitions");
  damage();
}

void TextPrinter::damage() {
  const std::vector<std::string> &Damage = Report.Lost.Damage;
  for (const std::string &What : listed(Damage))
    line("damaged    ", printable(What));
  more(Damage.size(), "places");
}

void TextPrinter::excluded() {
  if (!Report.Filter)
    return;
  paragraph("excluded   ",
            counted(Report.Totals.Excluded, "visit", "visits") +
                (Report.Excluded.empty()
                     ? ""
                     : " in " +
                           counted(Report.Excluded.size(), "block", "blocks") +
                           ": ") +
                names(Report.Excluded, [&](const ExcludedModel &S) {
                  return S.Function + "/" + S.Block + " " + grouped(S.Count) +
                         " (" + signedTotal(S.Added) + ")";
                }));
  if (Report.Interrupts)
    classes(*Report.Interrupts);
  refused();
}

/// Few blocks with the reason of each; else their number, as the reasons would
/// be longer than the report.
void TextPrinter::refused() {
  std::vector<std::pair<std::string, StringRef>> Blocks; // name, reason
  for (const FunctionModel &F : Report.Functions)
    for (const BlockModel &B : F.Blocks)
      if (B.Filter == FilterState::Refused)
        Blocks.push_back({F.Name + "/" + B.Name, B.FilterReason});
  if (cut(Blocks.size()))
    return paragraph("refused    ",
                     counted(Blocks.size(), "block", "blocks") +
                         ", of which nothing is excluded, each for the reason "
                         "that --all gives: " +
                         names(Blocks, [](auto &B) { return B.first; }));
  for (const auto &[Block, Reason] : Blocks)
    paragraph("refused    ", printable(Block + ": " + Reason.str()));
}

void TextPrinter::notInstrumented() {
  if (Report.NotInstrumented.empty())
    return;
  uint64_t Functions = Report.Totals.FunctionsNotInstrumented;
  paragraph(
      "no probe   ",
      counted(Functions, "function", "functions") + " and " +
          counted(Report.NotInstrumented.size() - Functions, "place",
                  "places") +
          " not instrumented: " +
          names(Report.NotInstrumented, [](const NotInstrumentedModel &S) {
            return S.Function.value_or(S.File) + " (" + S.Reason + ")";
          }));
}

void TextPrinter::neverRun() {
  if (!Report.NeverRunFunctions.empty())
    paragraph(
        "never run  ",
        counted(Report.NeverRunFunctions.size(), "function", "functions") +
            ": " +
            names(Report.NeverRunFunctions,
                  [](const NeverRunFunction &F) { return F.Name; }));
  if (!Report.NeverRunBlocks.empty())
    paragraph("never run  ",
              counted(Report.NeverRunBlocks.size(), "block", "blocks") +
                  " of functions that ran: " +
                  names(Report.NeverRunBlocks, [](const NeverRunBlock &B) {
                    return B.Function + "/" + B.At.Name +
                           placeBehind(B.At, B.File);
                  }));
  // The others follow from the blocks that never ran.
  std::vector<const NeverRunTransition *> Between;
  for (const NeverRunTransition &T : Report.NeverRunTransitions)
    if (T.ToRan)
      Between.push_back(&T);
  if (!Between.empty())
    paragraph("never run  ",
              counted(Between.size(), "transition", "transitions") +
                  " between blocks that ran: " +
                  names(Between, [](const NeverRunTransition *T) {
                    return T->Function + "/" + T->From.Name +
                           placeBehind(T->From, T->File) + " -> " + T->To.Name +
                           placeBehind(T->To, T->File);
                  }));
}

/// What of the database's functions the report is not about, so that the sum is
/// what a query of it counts.
void TextPrinter::database() {
  const DatabaseFunctions &D = Report.FunctionsStored;
  std::vector<std::string> Others;
  auto Add = [&](const StoredUnits &U, StringRef What) {
    if (U.Units)
      Others.push_back(grouped(U.Functions) + " in " +
                       counted(U.Units, "unit", "units") + " " + What.str());
  };
  Add(D.OtherPrograms, "of other programs");
  Add(D.OtherBuilds, "of other builds of this program's sources");
  if (D.Copies)
    Others.push_back(counted(D.Copies, "copy", "copies") +
                     " of functions that several units include");
  if (!Others.empty())
    paragraph("not part   ", "of the " +
                                 counted(D.All, "function", "functions") +
                                 " in the database: " + join(Others, ", ") +
                                 "; the report is about the other " +
                                 grouped(Report.Totals.Functions));
}

void TextPrinter::olderObjects() {
  const std::vector<OlderObject> &All = Report.OlderObjects;
  for (const OlderObject &O : listed(All))
    paragraph("older      ",
              printable(O.Unit) + ": the program has it as it was before " +
                  printable(O.File) + " was changed and compiled again");
  more(All.size(), "");
}

} // namespace ipoint::output
