//===- DatabaseFixture.h - Databases to store units in -------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_TEST_DATABASEFIXTURE_H
#define IPOINT_TEST_DATABASEFIXTURE_H

#include "database/Database.h"
#include "llvm/Support/FileSystem.h"
#include <gtest/gtest.h>
#include <sqlite3.h>

namespace ipoint::database {

/// A database in a temporary file.
class DatabaseTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(llvm::sys::fs::createTemporaryFile("ipoint", "db", Path));
    ASSERT_FALSE(llvm::sys::fs::remove(Path));
  }
  void TearDown() override { (void)llvm::sys::fs::remove(Path); }

  Database create() { return llvm::cantFail(Database::openOrCreate(Path)); }

  static llvm::Error store(Database &D, Unit &U) {
    if (llvm::Error E = D.reserve(U))
      return E;
    return D.store(U);
  }

  /// By SQL, beside the instrumenter.
  void change(const std::string &Sql) {
    sqlite3 *Handle = nullptr;
    EXPECT_EQ(sqlite3_open(Path.c_str(), &Handle), SQLITE_OK);
    EXPECT_EQ(sqlite3_exec(Handle, Sql.c_str(), nullptr, nullptr, nullptr),
              SQLITE_OK);
    sqlite3_close(Handle);
  }

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
    U.Calls.push_back({0, "", "void (void)", CallTimes::Any});
    U.Loops.push_back({0, "for.1", 1, 2, {}, {}, 5, "IPOINT_LOOP_BOUND", 9});
    U.Loops.push_back({0, "for.2", 3, 4, {}, {}, {}, ""});
    U.Skips.push_back({0, 0, 7, "a reason"});
    return U;
  }

  llvm::SmallString<128> Path;
};

} // namespace ipoint::database

#endif // IPOINT_TEST_DATABASEFIXTURE_H
