//===- UnitRefusals.cpp - What a compiler refuses of instrumented text ----===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/compile/Instrument.h"
#include "driver/compile/UnitCompile.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace ipoint {

std::string whyRefused(int Code, StringRef Said) {
  // A compiler that crashes may print nothing.
  return Said.empty() ? "it exits with code " + std::to_string(Code)
                      : firstError(Said).str();
}

Expected<int> UnitCompile::compileInstrumented(UnitInstrumenter &Unit) {
  Expected<Outcome> First =
      compileText(Result.Text, Into::Object, WithoutErrors);
  if (!First)
    return First.takeError();
  if (First->Code == 0 && First->Said.empty() && !OriginalMayWarn)
    return 0;
  bool Refused = First->Code != 0;
  if (Refused) {
    Expected<Outcome> Quiet = compileText(Result.Text, Into::Object, {"-w"});
    if (!Quiet)
      return Quiet.takeError();
    Refused = Quiet->Code != 0;
  }
  // Whatever there is to say, the user hears it about what the user wrote: its
  // columns and its lines.
  Expected<int> Code =
      compilePlain(Refused ? Into::Object : Into::Nothing, false);
  if (!Code || *Code != 0)
    return Code;
  return Refused
             ? compileWithoutRefused(Unit, whyRefused(First->Code, First->Said))
             : 0;
}

Expected<SmallVector<std::string>>
UnitCompile::dropRefused(UnitInstrumenter &Unit, StringRef By) {
  SmallVector<std::string> Reports;
  Expected<Outcome> Located =
      compileText(withoutLineMarkers(Result.Text), Into::Nothing, {"-w"});
  if (!Located)
    return Located.takeError();
  for (const Refusal &R : refusalsIn(Located->Said, Located->File, Result)) {
    Unit.doNotInstrument(R.Function, (By + R.Message).str());
    const database::Function &F = Result.Unit.Functions[R.Function];
    Reports.push_back(Result.Unit.Files[F.File].Path + ":" +
                      std::to_string(F.Line) + ": function '" + F.Name +
                      "' not instrumented: " + By.str() + R.Message);
  }
  return Reports;
}

Expected<int> UnitCompile::compileWithoutRefused(UnitInstrumenter &Unit,
                                                 StringRef FirstError) {
  // Each round finds what the one before has hidden.
  static constexpr unsigned MostRounds = 20;
  std::string By = Command.compiler().back() +
                   " refuses the instrumented text, not the original: ";
  SmallVector<std::string> Reports;
  for (unsigned Round = 0; Round != MostRounds; ++Round) {
    Expected<SmallVector<std::string>> More = dropRefused(Unit, By);
    if (!More)
      return More.takeError();
    if (More->empty())
      break;
    append_range(Reports, *More);
    Expected<Instrumented> Again = Unit.instrument();
    if (!Again)
      return Again.takeError();
    Result = std::move(*Again);
    Expected<Outcome> Compiled = compileText(Result.Text, Into::Object, {"-w"});
    if (!Compiled)
      return Compiled.takeError();
    if (Compiled->Code == 0) {
      if (Chosen.Strict)
        return createStringError(Reports.front());
      for (const std::string &Line : Reports)
        warn(Line);
      return 0;
    }
  }
  return refuse(Unit, By + FirstError.str());
}

Expected<int> UnitCompile::refuse(UnitInstrumenter &Unit,
                                  const std::string &Reason) {
  if (Chosen.Strict)
    return createStringError(A.Value + ": " + Reason);
  warn(A.Value + ": not instrumented: " + Reason);
  Unit.instrumentNothing(Reason);
  Expected<Instrumented> Listed = Unit.instrument();
  if (!Listed)
    return Listed.takeError();
  Result = std::move(*Listed);
  return compilePlain(Into::Object, /*WithDependencies=*/false);
}

} // namespace ipoint
