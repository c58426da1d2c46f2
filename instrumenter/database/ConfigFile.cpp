//===- ConfigFile.cpp - Reading a config file -----------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "database/ConfigFile.h"
#include "database/Nearest.h"
#include "database/Nesting.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace ipoint::database {

std::string ConfigText::originOf(yaml::IO &In) const {
  const yaml::Node *Node = static_cast<yaml::Input &>(In).getCurrentNode();
  const char *Place = Node->getSourceRange().Start.getPointer();
  size_t Line = 1 + StringRef(Text.begin(), Place - Text.begin()).count('\n');
  return sys::path::filename(Path).str() + ": line " + std::to_string(Line);
}

static void keepFirst(const SMDiagnostic &Message, void *Kept) {
  auto &First = *static_cast<std::optional<SMDiagnostic> *>(Kept);
  if (!First)
    First = Message;
}

ConfigInput::ConfigInput(ConfigText &C)
    : C(C), TooDeep(tooDeepInYaml(C.Text)), In(C.Text, &C, keepFirst, &Wrong) {}

/// What may be meant by a key that is not known, of whatever section.
static std::string meantKey(StringRef Message) {
  static constexpr StringRef Keys[] = {
      "all-blocks", "blocks",     "bound",      "budgets",    "by",
      "call-path",  "files",      "filter",     "functions",  "gap-tolerance",
      "high",       "instrument", "interrupts", "iterations", "least-visits",
      "level",      "line",       "loop",       "loops",      "low",
      "majority",   "marks",      "name",       "of",         "path",
      "records",    "rules",      "share",      "time",       "timed"};
  if (!Message.consume_front("unknown key '"))
    return "";
  return didYouMean(Message.take_until([](char C) { return C == '\''; }), Keys);
}

bool ConfigInput::begin() {
  HasDocument = !TooDeep && In.setCurrentDocument();
  return HasDocument;
}

Error ConfigInput::finish() {
  auto Fail = [&](const Twine &What) {
    return createStringError(inconvertibleErrorCode(), C.Path + What);
  };
  if (TooDeep)
    return Fail(":" + *TooDeep);
  if (HasDocument && !In.error() && In.nextDocument() &&
      In.setCurrentDocument())
    static_cast<yaml::IO &>(In).setError(
        "a second document; there can be only one");
  if (Wrong)
    return Fail(":" + Twine(Wrong->getLineNo()) + ":" +
                Twine(Wrong->getColumnNo() + 1) + ": " + Wrong->getMessage() +
                meantKey(Wrong->getMessage()));
  return In.error() ? Fail(": not YAML") : Error::success();
}

} // namespace ipoint::database
