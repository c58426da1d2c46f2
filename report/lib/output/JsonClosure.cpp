//===- JsonClosure.cpp - Corrected times against the plain program --------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JsonPieces.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::output {

/// \p Share to a millionth.
static std::string share(double Share) {
  double Rounded = std::round(Share * 1e6);
  return std::isfinite(Rounded) ? formatv("{0:f6}", Rounded / 1e6 + 0.0).str()
                                : "null";
}

void JsonPieces::closureError(const ClosureError &C) {
  real("timed_overhead", C.TimedOverhead);
  real("untimed_overhead", C.UntimedOverhead);
  asWritten("error", share(C.Error));
  if (!C.Range)
    return Json.attribute("interval", nullptr);
  Json.attributeArray("interval", [&] {
    Json.rawValue(share(C.Range->first));
    Json.rawValue(share(C.Range->second));
  });
}

void JsonPieces::closureInput(const ClosureInput &I) {
  Json.object([&] {
    text("file", I.File);
    text("program", I.Program);
    text("arguments", I.Arguments);
    count("pairs", I.Pairs);
    real("plain", Scale(I.Plain));
    real("instrumented", Scale(I.Instrumented));
    real("waited", Scale(I.Waited));
    real("timed", I.Timed);
    real("untimed", I.Untimed);
    Json.attributeObject("unfitted", [&] { closureError(I.Unfitted); });
    if (I.Fitted)
      Json.attributeObject("fitted", [&] {
        text("split", I.Fitted->ByInputs ? "inputs" : "runs");
        count("fitted_to", I.Fitted->FittedTo);
        count("tested_on", I.Fitted->TestedOn);
        Json.attribute("one_factor", I.Fitted->OneFactor);
        closureError(I.Fitted->Closure);
      });
    else
      Json.attribute("fitted", nullptr);
    texts("left_out", I.LeftOut);
  });
}

void JsonPieces::closure() {
  if (!Report.Closure)
    return Json.attribute("closure", nullptr);
  list("closure", Report.Closure->Inputs,
       [&](const ClosureInput &I) { closureInput(I); });
}

} // namespace ipoint::output
