//===- JsonWriter.cpp - The report as JSON --------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Files.h"
#include "JsonPieces.h"

using namespace llvm;

namespace ipoint::output {

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
