//===- ObservationsWriter.h - Observations for readers --------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_OUTPUT_OBSERVATIONSWRITER_H
#define IPOINT_OUTPUT_OBSERVATIONSWRITER_H

#include "interrupts/find/Detection.h"
#include "observations/Observations.h"
#include "llvm/Support/raw_ostream.h"

namespace ipoint::output {

struct ObservationsOptions {
  enum class Form { Text, Json, Svg } Kind = Form::Text;
  bool InOrder = false;    ///< charts show values in their order, else how many
                           ///< there are of each size
  bool Ascii = false;      ///< charts of characters that every terminal has
  bool HasChart = true;    ///< text has a chart
  unsigned Columns = 80;   ///< of the text's sentences and charts
  unsigned TableWidth = 0; ///< columns of its tables; 0: any number
  std::string Path;        ///< "-": standard output
};

/// A set and what it comes to.
struct ObservedSet {
  observations::Set Of;
  observations::Summary Figures;
  std::optional<analysis::DetectedSet> Detected; ///< where that was asked for
};

/// Writes \p Sets, which all have a value; of two, how they differ too. SVG
/// shows one or two sets.
llvm::Error writeObservations(llvm::ArrayRef<ObservedSet> Sets,
                              const ObservationsOptions &Options);

} // namespace ipoint::output

#endif // IPOINT_OUTPUT_OBSERVATIONSWRITER_H
