//===- Detection.cpp - Which long visits interrupts lengthened ------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Detection.h"
#include "Classifier.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>

using namespace llvm;

namespace ipoint::analysis {

static StringRef reasonFor(LeftFor Why) {
  switch (Why) {
  case LeftFor::Nothing:
    break;
  case LeftFor::Rate:
    return "other blocks are not interrupted like that, so it counts as a path "
           "of the block's own";
  case LeftFor::Alone:
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

/// Adds to \p V what of the block \p Mine are left, with the reason in words;
/// \p Visits are all of the block.
static void leave(Decision &V, ArrayRef<Candidate> Mine, uint64_t Visits,
                  const GapRule &Rule) {
  for (size_t I = 0; I < Mine.size();) {
    const Candidate &First = Mine[I];
    uint64_t Count = 0;
    for (; I < Mine.size() && Mine[I].isLeft() && Mine[I].Left == First.Left;
         ++I)
      Count += Mine[I].Times.Count;
    if (&First == Mine.data() + I) {
      ++I;
      continue;
    }
    V.Left.push_back({First.Times.Low, Mine[I - 1].Times.High});
    if (First.Left == LeftFor::Rate)
      V.OwnPaths.push_back(V.Left.back());
    std::string Times = std::to_string(First.Times.Low);
    if (Mine[I - 1].Times.High > First.Times.Low)
      Times += " to " + std::to_string(Mine[I - 1].Times.High);
    V.Reason +=
        formatv("{0}{1} {2} of {3} ticks beyond a gap not excluded: {4}",
                V.Reason.empty() ? "" : "; ", Count,
                Count == 1 ? "visit" : "visits", Times, reasonFor(First.Left));
  }
  for (size_t I = 0; I < Mine.size();) {
    auto MayBeInterrupted = [&](const Candidate &C) {
      return C.Left == LeftFor::Rate || C.Left == LeftFor::Alone;
    };
    size_t Begin = I;
    uint64_t Count = 0;
    for (; I < Mine.size() && MayBeInterrupted(Mine[I]) &&
           (I == Begin ||
            Mine[I].Excess <= Rule.Params.MostApart * Mine[I - 1].Excess);
         ++I)
      Count += Mine[I].Times.Count;
    if (double(Count) >= Rule.Params.LeastOfClock &&
        !Rule.isTooFrequent(Count, Visits))
      V.Watched.push_back({Mine[Begin].Times.Low, Mine[I - 1].Times.High});
    I = std::max(I, Begin + 1);
  }
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
  for (const Candidate &C : Mine) {
    if (!C.isLeft() && !Open)
      V.Interrupted.push_back(
          {Last + (C.Times.Low - Last + 1) / 2, UINT64_MAX});
    if (C.isLeft() && Open)
      V.Interrupted.back().To = Last + (C.Times.Low - Last - 1) / 2;
    Open = !C.isLeft();
    Last = C.Times.High;
  }
  leave(V, Mine, S.Visits, Rule);
  if (V.Interrupted.empty()) {
    V.State =
        V.Reason.empty() ? FilterState::NothingToExclude : FilterState::Refused;
    return V;
  }
  V.State = FilterState::Applied;
  // Of what is longer no interrupted visit can have been.
  V.Instead = undisturbed(Times, Band{V.Interrupted.front().From, UINT64_MAX},
                          Rule.Step);
  return V;
}

DetectionResult detect(ArrayRef<const Histogram *> Times, const GapRule &Rule,
                       const Findings &Known) {
  DetectionResult Result;
  Result.Shapes.resize(Times.size());
  Result.Decisions.resize(Times.size());
  for (size_t B = 0; B < Times.size(); ++B)
    if (Times[B])
      Result.Shapes[B] = shapeOf(*Times[B], Rule);
  Classifier J(Result.Shapes, Rule, Known);
  J.deliberate();
  Result.Classes = J.Classes;
  for (auto [B, S] : enumerate(Result.Shapes))
    S.Modes = expectedOfInterrupted(std::as_const(J).of(uint32_t(B)));
  for (uint32_t B = 0; B < Times.size(); ++B)
    if (Times[B])
      Result.Decisions[B] =
          decisionOn(Result.Shapes[B], std::as_const(J).of(B), *Times[B], Rule);
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

static bool isIn(ArrayRef<Band> Bands, uint64_t Ticks) {
  return any_of(
      Bands, [&](const Band &B) { return B.From <= Ticks && Ticks <= B.To; });
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
  DetectionResult Found = detect(Blocks, GapRule());
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
