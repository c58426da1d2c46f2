//===- Formats.h - What the outputs of ipoint-report have in them ---------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_REPORT_FORMATS_H
#define IPOINT_REPORT_FORMATS_H

#include "export/Export.h"
#include "output/Writer.h"

namespace ipoint::report {

enum class Format {
  Html,
  Text,
  Json,
  Csv,
  Hdr,
  Folded,
  Check,
  CheckJunit,
  CheckSarif,
  Chrome,
  Observations,
  Ctf,
  Reduced
};

/// What an output may have.
enum FormatContent : unsigned {
  OneFunction = 1, ///< it can be of one function
  PlainRuns = 2,   ///< what runs of the plain program say
  CallPaths = 4,
  Series = 8,   ///< when what came
  Budgets = 16, ///< which of them were kept
  Filtered = 32 ///< visits can be excluded from it; else times are raw
};

/// One output: how it is called and made, and which options it takes.
struct FormatFacts {
  Format Kind;
  /// What `export --to=` calls it; empty: nothing.
  llvm::StringRef ExportName = {};
  /// Writes a report; null: Export writes the traces, event by event, or they
  /// are reduced to a profile.
  std::unique_ptr<output::Writer> (*MakeWriter)(output::WriterOptions) =
      nullptr;
  llvm::Error (*Export)(llvm::ArrayRef<trace::Trace>,
                        const analysis::SymbolTable &,
                        const exporting::ExportOptions &) = nullptr;
  uint64_t Events = 0;       ///< see exporting::ExportOptions; 0: has none
  llvm::StringRef Unit = {}; ///< of times, the only one that it has; empty: any
  /// Where it is written to by default; "-" is standard output.
  llvm::StringRef UsualPath = "-";
  unsigned Content = 0; ///< of FormatContent

  bool has(FormatContent C) const { return Content & C; }
};

const FormatFacts &factsOf(Format Kind);

} // namespace ipoint::report

#endif // IPOINT_REPORT_FORMATS_H
