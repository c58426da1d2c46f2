//===- MoreOfReport.cpp - What a report has on request --------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Inputs.h"
#include "Options.h"
#include "sampled/Baseline.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace ipoint::report {

Error disassemble(const Options &O, ArrayRef<sampled::Baseline> Files,
                  analysis::ReportModel &Report) {
  if (!O.Disassembles)
    return Error::success();
  const std::string &Only = O.Output.Function;
  Expected<std::vector<std::string>> Problems =
      sampled::addMachineCode(Files, Only, Report);
  if (!Problems)
    return Problems.takeError();
  auto IsOnly = [&](const auto &F) { return F.Name == Only; };
  auto HasCode = [](const auto &F) { return !F.Code.empty(); };
  if (!O.Output.Disassembly || any_of(Report.Functions, HasCode)) {
    for (const std::string &Problem : *Problems)
      warn(Problem + "; there is no machine code of it");
    return Error::success();
  }
  if (none_of(Report.Functions, IsOnly)) // which the text will say
    return Error::success();
  if (!Problems->empty())
    return wrong(Problems->front() + "; there is no machine code of " + Only);
  return wrong("--disassemble: " + Only + " has no samples");
}

Error compareAgainst(const Options &O, analysis::ReportModel &Report) {
  if (O.Against.empty())
    return Error::success();
  std::vector<SetOption> Sets = {{O.Against.front(), O.Against, ""},
                                 {O.Traces.front(), O.Traces, O.Database}};
  Expected<compare::ComparisonModel> Model =
      compareSets(Sets, O.ExcludeImpossible, /*Source=*/false,
                  analysis::TimeUnit::Ticks, {});
  if (!Model)
    return Model.takeError();
  compare::noteChanges(*Model, Report);
  return Error::success();
}

} // namespace ipoint::report
