//===- CheckJunit.cpp - Which budgets were kept, as JUnit XML -------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What CI systems take for the results of tests: a budget is a test case, which
// fails where it is broken and is skipped where it could not be judged.
//
//===----------------------------------------------------------------------===//

#include "BudgetWords.h"
#include "Files.h"
#include "Writer.h"
#include "database/Output.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::output {

/// \p Text in an attribute. XML has no way to write control characters.
static std::string attribute(StringRef Name, StringRef Text) {
  std::string Result;
  raw_string_ostream Out(Result);
  Out << ' ' << Name << "=\"";
  printHTMLEscaped(printable(Text), Out);
  Out << '"';
  return Result;
}

static void printCase(raw_ostream &Out, const BudgetVerdict &V,
                      const ReportModel &Report) {
  const FunctionModel &F = Report.Functions[V.Function];
  std::string Name =
      (V.Name.empty() ? "" : V.Name + ": ") + V.Subject + ", " + V.Measure;
  Out << "    <testcase" << attribute("classname", F.File)
      << attribute("name", Name) << attribute("file", V.File)
      << attribute("line", std::to_string(V.Line));
  if (V.State == BudgetState::Kept) {
    Out << "/>\n";
    return;
  }
  StringRef Outcome = V.State == BudgetState::Broken ? "failure" : "skipped";
  Out << ">\n      <" << Outcome
      << attribute("message", sentence(V, Report) + " [" + V.From + "]");
  if (V.State == BudgetState::Broken)
    Out << attribute("type", "budget");
  Out << "/>\n    </testcase>\n";
}

namespace {

class CheckJunitWriter : public Writer {
public:
  explicit CheckJunitWriter(WriterOptions Options)
      : Options(std::move(Options)) {}

  Error write(const ReportModel &Report) override {
    BudgetCounts Counts(Report);
    std::string Sums = attribute("tests", std::to_string(Counts.all())) +
                       attribute("failures", std::to_string(Counts.Broken)) +
                       attribute("errors", "0") +
                       attribute("skipped", std::to_string(Counts.NotJudged));
    return writeFile(Options.Path, [&](raw_ostream &Out) {
      Out << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
          << "<testsuites" << Sums << ">\n  <testsuite"
          << attribute("name", "ipoint budgets") << Sums << ">\n";
      for (const BudgetVerdict &V : Report.Budgets)
        printCase(Out, V, Report);
      Out << "  </testsuite>\n</testsuites>\n";
    });
  }

private:
  WriterOptions Options;
};

} // namespace

std::unique_ptr<Writer> makeCheckJunitWriter(WriterOptions Options) {
  return std::make_unique<CheckJunitWriter>(std::move(Options));
}

} // namespace ipoint::output
