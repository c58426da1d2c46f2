//===- Threads.cpp - Work by several threads, or in a child process -------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Threads.h"
#include "llvm/Support/ThreadPool.h"
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

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

namespace ipoint {

/// What ends it is no crash of the tool: no message, no core.
static void becomeSilent() {
  constexpr rlim_t MostSeconds = 60;
  for (int Signal :
       {SIGSEGV, SIGBUS, SIGABRT, SIGILL, SIGFPE, SIGTRAP, SIGXCPU})
    signal(Signal, SIG_DFL);
  rlimit None = {0, 0}, Minute = {MostSeconds, MostSeconds};
  setrlimit(RLIMIT_CORE, &None);
  setrlimit(RLIMIT_CPU, &Minute);
  int Nothing = open("/dev/null", O_WRONLY | O_CLOEXEC);
  dup2(Nothing, STDOUT_FILENO);
  dup2(Nothing, STDERR_FILENO);
}

bool survives(llvm::function_ref<void()> Work) {
  pid_t Child = fork();
  if (Child < 0)
    return true;
  if (Child == 0) {
    becomeSilent();
    Work();
    _exit(0);
  }
  int Status = 0;
  while (waitpid(Child, &Status, 0) < 0)
    if (errno != EINTR)
      return true;
  return WIFEXITED(Status) && WEXITSTATUS(Status) == 0;
}

} // namespace ipoint
