//===- Input.h - Files that are read whole --------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_DATABASE_INPUT_H
#define IPOINT_DATABASE_INPUT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace ipoint {

constexpr uint64_t MostByHand = 64ull << 20;   ///< config files, facts, lists
constexpr uint64_t MostGenerated = 1ull << 30; ///< sources, observations

/// What is in \p Path, "-" for standard input: a regular file or a pipe. Errors
/// are words to stand behind the path: it has no end within \p Most bytes, is
/// no text, or is a named pipe that no program writes into within five seconds.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
readInput(llvm::StringRef Path, uint64_t Most = MostByHand);

/// \p Words with those in FILE in the place of "@FILE", in FILE, too, as GCC
/// takes them: what is not there, no file or not to be read is a plain word. An
/// error where FILE cannot be read to its end or names itself.
llvm::Expected<std::vector<std::string>>
expandResponseFiles(llvm::ArrayRef<std::string> Words);

/// The same error. What a shell connects is left unread.
llvm::Error checkResponseFiles(llvm::ArrayRef<const char *> Words);

} // namespace ipoint

#endif // IPOINT_DATABASE_INPUT_H
