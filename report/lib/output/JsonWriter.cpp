//===- JsonWriter.cpp - The report as JSON --------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Files.h"
#include "JsonMembers.h"
#include "JsonPieces.h"

using namespace llvm;

namespace ipoint::output {

std::string utf8(StringRef Text) {
  return json::isUTF8(Text) ? Text.str() : json::fixUTF8(Text);
}

void JsonMembers::texts(StringRef Key, ArrayRef<std::string> Values) {
  list(Key, Values, [&](StringRef Value) { Json.value(utf8(Value)); });
}

void JsonMembers::textOrNull(StringRef Key,
                             const std::optional<std::string> &Value) {
  if (Value)
    text(Key, *Value);
  else
    Json.attribute(Key, nullptr);
}

void JsonMembers::textIfAny(StringRef Key, StringRef Value) {
  if (Value.empty())
    Json.attribute(Key, nullptr);
  else
    text(Key, Value);
}

void JsonMembers::asWritten(StringRef Key, StringRef Written) {
  Json.attributeBegin(Key);
  Json.rawValue(Written);
  Json.attributeEnd();
}

void JsonMembers::builds(ArrayRef<analysis::BuildModel> Builds) {
  objects("builds", Builds, [&](const analysis::BuildModel &B) {
    text("compiler", B.Compiler);
    text("flags", B.Flags);
    text("level", B.Level);
    text("timed", B.Timed);
    count("units", B.Units);
  });
}

void JsonMembers::tool(StringRef Version, ArrayRef<std::string> CommandLine) {
  Json.attributeObject("tool", [&] {
    text("name", "ipoint-report");
    text("version", Version);
    texts("command_line", CommandLine);
  });
}

namespace {

class JsonWriter : public Writer {
public:
  explicit JsonWriter(WriterOptions Options) : Options(std::move(Options)) {}

  Error write(const analysis::ReportModel &Report) override {
    return writeFile(Options.Path, [&](raw_ostream &Out) {
      json::OStream Json(Out, /*IndentSize=*/1);
      JsonPieces(Json, Report, Options, Options.All ? Detail::All : Detail::Ran)
          .document();
      Out << '\n';
    });
  }

private:
  WriterOptions Options;
};

} // namespace

std::unique_ptr<Writer> makeJsonWriter(WriterOptions Options) {
  return std::make_unique<JsonWriter>(std::move(Options));
}

} // namespace ipoint::output
