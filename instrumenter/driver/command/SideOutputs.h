//===- SideOutputs.h - The files that a compile leaves beside the object --===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Coverage notes, split debugging information, kept temporary files: compilers
// name them after the source and the output. What is compiled here is another
// file, perhaps to another object, so the names have to be given.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_DRIVER_COMMAND_SIDEOUTPUTS_H
#define IPOINT_DRIVER_COMMAND_SIDEOUTPUTS_H

#include "driver/command/CompilerCommand.h"
#include "driver/command/Process.h"

namespace ipoint {

/// The name of the object that a compiler makes of \p File by itself.
std::string defaultObject(llvm::StringRef File);

/// How one C source of a call has to be compiled for the files beside its
/// object to be named as without us.
struct SideOutputs {
  /// For the compile that makes the object.
  std::vector<std::string> Flags;
  /// Where a call that links makes this source's object; empty: anywhere.
  std::string Object;
  /// What becomes of that object: its name if -save-temps keeps it.
  std::string KeptObject;
  /// Where -save-temps wants the preprocessed text; empty: nowhere.
  std::string KeptText;
  /// Where -MD writes; empty: beside the output or as the object is called.
  std::string DependencyFile;

  /// Asks the compiler where it would put what \p Command makes of \p A.
  static llvm::Expected<SideOutputs> of(const CompilerCommand &Command,
                                        const Argument &A, bool IsClang,
                                        ScratchFolder &Scratch);

  /// The options that name the dependency file of \p A and its target as the
  /// compiler would by itself. \p CompiledTo: the object, unless the call
  /// links.
  std::vector<std::string> dependencyNames(const CompilerCommand &Command,
                                           const Argument &A,
                                           llvm::StringRef CompiledTo,
                                           bool IsClang) const;
};

} // namespace ipoint

#endif // IPOINT_DRIVER_COMMAND_SIDEOUTPUTS_H
