//===- DatabaseTest.cpp ---------------------------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "database/Database.h"
#include "llvm/Support/FileSystem.h"
#include <gtest/gtest.h>

using namespace ipoint::database;

namespace {

/// A database in a file of its own.
class DatabaseTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(llvm::sys::fs::createTemporaryFile("ipoint", "db", Path));
    llvm::sys::fs::remove(Path);
  }
  void TearDown() override { llvm::sys::fs::remove(Path); }

  Database create() { return llvm::cantFail(Database::openOrCreate(Path)); }

  static Unit unit(const char *Name, uint64_t Hash, unsigned Ipoints) {
    Unit U;
    U.Path = Name;
    U.TextHash = Hash;
    U.Files.push_back({Name, "int f(void) {}\n"});
    U.Functions.push_back({"f", 0, 1, 5, 1, std::nullopt});
    for (unsigned I = 0; I != Ipoints; ++I)
      U.Ipoints.push_back(
          {I ? Kind::Exit : Kind::Entry, "p", true, 1, 0, 1, 0});
    if (Ipoints > 1)
      U.Transitions.push_back({0, 1});
    U.Calls.push_back({0, "g"});
    U.Calls.push_back({0, ""});
    U.Skips.push_back({0, 0, 7, "a reason"});
    return U;
  }

  llvm::SmallString<128> Path;
};

} // namespace

TEST_F(DatabaseTest, GivesEachUnitARangeOfItsOwn) {
  Database D = create();
  Unit A = unit("/a.c", 1, 3), B = unit("/b.c", 1, 2);
  ASSERT_FALSE(D.store(A));
  ASSERT_FALSE(D.store(B));
  EXPECT_EQ(A.First, FirstProgramId);
  EXPECT_EQ(B.First, FirstProgramId + 3);
}

TEST_F(DatabaseTest, GivesAnUnchangedUnitItsIdsAgain) {
  Database D = create();
  Unit A = unit("/a.c", 1, 3), B = unit("/b.c", 1, 2),
       Again = unit("/a.c", 1, 3), Changed = unit("/a.c", 2, 3);
  ASSERT_FALSE(D.store(A));
  ASSERT_FALSE(D.store(B));
  ASSERT_FALSE(D.store(Again));
  ASSERT_FALSE(D.store(Changed));
  EXPECT_EQ(Again.First, A.First);
  EXPECT_EQ(Changed.First, B.First + B.count());
  EXPECT_EQ(llvm::cantFail(D.readAll()).Units.size(), 3u);
}

TEST_F(DatabaseTest, ReadsBackWhatItStored) {
  Database D = create();
  Unit A = unit("/a.c", 0xfedcba9876543210, 2);
  A.Functions.push_back({"g", 0, 9, 1, 12, "marked"});
  ASSERT_FALSE(D.store(A));
  Program P = llvm::cantFail(D.readAll());
  ASSERT_EQ(P.Units.size(), 1u);
  const Unit &R = P.Units[0];
  EXPECT_EQ(P.Id, D.identity());
  EXPECT_EQ(R.TextHash, A.TextHash);
  EXPECT_EQ(R.settings(), A.settings());
  EXPECT_EQ(R.Files[0].Text, A.Files[0].Text);
  EXPECT_EQ(R.Functions[1].Skipped, A.Functions[1].Skipped);
  EXPECT_EQ(R.Ipoints[1].K, Kind::Exit);
  EXPECT_EQ(R.Transitions, A.Transitions);
  EXPECT_EQ(R.Calls[0].Callee, "g");
  EXPECT_EQ(R.Calls[1].Callee, "");
  EXPECT_EQ(R.Skips[0].Reason, "a reason");
}

TEST_F(DatabaseTest, RefusesWhenIdsHaveRunOut) {
  Database D = create();
  Unit A = unit("/a.c", 1, 2);
  A.Ipoints.resize(EndOfIds - FirstProgramId + 1);
  llvm::Error E = D.store(A);
  EXPECT_NE(llvm::toString(std::move(E)).find("no ids left"),
            std::string::npos);
}

TEST_F(DatabaseTest, RefusesAFileThatIsNone) {
  std::error_code Code;
  {
    llvm::raw_fd_ostream OS(Path, Code);
    OS << "something else, long enough to be looked at as a header of SQLite's "
          "hundred bytes, and a bit more than that";
  }
  llvm::Expected<Database> D = Database::openOrCreate(Path);
  ASSERT_FALSE(bool(D));
  EXPECT_NE(llvm::toString(D.takeError()).find("not an ipoint database"),
            std::string::npos);
}
