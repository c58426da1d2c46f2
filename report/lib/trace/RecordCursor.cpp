//===- RecordCursor.cpp - A stream, record by record ----------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RecordCursor.h"

namespace ipoint::trace {

bool RecordCursor::next(Record &R) {
  while (Next == Read.Records.size()) {
    const Packet *P = File.Records.next();
    if (!P)
      return false;
    Read.Records.clear();
    Next = 0;
    File.Records.read(Read, P->Offset + 1);
  }
  R = Read.Records[Next++];
  return true;
}

} // namespace ipoint::trace
