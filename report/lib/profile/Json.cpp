//===- Json.cpp - JSON in the tables of a profile -------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Json.h"
#include "database/ConfigFile.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace ipoint::profile {

std::string textOf(json::Value V) { return formatv("{0}", V).str(); }

static std::optional<json::Value> parse(StringRef Text) {
  if (database::tooDeepInJson(Text))
    return std::nullopt;
  Expected<json::Value> Value = json::parse(Text);
  if (Value)
    return std::move(*Value);
  consumeError(Value.takeError());
  return std::nullopt;
}

std::optional<json::Object> parseObject(StringRef Text) {
  std::optional<json::Value> V = parse(Text);
  json::Object *O = V ? V->getAsObject() : nullptr;
  return O ? std::optional(std::move(*O)) : std::nullopt;
}

std::optional<json::Array> parseArray(StringRef Text) {
  std::optional<json::Value> V = parse(Text);
  json::Array *A = V ? V->getAsArray() : nullptr;
  return A ? std::optional(std::move(*A)) : std::nullopt;
}

uint64_t countIn(const json::Object &O, StringRef Name) {
  const json::Value *V = O.get(Name);
  return V ? V->getAsUINT64().value_or(0) : 0;
}

} // namespace ipoint::profile
