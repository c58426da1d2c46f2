//===- ProgressLine.cpp - For who waits at a terminal ---------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgressLine.h"

namespace ipoint::output {

ProgressLine::ProgressLine(llvm::raw_ostream &Out,
                           std::function<std::string()> Now, Time Patience,
                           Time Period)
    : Out(Out), Now(std::move(Now)),
      Writer([=, this] { run(Patience, Period); }) {}

ProgressLine::~ProgressLine() {
  {
    std::lock_guard Lock(Mutex);
    Ended = true;
  }
  Wake.notify_one();
  Writer.join();
}

void ProgressLine::run(Time Patience, Time Period) {
  std::unique_lock Lock(Mutex);
  size_t Length = 0; // of what stands there
  for (Time Wait = Patience; !Wake.wait_for(Lock, Wait, [&] { return Ended; });
       Wait = Period) {
    std::string Line = Now();
    Out << '\r' << Line;
    if (Line.size() < Length)
      Out.indent(static_cast<unsigned>(Length - Line.size()));
    Out.flush();
    Length = Line.size();
  }
  if (Length)
    (Out << '\r').indent(static_cast<unsigned>(Length)) << '\r';
  Out.flush();
}

} // namespace ipoint::output
