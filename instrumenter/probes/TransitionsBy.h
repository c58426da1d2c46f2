//===- TransitionsBy.h - Transitions by one of their ends -----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_PROBES_TRANSITIONSBY_H
#define IPOINT_PROBES_TRANSITIONSBY_H

#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <vector>

namespace ipoint {

/// The indices of transitions by one of their ends.
class TransitionsBy {
public:
  /// \p End says which ipoint is that of a transition.
  template <typename EndOf>
  TransitionsBy(size_t Ipoints, size_t Transitions, EndOf End)
      : First(Ipoints + 1), Indices(Transitions) {
    for (uint32_t I = 0; I != Transitions; ++I)
      ++First[End(I) + 1];
    for (size_t I = 0; I != Ipoints; ++I)
      First[I + 1] += First[I];
    std::vector<uint32_t> Next = First;
    for (uint32_t I = 0; I != Transitions; ++I)
      Indices[Next[End(I)]++] = I;
  }

  llvm::ArrayRef<uint32_t> operator[](uint32_t Ipoint) const {
    return llvm::ArrayRef(Indices).slice(First[Ipoint],
                                         First[Ipoint + 1] - First[Ipoint]);
  }

private:
  std::vector<uint32_t> First, Indices;
};

} // namespace ipoint

#endif // IPOINT_PROBES_TRANSITIONSBY_H
