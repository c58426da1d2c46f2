//===- Fuzz-samples.cpp - Any bytes as a file of perf ---------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sampled/Places.h"
#include <cstdio>
#include <cstdlib>

using namespace ipoint::sampled;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  llvm::StringRef Bytes(reinterpret_cast<const char *>(Data), Size);
  llvm::Expected<PerfData> Read = parsePerfData(Bytes, "samples");
  if (!Read) {
    llvm::consumeError(Read.takeError());
    return 0;
  }
  PlaceTable Table;
  for (auto [Index, Weight] : Table.locate(*Read))
    if (Index >= Table.places().size()) {
      fprintf(stderr, "broken: a sample is nowhere\n");
      abort();
    }
  return 0;
}
