//===- Options.h - The command lines of ipoint-report ---------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_REPORT_OPTIONS_H
#define IPOINT_REPORT_OPTIONS_H

#include "CommandLine.h"
#include "Formats.h"
#include "budget/Budget.h"
#include "database/ConfigFile.h"
#include "model/Analysis.h"

namespace ipoint::report {

// The subcommands that write reports and traces.
inline llvm::cl::SubCommand HtmlCommand("html", "write a folder of pages");
inline llvm::cl::SubCommand
    TextCommand("text", "print a summary, or one function's blocks");
inline llvm::cl::SubCommand
    JsonCommand("json", "write all figures, by docs/report-json.md");
inline llvm::cl::SubCommand CsvCommand("csv",
                                       "write all histograms as a table");
inline llvm::cl::SubCommand ExportCommand("export",
                                          "write for other programs: see --to");
inline llvm::cl::SubCommand CheckCommand(
    "check", "judge budgets and loop bounds: exit status 1 if one is broken");
inline llvm::cl::SubCommand
    ProfileCommand("profile",
                   "reduce traces to a profile: a file that can be merged");

/// An option of all of them.
template <typename Option> struct Common : Option {
  template <class... Mods>
  Common(const Mods &...M)
      : Option(M..., llvm::cl::sub(HtmlCommand), llvm::cl::sub(TextCommand),
               llvm::cl::sub(JsonCommand), llvm::cl::sub(CsvCommand),
               llvm::cl::sub(ExportCommand), llvm::cl::sub(CheckCommand),
               llvm::cl::sub(ProfileCommand)) {}
};

/// What `check` has beside them.
struct CheckOptions {
  std::vector<std::string> Baseline; ///< traces; empty: none
  double NoWorseThan = 0.05;         ///< a share
  bool IsStrict = false;             ///< what was not judged counts as broken
};

/// What was asked for on their command line.
struct Options {
  Format Kind = Format::Text;
  std::vector<std::string> Traces;
  std::string Database;               ///< empty: not named
  std::vector<std::string> Baselines; ///< files of ipoint-run --baseline
  bool FindBaselines = false;         ///< take those beside the traces
  analysis::AnalysisOptions Analysis;
  bool ExcludeImpossible = false;      ///< do not refuse impossible transitions
  std::vector<budget::Budget> Budgets; ///< of the config file
  std::optional<CheckOptions> Check;   ///< budgets are judged for the answer
  uint64_t Events = 0; ///< of traces: see exporting::ExportOptions
  output::WriterOptions Output;
};

/// Reads their command line. Errors say what is wrong with it.
llvm::Expected<Options> parseOptions(llvm::ArrayRef<const char *> Arguments);

/// Sets the filter of \p Result, for an output of \p Kind, by --filter,
/// thresholds and the like. They win over the file of \p Config: their rules
/// come behind its own. Errors say what is wrong with them.
llvm::Error readFilter(database::ConfigText *Config, Format Kind,
                       analysis::AnalysisOptions &Result);

/// Has --help end with the examples of the subcommand \p Named or, where there
/// is none, of all. To be called once, before options are parsed.
void showExamplesOf(llvm::StringRef Named);

// The other subcommands: each reads its command line, \p Arguments, and does
// what that says.

/// Compares sets of runs. Returns whether they are the same.
llvm::Expected<bool> runCompare(llvm::ArrayRef<const char *> Arguments);
/// Adds profiles to one; true.
llvm::Expected<bool> runMerge(llvm::ArrayRef<const char *> Arguments);
/// Says what observed times come to; true.
llvm::Expected<bool> runObservations(llvm::ArrayRef<const char *> Arguments);

} // namespace ipoint::report

#endif // IPOINT_REPORT_OPTIONS_H
