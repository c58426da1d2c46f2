//===- WindowTimesTest.cpp - Whose windows are opened ---------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gtest/gtest.h"

#include <fcntl.h>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

extern "C" {
#include "record/consumer/drain.h"
#include "wire/counttable.h"
}

namespace {

/// A file of counts of a process that may have windows.
class Counts {
public:
  Counts(const std::string &Folder, const char *Name)
      : Path(Folder + "/" + Name),
        File(open(Path.c_str(), O_RDWR | O_CREAT, 0600)) {
    struct ipoint_window Window = {};
    Window.records = 1;
    EXPECT_EQ(pwrite(File, &Window, sizeof Window, At), ssize_t(sizeof Window));
  }
  ~Counts() {
    close(File);
    unlink(Path.c_str());
  }
  /// Whether its window was opened, which is closed then.
  bool wasOpened() const {
    struct ipoint_window Window;
    EXPECT_EQ(pread(File, &Window, sizeof Window, At), ssize_t(sizeof Window));
    bool Result = Window.open;
    Window.open = 0;
    EXPECT_EQ(pwrite(File, &Window, sizeof Window, At), ssize_t(sizeof Window));
    return Result;
  }

private:
  static constexpr off_t At =
      IPOINT_COUNTS_HEADER_SIZE - sizeof(struct ipoint_window);
  const std::string Path;
  const int File;
};

TEST(WindowTimes, OnlyProcessesThatRunHaveWindows) {
  const std::string Folder =
      testing::TempDir() + "ipoint-windows-" + std::to_string(getpid());
  ASSERT_EQ(mkdir(Folder.c_str(), 0700), 0);
  const int Open = open(Folder.c_str(), O_RDONLY | O_DIRECTORY);
  struct ipoint_windows All = {};
  All.period = All.random = 1;
  EXPECT_EQ(ipoint_windows_left(&All, 0), UINT64_MAX);
  {
    const Counts Seven(Folder, "counts-7"), Eight(Folder, "counts-8");
    for (const char *Name : {"counts-8", "counts-7", "counts-8"})
      ipoint_windows_add(&All, Open, Name);
    ipoint_windows_open(&All, 1);
    EXPECT_TRUE(Seven.wasOpened());
    EXPECT_TRUE(Eight.wasOpened());
    EXPECT_NE(ipoint_windows_left(&All, 0), UINT64_MAX);
    ipoint_windows_drop(&All, 7);
    EXPECT_EQ(All.count, 1u);
    ipoint_windows_open(&All, All.next);
    EXPECT_FALSE(Seven.wasOpened());
    EXPECT_TRUE(Eight.wasOpened());
    ipoint_windows_drop(&All, 8);
    EXPECT_EQ(ipoint_windows_left(&All, 0), UINT64_MAX);
  }
  ipoint_windows_free(&All);
  close(Open);
  EXPECT_EQ(rmdir(Folder.c_str()), 0);
}

} // namespace
