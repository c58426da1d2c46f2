//===- DatabaseTest.cpp ---------------------------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "database/Database.h"
#include "database/Counts.h"
#include "database/Versions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include <gtest/gtest.h>
#include <sqlite3.h>

using namespace ipoint::database;

namespace {

/// A database in a file of its own.
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

} // namespace

TEST_F(DatabaseTest, GivesEachUnitARangeOfItsOwn) {
  Database D = create();
  Unit A = unit("/a.c", 1, 3), B = unit("/b.c", 1, 2);
  ASSERT_FALSE(store(D, A));
  ASSERT_FALSE(store(D, B));
  EXPECT_EQ(A.First, FirstProgramId);
  EXPECT_EQ(B.First, FirstProgramId + 3);
}

TEST_F(DatabaseTest, GivesAnUnchangedUnitItsIdsAgain) {
  Database D = create();
  Unit A = unit("/a.c", 1, 3), B = unit("/b.c", 1, 2),
       Again = unit("/a.c", 1, 3), Changed = unit("/a.c", 2, 3);
  ASSERT_FALSE(store(D, A));
  ASSERT_FALSE(store(D, B));
  ASSERT_FALSE(store(D, Again));
  ASSERT_FALSE(store(D, Changed));
  EXPECT_EQ(Again.First, A.First);
  EXPECT_EQ(Changed.First, B.First + B.count());
  EXPECT_EQ(llvm::cantFail(D.readAll()).Units.size(), 3u);
}

TEST_F(DatabaseTest, ReadsBackWhatItStored) {
  Database D = create();
  Unit A = unit("/a.c", 0xfedcba9876543210, 2);
  A.Functions.push_back({"g", 0, 9, 1, 12, "marked"});
  A.Budgets.push_back({0, 1, 5, "block <= 20 us"});
  A.Budgets.push_back({1, std::nullopt, 11, "self <= 1 ms"});
  ASSERT_FALSE(store(D, A));
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
  EXPECT_EQ(R.Calls[0].Times, CallTimes::Once);
  EXPECT_EQ(R.Calls[1].Callee, "");
  EXPECT_EQ(R.Calls[1].Type, "void (void)");
  EXPECT_EQ(R.Calls[1].Times, CallTimes::Any);
  EXPECT_EQ(R.Loops[0].Bound, 5u);
  EXPECT_EQ(R.Loops[0].Derived, 9u);
  EXPECT_EQ(R.Loops[1].Derived, std::nullopt);
  EXPECT_EQ(R.Skips[0].Reason, "a reason");
  ASSERT_EQ(R.Budgets.size(), 2u);
  EXPECT_EQ(R.Budgets[0].Function, 0u);
  EXPECT_EQ(R.Budgets[0].Ipoint, 1u);
  EXPECT_EQ(R.Budgets[0].Line, 5u);
  EXPECT_EQ(R.Budgets[1].Function, 1u);
  EXPECT_EQ(R.Budgets[1].Ipoint, std::nullopt);
  EXPECT_EQ(R.Budgets[1].Text, "self <= 1 ms");
}

TEST_F(DatabaseTest, ReadsBackPaths) {
  Database D = create();
  Unit A = unit("/a.c", 1, 3);
  A.S = A.Functions[0].S = Store::Paths;
  A.Functions.push_back({"g", 0, 9, 1, 12, std::nullopt});
  A.Functions[1].StoreReason = "calls setjmp";
  A.Ipoints[0].E = Encoding::Sum;
  A.Ipoints[0].PathBase = 0;
  A.Ipoints[1].E = Encoding::Path;
  A.Ipoints[2].E = Encoding::Path;
  A.Ipoints[2].PathBase = EndOfPaths - 1;
  A.Transitions = {{0, 1, 0}, {0, 2, 5}};
  ASSERT_FALSE(store(D, A));
  const Unit R = llvm::cantFail(D.readAll()).Units[0];
  EXPECT_EQ(R.S, Store::Paths);
  EXPECT_EQ(R.settings(), A.settings());
  EXPECT_EQ(R.Functions[0].S, Store::Paths);
  EXPECT_EQ(R.Functions[1].S, Store::Blocks);
  EXPECT_EQ(R.Functions[1].StoreReason, "calls setjmp");
  EXPECT_EQ(R.Ipoints[0].E, Encoding::Sum);
  EXPECT_EQ(R.Ipoints[0].PathBase, 0);
  EXPECT_EQ(R.Ipoints[1].PathBase, std::nullopt);
  EXPECT_EQ(R.Ipoints[2].PathBase, EndOfPaths - 1);
  EXPECT_EQ(R.Transitions, A.Transitions);
}

/// One that counts its two paths.
static Unit countingUnit(const char *Name) {
  Unit U;
  U.Path = Name;
  U.Files.push_back({Name, "int f(void) {}\n"});
  U.Functions.push_back({"f", 0, 1, 5, 1, std::nullopt});
  U.S = U.Functions[0].S = Store::Sums;
  U.Ipoints.resize(3);
  U.Ipoints[0].E = Encoding::Sum;
  U.Ipoints[0].PathBase = 0;
  U.Ipoints[1].K = U.Ipoints[2].K = Kind::Exit;
  U.Ipoints[1].E = U.Ipoints[2].E = Encoding::Path;
  U.Transitions = {{0, 1, 0}, {0, 2, 1}};
  assignCounts(U);
  return U;
}

TEST_F(DatabaseTest, GivesEachUnitARangeOfCounts) {
  Database D = create();
  Unit A = countingUnit("/a.c"), B = countingUnit("/b.c"),
       None = unit("/c", 1, 2);
  for (Unit *U : {&A, &None, &B})
    ASSERT_FALSE(store(D, *U));
  EXPECT_EQ(A.FirstCount, 0u);
  EXPECT_EQ(A.Counts, 2u);
  EXPECT_EQ(B.FirstCount, 2u);
  Unit Again = countingUnit("/a.c");
  ASSERT_FALSE(store(D, Again));
  EXPECT_EQ(Again.FirstCount, A.FirstCount);
  Program P = llvm::cantFail(D.readAll());
  EXPECT_EQ(P.Units.size(), 3u);
  for (const Unit &U : P.Units)
    if (U.Path == "/b.c") {
      EXPECT_EQ(U.FirstCount, 2u);
      EXPECT_EQ(U.Ipoints[2].CountAt, B.Ipoints[2].CountAt);
      EXPECT_EQ(U.Ipoints[0].CountAt, std::nullopt);
    }
}

TEST_F(DatabaseTest, RefusesCountsOfTwoUnits) {
  Database D = create();
  Unit A = countingUnit("/a.c"), B = countingUnit("/b.c");
  for (Unit *U : {&A, &B})
    ASSERT_FALSE(store(D, *U));
  sqlite3 *Raw = nullptr;
  ASSERT_EQ(sqlite3_open(Path.c_str(), &Raw), SQLITE_OK);
  sqlite3_exec(Raw, "UPDATE units SET first_count = 1 WHERE path = '/b.c'",
               nullptr, nullptr, nullptr);
  sqlite3_close(Raw);
  EXPECT_NE(llvm::toString(D.readAll().takeError())
                .find("column first_count: 1 is a count of another unit"),
            std::string::npos);
}

TEST_F(DatabaseTest, RefusesCountsOfTwoPaths) {
  Database D = create();
  Unit A = countingUnit("/a.c");
  A.Ipoints[2].CountAt = *A.Ipoints[1].CountAt - 1;
  ASSERT_FALSE(store(D, A));
  EXPECT_NE(llvm::toString(D.readAll().takeError())
                .find("column count_at: -1 gives two of them one count"),
            std::string::npos);
  A.Ipoints[2].CountAt = 7;
  ASSERT_FALSE(store(D, A));
  EXPECT_NE(
      llvm::toString(D.readAll().takeError())
          .find("column count_at: 7 leaves a path or a loop without a count"),
      std::string::npos);
}

TEST_F(DatabaseTest, ReservesForOneUnitOnly) {
  Database D = create();
  Unit A = unit("/a.c", 1, 3), B = unit("/b.c", 1, 2), Again = A;
  ASSERT_FALSE(D.reserve(A));
  ASSERT_FALSE(D.reserve(B));
  EXPECT_EQ(A.First, FirstProgramId);
  EXPECT_EQ(B.First, FirstProgramId + 3);
  EXPECT_EQ(llvm::cantFail(D.readAll()).Units.size(), 0u);
  // The compiler has refused a function, and then accepts.
  Again.Ipoints.pop_back();
  ASSERT_FALSE(D.reserve(Again));
  EXPECT_EQ(Again.First, A.First);
  ASSERT_FALSE(D.store(Again));
  ASSERT_FALSE(D.store(B));
  Unit Whole = unit("/a.c", 1, 3);
  ASSERT_FALSE(store(D, Whole));
  EXPECT_EQ(Whole.First, A.First) << "the range that it had with all";
  EXPECT_EQ(llvm::cantFail(D.readAll()).Units.size(), 2u);
}

TEST_F(DatabaseTest, StoresAUnitThatIsCompiledTwiceAtOnce) {
  Database D = create();
  Unit A = unit("/a.c", 1, 3), B = A;
  ASSERT_FALSE(D.reserve(A));
  ASSERT_FALSE(D.reserve(B));
  EXPECT_EQ(A.First, B.First);
  ASSERT_FALSE(D.store(A));
  ASSERT_FALSE(D.store(B));
  EXPECT_EQ(llvm::cantFail(D.readAll()).Units.size(), 1u);
}

TEST_F(DatabaseTest, RefusesAUnitThatHasNoIds) {
  Unit A = unit("/a.c", 1, 3);
  {
    Database D = create();
    ASSERT_FALSE(D.reserve(A));
  }
  ASSERT_FALSE(llvm::sys::fs::remove(Path));
  Database D = create();
  EXPECT_NE(llvm::toString(D.store(A)).find("has taken its place"),
            std::string::npos);
  EXPECT_EQ(llvm::cantFail(D.readAll()).Units.size(), 0u);
}

TEST_F(DatabaseTest, IsOpenedOnceUnlessItIsReplaced) {
  DatabaseOnDemand D(Path.str().str(), OwnerOnly);
  EXPECT_EQ(D.ifThere(), nullptr);
  Database *Made = llvm::cantFail(D.get());
  Identity Before = Made->identity();
  EXPECT_EQ(D.ifThere(), Made);
  EXPECT_EQ(llvm::cantFail(D.get())->identity(), Before);
  Unit A = unit("/a.c", 1, 3);
  ASSERT_FALSE(Made->reserve(A));
  ASSERT_FALSE(llvm::sys::fs::remove(Path));
  EXPECT_EQ(D.ifThere(), nullptr);
  EXPECT_NE(llvm::cantFail(D.get())->identity(), Before);
  EXPECT_NE(llvm::toString(llvm::cantFail(D.get())->store(A))
                .find("has taken its place"),
            std::string::npos);
}

TEST_F(DatabaseTest, RefusesWhenIdsHaveRunOut) {
  Database D = create();
  Unit A = unit("/a.c", 1, 2);
  A.Ipoints.resize(EndOfIds - FirstProgramId + 1);
  llvm::Error E = store(D, A);
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

namespace {

/// Versions of units, and the files that hold them.
class VersionsTest : public DatabaseTest {
protected:
  void TearDown() override {
    for (const std::string &Product : Products)
      llvm::sys::fs::remove(Product);
    DatabaseTest::TearDown();
  }

  /// The file comes into being.
  std::string product(const char *Name) {
    std::string Product = (Path + "." + Name).str();
    std::error_code Code;
    llvm::raw_fd_ostream OS(Product, Code);
    Products.push_back(Product);
    return Product;
  }

  void change(const std::string &Sql) {
    sqlite3 *Handle = nullptr;
    EXPECT_EQ(sqlite3_open(Path.c_str(), &Handle), SQLITE_OK);
    EXPECT_EQ(sqlite3_exec(Handle, Sql.c_str(), nullptr, nullptr, nullptr),
              SQLITE_OK);
    sqlite3_close(Handle);
  }

  /// Stores a version that takes \p Bytes. \returns its first id.
  uint32_t store(uint64_t Hash, const std::string &Product, int64_t Bytes = 0,
                 unsigned Ipoints = 2, const char *Source = "/a.c") {
    Unit U = unit(Source, Hash, Ipoints);
    U.Product = Product;
    Database D = create();
    EXPECT_FALSE(DatabaseTest::store(D, U));
    change("UPDATE units SET bytes = " + std::to_string(Bytes) +
           " WHERE first = " + std::to_string(U.First));
    return U.First;
  }

  std::vector<uint64_t> hashes() {
    std::vector<uint64_t> Result;
    for (const Unit &U : llvm::cantFail(create().readAll()).Units)
      Result.push_back(U.TextHash);
    llvm::sort(Result);
    return Result;
  }

  static constexpr int64_t TooMuch = SupersededBytes + 1;
  std::vector<std::string> Products;
};

using Hashes = std::vector<uint64_t>;

} // namespace

TEST_F(VersionsTest, KeepsSupersededOnesWhileTheyTakeLittle) {
  std::string Object = product("o");
  for (uint64_t Hash : {1, 2, 3, 4})
    store(Hash, Object, SupersededBytes / 3);
  EXPECT_EQ(hashes(), (Hashes{1, 2, 3, 4}));
}

TEST_F(VersionsTest, CollectsTheOldestThatTakeTooMuch) {
  std::string Object = product("o");
  for (uint64_t Hash : {1, 2, 3, 4})
    store(Hash, Object, SupersededBytes / 2);
  EXPECT_EQ(hashes(), (Hashes{2, 3, 4}));
}

TEST_F(VersionsTest, KeepsTheOneThatWasJustSuperseded) {
  std::string Object = product("o");
  for (uint64_t Hash : {1, 2, 3})
    store(Hash, Object, TooMuch);
  EXPECT_EQ(hashes(), (Hashes{2, 3}));
}

TEST_F(VersionsTest, KeepsWhatAnotherProductHolds) {
  std::string One = product("one"), Other = product("other");
  store(1, One, TooMuch);
  store(1, Other, TooMuch);
  for (uint64_t Hash : {2, 3, 4})
    store(Hash, One, TooMuch);
  EXPECT_EQ(hashes(), (Hashes{1, 3, 4}));
  llvm::sys::fs::remove(Other);
  store(5, One);
  EXPECT_EQ(hashes(), (Hashes{4, 5})) << "the file is gone";
}

TEST_F(VersionsTest, KeepsTheOnlyVersionOfASourceWithoutItsProduct) {
  store(9, "/nowhere/object.o", TooMuch, 2, "/gone.c");
  std::string Object = product("o");
  for (uint64_t Hash : {1, 2, 3})
    store(Hash, Object, TooMuch);
  EXPECT_EQ(hashes(), (Hashes{2, 3, 9}));
}

TEST_F(VersionsTest, RemembersWhatItCollected) {
  std::string Object = product("o");
  uint32_t First = store(1, Object, TooMuch);
  for (uint64_t Hash : {2, 3})
    store(Hash, Object, TooMuch);
  Program P = llvm::cantFail(create().readAll());
  ASSERT_EQ(P.Collected.size(), 1u);
  EXPECT_EQ(P.Collected[0].Path, "/a.c");
  EXPECT_EQ(P.Collected[0].TextHash, 1u);
  EXPECT_EQ(P.Collected[0].First, First);
  EXPECT_EQ(P.Collected[0].Count, 2u);
}

TEST_F(VersionsTest, GivesTheLowestFreeRange) {
  std::string Object = product("o");
  for (uint64_t Hash : {1, 2, 3})
    store(Hash, Object, TooMuch, 5);
  EXPECT_EQ(store(1, product("x"), 0, 6, "/x.c"), FirstProgramId + 15);
  EXPECT_EQ(store(1, product("y"), 0, 5, "/y.c"), FirstProgramId)
      << "where the collected one was";
}

TEST_F(VersionsTest, CollectsWhenIdsHaveRunOut) {
  std::string Object = product("o");
  store(1, Object);
  store(2, Object);
  // Of ranges alone: so many rows would take long.
  std::string Half = std::to_string(EndOfIds / 2);
  change("UPDATE units SET reserved = " + Half +
         " - first WHERE id = 1; UPDATE units SET first = " + Half +
         ", reserved = " + Half + " WHERE id = 2");
  EXPECT_EQ(store(3, Object, 0, 1000), FirstProgramId);
}

TEST_F(VersionsTest, GivesNoIdsThatAreNone) {
  std::string Object = product("o");
  store(1, Object);
  for (const char *Edit :
       {"first = -5", "first = 8388607", "first = 1, reserved = 8388600",
        "reserved = 9223372036854775807", "first = -9223372036854775807"}) {
    change("UPDATE units SET first = 256, reserved = 2");
    change(std::string("UPDATE units SET ") + Edit);
    for (uint64_t Hash : {1, 2}) {
      Unit U = unit("/a.c", Hash, 2);
      Database D = create();
      if (llvm::Error E = DatabaseTest::store(D, U)) {
        std::string What = llvm::toString(std::move(E));
        EXPECT_NE(What.find("build again"), std::string::npos)
            << Edit << ": " << What;
        continue;
      }
      EXPECT_GE(U.First, FirstProgramId) << Edit;
      EXPECT_LE(U.First + 2, EndOfIds) << Edit;
    }
    change("DELETE FROM units WHERE id > 1");
  }
}
