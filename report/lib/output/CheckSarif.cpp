//===- CheckSarif.cpp - Which budgets were broken, as SARIF 2.1.0 ---------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What code hosts show beside the lines of a change (OASIS, Static Analysis
// Results Interchange Format). Budgets that were kept are no results there.
//
//===----------------------------------------------------------------------===//

#include "BudgetWords.h"
#include "Files.h"
#include "JsonFields.h"
#include "Writer.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::output {

/// \p Path as a part of a URI.
static std::string uriOf(StringRef Path) {
  std::string Result;
  for (char C : Path)
    if (isAlnum(C) || StringRef("/-._~").contains(C))
      Result += C;
    else
      Result += "%" + toHex(StringRef(&C, 1));
  return Result;
}

namespace {

constexpr const char *BrokenRule = "budget-broken";
constexpr const char *NotJudgedRule = "budget-not-judged";

/// Writes the members of one log.
class SarifLog : JsonMembers {
public:
  SarifLog(json::OStream &Json, const ReportModel &Report,
           const WriterOptions &Options)
      : JsonMembers(Json), Report(Report), Options(Options) {}

  void write() {
    Json.object([&] {
      text("$schema", "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/"
                      "schemas/sarif-schema-2.1.0.json");
      text("version", "2.1.0");
      Json.attributeArray("runs", [&] { Json.object([&] { run(); }); });
    });
  }

private:
  void message(StringRef Key, StringRef Text) {
    Json.attributeObject(Key, [&] { text("text", Text); });
  }

  void rule(StringRef Id, StringRef What, StringRef Level) {
    Json.object([&] {
      text("id", Id);
      message("shortDescription", What);
      Json.attributeObject("defaultConfiguration",
                           [&] { text("level", Level); });
    });
  }

  void run() {
    Json.attributeObject("tool", [&] {
      Json.attributeObject("driver", [&] {
        text("name", "ipoint-report");
        text("version", Options.Version);
        Json.attributeArray("rules", [&] {
          rule(BrokenRule, "It took more than its budget allows", "error");
          rule(NotJudgedRule, "A budget could not be judged", "none");
        });
      });
    });
    Json.attributeObject("originalUriBaseIds", [&] {
      Json.attributeObject("SRCROOT", [&] {
        text("uri", "file://" + uriOf(Report.Root) +
                        (StringRef(Report.Root).ends_with("/") ? "" : "/"));
      });
    });
    text("columnKind", "unicodeCodePoints");
    Json.attributeArray("results", [&] {
      for (const BudgetVerdict &V : Report.Budgets)
        if (V.State != BudgetState::Kept)
          Json.object([&] { result(V); });
    });
  }

  void result(const BudgetVerdict &V) {
    bool IsBroken = V.State == BudgetState::Broken;
    text("ruleId", IsBroken ? BrokenRule : NotJudgedRule);
    Json.attribute("ruleIndex", IsBroken ? 0 : 1);
    // What could not be decided is "open", and such results have no level.
    text("kind", IsBroken ? "fail" : "open");
    text("level", IsBroken ? "error" : "none");
    message("message", (V.Name.empty() ? "" : V.Name + ": ") +
                           sentence(V, Report) + " [" + V.From + "]");
    Json.attributeArray("locations",
                        [&] { Json.object([&] { location(V); }); });
  }

  /// A file that lies outside of the root is absolute.
  void location(const BudgetVerdict &V) {
    const FunctionModel &F = Report.Functions[V.Function];
    bool IsAbsolute = StringRef(V.File).starts_with("/");
    Json.attributeObject("physicalLocation", [&] {
      Json.attributeObject("artifactLocation", [&] {
        text("uri", (IsAbsolute ? "file://" : "") + uriOf(V.File));
        if (!IsAbsolute)
          text("uriBaseId", "SRCROOT");
      });
      if (V.Line)
        Json.attributeObject("region",
                             [&] { Json.attribute("startLine", V.Line); });
    });
    Json.attributeArray("logicalLocations", [&] {
      Json.object([&] {
        text("fullyQualifiedName", F.Name);
        text("kind", "function");
      });
    });
  }

  const ReportModel &Report;
  const WriterOptions &Options;
};

class CheckSarifWriter : public Writer {
public:
  explicit CheckSarifWriter(WriterOptions Options)
      : Options(std::move(Options)) {}

  Error write(const ReportModel &Report) override {
    return writeFile(Options.Path, [&](raw_ostream &Out) {
      json::OStream Json(Out, 2);
      SarifLog(Json, Report, Options).write();
      Json.flush();
      Out << '\n';
    });
  }

private:
  WriterOptions Options;
};

} // namespace

std::unique_ptr<Writer> makeCheckSarifWriter(WriterOptions Options) {
  return std::make_unique<CheckSarifWriter>(std::move(Options));
}

} // namespace ipoint::output
