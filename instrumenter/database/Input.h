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

namespace ipoint {

constexpr uint64_t MostByHand = 64ull << 20;   ///< config files, facts, lists
constexpr uint64_t MostGenerated = 1ull << 30; ///< sources, observations

/// What is in \p Path, "-" for standard input: a regular file or a pipe. Errors
/// are words to stand behind the path: it has no end within \p Most bytes, is
/// no text, or is a named pipe that no program writes into within five seconds.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
readInput(llvm::StringRef Path, uint64_t Most = MostByHand);

/// An error if one of the words is "@FILE" where FILE is there and cannot be
/// read to its end.
llvm::Error checkResponseFiles(llvm::ArrayRef<const char *> Words);

} // namespace ipoint

#endif // IPOINT_DATABASE_INPUT_H
