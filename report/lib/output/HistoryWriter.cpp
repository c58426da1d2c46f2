//===- HistoryWriter.cpp - A history as text, JSON or a page --------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HistoryWriter.h"
#include "Files.h"
#include "JsonFields.h"
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

/// Probabilities and what options say have all digits.
class HistoryFields : public JsonFields<HistoryFields> {
public:
  explicit HistoryFields(json::OStream &Json) : JsonFields(Json) {}

private:
  friend JsonFields;
  static std::string numberText(double Value, As How) {
    return How == As::Exact ? formatv("{0}", json::Value(Value)).str()
                            : number(Value, 6);
  }
  static constexpr bool has(As) { return true; }
};

void writeJson(json::OStream &Json, const HistoryModel &Model,
               const HistoryOutput &Options) {
  auto Changes = [](auto &Field, const auto &C) {
    Field("from", C.From);
    Field("to", C.To);
    Field("change", C.change());
  };
  auto Series = [&](auto &Field, const FigureSeries &S) {
    Field("subject", S.Subject);
    Field("file", S.File);
    Field("figure", S.Key);
    Field("in_words", S.Figure);
    Field("unit", S.Of == Quantity::Time    ? "ns"
                  : S.Of == Quantity::Count ? "calls"
                                            : "share");
    Json.attributeArray("values", [&] {
      for (const std::optional<double> &V : S.Values)
        Json.rawValue(V ? number(*V, 6) : "null");
    });
    Field("exact", S.IsExact);
    Field("probability", S.Probability, As::Exact);
    Field("adjusted", S.Adjusted, As::Exact);
    Field("steps", Each{S.Steps, [&](auto &Field, const Step &Each) {
                          Field("after", Each.After);
                          Field("before", Each.Before);
                          Changes(Field, Each);
                        }});
    Field("drift", Parts{[&](auto &&Field) { Changes(Field, *S.Slow); },
                         S.Slow.has_value()});
  };
  Json.object([&] {
    HistoryFields Field(Json);
    Field("schema", "ipoint-history/1");
    Field("tool", Parts{[&](auto &&Field) {
            Field("version", Options.Version);
            Field("command_line", Options.CommandLine);
          }});
    Field("program", Model.Builds.front().Program);
    Field("unit", "ns"); // of times
    Field("by", Model.Options.By);
    Field("fdr", Model.Options.Discovery, As::Exact);
    Field("least", Model.Options.Least, As::Exact);
    Field("tested", Model.Tested);
    Field("too_few", Model.TooFew);
    Field("builds", Each{Model.Builds, [](auto &Field, const Build &B) {
                           Field("name", B.Name);
                           Field("date", B.Date);
                           Field("path", B.Path);
                           Field("host", B.Host);
                           Field("runs", B.Runs);
                         }});
    Field("left_out", Model.LeftOut);
    Field("series", Each{Model.All, Series});
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
