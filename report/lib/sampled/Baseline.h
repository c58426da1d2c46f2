//===- Baseline.h - Times of the plain program ----------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_SAMPLED_BASELINE_H
#define IPOINT_SAMPLED_BASELINE_H

#include "model/Model.h"
#include "profile/SampledProgram.h"
#include "trace/Trace.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <string>
#include <vector>

namespace ipoint::sampled {

/// A run of the plain program that was sampled.
struct BaselineSamples {
  std::string File;    ///< path of its samples
  std::string Sampler; ///< what took them
  double Rate = 0;     ///< samples per second of CPU time, as wanted
};

/// Its plain program was not timed where one of the two is linked statically.
struct BaselinePair : PlainRun {
  uint64_t Begin = 0;  ///< of main in the instrumented one, ticks …
  uint64_t End = 0;    ///< … not before Begin
  uint32_t Thread = 0; ///< that main ran in
  std::vector<BaselineSamples> Sampled;
};

/// What `ipoint-run --baseline` wrote (docs/formats.md).
struct Baseline : SampledSource {
  std::string ClockSource;
  uint64_t RateHz = 0;
  std::vector<BaselinePair> Pairs;

  bool hasSamples() const {
    return llvm::any_of(
        Pairs, [](const BaselinePair &P) { return !P.Sampled.empty(); });
  }
};

/// Errors name the file: missing, not of this format, cut.
llvm::Expected<Baseline> readBaseline(llvm::StringRef Path);

/// Those that `ipoint-run --baseline` left beside \p Traces, and that name one
/// of them; one more of samples of the program that the traces are of, where
/// no plain one was sampled. Errors as above.
llvm::Expected<std::vector<Baseline>>
findBaselines(llvm::ArrayRef<trace::Trace> Traces);

/// The samples that \p Files have, of each file that has any. Errors: samples
/// can't be read.
llvm::Expected<std::vector<SampledProgram>>
readSamples(llvm::ArrayRef<Baseline> Files);

/// Puts the machine code of functions with samples into \p Report: by
/// instruction, how many samples of \p Files lie in it, and its line. Of all
/// functions or, where \p Only is not empty, of those of that name. The
/// programs are those that were sampled, by build id. What a function has
/// behind its first 4,096 instructions is left out, and counted.
///
/// Returns why there is no code of a file, a line for each. Errors: samples
/// cannot be read; there are none.
llvm::Expected<std::vector<std::string>>
addMachineCode(llvm::ArrayRef<Baseline> Files, llvm::StringRef Only,
               analysis::ReportModel &Report);

} // namespace ipoint::sampled

#endif // IPOINT_SAMPLED_BASELINE_H
