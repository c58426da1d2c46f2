//===- Formats.h - What the outputs of ipoint-report have in them ---------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_REPORT_FORMATS_H
#define IPOINT_REPORT_FORMATS_H

#include "llvm/ADT/StringRef.h"
#include <optional>

namespace ipoint::report {

enum class Format {
  Html,
  Text,
  Json,
  Csv,
  Hdr,
  Folded,
  Chrome,
  Observations,
  Ctf
};

struct FormatFacts {
  /// Where it is written to if nobody says; "-" is standard output.
  llvm::StringRef UsualPath = "-";
  llvm::StringRef Unit; ///< the only one that it has; empty: any
  /// Visits can be set aside in it; else times are as stamped.
  bool IsFiltered = true;
  bool IsOfTraces = false;  ///< event by event, not of a report
  bool HasFunction = false; ///< it can be of one function
  bool HasPaths = false;    ///< it tells call paths apart
  uint64_t Events = 0;      ///< see exporting::ExportOptions; 0: has none
};

inline FormatFacts factsOf(Format Kind) {
  FormatFacts Facts;
  switch (Kind) {
  case Format::Html:
    Facts.UsualPath = "ipoint-report";
    break;
  case Format::Text:
    Facts.HasFunction = true;
    break;
  case Format::Csv:
    Facts.Unit = "ticks";
    break;
  case Format::Json:
  case Format::Folded:
    Facts.HasPaths = true;
    break;
  case Format::Hdr:
    Facts.IsFiltered = false;
    Facts.HasFunction = true;
    break;
  case Format::Chrome:
    Facts = {"-", "us", false, true, false, false, 1000000};
    break;
  case Format::Observations:
    Facts = {"-", "ticks", false, true, true, false, 1000000};
    break;
  case Format::Ctf:
    Facts = {"ipoint-named-trace", "ticks", false, true, false, false, 4096};
    break;
  }
  return Facts;
}

/// The format that `export --to=` calls \p Name.
inline std::optional<Format> exportFormat(llvm::StringRef Name) {
  constexpr std::pair<const char *, Format> Known[] = {
      {"chrome", Format::Chrome},
      {"ctf", Format::Ctf},
      {"hdr", Format::Hdr},
      {"folded", Format::Folded},
      {"observations", Format::Observations}};
  for (auto [Word, Kind] : Known)
    if (Name == Word)
      return Kind;
  return std::nullopt;
}

} // namespace ipoint::report

#endif // IPOINT_REPORT_FORMATS_H
