//===- Places.h - Where the longest times were ----------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_COUNT_PLACES_H
#define IPOINT_COUNT_PLACES_H

#include "callstack/CallStack.h"
#include "callstack/TraceSink.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ipoint::analysis {

/// Of which thread a stream is.
struct StreamOrigin {
  std::string Trace; ///< its path
  uint64_t Pid = 0, Tid = 0;
  bool IsHandler = false;      ///< of signal handlers of that thread
  uint32_t Run = 0;            ///< which trace that is, from 0
  uint64_t First = UINT64_MAX; ///< its first stamp, ticks; none: no stamp
  uint64_t Last = 0;           ///< its last one, where there is a first
};

/// The functions that were open at a time, from the bottom of the stack on; a
/// handler's begin with it.
struct CallWay {
  /// Successive activations of one function are one step.
  struct Step {
    uint32_t Function = None;
    uint32_t Times = 0;
  };
  /// Activations that are looked at: the lowest and the uppermost ones.
  static constexpr size_t MostBelow = 32, MostAbove = 96;

  std::vector<Step> Steps;
  uint64_t Omitted = 0; ///< activations
  size_t Behind = 0;    ///< number of Steps before these

  /// That of all that is open on \p Stack.
  static CallWay of(const CallStack &Stack);
};

/// Where the longest of some times was, the first one of several.
struct LongestTime {
  uint64_t Ticks = 0;
  uint64_t Since = 0;  ///< ticks from the stream's first record to its end
  uint64_t Call = 0;   ///< of its function: how many had been entered; 0: not
                       ///< known
  uint64_t Stream = 0; ///< its number
  uint32_t Mark = UINT32_MAX; ///< block of the mark before it, or None
  bool Known = false;
  uint64_t End = 0;              ///< ticks of the clock
  std::optional<uint64_t> Start; ///< the same; none: not known
  uint64_t OffCpu = 0;           ///< ticks off CPU, which Ticks has not
  uint64_t Handled = 0;          ///< of a visit: the same of handlers
  uint64_t InKernel = 0;         ///< of a visit: ticks, as the kernel reports
  CallWay Way;

  /// Takes \p Other, which has \p Streams and \p Calls before it, if that is
  /// longer. Returns whether it is.
  bool add(const LongestTime &Other, uint64_t Streams, uint64_t Calls) {
    if (!Other.Known || (Known && Other.Ticks <= Ticks))
      return false;
    *this = Other;
    Stream += Streams;
    Call += Calls;
    return true;
  }
};

/// The longest times by block and function, and where they were.
class Places {
public:
  Places(size_t Blocks, size_t Functions)
      : Blocks(Blocks), Self(Functions), Inclusive(Functions) {}

  void watch(StreamView V) { View = V; }
  void startStream() { ++Stream; }
  /// Of the stream that was started last.
  void setOrigin(StreamOrigin O) {
    Origins.resize(Stream + 1);
    Origins[Stream] = std::move(O);
  }
  /// Adds the streams of \p Other behind these; where it \p Continues, the
  /// first of them is the last one here. Returns how many come before them.
  uint64_t append(const Places &Other, bool Continues) {
    uint64_t Before = Stream - Continues;
    Origins.resize(Before + 1);
    if (!Other.Origins.empty()) // the first stands for none
      Origins.insert(Origins.end(), Other.Origins.begin() + 1,
                     Other.Origins.end());
    Stream = Before + Other.Stream;
    return Before;
  }
  const StreamOrigin &originOf(const LongestTime &L) const {
    static const StreamOrigin Unknown;
    return L.Stream < Origins.size() ? Origins[L.Stream] : Unknown;
  }

  /// By stream; the first one stands for none.
  llvm::ArrayRef<StreamOrigin> origins() const { return Origins; }

  /// The first stamp of each trace; UINT64_MAX where there is none.
  std::vector<uint64_t> firstOfRuns() const;

  /// Takes note of \p Ticks of a visit, which ends now in call \p Call, if they
  /// are more than what \p L has. Returns whether they are.
  bool noteVisit(LongestTime &L, uint64_t Ticks, uint64_t Call) const {
    if (L.Known && Ticks <= L.Ticks)
      return false;
    fillVisit(L = begin(Ticks, Call));
    return true;
  }
  /// The same of a call, the one on top of the stack, that was \p OffCpu ticks
  /// off CPU.
  bool noteCall(LongestTime &L, uint64_t Ticks, uint64_t Call,
                uint64_t OffCpu) const {
    if (L.Known && Ticks <= L.Ticks)
      return false;
    fillCall(L = begin(Ticks, Call), OffCpu);
    return true;
  }
  /// What is open in the stream that is read; null: none is.
  const CallStack *stack() const { return View.Stack; }
  /// The first stamp of the stream that is read, or UINT64_MAX.
  uint64_t first() const { return View.First ? *View.First : UINT64_MAX; }
  /// The last one so far.
  uint64_t last() const { return View.Time ? *View.Time : 0; }

  std::vector<LongestTime> Blocks;          ///< by block
  std::vector<LongestTime> Self, Inclusive; ///< by function

private:
  LongestTime begin(uint64_t Ticks, uint64_t Call) const;
  void fillVisit(LongestTime &L) const;
  void fillCall(LongestTime &L, uint64_t OffCpu) const;

  StreamView View;
  uint64_t Stream = 0;
  std::vector<StreamOrigin> Origins; ///< by stream
};

} // namespace ipoint::analysis

#endif // IPOINT_COUNT_PLACES_H
