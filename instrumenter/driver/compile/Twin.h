//===- Twin.h - The plain program made beside the instrumented one --------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   source ──compiler──> plain object ──embed──> section of the instrumented
//   one objects, archives ──extract──> plain objects, archives of them
//   ──link──> twin
//
// The plain object goes where the instrumented one goes: into archives, other
// folders, partial links. Linkers leave the section out of what they make.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_DRIVER_COMPILE_TWIN_H
#define IPOINT_DRIVER_COMPILE_TWIN_H

#include "driver/command/CompilerCommand.h"
#include "driver/command/Process.h"

namespace ipoint {

/// Puts the object \p Plain into a section of \p Object. Errors: one of them is
/// no ELF object.
llvm::Error embedTwin(llvm::StringRef Object, llvm::StringRef Plain);

/// Where the twin of what \p Command links belongs.
std::string twinOf(const CompilerCommand &Command);

/// Links the twin of what \p Command links, if that has instrumented objects.
/// \returns its path; empty: there is nothing to make. Errors: why it
/// cannot be made.
llvm::Expected<std::string> linkTwin(const CompilerCommand &Command,
                                     ScratchFolder &Scratch);

} // namespace ipoint

#endif // IPOINT_DRIVER_COMPILE_TWIN_H
