//===- CallTree.h - Call paths that follow from callers -------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions that are counted in place have no records that a stack could follow
// from. Their call paths are made of who called whom, as gprof has them
// (Graham, Kessler, McKusick, "gprof: a call graph execution profiler",
// SIGPLAN 1982), but weighted by time: of what a function and its callees took,
// a caller has the part
//
//   calls by it x mean inclusive time of these calls
//
// of the same sum over all callers. The mean is that in windows where 30 or all
// of the calls by this caller lie in them; else of what these callers leave of
// the function's inclusive time. Where calls of the caller were timed, what its
// callees took together is known.
//
// A call of a function that is on the path already is left out: what a
// recursion takes is in the first call of it.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_MODEL_CALLTREE_H
#define IPOINT_MODEL_CALLTREE_H

#include "Model.h"

namespace ipoint::analysis {

/// The call paths of \p Functions by FunctionModel::Callers; the times of each
/// function, Self of all calls that have one, divided among its paths. Beyond
/// MostPaths, those that take least are one.
CallPathsModel treeOfCalls(llvm::ArrayRef<FunctionModel> Functions,
                           size_t MostPaths = 20000);

} // namespace ipoint::analysis

#endif // IPOINT_MODEL_CALLTREE_H
