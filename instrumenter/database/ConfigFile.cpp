//===- ConfigFile.cpp - Reading a config file -----------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "database/ConfigFile.h"
#include "database/Output.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/YAMLParser.h"

using namespace llvm;

namespace ipoint::database {

/// For the value that begins at \p Offset of \p Text.
static std::string tooDeepAt(StringRef Text, size_t Offset) {
  StringRef Before = Text.take_front(Offset);
  size_t Column = Offset - (Before.rfind('\n') + 1); // npos + 1 is 0
  return std::to_string(Before.count('\n') + 1) + ":" +
         std::to_string(Column + 1) + ": values lie more than " +
         std::to_string(MaxNesting) + " levels deep in each other";
}

/// The first node below \p N that is deeper than \p Levels allow. Nodes are
/// parsed as they are asked for, so nothing deeper is ever read.
static yaml::Node *findDeep(yaml::Node *N, unsigned Levels) {
  auto *Mapping = dyn_cast_or_null<yaml::MappingNode>(N);
  auto *Sequence = dyn_cast_or_null<yaml::SequenceNode>(N);
  if (!Mapping && !Sequence)
    return nullptr;
  if (Levels == 0)
    return N;
  if (Sequence) {
    for (yaml::Node &Entry : *Sequence)
      if (yaml::Node *Deep = findDeep(&Entry, Levels - 1))
        return Deep;
    return nullptr;
  }
  for (yaml::KeyValueNode &Pair : *Mapping) {
    if (yaml::Node *Deep = findDeep(Pair.getKey(), Levels - 1))
      return Deep;
    if (yaml::Node *Deep = findDeep(Pair.getValue(), Levels - 1))
      return Deep;
  }
  return nullptr;
}

std::optional<std::string> tooDeepInYaml(StringRef Text) {
  SourceMgr Sources;
  // Whatever else is wrong is for the reader to report.
  Sources.setDiagHandler([](const SMDiagnostic &, void *) {});
  yaml::Stream Stream(Text, Sources);
  for (yaml::Document &D : Stream) {
    if (yaml::Node *Deep = findDeep(D.getRoot(), MaxNesting))
      return tooDeepAt(Text, Deep->getSourceRange().Start.getPointer() -
                                 Text.begin());
    if (Stream.failed())
      break;
  }
  return std::nullopt;
}

std::optional<std::string> tooDeepInJson(StringRef Text) {
  unsigned Depth = 0;
  bool InString = false;
  for (size_t I = 0; I < Text.size(); ++I) {
    char C = Text[I];
    if (C == '"')
      InString = !InString;
    else if (InString)
      I += C == '\\';
    else if (C == ']' || C == '}')
      Depth -= Depth != 0;
    else if ((C == '[' || C == '{') && ++Depth > MaxNesting)
      return tooDeepAt(Text, I);
  }
  return std::nullopt;
}

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
      "all-blocks",    "at-least", "at-most",      "blocks",
      "bound",         "budgets",  "by",           "call-path",
      "calls",         "compiler", "count",        "file",
      "files",         "filter",   "flow",         "functions",
      "gap-tolerance", "high",     "instrument",   "interrupts",
      "iterations",    "keywords", "least-visits", "level",
      "line",          "loop",     "loops",        "low",
      "majority",      "marks",    "name",         "never",
      "not-both",      "of",       "path",         "paths",
      "per",           "rules",    "share",        "site",
      "store",         "targets",  "time",         "timed"};
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
    return createStringError(C.Path + What);
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
