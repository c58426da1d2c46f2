//===- TextClosure.cpp - Corrected times against the plain program --------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TextPrinter.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::output {

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

} // namespace ipoint::output
