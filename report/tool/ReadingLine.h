//===- ReadingLine.h - How far traces have been read ----------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_REPORT_READINGLINE_H
#define IPOINT_REPORT_READINGLINE_H

#include "output/ProgressLine.h"
#include "trace/PacketReader.h"
#include <optional>

namespace ipoint::report {

/// While it lives, a terminal at standard error shows how far traces have been
/// read. No other code writes there meanwhile.
class ReadingLine {
public:
  /// \p What says which pass it is, from 1.
  explicit ReadingLine(std::function<std::string(unsigned Pass)> What);

  trace::Progress *progress() { return &Read; }

private:
  trace::Progress Read;
  std::optional<output::ProgressLine> Shown; ///< none: not a terminal
};

} // namespace ipoint::report

#endif // IPOINT_REPORT_READINGLINE_H
