//===- SamplingModel.h - What samples say of times, as values -------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_MODEL_SAMPLINGMODEL_H
#define IPOINT_MODEL_SAMPLINGMODEL_H

#include "profile/SampledProgram.h"
#include "stats/Sample.h"
#include "support/Ranges.h"

namespace ipoint::sampled {

/// A mean time of a call, ticks.
struct SampledMean {
  double Mean = 0;
  analysis::Interval Range;

  /// How far the ends of Range lie from it at most.
  double reach() const { return std::max(Mean - Range.Low, Range.High - Mean); }
  /// Within ± 50 %.
  bool isRoughlyKnown() const { return Mean > 0 && reach() <= 0.5 * Mean; }
};

/// How much of the plain program something is.
struct SampledShare {
  double Samples = 0; ///< that fell into its own code
  double Share = 0;   ///< of the plain program's CPU time
  analysis::Interval ShareRange;
};

/// What the samples of the plain program say of a function.
struct FunctionSamples : SampledShare {
  /// None where no calls were counted; Inclusive also where it is not known
  /// from where most calls came.
  std::optional<SampledMean> Self, Inclusive;
  /// (direct mean self time − sampled one) / the latter; none where either is
  /// missing, or not known to ± 50 %.
  std::optional<double> DirectError;
};

/// What the samples of the plain program say of a block, or of a group of
/// blocks that they cannot distinguish.
struct BlockSamples : SampledShare {
  /// Of a visit; of a group's, of its first block.
  std::optional<SampledMean> Mean;
  std::vector<std::string> Group; ///< names of its blocks; empty: it is alone
};

/// An instruction of the sampled program.
struct InstructionModel {
  uint64_t Address = 0; ///< in its file
  std::string Text;
  unsigned Line = 0; ///< in the function's source; 0: not known, or elsewhere
  double Samples = 0;
};

/// The machine code of a function, or of a copy of it that the compiler made.
struct CodeModel {
  std::string Symbol, File;
  std::vector<InstructionModel> Instructions;
  uint64_t Left = 0; ///< bytes of it behind the last of these
};

/// CPU time that is of no function with counts.
struct OtherTime : SampledShare {
  enum class Kind : uint8_t {
    Kernel,          ///< in system calls and interrupts
    NotInstrumented, ///< a function that the database knows, without probes
    NotCalled,       ///< a function that never ran in the instrumented program
    NotInDatabase,   ///< a function of the program that the database misses
    Library,         ///< a file other than the program
    Unknown          ///< the program's, of which nothing is known; no file's
  };
  Kind What = Kind::Unknown;
  std::string Name; ///< of the function or the file; empty where neither is
  std::string File; ///< source or program that it is in; empty: not known
};

/// Two sets of sampled runs against each other.
struct SetsCompared {
  uint64_t RunsA = 0, RunsB = 0;
  double RateA = 0, RateB = 0; ///< samples per second
  double Difference = 0;       ///< so much of the time lies elsewhere
  double Expected = 0;         ///< the same of chance alone
  double Probability = 1;      ///< of so large a difference by chance

  /// False alarms are rare enough to be believed.
  static constexpr double Alarm = 0.01;
  bool differ() const { return Probability < Alarm; }
};

/// One file of ipoint-run --baseline that has samples.
struct SampledInput : SampledSource {
  uint64_t Rounds = 0, Runs = 0;
  bool RunIsUnit = false; ///< else parts of runs are
  double Cpu = 0;         ///< of the plain program, ticks, mean of rounds
  double System = 0;      ///< of it, in the kernel
  double CpuSpread = 0;   ///< standard deviation, relative
  std::optional<double> Slowdown;    ///< of main, instrumented over plain
  std::optional<double> CpuSlowdown; ///< the same of CPU time
  /// What probes cost: of CPU time where that is known, as on a busy machine
  /// elapsed times are mostly its other work's.
  std::optional<double> probeSlowdown() const {
    return CpuSlowdown ? CpuSlowdown : Slowdown;
  }
  std::optional<double> CallsSpread; ///< relative, of all calls; 1 run: none
  std::optional<SetsCompared> Rates; ///< the slowest against the fastest
  std::optional<SetsCompared> Halves;
};

struct SamplingModel {
  std::vector<SampledInput> Inputs;
  /// Of which program the samples are, as words.
  const char *program() const {
    for (const SampledInput &I : Inputs)
      if (!I.IsCounted)
        return "plain program";
    return "counted program";
  }
  /// All that were taken.
  double samples() const {
    return double(sumOf(Inputs, &SampledInput::Samples));
  }
  /// Of so few \p Samples no share is given, but the samples are.
  static bool areFew(double Samples) {
    constexpr double Few = 30; // each is more than 3 % of them
    return Samples < Few;
  }
  /// CPU time of the plain program, run as often as the instrumented one was,
  /// ticks.
  double Cpu = 0;
  /// Shares of the plain program's CPU time.
  double InFunctions = 0;      ///< in functions with counts
  double InFunctionsKnown = 0; ///< of these, known to KnownTo
  static constexpr double KnownTo = 0.1;
  /// By what to multiply the samples for nine tenths of the time in functions
  /// to be known to that; 1: they are.
  double MoreSamples = 1;
  static constexpr double WantedKnown = 0.9;
  /// What samples stand for, by the CPU time that they can fall into; 1: within
  /// chance, the same.
  double Accounted = 1;
  static constexpr double LeastAccounted = 0.75;
  /// Processes end before they have a sample: shares are those of the others.
  bool missesProcesses() const { return Accounted < LeastAccounted; }
  /// The CPU time lacks that of processes with samples.
  bool missesTime() const { return Accounted > 1 / LeastAccounted; }
  double InBlocksKnown = 0; ///< in blocks or groups, known to BlocksKnownTo
  static constexpr double BlocksKnownTo = 0.2;
  /// Functions of the program whose names the database does not have.
  double NotJoined = 0;
  std::vector<OtherTime> Others;     ///< largest first
  std::vector<std::string> Problems; ///< files without usable samples, and why
  bool OnlySymbols = false;          ///< the program has no debug information
};

/// The source of the mean that leads.
enum class MeanSource : uint8_t { Sampled, Bounded, Direct, Group, NotKnown };

/// The mean to be believed, ticks.
struct BestMean {
  MeanSource From = MeanSource::NotKnown;
  double Mean = 0;          ///< unless Bounded or NotKnown
  analysis::Interval Range; ///< unless NotKnown
};

} // namespace ipoint::sampled

#endif // IPOINT_MODEL_SAMPLINGMODEL_H
