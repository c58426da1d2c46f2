//===- TextSampling.cpp - Times by samples of the plain program -----------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TextPrinter.h"
#include "model/ReportFields.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace ipoint::analysis;
using namespace ipoint::sampled;

namespace ipoint::output {

static std::string percent(double Share) {
  return formatv("{0:f1} %", 100 * Share);
}

/// Of few samples their number is given, unless they show that the share is
/// small. As on the pages.
static std::string percent(const SampledShare &S, const SamplingModel &Of) {
  constexpr double Small = 0.01;
  if (!SamplingModel::areFew(S.Samples))
    return percent(S.Share);
  return S.ShareRange.High < Small
             ? "< 1 %"
             : grouped(S.Samples, 0) + " of " + grouped(Of.samples(), 0);
}

static std::string signedPercent(double Share) {
  return formatv("{0}{1:f0} %", Share < 0 ? "-" : "+", 100 * std::abs(Share));
}

/// Of one that is of no function with counts.
static std::string nameOf(const OtherTime &T) {
  if (T.Name.empty())
    return T.What == OtherTime::Kind::Kernel ? "kernel" : "unknown";
  return printable(sys::path::filename(T.Name));
}

/// How much is known, and by what: what a reader is to see first.
void TextPrinter::sampling() {
  if (!Report.Sampling)
    return;
  const SamplingModel &S = *Report.Sampling;
  paragraph("sampled  ",
            percent(S.InFunctionsKnown) + " of the " + S.program() +
                "'s time with mean within ± " +
                grouped(100 * SamplingModel::KnownTo, 0) + " %, " +
                percent(S.InFunctions) + " in instrumented functions" +
                (S.MoreSamples > 1 ? "; for nine tenths of these it takes " +
                                         grouped(S.MoreSamples, 1) +
                                         " times as many samples (more runs, "
                                         "longer ones, or --samples)"
                                   : ""));
  if (S.InBlocksKnown > 0)
    paragraph("         ", percent(S.InBlocksKnown) +
                               " in blocks, groups or loops of them with mean "
                               "within ± " +
                               grouped(100 * SamplingModel::BlocksKnownTo, 0) +
                               " %");
  for (const SampledInput &I : listed(S.Inputs)) {
    std::string What =
        counted(I.Samples, "sample", "samples") + " of " +
        printable(I.Program) +
        (I.Arguments.empty() ? "" : " " + printable(I.Arguments)) + " in " +
        counted(I.Runs, "run", "runs") + " (" +
        counted(I.Rounds, "round", "rounds") + "), which takes " +
        total(I.Cpu) + " " + Scale.name().str() + " of CPU time";
    if (I.Rounds > 1)
      What += ", ± " + percent(I.CpuSpread) + " from run to run";
    if (I.Sampler != "perf")
      What += "; taken by a " + printable(I.Sampler);
    if (std::optional<double> Slowdown = I.probeSlowdown())
      What += "; the instrumented program takes " + grouped(*Slowdown, 2) +
              " times as long";
    if (!I.RunIsUnit)
      What += "; so few runs that parts of them are the unit: what differs "
              "from run to run is in no interval";
    if (I.CallsSpread.value_or(0) > 0)
      What += "; calls differ by " + percent(*I.CallsSpread) +
              " from run to run: means are ratios of means";
    if (I.Lost || I.Throttled)
      What += "; " + grouped(I.Lost) + " lost, throttled " +
              counted(I.Throttled, "time", "times");
    paragraph("         ", What);
    auto Compare = [&](const std::optional<SetsCompared> &C, StringRef A,
                       StringRef B) {
      if (C)
        paragraph("         ", A + " against " + B + ": " +
                                   percent(C->Difference) +
                                   " of the time lies elsewhere, by chance " +
                                   percent(C->Expected) +
                                   (C->differ() ? ": they differ" : ""));
    };
    if (I.Rates)
      Compare(I.Rates, grouped(I.Rates->RateA, 0) + " samples a second",
              grouped(I.Rates->RateB, 0));
    Compare(I.Halves, "odd rounds", "even ones");
  }
  if (S.OnlySymbols)
    paragraph("         ", std::string("the ") + S.program() +
                               " has no debug information: what is inlined "
                               "counts for the function that it is in; build "
                               "it with -g");
  for (const std::string &Problem : listed(S.Problems))
    paragraph("         ", printable(Problem));
  more(S.Problems.size(), "", "         ");
}

std::string TextPrinter::bestMean(const BestMean &M) const {
  switch (M.From) {
  case MeanSource::NotKnown:
    return "-";
  case MeanSource::Bounded:
    return "≤" + mean(M.Range.High);
  default:
    return mean(M.Mean);
  }
}

/// Empty where there is no mean that it is the interval of.
std::string TextPrinter::rangeOf(const BestMean &M) const {
  return M.From == MeanSource::Bounded || M.From == MeanSource::NotKnown
             ? ""
             : mean(M.Range.Low) + "–" + mean(M.Range.High);
}

void TextPrinter::sampledFunctions(ArrayRef<const FunctionModel *> Ran) {
  auto HasEffect = [](const FunctionModel *F) {
    return F->Sampled && F->Sampled->DirectError;
  };
  TextTable Table{words("function"), {"share"},           {"calls", 1},
                  {"mean"},          {"95 %", 2},         words("from", 4),
                  {"inclusive", 5},  {"probe effect", 3}, {"p99", 6},
                  {"HWM"},           words("place", 7)};
  for (const FunctionModel *F : Ran.take_front(Options.Top)) {
    const BestMean &M = F->BestSelf;
    Table.addRow({printable(F->Name) + (F->IsInterrupt ? " (ISR)" : ""),
                  F->Sampled ? percent(*F->Sampled, *Report.Sampling) : "-",
                  grouped(F->Calls), bestMean(M), rangeOf(M),
                  nameOf(M.From).str(), bestMean(F->BestInclusive),
                  HasEffect(F) ? signedPercent(*F->Sampled->DirectError) : "-",
                  F->Self && !F->Self->Overload
                      ? single(best(*F->Self), best(*F->Self).P99)
                      : "-",
                  F->Self ? single(F->Self->Raw.Max) : "-",
                  printable(F->File) + ":" + std::to_string(F->Line)});
  }
  for (const OtherTime &T : listed(Report.Sampling->Others)) {
    // Of the kernel's time the system's account has what samples do not.
    const bool IsKernel = T.What == OtherTime::Kind::Kernel;
    Table.addRow({nameOf(T),
                  IsKernel ? percent(T.Share) : percent(T, *Report.Sampling),
                  "-", "-", "", "-", "-", "-", "-", "-",
                  IsKernel ? "" : "(" + nameOf(T.What).str() + ")"});
  }
  Table.hideDashes();
  print(Table);
  more(Report.Sampling->Others.size(), "places without counts", "");
  paragraph("", "Mean times in " + Scale.name() +
                    " without callees, with 95 % intervals; share of the " +
                    Report.Sampling->program() +
                    "'s CPU time; p99 and HWM with probes, HWM raw");
  if (any_of(Ran.take_front(Options.Top), HasEffect))
    paragraph(
        "", "probe effect: by how much the corrected mean with probes differs "
            "from the " +
                std::string(Report.Sampling->program()) +
                "'s, where both are within ± 50 %");
}

static std::string blockNames(const BlockModel &B) {
  if (!B.Sampled || B.Sampled->Group.empty())
    return printable(B.Name);
  return printable(join(B.Sampled->Group, " + "));
}

/// A group in the row of its first block.
void TextPrinter::sampledBlocks(const FunctionModel &F) {
  if (none_of(F.Blocks, [](const BlockModel &B) { return B.Sampled; }))
    return;
  Out << '\n';
  paragraph(
      "", std::string("Mean times of a visit in the ") +
              Report.Sampling->program() + ", in " + Scale.name().str() +
              ", with 95 % intervals; blocks that samples cannot "
              "distinguish are a group, its mean that of a visit of the first");
  TextTable Table{words("block"), {"share"},        {"visits", 1}, {"mean"},
                  {"95 %", 2},    words("from", 4), {"line", 3}};
  for (const BlockModel &B : F.Blocks) {
    bool IsFirst = B.Sampled && (B.Sampled->Group.empty() ||
                                 B.Sampled->Group.front() == B.Name);
    if (!IsFirst)
      continue;
    const BestMean &M = B.Best;
    Table.addRow({blockNames(B), percent(*B.Sampled, *Report.Sampling),
                  grouped(B.Visits), bestMean(M), rangeOf(M),
                  nameOf(M.From).str(), placeOf(B)});
  }
  Table.print(Out, Options.TableWidth);
}

} // namespace ipoint::output
