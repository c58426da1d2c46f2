//===- Nesting.h - How deep values lie in a YAML or JSON text -------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's readers call themselves for each level: a text of nothing but brackets
// overflows the stack. So the depth is checked before they read.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_DATABASE_NESTING_H
#define IPOINT_DATABASE_NESTING_H

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace ipoint::database {

/// How many sequences and mappings may lie in each other.
constexpr unsigned MaxNesting = 100;

/// "LINE:COLUMN: …", for the first value of \p Text that lies deeper than
/// MaxNesting. A text that is not YAML is checked up to its first error.
std::optional<std::string> tooDeepInYaml(llvm::StringRef Text);

/// The same for JSON; brackets count, whether or not the rest is JSON.
std::optional<std::string> tooDeepInJson(llvm::StringRef Text);

} // namespace ipoint::database

#endif // IPOINT_DATABASE_NESTING_H
