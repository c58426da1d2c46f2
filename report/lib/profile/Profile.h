//===- Profile.h - What runs add up to, also as a file --------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A profile has the counts and times of one run or of many, and none of their
// events. Functions, blocks and transitions go by their names, not by the
// numbers that a database gives them, so that two profiles can be added without
// one (docs/formats.md).
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_PROFILE_PROFILE_H
#define IPOINT_PROFILE_PROFILE_H

#include "SampledProgram.h"
#include "count/CallPaths.h"
#include "count/CollectedStats.h"
#include "count/FirstPass.h"
#include "interrupts/InterruptsModel.h"
#include "overhead/Balance.h"
#include "trace/PacketReader.h"
#include "trace/Trace.h"

namespace ipoint::profile {

/// Values by key, ascending.
using Values = std::vector<std::pair<uint64_t, analysis::SignedWide>>;

/// Which figure it is. Those whose kind ends with `.min` or `.max` are
/// extremes, the others add up.
struct FigureKey {
  std::string Kind;
  /// Of a histogram: the block, transition, loop or path that it is of. The
  /// keys of other figures are these.
  uint64_t Slot = 0;
  auto operator<=>(const FigureKey &) const = default;
};
using Figures = std::map<FigureKey, Values>;
using Notes = std::map<FigureKey, std::string>;

/// Which function it is, in any database of the program.
struct FunctionName {
  std::string File;  ///< absolute
  unsigned Line = 0; ///< the least of several builds
  std::string Name;
  /// The number of functions before it with the same file, name and text; where
  /// that is not known, with the same file, line and name.
  unsigned Copy = 0;
  /// A hash of its source and of its parts; 0: not known.
  uint64_t Text = 0;
  auto operator<=>(const FunctionName &) const = default;
};

/// A function with its parts, in the order in which slots count them.
struct Function {
  std::vector<std::string> Blocks;
  std::vector<std::pair<uint32_t, uint32_t>> Transitions; ///< slots of blocks
  std::vector<std::string> Loops;
  Figures Counted;
  Notes Said;

  bool hasPartsOf(const Function &Other) const {
    return Blocks == Other.Blocks && Transitions == Other.Transitions &&
           Loops == Other.Loops;
  }
};

/// A run, as its trace describes it.
struct Run {
  trace::Trace Of; ///< it has no streams, but trace::Reduced
  analysis::TraceProfile Found;
  std::vector<analysis::BalanceModel> Balances; ///< by stream with packets
  /// What the user calls it, and what was known of it when it was reduced.
  std::map<std::string, std::string> Labels;
};

/// A way from the bottom of a stack to a function.
struct CallPath {
  std::optional<size_t> Parent; ///< index of one before it
  FunctionName Function;
  analysis::CallPaths::Node Spent; ///< but for its Parent and Function
};

/// What one function took in the runs with one value of a label.
struct FunctionPart {
  struct Times {
    uint64_t Count = 0, Sum = 0, Max = 0; ///< raw ticks
    void add(const Times &Other);
    bool operator==(const Times &) const = default;
  };
  uint64_t Calls = 0;
  Times Self, Inclusive;
  std::vector<uint64_t> Ran; ///< by slot of a block, a bit each

  void add(const FunctionPart &Other);
  bool operator==(const FunctionPart &) const = default;
  bool ran(size_t Slot) const {
    return Slot / 64 < Ran.size() && (Ran[Slot / 64] >> Slot % 64 & 1);
  }
};

struct Profile {
  std::map<std::string, Run> Runs; ///< by the trace's UUID
  /// Those of other builds than the one that is reported on; numbers of marks
  /// count both.
  std::map<std::string, Run> OtherRuns;
  std::map<FunctionName, Function> Functions;
  Figures Program; ///< of no function
  trace::DamageList Damages;
  /// Times are without the time off CPU; else they are response times.
  bool Execution = false;
  /// Parts that an untimed record weighs (analysis::ClockModel::UntimedWeight).
  uint32_t UntimedWeight = 1;
  std::optional<analysis::FilterModel> Filter; ///< what excluded visits
  /// Its runs are of several builds; paths, whose numbers are a build's, are in
  /// no figure then.
  bool IsOfSeveralBuilds = false;
  /// The label by which it has parts …
  std::string PartsBy;
  /// … and these, by its value; empty where there is one value only.
  std::map<std::string, std::map<FunctionName, FunctionPart>> Parts;
  /// There are too many, or runs with several values were added without them.
  bool OmitsParts = false;
  bool HasCallPaths = false;
  std::vector<CallPath> CallPaths; ///< a path comes behind its parent

  /// By the first run that they are beside, and a number: those of recordings.
  std::map<std::string, sampled::SampledProgram> Samples;
  uint64_t SamplesOmitted = 0; ///< of how many more recordings

  /// The runs by the paths of their traces.
  std::vector<const Run *> runs() const;
  /// The same as traces without streams.
  std::vector<trace::Trace> traces() const;
  /// The samples; those of one program with the same arguments are one. The
  /// first one says how many are omitted.
  std::vector<sampled::SampledProgram> samples() const;
};

/// Adds \p From, read from \p Path, to \p To. Adding is commutative and
/// associative. Errors name \p Path: of another database or build, a run is in
/// both, times mean different things, a sum does not fit in 128 bits.
llvm::Error add(Profile &To, Profile From, llvm::StringRef Path);

/// Whether units with the same ids are the same ones in all runs of \p P.
bool isOfOneBuild(const Profile &P);

/// The figures of no function belong to this one.
inline constexpr int64_t OfProgram = 0;

/// Whether the file \p Path begins as those of SQLite do: no trace does.
bool isProfile(llvm::StringRef Path);

/// Writes \p P to the file \p Path, whole or not at all. Errors name \p Path.
llvm::Error write(const Profile &P, llvm::StringRef Path);

/// Reads the profile \p Path. Errors name \p Path: unreadable, no profile, of
/// another version, cut or damaged, with what no profile has.
llvm::Expected<Profile> read(llvm::StringRef Path);

} // namespace ipoint::profile

#endif // IPOINT_PROFILE_PROFILE_H
