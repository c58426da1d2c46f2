//===- NumberedGraph.h - Graphs of ipoints with numbers, for tests ------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_TEST_NUMBEREDGRAPH_H
#define IPOINT_TEST_NUMBEREDGRAPH_H

#include "database/Paths.h"
#include "probes/PathNumbers.h"
#include "llvm/ADT/STLExtras.h"
#include <random>
#include <set>

namespace ipoint {

using namespace database;

using Random = std::mt19937_64;
using Pair = std::pair<uint32_t, uint32_t>;

inline unsigned below(Random &R, unsigned End) { return R() % End; }

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
    case 0: { // if, perhaps with else, perhaps without a separate join
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

inline Numbered structured(Random &R, unsigned Most, bool HasSums = false) {
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
inline Numbered irreducible(Random &R, bool HasSums = false) {
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

} // namespace ipoint

#endif // IPOINT_TEST_NUMBEREDGRAPH_H
