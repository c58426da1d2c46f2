//===- ProcessTest.cpp ----------------------------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/command/Process.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <cstdlib>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <utility>

using namespace ipoint;

/// What happens before the next folder is locked.
static void (*BeforeLock)(int Folder);

extern "C" int flock(int Folder, int Operation) noexcept {
  if (BeforeLock)
    std::exchange(BeforeLock, nullptr)(Folder);
  return static_cast<int>(syscall(SYS_flock, Folder, Operation));
}

static void removeFolder(int Folder) {
  llvm::SmallString<128> Path;
  ASSERT_FALSE(llvm::sys::fs::real_path(
      "/proc/self/fd/" + std::to_string(Folder), Path));
  ASSERT_EQ(rmdir(Path.c_str()), 0);
}

TEST(ScratchFolder, IsMadeAnewWhereAnotherProcessTookItForALeftover) {
  llvm::SmallString<128> Place;
  ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("ipoint", Place));
  setenv("TMPDIR", Place.c_str(), 1);
  BeforeLock = removeFolder;
  {
    llvm::Expected<ScratchFolder> Made = ScratchFolder::make();
    ASSERT_TRUE(bool(Made)) << llvm::toString(Made.takeError());
    EXPECT_EQ(BeforeLock, nullptr);
    std::string File = Made->file("a.c");
    ASSERT_EQ(llvm::toString(writeFile(File, "int a;\n")), "");
    EXPECT_EQ(llvm::cantFail(readFile(File)), "int a;\n");
  }
  EXPECT_EQ(rmdir(Place.c_str()), 0) << "nothing is left";
  unsetenv("TMPDIR");
}
