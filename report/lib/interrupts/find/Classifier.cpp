//===- Classifier.cpp - Interrupts or the block's own ---------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Classifier.h"
#include "stats/Laws.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cmath>

using namespace llvm;

namespace ipoint::analysis {

/// What visits of the block \p S take that are not interrupted: its main
/// cluster, and what of its candidates \p Mine, which ascend, is left because
/// it is so frequent.
static std::vector<Mode> modesOf(const BlockShape &S,
                                 ArrayRef<Candidate> Mine) {
  std::vector<Mode> Result = {{S.Expected, S.MainSum}};
  size_t Cluster = 0;
  for (const Candidate &C : Mine) {
    if (C.Left != LeftFor::Frequency)
      continue;
    if (C.Cluster != Cluster)
      Result.emplace_back();
    Cluster = C.Cluster;
    Result.back().add(C.Times.middle(), double(C.Times.Count));
  }
  return Result;
}

/// Excesses of what the block is left, by cluster: interrupts among them are
/// not seen.
static std::vector<ExcessBand> hiding(ArrayRef<Candidate> Mine) {
  std::vector<ExcessBand> Result;
  size_t Cluster = 0;
  for (const Candidate &C : Mine) {
    if (C.Left != LeftFor::Rate && C.Left != LeftFor::Frequency)
      continue;
    if (C.Cluster != Cluster)
      Result.push_back({C.Excess, C.Excess});
    Cluster = C.Cluster;
    Result.back().High = std::nextafter(C.Excess, INFINITY);
  }
  return Result;
}

Classifier::Classifier(ArrayRef<BlockShape> Shapes, const GapRule &Rule,
                       const Findings &Known)
    : Shapes(Shapes), Rule(Rule), Exposures(Shapes.size()) {
  size_t Cluster = 0;
  for (uint32_t B = 0; B < Shapes.size(); ++B) {
    const BlockShape &S = Shapes[B];
    Exposures[B] = S.exposure();
    double Last = 0;
    ++Cluster;
    for (const Histogram::Bucket &T : S.Beyond) {
      Candidate C{B, T, S.excessOf(T), {}};
      if (any_of(Known.Revoked, [&](auto &K) { return K.holds(C.Excess); }))
        C.Left = LeftFor::Time;
      C.IsAdmitted = any_of(Known.Admitted, [&](const Admission &A) {
        return A.Block == B && A.Ticks.has(T.Low);
      });
      if (double(T.Low) - Last > Rule.LeastExcess)
        ++Cluster;
      C.Cluster = Cluster;
      Last = double(T.High);
      All.push_back(C);
    }
    Ends.push_back(All.size());
  }
}

ArrayRef<Candidate> Classifier::of(uint32_t Block) const {
  size_t Begin = Block ? Ends[Block - 1] : 0;
  return ArrayRef(All).slice(Begin, Ends[Block] - Begin);
}

MutableArrayRef<Candidate> Classifier::of(uint32_t Block) {
  size_t Begin = Block ? Ends[Block - 1] : 0;
  return MutableArrayRef(All).slice(Begin, Ends[Block] - Begin);
}

/// Sets excesses where blocks have several modes, or times are in bins.
void Classifier::setExcesses() {
  if (none_of(Shapes, [](auto &S) { return S.Bins; }) &&
      (!Rule.Params.SeparateModes ||
       none_of(All, [](auto &C) { return C.Left == LeftFor::Frequency; })))
    return;
  std::vector<TimedBlock> Blocks(Shapes.size());
  for (uint32_t B = 0; B < Shapes.size(); ++B) {
    Blocks[B].Modes = modesOf(Shapes[B], of(B));
    if (!Rule.Params.SeparateModes)
      Blocks[B].Modes.resize(1);
    for (auto [Of, C] : enumerate(of(B)))
      if (!C.isLeft())
        Blocks[B].Long.push_back(Shapes[B].longVisit(Of));
  }
  findExcesses(Blocks, Rule.LeastExcess, Rule.Params);
  for (uint32_t B = 0; B < Shapes.size(); ++B) {
    auto Found = Blocks[B].Long.begin();
    for (Candidate &C : of(B))
      if (!C.isLeft()) {
        C.Excess = Found->mostHave();
        if (Shapes[B].Bins)
          C.Parts = std::move(Found->Parts);
        ++Found;
      }
  }
}

void Classifier::findClassesAnew() {
  setExcesses();
  std::vector<BlockExcesses> Excesses(Shapes.size());
  for (const Candidate &C : All)
    if (!C.isLeft())
      C.forEachPart([&](const AddedPart &P) {
        Excesses[C.Block].add(P, !C.Parts.empty());
      });
  for (auto [E, S, Exposure] : zip_equal(Excesses, Shapes, Exposures)) {
    E.Visits = S.Visits;
    E.LeastVisible = S.LeastVisible;
    E.Exposure = S.IsClassifiable ? std::max(0.0, Exposure) : 0;
  }
  Classes = findClasses(Excesses, Rule.Params);
  for (Candidate &C : All) {
    const ClassBand *Band = Classes.bandOf(C.Excess);
    C.Class = Band ? Band->owner() : Classes.size();
  }
}

/// Blocks that can be interrupted by \p Class and show it, with what they have
/// of it. Where only some would be seen, the longer ones or those that a path
/// of the block's own does not hide, the exposure is multiplied by their share.
std::vector<Classifier::Part> Classifier::partsOf(size_t Class) const {
  std::vector<BlockView> Views(Shapes.size());
  std::vector<Part> Parts(Shapes.size());
  for (const Candidate &C : All)
    if (!C.isLeft())
      C.forEachPart([&](const AddedPart &P) {
        if (!Classes.isOf(P.Excess, Class))
          return;
        Parts[C.Block].Count += uint64_t(P.Count);
        Parts[C.Block].IsAdmitted |= C.IsAdmitted;
        Views[C.Block].Excesses.push_back({P.Excess, P.Count});
      });
  for (uint32_t B = 0; B < Shapes.size(); ++B) {
    Parts[B].Block = B;
    if (!Shapes[B].IsClassifiable || Exposures[B] <= 0) {
      Views[B] = {};
      continue;
    }
    Views[B].Exposure = Exposures[B];
    Views[B].Visible = Shapes[B].LeastVisible;
    Views[B].Hidden = hiding(of(B));
  }
  SeenExcesses Seen(Views);
  for (auto [P, View] : zip_equal(Parts, Views)) {
    if (View.Exposure <= 0)
      continue;
    P.Exposure = Seen.shareOf(View) * View.Exposure;
    P.View = std::move(View);
  }
  erase_if(Parts, [](const Part &P) { return P.Exposure <= 0; });
  return Parts;
}

/// Leaves those of \p Class in \p Some, for the reason \p Why.
static void leave(MutableArrayRef<Candidate> Some, size_t Class, LeftFor Why) {
  for (Candidate &C : Some)
    if (C.Class == Class && !C.isLeft())
      C.Left = Why;
}

/// The block in \p Parts, as \p Seen has them, whose count is furthest above
/// what the others let expect; null if none is too high.
Classifier::Part *Classifier::worstOf(std::vector<Part> &Parts,
                                      const SeenExcesses &Seen) const {
  double Exposure = 0;
  uint64_t Count = 0;
  for (const Part &P : Parts) {
    Exposure += P.Exposure;
    Count += P.Count;
  }
  // Where all visits take less than a tick, no rate lets expect anything.
  if (!(Exposure > 0))
    return nullptr;
  Part *Worst = nullptr;
  double LeastChance = 1, Most = 0;
  for (Part &P : Parts) {
    if (!P.Count || P.IsAdmitted)
      continue;
    // Half of one more, so that none elsewhere is no rate of 0.
    double Others = double(Count - P.Count) + 0.5;
    // With that many expected its count is not too high, however rounded.
    double Enough = 1.001 * double(P.Count) / Rule.Params.OutlierTimes;
    double Expected = Seen.expectedIn(P.View, Enough) +
                      0.5 * P.Exposure / std::max(1e-9, Exposure - P.Exposure);
    double Times = double(P.Count) / Expected;
    if (Times <= Rule.Params.OutlierTimes)
      continue;
    double Chance =
        chanceOfAtLeast(P.Count, Count, Expected / (Expected + Others));
    bool IsOut = Chance < Rule.Params.PoissonChance;
    if (IsOut && (!Worst || Chance < LeastChance ||
                  (Chance == LeastChance && Times > Most))) {
      Worst = &P;
      LeastChance = Chance;
      Most = Times;
    }
  }
  return Worst;
}

/// Whether \p Block has as many visits of a class, of \p Parts, as blocks of
/// which fewer are interrupted let expect: a mode of the block would be so only
/// by chance.
bool Classifier::isAsOftenElsewhere(uint32_t Block,
                                    ArrayRef<Part> Parts) const {
  const double MostApart = Rule.Params.MostApart;
  double Mine = 0, Exposure = 0, Others = 0, OthersExposure = 0;
  for (const Part &P : Parts) {
    if (P.Block == Block) {
      Mine = double(P.Count);
      Exposure = P.Exposure;
    } else if (!Rule.isTooFrequent(P.Count, Shapes[P.Block].Visits)) {
      Others += double(P.Count);
      OthersExposure += P.Exposure;
    }
  }
  if (Others < Rule.Params.LeastVisits ||
      2 * Mine > double(Shapes[Block].Visits))
    return false;
  double Times = Mine / Exposure / (Others / OthersExposure);
  return Times <= MostApart && Times >= 1 / MostApart;
}

/// Where more than a quarter of a block's visits may be interrupted, leaves to
/// it its most frequent class, unless other blocks confirm that it is
/// interrupts: modes may be as many.
bool Classifier::leaveFrequent() {
  if (!Rule.Params.LeaveFrequent)
    return false;
  bool Any = false;
  // By class, until something is left, which may hide parts of any.
  std::vector<std::optional<std::vector<Part>>> Parts(Classes.size());
  for (uint32_t B = 0; B < Shapes.size(); ++B) {
    std::vector<uint64_t> Counts(Classes.size());
    uint64_t All = 0;
    for (const Candidate &C : of(B))
      if (!C.isLeft()) {
        Counts[C.Class] += C.Times.Count;
        All += C.Times.Count;
      }
    while (Rule.isTooFrequent(All, Shapes[B].Visits)) {
      auto Most = size_t(llvm::max_element(Counts) - Counts.begin());
      if (!Parts[Most])
        Parts[Most] = partsOf(Most);
      if (isAsOftenElsewhere(B, *Parts[Most])) {
        All -= std::exchange(Counts[Most], 0);
        continue;
      }
      Any = true;
      leave(of(B), Most, LeftFor::Frequency);
      Parts.assign(Classes.size(), std::nullopt);
      All -= std::exchange(Counts[Most], 0);
    }
  }
  return Any;
}

/// Whether a class reaches a part of the program only, as the handler's length
/// depends on what that does: it adds the same to several blocks of \p Parts,
/// in proportion to their time, and not to how often they run, as a path does
/// that they have in common.
bool Classifier::isConfined(ArrayRef<Part> Parts) const {
  const DetectorParams &Params = Rule.Params;
  std::vector<const Part *> Some;
  for (const Part &P : Parts)
    if (double(P.Count) >= Params.Few)
      Some.push_back(&P);
  double Count = 0, Exposure = 0, Visits = 0;
  for (size_t Before = 0; Before != Some.size();) {
    Before = Some.size();
    Count = Exposure = Visits = 0;
    for (const Part *P : Some) {
      Count += double(P->Count);
      Exposure += P->Exposure;
      Visits += double(Shapes[P->Block].Visits);
    }
    // Where it strays to it is no evidence.
    erase_if(Some, [&](const Part *P) {
      return double(P->Count) * Exposure * Params.OutlierTimes <
             Count * P->Exposure;
    });
  }
  if (double(Some.size()) < Params.LeastSuspecting)
    return false;
  double ByTime = 0, ByVisits = 0, Low = INFINITY, High = 0;
  for (const Part *P : Some) {
    double Share = P->Exposure / Exposure,
           Often = double(Shapes[P->Block].Visits) / Visits;
    if (double(P->Count) > Params.OutlierTimes * Share * Count)
      return false;
    ByTime += double(P->Count) * std::log(Share);
    ByVisits += double(P->Count) * std::log(Often);
    // They ascend.
    double Median = valueAt(P->View.Excesses, double(P->Count) / 2);
    Low = std::min(Low, Median);
    High = std::max(High, Median);
  }
  return High - Low <= std::max(2 * Params.BinWidth * Low, 2 * Rule.Step) &&
         ByTime - ByVisits > -std::log(Params.PoissonChance);
}

/// Takes blocks from \p Class until none has too many of it.
bool Classifier::dismissOutliers(size_t Class) {
  std::vector<Part> Parts = partsOf(Class);
  std::vector<BlockView> Views;
  Views.reserve(Parts.size());
  for (const Part &P : Parts)
    Views.push_back(P.View);
  SeenExcesses Seen(Views);
  bool Any = false;
  while (Part *Worst = worstOf(Parts, Seen)) {
    if (isConfined(Parts))
      break;
    Any = true;
    leave(of(Worst->Block), Class, LeftFor::Rate);
    Seen.remove(Worst->View);
    Parts.erase(Parts.begin() + (Worst - Parts.data()));
  }
  return Any;
}

/// Leaves \p Class where only one block has it: only its times distinguish it
/// from a path of that block (review()).
void Classifier::leaveLonely(size_t Class) {
  uint64_t Count = 0, Most = 0;
  bool IsAdmitted = false;
  for (const Part &P : partsOf(Class)) {
    Count += P.Count;
    Most = std::max(Most, P.Count);
    IsAdmitted |= P.IsAdmitted;
  }
  if (!IsAdmitted && double(Count - Most) < Rule.Params.LeastElsewhere)
    leave(All, Class, LeftFor::Alone);
}

void Classifier::deliberate() {
  // What is own stays so while classes are found anew; each round finds some.
  for (unsigned Round = 0; Round < Rule.Params.MostRounds; ++Round) {
    findClassesAnew();
    bool Any = leaveFrequent();
    for (size_t Class = 0; Class < Classes.size(); ++Class)
      Any |= dismissOutliers(Class);
    if (!Any)
      break;
  }
  for (size_t Class = 0; Class < Classes.size() && Rule.Params.LeaveAlone;
       ++Class)
    leaveLonely(Class);
}

} // namespace ipoint::analysis
