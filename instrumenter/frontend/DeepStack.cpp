//===- DeepStack.cpp - Room for walks over deep nests ---------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/DeepStack.h"
#include "llvm/Support/thread.h"
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <optional>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace llvm;

namespace ipoint {

/// Bytes; enough for nearly all text.
static constexpr unsigned UsualStack = 512u << 20;

/// For what is deeper. Only what is used of it takes memory.
static constexpr unsigned LargeStack = 3u << 29;

static void runOnStack(unsigned Size, function_ref<void()> Walk) {
  llvm::thread Worker(std::optional<unsigned>(Size), Walk);
  Worker.join();
}

/// Whether \p Walk comes to its end, which is tried in another process.
static bool survives(function_ref<void()> Walk) {
  pid_t Child = fork();
  if (Child < 0)
    return false;
  if (Child == 0) {
    // Its end has no effect: no core, no message, no files removed.
    rlimit NoCore = {0, 0};
    setrlimit(RLIMIT_CORE, &NoCore);
    for (int Signal : {SIGSEGV, SIGBUS, SIGABRT})
      std::signal(Signal, SIG_DFL);
    if (int Null = open("/dev/null", O_WRONLY); Null >= 0)
      dup2(Null, STDERR_FILENO);
    runOnStack(LargeStack, Walk);
    _exit(0);
  }
  int Status = 0;
  while (waitpid(Child, &Status, 0) < 0)
    if (errno != EINTR)
      return false;
  return WIFEXITED(Status) && WEXITSTATUS(Status) == 0;
}

bool runOnDeepStack(unsigned Stack, function_ref<void()> Walk) {
  if (Stack <= UsualStack / 2 / 1024) {
    runOnStack(UsualStack, Walk);
    return true;
  }
  // An estimate says too much of most text, and an overflow ends the process.
  if (!survives(Walk))
    return false;
  runOnStack(LargeStack, Walk);
  return true;
}

} // namespace ipoint
