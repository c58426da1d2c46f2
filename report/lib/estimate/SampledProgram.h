//===- SampledProgram.h - Where the time of runs was sampled --------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_ESTIMATE_SAMPLEDPROGRAM_H
#define IPOINT_ESTIMATE_SAMPLEDPROGRAM_H

#include "Shares.h"
#include "sampling/Attribution.h"

namespace ipoint::estimate {

/// A run of the plain program, and of the instrumented one beside it.
struct PlainRun {
  double User = 0, System = 0; ///< CPU time of the plain one, microseconds
  double Instrumented = 0;     ///< the same of the other; 0: not known
  uint64_t Plain = 0;          ///< ticks of main in the plain one; 0: not timed
  uint64_t Elapsed = 0;        ///< the same of the other
  std::string Trace;           ///< of the other; empty: not known
};

/// Samples of runs of a program with the same arguments, by places in its
/// source.
struct SampledProgram {
  std::string File; ///< that says where the samples are
  std::string Program, Arguments, Sampler;
  /// It is the program that counts: there is no plain one.
  bool IsCounted = false;
  bool ExcludesKernel = true; ///< no sample was taken there
  uint64_t Samples = 0, Lost = 0, Throttled = 0;
  std::vector<PlainRun> Plain; ///< by round
  std::vector<sampling::SampledFunction> Functions;
  std::vector<bool> InProgram; ///< by function: not in a library
  std::vector<sampling::Attributed> Places;
  std::vector<SampledRun> Runs;      ///< their columns are Places
  std::vector<std::string> Problems; ///< files that say nothing, and why

  /// Adds runs of the same program with the same arguments.
  void add(const SampledProgram &Other);
  bool hasRunsLike(const SampledProgram &Other) const {
    return Program == Other.Program && Arguments == Other.Arguments &&
           IsCounted == Other.IsCounted &&
           ExcludesKernel == Other.ExcludesKernel;
  }
};

} // namespace ipoint::estimate

#endif // IPOINT_ESTIMATE_SAMPLEDPROGRAM_H
