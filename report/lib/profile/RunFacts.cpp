//===- RunFacts.cpp - What is known of runs, alike facts once -------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Most facts of runs are alike. So those of the first run are kept, and of the
// others what differs, as a JSON merge patch (RFC 7396). No fact is null.
//
//===----------------------------------------------------------------------===//

#include "Cells.h"
#include "Content.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace ipoint::profile {

json::Object changesFrom(const json::Object &Before, const json::Object &Now) {
  json::Object Result;
  for (const auto &[Key, Value] : Before)
    if (!Now.get(Key))
      Result[Key] = nullptr;
  for (const auto &[Key, Value] : Now) {
    const json::Value *Old = Before.get(Key);
    const json::Object *Mine = Value.getAsObject();
    const json::Object *Theirs = Old ? Old->getAsObject() : nullptr;
    if (Mine && Theirs) {
      json::Object Inner = changesFrom(*Theirs, *Mine);
      if (!Inner.empty())
        Result[Key] = std::move(Inner);
    } else if (!Old || *Old != Value) {
      Result[Key] = Value;
    }
  }
  return Result;
}

// Nothing is erased in place: a copy of an llvm::json::Object (LLVM 19) brings
// back what was erased under a key that it owns.
void change(json::Object &To, const json::Object &Changes) {
  json::Object Result;
  for (auto &[Key, Value] : To) {
    const json::Value *New = Changes.get(Key);
    if (New && New->getAsNull())
      continue;
    json::Object *Mine = Value.getAsObject();
    const json::Object *Inner = New ? New->getAsObject() : nullptr;
    if (Mine && Inner)
      change(*Mine, *Inner);
    else if (New)
      Value = *New;
    Result[Key] = std::move(Value);
  }
  for (const auto &[Key, Value] : Changes)
    if (!Value.getAsNull() && !To.get(Key))
      Result[Key] = Value;
  To = std::move(Result);
}

json::Object factsOf(const json::Object &First, const RunRow &R) {
  json::Object Result = First;
  if (R.Changes == "{}")
    return Result;
  // It was read once, or made.
  if (std::optional<json::Object> Changes = parseObject(R.Changes))
    change(Result, *Changes);
  return Result;
}

bool Content::addRun(const std::string &Id, Run R, const std::string *Units,
                     std::string Changes) {
  if (std::optional<json::Object> Parsed = parseObject(Changes)) {
    bool IsRight;
    if (Parsed->empty()) {
      IsRight = readRun(Facts, R);
    } else {
      json::Object All = Facts;
      change(All, *Parsed);
      IsRight = readRun(All, R);
    }
    R.Of.Meta.Units = UnitLists.at(*Units);
    Runs[Id] = {R.Of.Path, labelsOf(R), Units, std::move(Changes)};
    return IsRight;
  }
  return false;
}

void Content::addRuns(std::map<std::string, Run> All) {
  for (auto &[Id, R] : All) {
    auto List = UnitLists.try_emplace(unitsOf(R), R.Of.Meta.Units).first;
    json::Object Of = profile::factsOf(R);
    if (Runs.empty())
      Facts = Of;
    Runs[Id] = {R.Of.Path, labelsOf(R), &List->first,
                textOf(changesFrom(Facts, Of))};
  }
}

} // namespace ipoint::profile
