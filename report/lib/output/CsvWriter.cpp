//===- CsvWriter.cpp - Histograms for spreadsheets ------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Csv.h"
#include "Files.h"
#include "Provenance.h"
#include "database/Output.h"

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::output {

std::string csvField(StringRef Text) {
  std::string Field = printable(Text);
  // Spreadsheets take such a field for a formula.
  if (!Field.empty() && StringRef("=+-@").contains(Field.front()))
    Field.insert(0, 1, '\'');
  if (StringRef(Field).find_first_of(",\"") == StringRef::npos)
    return Field;
  std::string Quoted = "\"";
  for (char C : Field)
    Quoted += C == '"' ? "\"\"" : std::string(1, C);
  return Quoted + "\"";
}

namespace {

/// One line for each bucket that is not empty: raw times in ticks, as they are
/// in the JSON document.
class CsvWriter : public Writer {
public:
  explicit CsvWriter(WriterOptions Options) : Options(std::move(Options)) {}

  Error write(const ReportModel &Report) override {
    return writeFile(Options.Path, [&](raw_ostream &Out) {
      for (const std::string &Line : provenance(Report, Options))
        Out << "# " << Line << '\n';
      Out << "function,file,line,times,block,low,high,count,excluded\n";
      for (const FunctionModel &F : Report.Functions) {
        histogram(Out, F, F.Line, "self", "", F.Self);
        histogram(Out, F, F.Line, "inclusive", "", F.Inclusive);
        for (const BlockModel &B : F.Blocks)
          histogram(Out, F, B.Line, "block", B.Name, B.Time);
      }
    });
  }

private:
  static void histogram(raw_ostream &Out, const FunctionModel &F, unsigned Line,
                        StringRef Times, StringRef Block,
                        const std::optional<TimeModel> &T) {
    if (!T)
      return;
    for (const HistogramBucket &B : T->Histogram)
      Out << csvField(F.Name) << ',' << csvField(F.File) << ',' << Line << ','
          << Times << ',' << csvField(Block) << ',' << B.Low << ',' << B.High
          << ',' << B.Count << ',' << B.Excluded << '\n';
  }

  WriterOptions Options;
};

} // namespace

std::unique_ptr<Writer> makeCsvWriter(WriterOptions Options) {
  return std::make_unique<CsvWriter>(std::move(Options));
}

} // namespace ipoint::output
