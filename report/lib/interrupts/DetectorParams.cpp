//===- DetectorParams.cpp - The constants of detection --------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DetectorParams.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace ipoint::analysis {

/// Calls \p Take with the name of each constant, the constant, and the least
/// and the greatest value that it can have.
template <typename Function>
static void forEachParam(DetectorParams &Params, Function &&Take) {
#define IPOINT_PARAM(Name, Default, Low, High)                                 \
  Take(StringRef(#Name), Params.Name, Low, High);
#define IPOINT_STEP(Name) Take(StringRef(#Name), Params.Name, 0, 1);
#include "interrupts/DetectorParams.def"
#define IPOINT_PARAM(Name, Default, Low, High)                                 \
  Take(StringRef(#Name), Params.Name, Low, High);
#include "stats/RateParams.def"
}

static void setTo(double &Param, double Value) { Param = Value; }
static void setTo(bool &Param, double Value) { Param = Value != 0; }
static bool canBe(double, double) { return true; }
static bool canBe(bool, double Value) { return Value == 0 || Value == 1; }

Error setParam(DetectorParams &Params, StringRef Assignment) {
  auto [Given, Text] = Assignment.split('=');
  bool IsKnown = false, IsWrong = false;
  std::string Range;
  StringRef Nearest;
  unsigned Least = unsigned(Given.size()) / 3 + 1;
  forEachParam(Params, [&, Given = Given, Text = Text](StringRef Name,
                                                       auto &Param, double Low,
                                                       double High) {
    if (unsigned Distance = Given.edit_distance(Name); Distance < Least) {
      Least = Distance;
      Nearest = Name;
    }
    if (Name != Given)
      return;
    IsKnown = true;
    double Value = 0;
    IsWrong = Text.getAsDouble(Value) || !(Value >= Low && Value <= High) ||
              !canBe(Param, Value);
    if (!IsWrong)
      setTo(Param, Value);
    raw_string_ostream Stream(Range);
    if (std::is_same_v<decltype(Param), bool &>)
      Stream << "0 or 1";
    else
      Stream << format("from %g to %g", Low, High);
  });
  auto Wrong = [&](const Twine &What) {
    return createStringError(inconvertibleErrorCode(), What);
  };
  if (!IsKnown)
    return Wrong(
        "'" + Given + "' is no constant of detection" +
        (Nearest.empty() ? "" : ("; did you mean '" + Nearest + "'?").str()));
  if (IsWrong)
    return Wrong(Given + " is " + Range + ", not '" + Text + "'");
  return Error::success();
}

} // namespace ipoint::analysis
