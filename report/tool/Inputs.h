//===- Inputs.h - Traces and profiles that are named; messages ------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_REPORT_INPUTS_H
#define IPOINT_REPORT_INPUTS_H

#include "compare/Compare.h"
#include "database/Output.h"
#include "database/Program.h"
#include "model/Analysis.h"
#include "output/ProgressLine.h"
#include "profile/Labels.h"
#include "profile/Rows.h"
#include "trace/PacketReader.h"
#include "trace/Trace.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Chrono.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>
#include <ctime>
#include <optional>
#include <utility>

namespace ipoint::report {

/// Reads the database \p Named by the user. If that is empty, the first of
/// these that has all units of \p Traces: what IPOINT_DB
/// names; the paths in the traces, which their programs were built with;
/// ipoint.db in the folder of the first trace and in the two above it; and
/// ipoint.db in the working folder.
///
/// Errors: there is none, with all that were tried and why each does not fit;
/// or, if one is of the same build, what is wrong with that. A database that
/// the user named is not held against the traces here.
llvm::Expected<database::Program>
findDatabase(llvm::StringRef Named, llvm::ArrayRef<trace::Trace> Traces);

/// What is reported on: traces, or the runs of profiles that were added up.
struct Inputs {
  std::vector<trace::Trace> Traces;
  std::unique_ptr<profile::Profile> Reduced; ///< null: the traces are folders
  std::string From;                          ///< the first path that was named

  /// Sets what analysis needs to know of them.
  void setIn(analysis::AnalysisOptions &Options) const {
    Options.Reduced = Reduced.get();
    Options.ReducedFrom = From;
  }
};

/// Labels that all runs of \p In have, with the same values, but for `input`
/// and `date`.
profile::Labels commonLabels(const Inputs &In);

/// Opens \p Paths, all of them folders of traces or all of them profiles.
/// Errors name the path.
llvm::Expected<Inputs> openInputs(llvm::ArrayRef<std::string> Paths);

/// The same, one for each run. Errors also: a profile has several runs.
llvm::Expected<std::vector<Inputs>> openRuns(llvm::ArrayRef<std::string> Paths);

/// Reads the profiles \p Paths and adds them up.
llvm::Expected<std::unique_ptr<profile::Profile>>
mergeProfiles(llvm::ArrayRef<std::string> Paths);

/// Writes the tables of \p Rows to the new folder \p Path.
llvm::Error writeRows(const profile::RowsWriter &Rows, llvm::StringRef Path);

/// The same of the profiles \p Paths, each by itself.
llvm::Error writeRows(llvm::ArrayRef<std::string> Paths, llvm::StringRef To);

/// One set as the command line has it.
struct SetOption {
  std::string Name;
  std::vector<std::string> Traces;
  std::string Database; ///< empty: not named
};

/// Analyses each run of \p Sets by itself, warns of damage, and compares the
/// sets, in \p Unit if their clocks have one rate. Errors: a set has one run,
/// or is of another program than the first; a trace or database cannot be read;
/// a trace has impossible transitions, and not \p Impossible. With \p Source
/// the sets keep their source.
llvm::Expected<compare::ComparisonModel>
compareSets(llvm::ArrayRef<SetOption> Sets, bool Impossible, bool Source,
            analysis::TimeUnit Unit, const compare::CompareOptions &Options);

/// \p Time as labels have it: ISO 8601, UTC.
inline std::string dateOf(std::time_t Time) {
  return llvm::formatv("{0:%Y-%m-%dT%H:%M:%SZ}", llvm::sys::toUtcTime(Time));
}

/// Prints \p What as one line, whatever is in it.
inline void warn(const llvm::Twine &What) {
  llvm::errs() << "ipoint-report: warning: " << printableMessage(What.str())
               << '\n';
}

/// The same of an error. Returns the exit code \p Code.
inline int printMessage(const llvm::Twine &What, int Code = 2) {
  llvm::errs() << "ipoint-report: error: " << printableMessage(What.str())
               << '\n';
  return Code;
}

/// Where to begin to read pages: made before these are written.
class FirstPage {
public:
  FirstPage(llvm::StringRef Path, bool IsSingleFile) : Page(Path) {
    if (!IsSingleFile)
      llvm::sys::path::append(Page, "index.html");
    WasThere = llvm::sys::fs::exists(Page);
  }
  /// Prints it; on a terminal also that others were there before.
  void print() const {
    llvm::outs() << printable(Page)
                 << (WasThere && llvm::outs().is_displayed()
                         ? " (in place of the pages that were there)\n"
                         : "\n");
  }

private:
  llvm::SmallString<256> Page;
  bool WasThere;
};

/// While it lives, a terminal at standard error shows how far traces have been
/// read. No other code writes there meanwhile.
class ReadingLine {
public:
  /// \p What says which pass it is, from 1.
  explicit ReadingLine(std::function<std::string(unsigned Pass)> What) {
    if (llvm::sys::Process::StandardErrIsDisplayed())
      Shown.emplace(llvm::errs(), [this, What = std::move(What)] {
        if (unsigned Now = Read.pass(); std::exchange(Pass, Now) != Now)
          Begin = Clock::now();
        const auto [Done, All] = Read.bytes();
        return "ipoint-report: " + What(Pass) + ": " +
               output::progressInWords(
                   Done, All,
                   std::chrono::duration<double>(Clock::now() - Begin).count());
      });
  }

  trace::Progress *progress() { return &Read; }

private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point Begin = Clock::now(); ///< of the pass
  unsigned Pass = 1;
  trace::Progress Read;
  std::optional<output::ProgressLine> Shown; ///< none: not a terminal
};

} // namespace ipoint::report

#endif // IPOINT_REPORT_INPUTS_H
