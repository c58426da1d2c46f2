//===- Describe.h - The figures of a profile, each once -------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each function describes which figures a part of a Collector has. An archive
// that writes takes them from there, one that reads sets them:
//
//   describe(A, Slot, Stats):  Stats.Visits <──"visits", key Slot──> figures
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_PROFILE_DESCRIBE_H
#define IPOINT_PROFILE_DESCRIBE_H

#include "Profile.h"
#include "count/Collector.h"
#include "interrupts/exclude/FilterCollector.h"

namespace ipoint::profile {

template <typename T> inline constexpr bool IsSigned = T(-1) < T(0);
template <> inline constexpr bool IsSigned<bool> = false;

/// Moves what is described into figures.
class FigureWriter {
public:
  explicit FigureWriter(Figures &To) : To(To) {}

  /// A sum or an extreme of \p Slot. A 0 that adds nothing is left out.
  template <typename T>
  void number(llvm::StringRef Kind, uint64_t Slot, const T &Value) {
    if (Value != 0 || IsSigned<T> || Kind.ends_with(".min"))
      To[{Kind.str(), 0}].push_back(
          {Slot, static_cast<analysis::SignedWide>(Value)});
  }
  void histogram(llvm::StringRef Kind, uint64_t Slot,
                 const analysis::Histogram &H);
  void sample(llvm::StringRef Kind, uint64_t Slot, const analysis::Sample &S);
  void times(llvm::StringRef Kind, uint64_t Slot,
             const analysis::Distribution &D);
  /// How successive values depend on each other, if that is known. Of several
  /// runs the largest holds.
  void correlation(llvm::StringRef Kind, uint64_t Slot,
                   const std::optional<analysis::Correlation> &C);
  /// What is there only where it is needed.
  template <typename T, typename Describer>
  void optional(const std::unique_ptr<T> &Value, Describer Of) {
    if (Value)
      Of(*Value);
  }

private:
  Figures &To;
};

/// Sets what is described by figures. What no run can have is noted as a
/// problem, and read as nothing.
class FigureReader {
public:
  explicit FigureReader(const Figures &From) : From(From) {}

  template <typename T>
  void number(llvm::StringRef Kind, uint64_t Slot, T &Value) {
    if (const analysis::SignedWide *Found = find(Kind, Slot)) {
      Value = static_cast<T>(*Found);
      if (static_cast<analysis::SignedWide>(Value) != *Found ||
          (*Found < 0 && !IsSigned<T>))
        problem(Kind, "has a value that is too large or negative");
    }
  }
  void histogram(llvm::StringRef Kind, uint64_t Slot, analysis::Histogram &H);
  void sample(llvm::StringRef Kind, uint64_t Slot, analysis::Sample &S);
  void times(llvm::StringRef Kind, uint64_t Slot, analysis::Distribution &D);
  std::optional<analysis::Correlation> correlation(llvm::StringRef Kind,
                                                   uint64_t Slot);
  template <typename T, typename Describer>
  void optional(std::unique_ptr<T> &Value, Describer Of) {
    auto Read = std::make_unique<T>();
    uint64_t Before = Count;
    Of(*Read);
    if (Count != Before)
      Value = std::move(Read);
  }

  /// The first problem, in words; empty: none.
  const std::string &problem() const { return Problem; }
  void problem(llvm::StringRef Kind, const llvm::Twine &What) {
    if (Problem.empty())
      Problem = ("'" + Kind + "' " + What).str();
  }

private:
  const analysis::SignedWide *find(llvm::StringRef Kind, uint64_t Slot);

  const Figures &From;
  std::string Problem;
  uint64_t Count = 0; ///< figures that were found
};

/// Estimates, ticks and ticks², are kept in millionths: whole numbers add up to
/// the same in any order.
inline constexpr double Millionths = 1e6;

template <class Archive>
void describe(Archive &A, llvm::StringRef Kind, uint64_t Slot,
              analysis::InterruptedStats &S) {
  std::string Name = Kind.str();
  A.sample(Name, Slot, S.Own);
  A.sample(Name + ".response", Slot, S.Response);
  A.sample(Name + ".away", Slot, S.OffCpu);
}

template <class Archive>
void describe(Archive &A, uint64_t Slot, analysis::BlockStats &B) {
  A.number("visits", Slot, B.Visits);
  A.optional(B.Interrupted, [&](auto &S) { describe(A, "switched", Slot, S); });
  A.histogram("kernel_interrupted.histogram", Slot, B.KnownInterrupted);
  A.optional(B.Values, [&](analysis::ValueStats &V) {
    A.number("values", Slot, V.Count);
    A.number("values.sum", Slot, V.Sum);
    A.number("values.min", Slot, V.Min);
    A.number("values.max", Slot, V.Max);
  });
}

template <class Archive>
void describe(Archive &A, uint64_t Slot, analysis::EdgeStats &E) {
  A.number("transitions", Slot, E.Count);
  A.times("time", Slot, E.Time);
}

template <class Archive>
void describe(Archive &A, llvm::StringRef Kind, analysis::Moments &M) {
  std::string Name = Kind.str();
  A.number(Name, 0, M.Count);
  A.number(Name + ".sum", 0, M.Sum);
  A.number(Name + ".squares", 0, M.Squares);
  A.number(Name + ".max", 0, M.Max);
  if (M.Count != 0) // else there is none
    A.number(Name + ".min", 0, M.Min);
}

template <class Archive> void describe(Archive &A, analysis::FunctionStats &F) {
  A.number("calls", 0, F.Calls);
  A.number("threads", 0, F.Threads);
  A.number("inferred_exits", 0, F.InferredExits);
  A.times("self", 0, F.Self);
  A.times("inclusive", 0, F.Inclusive);
  A.times("called", 0, F.Called);
  A.optional(F.SelfInterrupted,
             [&](auto &S) { describe(A, "self_switched", 0, S); });
  A.optional(F.InclusiveInterrupted,
             [&](auto &S) { describe(A, "inclusive_switched", 0, S); });
  A.optional(F.CalledInterrupted,
             [&](auto &S) { describe(A, "called_switched", 0, S); });
  A.optional(F.Inferred, [&](analysis::InferredStats &I) {
    describe(A, "inferred_ended", I.Ended);
    describe(A, "inferred_open", I.Open);
  });
}

template <class Archive>
void describe(Archive &A, uint64_t Slot, analysis::LoopStats &L) {
  A.number("loop_entered", Slot, L.Entered);
  A.number("loop_iterations", Slot, L.Iterations);
  A.number("loop_counted.max", Slot, L.IsCounted);
  A.number("loop_anew", Slot, L.Anew);
  A.number("loop_most_anew.max", Slot, L.MostAnew);
  A.number("loop_most.max", Slot, L.Most);
  A.histogram("loop_reached.histogram", Slot, L.Reached);
  A.times("loop_iteration", Slot, L.Iteration);
}

template <class Archive>
void describe(Archive &A, uint64_t Slot, analysis::BlockCut &B) {
  A.times("excluded", Slot, B.Interrupted);
  A.times("replaced", Slot, B.Replaced);
}

template <class Archive>
void describe(Archive &A, analysis::FilteredFunction &F) {
  A.times("self_excluded", 0, F.SelfInterrupted);
  A.times("self_replaced", 0, F.SelfReplaced);
  A.times("inclusive_excluded", 0, F.InclusiveInterrupted);
  A.times("inclusive_replaced", 0, F.InclusiveReplaced);
}

template <class Archive> void describe(Archive &A, analysis::TraceAccount &T) {
  A.number("lost_records", 0, T.LostRecords);
  A.number("buffer_waits", 0, T.BufferWaits);
  A.number("buffer_wait_ticks", 0, T.BufferWaitTicks);
  A.number("switches", 0, T.Switches);
  A.number("switch_ticks", 0, T.SwitchTicks);
  A.number("preemptions", 0, T.Preemptions);
  A.number("kernel_interrupts", 0, T.KernelInterrupts);
  A.number("kernel_ticks", 0, T.KernelTicks);
  A.number("gaps", 0, T.Gaps);
  A.number("gap_ticks", 0, T.GapTicks);
  A.number("gaps_requested", 0, T.Requested);
  A.number("cut_calls", 0, T.CutCalls);
  A.number("counted_paths", 0, T.Counted);
  A.number("unknown_records", 0, T.UnknownRecords);
  A.number("unfinished_calls", 0, T.Unfinished);
  A.number("started_in_the_middle", 0, T.StartedInTheMiddle);
  A.number("started_elsewhere", 0, T.Elsewhere);
  A.number("too_deep", 0, T.TooDeep);
  A.number("impossible_omitted", 0, T.ImpossibleOmitted);
}

} // namespace ipoint::profile

#endif // IPOINT_PROFILE_DESCRIBE_H
