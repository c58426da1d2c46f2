//===- TraceFacts.h - What traces say of themselves -----------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_MODEL_TRACEFACTS_H
#define IPOINT_MODEL_TRACEFACTS_H

#include "Model.h"
#include "count/FirstPass.h"
#include "trace/PacketReader.h"
#include "trace/Trace.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <map>

namespace ipoint::analysis {

/// What the metadata of \p T say of its run, and what was read of it.
TraceModel describe(const trace::Trace &T, const TraceProfile &Profile);

/// Where the switches of \p T come from, or "none" and why.
std::string switchesOf(const trace::Trace &T);

/// How many switches and interrupts of the kernel were recorded and are not in
/// the folder.
uint64_t missingSwitches(const trace::Trace &T);

/// Holds the time that \p T's records cover, in ticks at \p RateHz, against
/// the CPU time of its process. Only of a whole trace is there a doubt: where
/// recording ended early or had gaps, the records cover less.
RunAccounts accountsOf(const TraceModel &T, double RateHz);

/// Why nothing was recorded, as far as the traces show; there is one at least.
llvm::Error emptyTrace(llvm::ArrayRef<trace::Trace> Traces,
                       const trace::DamageList &Damages);

/// Why the recording of \p T ended before the program, one sentence for each
/// reason; \p Ended counts the streams by reason. Nothing where it did not end.
std::vector<std::string> describeEnd(const trace::Trace &T,
                                     const std::map<uint64_t, uint64_t> &Ended);

/// Adds the losses in the metadata, also held against \p Models, what was read
/// of \p Traces, and the damaged places.
void addLosses(LostModel &Lost, llvm::ArrayRef<trace::Trace> Traces,
               llvm::ArrayRef<TraceModel> Models,
               const trace::DamageList &Damages);

} // namespace ipoint::analysis

#endif // IPOINT_MODEL_TRACEFACTS_H
