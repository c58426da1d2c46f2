//===- Places.h - Where the longest times were ----------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_PROFILE_PLACES_H
#define IPOINT_PROFILE_PLACES_H

#include "callstack/TraceSink.h"
#include <cstdint>
#include <string>
#include <vector>

namespace ipoint::analysis {

/// Of which thread a stream is.
struct StreamOrigin {
  std::string Trace; ///< its path
  uint64_t Pid = 0, Tid = 0;
  bool IsHandler = false; ///< of signal handlers of that thread
};

/// Where the longest of some times was, the first one of several.
struct LongestTime {
  uint64_t Ticks = 0;
  uint64_t Since = 0;  ///< ticks from the stream's first record to its end
  uint64_t Call = 0;   ///< of its function: how many had been entered
  uint64_t Stream = 0; ///< its number
  uint32_t Mark = UINT32_MAX; ///< block of the mark before it, or None
  bool Known = false;
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

  /// Takes note of \p Ticks, which end now in call \p Call, if they are more
  /// than what \p L has.
  void note(LongestTime &L, uint64_t Ticks, uint64_t Call) const {
    if (L.Known && Ticks <= L.Ticks)
      return;
    L = {Ticks,  View.Time ? *View.Time - *View.First : 0, Call,
         Stream, View.Mark ? *View.Mark : UINT32_MAX,      true};
  }

  std::vector<LongestTime> Blocks;          ///< by block
  std::vector<LongestTime> Self, Inclusive; ///< by function

private:
  StreamView View;
  uint64_t Stream = 0;
  std::vector<StreamOrigin> Origins; ///< by stream
};

} // namespace ipoint::analysis

#endif // IPOINT_PROFILE_PLACES_H
