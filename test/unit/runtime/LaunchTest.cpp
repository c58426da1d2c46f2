//===- LaunchTest.cpp - Programs that are started -------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gtest/gtest.h"

#include <cerrno>
#include <unistd.h>

extern "C" {
#include "record/run/launch.h"
}

namespace {

/// Ends with what ipoint_run_start() says of \p Program, or, once the program
/// has ended, with its status. A call was interrupted right before.
[[noreturn]] void start(const char *Program) {
  char *Arguments[] = {const_cast<char *>(Program), nullptr};
  const struct ipoint_conditions Anywhere = {-1, 0, 0, 0, 0, 0};
  struct ipoint_run Run;
  ipoint_run_prepare(022);
  int Error = ipoint_run_start(
      &Run, Program, Arguments, nullptr, &Anywhere,
      [](void *, pid_t) { errno = EINTR; }, nullptr);
  while (!Error && !ipoint_run_nap(&Run, 1000000000, nullptr))
    ;
  _exit(Error ? Error : Run.status);
}

// In processes apart, as signals are handled differently from then on.
TEST(Launch, SaysWhetherAProgramHasStarted) {
  EXPECT_EXIT(start("true"), testing::ExitedWithCode(0), "");
  EXPECT_EXIT(start("/no/such/program"), testing::ExitedWithCode(ENOENT), "");
}

} // namespace
