//===- TextClock.cpp - With which clock, and how surely -------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TextPrinter.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

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

} // namespace ipoint::output
