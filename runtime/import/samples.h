/*===- samples.h - From dumps of samples to files of a baseline -----------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*   dumps (ipoint/sampler.h) + firmware ──> samples-001 …, baseline
|*
|* What ipoint-run --baseline makes of a host's programs (docs/formats.md), of
|* firmware.
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_IMPORT_SAMPLES_H
#define IPOINT_IMPORT_SAMPLES_H

#include <stdint.h>

/* Writes the files into the folder `output`, beside the traces run-001 … that
   are there. `program` is the plain firmware's ELF file. Dumps of runs that
   were not sampled give the firmware's time. `rate`: ticks of the
   counter per second; 0: as the dumps have it. 0, or 2 after saying what is
   wrong. */
int ipoint_import_samples(const char *output, const char *program,
                          char *const *dumps, uint64_t rate);

#endif /* IPOINT_IMPORT_SAMPLES_H */
