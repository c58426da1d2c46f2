//===- Provenance.cpp - Where figures come from, in lines -----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Provenance.h"
#include "TextTable.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::output {

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
        ", clock " + B.Clock + ": " + Twine(B.Units) +
        (B.Units == 1 ? " unit" : " units"));
  const ClockModel &C = Report.Clock;
  Add("clock " + C.Source + ", " + Twine(C.RateHz) + " Hz, step " +
      number(C.Step) + " ticks");
  Add("database " + Report.DatabasePath + ", " + Report.DatabaseIdentity);
  if (const std::optional<FilterModel> &F = Report.Filter) {
    Add(F->Mode == FilterMode::Layers
            ? "filter layers " + Twine(F->Layers) + ", by " + F->From
            : (F->Mode == FilterMode::Rule ? "filter by rule, by "
                                           : "filter by detection, by ") +
                  Twine(F->From));
    for (const ThresholdRule &R : F->Rules)
      Add("thresholds of " +
          (R.isGlobal() ? "all" : R.Function + "/" + R.Block) + ": low " +
          Twine(R.Low) + ", high " + Twine(R.High) + ", majority " +
          number(R.Majority) + ", by " + R.From);
  }
  Add(Report.Execution ? "execution times" : "response times");
  return Lines;
}

} // namespace ipoint::output
