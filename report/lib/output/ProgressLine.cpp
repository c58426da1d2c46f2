//===- ProgressLine.cpp - For who waits at a terminal ---------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgressLine.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>

namespace ipoint::output {

std::string progressInWords(uint64_t Done, uint64_t All, double Seconds) {
  constexpr double Mega = 1e6, Giga = 1e9, Least = 0.02, Minute = 60;
  const bool IsLarge = double(All) >= Giga;
  const double Part = All ? double(Done) / double(All) : 1,
               Each = IsLarge ? Giga : Mega,
               Left = Part > 0 ? Seconds * (1 - Part) / Part : 0;
  std::string Line = llvm::formatv("{0} %, {1:f1} of {2:f1} {3}",
                                   unsigned(100 * Part), double(Done) / Each,
                                   double(All) / Each, IsLarge ? "GB" : "MB");
  if (Part < Least || Seconds < 1 || Part == 1)
    return Line;
  return Line + (Left < 2 * Minute
                     ? llvm::formatv(", about {0:f0} s left", std::ceil(Left))
                     : llvm::formatv(", about {0:f0} min left",
                                     std::ceil(Left / Minute)))
                    .str();
}

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
