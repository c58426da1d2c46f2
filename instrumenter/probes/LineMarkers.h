//===- LineMarkers.h - Which line a place of preprocessed text is in -----===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_PROBES_LINEMARKERS_H
#define IPOINT_PROBES_LINEMARKERS_H

#include "frontend/Places.h"
#include <vector>

namespace ipoint {

/// The lines of preprocessed text that begin with `#`.
class LineMarkers {
public:
  explicit LineMarkers(llvm::StringRef Text);

  /// Whether there is nothing but text, and markers inside of one file, in
  /// \p Range.
  bool mayDuplicate(TextRange Range) const;

  /// What gives text that is written next, in a new line, the line of
  /// \p Offset. Fastest where offsets grow.
  std::string at(unsigned Offset) const;

private:
  struct Marker {
    unsigned Offset = 0;
    bool IsPlain = false; ///< a marker that enters and leaves no file
    unsigned Line = 0;    ///< of what follows; 0: no marker
    std::string File;     ///< with the flags that hold for what follows
  };

  llvm::StringRef Text;
  std::vector<Marker> Markers; ///< sorted
  /// Line and offset of what at() was asked for last, and behind which marker.
  mutable unsigned LastLine = 1, LastOffset = 0;
  mutable size_t LastMarker = 0;
};

} // namespace ipoint

#endif // IPOINT_PROBES_LINEMARKERS_H
