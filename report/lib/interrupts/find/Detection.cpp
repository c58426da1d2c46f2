//===- Detection.cpp - Which long visits interrupts lengthened ------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Detection.h"
#include "Classifier.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace llvm;

namespace ipoint::analysis {

/// \p InBins: of times that were added up, which have no order.
static StringRef reasonFor(LeftFor Why, bool InBins) {
  switch (Why) {
  case LeftFor::Nothing:
    break;
  case LeftFor::Rate:
    return "other blocks are not interrupted like that, so it counts as a path "
           "of the block's own";
  case LeftFor::Alone:
    if (InBins)
      return "no other block has enough of the class to show whether "
             "interrupts made it, and whether it keeps to a clock is not known "
             "of times that were added up";
    return "no other block has enough of the class to show whether interrupts "
           "made it, nor does it keep to a clock";
  case LeftFor::Time:
    return "it follows at once upon other long visits, as with a slower "
           "clock or a cold cache";
  case LeftFor::Frequency:
    return "they are more than a quarter of all, and not as many as elsewhere, "
           "so they may be a usual time of the block's own";
  }
  return "";
}

std::string rangeInWords(uint64_t Low, uint64_t High) {
  return std::to_string(Low) +
         (High > Low ? " to " + std::to_string(High) : "");
}

/// Calls \p Take with each run of \p All, of neighbours that \p Join, the times
/// of the run and how many visits it has.
static void
forEachRun(ArrayRef<Candidate> All,
           function_ref<bool(const Candidate &, const Candidate &)> Join,
           function_ref<void(const Candidate &, Band, uint64_t)> Take) {
  for (size_t I = 0; I < All.size();) {
    const Candidate &First = All[I];
    uint64_t Visits = All[I].Times.Count;
    for (++I; I < All.size() && Join(All[I - 1], All[I]); ++I)
      Visits += All[I].Times.Count;
    Take(First, {First.Times.Low, All[I - 1].Times.High}, Visits);
  }
}

/// Adds to \p V what of the block \p Mine are left, with the reason in words;
/// \p S is the block's shape.
static void noteLeft(Decision &V, ArrayRef<Candidate> Mine, const BlockShape &S,
                     const GapRule &Rule) {
  using C = const Candidate &;
  forEachRun(
      Mine, [](C A, C B) { return A.Left == B.Left; },
      [&](C First, Band Times, uint64_t Count) {
        if (!First.isLeft())
          return;
        V.Left.push_back(Times);
        if (First.Left == LeftFor::Rate)
          V.OwnPaths.push_back(Times);
        V.addReason(visitsInWords(Count) + " of " +
                    rangeInWords(Times.From, Times.To) +
                    " ticks beyond a gap not excluded: " +
                    reasonFor(First.Left, S.Bins).str());
      });
  auto MayBeInterrupted = [](C A) {
    return A.Left == LeftFor::Rate || A.Left == LeftFor::Alone;
  };
  forEachRun(
      Mine,
      [&](C A, C B) {
        return MayBeInterrupted(A) && MayBeInterrupted(B) &&
               B.Excess <= Rule.Params.MostApart * A.Excess;
      },
      [&](C First, Band Times, uint64_t Count) {
        if (MayBeInterrupted(First) &&
            double(Count) >= Rule.Params.LeastOfClock &&
            !Rule.isTooFrequent(Count, S.Visits))
          V.Watched.push_back(Times);
      });
}

static Decision decisionOn(const BlockShape &S, ArrayRef<Candidate> Mine,
                           const Histogram &Times, const GapRule &Rule) {
  Decision V;
  V.By = "detection";
  if (!S.IsClassifiable) {
    V.State = FilterState::TooFewVisits;
    return V;
  }
  uint64_t Last = S.MainHigh;
  bool Open = false;
  double Added = 0, Within = 0;
  for (const Candidate &C : Mine) {
    for (const AddedPart &P : C.Parts)
      if (!C.isLeft()) {
        Added += P.Excess * P.Count;
        Within += (P.Most - P.Least) / 2 * P.Count;
      }
    if (!C.isLeft() && !Open)
      V.Interrupted.push_back(
          {Last + (C.Times.Low - Last + 1) / 2, UINT64_MAX});
    if (C.isLeft() && Open)
      V.Interrupted.back().To = Last + (C.Times.Low - Last - 1) / 2;
    Open = !C.isLeft();
    Last = C.Times.High;
  }
  noteLeft(V, Mine, S, Rule);
  if (V.Interrupted.empty()) {
    V.State =
        V.Reason.empty() ? FilterState::NothingToExclude : FilterState::Refused;
    return V;
  }
  V.State = FilterState::Applied;
  if (S.Bins) {
    V.Added = Added;
    V.AddedWithin = Within;
  }
  // Of what is longer no interrupted visit can have been.
  V.Instead = undisturbed(Times, Band{V.Interrupted.front().From, UINT64_MAX},
                          Rule.Step);
  return V;
}

/// BlockShape::Modes of a block with the candidates \p Mine, ascending.
static std::vector<std::pair<uint64_t, double>>
expectedOfInterrupted(ArrayRef<Candidate> Mine) {
  std::vector<std::pair<uint64_t, double>> Result;
  for (const Candidate &C : Mine) {
    double Expected = C.Times.middle() - C.Excess;
    if (Result.empty() || Result.back().second != Expected)
      Result.push_back({C.Times.Low, Expected});
  }
  return Result;
}

/// Of times in bins nothing shows whether what one block has alone keeps to a
/// clock; nor, where no interrupt is found at all, whether they are masked
/// elsewhere. If it is interrupts, they come to other blocks, too, where bins
/// hide them.
static void noteUndecided(DetectionResult &R, const Classifier &J) {
  bool AnyFound = false;
  for (uint32_t B = 0; B < R.Shapes.size(); ++B)
    AnyFound |= any_of(J.of(B), [](const Candidate &C) { return !C.isLeft(); });
  auto MayBe = [&](const Candidate &C) {
    return C.Left == LeftFor::Alone || (C.Left == LeftFor::Rate && !AnyFound);
  };
  for (uint32_t B = 0; B < R.Shapes.size(); ++B)
    for (const Candidate &C : J.of(B)) {
      if (!R.Shapes[B].Bins || !MayBe(C))
        continue;
      auto Shows = [&](const BlockShape &S) {
        return S.IsClassifiable && S.LeastVisible <= C.Excess;
      };
      double Exposure = 0, Added = C.Excess * double(C.Times.Count);
      for (const BlockShape &S : R.Shapes)
        Exposure += Shows(S) ? S.exposure() : 0;
      R.Decisions[B].MayBeAdded += Added;
      for (auto [D, S] : zip_equal(R.Decisions, R.Shapes))
        if (S.IsClassifiable && !Shows(S) && Exposure > 0)
          D.MayBeAdded += Added * S.exposure() / Exposure;
    }
}

DetectionResult detect(std::vector<BlockShape> Shapes,
                       ArrayRef<const Histogram *> Times, const GapRule &Rule,
                       const Findings &Known) {
  DetectionResult Result;
  Result.Shapes = std::move(Shapes);
  Result.Decisions.resize(Times.size());
  Classifier J(Result.Shapes, Rule, Known);
  J.deliberate();
  Result.Classes = J.Classes;
  for (uint32_t B = 0; B < Times.size(); ++B) {
    ArrayRef<Candidate> Mine = std::as_const(J).of(B);
    Result.Shapes[B].Modes = expectedOfInterrupted(Mine);
    if (Times[B])
      Result.Decisions[B] = decisionOn(Result.Shapes[B], Mine, *Times[B], Rule);
  }
  noteUndecided(Result, J);
  for (uint32_t B : Known.Counted)
    Result.Decisions[B].CountVisits = true;
  return Result;
}

namespace {

/// From values to what histograms count: whole numbers. Those below 0, which a
/// base that was taken off can leave, are as good as 0.
struct Grid {
  double Steps = 1; ///< in 1
  uint64_t at(double Value) const {
    double Whole = std::round(Value * Steps);
    return Whole > 0 ? uint64_t(std::min(Whole, 0x1p62)) : 0;
  }
};

} // namespace

static Grid gridOf(ArrayRef<observations::Set> Sets) {
  for (const observations::Set &S : Sets)
    for (double Value : S.Values)
      if (Value != std::round(Value))
        return {1000};
  return {};
}

std::vector<DetectedSet>
dropInterrupted(MutableArrayRef<observations::Set> Sets) {
  const Grid On = gridOf(Sets);
  std::vector<Histogram> Times(Sets.size());
  std::vector<const Histogram *> Blocks;
  for (auto [S, T] : zip_equal(Sets, Times)) {
    for (double Value : S.Values)
      T.add(On.at(Value));
    Blocks.push_back(&T);
  }
  DetectionResult Found = detect(shapesOf(Blocks, {}), Blocks, {});
  std::vector<DetectedSet> Result;
  for (auto [S, D] : zip_equal(Sets, Found.Decisions)) {
    DetectedSet &R = Result.emplace_back();
    size_t Before = S.Values.size();
    erase_if(S.Values, [&](double V) { return isIn(D.Interrupted, On.at(V)); });
    R.Interrupted = Before - S.Values.size();
    for (double V : S.Values) {
      if (!isIn(D.Left, On.at(V)))
        continue;
      R.LeftLow = R.Left ? std::min(R.LeftLow, V) : V;
      R.LeftHigh = R.Left ? std::max(R.LeftHigh, V) : V;
      ++R.Left;
    }
  }
  return Result;
}

} // namespace ipoint::analysis
