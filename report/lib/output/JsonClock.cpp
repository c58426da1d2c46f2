//===- JsonClock.cpp - `clock` of docs/report-json.md ---------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JsonPieces.h"
#include <cmath>

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::output {

void JsonPieces::probe(const ProbeModel &P, const std::string &Prefix) {
  real(Prefix + "timed_mean", P.TimedMean);
  real(Prefix + "timed_min", P.TimedMin);
  real(Prefix + "untimed_mean", P.UntimedMean);
  real(Prefix + "timed_uncertainty", P.TimedUncertainty);
  real(Prefix + "untimed_uncertainty", P.UntimedUncertainty);
  real(Prefix + "timed_mean_recorded", P.TimedMeanRecorded);
  real(Prefix + "timed_min_recorded", P.TimedMinRecorded);
  real(Prefix + "untimed_mean_recorded", P.UntimedMeanRecorded);
  textIfAny(Prefix + "timed_evidence", P.TimedEvidence);
  textIfAny(Prefix + "untimed_evidence", P.UntimedEvidence);
}

void JsonPieces::clock() {
  const ClockModel &C = Report.Clock;
  auto Seen = [&](StringRef Key, std::optional<double> Value) {
    real(Key, Value.value_or(NAN));
  };
  Json.attributeObject("clock", [&] {
    text("source", C.Source);
    count("rate_hz", C.RateHz);
    Seen("rate_uncertainty_ppb",
         C.RateUncertainty ? 1e9 * *C.RateUncertainty : C.RateUncertainty);
    real("resolution", C.Resolution);
    real("resolution_recorded", C.ResolutionRecorded);
    Seen("resolution_seen", C.ResolutionSeen);
    Json.attribute("waits", C.Waits);
    real("overtaken", C.Overtaken);
    Json.attributeObject("probe_overhead", [&] {
      for (const ProbeModel &P : C.Probes)
        if (P.IsUsed || &P == C.Probes.data())
          probe(P, &P == C.Probes.data() ? "" : P.Form + "_");
      if (!C.Sums)
        return;
      real("sum_path_mean", C.Sums->Path);
      real("sum_path_more", C.Sums->More);
      real("sum_add_mean", C.Sums->Add);
      real("sum_set_mean", C.Sums->Set);
      real("sum_clear_mean", C.Sums->Clear);
    });
  });
}

} // namespace ipoint::output
