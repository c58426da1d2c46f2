//===- FilterModes.cpp - The ways to exclude visits -----------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FilterModes.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace ipoint::analysis {

static std::string layersInWords(const FilterModel &Filter) {
  return formatv("{0} {1} of two standard deviations", Filter.Layers,
                 Filter.Layers == 1 ? "layer" : "layers");
}

static Decision decideByLayers(const FilterModel &Filter,
                               const Histogram &Times, double Step) {
  return decideByLayers(Filter.Layers, Times, Step);
}

static std::string detectionInWords(const FilterModel &) {
  return "detection of interrupts";
}

/// By FilterMode.
static const FilterModeFacts Facts[] = {
    {.Mode = FilterMode::Rule, .Name = "rule"},
    {.Mode = FilterMode::Detect,
     .Name = "detect",
     .RecordsDecide = true,
     .InWords = detectionInWords},
    {.Mode = FilterMode::Layers,
     .Name = "layers",
     .FindsInterrupts = false,
     .InWords = layersInWords,
     .Decide = decideByLayers},
};

const FilterModeFacts &factsOf(FilterMode Mode) { return Facts[size_t(Mode)]; }

} // namespace ipoint::analysis
