//===- Trace.h - Traces as folders ----------------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_TRACE_TRACE_H
#define IPOINT_TRACE_TRACE_H

#include "Metadata.h"
#include "llvm/ADT/ArrayRef.h"

namespace ipoint::trace {

/// What was read of the streams of a trace that has been reduced to a profile.
struct Reduced {
  /// As analysis::DifferenceSample has it, ticks.
  std::optional<double> Resolution;
  std::optional<uint64_t> LeastDifference;
  std::string Switches;         ///< where they come from, or "none" and why
  uint64_t SwitchesMissing = 0; ///< that were recorded, and not in the folder
};

/// One trace: what its metadata says, and its stream files, which have not been
/// opened.
struct Trace {
  std::string Path;
  Metadata Meta;
  std::vector<std::string> Streams;  ///< paths, in the order of their names
  std::vector<std::string> Switches; ///< the same, of context switches
  /// The file of what was counted in place; empty: nothing was.
  std::string Counts;
  /// Of a profile: it has no streams to read. None: it is a folder.
  std::optional<trace::Reduced> Reduced;
};

/// Whether the stream \p File is of a thread's signal handlers.
bool isOfHandlers(llvm::StringRef File);

/// Opens the traces in \p Paths. Each is a folder that holds `metadata`, or one
/// of `ipoint-run -n`, which holds such folders called run-*. Errors name the
/// path: missing, unreadable, not a trace, named twice.
llvm::Expected<std::vector<Trace>>
openTraces(llvm::ArrayRef<std::string> Paths);

} // namespace ipoint::trace

#endif // IPOINT_TRACE_TRACE_H
