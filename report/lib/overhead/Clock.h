//===- Clock.h - The clock, and what its probes cost ----------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_OVERHEAD_CLOCK_H
#define IPOINT_OVERHEAD_CLOCK_H

#include "callstack/Accounts.h"
#include "count/Collector.h"
#include "program/Symbols.h"
#include "stats/Sample.h"
#include "trace/Trace.h"
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ipoint::analysis {

/// What a probe of one form costs, in ticks.
struct ProbeModel {
  std::string Form;       ///< inline, called or window
  bool IsUsed = false;    ///< some unit's probes have this form
  double TimedMean = 0;   ///< what is subtracted from means and sums
  double TimedMin = 0;    ///< the same of extremes
  double UntimedMean = 0; ///< what is subtracted from means and sums
  /// Standard uncertainties of the means.
  double TimedUncertainty = 0, UntimedUncertainty = 0;
  /// What the runtime measured. More than what is subtracted where times show
  /// that it can't be so: then the evidence, in words.
  double TimedMeanRecorded = 0, TimedMinRecorded = 0, UntimedMeanRecorded = 0;
  /// By how much more than TimedMeanRecorded it usually took, when what else
  /// ran on the machine was not at its least.
  double TimedSpread = 0;
  /// How far the means may be from the truth by the clock's resolution alone,
  /// where all probes take the same; 0: they need not.
  double Error = 0;
  std::string TimedEvidence, UntimedEvidence;
};

/// What adding up the numbers of paths takes in code that was compiled without
/// optimisation, in ticks; its untimed probes are path records.
struct SumModel {
  double Path = 0; ///< a record of a number
  double More = 0; ///< where its call adds to the number, as well
  double Add = 0, Set = 0, Clear = 0; ///< a statement; the last sets it to 0
};

struct ClockModel {
  std::string Source;
  uint64_t RateHz = 0;
  /// Relative; none where the traces do not hold it.
  std::optional<double> RateUncertainty;
  double Resolution = 0; ///< ticks; the larger one of these two
  double ResolutionRecorded = 0;
  std::optional<double>
      ResolutionSeen; ///< in the records; none: they do not show it
  /// Ticks of work that a read may overtake, so that they are charged to the
  /// next block: 0 where reads wait for the work before them.
  double Overtaken = 0;
  /// The share of what a probe takes that work beside it may hide.
  double Hidden = 0;
  /// Ticks; the smallest difference of two reads that came several times.
  std::optional<uint64_t> LeastSeen;
  bool Waits = false;
  /// None where no unit has such code, or not all traces have its cost.
  std::optional<SumModel> Sums;
  /// What an untimed probe weighs; see SymbolTable::recordWeight().
  uint32_t UntimedWeight = 1;
  std::vector<ProbeModel> Probes; ///< one for each form, inline ones first
};

/// Whether a clock of \p Hz may be the one of \p Other: else ticks of the two
/// cannot be added.
inline bool isSameRate(double Hz, double Other) {
  return std::abs(Hz - Other) <= 0.01 * Other;
}

/// The clock of all traces: means of rate and overheads over the traces, the
/// smallest overhead, the largest resolution. Of what the runtime recorded and
/// what a sample of the records shows, the larger resolution and the smaller
/// least overhead.
///
/// Errors name the trace: its clock has another rate than that of the others; a
/// stream can't be opened.
llvm::Expected<ClockModel> commonClock(llvm::ArrayRef<trace::Trace> Traces);

/// What probes took beside \p T, by trace::ProbeForm, as it says: TimedMean,
/// UntimedMean and TimedMin.
std::vector<ProbeModel> recordedOverheads(const trace::Trace &T);

/// Sets the number of parts of an untimed probe, so that what \p C.Sums take
/// are whole numbers of these: exactly, as long as there are few; else nearly.
/// Where an untimed probe takes nothing, the sums are left out.
void setUntimedWeight(ClockModel &C);

/// Notes in \p Symbols how probes of \p Traces were made, and what untimed ones
/// weigh, by \p C.
void noteProbes(SymbolTable &Symbols, llvm::ArrayRef<trace::Trace> Traces,
                const ClockModel &C);

/// Sets the uncertainties of the mean overheads of \p C.
void setUncertainties(ClockModel &C);

/// What probes cost by their form, with the uncertainty of it. Their TimedMin
/// is one.
ProbeOverheads overheadsOf(const ClockModel &C);

// The runtime measures the clock resolution and the cost of a probe before the
// program runs. A sample of the trace says what they were while it ran.

/// Differences of successive reads of the counter, and their resolution.
class DifferenceSample {
public:
  void add(uint64_t Difference);
  uint64_t count() const { return Count; }

  /// The clock resolution, ticks: the largest number of which all differences
  /// are multiples. It need not be whole (a processor scales a slow
  /// oscillator): then nearly all small differences are multiples of it, to one
  /// tick. Nothing where too few, or too few different, ones were seen: those
  /// of a small loop are multiples of its length on any clock.
  std::optional<double> resolution() const;

  /// The tenth smallest difference, ticks. A probe lies in each of them, so no
  /// smaller cost of a probe is likely; a single difference proves nothing, as
  /// the counters of two processors may differ. Nothing where there are fewer.
  std::optional<uint64_t> least() const;

private:
  static constexpr uint64_t SmallEnd = 4096; ///< ticks

  std::optional<double> fractionalResolution() const;
  bool fits(double Resolution) const;

  std::vector<uint64_t> Small = std::vector<uint64_t>(SmallEnd); ///< by value
  uint64_t Count = 0;
  uint64_t NotZero = 0;
  uint64_t Common = 0;            ///< divisor of all
  uint64_t Smallest = UINT64_MAX; ///< that is not 0
  std::vector<uint64_t>
      Different; ///< the first ones, each once, none of them 0
};

/// What the differences at the beginning of each stream of \p T come to, at
/// most a million in all. Errors name a stream that can't be opened.
llvm::Expected<trace::Reduced> differencesIn(const trace::Trace &T);

/// Some times of a distribution, and what figures have in their place.
struct Exchanged {
  const Distribution *Old = nullptr, *New = nullptr;
};

/// Lowers the mean overheads in \p Clock to what \p All, which was measured
/// with them, leaves room for: no code takes less than no time, so a mean time
/// with T probes in it shows that a probe takes at most a T-th of it. What
/// interrupts added leaves no room: \p Blocks and \p Functions (self times)
/// have by what interrupted times are exchanged; empty: no visit is
/// interrupted. The evidence is kept with the overhead, and uncertainties are
/// set.
void limitOverheads(ClockModel &Clock, const SymbolTable &Symbols,
                    const Collector &All, llvm::ArrayRef<Exchanged> Blocks = {},
                    llvm::ArrayRef<Exchanged> Functions = {});

} // namespace ipoint::analysis

#endif // IPOINT_OVERHEAD_CLOCK_H
