//===- ReadingLine.cpp - How far traces have been read --------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReadingLine.h"
#include "llvm/Support/Process.h"

using namespace llvm;

namespace ipoint::report {

ReadingLine::ReadingLine(std::function<std::string(unsigned)> What) {
  if (sys::Process::StandardErrIsDisplayed())
    Shown.emplace(errs(), [this, What = std::move(What)] {
      return "ipoint-report: " + What(Read.pass()) + ": " +
             std::to_string(Read.percent()) + " %";
    });
}

} // namespace ipoint::report
