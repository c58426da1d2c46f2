//===- MeasurePairs.cpp - What main's thread recorded ---------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Closure.h"
#include "overhead/Clock.h"
#include "support/Errors.h"
#include "trace/StreamReader.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <array>
#include <cmath>

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::compare {

namespace {

/// Counts probes by form and adds up pauses: the time between the first record
/// and the last, without a look at what they mean.
class ThreadCounter {
public:
  ThreadCounter(ArrayRef<trace::UnitRecord> Units, const BaselinePair &Main)
      : Main(Main) {
    for (const trace::UnitRecord &U : Units)
      if (U.form() != trace::ProbeForm::Inline)
        Others.push_back({U.first(), U.first() + U.count(), U.form()});
  }

  void timed(uint32_t Id, uint64_t Time) {
    // What runs behind main's end (handlers of atexit) is not of main.
    if (Time < Main.Begin || Time > Main.End)
      return;
    if (Id == IPOINT_ID_PAUSE) {
      PausedAt = Time;
    } else if (Id == IPOINT_ID_RESUME) {
      Waited += PausedAt ? Time - PausedAt : 0;
      PausedAt = 0;
    } else if (Id >= IPOINT_ID_FIRST) {
      ++Timed[size_t(formOf(Id))];
    }
    First = First ? First : Time;
    Last = Time;
    // Behind the last read of the counter no probe is in what was timed.
    Untimed = UntimedSoFar;
  }
  void untimed(uint32_t Id, uint64_t) {
    if (Id == IPOINT_ID_LOST || Id == IPOINT_ID_GAP)
      Whole = false;
    else if (Id >= IPOINT_ID_FIRST && First)
      ++UntimedSoFar[size_t(formOf(Id))];
  }
  void gap() { Whole = false; }

  std::array<uint64_t, 3> Timed = {}, Untimed = {};
  uint64_t First = 0, Last = 0, Waited = 0;
  bool Whole = true;

private:
  struct Range {
    uint32_t Begin, End;
    trace::ProbeForm Form;
  };

  trace::ProbeForm formOf(uint32_t Id) const {
    for (const Range &R : Others)
      if (Id >= R.Begin && Id < R.End)
        return R.Form;
    return trace::ProbeForm::Inline;
  }

  const BaselinePair &Main;
  std::vector<Range> Others; ///< few: mostly all units are built alike
  std::array<uint64_t, 3> UntimedSoFar = {};
  uint64_t PausedAt = 0;
};

} // namespace

/// The stream of the thread that main ran in; empty if there is none.
static std::string streamOf(const trace::Trace &T, uint32_t Thread) {
  for (const std::string &File : T.Streams) {
    StringRef Name = sys::path::filename(File);
    if (Name.consume_front("stream-") &&
        Name.split('-').second == std::to_string(Thread))
      return File;
  }
  return "";
}

/// What reports take off of what was recorded.
static double share(double TakenOff, double Recorded) {
  return Recorded > 0 ? TakenOff / Recorded : 1;
}

/// Why the pair can't be used, or what was measured.
static Expected<std::optional<MeasuredPair>>
measure(const BaselinePair &Pair, const trace::Trace &T,
        ArrayRef<ProbeModel> Probes, std::string &Why) {
  if (Pair.Plain == 0) {
    Why = "main was not timed, as a program is linked statically";
    return std::nullopt;
  }
  std::string File = streamOf(T, Pair.Thread);
  if (File.empty()) {
    Why = "main's thread recorded nothing";
    return std::nullopt;
  }
  Expected<std::unique_ptr<trace::ByteSource>> Source =
      trace::ByteSource::open(File);
  if (!Source)
    return Source.takeError();
  trace::DamageList Damages;
  trace::PacketReader Reader(**Source, File, T.Meta.Uuid, Damages);
  ThreadCounter Count(T.Meta.Units, Pair);
  trace::readStream(Reader, Count);
  if (!Count.Whole || !Damages.items().empty() ||
      T.Meta.number("records_lost") > 0 ||
      T.Meta.number("records_overwritten") > 0) {
    Why = "records are missing";
    return std::nullopt;
  }
  if (all_of(Count.Timed, [](uint64_t N) { return N == 0; })) {
    Why = "no ipoint is timed";
    return std::nullopt;
  }
  if (Count.First == Count.Last) {
    Why = "main's thread has fewer than two timed records";
    return std::nullopt;
  }
  MeasuredPair M;
  M.Plain = static_cast<double>(Pair.Plain);
  M.Elapsed = static_cast<double>(Count.Last - Count.First);
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
    Expected<std::optional<MeasuredPair>> M = measure(Pair, *T, Probes, Why);
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
