//===- ChartTest.cpp - Charts for terminals, and as SVG -------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "chart/scale.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace {

std::vector<double> ticksOf(const ipoint_scale &S) {
  return {S.ticks, S.ticks + S.tick_count};
}

TEST(Scale, HasRoundTicks) {
  EXPECT_EQ(ticksOf(ipoint_scale_for(0, 97, 0, 5)),
            (std::vector<double>{0, 20, 40, 60, 80, 100}));
  EXPECT_EQ(ticksOf(ipoint_scale_for(-3, 7, 0, 5)),
            (std::vector<double>{-4, -2, 0, 2, 4, 6, 8}));
  EXPECT_EQ(ticksOf(ipoint_scale_for(2, 90000, 1, 5)),
            (std::vector<double>{10, 100, 1000, 10000}));
  EXPECT_EQ(ticksOf(ipoint_scale_for(30, 600, 1, 6)),
            (std::vector<double>{50, 100, 200, 500}));
}

TEST(Scale, HasRoomAroundOneValue) {
  for (double Value : {0.0, 5.0, -2.0, 1e150}) {
    ipoint_scale S = ipoint_scale_for(Value, Value, 0, 4);
    EXPECT_LT(S.least, S.most);
    EXPECT_GE(ipoint_scale_place(&S, Value), 0);
    EXPECT_LE(ipoint_scale_place(&S, Value), 1);
  }
}

TEST(Scale, PlacesValues) {
  ipoint_scale S = ipoint_scale_for(1, 100, 1, 4);
  EXPECT_NEAR(ipoint_scale_place(&S, 10), 0.5, 1e-12);
  EXPECT_FALSE(ipoint_scale_has(&S, 0));
  EXPECT_FALSE(ipoint_scale_has(&S, NAN));
}

std::string tickText(double Value) {
  char Text[24];
  ipoint_tick_text(Value, Text);
  return Text;
}

TEST(Scale, WritesTicksShortly) {
  EXPECT_EQ(tickText(0), "0");
  EXPECT_EQ(tickText(0.5), "0.5");
  EXPECT_EQ(tickText(0.01), "0.01");
  EXPECT_EQ(tickText(2e-6), "2e-6");
  EXPECT_EQ(tickText(1e-12), "1e-12");
  EXPECT_EQ(tickText(1500), "1.5k");
  EXPECT_EQ(tickText(-2.5e9), "-2.5G");
  EXPECT_EQ(tickText(3e15), "3000T");
}

/// What a chart of these points is drawn as.
std::string draw(std::vector<double> X, std::vector<double> Y,
                 ipoint_shape Shape, bool Svg, const char *Title = "a title") {
  ipoint_series S = {Shape, "s", X.data(), Y.data(), X.size()};
  ipoint_mark M = {2, "here"};
  ipoint_chart C = {Title, "x", "y", 0, 0, &S, 1, &M, 1};
  char *Text = nullptr;
  size_t Length = 0;
  FILE *Out = open_memstream(&Text, &Length);
  int Code = Svg ? ipoint_chart_write_svg(&C, Out, 400, 200)
                 : ipoint_chart_print(&C, Out, 60, 8, 1);
  fclose(Out);
  std::string Result = Code == 0 ? std::string(Text, Length) : "nothing";
  free(Text);
  return Result;
}

TEST(Chart, IsDrawnWithCharacters) {
  std::string Text = draw({0, 1, 2, 3}, {0, 1, 2, 3}, IPOINT_POINTS, false);
  EXPECT_GE(std::count(Text.begin(), Text.end(), '*'), 4) << Text;
  EXPECT_NE(Text.find("^ 2: here"), std::string::npos);
  for (size_t At = 0, End; (End = Text.find('\n', At)) != std::string::npos;
       At = End + 1)
    EXPECT_LE(End - At, 60u);
}

TEST(Chart, ShowsNothingWhereThereIsNothing) {
  EXPECT_EQ(draw({}, {}, IPOINT_LINE, false), "nothing");
  EXPECT_EQ(draw({1, NAN}, {NAN, 1}, IPOINT_LINE, true), "nothing");
}

TEST(Chart, EscapesItsWords) {
  std::string Svg = draw({0, 1}, {1, 2}, IPOINT_BARS, true, "<a & \"b\">\x01");
  EXPECT_NE(Svg.find("<title>&lt;a &amp; &quot;b&quot;&gt; </title>"),
            std::string::npos)
      << Svg;
  EXPECT_EQ(Svg.find("nan"), std::string::npos);
}

TEST(Chart, TakesAnyValues) {
  const std::vector<double> Odd = {0,      -1,   1e308, -1e308, INFINITY,
                                   1e-308, -0.0, NAN,   5,      5};
  for (ipoint_shape Shape : {IPOINT_LINE, IPOINT_POINTS, IPOINT_BARS})
    for (bool Svg : {false, true})
      EXPECT_FALSE(draw(Odd, Odd, Shape, Svg).empty());
}

} // namespace
