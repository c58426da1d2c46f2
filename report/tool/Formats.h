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

/// One output: how it is called and made, and which options it takes.
struct FormatFacts {
  Format Kind;
  llvm::StringRef ExportName =
      {}; ///< what `export --to=` calls it; empty: nothing
  llvm::StringRef CheckName = {}; ///< the same of `check --to=`
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
  bool HasFunction = false; ///< it can be of one function
  bool HasBaseline = false; ///< it has what runs of the plain program say
  bool HasPaths = false;    ///< it has call paths
  bool HasSeries = false;   ///< it says when what came
  bool HasBudgets = false;  ///< it has which budgets were kept
  /// Visits can be excluded from it; else times are raw.
  bool IsFiltered = false;
};

const FormatFacts &factsOf(Format Kind);

/// The format that `export --to=` calls \p Name.
std::optional<Format> exportFormat(llvm::StringRef Name);

/// The format that `check --to=` calls \p Name.
std::optional<Format> checkFormat(llvm::StringRef Name);

} // namespace ipoint::report

#endif // IPOINT_REPORT_FORMATS_H
