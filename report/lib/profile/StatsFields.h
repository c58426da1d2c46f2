//===- StatsFields.h - The figures of a profile, each once ----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a Collector has, described for visitors of support/Describe.h. The names
// are the kinds of docs/formats.md: those that end with `.min` or `.max` are
// extremes, the others add up. FigureWriter takes figures from what is
// described, FigureReader sets it by them:
//
//   describe(FigureWriter(To, Slot), Stats):
//     Stats.Visits --"visits", key Slot--> figures
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_PROFILE_STATSFIELDS_H
#define IPOINT_PROFILE_STATSFIELDS_H

#include "Profile.h"
#include "count/Collector.h"
#include "interrupts/exclude/FilterCollector.h"

namespace ipoint::profile {

template <typename T> inline constexpr bool IsSigned = T(-1) < T(0);
template <> inline constexpr bool IsSigned<bool> = false;

template <typename T>
concept IsCount = std::integral<T> || std::same_as<T, analysis::Wide> ||
                  std::same_as<T, analysis::SignedWide>;

/// Estimates, ticks and ticks², are kept in millionths: whole numbers add up to
/// the same in any order.
inline constexpr double Millionths = 1e6;

/// Moves what is described into figures of \p Slot.
class FigureWriter {
public:
  FigureWriter(Figures &To, uint64_t Slot) : To(To), Slot(Slot) {}

  /// A sum or an extreme. A 0 that adds nothing is left out.
  template <IsCount T>
  void operator()(llvm::StringRef Kind, const T &Value) const {
    if (Value != 0 || IsSigned<T> || Kind.ends_with(".min"))
      To[{Kind.str(), 0}].push_back(
          {Slot, static_cast<analysis::SignedWide>(Value)});
  }
  void operator()(llvm::StringRef Kind, const analysis::Histogram &H) const;
  void operator()(llvm::StringRef Kind, const analysis::Sample &S) const;
  void operator()(llvm::StringRef Kind, const analysis::Distribution &D) const;
  /// How successive values depend on each other, if that is known. Of several
  /// runs the largest holds.
  void operator()(llvm::StringRef Kind,
                  const std::optional<analysis::Correlation> &C) const;
  /// What is there only where it is needed; its kinds begin with \p Kind.
  template <typename T>
  void operator()(llvm::StringRef Kind, const std::unique_ptr<T> &Of) const {
    if (Of)
      describe(*this, Kind.str(), *Of);
  }
  /// The last time of each bin, by the first.
  void operator()(llvm::StringRef Kind, const analysis::TimeBins &Bins) const;
  void millionths(llvm::StringRef Kind, double Value) const;

private:
  Figures &To;
  uint64_t Slot;
};

/// Sets what is described by figures. What no run can have is noted as a
/// problem, and read as nothing.
class FigureReader {
public:
  explicit FigureReader(const Figures &From, uint64_t Slot = 0)
      : From(From), Slot(Slot) {}

  /// The same for another slot, until the next call.
  FigureReader &at(uint64_t Other) {
    Slot = Other;
    return *this;
  }
  template <IsCount T> void operator()(llvm::StringRef Kind, T &Value) {
    if (const analysis::SignedWide *Found = find(Kind)) {
      Value = static_cast<T>(*Found);
      if (static_cast<analysis::SignedWide>(Value) != *Found ||
          (*Found < 0 && !IsSigned<T>))
        problem(Kind, "has a value that is too large or negative");
    }
  }
  void operator()(llvm::StringRef Kind, analysis::Histogram &H);
  void operator()(llvm::StringRef Kind, analysis::Sample &S);
  void operator()(llvm::StringRef Kind, analysis::Distribution &D);
  void operator()(llvm::StringRef Kind, analysis::TimeBins &Bins);
  std::optional<analysis::Correlation> correlation(llvm::StringRef Kind);
  template <typename T>
  void operator()(llvm::StringRef Kind, std::unique_ptr<T> &Of) {
    auto Read = std::make_unique<T>();
    uint64_t Before = Count;
    describe(*this, Kind.str(), *Read);
    if (Count != Before)
      Of = std::move(Read);
  }
  double millionths(llvm::StringRef Kind) {
    uint64_t Value = 0;
    (*this)(Kind, Value);
    return static_cast<double>(Value) / Millionths;
  }

  /// The first problem, in words; empty: none.
  const std::string &problem() const { return Problem; }
  void problem(llvm::StringRef Kind, const llvm::Twine &What) {
    if (Problem.empty())
      Problem = ("'" + Kind + "' " + What).str();
  }

private:
  const analysis::SignedWide *find(llvm::StringRef Kind);

  const Figures &From;
  uint64_t Slot;
  std::string Problem;
  uint64_t Count = 0; ///< figures that were found
};

/// By function of \p Symbols; \p HaveTexts: with hashes of their texts.
std::vector<FunctionName> namesOf(const analysis::SymbolTable &Symbols,
                                  bool HaveTexts);

/// The parts of a function and what \p Symbols number them by. A slot is an
/// index in each of these.
struct Parts {
  Parts(const analysis::SymbolTable &Symbols, uint32_t Function);

  profile::Function named() const;

  llvm::ArrayRef<uint32_t> Blocks, Loops;
  struct Transition {
    uint32_t From = 0, To = 0; ///< slots
    uint32_t Edge = 0;
  };
  std::vector<Transition> Transitions; ///< by From, then To

private:
  const analysis::SymbolTable &Symbols;
};

// A profile counts the runs, or sets of runs, for which a block was decided
// upon in each way, and keeps one of the reasons.

/// Adds the decision \p D on the block of \p Slot.
void note(const analysis::Decision &D, uint64_t Slot, Function &To);

/// The decision on that block: Applied where something was excluded once.
analysis::Decision decisionOn(uint64_t Slot, const Function &In);

} // namespace ipoint::profile

namespace ipoint::analysis {

void describe(auto &&Field, const std::string &Kind, InterruptedStats &S) {
  Field(Kind, S.Own);
  Field(Kind + ".response", S.Response);
  Field(Kind + ".away", S.OffCpu);
}

void describe(auto &&Field, const std::string &Kind, ValueStats &V) {
  Field(Kind, V.Count);
  Field(Kind + ".sum", V.Sum);
  Field(Kind + ".min", V.Min);
  Field(Kind + ".max", V.Max);
}

void describe(auto &&Field, BlockStats &B) {
  Field("visits", B.Visits);
  Field("switched", B.Interrupted);
  Field("kernel_interrupted.histogram", B.KnownInterrupted);
  Field("values", B.Values);
  Field("time_bins.max", B.Bins);
  Field("time_bins.masked", B.Bins.Masked);
}

void describe(auto &&Field, EdgeStats &E) {
  Field("transitions", E.Count);
  Field("time", E.Time);
}

void describe(auto &&Field, const std::string &Kind, Moments &M) {
  Field(Kind, M.Count);
  Field(Kind + ".sum", M.Sum);
  Field(Kind + ".squares", M.Squares);
  Field(Kind + ".max", M.Max);
  if (M.Count != 0) // else there is none
    Field(Kind + ".min", M.Min);
}

void describe(auto &&Field, const std::string &Kind, InferredStats &I) {
  describe(Field, Kind + "_ended", I.Ended);
  describe(Field, Kind + "_open", I.Open);
}

void describe(auto &&Field, FunctionStats &F) {
  Field("calls", F.Calls);
  Field("threads", F.Threads);
  Field("inferred_exits", F.InferredExits);
  Field("self", F.Self);
  Field("inclusive", F.Inclusive);
  Field("called", F.Called);
  Field("self_switched", F.SelfInterrupted);
  Field("inclusive_switched", F.InclusiveInterrupted);
  Field("called_switched", F.CalledInterrupted);
  Field("inferred", F.Inferred);
}

void describe(auto &&Field, LoopStats &L) {
  Field("loop_entered", L.Entered);
  Field("loop_iterations", L.Iterations);
  Field("loop_counted.max", L.IsCounted);
  Field("loop_anew", L.Anew);
  Field("loop_most_anew.max", L.MostAnew);
  Field("loop_most.max", L.Most);
  Field("loop_reached.histogram", L.Reached);
  Field("loop_iteration", L.Iteration);
}

void describe(auto &&Field, BlockCut &B) {
  Field("excluded", B.Interrupted);
  Field("replaced", B.Replaced);
}

void describe(auto &&Field, FilteredFunction &F) {
  Field("self_excluded", F.SelfInterrupted);
  Field("self_replaced", F.SelfReplaced);
  Field("inclusive_excluded", F.InclusiveInterrupted);
  Field("inclusive_replaced", F.InclusiveReplaced);
}

void describe(auto &&Field, TraceAccount &T) {
  Field("lost_records", T.LostRecords);
  Field("buffer_waits", T.BufferWaits);
  Field("buffer_wait_ticks", T.BufferWaitTicks);
  Field("switches", T.Switches);
  Field("switch_ticks", T.SwitchTicks);
  Field("preemptions", T.Preemptions);
  Field("kernel_interrupts", T.KernelInterrupts);
  Field("kernel_ticks", T.KernelTicks);
  Field("gaps", T.Gaps);
  Field("gap_ticks", T.GapTicks);
  Field("gaps_requested", T.Requested);
  Field("cut_calls", T.CutCalls);
  Field("counted_paths", T.Counted);
  Field("unknown_records", T.UnknownRecords);
  Field("unfinished_calls", T.Unfinished);
  Field("started_in_the_middle", T.StartedInTheMiddle);
  Field("started_elsewhere", T.Elsewhere);
  Field("too_deep", T.TooDeep);
  Field("impossible_omitted", T.ImpossibleOmitted);
}

} // namespace ipoint::analysis

#endif // IPOINT_PROFILE_STATSFIELDS_H
