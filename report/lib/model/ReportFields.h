//===- ReportFields.h - The fields of a report, each once -----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See support/Describe.h; docs/report-json.md says what each field means. What
// takes more than one value to know is added by the document: names that are
// kept as indices, sums over a list.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_MODEL_REPORTFIELDS_H
#define IPOINT_MODEL_REPORTFIELDS_H

#include "FunctionFields.h"
#include "InterruptFields.h"
#include "RunFields.h"
#include "SamplingFields.h"

#endif // IPOINT_MODEL_REPORTFIELDS_H
