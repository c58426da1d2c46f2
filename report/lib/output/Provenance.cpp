//===- Provenance.cpp - Where figures come from, in lines -----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Provenance.h"
#include "TextTable.h"
#include "interrupts/exclude/Filter.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::output {

static std::string inWords(const ThresholdRule &R) {
  std::string Where;
  if (!R.isGlobal())
    Where = (R.Function.empty() ? "*" : printable(R.Function)) +
            (R.Block.empty() ? "" : "/" + printable(R.Block)) + ": ";
  return Where + "low " + withEdge(grouped(R.Low), grouped(R.lowEdge())) +
         ", high " + withEdge(grouped(R.High), grouped(R.highEdge())) +
         ", majority " + inFull(R.Majority) + " of at least " +
         counted(R.LeastVisits, "visit", "visits") +
         (R.GapTolerance > 0 ? ", gap tolerance " + inFull(R.GapTolerance)
                             : "") +
         "; " + (R.LinearOnly ? "linear blocks" : "all blocks") + " (" +
         printable(R.From) + ")";
}

std::vector<std::string> inWords(const FilterModel &F) {
  std::string Rest = std::string("; ") +
                     (F.LinearOnly ? "linear blocks" : "all blocks") + " (" +
                     printable(F.From) + ")";
  if (F.Mode != FilterMode::Rule)
    return {decidesInWords(F) + Rest};
  std::vector<std::string> Lines;
  Lines.reserve(F.Rules.size());
  for (const ThresholdRule &R : F.Rules)
    Lines.push_back(inWords(R));
  return Lines;
}

std::vector<std::string> provenance(const ReportModel &Report,
                                    const WriterOptions &Options) {
  std::vector<std::string> Lines;
  auto Add = [&](const Twine &Line) { Lines.push_back(printable(Line.str())); };
  Add("ipoint-report " + Options.Version + ": " +
      join(Options.CommandLine, " "));
  for (const TraceModel &T : Report.Traces)
    Add("trace " + T.Path + ": " + T.Program +
        (T.Arguments.empty() ? "" : " " + T.Arguments) +
        (T.BuildId.empty() ? "" : ", build id " + T.BuildId));
  for (const BuildModel &B : Report.Builds)
    Add("build " + B.Compiler + " " + B.Flags + ", level " + B.Level +
        ", timed " + B.Timed + ": " + Twine(B.Units) +
        (B.Units == 1 ? " unit" : " units"));
  const ClockModel &C = Report.Clock;
  Add("clock " + C.Source + ", " + Twine(C.RateHz) + " Hz, resolution " +
      number(C.Resolution) + " ticks");
  Add("database " + Report.DatabasePath + ", " + Report.DatabaseIdentity);
  if (!Report.Root.empty())
    Add("sources below " + Report.Root);
  if (Report.Filter)
    for (const std::string &Line : inWords(*Report.Filter))
      Add("filter " + Line);
  Add(Report.Execution ? "execution times" : "response times");
  return Lines;
}

} // namespace ipoint::output
