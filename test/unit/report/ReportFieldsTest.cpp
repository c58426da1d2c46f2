//===- ReportFieldsTest.cpp - The documentation has each field ------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "model/ReportFields.h"
#include "output/ComparisonPieces.h"
#include "worst/WorstFields.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"
#include <ranges>
#include <set>

using namespace llvm;
using namespace ipoint;
using namespace ipoint::analysis;

namespace {

/// Lists the names of what is described, and of what lies in it.
class NameLister {
public:
  std::set<std::string> Names;

  template <class T>
  void operator()(StringRef Name, const T &Value, As = As::Value) {
    Names.insert(Name.str());
    list(Value);
  }

private:
  template <class T> void list(const T &Value) {
    if constexpr (requires { Value.has_value(); })
      list(Value ? *Value : typename T::value_type());
    else if constexpr (std::convertible_to<const T &, StringRef>)
      return;
    else if constexpr (std::ranges::range<T>)
      list(std::ranges::empty(Value) ? std::ranges::range_value_t<T>()
                                     : *std::ranges::begin(Value));
    else if constexpr (requires { Value.Of; })
      list(Value.Of);
    else if constexpr (requires { describe(*this, Value); })
      describe(*this, Value);
  }
};

std::string documentation(StringRef File) {
  auto Text = MemoryBuffer::getFile((Twine(IPOINT_DOCS "/") + File).str());
  return Text ? (*Text)->getBuffer().str() : "";
}

/// Those of \p Names that \p Text does not have in quotes.
std::string missing(const std::set<std::string> &Names, StringRef Text) {
  std::string Result;
  for (const std::string &Name : Names)
    if (!Text.contains("`" + Name + "`") && !Text.contains("\"" + Name + "\""))
      Result += Name + " ";
  return Result;
}

} // namespace

TEST(ReportFields, AreDocumented) {
  NameLister List;
  TimeModel Time;
  Time.Series.emplace_back();
  describe(List, Time);
  describe(List, FunctionModel());
  FunctionModel Function;
  Function.ByThread.emplace_back();
  Function.ByValue.emplace_back();
  describeCalls(List, Function);
  describe(List, ThreadGroup());
  describeVisits(List, BlockModel());
  describe(List, CallPathModel());
  describe(List, MarkModel());
  describe(List, RoundsModel());
  ClockModel Clock;
  Clock.Probes.resize(1);
  Clock.Sums.emplace();
  describe(List, Clock);
  describe(List, TraceModel());
  describe(List, RunTimes());
  describe(List, BuildModel());
  describe(List, OlderObject());
  describe(List, DatabaseFunctions());
  describe(List, TotalsModel());
  describe(List, SeriesModel());
  describe(List, FilterModel());
  describe(List, InterruptsModel());
  describe(List, LostModel());
  describe(List, ExcludedModel());
  describe(List, NotInstrumentedModel());
  describe(List, NeverRunFunction());
  describe(List, NeverRunBlock());
  describe(List, ClosureInput());
  describe(List, sampled::SamplingModel());
  EXPECT_GT(List.Names.size(), 200u);
  EXPECT_TRUE(List.Names.contains("handler_count")); // of a thread's balance
  EXPECT_TRUE(List.Names.contains("one_in_low"));    // of an interrupt class
  EXPECT_TRUE(List.Names.contains("residual"));      // of a fit
  EXPECT_EQ(missing(List.Names, documentation("report-json.md")), "");
}

TEST(ReportFields, OfComparisonsAreDocumented) {
  NameLister List;
  describe(List, compare::ItemComparison());
  describe(List, compare::CodePlace());
  compare::RunInfo Run;
  Run.Probes.resize(1);
  Run.Probes.front().IsUsed = true;
  describe(List, Run);
  EXPECT_TRUE(List.Names.contains("difference_interval"));
  EXPECT_EQ(missing(List.Names, documentation("compare.md")), "");
}

TEST(ReportFields, OfTheLongestPathAreDocumented) {
  NameLister List;
  describe(List, worst::WorstModel());
  EXPECT_TRUE(List.Names.contains("most_observed"));
  EXPECT_EQ(missing(List.Names, documentation("worst.md")), "");
}
