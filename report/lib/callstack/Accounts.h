//===- Accounts.h - What calls took, and where ticks went -----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_CALLSTACK_ACCOUNTS_H
#define IPOINT_CALLSTACK_ACCOUNTS_H

#include "llvm/ADT/ArrayRef.h"
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace ipoint::analysis {

/// What one probe adds to the time between two reads of the counter.
struct ProbeOverhead {
  double TimedMean = 0; ///< ticks
  /// Ticks, of each part of an untimed one: see SymbolTable::recordWeight().
  double UntimedMean = 0;
  uint64_t TimedMin = 0; ///< ticks, the smallest seen
  double Resolution = 0; ///< ticks; of the clock
  bool Waits = false;    ///< a read waits for the clock's next step
  /// Ticks that a read may overtake, so that they are a neighbour's.
  double Overtaken = 0;
  /// Standard uncertainties of the two means, ticks.
  double TimedUncertainty = 0, UntimedUncertainty = 0;
  double UntimedWeight = 1; ///< parts of an untimed probe
};

/// By trace::ProbeForm. Their TimedMin is one: the smallest of those in use.
using ProbeOverheads = std::vector<ProbeOverhead>;

/// How many probes lie in a time. Untimed ones count in parts, by the weights
/// of their records and of the code that leads to these; see
/// SymbolTable::recordWeight(). Most often that is one for each.
struct ProbeCount {
  uint64_t Timed = 0;
  uint64_t Untimed = 0;
  bool operator==(const ProbeCount &) const = default;
};

/// What \p Probes cost at \p MinOverhead ticks each.
inline uint64_t leastCost(ProbeCount Probes, uint64_t MinOverhead) {
  uint64_t Cost;
  return __builtin_mul_overflow(Probes.Timed, MinOverhead, &Cost) ? UINT64_MAX
                                                                  : Cost;
}

/// An interruption of a visit that records show, so that it need not be
/// inferred. The time that they give is no part of the visit, but for the
/// kernel's: its records begin where it has taken the CPU already, and end
/// before it gives that back, so more may lie outside of them than within.
struct Recorded {
  enum Kind : uint8_t {
    Switch,  ///< the thread was off CPU
    Handler, ///< an instrumented handler ran, of an interrupt or a signal
    Kernel   ///< the kernel handled an interrupt
  };
  static constexpr unsigned Kinds = 3;
  static constexpr std::array<Kind, Kinds> All = {Switch, Handler, Kernel};
};

/// Something for each of them.
template <class T> using ByRecord = std::array<T, Recorded::Kinds>;

/// A path record, and how often it came in a row.
struct PathRun {
  uint64_t Record = 0;
  uint64_t Times = 0;
};

/// A complete activation.
struct Activation {
  bool SelfUsable = false;
  bool InclusiveUsable = false;
  uint64_t Self = 0;            ///< ticks, probes included
  uint64_t Inclusive = 0;       ///< ticks, probes included
  uint64_t SelfOffCpu = 0;      ///< ticks off CPU, which Self has not
  uint64_t InclusiveOffCpu = 0; ///< the same of Inclusive
  ProbeCount SelfProbes, InclusiveProbes;
  uint64_t SelfExcess = 0;       ///< ticks; what time() returned in it
  uint64_t InclusiveExcess = 0;  ///< the same with its callees
  llvm::ArrayRef<PathRun> Paths; ///< that it took, in their order
  bool ArePathsCut = false;      ///< there are more
};

/// Ticks, and how many probes lie in them.
struct Spent {
  uint64_t Ticks = 0;
  ProbeCount Probes;

  void add(uint64_t MoreTicks, ProbeCount More) {
    Ticks += MoreTicks;
    Probes.Timed += More.Timed;
    Probes.Untimed += More.Untimed;
  }
  void add(const Spent &Other) { add(Other.Ticks, Other.Probes); }
  void subtract(const Spent &Other) {
    Ticks -= Other.Ticks;
    Probes.Timed -= Other.Probes.Timed;
    Probes.Untimed -= Other.Probes.Untimed;
  }
};

/// Of the functions whose probes have one form.
struct FormAccounts {
  Spent All;     ///< in activations
  Spent Calling; ///< of All: in blocks that call what has no probes
  Spent Unsure;  ///< of All, and not of Calling: whose it is is not known
  /// In blocks that call what has no probes, on behalf of handlers.
  Spent HandlerCalling;
};

/// What a mark recorded in an activation.
struct CallValue {
  uint32_t Block = UINT32_MAX;
  int64_t Value = 0;  ///< the last one
  uint32_t Times = 0; ///< how many values it recorded
};

/// Of one stream, in ticks, each of which is in one account only.
struct Accounts {
  /// By trace::ProbeForm: in activations, but for handlers. A Rebuilder knows
  /// Calling of those visits only that have no time by themselves.
  std::array<FormAccounts, 3> Forms;
  /// Of All: what the filter says is no part of the visits that it is in.
  uint64_t Interrupted = 0;
  uint64_t InterruptedCalling = 0; ///< the same in Calling
  uint64_t Handlers = 0; ///< of interrupts, with what they call and its probes
  uint64_t HandlerCount = 0; ///< how many of them, but for those in handlers
  uint64_t BufferWait = 0;   ///< the thread waited for the buffer
  uint64_t Gaps = 0;         ///< it ran on unrecorded, as was wanted
  uint64_t Lost = 0;         ///< records are missing
  uint64_t OffCpu = 0;       ///< it was off CPU
  uint64_t Outside = 0;      ///< no activation was open
  uint64_t Backward = 0;     ///< by which damaged times go back, in all
  /// That were read of the stream; both passes are to have read the same.
  uint64_t Records = 0;

  /// Adds those of another part of the stream.
  void add(const Accounts &Part);
  /// \p Counted is what Collectors counted of Calling, by trace::ProbeForm.
  void setCalling(const std::array<Spent, 3> &Counted);
};

} // namespace ipoint::analysis

#endif // IPOINT_CALLSTACK_ACCOUNTS_H
