//===- PerfData.h - Samples in the file format of perf --------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What `ipoint-run --baseline` and `perf record` write: the kernel's records of
// samples and of what was mapped where
// (tools/perf/Documentation/perf.data-file-format.txt, perf_event_open(2)).
// Records of other kinds are passed over.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_SAMPLED_PERFDATA_H
#define IPOINT_SAMPLED_PERFDATA_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <string>
#include <vector>

namespace ipoint::sampled {

using BuildId = llvm::SmallVector<uint8_t, 20>;

/// Code of a file in a process's memory.
struct Mapping {
  uint64_t Start = 0, Length = 0;
  uint64_t Offset = 0; ///< of Start, in the file
  std::string File;    ///< a path, or a name in brackets
  BuildId Build;       ///< empty: not known
};

/// Something that happened, in the order of time.
struct Event {
  enum class Kind : uint8_t { Map, Exec, Fork, Sample };
  uint64_t Time = 0; ///< ns of perf's clock; 0 throughout if it has none
  Kind What = Kind::Sample;
  bool InKernel = false; ///< of a sample
  uint32_t Process = 0;
  uint32_t Parent = 0;  ///< of Fork
  uint32_t Mapped = 0;  ///< of Map: index in PerfData::Mappings
  uint64_t Address = 0; ///< of Sample
  uint64_t Period = 1;  ///< of Sample: what has passed since the last one
};

struct PerfData {
  std::string Path;
  uint64_t Period = 0;         ///< ns between samples; 0: not constant
  bool IsClock = false;        ///< samples are taken of the CPU's time
  bool ExcludesKernel = false; ///< while the kernel runs, none is taken
  std::vector<Mapping> Mappings;
  std::vector<Event> Events; ///< by time
  uint64_t Samples = 0;
  uint64_t Lost = 0;      ///< records
  uint64_t Throttled = 0; ///< times that the kernel found them too many
};

/// Errors name the file and, where it is not what it should be, the offset.
llvm::Expected<PerfData> readPerfData(llvm::StringRef Path);
/// The same of \p Bytes, which are called \p Path.
llvm::Expected<PerfData> parsePerfData(llvm::StringRef Bytes,
                                       llvm::StringRef Path);

} // namespace ipoint::sampled

#endif // IPOINT_SAMPLED_PERFDATA_H
