//===- MetadataTest.cpp - Reading what a trace says about itself ----------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "trace/Trace.h"
#include "llvm/Support/Error.h"
#include "gtest/gtest.h"

using namespace ipoint::trace;

namespace {

const char *const Good = R"(/* CTF 1.8 */

typealias integer { size = 8; align = 8; signed = false; } := uint8_t;

trace {
	major = 1;
	uuid = "00010203-0405-0607-0809-0a0b0c0d0e0f";
	packet.header := struct {
		uint32_t magic;
	};
};

env {
	tracer_name = "ipoint";
	trace_format = 1;
	program = "/a \"b\"\\c\101\n\t;{} = \377";
	large = 18446744073709551615;
	exit_status = -1;
	unit_0 = "00000001 00000100 00000002 00000202 89abcdef 01234567 00112233 44556677 8899aabb ccddeeff";
};

clock {
	name = "x";
	freq = 2596000000;
	offset = 5;
};

event {
	name = "timed";
	fields := struct { uint23_t ipoint; };
};
)";

std::string errorOf(llvm::StringRef Text) {
  llvm::Expected<Metadata> M = parseMetadata(Text, "metadata");
  return M ? "" : llvm::toString(M.takeError());
}

/// The error where \p Old is \p New.
std::string errorWith(llvm::StringRef Old, llvm::StringRef New) {
  auto [Before, Behind] = llvm::StringRef(Good).split(Old);
  EXPECT_FALSE(Behind.empty());
  return errorOf((Before + New + Behind).str());
}

TEST(Metadata, ReadsWhatOurDrainWrites) {
  llvm::Expected<Metadata> M = parseMetadata(Good, "metadata");
  ASSERT_TRUE(bool(M)) << llvm::toString(M.takeError());
  EXPECT_EQ(M->Frequency, 2596000000u);
  EXPECT_EQ(M->text("program"), "/a \"b\"\\cA\n\t;{} = \xff");
  EXPECT_EQ(M->find("large"), std::nullopt);
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

TEST(Metadata, RefusesWhatIsCut) {
  llvm::StringRef Text = Good;
  for (size_t Size = 0; Size < Text.size(); ++Size)
    EXPECT_NE(errorOf(Text.take_front(Size)), "") << Size;
}

TEST(Metadata, RefusesWhatIsDamaged) {
  const char *const Damages[][2] = {{"trace_format = 1;", "trace_format = 1"},
                                    {"trace_format = 1;", "trace_format = x1;"},
                                    {"trace_format = 1;", "trace_format = ;"},
                                    {"trace_format = 1;", "trace_format: 1;"},
                                    {"\ttrace_format", "trace_format"},
                                    {"\\101", "\\10"},
                                    {"\\101", "\\901"},
                                    {"\\101", "\\477"},
                                    {"\\101", "\\x41"},
                                    {"\\101", "\""},
                                    {"ccddeeff\"", "ccddeeff"},
                                    {"};\n\nclock", "\n\nclock"},
                                    {"clock {", "clock"},
                                    {"typealias", "alias"},
                                    {"event {", "nothing {"}};
  for (auto [Old, New] : Damages)
    EXPECT_EQ(
        errorWith(Old, New),
        "metadata: the metadata is cut or damaged; record the trace again")
        << Old << " " << New;
}

TEST(Metadata, RefusesWhatIsNotOurs) {
  auto Has = [](const std::string &Error, const char *What) {
    EXPECT_NE(Error.find(What), std::string::npos) << Error;
  };
  Has(errorOf(""), "not the metadata");
  Has(errorOf("/* CTF 1.8 */\nenv { tracer_name = \"lttng\"; };"),
      "not an ipoint trace");
  Has(errorWith("\"ipoint\"", "\"lttng\""), "not an ipoint trace");
  Has(errorWith("trace_format = 1", "trace_format = 2"), "trace format 2");
  Has(errorWith("freq = 2596000000", "freq = 0"), "no clock frequency");
  Has(errorWith("ccddeeff", "ccddeeffg"), "no unit record");
}

} // namespace
