//===- MeasurePairs.cpp - What main's thread recorded ---------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Closure.h"
#include "count/StreamPass.h"
#include "overhead/Clock.h"
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

/// Counts the probes between the first and the last read of the counter in
/// main, by their form, and what the thread waited for the buffer. What runs
/// before main begins and behind its end (handlers of atexit) is not of main.
class MainProbes : public Walk {
public:
  MainProbes(const SymbolTable &Symbols, const estimate::BaselinePair &Main)
      : Walk(Symbols), Symbols(Symbols), Main(Main),
        Until(std::max<uint64_t>(Main.Begin, 1) - 1) {}

  void watch(StreamView V) { View = V; }

  uint64_t bucketEnd() const { return Until; }
  void reach(uint64_t Time) {
    if (Time <= Until)
      return;
    IsInMain = isInMain(Time);
    Until = IsInMain ? Main.End : UINT64_MAX;
  }

  bool wantsEach() const { return IsInMain && !Symbols.onlyForm(); }
  void passedSome(uint64_t Timed, uint64_t Untimed) {
    if (std::optional<unsigned> Form = Symbols.onlyForm())
      count(*Form, Timed, Untimed);
  }
  void passed(uint32_t Id, bool IsTimed) {
    if (Id < IPOINT_ID_FIRST)
      return;
    // Also what the database does not know was a probe.
    const Site *S = Symbols.site(Id);
    count(S ? Symbols.formOf(S->Function) : unsigned(trace::ProbeForm::Inline),
          IsTimed, !IsTimed);
  }

  void pause(uint64_t Ticks) {
    if (isInMain(*View.Time) && isInMain(*View.Time + Ticks))
      Waited += Ticks;
  }
  void unrecorded(uint64_t) { IsWhole = false; }
  void lost(uint64_t) { IsWhole = false; }

  /// From the first to the last read, ticks.
  uint64_t elapsed() const { return First ? Last - *First : 0; }

  std::array<uint64_t, 3> Timed = {}, Untimed = {};
  uint64_t Waited = 0; ///< ticks
  bool IsWhole = true;

private:
  bool isInMain(uint64_t Time) const {
    return Time >= Main.Begin && Time <= Main.End;
  }
  void count(unsigned OfForm, uint64_t MoreTimed, uint64_t MoreUntimed) {
    if (!IsInMain)
      return;
    UntimedSoFar[OfForm] += MoreUntimed;
    if (MoreTimed == 0)
      return;
    Timed[OfForm] += MoreTimed;
    First = First.value_or(*View.Time);
    Last = *View.Time;
    // Behind the last read of the counter no probe is in what was timed.
    Untimed = UntimedSoFar;
  }

  const SymbolTable &Symbols;
  const estimate::BaselinePair &Main;
  uint64_t Until;        ///< main begins or ends behind it, ticks
  bool IsInMain = false; ///< the last record
  StreamView View;
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
measure(const estimate::BaselinePair &Pair, const trace::Trace &T,
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
  auto Nothing = [](const trace::StreamSummary &, Rebuilder<MainProbes> &) {};
  if (Error E = readInto(*Stream, {T, Symbols}, Count, Damages, Nothing))
    return E;
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

Expected<MeasuredInput> measurePairs(const estimate::Baseline &File,
                                     ArrayRef<trace::Trace> Traces,
                                     const SymbolTable &Symbols,
                                     ArrayRef<ProbeModel> Probes) {
  MeasuredInput Result;
  Result.About.File = File.Path;
  Result.About.Program = File.Program;
  Result.About.Arguments = File.Arguments;
  bool Named = false;
  for (const estimate::BaselinePair &Pair : File.Pairs) {
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
      return errorAt(T->Path, "has another clock than " + File.Path +
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
    return errorAt(File.Path, "names none of the traces; give the folder that "
                              "it lies in");
  if (Result.Pairs.empty() && !File.hasSamples())
    return errorAt(File.Path,
                   "no pair can be used: " + Result.About.LeftOut.front() +
                       "; record whole runs, with policy stream");
  return Result;
}

} // namespace ipoint::compare
