//===- StartedCompile.h - A compile whose text comes later ------*- C++ -*-===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of a small file most of a compile is the compiler's start. It needs no text:
//
//   compiler -E   ──text──>  instrument  ──text──>  pipe
//   compiler -c pipe: starts meanwhile, and waits   ──>  object
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_DRIVER_COMPILE_STARTEDCOMPILE_H
#define IPOINT_DRIVER_COMPILE_STARTEDCOMPILE_H

#include "driver/command/Process.h"
#include <memory>
#include <optional>

namespace ipoint {

/// The compiler's input is a link to the pipe in this process's /proc folder.
/// Should this process end before the text is there, by whatever signal, there
/// is no such file, or it is empty: the compiler never waits for ever.
class StartedCompile {
public:
  /// Starts \p Command, which is to read the file \p File; there must be none.
  /// \returns null if that cannot be done: then nothing has been.
  static std::unique_ptr<StartedCompile>
  start(llvm::ArrayRef<std::string> Command, const std::string &File,
        ScratchFolder &Scratch);
  /// Ends the compile if it has got no text.
  ~StartedCompile();

  /// Gives it \p Whole, and waits. From then on the file is a regular one with
  /// that text: what reads its input twice gets it twice. Errors: the file
  /// cannot be written.
  llvm::Expected<Heard> finish(llvm::StringRef Whole);
  const std::string &file() const { return File; }

private:
  /// Both ends: so a write to a compiler that has failed is no signal.
  struct Pipe {
    Pipe();
    ~Pipe() { close(); }
    Pipe(const Pipe &) = delete;
    Pipe &operator=(const Pipe &) = delete;
    bool isOpen() const { return Ends[0] >= 0; }
    void close();
    int Ends[2] = {-1, -1};
  };
  StartedCompile(std::string File, std::string Messages, std::string Regular)
      : File(std::move(File)), Messages(std::move(Messages)),
        Regular(std::move(Regular)) {}
  void write(llvm::StringRef Text) const;
  llvm::Expected<int> end();

  Pipe Text;
  std::optional<RunningCommand> Command; ///< none: it has ended
  std::string File, Messages;
  std::string Regular; ///< where the text is made a regular file
};

} // namespace ipoint

#endif // IPOINT_DRIVER_COMPILE_STARTEDCOMPILE_H
