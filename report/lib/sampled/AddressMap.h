//===- AddressMap.h - Where in which file an address lies -----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_SAMPLED_ADDRESSMAP_H
#define IPOINT_SAMPLED_ADDRESSMAP_H

#include "PerfData.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include <map>

namespace ipoint::estimate {

/// A file that code was mapped of.
struct Module {
  std::string File;
  BuildId Build; ///< as it was sampled; empty: not known
};

/// An address, wherever it was mapped.
struct Place {
  /// In PlaceTable::modules(), or one of these.
  static constexpr uint32_t Kernel = UINT32_MAX - 2, Unknown = UINT32_MAX - 1;
  uint32_t Module = Unknown;
  uint64_t Offset = 0; ///< in the file; 0 outside of files
};

/// A sample at one of PlaceTable::places().
struct Located {
  uint64_t Time = 0;
  uint64_t Period = 1;
  uint32_t Place = 0;
};

/// The distinct places of samples, of one run or several.
class PlaceTable {
public:
  /// The samples of \p Data, by time, as they were mapped then.
  std::vector<Located> locate(const PerfData &Data);

  const std::vector<Place> &places() const { return Places; }
  const std::vector<Module> &modules() const { return Modules; }

private:
  struct Mapped {
    uint64_t End, Offset;
    uint32_t Module;
  };
  /// By where it starts; none overlaps another.
  using Memory = std::map<uint64_t, Mapped>;

  uint32_t moduleOf(const Mapping &M);
  uint32_t indexOf(Place P);
  static void map(Memory &Of, const Mapping &M, uint32_t Module);
  Place find(const Memory &Of, uint64_t Address) const;

  std::vector<Place> Places;
  std::vector<Module> Modules;
  llvm::DenseMap<std::pair<uint32_t, uint64_t>, uint32_t> Indices;
  llvm::StringMap<uint32_t> ByName; ///< name and build id
};

} // namespace ipoint::estimate

#endif // IPOINT_SAMPLED_ADDRESSMAP_H
