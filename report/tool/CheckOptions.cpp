//===- CheckOptions.cpp - The command line of ipoint-report check ---------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckOptions.h"
#include "Value.h"
#include "budget/Budget.h"

using namespace llvm;

namespace ipoint::report {

cl::SubCommand &checkCommand() {
  static cl::SubCommand Command(
      "check", "judge budgets and loop bounds: exit status 1 if one is broken");
  return Command;
}

static Value
    CheckForm("to", "text|junit|sarif",
              "what to write (default text): a line for each budget that "
              "is broken or could not be judged; JUnit XML; SARIF 2.1.0",
              cl::sub(checkCommand()));
static cl::list<std::string>
    Baseline("baseline", cl::value_desc("TRACE"),
             cl::desc("runs that these may be no worse than, by the test of "
                      "'compare'; may be repeated"),
             cl::sub(checkCommand()), cl::cat(category()));
static Value NoWorseThan("no-worse-than", "PERCENT",
                         "with --baseline: how much longer a mean or "
                         "percentile may be (default 5%)",
                         cl::sub(checkCommand()));
static cl::opt<bool> Strict("strict",
                            cl::desc("a budget that cannot be judged, because "
                                     "its function never ran or is not timed, "
                                     "is broken"),
                            cl::ZeroOrMore, cl::sub(checkCommand()),
                            cl::cat(category()));

Expected<Format> readCheck(CheckOptions &Result) {
  Result.Baseline.assign(Baseline.begin(), Baseline.end());
  Result.IsStrict = Strict;
  if (NoWorseThan.given()) {
    if (Result.Baseline.empty())
      return wrong("--no-worse-than needs --baseline");
    Expected<budget::Limit> L = budget::parseLimit(NoWorseThan.getValue());
    if (!L || L->kind() != analysis::BudgetKind::Share) {
      consumeError(L.takeError());
      return wrong("--no-worse-than: '" + NoWorseThan.getValue() +
                   "' is no percentage, such as 5%");
    }
    Result.NoWorseThan = L->inModel(1);
  }
  StringRef To = CheckForm.given() ? StringRef(CheckForm.getValue()) : "text";
  if (std::optional<Format> Kind = checkFormat(To))
    return *Kind;
  return wrong("--to: '" + To + "' is not known; it is text, junit or sarif");
}

} // namespace ipoint::report
