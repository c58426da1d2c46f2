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

/// Handles the records of main's thread: counts the probes between the first
/// and the last read of the counter in main, by their form, and what the thread
/// waited for the buffer. What runs before main begins and behind its end
/// (handlers of atexit) is not of main.
class MainProbes {
public:
  MainProbes(const SymbolTable &Symbols, const BaselinePair &Main)
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
  const BaselinePair &Main;
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
measure(const BaselinePair &Pair, const trace::Trace &T,
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

Expected<MeasuredInput> measurePairs(const Baseline &File,
                                     ArrayRef<trace::Trace> Traces,
                                     const SymbolTable &Symbols,
                                     ArrayRef<ProbeModel> Probes) {
  MeasuredInput Result;
  Result.About.File = File.Path;
  Result.About.Program = File.Program;
  Result.About.Arguments = File.Arguments;
  bool Named = false;
  for (const BaselinePair &Pair : File.Pairs) {
    const trace::Trace *T = find_if(Traces, [&](const trace::Trace &Candidate) {
      return sys::fs::equivalent(Candidate.Path, Pair.Trace);
    });
    if (T == Traces.end())
      continue;
    Named = true;
    auto Rate = static_cast<double>(File.RateHz);
    bool IsOfOther =
        std::abs(static_cast<double>(T->Meta.Frequency) - Rate) > 0.01 * Rate ||
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
