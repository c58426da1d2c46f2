//===- ipoint-check-paths.cpp - Walks through a program's paths -----------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Walks at random through the ipoints of each function with path records, from
// where paths begin to where they end, adds up what the transitions add, and
// asks what path has the number, and how often it went round a counted loop.
//
//===----------------------------------------------------------------------===//

#include "database/Database.h"
#include "database/Paths.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <random>

using namespace llvm;
using namespace ipoint::database;

namespace {

/// How many walks begin at each ipoint where paths do.
constexpr unsigned Walks = 200;

struct Counts {
  uint64_t Functions = 0, WithBlocks = 0, Ipoints = 0, Sums = 0, Walks = 0,
           Wrong = 0, Longest = 0, Largest = 0, Loops = 0, Rounds = 0;
};

class UnitWalker {
public:
  UnitWalker(const Unit &U, Counts &Count)
      : U(U), Count(Count), Table(U), From(U.count()) {
    for (const Transition &T : U.Transitions)
      From[T.Source].push_back(&T);
  }

  void walk() {
    for (const Function &F : U.Functions) {
      Count.Functions += F.S == Store::Paths;
      Count.WithBlocks += F.S == Store::Blocks && !F.Skipped;
    }
    for (uint32_t I = 0; I != U.count(); ++I) {
      if (U.Functions[U.Ipoints[I].Function].S != Store::Paths)
        continue;
      ++Count.Ipoints;
      Count.Sums += U.Ipoints[I].E == Encoding::Sum;
      Count.Loops += U.Ipoints[I].E == Encoding::Count;
      if (U.Ipoints[I].PathBase)
        for (unsigned N = 0; N != Walks; ++N)
          walkFrom(I);
    }
  }

private:
  void walkFrom(uint32_t Start) {
    SmallVector<uint32_t, 32> Path = {Start};
    uint64_t Number = *U.Ipoints[Start].PathBase, Visits = 0;
    uint32_t At = Start;
    do {
      const Transition *T = From[At][Random() % From[At].size()];
      Number += T->Increment;
      Path.push_back(At = T->Target);
      Visits += U.Ipoints[At].E == Encoding::Count;
    } while (U.Ipoints[At].E != Encoding::Path);
    ++Count.Walks;
    Count.Longest = std::max<uint64_t>(Count.Longest, Path.size());
    Count.Largest = std::max(Count.Largest, Number);
    if (Path == decode(At, Number, Visits))
      return;
    ++Count.Wrong;
    outs() << U.Functions[U.Ipoints[At].Function].Name << ": path "
           << join(map_range(Path, [](uint32_t I) { return utostr(I); }), " ")
           << " does not come back from " << Number << '\n';
  }

  /// Empty if there is no such path.
  SmallVector<uint32_t, 32> decode(uint32_t Last, uint64_t Number,
                                   uint64_t Visits) {
    SmallVector<uint32_t, 32> Path, Result;
    std::optional<PathTable::Loop> In;
    uint64_t Stride = Table.stride(Last);
    if ((Stride && Number >= Stride) || !Table.decode(Last, Number, Path, In) ||
        Visits < (In && In->Counts))
      return {};
    if (!In)
      return Visits ? Result : Path;
    Result.append(Path.begin(), Path.begin() + In->Head + 1);
    for (uint64_t Round = In->Counts; Round != Visits; ++Round, ++Count.Rounds)
      append_range(Result, In->Round);
    Result.append(Path.begin() + In->Head + 1, Path.end());
    return Result;
  }

  const Unit &U;
  Counts &Count;
  PathTable Table;
  std::vector<SmallVector<const Transition *, 2>> From;
  std::mt19937_64 Random; // the same in each run
};

Expected<Counts> walk(const char *Path) {
  Expected<Database> D = Database::open(Path);
  if (!D)
    return D.takeError();
  Expected<Program> P = D->readAll();
  if (!P)
    return P.takeError();
  Counts Count;
  for (const Unit &U : P->Units)
    UnitWalker(U, Count).walk();
  return Count;
}

} // namespace

int main(int Argc, char **Argv) {
  if (Argc != 2) {
    errs() << "usage: ipoint-check-paths DATABASE\n";
    return 2;
  }
  Expected<Counts> C = walk(Argv[1]);
  if (!C) {
    errs() << "ipoint-check-paths: error: " << toString(C.takeError()) << '\n';
    return 2;
  }
  outs() << C->Functions << " functions with paths, " << C->WithBlocks
         << " with blocks\n"
         << C->Ipoints << " ipoints, of which " << C->Sums << " only add and "
         << C->Loops << " count\n"
         << C->Walks << " walks, the longest through " << C->Longest
         << " ipoints, the largest number " << C->Largest << ", " << C->Rounds
         << " rounds counted, " << C->Wrong << " wrong\n";
  return C->Wrong != 0;
}
