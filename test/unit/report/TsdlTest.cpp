//===- TsdlTest.cpp - Reading what a trace says about itself --------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "trace/Tsdl.h"
#include "trace/Metadata.h"
#include "llvm/Support/Error.h"
#include "gtest/gtest.h"

using namespace ipoint::trace;

namespace {

const char *const Good = R"(/* CTF 1.8 */
trace { major = 1; uuid = "00010203-0405-0607-0809-0a0b0c0d0e0f"; };
/* a comment with { braces } and "quotes */
env {
  tracer_name = "ipoint"; // another { comment
  trace_format = 1;
  program = "/a \"b\"\\c\x41\101;{}";
  exit_status = -1;
  unit_0 = "00000001 00000100 00000002 00000202 89abcdef 01234567 00112233 44556677 8899aabb ccddeeff";
};
clock { name = "x"; freq = 2596000000; offset = 5; };
stream { event.header := struct { struct { int a; } b; }; id = 0; };
)";

std::string errorOf(llvm::StringRef Text) {
  llvm::Expected<Metadata> M = parseMetadata(Text, "metadata");
  return M ? "" : llvm::toString(M.takeError());
}

TEST(Tsdl, FindsBlocksAndTheirAssignments) {
  auto Blocks = scanTsdl(Good);
  ASSERT_TRUE(Blocks);
  ASSERT_EQ(Blocks->size(), 4u);
  EXPECT_EQ((*Blocks)[3].Name, "stream");
  ASSERT_EQ((*Blocks)[3].Assignments.size(), 1u);
  EXPECT_EQ((*Blocks)[3].Assignments[0].Key, "id");
}

TEST(Tsdl, EveryPrefixIsReadOrRefused) {
  llvm::StringRef Text = Good;
  for (size_t Size = 0; Size < Text.size(); ++Size)
    (void)errorOf(Text.take_front(Size));
  EXPECT_FALSE(scanTsdl("clock { freq = 1;"));
  EXPECT_FALSE(scanTsdl("clock { freq = 1; } }"));
  EXPECT_FALSE(scanTsdl("env { a = \"b; };"));
  EXPECT_FALSE(scanTsdl("env { a = 1; }; /* "));
}

TEST(Metadata, ReadsWhatOurDrainWrites) {
  llvm::Expected<Metadata> M = parseMetadata(Good, "metadata");
  ASSERT_TRUE(bool(M)) << llvm::toString(M.takeError());
  EXPECT_EQ(M->Frequency, 2596000000u);
  EXPECT_EQ(M->text("program"), "/a \"b\"\\cAA;{}");
  EXPECT_EQ(M->number("exit_status"), -1);
  EXPECT_EQ(M->number("program", 7), 7);
  ASSERT_TRUE(M->Uuid);
  EXPECT_EQ((*M->Uuid)[15], 15);
  ASSERT_EQ(M->Units.size(), 1u);
  EXPECT_EQ(M->Units[0].first(), 256u);
  EXPECT_EQ(M->Units[0].count(), 2u);
  EXPECT_EQ(M->Units[0].textHash(), 0x0123456789abcdefu);
  EXPECT_EQ(M->Units[0].identity()[3], 0xccddeeffu);
}

TEST(Metadata, RefusesWhatIsNotOurs) {
  EXPECT_NE(errorOf("").find("not the metadata"), std::string::npos);
  EXPECT_NE(errorOf("/* CTF 1.8 */ env { tracer_name = \"lttng\"; };")
                .find("not an ipoint trace"),
            std::string::npos);
  EXPECT_NE(errorOf("/* CTF 1.8 */ env { tracer_name = \"ipoint\"; "
                    "trace_format = 2; };")
                .find("trace format 2"),
            std::string::npos);
  EXPECT_NE(errorOf("/* CTF 1.8 */ env { tracer_name = \"ipoint\"; "
                    "trace_format = 1; };")
                .find("no clock frequency"),
            std::string::npos);
  EXPECT_NE(errorOf("/* CTF 1.8 */ env { tracer_name = \"ipoint\"; "
                    "trace_format = 1; unit_0 = \"1 2\"; }; "
                    "clock { freq = 1; };")
                .find("no unit record"),
            std::string::npos);
}

} // namespace
