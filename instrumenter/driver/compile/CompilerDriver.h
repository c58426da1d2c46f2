//===- CompilerDriver.h - Standing in front of a C compiler ---------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What ipoint-cc does with a compiler call: its C sources are instrumented on
// their way (UnitCompile.h), a link gets the runtime. Everything else is the
// compiler's own affair.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_DRIVER_COMPILE_COMPILERDRIVER_H
#define IPOINT_DRIVER_COMPILE_COMPILERDRIVER_H

#include "driver/command/CompilerCommand.h"
#include "driver/command/Process.h"
#include "driver/config/Settings.h"
#include <optional>

namespace ipoint {

class CompilerDriver {
public:
  CompilerDriver(CompilerCommand Command, Settings Chosen, Installation Parts)
      : Command(std::move(Command)), Chosen(std::move(Chosen)),
        Parts(std::move(Parts)),
        Database(this->Chosen.DatabasePath, this->Chosen.DatabaseMode) {}

  /// Does what the command asks for. \returns the compiler's exit code. Errors
  /// are ours: the database cannot be used, objects do not belong together, the
  /// compiler is not there.
  llvm::Expected<int> run();

private:
  llvm::Expected<int> compileObjects();
  llvm::Expected<int> compileAndLink();
  llvm::Expected<int> link(llvm::ArrayRef<std::string> Words);
  /// Runs the link \p Full, and that of its twin: \p Plain is the same without
  /// our runtime.
  llvm::Expected<int> runLink(llvm::ArrayRef<std::string> Full,
                              const CompilerCommand &Plain);
  /// There is a runtime for what this call links.
  bool hasRuntime();
  llvm::Error makeScratch();
  bool isLeftAlone(const Argument &A) const;

  CompilerCommand Command;
  Settings Chosen;
  Installation Parts;
  database::DatabaseOnDemand Database;
  std::optional<ScratchFolder> Scratch;
};

} // namespace ipoint

#endif // IPOINT_DRIVER_COMPILE_COMPILERDRIVER_H
