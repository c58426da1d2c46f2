//===- ProfileWriter.cpp - What the next build should time ----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Files.h"
#include "Provenance.h"
#include "TextTable.h"
#include "Writer.h"
#include "database/Printable.h"
#include "model/TimedChoice.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::output {

/// A pattern that matches \p Text alone, as a text in YAML.
static std::string pattern(StringRef Text) {
  std::string Result = "\"";
  for (char C : Text) {
    if (StringRef("*?[]{}\\").contains(C))
      Result += "\\\\"; // for the pattern, and for YAML
    if (C == '"' || C == '\\')
      Result += '\\';
    Result += C;
  }
  return Result + '"';
}

namespace {

class ProfileWriter : public Writer {
public:
  explicit ProfileWriter(WriterOptions Options) : Options(std::move(Options)) {}

  Error write(const ReportModel &Report) override {
    Expected<TimedChoice> Choice = chooseTimed(Report, Options.Overhead);
    if (!Choice)
      return Choice.takeError();
    return writeFile(Options.Path, [&](raw_ostream &Out) {
      for (const std::string &Line : provenance(Report, Options))
        Out << "# " << Line << '\n';
      for (const std::string &Line : describe(*Choice))
        Out << "# " << Line << '\n';
      Out << "timed: none\nrules:" << (Choice->Functions.empty() ? " []" : "")
          << '\n';
      for (const TimedFunction &F : Choice->Functions)
        rule(Out, Report, F);
    });
  }

private:
  std::vector<std::string> describe(const TimedChoice &C) const {
    using database::TimedIpoints;
    auto By = [&](TimedIpoints T) {
      return grouped(count_if(
          C.Functions, [T](const TimedFunction &F) { return F.Timed == T; }));
    };
    return {
        formatv(
            "timed: {0} functions by blocks, {1} by loops, {2} at entry and "
            "exit, of {3} that ran",
            By(TimedIpoints::Blocks), By(TimedIpoints::Loops),
            By(TimedIpoints::Functions), grouped(C.Ran)),
        formatv("expected: {0:f2} times the plain program ({1:f2} "
                "allowed), {2:f2} of it for path records{3} and {4:f2} for "
                "timed probes{5}",
                C.expected(), Options.Overhead, C.Counting / C.Plain,
                C.IsCountingMeasured ? " (measured)" : "", C.Timing / C.Plain,
                C.IsPlainMeasured ? ""
                                  : "; its time is the sum of corrected "
                                    "times, for want of --baseline"),
        formatv("not timed: {0} functions are too short; {1} are not, or in "
                "part, for the limit",
                grouped(C.TooShort), grouped(C.TooDear))};
  }

  static void rule(raw_ostream &Out, const ReportModel &Report,
                   const TimedFunction &Timed) {
    const FunctionModel &F = Report.Functions[Timed.Function];
    SmallString<128> File(F.File);
    if (!sys::path::is_absolute(File)) {
      File = Report.Root;
      sys::path::append(File, F.File);
    }
    Out << "  - functions: " << pattern(F.Name)
        << "\n    files: " << pattern(File)
        << "\n    timed: " << nameOf(Timed.Timed)
        << formatv("  # {0:f0} ticks", Timed.Between) << '\n';
  }

  WriterOptions Options;
};

} // namespace

std::unique_ptr<Writer> makeProfileWriter(WriterOptions Options) {
  return std::make_unique<ProfileWriter>(std::move(Options));
}

} // namespace ipoint::output
