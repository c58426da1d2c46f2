//===- VersionsTest.cpp ---------------------------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// REQ: IP-REQ-004

#include "database/Versions.h"
#include "DatabaseFixture.h"
#include "llvm/ADT/STLExtras.h"

using namespace ipoint::database;

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
  // Of ranges alone: a row for each would take long.
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
