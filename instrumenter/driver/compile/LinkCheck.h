//===- LinkCheck.h - Do these objects belong together? --------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_DRIVER_COMPILE_LINKCHECK_H
#define IPOINT_DRIVER_COMPILE_LINKCHECK_H

#include "driver/command/CompilerCommand.h"
#include "driver/command/Process.h"
#include "driver/config/Settings.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace llvm::object {
class ObjectFile;
} // namespace llvm::object

namespace ipoint {

/// A file that a link reads.
struct LinkedFile {
  const Argument *From; ///< that names it
  std::string Path;
};

/// Objects, archives and libraries, in the order of the command, which has to
/// live as long.
std::vector<LinkedFile> linkedFiles(const CompilerCommand &Command,
                                    ScratchFolder &Scratch);

/// Hands on the sections of \p Object that can be read.
void forEachSection(
    const llvm::object::ObjectFile &Object,
    llvm::function_ref<void(llvm::StringRef Name, llvm::StringRef Bytes)> Do);

/// GCC's objects of -flto have the names of symbols there.
inline bool hasLtoSymbols(llvm::StringRef Section) {
  return Section.starts_with(".gnu.lto_.symtab.");
}

/// Reads the unit records of the objects, archives and libraries that a link
/// names. Errors: two of them were instrumented with different databases, or
/// with overlapping ids, or with another than the one that was named; the
/// message names them. What is no object, or has no unit record, is passed
/// over.
llvm::Error checkLink(const CompilerCommand &Command, const Settings &Chosen,
                      ScratchFolder &Scratch);

/// A function that probes in the files of this link call and none of these
/// files defines; empty: there is none.
std::string missingProbe(const CompilerCommand &Command,
                         ScratchFolder &Scratch);

/// Errors: \p Program, which the link has made, is loaded by musl, and the
/// library \p Runtime needs glibc. Such a program does not start.
llvm::Error checkLibc(llvm::StringRef Program, llvm::StringRef Runtime);

//   source ──compiler──> plain object ──embed──> section of the instrumented
//   one objects, archives ──extract──> plain objects, archives of them
//   ──link──> twin
//
// The plain object goes where the instrumented one goes: into archives, other
// folders, partial links. Linkers leave the section out of what they make.

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

#endif // IPOINT_DRIVER_COMPILE_LINKCHECK_H
