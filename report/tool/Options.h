//===- Options.h - The command lines of ipoint-report ---------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_REPORT_OPTIONS_H
#define IPOINT_REPORT_OPTIONS_H

#include "CommandLine.h"
#include "budget/Budget.h"
#include "database/ConfigFile.h"
#include "database/Program.h"
#include "export/Export.h"
#include "interrupts/exclude/Filter.h"
#include "model/Analysis.h"
#include "output/ObservationsWriter.h"
#include "output/Writer.h"
#include "sampled/Baseline.h"

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
  Reduced,
  Markdown,
  OpenMetrics,
  Rows
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
  output::Writer *Write = nullptr;
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
  std::vector<std::string> Against; ///< traces of another build
  bool Disassembles = false;        ///< machine code of functions with samples
  bool ExcludeImpossible = false;   ///< do not refuse impossible transitions
  std::vector<budget::Budget> Budgets; ///< of the config file
  std::vector<std::string> Labels;     ///< of the profile that is made
  std::string ConfigFile;              ///< its path; empty: none
  std::vector<std::string> Roots;      ///< of longest paths, for their cards
  std::vector<std::string> FlowFacts;  ///< files, for these
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
/// Estimates the longest path of a function; true.
llvm::Expected<bool> runWorst(llvm::ArrayRef<const char *> Arguments);
/// Adds profiles to one; true.
llvm::Expected<bool> runMerge(llvm::ArrayRef<const char *> Arguments);
/// Shows what runs meanwhile; true.
llvm::Expected<bool> runLive(llvm::ArrayRef<const char *> Arguments);
/// Shows figures over builds; true.
llvm::Expected<bool> runHistory(llvm::ArrayRef<const char *> Arguments);
/// Says what observed times come to; true.
llvm::Expected<bool> runObservations(llvm::ArrayRef<const char *> Arguments);
/// Bounds what takes long rarely. Returns whether there is such a bound.
llvm::Expected<bool> runTail(llvm::ArrayRef<const char *> Arguments);

/// How observations and tails are written.
class ChartOutput {
public:
  using Form = output::ChartOptions::Form;
  explicit ChartOutput(llvm::cl::SubCommand &Of);
  llvm::Error read(output::ChartOptions &Result) const;

private:
  Choice<Form> To;
  Value Path;
  Flag NoChart;

public:
  WidthOption Width;
};

/// The sets of observations in \p Paths ("-": standard input), all or the one
/// that \p Option, a --set, names. Errors: there is none.
llvm::Expected<std::vector<observations::Set>>
readObservations(llvm::ArrayRef<std::string> Paths, const Value &Option);

/// Reads the section `filter` of \p File, a file that `ipoint-instrument` reads
/// too (docs/configuration.md), into \p Filter; \p None: it asks for none.
/// Leaves both alone if there is no such section.
///
/// Errors name the file, and the line and column where that is possible.
llvm::Error readFilterConfig(database::ConfigText &File,
                             analysis::FilterModel &Filter, bool &None);

/// `detect`, `rule`, `layers:N` or `none`. Errors: it is something else.
llvm::Error parseFilterMode(llvm::StringRef Text, analysis::FilterModel &Filter,
                            bool &None);

/// The budgets in \p File, a file that `ipoint-instrument` reads too
/// (docs/configuration.md); none if there is no such section.
///
/// Errors name the file, and the line and column where that is possible.
llvm::Expected<std::vector<budget::Budget>>
readBudgetConfig(database::ConfigText &File);
/// The same of the file \p Path, or standard input.
llvm::Expected<std::vector<budget::Budget>>
readBudgetConfig(llvm::StringRef Path);

/// Adds the machine code that \p O asks for to \p Report, by the samples of
/// \p Files; warns of files that have none. Errors: there are no samples, or no
/// code of the one function that is asked for.
llvm::Error disassemble(const Options &O,
                        llvm::ArrayRef<sampled::Baseline> Files,
                        analysis::ReportModel &Report);

/// Adds to \p Report what changed against the runs that \p O names, if it does.
/// Errors: as of compareSets().
llvm::Error compareAgainst(const Options &O, analysis::ReportModel &Report);

struct Inputs;
/// Adds to \p Report, of \p In, which budgets of \p O, and of the source, it
/// keeps; \p Longest has the paths that they are of. Errors: traces cannot be
/// read again, for tails. Of `check` only: a budget is for nothing in the
/// program, one of the source is not understood, there is none at all, or the
/// baseline cannot be read; other outputs are warned of the first two of these.
llvm::Error judgeBudgets(const Options &O, const Inputs &In,
                         const database::Program &Program,
                         llvm::ArrayRef<worst::FunctionPath> Longest,
                         analysis::ReportModel &Report);

/// Whether a budget in the source of \p Program needs call paths.
bool markersNeedCallPaths(const database::Program &Program);

} // namespace ipoint::report

#endif // IPOINT_REPORT_OPTIONS_H
