//===- ComparisonJson.cpp - Comparisons as JSON and pages -----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ComparisonPieces.h"
#include "Files.h"
#include "WebPage.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <charconv>
#include <cmath>
#include <set>

using namespace llvm;
using namespace ipoint::compare;

namespace ipoint::output {

std::string ComparisonPieces::numberText(double Value, As) {
  if (!std::isfinite(Value))
    return "null";
  char Buffer[40];
  std::to_chars_result Result = std::to_chars(
      Buffer, Buffer + sizeof(Buffer), Value, std::chars_format::general, 6);
  return std::string(Buffer, Result.ptr);
}

void ComparisonPieces::members(const PairComparison &Pair) {
  ComparisonPieces &Field = *this;
  Field("a", Model.Sets.front().Name);
  Field("b", Model.Sets[Pair.Other].Name);
  Field("verdict", verdictOf(Model, Pair));
  Field("differing_conditions", Pair.Conditions);
  Field("hypotheses", Pair.Hypotheses);
  Field("differing", Pair.differing());
  items(Pair);
  Field("appeared", Pair.Appeared);
  Field("vanished", Pair.Vanished);
  Field("changed", Pair.Changed);
  Field("ran_in_a_only", Pair.RanFirst);
  Field("ran_in_b_only", Pair.RanOther);
}

void ComparisonPieces::items(const PairComparison &Pair) {
  (*this)("items", Pair.Items);
}

void ComparisonPieces::documentMembers() {
  ComparisonPieces &Field = *this;
  Field("schema", "ipoint-comparison/4");
  tool(Options.Version, Options.CommandLine);
  Field("unit", analysis::nameOf(Model.Unit));
  Field("times", Model.Execution ? "execution" : "response");
  Field("least", Model.Options.Least);
  Field("least_tail", Model.Options.LeastTail);
  Field("fdr", Model.Options.Discovery);
  Field("level", Model.Level);
  Field("differs", Model.differs());
  Field("sets", Model.Sets);
  Field("comparisons", Model.Pairs);
}

void ComparisonPieces::document() {
  Json.object([&] { documentMembers(); });
}

// The front page has the document of docs/compare.md from the start, of blocks
// only those that differ, and a list of all functions of all sets. A function's
// source, histograms and all that is known of its blocks lie in pieces of some
// hundred kilobytes, loaded when one of theirs is looked at.

namespace {

/// File, name and ordinal among namesakes, as keys of sets and items begin.
using FunctionKey = decltype(RunSet::Functions)::key_type;

/// A function that a set or more have.
struct CommonFunction {
  FunctionKey Key;
  std::string Page;                        ///< name of its page
  std::vector<const FunctionText *> Texts; ///< by set; null: not in it
};

/// Writes what the page knows.
class PageData : public ComparisonPieces {
public:
  PageData(json::OStream &Json, const ComparisonModel &Model,
           const ComparisonOptions &Options, ArrayRef<CommonFunction> Functions)
      : ComparisonPieces(Json, Model, Options), Functions(Functions) {}

  /// The document for the front page.
  void index();
  /// All that is known of \p F.
  void function(const CommonFunction &F);

private:
  void items(const PairComparison &Pair) override;
  void names(const CommonFunction &F) {
    text("page", F.Page);
    text("file", std::get<0>(F.Key));
    text("name", std::get<1>(F.Key));
  }
  void calls();
  void source(const FunctionText &Text);
  void times(const CommonFunction &F);
  void itemTimes(const RunSet &Set, const ItemKey &Key);
  void histogram(const Item &I);

  ArrayRef<CommonFunction> Functions;
};

} // namespace

static FunctionKey functionOf(const ItemKey &Key) {
  return {Key.File, Key.Function, Key.Namesake};
}

/// The functions of all sets, each with a page.
static std::vector<CommonFunction> commonFunctions(ArrayRef<RunSet> Sets) {
  std::map<FunctionKey, CommonFunction> Found;
  for (auto [Index, Set] : enumerate(Sets))
    for (const auto &[Key, Text] : Set.Functions) {
      CommonFunction &F = Found[Key];
      F.Texts.resize(Sets.size());
      F.Texts[Index] = &Text;
    }
  std::vector<CommonFunction> Result;
  std::set<std::string> Pages;
  // Names of the first set come first: a report of it has the same.
  for (size_t Index = 0; Index < Sets.size(); ++Index)
    for (auto &[Key, F] : Found) {
      if (!F.Page.empty() || !F.Texts[Index])
        continue;
      StringRef Stem = StringRef(F.Texts[Index]->Page);
      Stem.consume_back(".html");
      F.Page = (Stem + ".html").str();
      for (unsigned Number = 2; !Pages.insert(F.Page).second; ++Number)
        F.Page = (Stem + "-" + Twine(Number) + ".html").str();
    }
  for (auto &[Key, F] : Found) {
    F.Key = Key;
    Result.push_back(std::move(F));
  }
  return Result;
}

void PageData::items(const PairComparison &Pair) {
  auto Function = Functions.begin();
  Json.attribute("times", Pair.Items.size());
  Json.attributeArray("items", [&] {
    for (const ItemComparison &I : Pair.Items) {
      // Both are in the order of their keys.
      while (Function->Key < functionOf(I.Key))
        ++Function;
      if (I.Key.What == Subject::Block && !I.differs())
        continue;
      Json.object([&] {
        Json.attribute("at", Function - Functions.begin());
        describe(*this, I);
      });
    }
  });
}

/// For each set its call paths: parent, function, calls and self time of a run.
void PageData::calls() {
  std::map<FunctionKey, size_t> Places;
  for (auto [Index, F] : enumerate(Functions))
    Places[F.Key] = Index;
  Json.attributeArray("calls", [&] {
    for (const RunSet &Set : Model.Sets) {
      auto Runs = static_cast<double>(Set.Runs.size());
      Json.array([&] {
        for (const CallNode &N : Set.Calls)
          Json.object([&] {
            (*this)("parent", N.Parent);
            (*this)("at", Places.at(N.Function));
            (*this)("calls", static_cast<double>(N.Calls) / Runs);
            (*this)("own", N.Own / Runs);
          });
      });
    }
  });
}

void PageData::index() {
  Json.object([&] {
    documentMembers();
    calls();
    Json.attributeObject("clock", [&] {
      Json.attribute("rate_hz", Model.Sets.front().Runs.front().RateHz);
    });
    (*this)("functions", Each{Functions, [&](auto &, const CommonFunction &F) {
                                names(F);
                                Json.attributeArray("lines", [&] {
                                  for (const FunctionText *Text : F.Texts)
                                    Json.value(Text ? json::Value(Text->Line)
                                                    : json::Value(nullptr));
                                });
                              }});
  });
}

void PageData::source(const FunctionText &Text) {
  Json.object([&] {
    (*this)("line", Text.Line);
    (*this)("source", Text.Source);
    (*this)("blocks", Text.Places);
  });
}

/// Bounds are whole in ticks, and have more than six digits then.
static std::string bound(double Value) {
  char Buffer[40];
  std::to_chars_result Result = std::to_chars(
      Buffer, Buffer + sizeof(Buffer), Value, std::chars_format::general, 15);
  return {Buffer, Result.ptr};
}

void PageData::histogram(const Item &I) {
  std::string Text = "[";
  for (const TimeRange &R : pooledRanges(I)) {
    Text += Text.size() > 1 ? ",[" : "[";
    Text += bound(R.Low) + "," + bound(R.High) + "," + std::to_string(R.Count) +
            ",0]";
  }
  asWritten("histogram", Text + "]");
}

/// What \p Set has of an item; null where it did not run.
void PageData::itemTimes(const RunSet &Set, const ItemKey &Key) {
  auto It = Set.Items.find(Key);
  if (It == Set.Items.end())
    return Json.value(nullptr);
  const Item &I = It->second;
  std::vector<double> Means;
  double Max = 0;
  for (const std::optional<Times> &T : I.ByRun)
    if (T) {
      Means.push_back(T->Mean);
      Max = std::max(Max, T->Max);
    }
  Json.object([&] {
    (*this)("visits", visitsOf(I));
    if (Means.empty())
      return;
    (*this)("mean", meanOf(Means));
    (*this)("max", Max);
    histogram(I);
  });
}

/// The function's own times and inclusive ones, and those of its blocks.
void PageData::times(const CommonFunction &F) {
  std::set<ItemKey> Keys;
  const auto &[File, Name, Namesake] = F.Key;
  for (const RunSet &Set : Model.Sets)
    for (auto It =
             Set.Items.lower_bound({File, Name, Namesake, Subject::Block, ""});
         It != Set.Items.end() && functionOf(It->first) == F.Key; ++It)
      if (It->first.What != Subject::Inclusive || !isSelf(Set, It->first))
        Keys.insert(It->first);
  (*this)("times", Each{Keys, [&](auto &Field, const ItemKey &Key) {
                          Field("what", nameOf(Key.What));
                          Field("block", Key.Block, As::OrNull);
                          Json.attributeArray("sets", [&] {
                            for (const RunSet &Set : Model.Sets)
                              itemTimes(Set, Key);
                          });
                        }});
}

void PageData::function(const CommonFunction &F) {
  Json.object([&] {
    names(F);
    Json.attributeArray("sets", [&] {
      for (const FunctionText *Text : F.Texts)
        if (Text)
          source(*Text);
        else
          Json.value(nullptr);
    });
    times(F);
    Json.attributeArray("comparisons", [&] {
      for (const PairComparison &P : Model.Pairs) {
        auto First = partition_point(P.Items, [&](const ItemComparison &I) {
          return functionOf(I.Key) < F.Key;
        });
        Json.array([&] {
          for (; First != P.Items.end() && functionOf(First->Key) == F.Key;
               ++First)
            Json.object([&] { describe(*this, *First); });
        });
      }
    });
  });
}

static Error writeComparisonHtml(const ComparisonModel &Model,
                                 const ComparisonOptions &Options) {
  std::vector<CommonFunction> Functions = commonFunctions(Model.Sets);
  // Where clocks of different rates are compared there are no common ticks.
  analysis::TimeUnit FirstUnit = Options.FirstUnit == analysis::TimeUnit::Ticks
                                     ? Model.Unit
                                     : Options.FirstUnit;
  std::string Title =
      Model.Sets.front().Name + " and " +
      (Model.Sets.size() > 2
           ? std::to_string(Model.Sets.size() - 1) + " other sets of runs"
           : Model.Sets[1].Name) +
      " compared";
  return writePage(
      "compare.html", Options.Path, Options.IsSingleFile,
      {Title, FirstUnit, Functions.size(),
       [&](json::OStream &Json, size_t Index) {
         PageData(Json, Model, Options, Functions).function(Functions[Index]);
       },
       [&](json::OStream &Json) {
         PageData(Json, Model, Options, Functions).index();
       }});
}

Error writeComparison(const ComparisonModel &Model,
                      const ComparisonOptions &Options) {
  return writeForm(
      Options,
      [&](raw_ostream &Out) { printComparisonText(Out, Model, Options); },
      [&](json::OStream &Json) {
        ComparisonPieces(Json, Model, Options).document();
      },
      [&] { return writeComparisonHtml(Model, Options); });
}

} // namespace ipoint::output
