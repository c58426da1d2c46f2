//===- Excesses.cpp - What was added to each long visit -------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Classes.h"
#include "Detection.h"
#include "support/Ranges.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cmath>

using namespace llvm;

namespace ipoint::analysis {

namespace {

/// How often how much was added, in bins of one width as a share.
class Added {
public:
  explicit Added(double Width) : Width(std::log1p(Width)) {}

  size_t binOf(double Excess) const {
    return size_t(std::log(std::max(1.0, Excess)) / Width);
  }
  double endOf(size_t Bin) const { return std::exp(double(Bin + 1) * Width); }
  void add(double Excess, double Count) {
    size_t Bin = binOf(Excess) + 1;
    if (Bin + 2 > Counts.size())
      Counts.resize(Bin + 2);
    Counts[Bin] += Count;
  }
  /// With its neighbours', as where classes are split.
  double at(double Excess) const {
    size_t Bin = binOf(Excess) + 1;
    return Bin + 1 < Counts.size()
               ? (Counts[Bin - 1] + 2 * Counts[Bin] + Counts[Bin + 1]) / 4
               : 0;
  }

private:
  double Width;
  std::vector<double> Counts;
};

/// What may have been added to a long visit: from Low to High.
struct Place {
  double Low = 0, High = 0, Chance = 0;

  double middle() const { return (Low + High) / 2; }
};

} // namespace

/// What may have been added to \p V, if it had one of \p Modes and as much was
/// added to visits as \p Known has, if \p IsKnown; chances in proportion only.
/// For each mode one place for each bin of excesses that the visit's times
/// reach into.
static std::vector<Place> placesOf(const LongVisit &V, ArrayRef<Mode> Modes,
                                   const Added &Known, bool IsKnown,
                                   double Least) {
  std::vector<Place> Result;
  for (const Mode &M : Modes) {
    double Low = V.Low - M.Ticks, High = V.High - M.Ticks;
    if (High < Least)
      continue;
    double Begin = std::max(Low, Least), Width = High - Begin;
    for (size_t Bin = Known.binOf(Begin); Begin <= High; ++Bin) {
      // A border may be in either bin, as it is rounded.
      Place P{Begin, std::max(Begin, std::min(Known.endOf(Bin), High))};
      double Part = Width > 0 ? (P.High - P.Low) / Width : 1;
      P.Chance =
          M.Sum *
          (IsKnown && Part > 0 ? Known.at(std::max(P.middle(), 1.0)) : Part);
      Result.push_back(P);
      if (P.High >= High)
        break;
      Begin = P.High;
    }
  }
  return Result;
}

/// \p Places by what was added, one for each bin of \p Known.
static std::vector<Place> inOrder(std::vector<Place> Places,
                                  const Added &Known) {
  llvm::sort(Places, [](auto &A, auto &B) { return A.Low < B.Low; });
  std::vector<Place> Result;
  for (const Place &P : Places)
    if (Result.empty() ||
        Known.binOf(Result.back().middle()) != Known.binOf(P.middle())) {
      Result.push_back(P);
    } else {
      Result.back().High = std::max(Result.back().High, P.High);
      Result.back().Chance += P.Chance;
    }
  return Result;
}

/// Where parts of \p Places begin that lie apart: between two peaks there is
/// a third of the lower one at most.
static std::vector<size_t> beginsOfParts(ArrayRef<Place> Places, double Depth) {
  std::vector<size_t> Result = {0};
  size_t Floor = 0;
  double Peak = 0;
  for (size_t I = 0; I < Places.size(); ++I) {
    double Here = Places[I].Chance, Low = Places[Floor].Chance;
    if (Here > Depth * Low && Peak > Depth * Low) {
      Result.push_back(Floor);
      Peak = Here;
      Floor = I;
    } else if (Here >= Peak) {
      Peak = Here;
      Floor = I;
    } else if (Here < Low) {
      Floor = I;
    }
  }
  return Result;
}

/// Up to where \p Places weigh \p Weight.
static double placeAt(ArrayRef<Place> Places, double Weight) {
  for (const Place &P : Places) {
    if (P.Chance >= Weight)
      return P.Chance > 0 ? P.Low + (P.High - P.Low) * Weight / P.Chance
                          : P.Low;
    Weight -= P.Chance;
  }
  return Places.back().High;
}

/// What was added to \p Count visits, in whole ones: each of the parts that lie
/// apart in \p Places, ascending, has as many as are likely.
static std::vector<AddedPart> partsOf(ArrayRef<Place> Places, double Count,
                                      const DetectorParams &Params) {
  double All = 0, Before = 0, Given = 0;
  for (const Place &P : Places)
    All += P.Chance;
  std::vector<AddedPart> Result;
  std::vector<size_t> Begins = beginsOfParts(Places, Params.ValleyDepth);
  Begins.push_back(Places.size());
  for (auto [Begin, End] : zip(Begins, ArrayRef(Begins).drop_front())) {
    ArrayRef<Place> Here = Places.slice(Begin, End - Begin);
    double Sum = 0, Weight = 0;
    for (const Place &P : Here) {
      Sum += P.middle() * P.Chance;
      Weight += P.Chance;
    }
    Before += Weight;
    double Visits = std::round(Count * Before / All) - Given;
    if (Visits <= 0)
      continue;
    Given += Visits;
    double Mean = std::max(1.0, Sum / Weight);
    Result.push_back({Mean, std::min(Mean, placeAt(Here, 0.025 * Weight)),
                      std::max(Mean, placeAt(Here, 0.975 * Weight)), Visits,
                      Here.front().Low, Here.back().High});
  }
  return Result;
}

/// What was added to \p V, from its places: the likeliest one, or the parts of
/// a bin.
static std::vector<AddedPart> settle(const LongVisit &V,
                                     std::vector<Place> Places,
                                     const Added &Known, ArrayRef<Mode> Modes,
                                     const DetectorParams &Params) {
  auto Best = std::ranges::max_element(Places, {}, &Place::Chance);
  if (Best != Places.end() && Best->Chance > 0 && V.Low < V.High)
    return partsOf(inOrder(std::move(Places), Known), V.Count, Params);
  // Nothing that adds less counts as an interrupt, but it is left to others.
  double Excess = (V.Low + V.High) / 2 - Modes.front().Ticks;
  if (Best != Places.end() && V.Low == V.High)
    Excess = Best->Low;
  Excess = std::max(1.0, Excess);
  return {{Excess, Excess, Excess, V.Count, Excess, Excess}};
}

/// \p V as visits of which the time is known, and those in the bin of which it
/// is not.
static std::vector<LongVisit> known(const LongVisit &V) {
  std::vector<LongVisit> Result;
  Result.reserve(V.Known.size() + 1);
  for (double Ticks : V.Known)
    Result.push_back({Ticks, Ticks, 1, {}});
  if (double Rest = V.Count - double(V.Known.size()); Rest > 0)
    Result.push_back({V.Low, V.High, Rest, {}});
  return Result;
}

void findExcesses(MutableArrayRef<TimedBlock> Blocks, double Least,
                  const DetectorParams &Params) {
  // Expectation and maximisation: what was added, from which time each visit
  // had, and that from what was added.
  Added Known(Params.BinWidth);
  for (unsigned Round = 0; Round < Params.MostRounds; ++Round) {
    const bool IsLast = Round + 1 == unsigned(Params.MostRounds);
    Added Next(Params.BinWidth);
    for (TimedBlock &B : Blocks)
      for (LongVisit &Long : B.Long) {
        if (IsLast)
          Long.Parts.clear();
        for (const LongVisit &V : known(Long)) {
          std::vector<Place> Places =
              placesOf(V, B.Modes, Known, Round > 0, Least);
          const double All = sumOf(Places, &Place::Chance);
          for (const Place &P : Places)
            if (P.Chance > 0)
              Next.add(P.middle(), V.Count * P.Chance / All);
          if (IsLast)
            append_range(Long.Parts,
                         settle(V, std::move(Places), Known, B.Modes, Params));
        }
        if (IsLast)
          std::ranges::stable_sort(Long.Parts, {}, &AddedPart::Excess);
      }
    Known = std::move(Next);
  }
}

} // namespace ipoint::analysis
