//===- FilterModes.h - The ways to exclude visits -------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_INTERRUPTS_FILTERMODES_H
#define IPOINT_INTERRUPTS_FILTERMODES_H

#include "Filter.h"

namespace ipoint::analysis {

/// One of them: all that is known of it but how it is asked for.
struct FilterModeFacts {
  FilterMode Mode;
  llvm::StringRef Name; ///< in JSON documents
  /// What is excluded is interrupts, which have classes and rates.
  bool FindsInterrupts = true;
  /// Blocks are compared with each other; and where records show that a visit
  /// is interrupted, they decide.
  bool RecordsDecide = false;
  /// What decides, in words; null: the rules do, each its own.
  std::string (*InWords)(const FilterModel &Filter) = nullptr;
  /// Decides on a block by its raw times and the clock's step alone; null: it
  /// takes more than that (Decide.h).
  Decision (*Decide)(const FilterModel &Filter, const Histogram &Times,
                     double Step) = nullptr;
};

const FilterModeFacts &factsOf(FilterMode Mode);

} // namespace ipoint::analysis

#endif // IPOINT_INTERRUPTS_FILTERMODES_H
