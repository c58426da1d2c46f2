//===- TextInterrupts.cpp - Kinds of interrupts, for a terminal -----------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TextPrinter.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::output {

void TextPrinter::kinds(const InterruptsModel &M) {
  for (const KindModel &K : ArrayRef(M.Kinds).take_front(NamesInLine)) {
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
                       total(K.Length.Min) + " to " + total(K.Length.Max) +
                       ", median " + total(K.Length.Median) +
                       (K.Length.P99 ? ", p99 " + total(*K.Length.P99) : "") +
                       "; " + OneIn(K.PerExecutionTick, "of execution") + ", " +
                       OneIn(K.PerElapsedTick, "elapsed");
    What += K.Periodic ? "; periodic, every " + total(K.Periodic->Ticks)
                       : std::string("; not seen to be periodic");
    if (K.Dispersion != 1)
      What += "; counts vary " + number(K.Dispersion) +
              " times as a Poisson "
              "process's";
    auto Agree = count_if(K.Blocks, [](auto &B) { return B.Agrees; });
    What += K.IsAlone ? std::string("; in one block alone")
            : K.Blocks.empty()
                ? std::string("; no block has a rate to hold against it")
                : "; the rate agrees in " + grouped(uint64_t(Agree)) + " of " +
                      counted(K.Blocks.size(), "block", "blocks");
    What += Report.Execution ? "; inferred, " + grouped(K.Switched) +
                                   " of them in visits with a known switch"
                             : "; inferred";
    paragraph("interrupt  ", What);
  }
  if (M.Kinds.size() > NamesInLine)
    Out << "           and " << M.Kinds.size() - NamesInLine
        << " more kinds of interrupt\n";
  knownSwitches(M);
  unseen(M.Unseen);
}

/// What the kernel told, against what the filter would have found without it.
void TextPrinter::knownSwitches(const InterruptsModel &M) {
  uint64_t All = M.SwitchesBeyond + M.SwitchesWithin + M.SwitchesNotJudged;
  if (All == 0)
    return;
  paragraph("known      ",
            counted(All, "visit", "visits") +
                " in which the thread is known to have had no CPU: by response "
                "times " +
                grouped(M.SwitchesBeyond) + " would be set aside, " +
                grouped(M.SwitchesWithin) + " would not, " +
                grouped(M.SwitchesNotJudged) +
                (M.SwitchesNotJudged == 1 ? " is" : " are") +
                " in blocks that nothing is set aside of");
}

void TextPrinter::unseen(ArrayRef<UnseenModel> All) {
  if (All.empty())
    return;
  std::vector<UnseenModel> Most = All.vec();
  stable_sort(Most, [](auto &A, auto &B) { return A.Added > B.Added; });
  std::string Names;
  for (const UnseenModel &U : ArrayRef(Most).take_front(NamesInLine))
    Names += (Names.empty() ? "" : ", ") + U.Function + "/" + U.Block +
             " about " + grouped(uint64_t(std::llround(U.Expected))) + " (+" +
             total(U.Added) + ")";
  if (Most.size() > NamesInLine)
    Names += " and " +
             counted(Most.size() - NamesInLine, "more block", "more blocks");
  paragraph("not seen   ",
            "interrupts expected by their rate that no gap tells "
            "apart, in the times of: " +
                Names);
}

void TextPrinter::setAside(const FunctionModel &F) {
  for (const BlockModel &B : F.Blocks) {
    if (B.SetAside == 0)
      continue;
    std::string Values;
    for (uint64_t V : ArrayRef(B.SetAsideValues).take_front(NamesInLine))
      Values += (Values.empty() ? "" : ", ") + single(static_cast<double>(V));
    if (B.SetAside > NamesInLine)
      Values += " and " + grouped(B.SetAside - NamesInLine) + " smaller";
    paragraph("set aside  ", printable(B.Name) + ": " +
                                 counted(B.SetAside, "visit", "visits") +
                                 ", as stamped " + Values + ", by " +
                                 printable(B.FilterBy));
  }
}

} // namespace ipoint::output
