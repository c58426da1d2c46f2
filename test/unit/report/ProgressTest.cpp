//===- ProgressTest.cpp - Tests of what is shown while traces are read ----===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "output/ProgressLine.h"
#include "trace/PacketReader.h"
#include <future>
#include <gtest/gtest.h>

using namespace ipoint;
using output::ProgressLine;

namespace {

TEST(Progress, OfEachPass) {
  trace::Progress P;
  EXPECT_EQ(P.pass(), 0u);
  P.startPass(200);
  P.add(50);
  EXPECT_EQ(P.pass(), 1u);
  EXPECT_EQ(P.bytes(), std::pair(uint64_t(50), uint64_t(200)));
  P.startPass(200);
  EXPECT_EQ(P.bytes().first, 0u);
  P.add(300); // a file that grew
  EXPECT_EQ(P.pass(), 2u);
  EXPECT_EQ(P.bytes(), std::pair(uint64_t(200), uint64_t(200)));
}

TEST(Progress, BytesAndTimeLeft) {
  using output::progressInWords;
  EXPECT_EQ(progressInWords(0, 0, 5), "100 %, 0.0 of 0.0 MB");
  EXPECT_EQ(progressInWords(12'000'000, 48'000'000, 4),
            "25 %, 12.0 of 48.0 MB, about 12 s left");
  EXPECT_EQ(progressInWords(300'000'000, 2'600'000'000, 100),
            "11 %, 0.3 of 2.6 GB, about 13 min left");
  // From the first per cent, or the first second, nothing can be known.
  EXPECT_EQ(progressInWords(1'000, 48'000'000, 4), "0 %, 0.0 of 48.0 MB");
  EXPECT_EQ(progressInWords(12'000'000, 48'000'000, 0.5),
            "25 %, 12.0 of 48.0 MB");
}

/// What a terminal shows on its last line.
std::string shown(llvm::StringRef Written) {
  std::string Line;
  size_t Column = 0;
  for (char C : Written) {
    if (C == '\r') {
      Column = 0;
      continue;
    }
    Line.resize(std::max(Line.size(), Column + 1), ' ');
    Line[Column++] = C;
  }
  return llvm::StringRef(Line).rtrim().str();
}

TEST(ProgressLine, IsWrittenInItsPlaceAndTakenAway) {
  std::string Written;
  llvm::raw_string_ostream Out(Written);
  std::vector<std::string> Shown;
  {
    std::promise<void> Enough;
    ProgressLine Line(
        Out,
        [&] {
          Shown.push_back(shown(Written));
          if (Shown.size() == 3)
            Enough.set_value();
          return Shown.size() == 1 ? "a long one" : "short";
        },
        ProgressLine::Time(1), ProgressLine::Time(1));
    Enough.get_future().wait();
  }
  EXPECT_EQ(Shown[0], "");
  EXPECT_EQ(Shown[1], "a long one");
  EXPECT_EQ(Shown[2], "short");
  EXPECT_EQ(shown(Written), "");
  EXPECT_EQ(Written.back(), '\r');
}

TEST(ProgressLine, IsNotWrittenForWhatIsSoonDone) {
  std::string Written;
  llvm::raw_string_ostream Out(Written);
  {
    ProgressLine Line(Out, [] { return "here"; }, std::chrono::hours(1));
  }
  EXPECT_EQ(Written, "");
}

} // namespace
