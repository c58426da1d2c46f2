//===- LineMarkersTest.cpp ------------------------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "probes/LineMarkers.h"
#include <gtest/gtest.h>

using namespace ipoint;

namespace {

const llvm::StringRef Text = "# 1 \"a.c\"\n"
                             "int a;\n"
                             "# 7 \"a.c\"\n"
                             "int b;\n"
                             "int c;\n"
                             "# 1 \"h.h\" 1 3 4\n"
                             "int d;\n"
                             "#pragma pack\n"
                             "int e;\n"
                             "# 9 \"a.c\" 2\n"
                             "int f;\n";

unsigned of(const char *What) { return static_cast<unsigned>(Text.find(What)); }

} // namespace

TEST(LineMarkers, GiveALineAgain) {
  LineMarkers Markers(Text);
  EXPECT_EQ(Markers.at(of("int a")), "\n# 1 \"a.c\"\n");
  EXPECT_EQ(Markers.at(of("int c")), "\n# 8 \"a.c\"\n");
  EXPECT_EQ(Markers.at(of("int f")), "\n# 9 \"a.c\"\n");
  EXPECT_EQ(Markers.at(of("int b")), "\n# 7 \"a.c\"\n"); // back again
}

TEST(LineMarkers, KeepWhatSystemHeadersAre) {
  LineMarkers Markers(Text);
  EXPECT_EQ(Markers.at(of("int d")), "\n# 1 \"h.h\" 3 4\n");
  EXPECT_EQ(Markers.at(of("int e")), "\n# 3 \"h.h\" 3 4\n"); // over a pragma
}

TEST(LineMarkers, LeaveTextWithoutMarkersAsItIs) {
  EXPECT_EQ(LineMarkers("int a;\n").at(4), "");
  EXPECT_EQ(LineMarkers("# 33\nint a;\n").at(5), "\n# 33\n");
}

TEST(LineMarkers, DoNotLetPragmasAndOtherFilesStandTwice) {
  LineMarkers Markers(Text);
  EXPECT_TRUE(Markers.mayDuplicate({of("int a"), of("int c")}));
  EXPECT_FALSE(Markers.mayDuplicate({of("int c"), of("int d")}));
  EXPECT_TRUE(Markers.mayDuplicate({of("int d"), of("int d") + 3}));
  EXPECT_FALSE(Markers.mayDuplicate({of("int d"), of("int e")}));
  EXPECT_FALSE(Markers.mayDuplicate({of("int e"), of("int f")}));
}
