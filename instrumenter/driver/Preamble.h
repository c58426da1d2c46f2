//===- Preamble.h - The probes' declarations, preprocessed ----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_DRIVER_PREAMBLE_H
#define IPOINT_DRIVER_PREAMBLE_H

#include "driver/Process.h"
#include "driver/Settings.h"
#include "driver/Target.h"

namespace ipoint {

/// The declarations of the probes as a compiler preprocesses them, for text
/// that is preprocessed itself.
struct PreprocessedPreamble {
  std::string Text;
  TargetFacts Target;

  /// Asks the compiler of \p Command, with those of its flags that choose
  /// target and language, and with \p Macros, which are -D options.
  static llvm::Expected<PreprocessedPreamble>
  make(const CompilerCommand &Command, const Installation &Parts,
       llvm::ArrayRef<std::string> Macros, ScratchFolder &Scratch);
};

} // namespace ipoint

#endif // IPOINT_DRIVER_PREAMBLE_H
