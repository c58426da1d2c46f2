//===- Threads.cpp - Work done at the same time ---------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "support/Threads.h"
#include "llvm/Support/ThreadPool.h"
#include <atomic>

using namespace llvm;

namespace ipoint::analysis {

size_t threadsOf(unsigned Jobs) {
  return Jobs ? Jobs : hardware_concurrency().compute_thread_count();
}

void atTheSameTime(size_t Count, function_ref<void(size_t)> Work) {
  if (Count == 1)
    return Work(0);
  ThreadPoolStrategy Strategy = hardware_concurrency();
  Strategy.ThreadsRequested = static_cast<unsigned>(Count);
  DefaultThreadPool Pool(Strategy);
  for (size_t Number = 0; Number < Count; ++Number)
    Pool.async([Work, Number] { Work(Number); });
  Pool.wait();
}

void inTurn(size_t Count, size_t Threads, function_ref<void(size_t)> Work) {
  std::atomic<size_t> Next = 0;
  atTheSameTime(std::min(Threads, Count), [&](size_t) {
    for (size_t I; (I = Next++) < Count;)
      Work(I);
  });
}

} // namespace ipoint::analysis
