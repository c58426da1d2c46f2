//===- ProgressLine.h - For who waits at a terminal -----------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_OUTPUT_PROGRESSLINE_H
#define IPOINT_OUTPUT_PROGRESSLINE_H

#include "llvm/Support/raw_ostream.h"
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

namespace ipoint::output {

/// "45 %, 1.2 of 2.6 GB, about 12 s left": of \p All bytes, of which \p Done
/// took \p Seconds. When it ends is said once that can be known.
std::string progressInWords(uint64_t Done, uint64_t All, double Seconds);

/// Writes a line, again and again in its place, and takes it away in the end.
class ProgressLine {
public:
  using Time = std::chrono::milliseconds;

  /// Writes to \p Out, which no other code does meanwhile, what \p Now returns:
  /// first after \p Patience, and then every \p Period.
  ProgressLine(llvm::raw_ostream &Out, std::function<std::string()> Now,
               Time Patience = Time(1000), Time Period = Time(200));
  /// What was written is gone when it returns.
  ~ProgressLine();

private:
  void run(Time Patience, Time Period);

  llvm::raw_ostream &Out;
  std::function<std::string()> Now;
  std::mutex Mutex;
  std::condition_variable Wake;
  bool Ended = false;
  std::thread Writer;
};

} // namespace ipoint::output

#endif // IPOINT_OUTPUT_PROGRESSLINE_H
