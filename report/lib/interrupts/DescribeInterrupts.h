//===- DescribeInterrupts.h - What is known of interrupts -----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   DetectionResult ──bands of its classes──┐
//   FilterCollector ──observedBlocks──> excesses ──ClassDescriber──> models
//
// Detection forms classes of the first pass's histograms: an excess is what the
// middle of a bucket lies above what the block is expected to take. The second
// pass refines these: excesses have the block's undisturbed time as their base,
// that of the mode that the visit had where a block has several, and the least
// and the greatest are known to the tick. The class remains the one that
// decided: its band is kept, and bands cover all excesses without overlap, so
// that each excluded visit is in one of them. review() asks the same bands.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_INTERRUPTS_DESCRIBEINTERRUPTS_H
#define IPOINT_INTERRUPTS_DESCRIBEINTERRUPTS_H

#include "Interrupts.h"
#include "count/Places.h"

namespace ipoint::analysis {

/// What is known of the interrupts that \p Seen, the second pass with these
/// \p Decisions, has excluded of \p Streams, \p By which filter. The classes of
/// detection are those that have \p Decided. What rules exclude is divided into
/// classes here, as none decided; what layers drop has none.
InterruptsModel describeInterrupts(const FilterCollector &Seen,
                                   const SymbolTable &Symbols,
                                   llvm::ArrayRef<const Histogram *> Times,
                                   llvm::ArrayRef<Decision> Decisions,
                                   llvm::ArrayRef<StreamOrigin> Streams,
                                   const InterruptClasses &Decided,
                                   const GapRule &Rule, FilterMode By);

} // namespace ipoint::analysis

#endif // IPOINT_INTERRUPTS_DESCRIBEINTERRUPTS_H
