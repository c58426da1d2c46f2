//===- SwitchReader.cpp - When a thread was off CPU -----------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SwitchReader.h"
#include "ipoint/record.h"

namespace ipoint::trace {

bool SwitchReader::next(OffCpuSpan &A) {
  RecordCursor::Record R;
  while (Records.next(R)) {
    if (R.Gap || !R.Timed)
      Open.reset(); // nothing is known of what is open
    if (!R.Timed)
      continue;
    bool IsEnd = R.Id == IPOINT_ID_SWITCH_IN || R.Id == IPOINT_ID_INTERRUPT_END;
    if (!IsEnd) {
      // Two in a row: the way back from the first is missing.
      Open = OffCpuSpan{R.Time, R.Time,
                        R.Id == IPOINT_ID_PREEMPTED   ? OffCpuSpan::Preempted
                        : R.Id == IPOINT_ID_INTERRUPT ? OffCpuSpan::Interrupted
                                                      : OffCpuSpan::Waits};
      continue;
    }
    bool OfInterrupt = R.Id == IPOINT_ID_INTERRUPT_END;
    bool Known = Open && Open->From < R.Time &&
                 (Open->Why == OffCpuSpan::Interrupted) == OfInterrupt;
    if (Known) {
      A = *Open;
      A.To = R.Time;
    }
    Open.reset();
    if (Known)
      return true;
  }
  return false;
}

} // namespace ipoint::trace
