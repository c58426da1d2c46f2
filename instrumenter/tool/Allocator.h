//===- Allocator.h - How the tools take memory ----------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_TOOL_ALLOCATOR_H
#define IPOINT_TOOL_ALLOCATOR_H

#include <cstdlib>
#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace ipoint {

/// Takes memory in large pieces and gives none back before the end: the tree of
/// a unit is made once, and the system is asked thousands of times otherwise.
/// To be called before anything else.
inline void takeMemoryInLargePieces() {
#ifdef __GLIBC__
  // The parse runs in another thread, for its stack, and needs no heap for it.
  mallopt(M_ARENA_MAX, 1);
  mallopt(M_TOP_PAD, 16 << 20);
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
#endif
}

} // namespace ipoint

#endif // IPOINT_TOOL_ALLOCATOR_H
