//===- DatabaseTest.cpp ---------------------------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DatabaseFixture.h"
#include "database/Counts.h"

using namespace ipoint::database;

TEST_F(DatabaseTest, GivesEachUnitASeparateRange) {
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
  A.Functions[0].Stride = 8;
  ASSERT_FALSE(store(D, A));
  const Unit R = llvm::cantFail(D.readAll()).Units[0];
  EXPECT_EQ(R.S, Store::Paths);
  EXPECT_EQ(R.settings(), A.settings());
  EXPECT_EQ(R.Functions[0].S, Store::Paths);
  EXPECT_EQ(R.Functions[0].Stride, 8u);
  EXPECT_EQ(R.Functions[1].S, Store::Blocks);
  EXPECT_EQ(R.Functions[1].StoreReason, "calls setjmp");
  EXPECT_EQ(R.Ipoints[0].E, Encoding::Sum);
  EXPECT_EQ(R.Ipoints[0].PathBase, 0);
  EXPECT_EQ(R.Ipoints[1].PathBase, std::nullopt);
  EXPECT_EQ(R.Ipoints[2].PathBase, EndOfPaths - 1);
  EXPECT_EQ(R.Transitions, A.Transitions);
  change("UPDATE ipoints SET encoding = 'path' WHERE kind = 'entry'");
  EXPECT_NE(llvm::toString(D.readAll().takeError())
                .find("is no encoding of an entry"),
            std::string::npos);
  change("UPDATE ipoints SET encoding = 'sum' WHERE kind = 'entry'");
  for (const char *Set : {"stride = 6", "stride = 8, store = 'blocks'"}) {
    change(std::string("UPDATE functions SET ") + Set + " WHERE name = 'f'");
    EXPECT_NE(llvm::toString(D.readAll().takeError())
                  .find("table functions, row 1, column stride: "),
              std::string::npos)
        << Set;
  }
}

/// One that counts its two paths.
static Unit countingUnit(const char *Name) {
  Unit U;
  U.Path = Name;
  U.Files.push_back({Name, "int f(void) {}\n"});
  U.Functions.push_back({"f", 0, 1, 5, 1, std::nullopt});
  U.S = U.Functions[0].S = Store::Sums;
  U.Functions[0].C = TimedIpoints::None;
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
  change("UPDATE units SET first_count = 1 WHERE path = '/b.c'");
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

TEST_F(DatabaseTest, StoresAUnitWithAllOfItsRowsOrNot) {
  Database D = create();
  Unit A = unit("/a.c", 1, 3);
  ASSERT_FALSE(D.reserve(A));
  for (const char *Refused :
       {"DELETE ON reservations", "INSERT ON units", "INSERT ON files",
        "INSERT ON functions", "INSERT ON ipoints", "INSERT ON transitions",
        "INSERT ON calls", "INSERT ON loops",
        "INSERT ON places_not_instrumented"}) {
    change(std::string("CREATE TRIGGER refusal BEFORE ") + Refused +
           " BEGIN SELECT RAISE(ABORT, 'refused'); END");
    EXPECT_NE(llvm::toString(D.store(A)).find("cannot store /a.c: refused"),
              std::string::npos)
        << Refused;
    EXPECT_EQ(llvm::cantFail(D.readAll()).Units.size(), 0u) << Refused;
    change("DROP TRIGGER refusal");
  }
  ASSERT_FALSE(D.store(A));
  EXPECT_EQ(llvm::cantFail(D.readAll()).Units.size(), 1u);
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
