//===- MetadataTest.cpp - What the metadata says --------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gtest/gtest.h"

#include <cstdlib>
#include <string>

extern "C" {
#include "record/consumer/metadata.h"
}

namespace {

std::string written(const ipoint_metadata &Metadata) {
  char *Text = nullptr;
  size_t Size = 0;
  FILE *Out = open_memstream(&Text, &Size);
  ipoint_metadata_write(Out, &Metadata);
  fclose(Out);
  std::string Result(Text, Size);
  free(Text);
  return Result;
}

ipoint_metadata sample() {
  ipoint_metadata Metadata = {};
  Metadata.program = Metadata.arguments = Metadata.hostname = Metadata.kernel =
      Metadata.machine = Metadata.cpu = Metadata.policy =
          Metadata.clock_source = "";
  return Metadata;
}

TEST(Metadata, StringsAreEscaped) {
  ipoint_metadata Metadata = sample();
  Metadata.arguments = "a\"b\\c\nd\te\x01";
  EXPECT_NE(
      written(Metadata).find("\targuments = \"a\\\"b\\\\c\\nd\\te\\001\";"),
      std::string::npos);
}

TEST(Metadata, UnitsAndUuid) {
  ipoint_metadata Metadata = sample();
  const uint32_t Units[2][10] = {{1, 256, 12, 0x202, 0xdeadbeef},
                                 {1, 268, 1, 0x202}};
  Metadata.units = Units;
  Metadata.unit_count = 2;
  for (int I = 0; I < 16; ++I)
    Metadata.uuid[I] = uint8_t(I);
  std::string Text = written(Metadata);
  EXPECT_EQ(Text.find("/* CTF 1.8 */"), 0u);
  EXPECT_NE(Text.find("uuid = \"00010203-0405-0607-0809-0a0b0c0d0e0f\";"),
            std::string::npos);
  EXPECT_NE(Text.find("unit_0 = \"00000001 00000100 0000000c 00000202 deadbeef "
                      "00000000 00000000 00000000 00000000 00000000\";"),
            std::string::npos);
  EXPECT_NE(Text.find("unit_1 = \"00000001 0000010c "), std::string::npos);
  EXPECT_EQ(Text.find("unit_2"), std::string::npos);
}

} // namespace
