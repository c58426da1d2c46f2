//===- Samples.h - Samples of a profile as JSON and numbers ---------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_PROFILE_SAMPLES_H
#define IPOINT_PROFILE_SAMPLES_H

#include "Profile.h"

namespace ipoint::profile {

/// All of \p S but the samples in the batches of its runs.
std::string toText(const estimate::SampledProgram &S);
/// Sets that of \p To, with the batches empty. \returns false where \p Text is
/// not as toText() writes it.
bool readSampled(llvm::StringRef Text, estimate::SampledProgram &To);

/// The samples of \p Batch by place, in billionths.
Values valuesOf(const estimate::Counted &Batch);
/// Sets the batch \p Number of \p To, and adds it to all of them. \returns
/// false where there is no such batch or place.
bool readBatch(const Values &Samples, uint64_t Number, size_t Places,
               estimate::SampledRun &To);

} // namespace ipoint::profile

#endif // IPOINT_PROFILE_SAMPLES_H
