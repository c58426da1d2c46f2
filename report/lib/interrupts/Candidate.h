//===- Candidate.h - Visits beyond a gap ----------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_INTERRUPTS_CANDIDATE_H
#define IPOINT_INTERRUPTS_CANDIDATE_H

#include "Classes.h"
#include "Detection.h"

namespace ipoint::analysis {

/// Why a visit beyond a gap is left as it is.
enum class LeftFor {
  Nothing,  ///< it is not left
  Rate,     ///< other blocks are not interrupted like that
  Alone,    ///< no other block has enough of the class
  Time,     ///< it follows at once upon other long visits
  Frequency ///< with it more than a quarter of the visits would be interrupted
};

/// Visits of a block beyond a gap that took about as long.
struct Candidate {
  uint32_t Block = 0;
  Histogram::Bucket Times;
  double Excess = 0;
  LeftFor Left = LeftFor::Nothing;
  bool IsAdmitted = false; ///< an interrupt, by review()
  size_t Class = 0;
  size_t Cluster = 0; ///< no gap within it; counts over all blocks

  bool isLeft() const { return Left != LeftFor::Nothing; }
  /// Nothing that other blocks have changes why it is left.
  bool isSettled() const {
    return Left == LeftFor::Time || Left == LeftFor::Frequency;
  }
};

// Of the candidates of one block, ascending:

/// What visits of the block \p S take that are not interrupted: its main
/// cluster, and what is left because it is so frequent.
std::vector<Mode> modesOf(const BlockShape &S, llvm::ArrayRef<Candidate> Mine);

/// BlockShape::Modes.
std::vector<std::pair<uint64_t, double>>
expectedOfInterrupted(llvm::ArrayRef<Candidate> Mine);

/// Excesses of what the block is left, by cluster: interrupts among them are
/// not seen.
std::vector<ExcessBand> hiding(llvm::ArrayRef<Candidate> Mine);

} // namespace ipoint::analysis

#endif // IPOINT_INTERRUPTS_CANDIDATE_H
