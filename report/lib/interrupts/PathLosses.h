//===- PathLosses.h - What the filter takes from call paths ---------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For the second pass. Only few activations have interrupted visits in them, so
// their way is read off the stack when they end, and is looked up among those
// that the first pass has kept separately.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_INTERRUPTS_PATHLOSSES_H
#define IPOINT_INTERRUPTS_PATHLOSSES_H

#include "callstack/CallStack.h"
#include "count/CallPaths.h"

namespace ipoint::analysis {

class PathLosses {
public:
  /// Ticks, modulo 2^64: layers may make a time longer. 0: nothing was
  /// interrupted.
  struct Loss {
    uint64_t Self = 0, Inclusive = 0;
  };

  /// \p Paths are those of the first pass over all traces.
  explicit PathLosses(const CallPaths &Paths) : Losses(Paths.nodes().size()) {}

  /// \p A, which came by the way \p Node, ends.
  void add(uint32_t Node, const Activation &A);

  /// Adds those of \p Other, which are of the same paths.
  void merge(const PathLosses &Other);

  /// By node of the paths.
  llvm::ArrayRef<Loss> losses() const { return Losses; }

private:
  std::vector<Loss> Losses;
};

/// The node of \p Paths of the activation on top of \p Stack.
uint32_t nodeOf(const CallPaths &Paths, const CallStack &Stack);

} // namespace ipoint::analysis

#endif // IPOINT_INTERRUPTS_PATHLOSSES_H
