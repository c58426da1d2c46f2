//===- HistoryWriter.cpp - A history as text, JSON or a page --------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HistoryWriter.h"
#include "Files.h"
#include "TextTable.h"
#include "WebPage.h"
#include "Writer.h"
#include "database/Output.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"
#include <cmath>

using namespace llvm;
using namespace ipoint::history;

namespace ipoint::output {

namespace {

class HistoryText {
public:
  HistoryText(raw_ostream &Out, const HistoryModel &Model,
              const HistoryOutput &Options)
      : Out(Out), Model(Model), Options(Options) {}

  void print() {
    summary();
    if (!Options.Function.empty())
      return values();
    changes();
    for (const std::string &What : Model.LeftOut)
      printParagraph(Out, "Left out: ", printable(What), Options.Width);
  }

private:
  static std::string nameOf(const Build &B) {
    constexpr size_t Enough = 12; // of a hash
    std::string Name = printable(StringRef(B.Name).take_front(Enough));
    return Name.empty() ? B.Date : Name;
  }
  static std::string dayOf(const Build &B) {
    return StringRef(B.Date).split('T').first.str();
  }
  std::string between(const Step &S) const {
    return nameOf(Model.Builds[S.After]) + " and " +
           nameOf(Model.Builds[S.Before]);
  }

  static std::string valueOf(const FigureSeries &S, double V) {
    switch (S.Of) {
    case Quantity::Time:
      return timeFigure(V, analysis::TimeUnit::Nanoseconds, TimeFigure::Mean) +
             " ns";
    case Quantity::Count:
      return grouped(V, std::floor(V) == V ? 0 : 1);
    case Quantity::Share:
      break;
    }
    return number(100 * V, 1) + " %";
  }
  static std::string changeOf(double Change) {
    return (Change < 0 ? "-" : "+") + number(std::abs(100 * Change), 1) + " %";
  }

  void summary() {
    const std::vector<Build> &All = Model.Builds;
    std::string Text = printable(All.front().Program) + ", " +
                       counted(All.size(), "profile", "profiles") + ", " +
                       dayOf(All.front()) + " to " + dayOf(All.back()) + ". ";
    auto Steps = size_t(0), Drifts = size_t(0), Of = size_t(0);
    for (const FigureSeries &S : Model.All) {
      Steps += S.Steps.size();
      Drifts += S.Slow.has_value();
      Of += S.changes();
    }
    Text += Of == 0 ? "No change"
                    : counted(Steps, "step", "steps") + " and " +
                          counted(Drifts, "drift", "drifts") + " in " +
                          counted(Of, "series", "series");
    Text += " of " + grouped(uint64_t(Model.All.size())) + " (" +
            grouped(uint64_t(Model.Tested)) +
            " tested; of those that are found at most " +
            number(100 * Model.Options.Discovery) + " % by chance).";
    if (Model.TooFew)
      Text +=
          " So few builds show no change by the test with so large a number "
          "of series; only counts that the same input always gives can.";
    printParagraph(Out, "", Text, Options.Width);
  }

  void changes() {
    TextTable Table = {words("Changed"), words("Figure"), words("Between"),
                       {"Before", 1},    {"After", 1},    {"Change"},
                       {"By chance", 2}};
    size_t Rows = 0, Omitted = 0;
    constexpr size_t Most = 40;
    auto Add = [&](const FigureSeries &S, std::string Where, double From,
                   double To, double Change) {
      if (Rows == Most && !Options.All) {
        ++Omitted;
        return;
      }
      ++Rows;
      Table.addRow({printable(S.Subject), printable(S.Figure), std::move(Where),
                    valueOf(S, From), valueOf(S, To), changeOf(Change),
                    S.IsExact           ? "exact"
                    : S.Adjusted < 1e-4 ? "< 0.01 %"
                                        : number(100 * S.Adjusted, 2) + " %"});
    };
    for (const FigureSeries &S : Model.All) {
      for (const Step &Each : S.Steps)
        Add(S, between(Each), Each.From, Each.To, Each.change());
      if (S.Slow)
        Add(S, "slowly", S.Slow->From, S.Slow->To, S.Slow->change());
    }
    if (Rows == 0)
      return;
    Out << '\n';
    Table.print(Out, Options.TableWidth);
    if (Omitted)
      Out << "… and " << Omitted << " more; --all lists them\n";
  }

  void values() {
    std::vector<const FigureSeries *> Of;
    for (const FigureSeries &S : Model.All)
      if (S.Subject == Options.Function)
        Of.push_back(&S);
    llvm::sort(Of, [](auto *A, auto *B) { return A->Key < B->Key; });
    Out << '\n';
    TextTable Table = {words("Build"), words("Date", 1)};
    for (const FigureSeries *S : Of)
      Table.addColumn({S->Figure, 2});
    for (auto [I, B] : enumerate(Model.Builds)) {
      std::vector<std::string> Row = {nameOf(B), dayOf(B)};
      for (const FigureSeries *S : Of) {
        bool Begins = any_of(
            S->Steps, [I = I](const Step &Each) { return Each.Before == I; });
        Row.push_back(S->Values[I]
                          ? (Begins ? "* " : "") + valueOf(*S, *S->Values[I])
                          : "-");
      }
      Table.addRow(std::move(Row));
    }
    Table.print(Out, Options.TableWidth);
    Out << "* the first build behind a step\n";
  }

  raw_ostream &Out;
  const HistoryModel &Model;
  const HistoryOutput &Options;
};

void writeSeries(json::OStream &Json, const FigureSeries &S) {
  auto Number = [&](double V) { Json.rawValue(number(V, 6)); };
  auto Change = [&](const auto &C) {
    Json.attributeBegin("from");
    Number(C.From);
    Json.attributeEnd();
    Json.attributeBegin("to");
    Number(C.To);
    Json.attributeEnd();
    Json.attributeBegin("change");
    Number(C.change());
    Json.attributeEnd();
  };
  Json.object([&] {
    Json.attribute("subject", json::fixUTF8(S.Subject));
    Json.attribute("file", json::fixUTF8(S.File));
    Json.attribute("figure", S.Key);
    Json.attribute("in_words", S.Figure);
    Json.attribute("unit", S.Of == Quantity::Time    ? "ns"
                           : S.Of == Quantity::Count ? "calls"
                                                     : "share");
    Json.attributeArray("values", [&] {
      for (const std::optional<double> &V : S.Values)
        Json.rawValue(V ? number(*V, 6) : "null");
    });
    Json.attribute("exact", S.IsExact);
    Json.attribute("probability", S.Probability);
    Json.attribute("adjusted", S.Adjusted);
    Json.attributeArray("steps", [&] {
      for (const Step &Each : S.Steps)
        Json.object([&] {
          Json.attribute("after", Each.After);
          Json.attribute("before", Each.Before);
          Change(Each);
        });
    });
    if (!S.Slow)
      Json.attribute("drift", nullptr);
    else
      Json.attributeObject("drift", [&] { Change(*S.Slow); });
  });
}

void writeJson(json::OStream &Json, const HistoryModel &Model,
               const HistoryOutput &Options) {
  Json.object([&] {
    Json.attribute("schema", "ipoint-history/1");
    Json.attributeObject("tool", [&] {
      Json.attribute("version", Options.Version);
      Json.attributeArray("command_line", [&] {
        for (const std::string &Word : Options.CommandLine)
          Json.value(json::fixUTF8(Word));
      });
    });
    Json.attribute("program", json::fixUTF8(Model.Builds.front().Program));
    Json.attribute("unit", "ns"); // of times
    Json.attribute("by", Model.Options.By);
    Json.attribute("fdr", Model.Options.Discovery);
    Json.attribute("least", Model.Options.Least);
    Json.attribute("tested", Model.Tested);
    Json.attribute("too_few", Model.TooFew);
    Json.attributeArray("builds", [&] {
      for (const Build &B : Model.Builds)
        Json.object([&] {
          Json.attribute("name", json::fixUTF8(B.Name));
          Json.attribute("date", json::fixUTF8(B.Date));
          Json.attribute("path", json::fixUTF8(B.Path));
          Json.attribute("host", json::fixUTF8(B.Host));
          Json.attribute("runs", B.Runs);
        });
    });
    Json.attributeArray("left_out", [&] {
      for (const std::string &What : Model.LeftOut)
        Json.value(json::fixUTF8(What));
    });
    Json.attributeArray("series", [&] {
      for (const FigureSeries &S : Model.All)
        writeSeries(Json, S);
    });
    Json.attributeArray("functions", [] {}); // no pages of these
  });
}

} // namespace

Error writeHistory(const HistoryModel &Model, const HistoryOutput &Options) {
  if (!Options.Function.empty() &&
      none_of(Model.All, [&](const FigureSeries &S) {
        return S.Subject == Options.Function;
      }))
    return createStringError(
        inconvertibleErrorCode(),
        Twine("--function: nothing in the history is called '") +
            Options.Function + "'" +
            database::didYouMean(
                Options.Function,
                map_range(Model.All, [](const FigureSeries &S) {
                  return StringRef(S.Subject);
                })));
  return writeForm(
      Options,
      [&](raw_ostream &Out) { HistoryText(Out, Model, Options).print(); },
      [&](json::OStream &Json) { writeJson(Json, Model, Options); },
      [&] {
        return writePage(
            "history.html", Options.Path, Options.IsSingleFile,
            {"History of " + Model.Builds.front().Program,
             analysis::TimeUnit::Nanoseconds, 0, [](json::OStream &, size_t) {},
             [&](json::OStream &Json) { writeJson(Json, Model, Options); }});
      });
}

} // namespace ipoint::output
