//===- UnitCompile.h - From one C source to an instrumented object --------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   source ──compiler -E──> text ──instrument──> text
//   text ──compiler -x cpp-output -c──> object (StartedCompile.h)
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_DRIVER_COMPILE_UNITCOMPILE_H
#define IPOINT_DRIVER_COMPILE_UNITCOMPILE_H

#include "driver/command/SideOutputs.h"
#include "driver/compile/Instrument.h"
#include "driver/compile/Preamble.h"
#include "driver/compile/StartedCompile.h"

namespace ipoint {

/// One source of a compiler call. Made for one use.
class UnitCompile {
public:
  UnitCompile(const CompilerCommand &Command, const Settings &Chosen,
              const Installation &Parts, ScratchFolder &Scratch,
              database::DatabaseOnDemand &Database, const Argument &A)
      : Command(Command), Chosen(Chosen), Parts(Parts), Scratch(Scratch),
        Database(Database), A(A) {}

  /// Compiles to \p Object_; to an object that object() names then if that is
  /// empty. \returns the compiler's exit code. Errors are ours.
  llvm::Expected<int> run(const std::string &Object_ = "");
  const std::string &object() const { return Object; }
  /// Files beside the object; known when run() has returned.
  const SideOutputs &sideOutputs() const { return Side; }

private:
  /// What a compiler made of a text.
  struct Outcome {
    int Code = 0;
    std::string Said; ///< its messages
    std::string File; ///< the text's name in them
  };

  /// Where the compiler's output goes.
  enum class Into {
    Object,  ///< to the object, with all that is made beside it
    Nothing, ///< only messages are wanted
  };

  /// Of the first compile of a text: a warning that only the probes have
  /// caused, or a lost "fall through", must not fail a build. Whether one fails
  /// it is decided by a compile of the original.
  static constexpr llvm::StringRef WithoutErrors = "-Wno-error";

  /// Keeps standard input, which can be read once only.
  llvm::Error keepStandardInput();
  llvm::Error chooseObject(const std::string &Wanted, bool IsClang);
  /// The entry that Clang writes under -MJ, of the call as the user gave it.
  llvm::Error addToCompilationDatabase() const;
  /// run() up to where the object is put in its place.
  llvm::Expected<int> make();
  /// The same for a compiler that cannot read the probes' declarations.
  llvm::Expected<int> makeWithoutProbes(llvm::Error Why);
  /// The same where the temporary folder is full; other errors are returned.
  llvm::Expected<int> makeWithoutRoom(llvm::Error Why);
  llvm::Expected<int> preprocess(const std::string &Text);
  /// The compiler warns of comments, of which the text has none (Clang).
  bool readsComments() const;
  /// Behind a preprocessor that has failed.
  llvm::Expected<int> compileNotPreprocessed();
  /// With the text of the file \p TextPath, which the compiler has
  /// preprocessed.
  llvm::Expected<Source> readSource(const std::string &TextPath) const;
  Source withoutText() const;
  /// Compiles what Result has; lets the compiler say what it has to say about
  /// the original.
  llvm::Expected<int> compileInstrumented(UnitInstrumenter &Unit);
  /// Compiles Result again without the functions that the compiler refuses.
  llvm::Expected<int> compileWithoutRefused(UnitInstrumenter &Unit,
                                            llvm::StringRef FirstError);
  /// Drops the probes of what the compiler refuses of Result. \returns a line
  /// for each function.
  llvm::Expected<llvm::SmallVector<std::string>>
  dropRefused(UnitInstrumenter &Unit, llvm::StringRef By);
  std::vector<std::string>
  commandForText(const std::string &File, Into Where,
                 llvm::ArrayRef<llvm::StringRef> More) const;
  /// Starts the compile to an object, before there is a text. Not where the
  /// compiler makes files beside the object, which failures must not change,
  /// nor where a cache or a script looks at the text first.
  void startCompile();
  static llvm::Expected<Outcome> outcomeOf(llvm::Expected<Heard> Ran,
                                           llvm::StringRef File);
  llvm::Expected<Outcome> compileText(llvm::StringRef Text, Into Where,
                                      llvm::ArrayRef<llvm::StringRef> More);
  /// A name for a text that the compiler is to read.
  std::string textFile() const;
  /// Instruments nothing of the unit.
  llvm::Expected<int> refuse(UnitInstrumenter &Unit, const std::string &Reason);
  llvm::Expected<int> compilePlain(Into Where, bool WithDependencies);
  /// Compiles the source as it is, and puts that into the object.
  void addTwin();
  InstrumentOptions instrumentOptions() const;
  void warn(const llvm::Twine &What) const;

  const CompilerCommand &Command;
  const Settings &Chosen;
  const Installation &Parts;
  ScratchFolder &Scratch;
  database::DatabaseOnDemand &Database;
  const Argument &A;

  PreprocessedPreamble Preamble;
  std::string Object;
  bool IsForLink = false; ///< the object goes into a link at once
  std::string Making;     ///< what the compiler writes, to become the object
  SideOutputs Side;
  std::string StandardInput; ///< a file with it, if the source comes from there
  bool OriginalMayWarn = false; ///< where the text does not
  std::unique_ptr<StartedCompile> Started;
  Instrumented Result; ///< the last that the instrumenter gave
};

/// Does what \p Command asks for: its C sources are instrumented on their way,
/// a link gets the runtime, and everything else is the compiler's own affair.
/// \returns the compiler's exit code. Errors are ours: the database cannot be
/// used, objects do not belong together, the compiler is not there.
llvm::Expected<int> runCompilerCall(CompilerCommand Command, Settings Chosen,
                                    Installation Parts);

/// Warns, in the name of \p Tool, that \p Result could not be parsed; an error
/// instead if \p Strict.
llvm::Error warnIfNotParsed(const Instrumented &Result, llvm::StringRef File,
                            bool Strict, llvm::StringRef Tool);

/// Why a compiler that exited with \p Code refuses a text, by what it \p Said.
std::string whyRefused(int Code, llvm::StringRef Said);

} // namespace ipoint

#endif // IPOINT_DRIVER_COMPILE_UNITCOMPILE_H
