//===- StatsFields.cpp - Figures and parts of functions -------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StatsFields.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/xxhash.h"
#include <algorithm>
#include <cmath>

using namespace llvm;

namespace ipoint::profile {

using analysis::Histogram;
using analysis::Moments;
using analysis::Sample;

void FigureWriter::operator()(StringRef Kind, const Histogram &H) const {
  Values Counts;
  H.forEach(
      [&](const Histogram::Bucket &B) { Counts.push_back({B.Low, B.Count}); });
  if (!Counts.empty())
    To[{Kind.str(), Slot}] = std::move(Counts);
}

/// The figures of a sample beside its histogram.
static void describeMoments(auto &&Field, const std::string &Kind, auto &M) {
  Field(Kind + ".sum", M.Sum);
  Field(Kind + ".squares", M.Squares);
  Field(Kind + ".min", M.Min);
  Field(Kind + ".max", M.Max);
}

void FigureWriter::operator()(StringRef Kind, const Sample &S) const {
  if (S.empty())
    return;
  std::string Name = Kind.str();
  (*this)(Name + ".histogram", S.histogram());
  const Moments All = S.moments();
  if (All.Count == 0)
    return;
  (*this)(Name + ".count", All.Count);
  describeMoments(*this, Name, All);
}

/// The sums over probes.
static void describeProbes(auto &&Field, const std::string &Kind, auto &P) {
  Field(Kind + ".timed_probes", P.Timed);
  Field(Kind + ".untimed_probes", P.Untimed);
  Field(Kind + ".timed_squares", P.TimedSquares);
  Field(Kind + ".untimed_squares", P.UntimedSquares);
  Field(Kind + ".mixed", P.Mixed);
  Field(Kind + ".value_timed", P.ValueTimed);
  Field(Kind + ".value_untimed", P.ValueUntimed);
}

void FigureWriter::operator()(StringRef Kind,
                              const analysis::Distribution &D) const {
  if (D.empty())
    return;
  std::string Name = Kind.str();
  (*this)(Name, D.raw());
  (*this)(Name + ".corrected", D.corrected());
  if (const Sample *Clipped = D.clipped())
    (*this)(Name + ".clipped", *Clipped);
  describeProbes(*this, Name, D.probes());
}

/// Correlations are in billionths: that of the mean, of the mean without the
/// longest values, then those of the percentiles.
static constexpr double Billion = 1e9;

void FigureWriter::operator()(
    StringRef Kind, const std::optional<analysis::Correlation> &C) const {
  if (!C)
    return;
  Values &Of = To[{Kind.str() + "_correlation.max", Slot}];
  auto Add = [&](double Factor) {
    Of.push_back(
        {Of.size(), std::llround(std::min(Factor, Billion) * Billion)});
  };
  Add(C->Mean);
  Add(C->Body);
  for (double Factor : C->Percentiles)
    Add(Factor);
}

void FigureWriter::operator()(StringRef Kind,
                              const analysis::TimeBins &Bins) const {
  Values Highs(Bins.highsByLow().begin(), Bins.highsByLow().end());
  if (!Highs.empty())
    To[{Kind.str(), Slot}] = std::move(Highs);
}

void FigureWriter::millionths(StringRef Kind, double Value) const {
  constexpr double Most = 1e12;
  (*this)(Kind, static_cast<uint64_t>(
                    std::llround(std::clamp(Value, 0.0, Most) * Millionths)));
}

const analysis::SignedWide *FigureReader::find(StringRef Kind) {
  auto Of = From.find({Kind.str(), 0});
  if (Of == From.end())
    return nullptr;
  auto It = std::ranges::lower_bound(Of->second, Slot, {},
                                     &Values::value_type::first);
  if (It == Of->second.end() || It->first != Slot)
    return nullptr;
  ++Count;
  return &It->second;
}

void FigureReader::operator()(StringRef Kind, Histogram &H) {
  auto Of = From.find({Kind.str(), Slot});
  if (Of == From.end())
    return;
  ++Count;
  analysis::SignedWide Sum = 0;
  for (const auto &[Low, Times] : Of->second) {
    if (Histogram::lowOf(Histogram::indexOf(Low)) != Low)
      return problem(Kind, "has a bucket that histograms do not have");
    // All of them together are a number of visits, which fits in 64 bits.
    if (Times <= 0 || (Sum += Times) > INT64_MAX)
      return problem(Kind, "has a bucket of " +
                               Twine(Times <= 0 ? "no" : "too many") +
                               " values");
    H.add(Low, static_cast<uint64_t>(Times));
  }
}

void FigureReader::operator()(StringRef Kind, analysis::TimeBins &Bins) {
  auto Of = From.find({Kind.str(), Slot});
  if (Of == From.end())
    return;
  ++Count;
  for (const auto &[Low, High] : Of->second) {
    if (High < 0 || High > INT64_MAX || Low > static_cast<uint64_t>(High))
      return problem(Kind, "has a bin that ends before it begins");
    Bins.add(Low, static_cast<uint64_t>(High));
  }
}

/// Whether values with the buckets \p H can have the moments \p M.
static bool canHave(const Histogram &H, const Moments &M) {
  using analysis::Wide;
  uint64_t Count = 0;
  Wide Least = 0, Most = 0;
  uint64_t FirstHigh = 0, LastLow = 0;
  H.forEach([&](const Histogram::Bucket &B) {
    FirstHigh = Count == 0 ? B.High : FirstHigh;
    LastLow = B.Low;
    Count += B.Count;
    Least += Wide(B.Low) * B.Count;
    Most += Wide(B.High) * B.Count;
  });
  return Count == M.Count && M.Sum >= Least && M.Sum <= Most &&
         M.Min <= M.Max && M.Min <= FirstHigh && M.Max >= LastLow;
}

std::optional<analysis::Correlation> FigureReader::correlation(StringRef Kind) {
  auto Of = From.find({Kind.str() + "_correlation.max", Slot});
  if (Of == From.end())
    return std::nullopt;
  analysis::Correlation C;
  std::vector<double *> Factors = {&C.Mean, &C.Body};
  for (double &Factor : C.Percentiles)
    Factors.push_back(&Factor);
  for (const auto &[Key, Value] : Of->second)
    if (Key < Factors.size() && Value > 0)
      *Factors[Key] = static_cast<double>(Value) / Billion;
    else
      problem(Kind, "has a correlation that is none");
  return C;
}

void FigureReader::operator()(StringRef Kind, Sample &S) {
  std::string Name = Kind.str();
  Histogram Counts;
  Moments All;
  (*this)(Name + ".histogram", Counts);
  (*this)(Name + ".count", All.Count);
  if (All.Count == 0 && Counts.empty())
    return;
  describeMoments(*this, Name, All);
  if (!canHave(Counts, All))
    return problem(Kind, "has a histogram that its count, sum and extremes do "
                         "not belong to");
  S = Sample(std::move(Counts), All);
}

void FigureReader::operator()(StringRef Kind, analysis::Distribution &D) {
  std::string Name = Kind.str();
  Sample Raw, Corrected, Clipped;
  analysis::ProbeSums Sums;
  (*this)(Name, Raw);
  if (Raw.empty())
    return;
  (*this)(Name + ".corrected", Corrected);
  (*this)(Name + ".clipped", Clipped);
  describeProbes(*this, Name, Sums);
  const uint64_t Count = Raw.moments().Count;
  if (Corrected.moments().Count != Count || Clipped.moments().Count > Count)
    return problem(Kind, "has other values than its corrected ones");
  D = analysis::Distribution(std::move(Raw), std::move(Corrected),
                             std::move(Clipped), Sums);
}

namespace {

/// Lines of functions, which come in their order.
class LineReader {
public:
  /// Without the space around each.
  std::string of(const analysis::FunctionSymbol &F) {
    if (F.Text != File || F.Line < Line) {
      File = F.Text;
      Rest = File ? StringRef(*File) : "";
      Line = 1;
    }
    for (; Line < F.Line && !Rest.empty(); ++Line)
      Rest = Rest.split('\n').second;
    std::string Result;
    StringRef Next = Rest;
    for (unsigned At = F.Line; At <= F.EndLine && !Next.empty(); ++At) {
      auto [Text, Behind] = Next.split('\n');
      (Result += Text.trim()) += '\n';
      Next = Behind;
    }
    return Result;
  }

private:
  const std::string *File = nullptr;
  StringRef Rest;
  unsigned Line = 1;
};

} // namespace

/// A hash of the lines of a function and of its parts.
static uint64_t textOf(std::string Bytes, const profile::Function &Parts) {
  for (const std::vector<std::string> *Names : {&Parts.Blocks, &Parts.Loops})
    for (const std::string &Name : *Names)
      (Bytes += Name) += '\n';
  for (auto [From, To] : Parts.Transitions)
    Bytes += std::to_string(From) + " " + std::to_string(To) + "\n";
  return std::max<uint64_t>(xxh3_64bits(Bytes) >> 1, 1);
}

std::vector<FunctionName> namesOf(const analysis::SymbolTable &Symbols,
                                  bool HaveTexts) {
  std::vector<FunctionName> Result;
  std::map<FunctionName, unsigned> Copies;
  LineReader Lines;
  for (const auto &[Index, F] : enumerate(Symbols.functions())) {
    FunctionName Name{F.File, F.Line, F.Name, 0, 0};
    if (HaveTexts)
      Name.Text = textOf(Lines.of(F), Parts(Symbols, uint32_t(Index)).named());
    FunctionName Like = Name;
    if (HaveTexts)
      Like.Line = 0;
    Name.Copy = Copies[Like]++;
    Result.push_back(std::move(Name));
  }
  return Result;
}

Parts::Parts(const analysis::SymbolTable &Symbols, uint32_t Function)
    : Blocks(Symbols.functions()[Function].Blocks),
      Loops(Symbols.functions()[Function].Loops), Symbols(Symbols) {
  DenseMap<uint32_t, uint32_t> Slots;
  for (auto [Slot, Block] : enumerate(Blocks))
    Slots[Block] = static_cast<uint32_t>(Slot);
  for (auto [Slot, Block] : enumerate(Blocks)) {
    auto [Begin, End] = Symbols.edgesOf(Block);
    for (uint32_t Edge = Begin; Edge != End; ++Edge)
      Transitions.push_back({static_cast<uint32_t>(Slot),
                             Slots.lookup(Symbols.targetOf(Edge)), Edge});
  }
  std::ranges::stable_sort(Transitions, {}, [](const Transition &X) {
    return std::tie(X.From, X.To);
  });
}

profile::Function Parts::named() const {
  profile::Function Result;
  for (uint32_t Block : Blocks)
    Result.Blocks.push_back(Symbols.blocks()[Block].Name);
  for (const Transition &T : Transitions)
    Result.Transitions.push_back({T.From, T.To});
  for (uint32_t Loop : Loops)
    Result.Loops.push_back(Symbols.loops()[Loop].Name);
  return Result;
}

using analysis::Decision;
using analysis::FilterState;

/// The figure of each state; of several that a block has, the first holds.
static constexpr std::pair<FilterState, StringLiteral> States[] = {
    {FilterState::Applied, "filter_applied"},
    {FilterState::Refused, "filter_refused"},
    {FilterState::NothingToExclude, "filter_nothing_to_exclude"},
    {FilterState::NotLinear, "filter_not_linear"},
    {FilterState::TooFewVisits, "filter_too_few_visits"}};

/// The texts of a decision.
static constexpr std::pair<std::string Decision::*, StringLiteral> Texts[] = {
    {&Decision::By, "filter_by"},
    {&Decision::Reason, "filter_reason"},
    {&Decision::TwoClusters, "filter_two_clusters"}};

void note(const Decision &D, uint64_t Slot, Function &To) {
  for (const auto &[State, Kind] : States)
    if (State == D.State)
      FigureWriter(To.Counted, Slot)(Kind, uint64_t(1));
  for (const auto &[Member, Kind] : Texts)
    if (!(D.*Member).empty())
      To.Said[{Kind.str(), Slot}] = D.*Member;
}

Decision decisionOn(uint64_t Slot, const Function &In) {
  Decision D;
  D.State = FilterState::NotTimed; // as most blocks are: it has no figure
  FigureReader From(In.Counted, Slot);
  for (const auto &[State, Kind] : States) {
    uint64_t Times = 0;
    From(Kind, Times);
    if (Times == 0)
      continue;
    D.State = State;
    break;
  }
  for (const auto &[Member, Kind] : Texts)
    if (auto It = In.Said.find({Kind.str(), Slot}); It != In.Said.end())
      D.*Member = It->second;
  return D;
}

} // namespace ipoint::profile
