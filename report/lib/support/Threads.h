//===- Threads.h - Work by several threads, or in a child process ---------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_SUPPORT_THREADS_H
#define IPOINT_SUPPORT_THREADS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/MathExtras.h"
#include <cstddef>
#include <cstdint>
#include <vector>

namespace ipoint::analysis {

/// How many threads \p Jobs stands for: 0 is one for each CPU of the process.
size_t threadsOf(unsigned Jobs);

/// Calls \p Work with each number below \p Count, as many at the same time as
/// there are \p Threads: one that is done with a number takes the next.
void atTheSameTime(size_t Count, llvm::function_ref<void(size_t)> Work,
                   size_t Threads = SIZE_MAX);

/// Merges \p All into the first one by Merge(To, From), in their order: always
/// neighbours, several at the same time, so that N take as long as log2(N).
template <class Item, class Function>
void mergeNeighbours(std::vector<Item> &All, Function &&Merge) {
  for (size_t Step = 1; Step < All.size(); Step *= 2)
    atTheSameTime(llvm::divideCeil(All.size() - Step, 2 * Step), [&](size_t I) {
      Item &To = All[2 * Step * I];
      Merge(To, All[2 * Step * I + Step]);
    });
}

} // namespace ipoint::analysis

namespace ipoint {

/// Whether \p Work comes to its end, in a child process of which nothing else
/// is seen; at most a minute of processor time. True where no process can be
/// made. For libraries that take what is in a file for granted.
bool survives(llvm::function_ref<void()> Work);

} // namespace ipoint

#endif // IPOINT_SUPPORT_THREADS_H
