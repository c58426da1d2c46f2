//===- Json.h - JSON in the tables of a profile ---------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_PROFILE_JSON_H
#define IPOINT_PROFILE_JSON_H

#include "llvm/Support/JSON.h"
#include <optional>
#include <string>

namespace ipoint::profile {

std::string textOf(llvm::json::Value V);

/// The object or array that \p Text is; nothing if it is none, or one in which
/// others lie too deep.
std::optional<llvm::json::Object> parseObject(llvm::StringRef Text);
std::optional<llvm::json::Array> parseArray(llvm::StringRef Text);

/// The member \p Name, not less than 0; 0 where it is none.
uint64_t countIn(const llvm::json::Object &O, llvm::StringRef Name);

} // namespace ipoint::profile

#endif // IPOINT_PROFILE_JSON_H
