//===- CheckWriters.cpp - Which budgets were kept: text, JUnit, SARIF -----===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A budget is a line that begins as a compiler's message does, so that editors
// find the place; on a terminal it is broken at its width.
//
//===----------------------------------------------------------------------===//

#include "BudgetWords.h"
#include "Files.h"
#include "JsonFields.h"
#include "TextTable.h"
#include "Writer.h"
#include "database/Output.h"
#include "model/ReportFields.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::output {

static void printVerdict(raw_ostream &Out, const BudgetVerdict &V,
                         const ReportModel &Report, unsigned Width) {
  // Of the lines behind the first.
  constexpr StringRef Indent = "    ";
  std::string Place = printable(V.File) + ":" + std::to_string(V.Line) + ": ";
  std::string State = nameOf(V.State).str();
  std::string Text =
      Place + State + ": " + (V.Name.empty() ? "" : printable(V.Name) + ": ") +
      printable(sentence(V, Report)) + " [" + printable(V.From) + "]";
  StringRef Lines = Text;
  std::string Broken;
  if (Width) {
    raw_string_ostream Stream(Broken);
    printParagraph(Stream, Indent, Text, Width, /*Breaks=*/true);
    Lines = StringRef(Broken).drop_front(Indent.size()).rtrim('\n');
  }
  // Only where a space of the place's was broken are there no colours.
  if (Lines.consume_front(Place + State)) {
    Out << Place;
    Out.changeColor(V.State == BudgetState::Kept     ? raw_ostream::GREEN
                    : V.State == BudgetState::Broken ? raw_ostream::RED
                                                     : raw_ostream::YELLOW,
                    /*Bold=*/true)
        << State;
    Out.resetColor();
  }
  Out << Lines << '\n';
}

Error writeCheckText(const ReportModel &Report, const WriterOptions &Options) {
  return writeFile(Options.Path, [&](raw_ostream &Out) {
    Out.enable_colors(Options.HasColors);
    for (const BudgetVerdict &V : Report.Budgets)
      if (V.State != BudgetState::Kept || Options.All)
        printVerdict(Out, V, Report, Options.TableWidth);
    Out << BudgetCounts(Report).inWords() << '\n';
    if (Report.Lost.Records)
      Out << counted(Report.Lost.Records, "record was", "records were")
          << " lost: what ran meanwhile is in no figure\n";
  });
}

// What CI systems take for the results of tests: a budget is a test case, which
// fails where it is broken and is skipped where it could not be judged.

/// \p Text in an attribute. XML has no way to write control characters.
static std::string attribute(StringRef Name, StringRef Text) {
  std::string Result;
  raw_string_ostream Out(Result);
  Out << ' ' << Name << "=\"";
  printHTMLEscaped(printable(Text), Out);
  Out << '"';
  return Result;
}

static void printCase(raw_ostream &Out, const BudgetVerdict &V,
                      const ReportModel &Report) {
  const FunctionModel &F = Report.Functions[V.Function];
  std::string Name =
      (V.Name.empty() ? "" : V.Name + ": ") + V.Subject + ", " + V.Measure;
  Out << "    <testcase" << attribute("classname", F.File)
      << attribute("name", Name) << attribute("file", V.File)
      << attribute("line", std::to_string(V.Line));
  if (V.State == BudgetState::Kept) {
    Out << "/>\n";
    return;
  }
  StringRef Outcome = V.State == BudgetState::Broken ? "failure" : "skipped";
  Out << ">\n      <" << Outcome
      << attribute("message", sentence(V, Report) + " [" + V.From + "]");
  if (V.State == BudgetState::Broken)
    Out << attribute("type", "budget");
  Out << "/>\n    </testcase>\n";
}

Error writeCheckJunit(const ReportModel &Report, const WriterOptions &Options) {
  BudgetCounts Counts(Report);
  std::string Sums = attribute("tests", std::to_string(Counts.all())) +
                     attribute("failures", std::to_string(Counts.Broken)) +
                     attribute("errors", "0") +
                     attribute("skipped", std::to_string(Counts.NotJudged));
  return writeFile(Options.Path, [&](raw_ostream &Out) {
    Out << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        << "<testsuites" << Sums << ">\n  <testsuite"
        << attribute("name", "ipoint budgets") << Sums << ">\n";
    for (const BudgetVerdict &V : Report.Budgets)
      printCase(Out, V, Report);
    Out << "  </testsuite>\n</testsuites>\n";
  });
}

// What code hosts show beside the lines of a change (OASIS, Static Analysis
// Results Interchange Format). Budgets that were kept are no results there.

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

} // namespace

Error writeCheckSarif(const ReportModel &Report, const WriterOptions &Options) {
  return writeFile(Options.Path, [&](raw_ostream &Out) {
    json::OStream Json(Out, 2);
    SarifLog(Json, Report, Options).write();
    Json.flush();
    Out << '\n';
  });
}

} // namespace ipoint::output
