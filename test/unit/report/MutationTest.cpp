//===- MutationTest.cpp - Whatever the bytes are, reading them ends -------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Streams with flipped bits, cut, and with pieces moved go through the reader
// and the rebuilder. Nothing is expected of the result but that it comes, and
// that no time is made up: build with IPOINT_SANITIZE to see what else happens.

#include "ProgramBuilder.h"
#include "StreamBuilder.h"
#include "count/Collector.h"
#include "trace/StreamReader.h"
#include "gtest/gtest.h"
#include <random>

using namespace ipoint;
using namespace ipoint::analysis;

namespace {

/// Two functions with a loop each, the first calls the second.
database::Program makeProgram() {
  database::Program P;
  database::Unit &U = addUnit(P);
  for (const char *Name : {"f", "g"}) {
    uint32_t First = addFunction(U, Name, {{database::Kind::Body, "body"}});
    for (auto [From, To] : {std::pair(0, 1), {1, 1}, {1, 2}, {0, 2}})
      U.Transitions.push_back({First + From, First + To});
  }
  U.Calls.push_back({1, "g"});
  return P;
}

StreamBuilder makeStream(std::mt19937_64 &Random) {
  StreamBuilder S;
  uint64_t Time = 1000;
  for (int Packet = 0; Packet < 4; ++Packet) {
    std::vector<uint64_t> Records;
    uint64_t Begin = Time;
    for (int Call = 0; Call < 5; ++Call) {
      for (uint32_t Id : {256, 257, 259, 260, 261, 257, 258}) {
        Time += Random() % 100;
        if (Random() % 20 == 0)
          Records.push_back(ipoint_record_untimed(Id, 0));
        else
          Records.push_back(ipoint_record_timed(Id, Time));
      }
      if (Random() % 3 == 0) {
        Records.push_back(ipoint_record_timed(IPOINT_ID_PAUSE, ++Time));
        Records.push_back(ipoint_record_timed(IPOINT_ID_RESUME, Time += 50));
      }
      if (Random() % 3 == 0)
        Records.push_back(ipoint_record_untimed(IPOINT_ID_LOST, 3));
    }
    S.packet(Begin, Time, Records);
  }
  return S;
}

void mutate(std::vector<char> &Bytes, std::mt19937_64 &Random) {
  for (int I = 0, N = 1 + Random() % 4; I < N && !Bytes.empty(); ++I) {
    size_t At = Random() % Bytes.size();
    switch (Random() % 4) {
    case 0:
      Bytes[At] = static_cast<char>(Bytes[At] ^ (1 << Random() % 8));
      break;
    case 1:
      Bytes.resize(At);
      break;
    case 2:
      Bytes.erase(Bytes.begin() + At,
                  Bytes.begin() + At + Random() % (Bytes.size() - At));
      break;
    default:
      std::vector<char> Piece(Bytes.begin() + At,
                              Bytes.begin() + At +
                                  Random() % (Bytes.size() - At));
      Bytes.insert(Bytes.begin() + Random() % Bytes.size(), Piece.begin(),
                   Piece.end());
      break;
    }
  }
}

/// The sum of self times of visits can't exceed the duration of the stream.
uint64_t check(std::vector<char> Bytes, const SymbolTable &Symbols) {
  std::vector<std::optional<Thresholds>> Limits(Symbols.blocks().size(),
                                                Thresholds{50, 60});
  auto Source = MemorySource::of(std::move(Bytes));
  trace::DamageList Damages;
  trace::PacketReader Reader(*Source, "stream", testUuid(), Damages);
  Collector All(Symbols, {5, 1, 4, 1}, Limits);
  All.startStream();
  Rebuilder<Collector> Events(Symbols, All);
  trace::StreamSummary Sum = trace::readStream(Reader, Events);
  Events.end();
  All.settle();
  uint64_t Visits = 0;
  for (const BlockStats &B : All.Blocks) {
    Visits += B.Visits;
    EXPECT_LE(B.Time.raw().moments().Count, B.Visits);
  }
  for (const FunctionStats &F : All.Functions)
    EXPECT_LE(F.Inclusive.raw().moments().Count, F.Calls);
  EXPECT_LE(Visits, Sum.Timed + Sum.Untimed);
  return Sum.Timed + Sum.Untimed;
}

TEST(Mutation, DamagedStreamsAreReadToTheirEnd) {
  database::Program P = makeProgram();
  SymbolTable Symbols(P, {true});
  uint64_t Records = 0;
  for (unsigned Seed = 0; Seed < 5000; ++Seed) {
    std::mt19937_64 Random(Seed);
    StreamBuilder S = makeStream(Random);
    mutate(S.Bytes, Random);
    Records += check(std::move(S.Bytes), Symbols);
  }
  EXPECT_GT(Records, 100000u) << "mutations should leave most records whole";
}

TEST(Mutation, EveryPrefixOfAStreamIsRead) {
  database::Program P = makeProgram();
  SymbolTable Symbols(P, {true});
  std::mt19937_64 Random(0);
  StreamBuilder S = makeStream(Random);
  for (size_t Size = 0; Size <= S.Bytes.size(); ++Size)
    check({S.Bytes.begin(), S.Bytes.begin() + Size}, Symbols);
}

} // namespace
