//===- Formats.cpp - What the outputs of ipoint-report have in them -------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Formats.h"

using namespace llvm;

namespace ipoint::report {

/// By Format.
static const FormatFacts Facts[] = {
    {.Kind = Format::Html,
     .MakeWriter = output::makeHtmlWriter,
     .UsualPath = "ipoint-report",
     .Content = PlainRuns | CallPaths | Series | Budgets | Filtered},
    {.Kind = Format::Text,
     .MakeWriter = output::makeTextWriter,
     .Content = OneFunction | PlainRuns | Budgets | Filtered},
    {.Kind = Format::Json,
     .MakeWriter = output::makeJsonWriter,
     .Content = PlainRuns | CallPaths | Series | Budgets | Filtered},
    {.Kind = Format::Csv,
     .MakeWriter = output::makeCsvWriter,
     .Unit = "ticks",
     .Content = Filtered},
    {.Kind = Format::Hdr,
     .ExportName = "hdr",
     .MakeWriter = output::makeHdrWriter,
     .Content = OneFunction},
    {.Kind = Format::Folded,
     .ExportName = "folded",
     .MakeWriter = output::makeFoldedWriter,
     .Content = CallPaths | Filtered},
    {.Kind = Format::Check,
     .MakeWriter = output::makeCheckTextWriter,
     .Content = PlainRuns | Budgets | Filtered},
    {.Kind = Format::CheckJunit,
     .MakeWriter = output::makeCheckJunitWriter,
     .Content = PlainRuns | Budgets | Filtered},
    {.Kind = Format::CheckSarif,
     .MakeWriter = output::makeCheckSarifWriter,
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
};

const FormatFacts &factsOf(Format Kind) { return Facts[size_t(Kind)]; }

} // namespace ipoint::report
