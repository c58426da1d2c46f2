//===- Places.h - Where samples fell, and what that is --------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_SAMPLED_PLACES_H
#define IPOINT_SAMPLED_PLACES_H

#include "PerfData.h"
#include "profile/SampledProgram.h"
#include <memory>

namespace ipoint::sampled {

/// A file that code was mapped of.
struct Module {
  std::string File;
  BuildId Build; ///< as it was sampled; empty: not known

  std::strong_ordering operator<=>(const Module &) const = default;
};

/// An address, wherever it was mapped.
struct Place {
  /// In PlaceTable::modules(), or one of these.
  static constexpr uint32_t Kernel = UINT32_MAX - 2, Unknown = UINT32_MAX - 1;
  uint32_t Module = Unknown;
  uint64_t Offset = 0; ///< in the file; 0 outside of files

  auto operator<=>(const Place &) const = default;
};

/// The distinct places of samples, of one run or several.
class PlaceTable {
public:
  /// The places of the samples of \p Data, by time, as they were mapped then,
  /// and what each weighs.
  std::vector<std::pair<uint32_t, double>> locate(const PerfData &Data);

  const std::vector<Place> &places() const { return Places.all(); }
  const std::vector<Module> &modules() const { return Modules.all(); }

private:
  struct Mapped {
    uint64_t End, Offset;
    uint32_t Module;
  };
  /// By where it starts; none overlaps another.
  using Memory = std::map<uint64_t, Mapped>;

  static void map(Memory &Of, const Mapping &M, uint32_t Module);
  Place find(const Memory &Of, uint64_t Address) const;

  IndexedSet<Place> Places;
  IndexedSet<Module> Modules;
};

class Image;

//   perf.data ──PerfData──> events ──PlaceTable──> samples at places in files
//          ──Attributor──> functions, in the source's sense
// A place belongs to the innermost function that was inlined there, by the
// file's debug information. Without that, to the symbol that holds it, and
// without symbols to the file.

class Attributor {
public:
  Attributor();
  ~Attributor();
  Attributor(const Attributor &) = delete;
  Attributor &operator=(const Attributor &) = delete;

  /// All places of \p Table, in their order.
  std::vector<Attributed> attribute(const PlaceTable &Table);

  const std::vector<SampledFunction> &functions() const {
    return Functions.all();
  }
  /// Files in which no function was found, and why: in words.
  const std::vector<std::string> &problems() const { return Problems; }

private:
  Attributed attribute(const Place &P, const Module &M, Image &From);

  IndexedSet<SampledFunction> Functions;
  std::vector<std::string> Problems;
};

/// "f" of "f.constprop.0.isra.1": a function that the compiler has cloned.
llvm::StringRef withoutCloneSuffix(llvm::StringRef Symbol);

} // namespace ipoint::sampled

#endif // IPOINT_SAMPLED_PLACES_H
