//===- SampledTimes.h - Times by samples of the plain program -------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   baseline files ──samples──> functions of the plain program ──joined by
//   name with──> the report's, their calls and call paths ──estimate──>
//   FunctionModel::Sampled, ReportModel::Sampling
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_SAMPLED_SAMPLEDTIMES_H
#define IPOINT_SAMPLED_SAMPLEDTIMES_H

#include "Join.h"
#include "model/Model.h"
#include "profile/SampledProgram.h"
#include "trace/Trace.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

namespace ipoint::sampled {

/// Adds what samples say to \p Report, which is of \p Traces and has call
/// paths; nothing where there are none.
void addSamples(llvm::ArrayRef<SampledProgram> Sampled,
                llvm::ArrayRef<trace::Trace> Traces,
                analysis::ReportModel &Report);

/// Of each function, how much of others' self time lies in its calls. Samples
/// do not show callers: the self time of a function is apportioned to its call
/// paths as its times with probes are, or, where these are below resolution, as
/// its calls are (as gprof does). Where calls are counted in place, call paths
/// are of windows alone: then it is apportioned to its callers by their calls,
/// and functions that call themselves by any way have no inclusive time.
class Nesting {
public:
  explicit Nesting(const analysis::ReportModel &Report);

  /// Shares of the key's self time, by function; of a recursion more than 1.
  const llvm::DenseMap<uint32_t, double> &within(uint32_t Function) const {
    return Within[Function];
  }
  /// Calls of \p Function that are on a known path.
  double calls(uint32_t Function) const { return Calls[Function]; }
  /// Whether what lies in them is known as far as others' callers are.
  bool isNested(uint32_t Function) const {
    return Calls[Function] > 0 && !Recursive[Function];
  }

private:
  void nestPaths(const analysis::ReportModel &Report);
  void nestCalls(const analysis::ReportModel &Report);

  std::vector<llvm::DenseMap<uint32_t, double>> Within;
  std::vector<double> Calls;
  std::vector<bool> Recursive;
};

/// Why the calls that were counted are not all; empty: they are.
std::string whyNotWhole(const analysis::ReportModel &Report);

/// The groups of a function's blocks that samples distinguish, and its samples.
struct Grouped {
  std::vector<uint32_t> First;   ///< of each block's group
  std::vector<Contrast> Samples; ///< by first block
  double Unplaced = 0;           ///< ticks that may be of any block
  std::vector<bool> Known; ///< by block: its mean, or a loop's that it is in
};

/// Puts times into the report.
class Writing {
public:
  Writing(const Joining &Names, const Estimator &Times,
          analysis::ReportModel &Report)
      : Names(Names), Times(Times), Report(Report), Calls(Report),
        Whole(whyNotWhole(Report).empty()) {
    Selves.resize(Report.Functions.size());
    Carried.resize(Report.Functions.size());
    for (auto [I, C] : llvm::enumerate(Names.columns())) {
      auto Column = static_cast<uint32_t>(I);
      if (uint32_t F = Names.targets()[C.Target].Function; F != None)
        Selves[F].push_back({Column, 1});
      if (C.Carrier != None)
        Carried[C.Carrier].push_back(Column);
    }
  }

  void functions();
  void blocks();
  void others();

private:
  std::optional<SampledMean> inclusive(uint32_t Function) const;
  void blocksOf(uint32_t Function, llvm::ArrayRef<uint32_t> Columns);
  BlockSamples perVisit(uint32_t Function, const Contrast &C, double Unplaced,
                        double Visits, double Edges) const;
  void loop(uint32_t Function, analysis::LoopModel &L, Grouped &Blocks);
  /// The share of time that is under calls of which the way is not known.
  bool pathsKnown() const;
  SampledShare shareOf(const TimeEstimate &T) const {
    double Cpu = Times.cpu() > 0 ? Times.cpu() : INFINITY;
    return {T.Samples, T.Ticks / Cpu, {T.Range.Low / Cpu, T.Range.High / Cpu}};
  }

  const Joining &Names;
  const Estimator &Times;
  analysis::ReportModel &Report;
  Nesting Calls;
  bool Whole; ///< all calls were counted
  std::vector<Contrast> Selves;
  std::vector<std::vector<uint32_t>> Carried; ///< columns, by function
};

} // namespace ipoint::sampled

#endif // IPOINT_SAMPLED_SAMPLEDTIMES_H
