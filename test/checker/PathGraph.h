//===- PathGraph.h - Clang's CFG of instrumented code, cut at the probes --===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A segment is a part of a CFG block that holds no probe, or begins with one.
// Segments without code, through which control only passes, are left out: two
// paths that differ in nothing but such are one. Where OpenMP leaves open what
// runs before, a segment begins that counts as a separate block.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_CHECKER_PATHGRAPH_H
#define IPOINT_CHECKER_PATHGRAPH_H

#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>
#include <vector>

namespace ipoint::checker {

struct Segment {
  std::optional<uint32_t> Probe;   ///< the id with which it begins
  bool HasCode = false;            ///< besides the probe
  clang::SourceLocation FirstCode; ///< where that begins
  bool EndsInDecision = false;     ///< `&&`, `||` or `?:` chooses among Next
  bool IsWithoutDecisions = false; ///< and its operands never have ipoints
  bool Leaves = false;             ///< the function ends behind it
  bool IsOpen = false;             ///< it is left open what runs before it
  llvm::SmallVector<unsigned, 2> Next;
};

struct PathGraph {
  std::vector<Segment> Segments; ///< those that can be reached
  unsigned First = 0;
  unsigned Blocks = 0; ///< CFG blocks that can be reached
};

/// The id that \p S stores, if it is the call of a probe.
std::optional<uint32_t> probeId(const clang::Stmt *S);

/// \returns nothing if Clang makes no CFG of \p FD. Changes the tree of \p FD:
/// a probe in front of a condition, `(probe, a && b)`, moves to its first
/// operand, because Clang follows the paths through a decision only where it
/// is the whole condition.
std::optional<PathGraph> buildPathGraph(clang::FunctionDecl *FD);

} // namespace ipoint::checker

#endif // IPOINT_CHECKER_PATHGRAPH_H
