//===- Require.h - What fuzzers hold to be true ---------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_FUZZ_REQUIRE_H
#define IPOINT_FUZZ_REQUIRE_H

#include <cstdio>
#include <cstdlib>

/// Ends the fuzzer, which is a finding, unless \p Condition holds.
inline void require(bool Condition, const char *What) {
  if (Condition)
    return;
  fprintf(stderr, "broken: %s\n", What);
  abort();
}

#endif // IPOINT_FUZZ_REQUIRE_H
