//===- TimedChoice.cpp - Which functions are worth timing -----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/config/TimedChoice.h"
#include <algorithm>

using ipoint::database::TimedIpoints;

namespace ipoint {

std::optional<TimedIpoints> worthTiming(const database::FunctionTimes &F,
                                        const database::ProfileTimes &P) {
  auto Mean = [&](const database::TimeSum &S) {
    double Records =
        double(S.Timed) * P.TimedRecord + double(S.Untimed) * P.UntimedRecord;
    return S.Count
               ? std::optional((double(S.Ticks) - Records) / double(S.Count))
               : std::nullopt;
  };
  const double Least = LeastProbesInTime * P.TimedRecord;
  // Calls that last are timed by themselves, short ones in windows; a function
  // may have both.
  std::optional<double> Inclusive = std::max(Mean(F.Inclusive), Mean(F.Called));
  if (!Inclusive)
    return std::nullopt;
  const double Self = Mean(F.Self).value_or(0) * double(F.Calls);
  const double Visits = double(F.Visits);
  // The head and the body of a loop read the counter, and entry and exit.
  const double OfLoops = double(F.LoopsEntered) + 2 * double(F.LoopIterations);
  if (Visits > 0 && Self / Visits >= Least)
    return TimedIpoints::Blocks;
  if (OfLoops > 0 && Self / (2 * double(F.Calls) + OfLoops) >= Least)
    return TimedIpoints::Loops;
  return *Inclusive >= Least ? TimedIpoints::Functions : TimedIpoints::None;
}

} // namespace ipoint
