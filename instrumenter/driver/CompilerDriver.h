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
  /// One source on its way to an instrumented object.
  struct InstrumentedCompile {
    const Argument &A;
    UnitInstrumenter &Unit;
    Instrumented Result; ///< the last that Unit gave
    const std::string &Object;
    bool IsClang = false;
  };

  /// What a compiler made of a text.
  struct Outcome {
    int Code = 0;
    std::string Said; ///< its messages
    std::string File; ///< the text's name in them
  };

  /// Compiles what \p C has; lets the compiler say what it has to say about the
  /// original.
  llvm::Expected<int> compileInstrumented(InstrumentedCompile &C);
  /// Compiles \p C again without the functions that the compiler refuses.
  llvm::Expected<int> compileWithoutRefused(InstrumentedCompile &C,
                                            llvm::StringRef FirstError);
  /// Compiles \p Text, something of \p C, with \p More words.
  llvm::Expected<Outcome> compileText(const InstrumentedCompile &C,
                                      llvm::StringRef Text,
                                      llvm::ArrayRef<llvm::StringRef> More);
  /// The error under --strict; leaves no object behind.
  llvm::Error failStrictly(const InstrumentedCompile &C,
                           const llvm::Twine &Reason) const;
  /// Leaves the whole of \p C as it was.
  llvm::Expected<int> refuse(InstrumentedCompile &C, const std::string &Reason);
  llvm::Expected<int> compilePlain(const Argument &A, const std::string &Object,
                                   bool WithDependencies);
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
