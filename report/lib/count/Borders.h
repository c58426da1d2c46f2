//===- Borders.h - States between the parts of streams --------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   parts ──scan, all at once──> effects ──apply, one by one──> states
//
// A scan costs 0.35 to 0.54 of counting (of Lua's records, of zlib's), say
// 0.45, and each part but the last of a stream is scanned once: with N threads,
// all is done in (1 + 0.45) / N of what one thread takes to count, so twice as
// many need half as long. To walk through all before each part, as where
// streams of handlers are read beside, takes 0.45 / (1 - 0.55^N): less only for
// two threads (0.65, not 0.73), and never less than 0.45. There is one way, not
// two, for what two threads lose here they get back in the second pass, which
// knows the states already and needs no scan.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_COUNT_BORDERS_H
#define IPOINT_COUNT_BORDERS_H

#include "StreamPass.h"

namespace ipoint::analysis {

/// Finds out which \p Streams have those of handlers beside them.
llvm::Error findWalked(llvm::MutableArrayRef<StreamPart> Streams,
                       const PassInput &In);

/// Fills Begin of all parts in \p Shares that have one, of streams that are not
/// walked; the shares are scanned at the same time.
llvm::Error findBorders(llvm::MutableArrayRef<std::vector<StreamPart>> Shares,
                        const PassInput &In);

} // namespace ipoint::analysis

#endif // IPOINT_COUNT_BORDERS_H
