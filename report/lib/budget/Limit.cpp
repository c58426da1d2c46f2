//===- Limit.cpp - Limits and figures, as they are written ----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Budget.h"
#include "support/Errors.h"
#include <cmath>

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::budget {

StringRef nameOf(LimitUnit Unit) {
  switch (Unit) {
  case LimitUnit::Ticks:
    return "ticks";
  case LimitUnit::Nanoseconds:
    return "ns";
  case LimitUnit::Microseconds:
    return "us";
  case LimitUnit::Milliseconds:
    return "ms";
  case LimitUnit::Seconds:
    return "s";
  case LimitUnit::Iterations:
    return "iterations";
  case LimitUnit::Percent:
    return "%";
  }
  return "";
}

double unitsOf(LimitUnit Unit, double RateHz) {
  switch (Unit) {
  case LimitUnit::Nanoseconds:
    return 1e9 / RateHz;
  case LimitUnit::Microseconds:
    return 1e6 / RateHz;
  case LimitUnit::Milliseconds:
    return 1e3 / RateHz;
  case LimitUnit::Seconds:
    return 1 / RateHz;
  case LimitUnit::Percent:
    return 100;
  case LimitUnit::Ticks:
  case LimitUnit::Iterations:
    return 1;
  }
  return 1;
}

BudgetKind Limit::kind() const {
  return Unit == LimitUnit::Iterations ? BudgetKind::Iterations
         : Unit == LimitUnit::Percent  ? BudgetKind::Share
                                       : BudgetKind::Time;
}

double Limit::inModel(double RateHz) const {
  return Value / unitsOf(Unit, RateHz);
}

Expected<Limit> parseLimit(StringRef Text) {
  StringRef Rest = Text.trim();
  size_t End = Rest.find_first_not_of("0123456789.");
  StringRef Digits = Rest.take_front(End), Unit = Rest.substr(Digits.size());
  Limit L;
  if (Digits.empty() || Digits.getAsDouble(L.Value))
    return plainError("'" + Text +
                      "' is no limit, such as 20 us, 64 iterations or "
                      "5 %");
  Unit = Unit.ltrim();
  for (LimitUnit U :
       {LimitUnit::Ticks, LimitUnit::Nanoseconds, LimitUnit::Microseconds,
        LimitUnit::Milliseconds, LimitUnit::Seconds, LimitUnit::Iterations,
        LimitUnit::Percent})
    if (Unit == nameOf(U)) {
      L.Unit = U;
      if (!(L.Value > 0) || !std::isfinite(L.Value))
        return plainError("'" + Text + "' is not more than 0");
      return L;
    }
  return plainError("'" + Text +
                    "' has no unit that is known: ticks, ns, us, ms or s, "
                    "iterations, or %");
}

Expected<Figure> parseFigure(StringRef Text) {
  static constexpr StringRef Percentiles[] = {"p50", "p90", "p99", "p99.9",
                                              "p99.99"};
  static_assert(std::size(Percentiles) == PercentileShares.size());
  if (Text == "raw")
    return Figure{Figure::Kind::Raw};
  if (Text == "response")
    return Figure{Figure::Kind::Response};
  if (Text == "filtered")
    return Figure{Figure::Kind::Filtered};
  for (size_t I = 0; I < std::size(Percentiles); ++I)
    if (Text == Percentiles[I])
      return Figure{Figure::Kind::Percentile, I};
  return plainError("'" + Text +
                    "' is no figure; there are raw, filtered, "
                    "response, p50, p90, p99, p99.9 and p99.99");
}

} // namespace ipoint::budget
