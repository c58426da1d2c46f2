//===- TextLosses.cpp - What is missing from what was measured ------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TextPrinter.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>

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
  Add(L.Account.UnknownRecords, "unknown record", "unknown records");
  Add(Report.Totals.InferredExits, "exit inferred", "exits inferred");
  Add(L.Account.Unfinished, "call open at the end", "calls open at the end");
  Add(L.Account.StartedInTheMiddle, "call whose entry was not seen",
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
  if (L.Account.BufferWaits)
    paragraph("waited     ", counted(L.Account.BufferWaits, "time", "times") +
                                 " for the buffer, " +
                                 total(double(L.Account.BufferWaitTicks)) +
                                 " " + Scale.name() +
                                 " in all, which no time includes");
  if (L.Account.Gaps)
    paragraph("apart      ", counted(L.Account.Gaps, "time", "times") +
                                 " by request or between windows, " +
                                 total(double(L.Account.GapTicks)) + " " +
                                 Scale.name() +
                                 " in all, which no time includes");
  if (L.Account.CutCalls)
    paragraph("cut        ", counted(L.Account.CutCalls, "call", "calls") +
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

/// How evenly interrupts come, by the dispersion of their number, the root of
/// which is the ratio of standard deviations.
static std::string spread(double Dispersion) {
  if (Dispersion == 1)
    return "";
  double Times = std::sqrt(Dispersion);
  return (Dispersion > 1 ? "; they come in bursts" : "; they come evenly") +
         (": counts in equal windows vary " +
          (Times < 10 ? formatv("{0:f1}", Times) : formatv("{0:f0}", Times))
              .str() +
          " times as much as those of a Poisson process");
}

std::string TextPrinter::lengths(const LengthModel &L) const {
  if (L.Min == L.Max)
    return total(L.Min);
  return total(L.Min) + " to " + total(L.Max) + ", median " + total(L.Median) +
         (L.P99 ? ", p99 " + total(*L.P99) : "");
}

void TextPrinter::classes(const InterruptsModel &M) {
  for (const ClassModel &K : listed(M.Classes)) {
    auto OneIn = [&](const std::optional<RateModel> &R, StringRef Of) {
      if (!R)
        return "rate " + Of.str() + " not known";
      return "one in " + total(1 / R->Rate) +
             (R->Low > 0
                  ? " (" + total(1 / R->High) + " to " + total(1 / R->Low) + ")"
                  : "") +
             " " + Scale.name().str() + " " + Of.str();
    };
    std::string What = counted(K.Count, "time", "times") + ", longer by " +
                       lengths(K.Length) + "; " +
                       OneIn(K.PerExecutionTick, "of execution") + ", " +
                       OneIn(K.PerElapsedTick, "elapsed");
    if (!K.Dispersion)
      What += "; whether they come in bursts or with a period is not known, as "
              "their visits have no order";
    else
      What += (K.Periodic ? "; periodic, every " + total(K.Periodic->Ticks)
                          : std::string("; not seen to be periodic")) +
              spread(*K.Dispersion);
    auto Agree = count_if(K.Blocks, [](auto &B) { return B.Agrees; });
    What += K.IsAlone ? std::string("; in one block alone")
            : K.Blocks.empty()
                ? std::string("; no block has a rate to hold against it")
                : "; the rate agrees in " + grouped(uint64_t(Agree)) + " of " +
                      counted(K.Blocks.size(), "block", "blocks");
    const bool HasSwitches = Report.Execution && K.Switched;
    What += "; inferred";
    if (HasSwitches)
      What += ", " + grouped(*K.Switched) +
              " of them in visits with a known switch";
    if (M.ByKernel && K.Recorded)
      What += (HasSwitches ? " and " : ", ") + grouped(*K.Recorded) +
              " in visits with a recorded interrupt";
    paragraph("interrupt  ", What);
  }
  more(M.Classes.size(), "interrupt classes");
  const auto Known = M.Known.value_or(ByRecord<RecordComparison>());
  known(Known[Recorded::Switch], "the thread is known to have been off CPU",
        "response times");
  known(Known[Recorded::Handler], "a handler is known to have run",
        "times with it");
  known(Known[Recorded::Kernel],
        "the kernel is known to have handled an "
        "interrupt",
        "times with it");
  recorded(M.ByKernel);
  unseen(M.Unseen);
}

/// What records show, against what the filter would have found without them.
void TextPrinter::known(const RecordComparison &C, StringRef In, StringRef By) {
  uint64_t All = C.recorded();
  if (All == 0)
    return;
  paragraph("known      ",
            counted(All, "visit", "visits") + " in which " + In.str() +
                ": by " + By.str() + " " + grouped(C.Beyond) +
                " would be excluded, " + grouped(C.Within) + " would not, " +
                grouped(C.Undecided) + (C.Undecided == 1 ? " is" : " are") +
                " in blocks of which nothing is excluded; in the same threads "
                "the filter excludes " +
                counted(C.Unrecorded, "visit", "visits") +
                " without such a record");
}

/// What records alone decide.
void TextPrinter::recorded(const std::optional<RecordedModel> &R) {
  if (!R)
    return;
  std::string What =
      counted(R->Count, "visit", "visits") +
      " excluded because the kernel recorded an interrupt in them";
  if (R->Count)
    What += ", longer by " + lengths(R->Length) + "; " + grouped(R->Alone) +
            " of them detection would not have excluded";
  if (R->Left)
    What += "; " + grouped(R->Left) + (R->Left == 1 ? " is" : " are") +
            " not excluded, as too many visits of the block are interrupted";
  if (R->Untimed)
    What += "; " + grouped(R->Untimed) +
            (R->Untimed == 1 ? " more has" : " more have") +
            " no time: filtered times lose what records give, " +
            total(R->UntimedTicks) + " " + Scale.name().str();
  paragraph("recorded   ", What);
}

void TextPrinter::unseen(ArrayRef<UnseenModel> All) {
  if (All.empty())
    return;
  std::vector<UnseenModel> Most = All.vec();
  stable_sort(Most, [](auto &A, auto &B) { return A.Added > B.Added; });
  paragraph("not seen   ",
            "interrupts expected by their rate that no gap "
            "separates, in the times of " +
                counted(Most.size(), "block", "blocks") + ": " +
                names(Most, [&](const UnseenModel &U) {
                  return U.Function + "/" + U.Block + " about " +
                         grouped(uint64_t(std::llround(U.Expected))) + " (" +
                         signedTotal(U.Added) + ")";
                }));
}

void TextPrinter::excluded(const FunctionModel &F) {
  for (const BlockModel &B : F.Blocks) {
    if (B.Excluded == 0)
      continue;
    std::string Values;
    ArrayRef<uint64_t> Shown = listed(B.ExcludedValues);
    for (uint64_t V : Shown)
      Values += (Values.empty() ? "" : ", ") + single(static_cast<double>(V));
    if (B.Excluded > Shown.size())
      Values += " and " + grouped(B.Excluded - Shown.size()) + " smaller";
    paragraph("excluded   ", printable(B.Name) + ": " +
                                 counted(B.Excluded, "visit", "visits") +
                                 ", raw " + Values + ", by " +
                                 printable(B.FilterBy));
  }
}

} // namespace ipoint::output
