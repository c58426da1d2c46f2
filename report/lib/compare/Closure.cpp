//===- Closure.cpp - The error of corrected times -------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Closure.h"
#include "count/StreamPass.h"
#include "overhead/Clock.h"
#include "stats/Differences.h"
#include "support/Errors.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <array>
#include <cmath>

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::compare {

namespace {

/// Handles the records of main's thread: counts the probes between the first
/// and the last read of the counter in main, by their form, and what the thread
/// waited for the buffer. What runs before main begins and behind its end
/// (handlers of atexit) is not of main.
class MainProbes {
public:
  MainProbes(const SymbolTable &Symbols, const sampled::BaselinePair &Main)
      : Symbols(Symbols), Main(Main) {}

  void timed(uint32_t Id, uint64_t Time) {
    if (Id == IPOINT_ID_RESUME && PausedAt && isInMain(*PausedAt) &&
        isInMain(Time))
      Waited += Time - *PausedAt;
    PausedAt = std::nullopt;
    if (Id == IPOINT_ID_PAUSE)
      PausedAt = Time;
    IsInMain = isInMain(Time);
    if (!IsInMain || Id < IPOINT_ID_FIRST)
      return;
    ++Timed[formOf(Id)];
    First = First.value_or(Time);
    Last = Time;
    // Behind the last read of the counter no probe is in what was timed.
    Untimed = UntimedSoFar;
  }
  void untimed(uint32_t Id, uint64_t) {
    if (Id == IPOINT_ID_LOST || (Id == IPOINT_ID_GAP && PausedAt))
      IsWhole = false;
    if (IsInMain && Id >= IPOINT_ID_FIRST)
      ++UntimedSoFar[formOf(Id)];
  }
  void gap() { PausedAt = std::nullopt; }

  /// From the first to the last read, ticks.
  uint64_t elapsed() const { return First ? Last - *First : 0; }

  std::array<uint64_t, 3> Timed = {}, Untimed = {};
  uint64_t Waited = 0; ///< ticks
  bool IsWhole = true;

private:
  bool isInMain(uint64_t Time) const {
    return Time >= Main.Begin && Time <= Main.End;
  }
  /// Also what the database does not know was a probe.
  unsigned formOf(uint32_t Id) const {
    const Site *S = Symbols.site(Id);
    return S ? Symbols.formOf(S->Function) : unsigned(trace::ProbeForm::Inline);
  }

  const SymbolTable &Symbols;
  const sampled::BaselinePair &Main;
  bool IsInMain = false;            ///< the last timed record
  std::optional<uint64_t> PausedAt; ///< the thread waits since then, ticks
  std::array<uint64_t, 3> UntimedSoFar = {};
  std::optional<uint64_t> First;
  uint64_t Last = 0;
};

} // namespace

/// The stream of the thread that main ran in, if there is one.
static std::optional<StreamPart> streamOf(const trace::Trace &T,
                                          uint32_t Thread) {
  for (const StreamPart &Part : streamsOf(T)) {
    StringRef Name = sys::path::filename(Part.Path);
    if (Name.consume_front("stream-") &&
        Name.split('-').second == std::to_string(Thread))
      return Part;
  }
  return std::nullopt;
}

/// What reports take off of what was recorded.
static double share(double TakenOff, double Recorded) {
  return Recorded > 0 ? TakenOff / Recorded : 1;
}

/// Why the pair can't be used, or what was measured.
static Expected<std::optional<MeasuredPair>>
measure(const sampled::BaselinePair &Pair, const trace::Trace &T,
        const SymbolTable &Symbols, ArrayRef<ProbeModel> Probes,
        std::string &Why) {
  if (Pair.Plain == 0) {
    Why = "main was not timed, as a program is linked statically";
    return std::nullopt;
  }
  std::optional<StreamPart> Stream = streamOf(T, Pair.Thread);
  if (!Stream) {
    Why = "main's thread recorded nothing";
    return std::nullopt;
  }
  trace::DamageList Damages;
  MainProbes Count(Symbols, Pair);
  auto File = trace::StreamFile::open(T, Stream->Path, Damages);
  if (!File)
    return File.takeError();
  (*File)->Records.read(Count);
  if (!Count.IsWhole || !Damages.items().empty() ||
      T.Meta.number("records_lost") > 0 ||
      T.Meta.number("records_overwritten") > 0) {
    Why = "records are missing";
    return std::nullopt;
  }
  if (all_of(Count.Timed, [](uint64_t N) { return N == 0; })) {
    Why = "no ipoint is timed";
    return std::nullopt;
  }
  if (Count.elapsed() == 0) {
    Why = "main's thread has fewer than two timed records";
    return std::nullopt;
  }
  MeasuredPair M;
  M.Plain = static_cast<double>(Pair.Plain);
  M.Elapsed = static_cast<double>(Count.elapsed());
  M.Waited = static_cast<double>(Count.Waited);
  for (auto [P, Own, TimedCount, UntimedCount] :
       zip_equal(Probes, recordedOverheads(T), Count.Timed, Count.Untimed)) {
    auto Timed = static_cast<double>(TimedCount);
    auto Untimed = static_cast<double>(UntimedCount);
    M.Timed += Timed;
    M.Untimed += Untimed;
    M.TimedCost +=
        Timed * share(P.TimedMean, P.TimedMeanRecorded) * Own.TimedMean;
    M.UntimedCost +=
        Untimed * share(P.UntimedMean, P.UntimedMeanRecorded) * Own.UntimedMean;
  }
  // Between n reads there are n - 1 probes.
  if (M.Timed > 0) {
    M.TimedCost *= (M.Timed - 1) / M.Timed;
    M.Timed -= 1;
  }
  return M;
}

Expected<MeasuredInput> measurePairs(const sampled::Baseline &File,
                                     ArrayRef<trace::Trace> Traces,
                                     const SymbolTable &Symbols,
                                     ArrayRef<ProbeModel> Probes) {
  MeasuredInput Result;
  Result.About.File = File.File;
  Result.About.Program = File.Program;
  Result.About.Arguments = File.Arguments;
  bool Named = false;
  for (const sampled::BaselinePair &Pair : File.Pairs) {
    const trace::Trace *T = find_if(Traces, [&](const trace::Trace &Candidate) {
      return sys::fs::equivalent(Candidate.Path, Pair.Trace);
    });
    if (T == Traces.end())
      continue;
    Named = true;
    auto Rate = static_cast<double>(File.RateHz);
    bool IsOfOther =
        !isSameRate(static_cast<double>(T->Meta.Frequency), Rate) ||
        !StringRef(T->Meta.text("clock_source")).starts_with(File.ClockSource);
    if (Pair.Plain > 0 && IsOfOther)
      return errorAt(T->Path, "has another clock than " + File.File +
                                  "; record both on one machine");
    std::string Why;
    Expected<std::optional<MeasuredPair>> M =
        measure(Pair, *T, Symbols, Probes, Why);
    if (!M)
      return M.takeError();
    if (*M)
      Result.Pairs.push_back(**M);
    else
      Result.About.LeftOut.push_back(T->Path + ": " + Why);
  }
  if (!Named)
    return errorAt(File.File, "names none of the traces; give the folder that "
                              "it lies in");
  if (Result.Pairs.empty() && !File.hasSamples())
    return errorAt(File.File,
                   "no pair can be used: " + Result.About.LeftOut.front() +
                       "; record whole runs, with policy stream");
  return Result;
}

/// Fewer pairs give no interval.
static constexpr size_t LeastPairs = 2 * Resampling::LeastUnits;

namespace {

/// What the overheads that were measured are to be multiplied by.
struct Factors {
  double Timed = 1;
  double Untimed = 1;
  bool One = true; ///< both are the same: pairs cannot separate them
};

} // namespace

static double errorOf(const MeasuredPair &P, const Factors &F) {
  double Corrected =
      P.Elapsed - P.Waited - F.Timed * P.TimedCost - F.Untimed * P.UntimedCost;
  return (Corrected - P.Plain) / P.Plain;
}

/// Minimises the sum of squared relative errors, each with its weight. What the
/// pairs cannot separate gets one factor: where the costs of timed and
/// untimed probes stand in the same ratio in all of them (squared correlation
/// over 0.99), or there is one kind only.
static Factors leastSquares(ArrayRef<const MeasuredPair *> Pairs,
                            ArrayRef<double> Weights) {
  double TT = 0, UU = 0, TU = 0, TY = 0, UY = 0;
  for (auto [P, W] : zip_equal(Pairs, Weights)) {
    double T = P->TimedCost / P->Plain, U = P->UntimedCost / P->Plain;
    double Y = (P->Elapsed - P->Waited - P->Plain) / P->Plain;
    TT += W * T * T;
    UU += W * U * U;
    TU += W * T * U;
    TY += W * T * Y;
    UY += W * U * Y;
  }
  Factors F;
  double Determinant = TT * UU - TU * TU;
  if (TT > 0 && UU > 0 && Determinant > 0.01 * TT * UU) {
    F.One = false;
    F.Timed = (TY * UU - UY * TU) / Determinant;
    F.Untimed = (UY * TT - TY * TU) / Determinant;
    if (F.Timed >= 0 && F.Untimed >= 0)
      return F;
    F.One = true; // a negative cost is noise
  }
  double Both = TT + 2 * TU + UU;
  F.Timed = F.Untimed = Both > 0 ? std::max((TY + UY) / Both, 0.0) : 1;
  return F;
}

/// Least absolute relative errors: of which the median is zero, and which runs
/// that something held up don't move. By least squares whose weights are one
/// over the last error (Schlossmacher 1973).
static Factors fit(ArrayRef<const MeasuredPair *> Pairs) {
  constexpr unsigned Rounds = 40;
  constexpr double LeastError = 1e-6; // all smaller ones weigh alike
  std::vector<double> Weights(Pairs.size(), 1);
  Factors F = leastSquares(Pairs, Weights);
  for (unsigned R = 0; R < Rounds; ++R) {
    for (auto [P, W] : zip_equal(Pairs, Weights))
      W = 1 / std::max(std::abs(errorOf(*P, F)), LeastError);
    F = leastSquares(Pairs, Weights);
  }
  return F;
}

/// Overheads per probe that \p F amounts to, means over the pairs.
static void setOverheads(ClosureError &C, ArrayRef<const MeasuredPair *> Pairs,
                         const Factors &F) {
  double Timed = 0, Untimed = 0, TimedCost = 0, UntimedCost = 0;
  for (const MeasuredPair *P : Pairs) {
    Timed += P->Timed;
    Untimed += P->Untimed;
    TimedCost += P->TimedCost;
    UntimedCost += P->UntimedCost;
  }
  C.TimedOverhead = Timed > 0 ? F.Timed * TimedCost / Timed : 0;
  C.UntimedOverhead = Untimed > 0 ? F.Untimed * UntimedCost / Untimed : 0;
}

static double medianError(ArrayRef<const MeasuredPair *> Pairs,
                          const Factors &F) {
  std::vector<double> Errors;
  Errors.reserve(Pairs.size());
  for (const MeasuredPair *P : Pairs)
    Errors.push_back(errorOf(*P, F));
  return medianOf(std::move(Errors));
}

static std::vector<const MeasuredPair *>
pick(ArrayRef<const MeasuredPair *> From, ArrayRef<uint32_t> Indices) {
  std::vector<const MeasuredPair *> Result;
  for (uint32_t I : Indices)
    Result.push_back(From[I]);
  return Result;
}

/// The median error of all pairs, between two of them: no overhead depends on
/// them.
static ClosureError unfitted(ArrayRef<const MeasuredPair *> Pairs) {
  ClosureError C;
  setOverheads(C, Pairs, {});
  std::vector<double> Errors;
  for (const MeasuredPair *P : Pairs)
    Errors.push_back(errorOf(*P, {}));
  sort(Errors);
  std::optional<RankInterval> Ranks = quantileRanks(Errors.size(), 0.5);
  if (Ranks && Errors.size() >= LeastPairs)
    C.Range = {Errors[Ranks->Low - 1], Errors[Ranks->High - 1]};
  C.Error = medianOf(std::move(Errors));
  return C;
}

/// Fits to \p Train, and returns the error of \p Test with an interval that has
/// both samples' part: each is resampled.
static FittedClosure fitted(ArrayRef<const MeasuredPair *> Train,
                            ArrayRef<const MeasuredPair *> Test) {
  FittedClosure Result;
  Factors F = fit(Train);
  Result.OneFactor = F.One;
  Result.FittedTo = Train.size();
  Result.TestedOn = Test.size();
  setOverheads(Result.Closure, Test, F);
  Result.Closure.Error = medianError(Test, F);
  std::optional<Interval> Range =
      Resampling(Train.size(), Test.size())
          .interval([&](ArrayRef<uint32_t> InTrain,
                        ArrayRef<uint32_t> InTest) -> std::optional<double> {
            return medianError(pick(Test, InTest), fit(pick(Train, InTrain)));
          });
  if (Range)
    Result.Closure.Range = {Range->Low, Range->High};
  return Result;
}

/// With several inputs: fitted to all others. With one: to its odd pairs, and
/// the error is of the even ones; over tests of both halves in turn it would
/// cancel out.
static std::optional<FittedClosure> fittedFor(ArrayRef<MeasuredInput> Inputs,
                                              size_t Which) {
  std::vector<const MeasuredPair *> Train, Test;
  for (size_t I = 0; I < Inputs.size(); ++I)
    for (size_t P = 0; P < Inputs[I].Pairs.size(); ++P) {
      bool Tested = Inputs.size() > 1 ? I == Which : P % 2 == 1;
      bool Trained = Inputs.size() > 1 ? I != Which : P % 2 == 0;
      if (Tested)
        Test.push_back(&Inputs[I].Pairs[P]);
      if (Trained)
        Train.push_back(&Inputs[I].Pairs[P]);
    }
  if (Train.empty() || Test.empty())
    return std::nullopt;
  FittedClosure Result = fitted(Train, Test);
  Result.ByInputs = Inputs.size() > 1;
  return Result;
}

ClosureModel close(std::vector<MeasuredInput> Inputs) {
  ClosureModel Result;
  for (size_t I = 0; I < Inputs.size(); ++I) {
    ClosureInput About = Inputs[I].About;
    std::vector<const MeasuredPair *> Pairs;
    auto N = static_cast<double>(Inputs[I].Pairs.size());
    for (const MeasuredPair &P : Inputs[I].Pairs) {
      Pairs.push_back(&P);
      About.Plain += P.Plain / N;
      About.Instrumented += P.Elapsed / N;
      About.Waited += P.Waited / N;
      About.Timed += P.Timed / N;
      About.Untimed += P.Untimed / N;
    }
    About.Pairs = Pairs.size();
    About.Unfitted = unfitted(Pairs);
    Result.Inputs.push_back(std::move(About));
  }
  for (size_t I = 0; I < Inputs.size(); ++I)
    Result.Inputs[I].Fitted = fittedFor(Inputs, I);
  return Result;
}

} // namespace ipoint::compare
