//===- PathCache.h - The paths that a stream took -------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_CALLSTACK_PATHCACHE_H
#define IPOINT_CALLSTACK_PATHCACHE_H

#include "ipoint/record.h"
#include "program/Symbols.h"

namespace ipoint::analysis {

/// Keeps what numbers stand for: a program takes few of its paths, and those
/// often.
class PathCache {
public:
  explicit PathCache(const SymbolTable &Symbols) : Symbols(Symbols) {}

  /// The sites of the path that ends at the ipoint \p Last with the number
  /// \p Number, in order; none if the program has no such path. They are there
  /// until the next call.
  llvm::ArrayRef<const Site *> find(uint32_t Last, uint64_t Number) {
    auto It = Known.find(ipoint_record_untimed(Last, Number));
    Range R = It == Known.end() ? add(Last, Number) : It->second;
    return llvm::ArrayRef(Sites).slice(R.Begin, R.Size);
  }

private:
  struct Range {
    size_t Begin = 0, Size = 0; ///< of Sites
  };
  /// Some tens of megabytes.
  static constexpr size_t Most = 1 << 20;

  Range add(uint32_t Last, uint64_t Number) {
    Range R;
    if (Sites.size() > Most || Known.size() > Most) {
      Sites.clear();
      Known.clear();
    }
    if (Symbols.paths().decode(Last, Number, Ids)) {
      R = {Sites.size(), Ids.size()};
      for (uint32_t Id : Ids)
        Sites.push_back(Symbols.site(Id));
    }
    Known[ipoint_record_untimed(Last, Number)] = R;
    return R;
  }

  const SymbolTable &Symbols;
  llvm::DenseMap<uint64_t, Range> Known; ///< by path record
  std::vector<const Site *> Sites;       ///< of all known paths
  llvm::SmallVector<uint32_t, 16> Ids;   ///< while one is decoded
};

} // namespace ipoint::analysis

#endif // IPOINT_CALLSTACK_PATHCACHE_H
