//===- Trace.h - A trace, as files ----------------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_TRACE_TRACE_H
#define IPOINT_TRACE_TRACE_H

#include "ipoint/record.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace ipoint::trace {

/// An entry of the count table that is not 0.
struct Count {
  uint32_t Index = 0;
  uint64_t Times = 0;
};

/// Reads the file of counts \p Path (docs/formats.md), in the order of their
/// indices. Errors name \p Path and the line: unreadable, of another version,
/// cut off, not in order.
llvm::Expected<std::vector<Count>> readCounts(llvm::StringRef Path);

// The `metadata` file of a trace is TSDL, the language of CTF 1.8. It is read
// as ipoint's own drain lays it out (docs/formats.md), line by line: the
// trace's UUID, the clock, the environment. The layout of events is not taken
// from it, because record.h is its definition; the `trace_format` in the
// environment vouches for it.

/// The version of docs/formats.md, section Traces, that this library reads.
constexpr int64_t TraceFormat = 1;

/// How the probes of a unit were made (docs/builds.md).
enum class ProbeForm : uint8_t {
  Inline,
  Called, ///< calls: the compiler did not optimise for speed
  Window  ///< of functions that store sums, in windows only
};

/// One unit record: what an instrumented object says about itself when it is
/// loaded.
struct UnitRecord {
  std::array<uint32_t, IPOINT_UNIT_WORDS> Words = {};

  uint32_t format() const { return Words[0]; }
  uint32_t first() const { return Words[IPOINT_UNIT_FIRST]; }
  uint32_t count() const { return Words[IPOINT_UNIT_COUNT]; }
  /// What the instrumenter chose, and how the probes were compiled.
  uint32_t made() const { return Words[IPOINT_UNIT_SETTINGS]; }
  /// The former alone, as in the database.
  uint32_t settings() const { return made() & 0xffff; }
  /// How probes read the counter, 0 being the usual way.
  unsigned reading() const { return IPOINT_UNIT_READING(made()); }
  ProbeForm form() const {
    return IPOINT_UNIT_TIMED(made()) == IPOINT_UNIT_TIMED_AUTO
               ? ProbeForm::Window
           : made() & IPOINT_UNIT_CALLED ? ProbeForm::Called
                                         : ProbeForm::Inline;
  }
  /// It was compiled without optimisation, and adds up numbers of paths.
  bool addsUpSlowly() const {
    return (made() & IPOINT_UNIT_UNOPTIMISED) &&
           (IPOINT_UNIT_STORE(made()) & 1);
  }
  uint64_t textHash() const { return uint64_t(Words[5]) << 32 | Words[4]; }
  std::array<uint32_t, 4> identity() const {
    return {Words[6], Words[7], Words[8], Words[9]};
  }
  bool operator==(const UnitRecord &) const = default;
};

/// A value of the environment: a string or an integer.
struct EnvironmentValue {
  std::string Text; ///< of an integer: as it was written
  std::optional<int64_t> Number;
};

struct Metadata {
  uint64_t Frequency = 0; ///< of the clock, Hz; never 0 once read
  std::optional<std::array<uint8_t, 16>> Uuid;
  std::map<std::string, EnvironmentValue, std::less<>> Environment;
  std::vector<UnitRecord> Units;

  /// The string \p Key of the environment; empty if there is none.
  llvm::StringRef text(llvm::StringRef Key) const;
  /// The integer \p Key of the environment, or \p Missing.
  int64_t number(llvm::StringRef Key, int64_t Missing = 0) const;
  std::optional<int64_t> find(llvm::StringRef Key) const;
};

/// Reads \p Text, the content of the file \p Path. Errors name \p Path: not
/// TSDL, cut, not written by ipoint, of another version, without a clock.
llvm::Expected<Metadata> parseMetadata(llvm::StringRef Text,
                                       llvm::StringRef Path);

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
