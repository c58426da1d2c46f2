//===- FoldedWriter.cpp - Call paths for flame graphs ---------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One line for each call path that has self time: the functions from the root,
// semicolons between, a space, and the time without probes and without what
// interrupts added. There is no place
// for anything else in what flamegraph.pl and its like read.
//
//===----------------------------------------------------------------------===//

#include "Files.h"
#include "TextTable.h"
#include "Writer.h"
#include <cmath>

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::output {

namespace {

class FoldedWriter : public Writer {
public:
  explicit FoldedWriter(WriterOptions Options) : Options(std::move(Options)) {}

  Error write(const ReportModel &Report) override {
    TimeScale Scale(Options.TimeUnit, Report.Clock.RateHz);
    return writeFile(Options.Path, [&](raw_ostream &Out) {
      const CallPathsModel &All = *Report.CallPaths;
      std::vector<std::string> Stacks; // by path: parents come first
      for (const CallPathModel &P : All.Paths) {
        Stacks.push_back((P.Parent ? Stacks[*P.Parent] + ";" : "") +
                         frame(Report.Functions[*P.Function].Name));
        line(Out, Stacks.back(), Scale(P.SelfFiltered.value_or(P.Self)));
      }
      if (All.Beyond)
        line(Out, "(further call paths)",
             Scale(All.Beyond->SelfFiltered.value_or(All.Beyond->Self)));
    });
  }

private:
  /// Neither may be part of a name.
  static std::string frame(StringRef Name) {
    std::string Result = printable(Name);
    for (char &C : Result)
      if (C == ';' || C == ' ')
        C = '_';
    return Result;
  }

  static void line(raw_ostream &Out, StringRef Stack, double Time) {
    if (auto Whole = std::llround(Time); Whole > 0)
      Out << Stack << ' ' << Whole << '\n';
  }

  WriterOptions Options;
};

} // namespace

std::unique_ptr<Writer> makeFoldedWriter(WriterOptions Options) {
  return std::make_unique<FoldedWriter>(std::move(Options));
}

} // namespace ipoint::output
