//===- WorstJson.cpp - The longest path as JSON and a page ----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Files.h"
#include "JsonFields.h"
#include "WebPage.h"
#include "WorstWriter.h"
#include "Writer.h"
#include "worst/WorstFields.h"

using namespace llvm;
using namespace ipoint::worst;

namespace ipoint::output {

namespace {

/// What the JSON document and the page's data share.
class WorstPieces : public JsonFields<WorstPieces> {
public:
  WorstPieces(json::OStream &Json, const WorstModel &Model,
              const WorstOptions &Options, analysis::TimeUnit U)
      : JsonFields(Json), Model(Model), Options(Options),
        Scale(Model.RateHz > 0 ? U : analysis::TimeUnit::Ticks,
              uint64_t(Model.RateHz)) {}

  /// The whole document. With \p Source it has the text of what is on the path.
  void document(bool Source) {
    Json.object([&] {
      WorstPieces &Field = *this;
      Field("schema", "ipoint-worst/1");
      tool(Options.Version, Options.CommandLine);
      Field("unit", Scale.name());
      Field("clock", Parts{[&](auto &Field) {
              Field("rate_hz", uint64_t(Model.RateHz), As::OrNull);
            }});
      describe(Field, Model);
      Field("test_next", testNext(Model));
      if (Source) {
        std::vector<std::string> Bounds;
        Bounds.reserve(Model.Facts.size());
        for (const UsedFact &F : Model.Facts)
          Bounds.push_back(boundInWords(F));
        Field("bounds", Bounds);
        Field("sources", Model.Sources);
      }
    });
  }

private:
  friend JsonFields;
  std::string numberText(double Value, As How) const {
    if (How == As::Ticks)
      return number(Scale(Value), Scale.digits(3));
    return number(Value, How == As::Share ? 6 : 3);
  }
  static constexpr bool has(As) { return true; }

  const WorstModel &Model;
  const WorstOptions &Options;
  TimeScale Scale;
};

} // namespace

void printWorstJson(json::OStream &Json, const WorstModel &Model,
                    const WorstOptions &Options) {
  WorstPieces(Json, Model, Options, Options.Unit).document(/*Source=*/false);
}

void printWorstData(json::OStream &Json, const WorstModel &Model,
                    const WorstOptions &Options) {
  WorstPieces(Json, Model, Options, analysis::TimeUnit::Ticks)
      .document(/*Source=*/true);
}

static Error writeWorstPage(const WorstModel &Model,
                            const WorstOptions &Options) {
  return writePage(
      "worst.html", Options.Path, Options.IsSingleFile,
      {"Longest path of " + nameOf(Model.Root), Options.Unit, 0,
       [](json::OStream &, size_t) {},
       [&](json::OStream &Json) { printWorstData(Json, Model, Options); }});
}

Error writeWorst(const WorstModel &Model, const WorstOptions &Options) {
  return writeForm(
      Options, [&](raw_ostream &Out) { printWorstText(Out, Model, Options); },
      [&](json::OStream &Json) { printWorstJson(Json, Model, Options); },
      [&] { return writeWorstPage(Model, Options); });
}

} // namespace ipoint::output
