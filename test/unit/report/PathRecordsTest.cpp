//===- PathRecordsTest.cpp - Path and block records give the same events --===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One walk through a program is recorded in both ways. They need not agree in
// the order of events: a path record comes behind the calls on its path.
//
//===----------------------------------------------------------------------===//

#include "ProgramBuilder.h"
#include "callstack/Rebuilder.h"
#include "probes/PathNumbers.h"
#include "gtest/gtest.h"
#include <map>
#include <random>
#include <set>

using namespace ipoint;
using namespace ipoint::analysis;
using database::Encoding;
using database::Kind;

namespace {

using Events = std::map<std::string, unsigned>;

/// Counts the events that it receives.
class CountSink : public UnhurriedSink {
public:
  using UnhurriedSink::UnhurriedSink;

  void entered(uint32_t Function, uint32_t Row, uint64_t Times) {
    note("entered", Function, Row, Times);
  }
  void pushed(uint32_t Function, bool, bool Entered) {
    note("pushed", Function, Entered);
  }
  uint64_t time(Edge &E, uint64_t, ProbeCount, uint64_t) {
    followed(E, 1);
    return 0;
  }
  void followed(Edge &E, uint64_t Times) {
    note("followed", edges().slotOf(E), 0, Times);
  }
  void visit(uint32_t Block) { note("visit", Block, 0); }
  void iterated(uint32_t Loop, uint64_t First, uint64_t Last) {
    for (; First <= Last; ++First)
      note("iterated", Loop, First);
  }
  void event(const Event &E) {
    if (const auto *V = std::get_if<MarkValue>(&E))
      note("value", V->Block, static_cast<uint64_t>(V->Value));
    else if (const auto *I = std::get_if<ImpossibleStep>(&E))
      note(I->Path ? "no path" : "impossible", I->Path ? I->To : I->From,
           I->Path.value_or(I->To));
    else if (const auto *U = std::get_if<Unusable>(&E);
             U && U->Why == Unusable::Unknown)
      note("unknown", 0, 0);
    else if (const auto *C = std::get_if<CallAbandoned>(&E))
      note("abandon", C->Function, unsigned(C->How));
  }
  void popped() { note("popped", 0, 0); }
  void finish(uint32_t Function, const ActivationTimes &A) {
    noteTimes("finish", {Function, A.Self, A.SelfProbes, A.Inclusive});
  }
  void finish(uint32_t Function, const Activation &A) {
    noteTimes("finish", {Function, A.SelfUsable, A.Self, A.SelfProbes.Timed,
                         A.SelfProbes.Untimed, A.InclusiveUsable, A.Inclusive,
                         A.InclusiveProbes.Timed, A.InclusiveProbes.Untimed,
                         A.Paths.size(), A.ArePathsCut});
  }
  void noteTimes(std::string What, std::initializer_list<uint64_t> Values) {
    for (uint64_t Value : Values)
      What += ' ' + std::to_string(Value);
    Times.insert(What);
  }

  Events Counts;
  std::multiset<std::string> Times; ///< of calls, and in accounts

protected:
  void note(const char *What, uint64_t A, uint64_t B, uint64_t Times = 1) {
    Counts[std::string(What) + " " + std::to_string(A) + " " +
           std::to_string(B)] += Times;
  }
};

/// The same, but transitions may come at the end.
class LateSink : public CountSink {
public:
  static constexpr bool InOrder = false, EachRound = false;
  using CountSink::CountSink;
  bool wantsCalls() const { return true; }
  void path(uint64_t, uint64_t Times, uint64_t) { Paths += Times; }

  uint64_t Paths = 0; ///< that were taken
};

constexpr uint32_t First = 256;

/// Of a function, the last one its exit.
constexpr uint32_t Ipoints = 10;

/// `f` calls itself and `g` from its loop, and has a mark with a value; `g`
/// calls nothing. Behind that both have a loop that can be counted.
database::Program makeProgram(bool TimedBoundaries) {
  database::Program P;
  database::Unit &U = addUnit(P);
  for (const char *Name : {"f", "g"}) {
    uint32_t F = U.Functions.size();
    uint32_t Entry = addFunction(U, Name,
                                 {{Kind::Then, "if.1/then"},
                                  {Kind::Join, "if.1/join"},
                                  {Kind::Body, "for.1/body"},
                                  {Kind::Then, "for.1/body/if.1/then"},
                                  {Kind::Mark, "m"},
                                  {Kind::Join, "for.1/join"},
                                  {Kind::Condition, "while.1/condition"},
                                  {Kind::Body, "while.1/body"}});
    for (auto [From, To] : {std::pair(0, 1),
                            {0, 2},
                            {1, 2},
                            {2, 3},
                            {2, 6},
                            {3, 4},
                            {3, 5},
                            {3, 3},
                            {4, 5},
                            {5, 3},
                            {4, 3},
                            {5, 6},
                            {3, 6},
                            {6, 7},
                            {7, 8},
                            {8, 7},
                            {7, 9}})
      U.Transitions.push_back({Entry + From, Entry + To});
    database::Loop &L = U.Loops.emplace_back();
    L.Function = F;
    L.Name = "for.1";
    L.Body = Entry + 3;
    database::Loop &Counted = U.Loops.emplace_back();
    Counted.Function = F;
    Counted.Name = "while.1";
    Counted.Head = Entry + 7;
    Counted.Body = Entry + 8;
    for (uint32_t Calling : {0, 3, 7})
      U.Calls.push_back({Entry + Calling, "x"});
    U.Marks.push_back(
        {Entry + 5, Name,
         F == 0 ? database::MarkValue::Unsigned : database::MarkValue::None});
    for (uint32_t I = Entry; I != U.count(); ++I)
      U.Ipoints[I].Timed = false;
    U.Ipoints[Entry].Timed = TimedBoundaries;
    U.Ipoints.back().Timed = TimedBoundaries;
  }
  return P;
}

/// Gives the program path records. A record's count has \p Bits bits, or as
/// many as fit.
void number(database::Unit &U, std::optional<unsigned> Bits = std::nullopt) {
  for (uint32_t F = 0; F != U.Functions.size(); ++F) {
    uint32_t Entry = F * Ipoints;
    U.Functions[F].S = database::Store::Paths;
    std::vector<std::pair<uint32_t, uint32_t>> Transitions;
    std::vector<bool> MustEnd(Ipoints), Bodies(Ipoints);
    Bodies[3] = Bodies[8] = true;
    for (uint32_t I = 0; I != Ipoints; ++I)
      MustEnd[I] = I + 1 == Ipoints || (F == 0 && I == 5) ||
                   (I != 0 && U.Ipoints[Entry + I].Timed);
    for (const database::Transition &T : U.Transitions)
      if (U.Ipoints[T.Source].Function == F)
        Transitions.push_back({T.Source - Entry, T.Target - Entry});
    PathNumbers N =
        numberPaths({0, MustEnd, Bodies, Bodies, {}, {}, Transitions}, 1 << 20);
    U.Functions[F].Stride = uint64_t(1)
                            << (Bits ? 40 - *Bits : N.CountBits.value());
    size_t At = 0;
    for (database::Transition &T : U.Transitions)
      if (U.Ipoints[T.Source].Function == F) {
        T.IsRound = N.Rounds[At];
        T.Increment = N.Increments[At++];
      }
    for (uint32_t I = 0; I != Ipoints; ++I) {
      U.Ipoints[Entry + I].E = N.Encodings[I];
      U.Ipoints[Entry + I].PathBase = N.Bases[I];
    }
    // Only f calls; a timed entry has a record anyway.
    if (F == 0 || U.Ipoints[Entry].Timed)
      U.Ipoints[Entry].E = Encoding::Record;
  }
}

struct Record {
  uint32_t Id = 0;
  bool IsTimed = false;
  uint64_t Value = 0;
};

/// A walk through a program, as its probes record it.
class Walker {
public:
  Walker(const database::Unit &U, unsigned Seed) : U(U), Random(Seed) {}

  void call(uint32_t Function, unsigned Depth) {
    uint32_t At = Function * Ipoints;
    uint64_t Sum = 0, Rounds = 0;
    const uint64_t Stride = U.Functions[Function].Stride;
    const bool HasPaths = U.Functions[Function].S == database::Store::Paths;
    if (!HasPaths || U.Ipoints[At].E == Encoding::Record)
      block(At);
    while (U.Ipoints[At].K != Kind::Exit) {
      if (Function == 0 && At == 4 && Depth < 4)
        call(Random() % 2, Depth + 1);
      const database::Transition &T = choose(At);
      At = T.Target;
      Sum += T.Increment;
      Rounds += U.Ipoints[At].E == Encoding::Count;
      if (!HasPaths) {
        block(At);
      } else if (U.Ipoints[At].E == Encoding::Path) {
        const uint64_t Most = (uint64_t(1) << 40) / Stride - 1;
        for (; Rounds >= Most; Rounds -= Most)
          Records.push_back({First + At, false, Sum + Stride * Most});
        Records.push_back({First + At, false, Sum + Stride * Rounds});
        Rounds = 0;
        ++Paths;
        if (At == 5 && Function == 0)
          value(At);
        if (U.Ipoints[At].Timed)
          block(At);
        Sum = U.Ipoints[At].PathBase.value_or(0);
      }
    }
  }

  std::vector<Record> Records;
  uint64_t Paths = 0; ///< that have ended

private:
  const database::Transition &choose(uint32_t From) {
    std::vector<const database::Transition *> All;
    for (const database::Transition &T : U.Transitions)
      if (T.Source == From)
        All.push_back(&T);
    return *All[Random() % All.size()];
  }
  void value(uint32_t At) { Records.push_back({First + At, false, Values++}); }
  void block(uint32_t At) {
    if (At == 5)
      return value(At);
    if (U.Ipoints[At].Timed)
      Records.push_back({First + At, true, Time += 10});
    else
      Records.push_back({First + At, false, 0});
  }

  const database::Unit &U;
  std::mt19937 Random;
  uint64_t Time = 1000, Values = 0;
};

/// Where ticks and probes went.
template <class Sink> void noteAccounts(Rebuilder<Sink> &From, Sink &Out) {
  for (const FormAccounts &A : From.accounts().Forms)
    for (const Spent &S : {A.All, A.Calling, A.Unsure})
      Out.noteTimes("spent", {S.Ticks, S.Probes.Timed, S.Probes.Untimed});
}

/// The events of each record alone.
CountSink eachOf(const SymbolTable &Symbols, const std::vector<Record> &All) {
  CountSink Out(Symbols);
  Rebuilder<CountSink> To(Symbols, Out);
  for (const Record &R : All)
    if (R.IsTimed)
      To.timed(R.Id, R.Value);
    else
      To.untimed(R.Id, R.Value);
  To.end();
  noteAccounts(To, Out);
  return Out;
}
Events eventsOf(const SymbolTable &Symbols, const std::vector<Record> &All) {
  return eachOf(Symbols, All).Counts;
}

struct LateEvents {
  Events Counts;
  std::multiset<std::string> Times;
  uint64_t Paths = 0;
};

/// Their events, \p Batch records at a time, as far as Rebuilder::runUntimed()
/// takes them; \p Taken is how many it took.
LateEvents lateEventsOf(const SymbolTable &Symbols,
                        const std::vector<Record> &All, size_t Batch,
                        size_t &Taken) {
  std::vector<uint64_t> Words;
  for (const Record &R : All)
    Words.push_back(ipoint_record_untimed(R.Id, R.Value));
  LateSink Out(Symbols);
  Rebuilder<LateSink> To(Symbols, Out);
  for (size_t I = 0; I != All.size(); ++I) {
    if (!All[I].IsTimed) {
      size_t Untimed = I;
      while (Untimed != All.size() && !All[Untimed].IsTimed)
        ++Untimed;
      size_t Count = To.runUntimed(
          llvm::ArrayRef(Words).slice(I, std::min(Batch, Untimed - I)));
      Taken += Count;
      if ((I += Count) == All.size())
        break;
    }
    if (All[I].IsTimed)
      To.timed(All[I].Id, All[I].Value);
    else
      To.untimed(All[I].Id, All[I].Value);
  }
  To.end();
  noteAccounts(To, Out);
  return {Out.Counts, Out.Times, Out.Paths};
}

void agree(bool TimedBoundaries, std::optional<unsigned> Bits = std::nullopt) {
  database::Program Blocks = makeProgram(TimedBoundaries), Paths = Blocks;
  number(Paths.Units.front(), Bits);
  SymbolTable OfBlocks(Blocks, {true}), OfPaths(Paths, {true});
  size_t InBlocks = 0, InPaths = 0, Taken = 0;
  for (unsigned Seed = 0; Seed != 500; ++Seed) {
    Walker B(Blocks.Units.front(), Seed), P(Paths.Units.front(), Seed);
    for (unsigned Call = 0; Call != 5; ++Call) {
      B.call(Call % 2, 0);
      P.call(Call % 2, 0);
    }
    Events Expected = eventsOf(OfBlocks, B.Records);
    CountSink Each = eachOf(OfPaths, P.Records);
    ASSERT_EQ(Expected, Each.Counts) << "seed " << Seed;
    size_t Batch = 1 + Seed % 50;
    LateEvents Late = lateEventsOf(OfPaths, P.Records, Batch, Taken);
    ASSERT_EQ(Expected, Late.Counts) << "seed " << Seed;
    ASSERT_EQ(Each.Times, Late.Times) << "seed " << Seed;
    ASSERT_EQ(P.Paths, Late.Paths) << "seed " << Seed;
    Late = lateEventsOf(OfBlocks, B.Records, Batch, Taken);
    ASSERT_EQ(Expected, Late.Counts) << "seed " << Seed;
    ASSERT_EQ(0u, Late.Paths);
    InBlocks += B.Records.size();
    InPaths += P.Records.size();
  }
  EXPECT_LT(InPaths, InBlocks);
  // What has a time is not to be only counted.
  if (TimedBoundaries)
    EXPECT_EQ(Taken, 0u);
  else
    EXPECT_GT(Taken, InPaths / 4);
}

TEST(PathRecords, GiveTheEventsOfBlockRecords) { agree(false); }
TEST(PathRecords, GiveTheSameAmongTimedRecords) { agree(true); }
TEST(PathRecords, GiveCountsThatTheyHaveNoRoomFor) {
  agree(false, 1);
  agree(false, 2);
  agree(true, 1);
}

TEST(PathRecords, WithANumberOfNoPathAreNamed) {
  database::Program P = makeProgram(false);
  number(P.Units.front());
  SymbolTable Symbols(P, {true});
  Events E = eventsOf(Symbols, {{First + 2 * Ipoints - 1, false, 1 << 30}});
  uint32_t Exit = Symbols.site(First + 2 * Ipoints - 1)->Block;
  EXPECT_EQ(
      E["no path " + std::to_string(Exit) + " " + std::to_string(1 << 30)], 1u);
}

/// One call is missing: the events after it are emitted.
TEST(PathRecords, AfterLostOnesAreEmitted) {
  database::Program P = makeProgram(false);
  number(P.Units.front());
  SymbolTable Symbols(P, {true});
  for (unsigned Seed = 0; Seed != 200; ++Seed) {
    Walker W(P.Units.front(), Seed);
    W.call(0, 0);
    size_t Cut = Seed % W.Records.size();
    W.Records.erase(W.Records.begin(), W.Records.begin() + Cut);
    W.Records.insert(W.Records.begin(), {IPOINT_ID_LOST, false, Cut});
    for (unsigned Call = 0; Call != 100; ++Call)
      W.call(1, 0);
    Events E = eventsOf(Symbols, W.Records);
    size_t Taken = 0;
    EXPECT_EQ(E,
              lateEventsOf(Symbols, W.Records, W.Records.size(), Taken).Counts);
    unsigned Calls = 0;
    for (const auto &[Name, Count] : E) {
      EXPECT_NE(Name.substr(0, 10), "impossible");
      EXPECT_NE(Name.substr(0, 7), "no path");
      if (Name.starts_with("entered 1 "))
        Calls += Count;
    }
    EXPECT_GE(Calls, 100u);
  }
}

} // namespace
