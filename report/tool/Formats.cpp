//===- Formats.cpp - What the outputs of ipoint-report have in them -------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Formats.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace ipoint::report {

/// By Format.
static const FormatFacts Facts[] = {
    {.Kind = Format::Html,
     .MakeWriter = output::makeHtmlWriter,
     .UsualPath = "ipoint-report",
     .HasBaseline = true,
     .HasPaths = true,
     .HasSeries = true,
     .HasBudgets = true,
     .IsFiltered = true},
    {.Kind = Format::Text,
     .MakeWriter = output::makeTextWriter,
     .HasFunction = true,
     .HasBaseline = true,
     .HasBudgets = true,
     .IsFiltered = true},
    {.Kind = Format::Json,
     .MakeWriter = output::makeJsonWriter,
     .HasBaseline = true,
     .HasPaths = true,
     .HasSeries = true,
     .HasBudgets = true,
     .IsFiltered = true},
    {.Kind = Format::Csv,
     .MakeWriter = output::makeCsvWriter,
     .Unit = "ticks",
     .IsFiltered = true},
    {.Kind = Format::Hdr,
     .ExportName = "hdr",
     .MakeWriter = output::makeHdrWriter,
     .HasFunction = true},
    {.Kind = Format::Folded,
     .ExportName = "folded",
     .MakeWriter = output::makeFoldedWriter,
     .HasPaths = true,
     .IsFiltered = true},
    {.Kind = Format::Check,
     .CheckName = "text",
     .MakeWriter = output::makeCheckTextWriter,
     .HasBaseline = true,
     .HasBudgets = true,
     .IsFiltered = true},
    {.Kind = Format::CheckJunit,
     .CheckName = "junit",
     .MakeWriter = output::makeCheckJunitWriter,
     .HasBaseline = true,
     .HasBudgets = true,
     .IsFiltered = true},
    {.Kind = Format::CheckSarif,
     .CheckName = "sarif",
     .MakeWriter = output::makeCheckSarifWriter,
     .HasBaseline = true,
     .HasBudgets = true,
     .IsFiltered = true},
    {.Kind = Format::Chrome,
     .ExportName = "chrome",
     .Export = exporting::exportChrome,
     .Events = 1000000,
     .Unit = "us"},
    {.Kind = Format::Observations,
     .ExportName = "observations",
     .Export = exporting::exportObservations,
     .Events = 1000000,
     .Unit = "ticks",
     .HasFunction = true},
    {.Kind = Format::Ctf,
     .ExportName = "ctf",
     .Export = exporting::exportNamedCtf,
     .Events = 4096,
     .Unit = "ticks",
     .UsualPath = "ipoint-named-trace"},
    {.Kind = Format::Reduced,
     .Unit = "ticks",
     .UsualPath = "ipoint-profile",
     .HasBaseline = true,
     .HasPaths = true,
     .IsFiltered = true},
};

const FormatFacts &factsOf(Format Kind) { return Facts[size_t(Kind)]; }

/// The format whose \p Called is \p Name.
static std::optional<Format> formatBy(StringRef FormatFacts::*Called,
                                      StringRef Name) {
  const FormatFacts *Found = find_if(Facts, [&](const FormatFacts &F) {
    return !(F.*Called).empty() && F.*Called == Name;
  });
  return Found == std::end(Facts) ? std::nullopt : std::optional(Found->Kind);
}

std::optional<Format> exportFormat(StringRef Name) {
  return formatBy(&FormatFacts::ExportName, Name);
}

std::optional<Format> checkFormat(StringRef Name) {
  return formatBy(&FormatFacts::CheckName, Name);
}

} // namespace ipoint::report
