//===- Live.h - What is counted and timed meanwhile -----------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   trace that grows ──new packets──> events ──Rebuilder──> Collector ──┐
//         └──sums so far, which ipoint-run writes──> calls ─────────────┤
//   folder of profiles ──new files──> figures by name ──────────────────┴──>
//   Snapshot
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_LIVE_LIVE_H
#define IPOINT_LIVE_LIVE_H

#include "budget/Budget.h"
#include "database/Program.h"
#include "model/Model.h"
#include "llvm/Support/Error.h"
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace ipoint::live {

struct FunctionNow {
  std::string Name, File;
  uint64_t Calls = 0;
  uint64_t Timed = 0; ///< of them, with a self time
  double SelfSum = 0; ///< of these, raw, ns
  /// ns, of all calls: each block's mean time, of windows perhaps, times its
  /// visits.
  double SelfEstimate = 0;
  double SelfMax = 0;      ///< ns; 0: no call was timed
  double InclusiveMax = 0; ///< the same
  std::string From; ///< of profiles: the file with the largest inclusive time
};

/// What is known by now, of all since the beginning.
struct Snapshot {
  std::string Program;
  std::vector<FunctionNow> Functions; ///< that ran, in any order
  uint64_t Records = 0;               ///< that were read
  uint64_t Threads = 0;               ///< with records
  uint64_t Profiles = 0;              ///< that were read
  /// Counts are not there yet, or ipoint-run does not write them.
  bool HasCounts = false;
  std::vector<analysis::BudgetVerdict> Budgets; ///< that could be judged
  std::vector<std::string> Problems;            ///< since the last one
  bool HasEnded = false;                        ///< no more will come
};

/// What is watched.
class Source {
public:
  virtual ~Source();
  /// Errors name what cannot be read, and will not be the next time.
  virtual llvm::Expected<Snapshot> look() = 0;
};

/// Finds the database of a trace.
using FindDatabase = std::function<llvm::Expected<database::Program>(
    llvm::ArrayRef<trace::Trace>)>;

/// A trace, which is being written or has been. \p Budgets are judged, and
/// those of the source.
std::unique_ptr<Source> watchTrace(std::string Path, FindDatabase Find,
                                   std::vector<budget::Budget> Budgets);
/// The profiles in a folder, and those that come.
std::unique_ptr<Source> watchProfiles(std::string Folder,
                                      std::vector<budget::Budget> Budgets);

} // namespace ipoint::live

#endif // IPOINT_LIVE_LIVE_H
