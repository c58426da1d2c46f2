/*===- probecost.h - What a probe costs, in an answer -------------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_CALIBRATOR_PROBECOST_H
#define IPOINT_CALIBRATOR_PROBECOST_H

#include "calibrator/answer.h"

/* Measures each form of probe, and adds the table `probes`. */
void ipoint_answer_probes(struct ipoint_answer *answer);

#endif /* IPOINT_CALIBRATOR_PROBECOST_H */
