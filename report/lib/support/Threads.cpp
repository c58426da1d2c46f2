//===- Threads.cpp - Work done at the same time ---------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "support/Threads.h"
#include "llvm/Support/ThreadPool.h"

using namespace llvm;

namespace ipoint::analysis {

size_t threadsOf(unsigned Jobs) {
  return Jobs ? Jobs : hardware_concurrency().compute_thread_count();
}

void atTheSameTime(size_t Count, function_ref<void(size_t)> Work,
                   size_t Threads) {
  Threads = std::min(Threads, Count);
  if (Threads <= 1) {
    for (size_t Number = 0; Number < Count; ++Number)
      Work(Number);
    return;
  }
  ThreadPoolStrategy Strategy = hardware_concurrency();
  Strategy.ThreadsRequested = static_cast<unsigned>(Threads);
  DefaultThreadPool Pool(Strategy);
  for (size_t Number = 0; Number < Count; ++Number)
    Pool.async([Work, Number] { Work(Number); });
  Pool.wait();
}

} // namespace ipoint::analysis
