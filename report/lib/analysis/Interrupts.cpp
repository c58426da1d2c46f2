//===- Interrupts.cpp - Which long visits were struck by interrupts -------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Interrupts.h"
#include "RateStatistics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>
#include <map>

using namespace llvm;

namespace ipoint::analysis {

//===--- Kinds ---===//

/// Bins of excess are 5 % wide.
static const double BinWidth = std::log(1.05);
static size_t binOf(double Excess) {
  return size_t(std::log(std::max(1.0, Excess)) / BinWidth);
}

namespace {
/// A peak over the bins and the lowest place between it and the next one.
struct Peak {
  size_t At = 0;
  double Height = 0;
  size_t Valley = 0;
  double Floor = 0;
};
} // namespace

/// Whether the valley behind \p A is deep enough to keep it apart from \p B: a
/// third of the lower one, and more than three standard deviations of counts.
static bool isDeep(const Peak &A, const Peak &B) {
  double Lower = std::min(A.Height, B.Height);
  return A.Floor < Lower / 3 && Lower - A.Floor > 3 * std::sqrt(Lower);
}

static std::vector<Peak> peaksOf(ArrayRef<double> Bins) {
  std::vector<Peak> Result;
  for (size_t I = 0; I < Bins.size(); ++I) {
    double Before = I ? Bins[I - 1] : 0;
    double Behind = I + 1 < Bins.size() ? Bins[I + 1] : 0;
    if (Bins[I] > 0 && Bins[I] >= Before && Bins[I] > Behind)
      Result.push_back({I, Bins[I]});
  }
  for (size_t I = 0; I + 1 < Result.size(); ++I) {
    Peak &P = Result[I];
    const double *Low =
        std::min_element(Bins.begin() + P.At, Bins.begin() + Result[I + 1].At);
    // In the middle of a valley with a flat floor.
    const double *End = std::find_if(Low, Bins.begin() + Result[I + 1].At,
                                     [&](double B) { return B > *Low; });
    P.Valley = size_t(Low - Bins.begin() + (End - Low) / 2);
    P.Floor = *Low;
  }
  return Result;
}

std::vector<KindBand>
findKinds(ArrayRef<std::pair<double, uint64_t>> Excesses) {
  if (Excesses.empty())
    return {};
  std::vector<double> Raw;
  for (auto [Excess, Count] : Excesses) {
    size_t Bin = binOf(Excess) + 2;
    Raw.resize(std::max(Raw.size(), Bin + 3));
    Raw[Bin] += double(Count);
  }
  std::vector<double> Bins(Raw.size());
  for (size_t I = 1; I + 1 < Raw.size(); ++I)
    Bins[I] = (Raw[I - 1] + 2 * Raw[I] + Raw[I + 1]) / 4;
  std::vector<Peak> Peaks = peaksOf(Bins);
  for (size_t I = 0; I + 1 < Peaks.size();) {
    if (isDeep(Peaks[I], Peaks[I + 1])) {
      ++I;
      continue;
    }
    // One peak: the higher one, with the valley behind both.
    Peak &A = Peaks[I], &B = Peaks[I + 1];
    if (A.Height > B.Height)
      B.At = A.At, B.Height = A.Height;
    Peaks.erase(Peaks.begin() + I);
    I = I ? I - 1 : 0; // the valley before it may be shallow now
  }
  std::vector<KindBand> Result;
  double Low = 0;
  for (const Peak &P : Peaks) {
    double High = &P == &Peaks.back()
                      ? INFINITY
                      : std::exp((double(P.Valley) - 1.5) * BinWidth);
    Result.push_back({Low, High});
    Low = High;
  }
  return Result;
}

//===--- Blocks against each other ---===//

namespace {

struct Candidate {
  uint32_t Block = 0;
  Histogram::Bucket Times;
  double Excess = 0;
  bool IsOwn = false;                ///< of the block, not an interrupt
  const KindBand *Revoked = nullptr; ///< for this reason
  size_t Kind = 0;
  size_t Cluster = 0; ///< no gap within it; counts over all blocks
};

/// What one block has of a kind.
struct Part {
  uint32_t Block = 0;
  uint64_t Count = 0;
  double Exposure = 0; ///< ticks in which it could be struck, and it be seen
};

/// A block whose count was too high.
struct Outlier {
  uint32_t Block = 0;
  uint64_t Count = 0;
  double Times = 0; ///< as many as expected
  size_t Kind = 0;
};

class Jury {
public:
  Jury(ArrayRef<BlockShape> Shapes, const GapRule &Rule,
       ArrayRef<KindBand> Revoked);

  /// Finds what is the blocks' own until nothing more is found.
  void deliberate();
  Verdict verdictOn(uint32_t Block, const Histogram &Times, double Step) const;

  std::vector<KindBand> Kinds;

private:
  void findKindsAnew();
  std::vector<Part> partsOf(size_t Kind) const;
  bool dismissOutliers(size_t Kind);
  void readmitMasked(size_t Kind);
  void settle(size_t Kind);
  void setOwn(uint32_t Block, size_t Kind, bool IsOwn);
  bool isTail(uint32_t Block, size_t Kind) const;
  double distance(uint32_t Block, size_t Kind, bool WithOwn) const;
  std::string describeLeft(uint32_t Block) const;
  ArrayRef<Candidate> of(uint32_t Block) const;
  MutableArrayRef<Candidate> of(uint32_t Block);

  ArrayRef<BlockShape> Shapes;
  std::vector<double> Exposures; ///< by block
  std::vector<Candidate> All;    ///< by block, then time
  std::vector<size_t> Ends;      ///< by block: where its candidates end
  std::vector<Outlier> Outliers;
};

} // namespace

Jury::Jury(ArrayRef<BlockShape> Shapes, const GapRule &Rule,
           ArrayRef<KindBand> Revoked)
    : Shapes(Shapes), Exposures(Shapes.size()) {
  size_t Cluster = 0;
  for (uint32_t B = 0; B < Shapes.size(); ++B) {
    const BlockShape &S = Shapes[B];
    Exposures[B] = S.MainSum;
    double Last = 0;
    ++Cluster;
    for (const Histogram::Bucket &T : S.Beyond) {
      double Excess = S.excessOf(T);
      const KindBand *Why =
          find_if(Revoked, [&](auto &K) { return K.holds(Excess); });
      if (Why == Revoked.end())
        Why = nullptr;
      if (double(T.Low) - Last >
          std::max(Rule.LeastExcess, (Last - S.Median) / 10))
        ++Cluster;
      Last = double(T.High);
      All.push_back({B, T, Excess, Why != nullptr, Why, 0, Cluster});
      Exposures[B] += S.Expected * double(T.Count);
    }
    Ends.push_back(All.size());
  }
}

ArrayRef<Candidate> Jury::of(uint32_t Block) const {
  size_t Begin = Block ? Ends[Block - 1] : 0;
  return ArrayRef(All).slice(Begin, Ends[Block] - Begin);
}

MutableArrayRef<Candidate> Jury::of(uint32_t Block) {
  size_t Begin = Block ? Ends[Block - 1] : 0;
  return MutableArrayRef(All).slice(Begin, Ends[Block] - Begin);
}

void Jury::findKindsAnew() {
  std::vector<std::pair<double, uint64_t>> Excesses;
  for (const Candidate &C : All)
    if (!C.IsOwn)
      Excesses.push_back({C.Excess, C.Times.Count});
  Kinds = findKinds(Excesses);
  for (Candidate &C : All)
    for (C.Kind = 0; C.Kind < Kinds.size(); ++C.Kind)
      if (Kinds[C.Kind].holds(C.Excess))
        break;
}

/// Blocks that can be struck by \p Kind and show it, with what they have of it.
/// Where only the longer ones would be seen, the exposure is that share of it
/// that blocks have which show all of them.
std::vector<Part> Jury::partsOf(size_t Kind) const {
  std::vector<uint64_t> Counts(Shapes.size());
  double Least = INFINITY;
  for (const Candidate &C : All)
    if (C.Kind == Kind && !C.IsOwn) {
      Counts[C.Block] += C.Times.Count;
      Least = std::min(Least, C.Excess);
    }
  std::vector<std::pair<double, double>> Whole; // of blocks that show all
  for (const Candidate &C : All)
    if (C.Kind == Kind && !C.IsOwn && Shapes[C.Block].LeastVisible <= Least)
      Whole.push_back({C.Excess, double(C.Times.Count)});
  llvm::sort(Whole);
  for (size_t I = Whole.size(); I-- > 1;) // how many are as long or longer
    Whole[I - 1].second += Whole[I].second;
  auto ShareFrom = [&](double Excess) {
    auto It = llvm::lower_bound(Whole, std::pair(Excess, 0.0));
    return It == Whole.end() ? 0 : It->second / Whole.front().second;
  };
  std::vector<Part> Result;
  for (uint32_t B = 0; B < Shapes.size(); ++B) {
    const BlockShape &S = Shapes[B];
    if (!S.IsJudged || Exposures[B] <= 0)
      continue;
    double Seen = S.LeastVisible > Least ? ShareFrom(S.LeastVisible) : 1;
    bool WasDismissed = any_of(Outliers, [&](const Outlier &O) {
      return O.Block == B && O.Kind == Kind;
    });
    if (!WasDismissed && (Seen > 0 || Counts[B]))
      Result.push_back({B, Counts[B], std::max(Seen, 1e-3) * Exposures[B]});
  }
  return Result;
}

/// With what hangs together with it: a path's longest and shortest visits may
/// fall into another kind.
void Jury::setOwn(uint32_t Block, size_t Kind, bool IsOwn) {
  MutableArrayRef<Candidate> Mine = of(Block);
  for (size_t I = 0; I < Mine.size();) {
    size_t End = I;
    bool HasKind = false;
    for (; End < Mine.size() && Mine[End].Cluster == Mine[I].Cluster; ++End)
      HasKind |= Mine[End].Kind == Kind;
    for (; I < End; ++I)
      if (HasKind && !Mine[I].Revoked)
        Mine[I].IsOwn = IsOwn;
  }
}

/// Whether what \p Block has of \p Kind is the end of more of another kind,
/// which no gap parts from it: two strikes in one visit are likelier in long
/// blocks.
bool Jury::isTail(uint32_t Block, size_t Kind) const {
  std::map<size_t, std::pair<uint64_t, uint64_t>> Clusters; // kind, all
  for (const Candidate &C : of(Block)) {
    auto &[OfKind, Any] = Clusters[C.Cluster];
    OfKind += C.Kind == Kind && !C.IsOwn ? C.Times.Count : 0;
    Any += C.IsOwn ? 0 : C.Times.Count;
  }
  return all_of(Clusters, [](const auto &C) {
    return C.second.first == 0 || 4 * C.second.first < C.second.second;
  });
}

/// How far the excesses of \p Block in \p Kind and those of all other blocks
/// are apart.
double Jury::distance(uint32_t Block, size_t Kind, bool WithOwn) const {
  std::vector<std::pair<double, std::pair<double, double>>> Points;
  double Own = 0, Others = 0;
  for (const Candidate &C : All) {
    bool IsBlock = C.Block == Block;
    if (C.Kind != Kind || (C.IsOwn && !(IsBlock && WithOwn)))
      continue;
    double N = double(C.Times.Count);
    Points.push_back({C.Excess, {IsBlock ? N : 0, IsBlock ? 0 : N}});
    (IsBlock ? Own : Others) += N;
  }
  if (Own == 0 || Others == 0)
    return 1;
  llvm::sort(Points);
  // A replacement is the same for all visits, so excesses of one block lie
  // closer together than those of all: steps of 1 % count as one value.
  double Most = 0, A = 0, B = 0;
  for (size_t I = 0; I < Points.size(); ++I) {
    A += Points[I].second.first / Own;
    B += Points[I].second.second / Others;
    if (I + 1 == Points.size() || Points[I + 1].first > Points[I].first * 1.01)
      Most = std::max(Most, std::abs(A - B));
  }
  return Most;
}

/// Takes the block from \p Kind whose count is furthest above what the others'
/// rate lets expect, and again, until none is.
bool Jury::dismissOutliers(size_t Kind) {
  std::vector<Part> Parts = partsOf(Kind);
  double Exposure = 0;
  uint64_t Count = 0;
  for (const Part &P : Parts) {
    Exposure += P.Exposure;
    Count += P.Count;
  }
  bool Any = false;
  for (;;) {
    Part *Worst = nullptr;
    double LeastChance = 1, Most = 0;
    for (Part &P : Parts) {
      if (!P.Count)
        continue;
      double Share = P.Exposure / Exposure;
      double Others = (double(Count - P.Count) + 0.5) /
                      std::max(1e-9, Exposure - P.Exposure);
      double Times = double(P.Count) / P.Exposure / Others;
      if (Times <= 3 || isTail(P.Block, Kind))
        continue;
      double Chance = chanceOfAtLeast(P.Count, Count, Share);
      bool IsOut = Chance < (P.Count <= 3 ? 1e-2 : 1e-4);
      if (IsOut && (!Worst || Chance < LeastChance ||
                    (Chance == LeastChance && Times > Most))) {
        Worst = &P;
        LeastChance = Chance;
        Most = Times;
      }
    }
    if (!Worst)
      return Any;
    Any = true;
    Outliers.push_back({Worst->Block, Worst->Count, Most, Kind});
    setOwn(Worst->Block, Kind, true);
    Count -= Worst->Count;
    Exposure -= Worst->Exposure;
    Worst->Count = 0;
    Worst->Exposure = 0;
  }
}

/// Interrupts that are masked strike the block that unmasks them: it has too
/// many, other blocks too few, and with both the rate is the others'. A slow
/// path makes no other block have too few.
void Jury::readmitMasked(size_t Kind) {
  std::vector<Part> Parts = partsOf(Kind);
  std::vector<Outlier> Masked;
  double Count = 0, Exposure = 0;
  for (const Outlier &O : Outliers)
    if (O.Kind == Kind && O.Count >= 20) {
      Masked.push_back(O);
      Count += double(O.Count);
      Exposure += Exposures[O.Block];
    }
  if (Masked.empty())
    return;
  for (const Part &P : Parts) {
    Count += double(P.Count);
    Exposure += P.Exposure;
  }
  // The others must be most of it: else a slow path that is as frequent as the
  // interrupts would make all of them have too few.
  double Rate = Count / Exposure, RestCount = 0, RestExposure = 0;
  bool AnyDeficit = false;
  for (const Part &P : Parts) {
    double Expected = Rate * P.Exposure;
    // Poisson, as a binomial of many chances.
    bool TooFew = double(P.Count) < Expected / 2 &&
                  chanceOfAtMost(P.Count, 1000000000, Expected / 1e9) < 1e-3;
    AnyDeficit |= TooFew;
    if (TooFew)
      continue;
    RestCount += double(P.Count);
    RestExposure += P.Exposure;
  }
  double Expected = Rate * RestExposure;
  if (!AnyDeficit || RestCount < 5 || 2 * RestExposure < Exposure ||
      std::abs(RestCount - Expected) > 3 * std::sqrt(Expected) + 0.1 * Expected)
    return;
  for (const Outlier &O : Masked) {
    double Distance = distance(O.Block, Kind, /*WithOwn=*/true);
    if (chanceOfDistance(Distance, double(O.Count), RestCount) < 0.01)
      continue;
    setOwn(O.Block, Kind, false);
    erase_if(Outliers, [&](const Outlier &X) {
      return X.Block == O.Block && X.Kind == Kind;
    });
  }
}

/// Holds shapes against each other, and asks who else has the kind.
void Jury::settle(size_t Kind) {
  for (const Part &P : partsOf(Kind)) {
    double Others = 0;
    for (const Candidate &C : All)
      if (C.Kind == Kind && !C.IsOwn && C.Block != P.Block)
        Others += double(C.Times.Count);
    if (P.Count < 30 || Others < 30)
      continue;
    double Distance = distance(P.Block, Kind, false);
    if (Distance > 0.3 &&
        chanceOfDistance(Distance, double(P.Count), Others) < 1e-6) {
      Outliers.push_back({P.Block, P.Count, 0, Kind});
      setOwn(P.Block, Kind, true);
    }
  }
  uint64_t Count = 0, Most = 0;
  for (const Part &P : partsOf(Kind)) {
    Count += P.Count;
    Most = std::max(Most, P.Count);
  }
  Kinds[Kind].IsUndecided = Count - Most < 2;
}

void Jury::deliberate() {
  // What is own stays so while kinds are found anew; each round finds some.
  for (unsigned Round = 0; Round < 20; ++Round) {
    findKindsAnew();
    Outliers.clear();
    bool Any = false;
    for (size_t Kind = 0; Kind < Kinds.size(); ++Kind) {
      bool Dismissed = dismissOutliers(Kind);
      if (Dismissed) {
        size_t Before = Outliers.size();
        readmitMasked(Kind);
        Dismissed = Outliers.size() != Before ||
                    any_of(Outliers, [&](auto &O) { return O.Kind == Kind; });
      }
      Any |= Dismissed;
    }
    if (!Any)
      break;
  }
  for (size_t Kind = 0; Kind < Kinds.size(); ++Kind)
    settle(Kind);
}

static StringRef reasonFor(const KindBand *Revoked) {
  if (!Revoked)
    return "other blocks are not struck like that, so it is taken for a path "
           "of the block's own";
  return Revoked->IsUndecided
             ? "no other block has enough of the kind to tell whether "
               "interrupts made it, nor does it come with a period"
             : "it follows at once upon other long visits, as with a slower "
               "clock or a cold cache";
}

/// What of \p Block lies beyond a gap and is left, in words.
std::string Jury::describeLeft(uint32_t Block) const {
  std::string Result;
  ArrayRef<Candidate> Mine = of(Block);
  for (size_t I = 0; I < Mine.size();) {
    size_t First = I;
    uint64_t Count = 0;
    for (; I < Mine.size() && Mine[I].IsOwn &&
           reasonFor(Mine[I].Revoked) == reasonFor(Mine[First].Revoked);
         ++I)
      Count += Mine[I].Times.Count;
    if (I == First) {
      ++I;
      continue;
    }
    Result += formatv("{0}{1} {2} of {3} to {4} ticks beyond a gap left: {5}",
                      Result.empty() ? "" : "; ", Count,
                      Count == 1 ? "visit" : "visits", Mine[First].Times.Low,
                      Mine[I - 1].Times.High, reasonFor(Mine[First].Revoked));
  }
  return Result;
}

Verdict Jury::verdictOn(uint32_t Block, const Histogram &Times,
                        double Step) const {
  const BlockShape &S = Shapes[Block];
  Verdict V;
  V.By = "detection";
  if (!S.IsJudged) {
    V.State = FilterState::TooFewVisits;
    return V;
  }
  uint64_t Last = S.MainHigh, Struck = 0;
  bool Open = false;
  for (const Candidate &C : of(Block)) {
    if (!C.IsOwn && !Open)
      V.Struck.push_back({Last + (C.Times.Low - Last + 1) / 2, UINT64_MAX});
    if (C.IsOwn && Open)
      V.Struck.back().To = Last + (C.Times.Low - Last - 1) / 2;
    Open = !C.IsOwn;
    Last = C.Times.High;
    Struck += C.IsOwn ? 0 : C.Times.Count;
  }
  V.Reason = describeLeft(Block);
  if (4 * Struck > S.Visits) {
    V.Reason = formatv("{0} of {1} visits lie beyond a gap: where more than a "
                       "quarter may be struck, the others tell too little",
                       Struck, S.Visits);
    V.Struck.clear();
  }
  if (V.Struck.empty()) {
    V.State = V.Reason.empty() ? FilterState::NothingToSetAside
                               : FilterState::Refused;
    return V;
  }
  V.State = FilterState::Applied;
  V.SpareFirst = true;
  // Of what is longer no struck visit can have been.
  V.Instead = undisturbed(Times, Band{V.Struck.front().From, UINT64_MAX}, Step);
  return V;
}

DetectionResult detect(ArrayRef<const Histogram *> Times, const GapRule &Rule,
                       ArrayRef<KindBand> Revoked) {
  DetectionResult Result;
  Result.Shapes.resize(Times.size());
  Result.Verdicts.resize(Times.size());
  for (size_t B = 0; B < Times.size(); ++B)
    if (Times[B])
      Result.Shapes[B] = shapeOf(*Times[B], Rule);
  Jury J(Result.Shapes, Rule, Revoked);
  J.deliberate();
  Result.Kinds = J.Kinds;
  for (uint32_t B = 0; B < Times.size(); ++B)
    if (Times[B])
      Result.Verdicts[B] = J.verdictOn(B, *Times[B], Rule.Step);
  return Result;
}

//===--- What time tells ---===//

bool review(DetectionResult &Found, const FilterCollector &Seen) {
  bool Any = false;
  for (KindBand &K : Found.Kinds) {
    std::vector<uint64_t> Times; // of the stream with most of them
    std::vector<uint64_t> Now;
    uint64_t Count = 0, Following = 0;
    const StruckVisit *Before = nullptr;
    auto Keep = [&] {
      if (Now.size() > Times.size())
        Times = Now;
      Now.clear();
    };
    for (const StruckVisit &V : Seen.Log.visits()) {
      const BlockShape &S = Found.Shapes[V.Block];
      bool SameStream = Before && Before->Stream == V.Stream;
      if (!SameStream)
        Keep();
      if (K.holds(std::max(1.0, double(V.Ticks) - S.Expected))) {
        uint64_t Start = V.At - V.Ticks;
        ++Count;
        // At once: not more than a visit of its block lies between.
        Following +=
            SameStream && double(Start) - double(Before->At) <= 2 * S.Expected;
        Now.push_back(Start);
      }
      Before = &V;
    }
    Keep();
    if (Count == 0)
      continue;
    bool Follows = Count >= 4 && 2 * Following > Count;
    K.IsRevoked = Follows || (K.IsUndecided && !findPeriod(Times));
    Any |= K.IsRevoked;
  }
  return Any;
}

} // namespace ipoint::analysis
