//===- ModelWorst.h - In which thread high-water marks were set -----------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_MODEL_MODELWORST_H
#define IPOINT_MODEL_MODELWORST_H

#include "Model.h"

namespace ipoint::analysis {

/// Puts the names of threads, from the traces, into PlaceModel::Thread.
void nameThreads(ReportModel &Report);

} // namespace ipoint::analysis

#endif // IPOINT_MODEL_MODELWORST_H
