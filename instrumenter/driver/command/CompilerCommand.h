//===- CompilerCommand.h - What a compiler call asks for ------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_DRIVER_COMMAND_COMPILERCOMMAND_H
#define IPOINT_DRIVER_COMMAND_COMPILERCOMMAND_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>
#include <vector>

namespace ipoint {

/// One option with its value, or one input.
struct Argument {
  enum class Role {
    CSource,      ///< C text, to be preprocessed
    Preprocessed, ///< C text that has been
    OtherInput,   ///< object, library, assembly, another language
    Output,       ///< -o
    Mode,     ///< -c, -S, -E and what else decides how far the compiler goes
    Language, ///< -x
    Dependencies,        ///< -MD and its kin
    CompilationDatabase, ///< -MJ, Clang's entry for compile_commands.json
    SideOutput, ///< what makes files beside the object: -save-temps, --coverage
    SideName,   ///< what names them: -dumpbase, -dumpdir
    Target,     ///< what chooses processor, ABI and the basic types
    Standard,   ///< -std and -ansi
    Preprocessor, ///< what matters to preprocessing alone
    Charset,      ///< -finput-charset: of files as they are, not of what a
                  ///< preprocessor wrote
    Linker,       ///< what matters to linking alone
    Other,
  };
  Role R = Role::Other;
  std::vector<std::string> Words; ///< as on the command line
  std::string Value; ///< the file, of -o and inputs; the language, of -x

  bool isC() const { return R == Role::CSource || R == Role::Preprocessed; }
  /// Matters to what a preprocessor makes of a file.
  bool isForPreprocessing() const {
    return R == Role::Preprocessor || R == Role::Charset;
  }
  /// Defines a macro, or takes its definition away.
  bool isMacro() const {
    llvm::StringRef Word = Words.front();
    return R == Role::Preprocessor &&
           (Word.starts_with("-D") || Word.starts_with("-U"));
  }
  /// Matters to what the compiler makes of preprocessed text.
  bool isForCompiling() const {
    return R == Role::Other || R == Role::Target || R == Role::Standard;
  }
};

/// A call of a C compiler that takes GCC's options.
class CompilerCommand {
public:
  /// How far the compiler goes.
  enum class Stage {
    Object, ///< -c
    Link,
    Other, ///< -E, -S, -M, -fsyntax-only, -cc1, a question like --version, or
           ///< nothing to do
  };

  /// \p Words: the compiler, perhaps behind a launcher such as ccache, and its
  /// arguments. Response files are read.
  explicit CompilerCommand(llvm::ArrayRef<std::string> Words);

  /// The words as they were given, response files unread.
  llvm::ArrayRef<std::string> words() const { return Original; }
  llvm::ArrayRef<std::string> compiler() const { return Compiler; }
  llvm::ArrayRef<Argument> arguments() const { return Arguments; }
  Stage stage() const;
  /// By its name, the compiler compiles C as C++.
  bool isCPlusPlus() const;
  /// The compiler or its launcher is a script, which may go by anything in
  /// choosing a compiler and its options.
  bool hasScript() const;
  /// Nothing stands in front of GCC's or Clang's own program: no launcher, no
  /// script, no link of the compiler's name to a cache.
  bool isCompilerItself() const;
  bool has(llvm::StringRef Word) const;
  bool has(Argument::Role R) const;
  /// The value of -o, or empty.
  llvm::StringRef output() const;
  /// Dependencies are written by -MD or -MMD, not only by `-Wp,-MD,FILE`, which
  /// goes past GCC's driver.
  bool writesDependencies() const;
  /// Objects hold no code yet, but what the compiler knows (-flto).
  bool optimisesAtLink() const;

  /// The compiler and the words of those arguments that \p Wanted.
  std::vector<std::string>
  select(llvm::function_ref<bool(const Argument &)> Wanted) const;

private:
  void parse(llvm::ArrayRef<std::string> Words);
  Argument parseOption(llvm::ArrayRef<std::string> &Words) const;

  std::vector<std::string> Original;
  std::vector<std::string> Compiler;
  std::vector<Argument> Arguments;
};

/// The compiler that a link to ipoint-cc stands for by its name \p Argv0: GCC
/// for `ipoint-gcc` and for `gcc`. None if it is called ipoint-cc.
std::optional<std::string> compilerOfName(llvm::StringRef Argv0);

/// The programs that \p Name means, in the order of PATH; a path means itself.
std::vector<std::string> programsOfName(llvm::StringRef Name);

/// The program that \p Name means, links to ourselves in PATH left out. Errors:
/// there are only those.
llvm::Expected<std::string> compilerBehindUs(llvm::StringRef Name);

/// Whether an ipoint-cc has started this process, through a compiler's wrapper
/// that looked for its compiler in PATH: what comes to it is instrumented
/// already. Marks the environment for those that this process will start.
bool isInsideAnother();

/// Errors: a compiler cache has started us to compile by \p Words. It keys its
/// results by what the compiler is given, and so would miss our settings and
/// the database.
llvm::Error refuseCacheBefore(llvm::ArrayRef<std::string> Words);

} // namespace ipoint

#endif // IPOINT_DRIVER_COMMAND_COMPILERCOMMAND_H
