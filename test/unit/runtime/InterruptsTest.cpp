//===- InterruptsTest.cpp - Tables of /proc -------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gtest/gtest.h"

#include <string>

extern "C" {
#include "record/observe/interrupts.h"
}

namespace {

class Table : public ipoint_counts {
public:
  Table(std::string Text, size_t Cpus) {
    FILE *File = fmemopen(Text.data(), Text.size(), "r");
    ipoint_counts_read(this, File, Cpus);
    fclose(File);
  }
  ~Table() { ipoint_counts_free(this); }
};

std::string difference(const Table &Before, const Table &After,
                       std::vector<uint8_t> Used) {
  char *Text = ipoint_counts_difference(&Before, &After, Used.data());
  std::string Result = Text;
  free(Text);
  return Result;
}

const char *const Before =
    "           CPU0       CPU1       \n"
    " 24:          1          0  IO-APIC   5-edge      ACPI:Ged\n"
    " 36:          0        100  PCI-MSIX-0000:00:02.0   1-edge      disk.0\n"
    "LOC:       1000       2000   Local timer interrupts\n"
    "RES:          5          6   Rescheduling interrupts\n"
    "ERR:          3\n";

TEST(Interrupts, ListsCountersThatGrewOnTheUsedCpus) {
  const char *After =
      "           CPU0       CPU1       \n"
      " 24:          1          0  IO-APIC   5-edge      ACPI:Ged\n"
      " 36:          0        107  PCI-MSIX-0000:00:02.0   1-edge      disk.0\n"
      "LOC:       1010       2300   Local timer interrupts\n"
      "RES:          7          6   Rescheduling interrupts\n"
      "ERR:          3\n";
  Table A(Before, 2), B(After, 2);
  EXPECT_EQ(A.kind_count, 5u);
  EXPECT_EQ(difference(A, B, {1, 1}), "36/disk.0:7 LOC:310 RES:2");
  EXPECT_EQ(difference(A, B, {1, 0}), "LOC:10 RES:2");
  EXPECT_EQ(difference(A, B, {0, 1}), "36/disk.0:7 LOC:300");
  EXPECT_EQ(difference(A, B, {0, 0}), "");
}

TEST(Interrupts, ACpuOrADeviceMayComeOrGo) {
  const char *After = "           CPU1       \n"
                      " 40:         4  PCI-MSI   1-edge      net\n"
                      "LOC:      2300   Local timer interrupts\n";
  Table A(Before, 2), B(After, 2);
  EXPECT_EQ(difference(A, B, {1, 1}), "40/net:4");
  EXPECT_EQ(difference(A, B, {0, 1}), "40/net:4 LOC:300");
}

TEST(Interrupts, WhatIsNoTableIsEmpty) {
  for (const char *Text :
       {" ", "CPU0\n", "no table\n1: 2 3\n", "CPU7 CPU8\n"}) {
    Table A(Text, 2);
    EXPECT_EQ(A.kind_count, 0u) << Text;
  }
  ipoint_counts None;
  ipoint_counts_read(&None, nullptr, 2);
  EXPECT_EQ(None.kind_count, 0u);
}

} // namespace
