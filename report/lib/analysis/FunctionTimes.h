//===- FunctionTimes.h - Short times of activations -----------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An activation has a self and a gross time, each with its number of timed
// probes. Where no instrumented function is called the two are one, and counted
// once.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_ANALYSIS_FUNCTIONTIMES_H
#define IPOINT_ANALYSIS_FUNCTIONTIMES_H

#include "SmallTimes.h"
#include <array>
#include <memory>

namespace ipoint::analysis {

class FunctionTimes {
public:
  struct Ignore {
    void operator()() const {}
  };

  explicit FunctionTimes(size_t Functions) : Cells(Functions) {}

  /// Counts an activation of \p Function that called no instrumented function,
  /// with a self and gross time of \p Ticks that has \p Timed probes and no
  /// untimed ones. False if it is to be counted elsewhere. \p OnNew is called
  /// where such a time may be the first of its kind.
  template <class New = Ignore>
  bool addLeaf(uint32_t Function, uint64_t Ticks, uint64_t Timed,
               New &&OnNew = {}) {
    return Cells[Function] && add(Cells[Function]->Both, Ticks, Timed, OnNew);
  }
  /// The same of a self time.
  template <class New = Ignore>
  bool addSelf(uint32_t Function, uint64_t Ticks, uint64_t Timed,
               New &&OnNew = {}) {
    return Cells[Function] && add(Cells[Function]->Self, Ticks, Timed, OnNew);
  }
  /// The same of a gross time.
  template <class New = Ignore>
  bool addGross(uint32_t Function, uint64_t Ticks, uint64_t Timed,
                New &&OnNew = {}) {
    return Cells[Function] && add(Cells[Function]->Gross, Ticks, Timed, OnNew);
  }

  /// The cells of \p Function are wanted, for it has run.
  void open(uint32_t Function) {
    if (!Cells[Function])
      Cells[Function] = std::make_unique<FunctionCells>();
  }

  /// Calls \p Self and \p Gross with times, their number of timed probes and
  /// how often they came.
  template <class OfSelf, class OfGross>
  void forEach(uint32_t Function, OfSelf &&Self, OfGross &&Gross) const {
    if (!Cells[Function])
      return;
    const FunctionCells &C = *Cells[Function];
    each(C.Both, [&](uint64_t Ticks, uint64_t Timed, uint64_t Times) {
      Self(Ticks, Timed, Times);
      Gross(Ticks, Timed, Times);
    });
    each(C.Self, Self);
    each(C.Gross, Gross);
  }

private:
  /// By the low bits of the number of probes.
  using Ways = std::array<TimeCell, 8>;
  struct FunctionCells {
    Ways Both, Self, Gross;
  };

  template <class New>
  bool add(Ways &W, uint64_t Ticks, uint64_t Timed, New &OnNew) {
    TimeCell &C = W[Timed % W.size()];
    if (C.Key == TimeCell::NoKey) [[unlikely]]
      C.Key = Timed;
    if (!SmallTimes::fits(C, Timed, Ticks)) [[unlikely]]
      return false;
    if (Counts.add(C, Ticks)) [[unlikely]]
      OnNew();
    return true;
  }

  template <class Function> void each(const Ways &W, Function &&F) const {
    for (const TimeCell &C : W)
      Counts.forEach(
          C, [&](uint64_t Ticks, uint64_t Times) { F(Ticks, C.Key, Times); });
  }

  std::vector<std::unique_ptr<FunctionCells>> Cells; ///< by function
  SmallTimes Counts;
};

} // namespace ipoint::analysis

#endif // IPOINT_ANALYSIS_FUNCTIONTIMES_H
