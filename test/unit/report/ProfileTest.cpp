//===- ProfileTest.cpp - Profiles add up ----------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// REQ: IP-REQ-039

#include "profile/Profile.h"
#include "profile/Cells.h"
#include "profile/Rows.h"
#include "profile/Sum.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <random>

using namespace ipoint;
using namespace ipoint::profile;
using analysis::SignedWide;

namespace {

constexpr SignedWide Largest = ~(SignedWide(1) << 127);

TEST(Profile, WritesNumbersOfAnySize) {
  Values V = {{0, 17}, {3, -4}, {UINT64_MAX, Largest}, {}};
  V.pop_back();
  EXPECT_EQ(toText(V), "{\"0\":17,\"3\":-4,\"18446744073709551615\":"
                       "170141183460469231731687303715884105727}");
  EXPECT_EQ(valuesOf(toText(V)), V);
  EXPECT_EQ(toText(Values()), "{}");
  EXPECT_EQ(valuesOf("{}"), Values());
}

TEST(Profile, RefusesOtherTexts) {
  for (const char *Text :
       {"", "{", "[]", "{\"1\":}", "{\"1\":2", "{\"1\":2,}", "{,\"1\":2}",
        "{\"2\":1,\"1\":1}", "{\"1\":1,\"1\":1}", "{\"x\":1}", "{\"1\":1.5}",
        "{\"1\":1 }", "{\"-1\":1}", "{1:1}",
        "{\"1\":170141183460469231731687303715884105728}"})
    EXPECT_FALSE(valuesOf(Text)) << Text;
}

/// The same for the same seed; functions, figures and call paths of one build,
/// or of two.
Profile randomProfile(unsigned Seed, unsigned Builds = 0) {
  std::mt19937 Random(Seed);
  auto Below = [&](unsigned End) {
    return std::uniform_int_distribution<unsigned>(0, End - 1)(Random);
  };
  Profile P;
  Run &R = P.Runs["run " + std::to_string(Seed)];
  R.Of.Path = "path";
  R.Of.Meta.Frequency = 1000;
  R.Of.Reduced.emplace();
  if (Below(4))
    R.Labels["board"] = std::to_string(Below(4));
  trace::UnitRecord &U = R.Of.Meta.Units.emplace_back();
  U.Words = {1, 256, 10};
  U.Words[4] = Seed % 2 * Builds; // the hash of its text
  P.HasCallPaths = true;
  for (unsigned I = 0; I < 3; ++I)
    P.Damages.add("file " + std::to_string(Below(5)), Below(5), "is cut");
  P.Damages.omit(Below(3));
  for (unsigned F = 0; F < 6; ++F) {
    if (F != 1 && Below(3) == 0)
      continue;
    // A line was added before it, and, in one function of three, in it.
    bool IsMoved = Seed % 2 != 0 && Builds != 0;
    FunctionName Name{"file.c", F + IsMoved, "f" + std::to_string(F), 0,
                      IsMoved && F % 3 == 0 ? 2u : 1u};
    Function &To = P.Functions[Name];
    To.Blocks = {"entry", "exit"};
    To.Transitions = {{0, 1}};
    for (const char *Kind :
         {"visits", "time.max", "time.min", "time.histogram", "calls",
          "self.count", "self.max", "self.sum", "path_times"})
      for (unsigned Slot = 0; Slot < (Kind[4] == '.' ? 1 : 3); ++Slot)
        if (Below(2))
          for (uint64_t Key = Below(4); Key < 8; Key += 1 + Below(4)) {
            To.Counted[{Kind, Slot}].push_back({Key, Below(10)});
            if (llvm::StringRef(Kind) == "self.max" && Below(2))
              To.Counted[{"self.max.at", 0}].push_back({Key, Below(10)});
          }
    To.Said[{"filter_by", 0}] = std::string(1, char('a' + Below(26)));
    CallPath &C = P.CallPaths.emplace_back();
    C.Function = Name;
    C.Spent.Calls = Below(100);
    C.Spent.SelfMax = Below(100);
    if (P.CallPaths.size() > 1 && Below(2))
      C.Parent = Below(P.CallPaths.size() - 1);
  }
  return P;
}

/// What \p P is in a file.
std::string bytesOf(const Profile &P) {
  llvm::SmallString<128> Path;
  EXPECT_FALSE(llvm::sys::fs::createTemporaryFile("ipoint", "profile", Path));
  llvm::Error E = write(P, Path);
  EXPECT_FALSE(bool(E)) << toString(std::move(E));
  auto Buffer = llvm::MemoryBuffer::getFile(Path);
  std::string Result = (*Buffer)->getBuffer().str();
  llvm::Expected<Profile> Read = read(Path);
  EXPECT_TRUE(bool(Read)) << toString(Read.takeError());
  llvm::sys::fs::remove(Path);
  return Result;
}

Profile sum(std::vector<Profile> All) {
  Profile Result;
  for (Profile &P : All) {
    llvm::Error E = add(Result, std::move(P), "p");
    EXPECT_FALSE(bool(E)) << toString(std::move(E));
  }
  return Result;
}

TEST(Profile, AddsUpTheSameInAnyOrderAndGrouping) {
  for (unsigned Seed = 0; Seed < 60; Seed += 3) {
    auto At = [&](unsigned I) { return randomProfile(Seed + I); };
    std::string Expected = bytesOf(sum({At(0), At(1), At(2)}));
    EXPECT_EQ(bytesOf(sum({At(2), At(0), At(1)})), Expected) << Seed;
    EXPECT_EQ(bytesOf(sum({At(0), sum({At(1), At(2)})})), Expected) << Seed;
  }
}

/// The sum of \p All in an order and grouping by chance, over files.
std::string sumByChance(std::vector<Profile> All, std::mt19937 &Random) {
  std::shuffle(All.begin(), All.end(), Random);
  while (All.size() > 1) {
    size_t Count = 2 + Random() % 3, Left = All.size();
    Count = std::min(Count, Left);
    std::vector<Profile> Some(All.end() - ptrdiff_t(Count), All.end());
    All.resize(Left - Count);
    Profile Part = sum(std::move(Some));
    // What a file keeps is all that there is.
    llvm::SmallString<128> Path;
    EXPECT_FALSE(llvm::sys::fs::createTemporaryFile("ipoint", "part", Path));
    EXPECT_FALSE(bool(write(Part, Path)));
    Sum Read;
    if (Random() % 2) {
      llvm::Expected<Content> C = readContent(Path, Read.known(), false);
      EXPECT_TRUE(bool(C)) << toString(C.takeError());
      EXPECT_FALSE(bool(Read.add(std::move(*C), Path)));
      Part = Read.take();
    }
    llvm::sys::fs::remove(Path);
    All.insert(All.begin() + ptrdiff_t(Random() % (All.size() + 1)),
               std::move(Part));
  }
  return bytesOf(All.front());
}

TEST(Profile, AnyGroupingOfManyHasTheSameBytes) {
  for (unsigned Builds : {0u, 1u}) {
    std::vector<Profile> All;
    for (unsigned Seed = 0; Seed < 24; ++Seed)
      All.push_back(randomProfile(Seed, Builds));
    std::string Expected = bytesOf(sum(All));
    std::mt19937 Random(1);
    for (unsigned Try = 0; Try < 12; ++Try)
      EXPECT_TRUE(sumByChance(All, Random) == Expected) << Builds << " " << Try;
  }
}

TEST(Profile, MarksKeepTheRunThatTheyAreOf) {
  auto Of = [](const char *Run, const char *Board, SignedWide Max) {
    Profile P = randomProfile(1);
    auto Node = P.Runs.extract(P.Runs.begin());
    Node.key() = Run;
    Node.mapped().Labels["board"] = Board;
    P.Runs.insert(std::move(Node));
    P.Functions.clear();
    P.CallPaths.clear();
    P.Functions[{"x.c", 1, "f", 0, 7}].Counted = {{{"self.max", 0}, {{0, Max}}},
                                                  {{"calls", 0}, {{0, 2}}}};
    return P;
  };
  Profile All =
      sum({Of("b", "7", 9), Of("a", "8", 4), Of("d", "9", 9), Of("c", "7", 5)});
  const Figures &F = All.Functions.begin()->second.Counted;
  EXPECT_EQ(F.at({"self.max", 0}), (Values{{0, 9}}));
  EXPECT_EQ(F.at({"self.max.run", 0}), (Values{{0, 1}})); // b, not d
  ASSERT_EQ(All.Parts.size(), 3u);
  const FunctionPart &Seven = All.Parts["7"].begin()->second;
  EXPECT_EQ(Seven.Calls, 4u);
  EXPECT_EQ(Seven.Self.Max, 9u);
}

TEST(Profile, FunctionsOfSeveralBuildsAreJoinedByText) {
  Profile Sum = sum({randomProfile(8, 1), randomProfile(9, 1)});
  EXPECT_TRUE(Sum.IsOfSeveralBuilds);
  std::map<std::string, unsigned> Versions;
  for (const auto &[Name, F] : Sum.Functions) {
    ++Versions[Name.Name];
    EXPECT_EQ(F.Counted.count({"path_times", 0}), 0u);
  }
  for (const auto &[Name, Count] : Versions)
    EXPECT_LE(Count, Name == "f0" || Name == "f3" ? 2u : 1u) << Name;
}

TEST(Profile, IsTheSameFromItsRows) {
  for (unsigned Seed = 0; Seed < 40; Seed += 2) {
    Profile P = sum({randomProfile(Seed), randomProfile(Seed + 1)});
    // Numbers of any size, and texts that need quotation marks.
    FigureKey Large{"visits, \"all\"", UINT64_MAX};
    P.Program[Large] = {{0, -Largest}, {UINT64_MAX, Largest}};
    P.Damages.add("a,b\n\"c\"", 1, "is cut\r");
    P.SamplesOmitted = Seed;
    P = sum({std::move(P)});
    RowsWriter Rows;
    Rows.add(P);
    llvm::SmallString<128> Folder;
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("ipoint", Folder));
    for (unsigned T = 0; T < rowTables().size(); ++T) {
      std::error_code Code;
      llvm::raw_fd_ostream Out(
          (Folder + "/" + rowTables()[T].Name + ".csv").str(), Code);
      ASSERT_FALSE(Code);
      Out << Rows.text(Table(T));
    }
    llvm::Expected<Profile> Read = readRows(Folder);
    llvm::sys::fs::remove_directories(Folder);
    ASSERT_TRUE(bool(Read)) << toString(Read.takeError());
    // But for which runs the largest times are of.
    RowsWriter Again;
    Again.add(sum({std::move(*Read)}));
    for (unsigned T = 0; T < rowTables().size(); ++T)
      EXPECT_EQ(Again.text(Table(T)), Rows.text(Table(T))) << Seed;
  }
}

TEST(Profile, KeepsHowManyDamagesAreOmitted) {
  Profile P = randomProfile(1);
  P.Damages.omit(7);
  uint64_t Omitted = P.Damages.omitted();
  llvm::SmallString<128> Path;
  ASSERT_FALSE(llvm::sys::fs::createTemporaryFile("ipoint", "profile", Path));
  ASSERT_FALSE(bool(write(P, Path)));
  llvm::Expected<Profile> Read = read(Path);
  ASSERT_TRUE(bool(Read)) << toString(Read.takeError());
  EXPECT_EQ(Read->Damages.omitted(), Omitted);
  EXPECT_EQ(Read->Damages.items().size(), 3u);
  llvm::sys::fs::remove(Path);
}

TEST(Profile, AddsByKind) {
  Profile A, B;
  for (Profile *P : {&A, &B}) {
    *P = randomProfile(1);
    P->Functions.clear();
  }
  A.Runs.begin()->second.Of.Path = "a";
  B.Runs.clear();
  B.Runs["other"] = A.Runs.begin()->second;
  FunctionName F{"file.c", 1, "f", 0};
  A.Functions[F].Counted = {{{"n", 0}, {{1, 5}, {3, 7}}},
                            {{"n.max", 0}, {{1, 5}, {2, 9}}},
                            {{"n.min", 0}, {{1, 5}}}};
  B.Functions[F].Counted = {{{"n", 0}, {{2, 1}, {3, Largest - 7}}},
                            {{"n.max", 0}, {{1, 6}, {2, 3}}},
                            {{"n.min", 0}, {{1, 6}, {9, -2}}}};
  Profile Sum = sum({A, B});
  const Figures &Of = Sum.Functions[F].Counted;
  EXPECT_EQ(Of.at({"n", 0}), (Values{{1, 5}, {2, 1}, {3, Largest}}));
  EXPECT_EQ(Of.at({"n.max", 0}), (Values{{1, 6}, {2, 9}}));
  EXPECT_EQ(Of.at({"n.min", 0}), (Values{{1, 5}, {9, -2}}));
}

TEST(Profile, KeepsTheSamplesOfAThousandRecordings) {
  auto With = [](unsigned Part) {
    Profile P = randomProfile(Part);
    for (unsigned I = 500 * Part; I < 500 * (Part + 1); ++I)
      P.Samples[std::to_string(100000 + I * 7919 % 99991)].Program = "program";
    return P;
  };
  EXPECT_TRUE(sum({With(0), With(1)}).samples().front().Problems.empty());
  Profile All = sum({With(0), With(1), With(2)});
  EXPECT_EQ(All.Samples.size(), MostSampled);
  EXPECT_EQ(All.samples().front().Problems,
            std::vector<std::string>(
                {"the samples are those of 1000 of 1500 recordings, chosen at "
                 "random: a sum of profiles keeps no more"}));
  std::string Bytes = bytesOf(All);
  EXPECT_TRUE(bytesOf(sum({With(2), sum({With(1), With(0)})})) == Bytes);
  std::mt19937 Random(1);
  EXPECT_TRUE(sumByChance({With(0), With(1), With(2)}, Random) == Bytes);
}

TEST(Profile, SamplesOfOnePlaceAddUp) {
  sampled::SampledProgram A, B;
  for (sampled::SampledProgram *S : {&A, &B}) {
    S->Plain.emplace_back();
    sampled::SampledRun &R = S->Runs.emplace_back();
    R.Batches.resize(1);
  }
  auto AddPlace = [](sampled::SampledProgram &To, const char *Name,
                     unsigned Line, double Samples) {
    sampled::SampledFunction &F = To.Functions.emplace_back();
    F.Name = Name;
    To.InProgram.push_back(true);
    sampled::Attributed &P = To.Places.emplace_back();
    P.Functions.push_back(uint32_t(To.Functions.size()) - 1);
    P.Line = Line;
    for (sampled::Counted *C : {&To.Runs[0].All, &To.Runs[0].Batches[0]}) {
      C->Columns.push_back(Samples);
      C->Size += Samples;
    }
  };
  AddPlace(A, "f", 1, 5);
  AddPlace(A, "g", 2, 7);
  AddPlace(B, "g", 2, 3);
  AddPlace(B, "f", 9, 1);
  A.add(B);
  ASSERT_EQ(A.Functions.size(), 2u);
  ASSERT_EQ(A.Places.size(), 3u);
  ASSERT_EQ(A.Runs.size(), 2u);
  EXPECT_EQ(A.Runs[1].Round, 1u);
  EXPECT_EQ(A.Runs[1].All.Columns, (std::vector<double>{0, 3, 1}));
  EXPECT_EQ(A.Runs[1].Batches[0].Columns, (std::vector<double>{0, 3, 1}));
  EXPECT_EQ(A.Places[2].Functions[0], 0u);
}

TEST(Profile, RefusesWhatDoesNotAddUp) {
  auto MessageOf = [](Profile A, Profile B) {
    return toString(add(A, std::move(B), "b"));
  };
  Profile A = randomProfile(1), B = randomProfile(2);
  EXPECT_NE(MessageOf(A, A).find("is in a profile before it as well"),
            std::string::npos);
  Profile Other = B;
  Other.Functions.clear();
  Other.Runs.begin()->second.Of.Meta.Units.front().Words[4] = 7;
  Other.Functions[{"other.c", 1, "g", 0, 1}].Blocks = {"entry"};
  EXPECT_NE(MessageOf(A, Other).find("another program"), std::string::npos);
  Other = B;
  Other.Execution = true;
  EXPECT_NE(MessageOf(A, Other).find("execution times"), std::string::npos);
  Other = B;
  Other.UntimedWeight = 2;
  EXPECT_NE(MessageOf(A, Other).find("weighs"), std::string::npos);
  FunctionName F{"x.c", 1, "f", 0, 1};
  A.Functions[F].Blocks = {"entry"};
  B.Functions[F].Blocks = {"exit"};
  EXPECT_NE(MessageOf(A, B).find("other blocks"), std::string::npos);
  B.Functions[F].Blocks = {"entry"};
  A.Functions[F].Counted = {{{"n", 0}, {{1, Largest}}}};
  B.Functions[F].Counted = {{{"n", 0}, {{1, 1}}}};
  EXPECT_NE(MessageOf(A, B).find("does not fit"), std::string::npos);
}

TEST(Profile, KeepsFactsOfRunsAsChanges) {
  const llvm::json::Object A = *parseObject(
      R"({"of":{"samples taken in the run":1,"cpus":"0"},"records":3})");
  const llvm::json::Object B = *parseObject(R"({"of":{"cpus":"1"},"lost":2})");
  for (auto &[Before, Now] : {std::pair(A, B), std::pair(B, A)}) {
    llvm::json::Object Changed = Before;
    change(Changed, changesFrom(Before, Now));
    const llvm::json::Object Copy = Changed;
    EXPECT_EQ(textOf(llvm::json::Object(Copy)),
              textOf(llvm::json::Object(Now)));
    EXPECT_TRUE(Copy == Now);
    EXPECT_TRUE(changesFrom(Copy, Now).empty());
  }
}

} // namespace
