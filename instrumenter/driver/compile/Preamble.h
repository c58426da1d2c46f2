//===- Preamble.h - The probes' declarations, preprocessed ----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_DRIVER_COMPILE_PREAMBLE_H
#define IPOINT_DRIVER_COMPILE_PREAMBLE_H

#include "database/Database.h"
#include "driver/command/Process.h"
#include "driver/command/Target.h"
#include "driver/config/Settings.h"

namespace ipoint {

/// The declarations of the probes as a compiler preprocesses them, for text
/// that is preprocessed itself.
struct PreprocessedPreamble {
  std::string Text;
  TargetFacts Target;
  /// What IPOINT_HANDLER (ipoint/probe.h) is, in one line; empty: nothing.
  std::string Handler;

  /// What the compiler of \p Command answers, with those of its flags that
  /// choose target and language, and with \p Macros, which are -D options.
  /// Probes name \p Database; if it is there, the answer is kept in it for the
  /// compiles that follow.
  static llvm::Expected<PreprocessedPreamble>
  make(const CompilerCommand &Command, const Installation &Parts,
       llvm::ArrayRef<std::string> Macros, database::DatabaseOnDemand &Database,
       ScratchFolder &Scratch);

private:
  static PreprocessedPreamble read(llvm::StringRef Answer);
};

/// What ipoint/probe.h wants to know before it is included: where the database
/// \p Path lies, as a line of C.
std::string defineDatabase(llvm::StringRef Path);

} // namespace ipoint

#endif // IPOINT_DRIVER_COMPILE_PREAMBLE_H
