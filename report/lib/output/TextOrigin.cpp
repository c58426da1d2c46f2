//===- TextOrigin.cpp - Where the figures come from, for a terminal -------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Provenance.h"
#include "TextPrinter.h"
#include "llvm/ADT/StringExtras.h"
#include <set>

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::output {

/// What made the program, and which build of it ran.
void TextPrinter::builds() {
  std::set<std::string> Ids;
  for (const TraceModel &T : Report.Traces)
    if (!T.BuildId.empty())
      Ids.insert(T.BuildId.substr(0, 12));
  std::string What = names(Report.Builds, [](const BuildModel &B) {
    return B.Compiler + " " + B.Flags + " (" +
           counted(B.Units, "unit", "units") + ", level " + B.Level +
           (B.Timed == "blocks" ? "" : ", timed " + B.Timed) + ")";
  });
  if (!Ids.empty())
    What += "; build id " + join(Ids, ", ");
  if (!What.empty())
    paragraph("build    ", What);
}

void TextPrinter::filter() {
  if (!Report.Filter)
    return;
  std::vector<std::string> Lines = inWords(*Report.Filter);
  StringRef Label = "filter   ";
  for (const std::string &Line : listed(Lines)) {
    paragraph(Label, Line);
    Label = "         ";
  }
  more(Lines.size(), "rules", "         ");
}

/// What the summary does not say elsewhere.
void TextPrinter::report() {
  paragraph("report   ", "ipoint-report " + Options.Version + ": " +
                             printable(join(Options.CommandLine, " ")) + "; " +
                             printable(Report.DatabasePath) + ", " +
                             Report.DatabaseIdentity);
}

void TextPrinter::origin() {
  Out << '\n';
  StringRef Label = "from       ";
  for (const std::string &Line : provenance(Report, Options)) {
    paragraph(Label, Line);
    Label = "           ";
  }
}

} // namespace ipoint::output
