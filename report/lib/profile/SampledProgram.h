//===- SampledProgram.h - Where the time of runs was sampled --------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_PROFILE_SAMPLEDPROGRAM_H
#define IPOINT_PROFILE_SAMPLEDPROGRAM_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <compare>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace ipoint::sampled {

/// Things of which each is there once, by their index.
template <class T> class IndexedSet {
public:
  explicit IndexedSet(std::vector<T> Known = {}) : All(std::move(Known)) {
    for (uint32_t Index = 0; Index < All.size(); ++Index)
      Indices.try_emplace(All[Index], Index);
  }

  /// That of \p Thing, which is added where it lacks.
  uint32_t indexOf(T Thing) {
    auto [It, New] =
        Indices.try_emplace(Thing, static_cast<uint32_t>(All.size()));
    if (New)
      All.push_back(std::move(Thing));
    return It->second;
  }
  const std::vector<T> &all() const { return All; }

private:
  std::vector<T> All;
  std::map<T, uint32_t> Indices;
};

/// How a function was found.
enum class Evidence : uint8_t {
  DebugInfo, ///< as the source has it
  Symbol,    ///< what was inlined into it counts as its own
  File,      ///< only which file it is in
  Kernel,
  Unknown ///< no file was mapped there
};

struct SampledFunction {
  std::string Name;   ///< empty of File, Kernel and Unknown
  std::string Source; ///< where it is declared; empty: not known
  unsigned Line = 0;  ///< there; 0: not known
  std::string File;   ///< the program or library that it is in
  Evidence By = Evidence::Unknown;

  auto operator<=>(const SampledFunction &) const = default;
};

/// Of a place: functions by index, the innermost first, each inlined into the
/// next one; at least one.
using InlineChain = llvm::SmallVector<uint32_t, 4>;

/// What is known of a place.
struct Attributed {
  InlineChain Functions;
  /// In the source of the innermost one; Line 0: not known, or in another
  /// file; Column 0: not known.
  unsigned Line = 0, Column = 0;

  std::strong_ordering operator<=>(const Attributed &) const = default;
};

/// Numbers of samples by column.
struct Counted {
  double Size = 0;
  std::vector<double> Columns; ///< as long as it needs to be

  void add(size_t Column, double Samples) {
    if (Column >= Columns.size())
      Columns.resize(Column + 1);
    Columns[Column] += Samples;
    Size += Samples;
  }
  void add(const Counted &Other);
};

/// A run of the plain program that was sampled.
struct SampledRun {
  static constexpr size_t BatchCount = 20;

  uint32_t Round = 0;
  double Rate = 0;   ///< samples per second that were wanted
  double Weight = 1; ///< what a sample in Columns stands for, ns
  Counted All;
  std::vector<Counted> Batches; ///< of it, one after the other

  /// The same, where column I is called \p Names[I].
  SampledRun renamed(llvm::ArrayRef<uint32_t> Names) const;
};

/// A run of the plain program, and of the instrumented one beside it.
struct PlainRun {
  double User = 0, System = 0; ///< CPU time of the plain one, microseconds
  double Instrumented = 0;     ///< the same of the other; 0: not known
  uint64_t Plain = 0;          ///< ticks of main in the plain one; 0: not timed
  uint64_t Elapsed = 0;        ///< the same of the other
  std::string Trace;           ///< of the other, its folder; empty: not known
};

/// What samples are of, and how many there are.
struct SampledSource {
  std::string File; ///< that says where the samples are
  std::string Program, Arguments, Sampler;
  /// There is no plain program: all is of the recorded one, which counts.
  bool IsCounted = false;
  uint64_t Samples = 0, Lost = 0, Throttled = 0;
};

/// Samples of runs of a program with the same arguments, by places in its
/// source.
struct SampledProgram : SampledSource {
  bool ExcludesKernel = true;  ///< no sample was taken there
  std::vector<PlainRun> Plain; ///< by round
  std::vector<SampledFunction> Functions;
  std::vector<bool> InProgram; ///< by function: not in a library
  std::vector<Attributed> Places;
  std::vector<SampledRun> Runs;      ///< their columns are Places
  std::vector<std::string> Problems; ///< files without usable samples, and why

  /// Adds runs of the same program with the same arguments.
  void add(const SampledProgram &Other);
  bool hasRunsLike(const SampledProgram &Other) const {
    return Program == Other.Program && Arguments == Other.Arguments &&
           IsCounted == Other.IsCounted &&
           ExcludesKernel == Other.ExcludesKernel;
  }
};

} // namespace ipoint::sampled

#endif // IPOINT_PROFILE_SAMPLEDPROGRAM_H
