//===- TextLosses.cpp - What is missing from what was measured -----------===//
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
  Add(L.UnfinishedActivations, "activation open at the end",
      "activations open at the end");
  Add(L.StartedInTheMiddle, "activation whose entry was not seen",
      "activations whose entry was not seen");
  if (What.empty())
    What.push_back(L.Damage.empty() ? "nothing"
                                    : "what is not whole, as below");
  paragraph("lost       ", join(What, ", "));
  if (L.Pauses)
    paragraph("paused     ",
              counted(L.Pauses, "time", "times") + " for the drain, " +
                  total(double(L.PauseTicks)) + " " + Scale.name() +
                  " in all, which no time includes");
  if (L.Gaps)
    paragraph("apart      ", counted(L.Gaps, "time", "times") +
                                 " by request or between bursts, " +
                                 total(double(L.GapTicks)) + " " +
                                 Scale.name() +
                                 " in all, which no time includes");
  if (L.CutActivations)
    paragraph("cut        ",
              counted(L.CutActivations, "activation", "activations") +
                  " that began or ended there, without a time");
  auto List = [&](StringRef Label, ArrayRef<std::string> All) {
    for (const std::string &What : All.take_front(NamesInLine))
      Out << Label << printable(What) << '\n';
    if (All.size() > NamesInLine)
      Out << "           and " << All.size() - NamesInLine << " more\n";
  };
  List("ended      ", L.Ended);
  List("unseen     ", L.Unseen);
  for (const ImpossibleTransition &T :
       ArrayRef(L.Impossible).take_front(NamesInLine))
    paragraph("impossible ",
              printable(T.Function) + ": " + printable(T.From.Name) + " (" +
                  printable(T.File) + ":" + lineAndColumn(T.From) + ") -> " +
                  printable(T.To.Name) + " (:" + lineAndColumn(T.To) + "), " +
                  counted(T.Count, "time", "times") + ", set aside");
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
  paragraph("set aside  ",
            counted(Report.Totals.SetAside, "visit", "visits") +
                (Report.SetAside.empty() ? "" : ": ") +
                names(Report.SetAside, [&](const SetAsideModel &S) {
                  return S.Function + "/" + S.Block + " " + grouped(S.Count) +
                         " (+" + total(S.Added) + ")";
                }));
  if (Report.Interrupts)
    kinds(*Report.Interrupts);
  std::vector<std::string> Refused;
  for (const FunctionModel &F : Report.Functions)
    for (const BlockModel &B : F.Blocks)
      if (B.Filter == FilterState::Refused)
        Refused.push_back(F.Name + "/" + B.Name + ": " + B.FilterReason);
  for (const std::string &What : ArrayRef(Refused).take_front(NamesInLine))
    paragraph("refused    ", printable(What));
  if (Refused.size() > NamesInLine)
    Out << "           and " << Refused.size() - NamesInLine
        << " more blocks\n";
}

void TextPrinter::skipped() {
  if (Report.Skipped.empty())
    return;
  uint64_t Functions = Report.Totals.FunctionsSkipped;
  paragraph(
      "skipped    ",
      counted(Functions, "function", "functions") + " and " +
          counted(Report.Skipped.size() - Functions, "place", "places") +
          " got no probe: " + names(Report.Skipped, [](const SkipModel &S) {
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
                    return B.Function + "/" + B.Block + ":" + lineAndColumn(B);
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
                    return T->Function + "/" + T->From.Name + ":" +
                           lineAndColumn(T->From) + " -> " + T->To.Name + ":" +
                           lineAndColumn(T->To);
                  }));
  if (Report.UnitsMeasured < Report.DatabaseUnits)
    paragraph(
        "not part   ",
        counted(Report.DatabaseUnits - Report.UnitsMeasured, "unit", "units") +
            " of the database, of other programs or older builds");
}

void TextPrinter::olderObjects() {
  const std::vector<OlderObject> &All = Report.OlderObjects;
  for (const OlderObject &O : ArrayRef(All).take_front(NamesInLine))
    paragraph("older      ",
              printable(O.Unit) + ": the program has it as it was before " +
                  printable(O.File) + " was changed and compiled again");
  if (All.size() > NamesInLine)
    Out << "           and " << All.size() - NamesInLine << " more\n";
}

} // namespace ipoint::output
