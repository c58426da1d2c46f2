//===- Environment.cpp - The environment variables of all tools -----------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "database/Environment.h"
#include "database/Nearest.h"
#include "database/Printable.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

extern char **environ;

namespace ipoint {

void warnOfUnknownVariables(StringRef Tool) {
  // runtime/record/run/environment.c has the same.
  static constexpr StringRef Known[] = {
      "IPOINT_BASELINE", "IPOINT_CONFIG",    "IPOINT_COUNTER",
      "IPOINT_DB",       "IPOINT_STORE",     "IPOINT_INSIDE_CC",
      "IPOINT_LEVEL",    "IPOINT_LIMIT",     "IPOINT_OVERHEAD",
      "IPOINT_PAUSED",   "IPOINT_POLICY",    "IPOINT_PRELOADED",
      "IPOINT_PROFILE",  "IPOINT_RING_SIZE", "IPOINT_RUN",
      "IPOINT_RUNTIME",  "IPOINT_SAMPLES",   "IPOINT_SESSION",
      "IPOINT_STRICT",   "IPOINT_SWITCHES",  "IPOINT_TAIL_CALLS",
      "IPOINT_TIMED",    "IPOINT_TRACE_DIR", "IPOINT_TWIN",
      "IPOINT_UMASK",    "IPOINT_WINDOWS",   "IPOINT_PATHS"};
  for (char **Variable = environ; *Variable; ++Variable) {
    StringRef Name = StringRef(*Variable).split('=').first;
    if (Name.starts_with("IPOINT_") && !is_contained(Known, Name))
      printMessage(Tool, "warning: " + Name +
                             ": no tool reads such a variable" +
                             database::didYouMean(Name, Known));
  }
}

} // namespace ipoint
