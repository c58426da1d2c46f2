//===- ipoint-cc.cpp - A compiler launcher that instruments ---------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "database/Input.h"
#include "database/Output.h"
#include "driver/command/CompilerCommand.h"
#include "driver/compile/UnitCompile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace ipoint;

static constexpr const char *Help =
    R"(Usage: ipoint-cc COMPILER ARGUMENT...

Runs COMPILER and instruments the C sources that it compiles; a link gets the ipoint runtime.
Everything else (preprocessing, assembly, C++, questions) goes to COMPILER as it is.

Examples:
  make CC=ipoint-gcc
  ./configure CC=ipoint-gcc
  cmake -DCMAKE_C_COMPILER_LAUNCHER=ipoint-cc -DCMAKE_C_LINKER_LAUNCHER=ipoint-cc ...
  ipoint-cc gcc -O2 -o program main.c
  make CC="ipoint-cc ccache gcc"
  IPOINT_TIMED=blocks make CC=ipoint-gcc

ipoint-gcc, ipoint-clang and any link to ipoint-cc that is called ipoint-COMPILER stand for ipoint-cc
COMPILER. A link that is called as a compiler itself stands for that of the same name later in PATH.

Environment:
  IPOINT_DB      ipoint database of the program (default: ipoint.db in the working directory; name it
                 by an absolute path where a build works in several directories)
  IPOINT_LEVEL   which ipoints there are: functions, loops, blocks (default) or decisions
  IPOINT_TIMED   which of them read the counter: auto (default): all, in windows that ipoint-run opens at
                 random moments, calls that last one by one, and all paths are counted; blocks (default
                 without an operating system): all, always; functions, loops or none
  IPOINT_PROFILE profile of earlier runs (ipoint-run --profile), by which auto knows what lasts
  IPOINT_STORE   what the others store: a record for each path through them (paths, default), for each of
                 them (blocks), or nothing but the count of each path (sums)
  IPOINT_PATHS   how many paths that are counted may begin at one ipoint, about (default: 256)
  IPOINT_CONFIG  config file that chooses level, timed ipoints, files and functions (default: none; name it by an
                 absolute path where a build works in several directories)
  IPOINT_STRICT  1: a source that cannot be instrumented is an error, not a warning
  IPOINT_TWIN    1: makes PROGRAM.plain beside each PROGRAM, without probes, for ipoint-run --baseline
  IPOINT_TAIL_CALLS  1: the exit probe comes before a call in tail position, which so stays a tail call
  IPOINT_RUNTIME folder of a runtime for another processor or counter (default: the one installed here);
                 noop: links the one installed here that records nothing
  IPOINT_UMASK   mask of the mode of a new database, octal (default 077: none but you may read it)
  IPOINT_COUNTER how probes read the counter: plain (default), rdtscp, ordered or serialised

Exit code: that of COMPILER; 2 if ipoint-cc itself cannot go on.
)";

static int fail(Error E) {
  printMessage("ipoint-cc", "error: " + toString(std::move(E)));
  return 2;
}

/// What `ipoint-cc` itself, not a link to it, was called with.
static std::optional<int> answerItself(ArrayRef<std::string> Words) {
  if (Words.empty()) {
    printMessage("ipoint-cc", "error: no compiler named; try 'ipoint-cc gcc -c "
                              "file.c' or 'ipoint-cc --help'");
    return 2;
  }
  if (Words[0] == "--help") {
    outs() << Help;
    return 0;
  }
  if (Words[0] == "--version") {
    outs() << "ipoint-cc " IPOINT_VERSION "\n";
    return 0;
  }
  // An argument of a compiler in the place of the compiler.
  StringRef First = Words[0];
  if (First.starts_with("-") || is_contained({".c", ".i", ".h", ".o", ".a"},
                                             sys::path::extension(First))) {
    printMessage("ipoint-cc",
                 "error: " + Words[0] +
                     ": the compiler comes first; try 'ipoint-cc gcc " +
                     Words[0] + "'");
    return 2;
  }
  return std::nullopt;
}

int main(int Argc, char **Argv) {
  prepareProcess();
  std::vector<std::string> Words(Argv + 1, Argv + Argc);
  std::optional<std::string> Named = compilerOfName(Argv[0]);
  if (Named)
    Words.insert(Words.begin(), *Named);
  else if (std::optional<int> Code = answerItself(Words))
    return *Code;
  Expected<std::string> Compiler = compilerBehindUs(Words[0]);
  if (!Compiler)
    return fail(Compiler.takeError());
  Words[0] = *Compiler;
  if (Error E = checkResponseFiles(ArrayRef(Argv, Argc)))
    return fail(std::move(E));
  if (isInsideAnother())
    return fail(become(Words));
  warnOfUnknownVariables("ipoint-cc");
  if (Error E = refuseCacheBefore(Words))
    return fail(std::move(E));
  Expected<Settings> Chosen = Settings::fromEnvironment();
  if (!Chosen)
    return fail(Chosen.takeError());
  Expected<Installation> Parts = Installation::find(Argv[0]);
  if (!Parts)
    return fail(Parts.takeError());
  Expected<int> Code = runCompilerCall(CompilerCommand(Words),
                                       std::move(*Chosen), std::move(*Parts));
  return Code ? *Code : fail(Code.takeError());
}
