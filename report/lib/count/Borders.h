//===- Borders.h - States between the parts of streams ----------*- C++ -*-===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Several threads count the parts of a long stream. The meaning of a part's
// first record depends on all before it. So the thread of a part first walks
// through the part before, and begins where that thread has begun to count:
//
//   thread 1  count part 1 ...............
//   thread 2  walk part 1, count part 2 ..
//   thread 3  wait, . . .  walk part 2, count part 3
//
// Each part is walked through once, while earlier ones are counted.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_COUNT_BORDERS_H
#define IPOINT_COUNT_BORDERS_H

#include "StreamPass.h"
#include <future>

namespace ipoint::analysis {

/// Finds out which \p Streams have those of handlers beside them.
llvm::Error findWalked(llvm::MutableArrayRef<StreamPart> Streams,
                       const PassInput &In);

class Borders {
public:
  /// Between \p Shares, of divide().
  Borders(llvm::ArrayRef<std::vector<StreamPart>> Shares, const PassInput &In)
      : Shares(Shares), In(In), Known(Shares.size()) {}

  /// The state where the share \p Number begins; null at the beginning of a
  /// stream, and in one that is walked. Waits for the share before: each has
  /// one call, and may not wait for a later one's thread.
  llvm::Expected<std::shared_ptr<const PartBegin>> find(size_t Number);

private:
  llvm::ArrayRef<std::vector<StreamPart>> Shares;
  const PassInput &In;
  std::vector<std::promise<std::shared_ptr<const PartBegin>>> Known;
};

} // namespace ipoint::analysis

#endif // IPOINT_COUNT_BORDERS_H
