//===- Formats.cpp - Which outputs there are -----------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"

namespace ipoint::report {

/// By Format.
static const FormatFacts Formats[] = {
    {.Kind = Format::Html,
     .Write = output::writeHtml,
     .UsualPath = "ipoint-report",
     .Content = PlainRuns | CallPaths | Series | Budgets | Filtered},
    {.Kind = Format::Text,
     .Write = output::writeText,
     .Content = OneFunction | PlainRuns | Budgets | Filtered},
    {.Kind = Format::Json,
     .Write = output::writeJson,
     .Content = PlainRuns | CallPaths | Series | Budgets | Filtered},
    {.Kind = Format::Csv,
     .Write = output::writeCsv,
     .Unit = "ticks",
     .Content = Filtered},
    {.Kind = Format::Hdr,
     .ExportName = "hdr",
     .Write = output::writeHdr,
     .Content = OneFunction},
    {.Kind = Format::Folded,
     .ExportName = "folded",
     .Write = output::writeFolded,
     .Content = CallPaths | Filtered},
    {.Kind = Format::Check,
     .Write = output::writeCheckText,
     .Content = PlainRuns | Budgets | Filtered},
    {.Kind = Format::CheckJunit,
     .Write = output::writeCheckJunit,
     .Content = PlainRuns | Budgets | Filtered},
    {.Kind = Format::CheckSarif,
     .Write = output::writeCheckSarif,
     .Content = PlainRuns | Budgets | Filtered},
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
     .Content = OneFunction},
    {.Kind = Format::Ctf,
     .ExportName = "ctf",
     .Export = exporting::exportNamedCtf,
     .Events = 4096,
     .Unit = "ticks",
     .UsualPath = "ipoint-named-trace"},
    {.Kind = Format::Reduced,
     .Unit = "ticks",
     .UsualPath = "ipoint-profile",
     .Content = PlainRuns | CallPaths | Filtered},
    {.Kind = Format::Markdown,
     .ExportName = "markdown",
     .Write = output::writeMarkdown,
     .Content = PlainRuns | Budgets | Filtered},
    {.Kind = Format::OpenMetrics,
     .ExportName = "openmetrics",
     .Write = output::writeOpenMetrics,
     .Unit = "seconds",
     .Content = Budgets},
    {.Kind = Format::Rows,
     .ExportName = "rows",
     .Unit = "ticks",
     .UsualPath = "ipoint-rows",
     .Content = PlainRuns | CallPaths | Filtered},
};

const FormatFacts &factsOf(Format Kind) { return Formats[size_t(Kind)]; }

} // namespace ipoint::report
