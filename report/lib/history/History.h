//===- History.h - Figures of a program over its builds -------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   profiles ──modelOf──> figures of each ──by name──> series over builds
//            ──ChangeScanner──> probabilities ──adjusted──> series that change
//            ──findChanges──> steps and drifts, each between two builds
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_HISTORY_HISTORY_H
#define IPOINT_HISTORY_HISTORY_H

#include "budget/Budget.h"
#include "profile/Profile.h"
#include <optional>
#include <string>
#include <vector>

namespace ipoint::history {

/// A profile in the history.
struct Build {
  std::string Path;
  std::string Name; ///< the value of the label by which builds are known
  std::string Date; ///< ISO 8601, UTC: of its first run, or of the file
  std::string Program;
  std::string Host;
  uint64_t Runs = 0;
};

/// What a value of a series is.
enum class Quantity {
  Time,  ///< nanoseconds
  Count, ///< of calls
  Share  ///< of what a budget allows
};

/// Between two builds next to each other.
struct Step {
  size_t After = 0, Before = 0; ///< in HistoryModel::Builds
  double From = 0, To = 0;      ///< medians before and after it, without drift
  double change() const { return From == 0 ? 0 : (To - From) / From; }
};

/// Slowly, from the first to the last build that has a value.
struct Drift {
  double From = 0, To = 0; ///< without steps
  double change() const { return From == 0 ? 0 : (To - From) / From; }
};

struct FigureSeries {
  std::string Subject; ///< a function, or what a budget is for
  std::string File;    ///< the last part of its path
  std::string Figure;  ///< in words: "mean self time"
  std::string Key;     ///< the same for programs: "self_mean"
  Quantity Of = Quantity::Time;
  std::vector<std::optional<double>> Values; ///< by build
  double Probability = 1; ///< of chance, before the adjustment
  double Adjusted = 1;    ///< by the number of series
  bool IsExact = false;   ///< its steps are certain without a test
  std::vector<Step> Steps;
  std::optional<history::Drift> Slow;

  bool changes() const { return !Steps.empty() || Slow; }
};

struct HistoryOptions {
  std::string By = "build"; ///< the label by which builds are known
  double Discovery = 0.01;  ///< rate of false discoveries over all series
  double Least = 0.01;      ///< relative change that is reported
  std::vector<budget::Budget> Budgets;
};

struct HistoryModel {
  std::vector<Build> Builds;     ///< by date
  std::vector<FigureSeries> All; ///< those that change first
  size_t Tested = 0;             ///< series with values enough for a test
  /// The number of builds is too small for any change to differ from chance by
  /// the test, with this number of series; exact counts need none.
  bool TooFew = false;
  std::vector<std::string> LeftOut; ///< files that are none of it, and why
  HistoryOptions Options;
};

/// Profiles, read one after the other, each as it is reduced to its figures.
class HistoryBuilder {
public:
  explicit HistoryBuilder(HistoryOptions Options);

  /// Adds \p P, of the file \p Path, which was last changed at \p FileTime (as
  /// a Build's Date). Errors name \p Path: it is of another program than those
  /// before it, or damaged; then nothing was added.
  llvm::Error add(const profile::Profile &P, llvm::StringRef Path,
                  llvm::StringRef FileTime);
  size_t builds() const { return Found.size(); }

  /// Puts the builds in their order, and finds what changes. Takes what was
  /// added.
  HistoryModel finish();

private:
  struct Value {
    std::string Subject, File, Figure, Key;
    Quantity Of;
    double Number;
  };
  struct One {
    Build Of;
    std::vector<Value> Values;
  };

  HistoryOptions Options;
  std::vector<One> Found;
};

} // namespace ipoint::history

#endif // IPOINT_HISTORY_HISTORY_H
