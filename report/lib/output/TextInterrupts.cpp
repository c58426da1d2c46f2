//===- TextInterrupts.cpp - Interrupt classes, for a terminal -------------===//
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
    What += K.Periodic ? "; periodic, every " + total(K.Periodic->Ticks)
                       : std::string("; not seen to be periodic");
    What += spread(K.Dispersion);
    auto Agree = count_if(K.Blocks, [](auto &B) { return B.Agrees; });
    What += K.IsAlone ? std::string("; in one block alone")
            : K.Blocks.empty()
                ? std::string("; no block has a rate to hold against it")
                : "; the rate agrees in " + grouped(uint64_t(Agree)) + " of " +
                      counted(K.Blocks.size(), "block", "blocks");
    What += Report.Execution ? "; inferred, " + grouped(K.Switched) +
                                   " of them in visits with a known switch"
                             : "; inferred";
    if (M.ByKernel)
      What += (Report.Execution ? " and " : ", ") + grouped(K.Recorded) +
              " in visits with a recorded interrupt";
    paragraph("interrupt  ", What);
  }
  more(M.Classes.size(), "interrupt classes");
  known(M.Known[Recorded::Switch], "the thread is known to have been off CPU",
        "response times");
  known(M.Known[Recorded::Handler], "a handler is known to have run",
        "times with it");
  known(M.Known[Recorded::Kernel],
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
