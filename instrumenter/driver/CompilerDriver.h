//===- CompilerDriver.h - Standing in front of a C compiler ---------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What ipoint-cc does for each C source of a compiler call:
//
//   source ──compiler -E -C──> text ──instrument──> text ──compiler -x
//   cpp-output -c──> object
//
// A link gets the runtime. Everything else is the compiler's own affair.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_DRIVER_COMPILERDRIVER_H
#define IPOINT_DRIVER_COMPILERDRIVER_H

#include "driver/CompilerCommand.h"
#include "driver/Process.h"
#include "driver/Settings.h"
#include "lib/Instrument.h"

namespace ipoint {

class CompilerDriver {
public:
  CompilerDriver(CompilerCommand Command, Settings Chosen, Installation Parts)
      : Command(std::move(Command)), Chosen(std::move(Chosen)),
        Parts(std::move(Parts)) {}

  /// Does what the command asks for. \returns the compiler's exit code. Errors
  /// are ours: the database cannot be used, objects do not belong together, the
  /// compiler is not there.
  llvm::Expected<int> run();

private:
  /// Compiles \p A to \p Object.
  llvm::Expected<int> compile(const Argument &A, const std::string &Object);
  llvm::Expected<int> compileObjects();
  llvm::Expected<int> compileAndLink();
  llvm::Expected<int> preprocess(const Argument &A, const std::string &Object,
                                 const std::string &Text);
  /// Compiles instrumented \p Text; compiles \p A as it is if the compiler
  /// refuses the text.
  llvm::Expected<int> compileText(const Argument &A, const std::string &Text,
                                  const std::string &Object, const Source &S,
                                  bool IsClang);
  llvm::Expected<int> compilePlain(const Argument &A, const std::string &Object,
                                   bool WithDependencies);
  /// Records that the compiler would not have the instrumented text of \p A.
  llvm::Expected<int> refuse(const Argument &A, const Source &S,
                             llvm::StringRef Reason);
  llvm::Expected<int> link(llvm::ArrayRef<std::string> Words);
  InstrumentOptions instrumentOptions() const;
  bool isLeftAlone(const Argument &A) const;
  void warn(const llvm::Twine &What) const;

  CompilerCommand Command;
  Settings Chosen;
  Installation Parts;
  std::optional<ScratchFolder> Scratch;
};

/// The flags of \p Words that change how C text is read, in the form that Clang
/// takes.
std::vector<std::string> parseFlags(llvm::ArrayRef<std::string> Words);

/// Warns, in the name of \p Tool, that \p Unit could not be parsed; an error
/// instead if \p Strict.
llvm::Error tellIfNotParsed(const database::Unit &Unit, llvm::StringRef File,
                            bool Strict, llvm::StringRef Tool);

/// The declarations of the probes as a compiler preprocesses them, for text
/// that is preprocessed itself.
struct PreprocessedPreamble {
  std::string Text;
  bool IsClang = false; ///< the compiler is Clang, whatever its name

  /// \p Compiler with the flags that choose its target and language.
  static llvm::Expected<PreprocessedPreamble>
  make(llvm::ArrayRef<std::string> Compiler, const Installation &Parts,
       ScratchFolder &Scratch);
};

} // namespace ipoint

#endif // IPOINT_DRIVER_COMPILERDRIVER_H
