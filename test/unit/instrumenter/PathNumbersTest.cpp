//===- PathNumbersTest.cpp - Paths come back from their numbers -----------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "probes/PathNumbers.h"
#include "database/Counts.h"
#include "llvm/ADT/STLExtras.h"
#include <gtest/gtest.h>
#include <map>
#include <random>
#include <set>

using namespace ipoint;
using namespace ipoint::database;

namespace {

using Random = std::mt19937_64;
using Pair = std::pair<uint32_t, uint32_t>;

unsigned below(Random &R, unsigned End) { return R() % End; }

/// A graph with its numbers. Ipoint 0 is the entry.
struct Numbered {
  std::vector<Pair> Transitions;
  std::vector<bool> MustEnd, Plain;
  bool HasSums = false;
  PathNumbers Numbers;

  Numbered(std::set<Pair> Pairs, std::vector<bool> Must, uint64_t Limit)
      : Transitions(Pairs.begin(), Pairs.end()), MustEnd(std::move(Must)),
        Numbers(numberPaths({0, MustEnd, {}, {}, {}, {}, Transitions}, Limit)) {
  }
  /// The same with loops that may be counted.
  Numbered(std::set<Pair> Pairs, PathPlaces Places, uint64_t Limit)
      : Transitions(Pairs.begin(), Pairs.end()), MustEnd(Places.MustEnd),
        Plain(Places.Plain), HasSums(Places.HasSums) {
    Places.Transitions = Transitions;
    Numbers = numberPaths(Places, Limit);
  }
  Numbered(std::set<Pair> Pairs, size_t Ipoints)
      : Numbered(std::move(Pairs), std::vector<bool>(Ipoints),
                 pathLimit(Ipoints)) {}

  uint32_t count() const { return MustEnd.size(); }
  bool ends(uint32_t I) const { return Numbers.Encodings[I] == Encoding::Path; }

  Unit unit() const {
    Unit U;
    U.Functions.push_back({"f", 0, 1, 1, 1, std::nullopt});
    U.Functions[0].S = HasSums ? Store::Sums : Store::Paths;
    if (Numbers.CountBits)
      U.Functions[0].Stride = uint64_t(1) << *Numbers.CountBits;
    for (uint32_t I = 0; I != count(); ++I) {
      Ipoint &P = U.Ipoints.emplace_back();
      P.K = I ? Kind::Join : Kind::Entry;
      P.E = Numbers.Encodings[I];
      P.PathBase = Numbers.Bases[I];
    }
    for (auto [Index, T] : llvm::enumerate(Transitions))
      U.Transitions.push_back({T.first, T.second, Numbers.Increments[Index],
                               Numbers.Rounds[Index]});
    return U;
  }
};

/// Nested branches, loops and switches, as a body has them.
class Body {
public:
  Body(Random &R, unsigned Most) : R(R), Most(Most) {
    std::vector<uint32_t> Out = statements({0}, 0);
    add(Out);
  }
  std::set<Pair> Pairs;
  std::vector<uint32_t> Bodies;
  uint32_t Count = 1;

private:
  uint32_t add(const std::vector<uint32_t> &From) {
    for (uint32_t F : From)
      Pairs.insert({F, Count});
    return Count++;
  }
  std::vector<uint32_t> statements(std::vector<uint32_t> At, unsigned Depth) {
    for (unsigned N = 1 + below(R, 4); N && Count < Most; --N)
      At = statement(At, Depth);
    return At;
  }
  std::vector<uint32_t> statement(const std::vector<uint32_t> &At,
                                  unsigned Depth) {
    if (Depth == 6)
      return {add(At)};
    switch (below(R, 5)) {
    case 0: { // if, perhaps with else, perhaps without a join of its own
      std::vector<uint32_t> Out = statements({add(At)}, Depth + 1);
      std::vector<uint32_t> Other =
          below(R, 2) ? At : statements({add(At)}, Depth + 1);
      Out.insert(Out.end(), Other.begin(), Other.end());
      return below(R, 4) ? std::vector{add(Out)} : Out;
    }
    case 1: { // switch
      std::vector<uint32_t> Out;
      for (unsigned N = 1 + below(R, 8); N; --N)
        for (uint32_t Last : statements({add(At)}, Depth + 1))
          Out.push_back(Last);
      return {add(Out)};
    }
    case 2: { // while
      uint32_t Head = add(At);
      Bodies.push_back(add({Head}));
      std::vector<uint32_t> Out = {Bodies.back()};
      if (below(R, 2))
        Out = statements(Out, Depth + 1);
      for (uint32_t Last : Out)
        Pairs.insert({Last, Head});
      if (below(R, 3))
        return {Head};
      Out = {Head}; // it breaks
      Out.push_back(add({Bodies.back()}));
      return Out;
    }
    case 3: { // do
      Bodies.push_back(add(At));
      uint32_t Body = Bodies.back();
      std::vector<uint32_t> Out = {Body};
      if (below(R, 2))
        Out = statements(Out, Depth + 1);
      for (uint32_t Last : Out)
        Pairs.insert({Last, Body});
      return Out;
    }
    default:
      return {add(At)};
    }
  }

  Random &R;
  unsigned Most;
};

Numbered structured(Random &R, unsigned Most, bool HasSums = false) {
  Body B(R, Most);
  std::vector<bool> Must(B.Count);
  for (uint32_t I = 1; I != B.Count; ++I)
    Must[I] = below(R, 10) == 0;
  uint64_t Limit = below(R, 2) ? pathLimit(B.Count) : 1 + below(R, 40);
  if (!HasSums && below(R, 4) == 0)
    return {B.Pairs, Must, Limit};
  PathPlaces Places;
  Places.HasSums = HasSums;
  Places.MustEnd = Must;
  Places.Bodies.resize(B.Count);
  for (uint32_t I : B.Bodies)
    Places.Bodies[I] = true;
  Places.Counters = Places.Bodies;
  Places.Records.resize(B.Count);
  Places.Plain.resize(B.Count);
  for (uint32_t I = 1; I != B.Count; ++I) {
    Places.Records[I] = below(R, 20) == 0;
    Places.Plain[I] = !Places.Bodies[I] && below(R, 20) == 0;
  }
  return {B.Pairs, Places, Limit};
}

/// Any graph: what `goto` makes.
Numbered irreducible(Random &R, bool HasSums = false) {
  uint32_t Count = 2 + below(R, 40);
  std::set<Pair> Pairs;
  for (unsigned N = below(R, 4 * Count); N; --N)
    Pairs.insert({below(R, Count), 1 + below(R, Count - 1)});
  std::vector<bool> Must(Count);
  for (uint32_t I = 1; I != Count; ++I)
    Must[I] = below(R, 12) == 0;
  uint64_t Limit = below(R, 2) ? pathLimit(Count) : 1 + below(R, 20);
  if (!HasSums && below(R, 2))
    return {Pairs, Must, Limit};
  PathPlaces Places;
  Places.HasSums = HasSums;
  Places.MustEnd = Must;
  for (uint32_t I = 0; I != Count; ++I) {
    Places.Bodies.push_back(I != 0 && below(R, 3) == 0);
    Places.Counters.push_back(Places.Bodies[I] || (I != 0 && below(R, 3) == 0));
    Places.Records.push_back(below(R, 12) == 0);
    Places.Plain.push_back(I != 0 && below(R, 12) == 0);
  }
  return {Pairs, Places, Limit};
}

/// The ipoints of a walk that ended at \p Last with that number, having come so
/// often to where a loop is counted. Empty if there is no such walk.
llvm::SmallVector<uint32_t> decoded(const PathTable &Table, uint32_t Last,
                                    uint64_t Number, uint64_t Visits) {
  llvm::SmallVector<uint32_t> Path, Result;
  std::optional<PathTable::Loop> In;
  if (!Table.decode(Last, Number, Path, In) || Visits < (In && In->Counts))
    return {};
  if (!In)
    return Visits ? Result : Path;
  Result.append(Path.begin(), Path.begin() + In->Head + 1);
  for (uint64_t Round = In->Counts; Round != Visits; ++Round)
    llvm::append_range(Result, In->Round);
  Result.append(Path.begin() + In->Head + 1, Path.end());
  return Result;
}

/// Walks from where paths begin, at random, and decodes what the walk adds up.
void expectWalksBack(const Numbered &N, Random &R, unsigned Walks) {
  Unit U = N.unit();
  PathTable Table(U);
  std::optional<PathTable::Fault> Fault = Table.check();
  ASSERT_FALSE(Fault) << Fault->Why << ' ' << Fault->OfTransition << ' '
                      << Fault->Index;
  std::vector<std::vector<uint32_t>> From(N.count());
  std::vector<unsigned> Sources(N.count());
  for (auto [Index, T] : llvm::enumerate(N.Transitions)) {
    From[T.first].push_back(Index);
    ++Sources[T.second];
  }
  for (auto [Index, T] : llvm::enumerate(N.Transitions))
    ASSERT_TRUE(N.Numbers.Increments[Index] == 0 || Sources[T.second] == 1);
  for (uint32_t I = 1; I != N.count(); ++I)
    ASSERT_TRUE(N.ends(I) || !N.MustEnd[I]);
  ASSERT_LT(N.Numbers.Total, EndOfPaths);
  std::vector<uint32_t> Starts;
  for (uint32_t I = 0; I != N.count(); ++I)
    if (N.Numbers.Bases[I])
      Starts.push_back(I);
  llvm::SmallVector<uint32_t> Path;
  for (; Walks && !Starts.empty(); --Walks) {
    uint32_t At = Starts[below(R, Starts.size())];
    uint64_t Number = *N.Numbers.Bases[At], Visits = 0;
    Path = {At};
    do {
      ASSERT_TRUE(N.Numbers.CountBits || Path.size() <= N.count());
      ASSERT_FALSE(From[At].empty());
      uint32_t T = From[At][below(R, From[At].size())];
      Number += N.Numbers.Increments[T];
      Path.push_back(At = N.Transitions[T].second);
      Visits += N.Numbers.Encodings[At] == Encoding::Count;
    } while (!N.ends(At));
    ASSERT_LT(Number, N.Numbers.Total);
    if (N.Numbers.CountBits) {
      ASSERT_LE(N.Numbers.Total, Table.stride(At));
      ASSERT_TRUE(Visits == 0 || N.Numbers.HasCount[At]);
      ASSERT_TRUE(Visits == 0 || N.Plain.empty() || !N.Plain[At]);
    }
    ASSERT_EQ(Path, decoded(Table, At, Number, Visits));
  }
}

/// What the code of a function that stores sums counts, and what follows from
/// it.
class Sums {
public:
  explicit Sums(const Numbered &N)
      : N(N), U(N.unit()), From(N.count()), Variables(N.count()) {
    for (auto [Index, T] : llvm::enumerate(N.Transitions))
      From[T.first].push_back(Index);
  }

  /// A call that goes any way, unless it takes too long.
  void call(Random &R) {
    Sums Before = *this;
    uint32_t At = 0;
    uint64_t Number = 0;
    for (unsigned Steps = 0; !From[At].empty(); ++Steps) {
      if (Steps == 2000) {
        Taken = Before.Taken;
        Paths = Before.Paths;
        Visits = Before.Visits;
        Variables = Before.Variables;
        return;
      }
      uint32_t T = From[At][below(R, From[At].size())];
      ++Taken[N.Transitions[T]];
      // What a target with one source adds, its text does.
      Number += N.Numbers.Increments[T];
      visit(At = N.Transitions[T].second, Number);
    }
    for (uint64_t Left : Variables)
      EXPECT_EQ(Left, 0u);
  }

  void expectAllKnown() {
    PathTable Table(U);
    std::optional<PathTable::Fault> Fault = Table.check();
    ASSERT_FALSE(Fault) << Fault->Why << ' ' << Fault->Index;
    std::map<Pair, uint64_t> Known;
    std::map<uint32_t, uint64_t> Left;
    std::map<uint32_t, const CountedLoop *> LoopOf;
    for (const CountedLoop &L : Table.summedLoops())
      for (uint32_t I : L.ipoints())
        LoopOf[I] = &L;
    for (auto [Path, Times] : Paths) {
      llvm::SmallVector<uint32_t> Ids;
      std::optional<PathTable::Loop> In;
      ASSERT_TRUE(Table.decode(Path.first, Path.second, Ids, In));
      for (size_t I = 1; I != Ids.size(); ++I) {
        const CountedLoop *L = LoopOf[Ids[I - 1]];
        if (L && LoopOf[Ids[I]] == L)
          continue;
        Left[Ids[I - 1]] += Times;
        Known[{Ids[I - 1], Ids[I]}] += Times;
      }
    }
    auto Of = [](auto &Map, llvm::ArrayRef<uint32_t> Ipoints) {
      return llvm::to_vector(
          llvm::map_range(Ipoints, [&](uint32_t I) { return Map[I]; }));
    };
    for (const CountedLoop &L : Table.summedLoops()) {
      auto Inside = L.taken(Of(Visits, L.counters()), Of(Left, L.ipoints()));
      for (auto [T, Times] : llvm::zip_equal(L.transitions(), Inside))
        if (Times != 0)
          Known[T] += Times;
    }
    EXPECT_EQ(Known, Taken);
  }

  size_t loops() const { return PathTable(U).summedLoops().size(); }

private:
  void visit(uint32_t At, uint64_t &Number) {
    for (uint32_t I : N.Numbers.Added[At])
      Visits[I] += std::exchange(Variables[N.Numbers.Counter[I]], 0);
    if (N.Numbers.Encodings[At] == Encoding::Count)
      ++Variables[N.Numbers.Counter[At]];
    if (!N.ends(At))
      return;
    ++Paths[{At, Number}];
    Number = N.Numbers.Bases[At].value_or(0);
  }

  const Numbered &N;
  Unit U;
  std::vector<std::vector<uint32_t>> From;
  std::map<Pair, uint64_t> Taken;
  std::map<std::pair<uint32_t, uint64_t>, uint64_t> Paths; // by last and number
  std::map<uint32_t, uint64_t> Visits;
  std::vector<uint64_t> Variables;
};

/// Each path has a count for itself, and so has each ipoint that counts in a
/// loop.
void expectCountsApart(const Numbered &N) {
  Unit U = N.unit();
  assignCounts(U);
  PathTable Table(U);
  std::optional<CountFault> Fault;
  std::vector<CountedPath> Counted = countedPaths(U, Table, Fault);
  ASSERT_FALSE(Fault) << Fault->Why;
  size_t Counts = 0, Used = 0;
  Table.forEachCounted([&](const PathTable::Way &Path) {
    const Ipoint &Last = U.Ipoints[Path.Last];
    const CountedPath &Own = Counted.at(*Last.CountAt + Path.Number);
    EXPECT_TRUE(Own.Last == Path.Last && Own.Number == Path.Number);
    EXPECT_FALSE(Own.IsRounds);
    ++Counts;
    return true;
  });
  for (auto [I, P] : llvm::enumerate(U.Ipoints)) {
    if (P.E != Encoding::Count)
      continue;
    EXPECT_TRUE(Counted.at(*P.RoundsAt).IsRounds);
    EXPECT_EQ(Counted.at(*P.RoundsAt).Last, I);
    ++Counts;
  }
  for (const CountedPath &C : Counted)
    Used += C.Last != CountedPath::Unused;
  EXPECT_EQ(Used, Counts);
}

TEST(PathNumbers, ComeBackFromStructuredGraphs) {
  Random R(1);
  for (unsigned I = 0; I != 3000 && !HasFatalFailure(); ++I)
    expectWalksBack(structured(R, 1 + below(R, 80)), R, 40);
}

TEST(PathNumbers, ComeBackFromAnyGraph) {
  Random R(2);
  for (unsigned I = 0; I != 5000 && !HasFatalFailure(); ++I)
    expectWalksBack(irreducible(R), R, 40);
}

TEST(PathNumbers, HaveCountsApart) {
  Random R(3);
  for (unsigned I = 0; I != 2000 && !HasFatalFailure(); ++I) {
    Numbered N =
        I % 2 ? irreducible(R, true) : structured(R, 1 + below(R, 80), true);
    if (N.Numbers.Total < 5000)
      expectCountsApart(N);
  }
}

TEST(PathNumbers, TransitionsFollowFromSums) {
  Random R(4);
  size_t Loops = 0;
  for (unsigned I = 0; I != 2000 && !HasFailure(); ++I) {
    Numbered N =
        I % 4 ? structured(R, 1 + below(R, 80), true) : irreducible(R, true);
    Sums S(N);
    for (unsigned Calls = 0; Calls != 10; ++Calls)
      S.call(R);
    S.expectAllKnown();
    Loops += S.loops();
  }
  EXPECT_GT(Loops, 200u);
}

TEST(PathNumbers, HaveFewUnusedCounts) {
  // A switch in a loop, whose cases fall through: each of them ends a path.
  std::set<Pair> Pairs = {{0, 1}};
  constexpr uint32_t Cases = 300;
  for (uint32_t I = 2; I != Cases; ++I) {
    Pairs.insert({1, I});
    Pairs.insert({I, I + 1});
  }
  Pairs.insert({Cases, 1});
  Numbered N(Pairs, std::vector<bool>(Cases + 1), 256);
  Unit U = N.unit();
  U.Functions[0].S = Store::Sums;
  assignCounts(U);
  size_t Paths = 0;
  PathTable(U).forEachCounted(
      [&](const PathTable::Way &) { return ++Paths != 0; });
  EXPECT_LE(U.Counts, 2 * Paths);
}

TEST(PathNumbers, AreFewForBranches) {
  // if (a) b; if (c) d; return;
  Numbered N({{0, 1}, {0, 2}, {1, 2}, {2, 3}, {2, 4}, {3, 4}}, 5);
  EXPECT_EQ(N.Numbers.Total, 4u);
  for (uint32_t I = 0; I != 4; ++I)
    EXPECT_FALSE(N.ends(I));
  EXPECT_TRUE(N.ends(4));
  EXPECT_EQ(N.Numbers.Bases[0], 0u);
  EXPECT_EQ(N.Numbers.Bases[4], std::nullopt);
}

TEST(PathNumbers, EndAtTheBodyOfALoop) {
  // entry -> head -> body -> head, head -> exit
  Numbered N({{0, 1}, {1, 2}, {2, 1}, {1, 3}}, {false, false, true, false},
             pathLimit(4));
  EXPECT_FALSE(N.ends(1));
  EXPECT_TRUE(N.ends(2));
  EXPECT_TRUE(N.ends(3));
}

/// With one body and any number of counters.
Numbered withLoops(std::set<Pair> Pairs, uint32_t Count,
                   std::set<uint32_t> Bodies, std::set<uint32_t> Records = {}) {
  PathPlaces Places;
  Places.MustEnd.resize(Count);
  for (uint32_t I = 0; I != Count; ++I) {
    Places.Bodies.push_back(Bodies.count(I));
    Places.Records.push_back(Records.count(I));
  }
  Places.Counters = Places.Bodies;
  Places.Plain.resize(Count);
  return {Pairs, Places, pathLimit(Count)};
}

TEST(CountedLoops, HaveOneRecord) {
  // entry -> head -> body -> head, head -> exit
  Numbered N = withLoops({{0, 1}, {1, 2}, {2, 1}, {1, 3}}, 4, {2});
  EXPECT_FALSE(N.ends(1));
  EXPECT_EQ(N.Numbers.Encodings[2], Encoding::Count);
  EXPECT_TRUE(N.Numbers.HasCount[3]);
  EXPECT_EQ(N.Numbers.CountBits, 0u);
}

TEST(CountedLoops, HaveARecordBetweenThem) {
  // Two of them, and a join between.
  Numbered N = withLoops(
      {{0, 1}, {1, 2}, {2, 1}, {1, 3}, {3, 4}, {4, 5}, {5, 4}, {4, 6}}, 7,
      {2, 5});
  EXPECT_EQ(N.Numbers.Encodings[2], Encoding::Count);
  EXPECT_TRUE(N.ends(3));
  EXPECT_EQ(N.Numbers.Encodings[5], Encoding::Count);
}

TEST(CountedLoops, HaveOtherLoopsBehindThem) {
  // Nothing between the heads of the two.
  Numbered N = withLoops(
      {{0, 1}, {1, 2}, {2, 1}, {1, 3}, {3, 4}, {4, 3}, {3, 5}}, 6, {2, 4});
  EXPECT_EQ(N.Numbers.Encodings[2], Encoding::Count);
  EXPECT_TRUE(N.ends(4));
}

TEST(CountedLoops, LieInOtherLoops) {
  // Head 1 and body 2, in it head 3 and body 4.
  Numbered N = withLoops(
      {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 3}, {3, 1}, {1, 5}}, 6, {2, 4});
  EXPECT_TRUE(N.ends(2));
  EXPECT_EQ(N.Numbers.Encodings[4], Encoding::Count);
  EXPECT_FALSE(N.ends(1));
  EXPECT_FALSE(N.ends(3));
}

TEST(CountedLoops, GoRoundInOneWayAndCallNothing) {
  std::set<Pair> Loop = {{0, 1}, {1, 2}, {2, 1}, {1, 3}};
  EXPECT_TRUE(withLoops(Loop, 4, {2}, {1}).ends(2));
  std::set<Pair> Branch = {{0, 1}, {1, 2}, {2, 3}, {2, 4},
                           {3, 4}, {4, 1}, {1, 5}};
  EXPECT_TRUE(withLoops(Branch, 6, {2}).ends(2));
  std::set<Pair> Forever = {{0, 1}, {1, 2}, {2, 1}};
  EXPECT_TRUE(withLoops(Forever, 3, {2}).ends(2));
}

TEST(CountedLoops, MayBeLeftInSeveralWays) {
  // From the head, and by a break.
  Numbered N = withLoops(
      {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {2, 5}, {5, 1}, {1, 4}}, 6, {2});
  EXPECT_EQ(N.Numbers.Encodings[2], Encoding::Count);
  EXPECT_EQ(N.Numbers.Total, 2u);
  EXPECT_EQ(N.Numbers.CountBits, 1u);
}

TEST(PathNumbers, EndInCyclesWithoutABody) {
  Numbered N({{0, 1}, {1, 2}, {2, 1}, {2, 3}}, 4);
  EXPECT_TRUE(N.ends(1));
  EXPECT_FALSE(N.ends(2));
}

TEST(PathNumbers, EndAtSharedTargetsThatNothingTellsApart) {
  // From 0 and 1 to both 2 and 3.
  Numbered N({{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 4}, {3, 4}}, 5);
  EXPECT_TRUE(N.ends(2));
  EXPECT_TRUE(N.ends(3));
  EXPECT_TRUE(N.ends(4));
}

/// Time and numbers of functions as long as SQLite's longest, and longer.
TEST(PathNumbers, StayBelowTheLimitInLongFunctions) {
  constexpr uint32_t Branches = 20000;
  std::set<Pair> Chain, Cases, Gotos;
  for (uint32_t I = 0; I != Branches; ++I) {
    Chain.insert({{2 * I, 2 * I + 1}, {2 * I, 2 * I + 2}});
    Chain.insert({2 * I + 1, 2 * I + 2});
    Cases.insert({{0, I + 1}, {I + 1, Branches + 1}});
  }
  for (uint32_t I = 1; I != 800; ++I)
    for (uint32_t J = 1; J != 800; ++J)
      Gotos.insert({{0, I}, {I, J}});
  Random R(3);
  Numbered Long(Chain, 2 * Branches + 1);
  expectWalksBack(Long, R, 2000);
  EXPECT_LT(llvm::count(Long.Numbers.Encodings, Encoding::Path), 2000);
  Numbered Switch(Cases, Branches + 2);
  expectWalksBack(Switch, R, 2000);
  EXPECT_EQ(Switch.Numbers.Total, Branches);
  expectWalksBack(Numbered(Gotos, 800), R, 2000);
}

TEST(PathTable, RefusesOneNumberForTwoPathsFromTheEntry) {
  Numbered N({{0, 1}, {0, 2}, {1, 3}, {2, 3}}, 4);
  EXPECT_FALSE(PathTable(N.unit()).check());
  N.Numbers.Increments.assign(N.Transitions.size(), 0);
  std::optional<PathTable::Fault> Fault = PathTable(N.unit()).check();
  ASSERT_TRUE(Fault);
  EXPECT_TRUE(Fault->OfTransition);
}

TEST(PathTable, RefusesWhatIsNoLoopOfSums) {
  // for (…) { if (…) …; }: 1 condition, 2 body, 3 then, 4 join; 5 behind it.
  std::set<Pair> Pairs = {{0, 1}, {1, 2}, {2, 3}, {2, 4},
                          {3, 4}, {4, 1}, {1, 5}};
  PathPlaces Places;
  Places.HasSums = true;
  Places.MustEnd.resize(6);
  Numbered N(Pairs, Places, pathLimit(6));
  Unit Right = N.unit();
  auto IsRefused = [&](Unit U) { return PathTable(U).check().has_value(); };
  ASSERT_EQ(PathTable(Right).summedLoops().size(), 1u);
  EXPECT_FALSE(IsRefused(Right));
  auto At = [](Unit &U, Pair P) -> Transition & {
    return *llvm::find_if(U.Transitions, [&](const Transition &T) {
      return Pair(T.Source, T.Target) == P;
    });
  };
  Unit U = Right;
  U.Ipoints[3].E = Encoding::Sum; // does not count
  EXPECT_TRUE(IsRefused(U));
  U = Right;
  U.Ipoints[4].E = Encoding::Count; // counts without need
  EXPECT_TRUE(IsRefused(U));
  U = Right;
  U.Ipoints[2].E = Encoding::Path; // a path ends within
  EXPECT_TRUE(IsRefused(U));
  U = Right;
  At(U, {3, 4}).IsRound = true; // goes round without the head
  EXPECT_TRUE(IsRefused(U));
  U = Right;
  U.Transitions.push_back({0, 3, 0, false}); // a second entry
  EXPECT_TRUE(IsRefused(U));
  U = Right;
  U.Transitions.push_back({3, 1, 0, false}); // a round that is none
  EXPECT_TRUE(IsRefused(U));
  U = Right;
  U.Transitions.push_back({3, 2, 0, false}); // a cycle within
  EXPECT_TRUE(IsRefused(U));
}

/// What a damaged database says: each number that decodes is that of the path
/// which it decodes to, and whatever check() lets pass decodes.
TEST(PathTable, RefusesNumbersThatStandForNothing) {
  Random R(4);
  unsigned Refused = 0;
  for (unsigned I = 0; I != 3000 && !HasFatalFailure(); ++I) {
    Numbered N = irreducible(R, I % 2);
    for (unsigned Changes = 1 + below(R, 2); Changes; --Changes) {
      uint32_t At = below(R, N.count());
      uint32_t T = below(R, N.Transitions.size() + 1);
      switch (below(R, 4)) {
      case 0:
        N.Numbers.Encodings[At] = static_cast<Encoding>(below(R, 4));
        break;
      case 3:
        if (T != N.Transitions.size())
          N.Numbers.Rounds[T] = !N.Numbers.Rounds[T];
        break;
      case 1:
        N.Numbers.Bases[At] = below(R, 30);
        break;
      default:
        if (T != N.Transitions.size())
          N.Numbers.Increments[T] = below(R, 8);
      }
    }
    Unit U = N.unit();
    PathTable Table(U);
    bool IsWhole = !Table.check();
    Refused += !IsWhole;
    llvm::SmallVector<uint32_t> Path;
    std::set<std::vector<uint32_t>> Seen;
    for (uint32_t Last = 0; Last != N.count(); ++Last)
      for (uint64_t Number = 0; Number != 64; ++Number) {
        std::optional<PathTable::Loop> In;
        if (!Table.decode(Last, Number, Path, In))
          continue;
        ASSERT_EQ(Path.back(), Last);
        bool IsNew = Seen.insert({Path.begin(), Path.end()}).second;
        ASSERT_TRUE(IsNew || !IsWhole);
      }
  }
  EXPECT_GT(Refused, 1000u);
  EXPECT_LT(Refused, 3000u);
}

} // namespace
