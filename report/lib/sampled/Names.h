//===- Names.h - Sampled functions and those of the database --------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_SAMPLED_NAMES_H
#define IPOINT_SAMPLED_NAMES_H

#include "Attribution.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include <optional>

namespace ipoint::estimate {

/// A function of the database.
struct KnownFunction {
  std::string Name, File; ///< File: of its source, absolute
};

/// Joins the two programs' functions by name and source. Their sources may lie
/// in different folders; a file's own name must be the same.
class NameIndex {
public:
  explicit NameIndex(llvm::ArrayRef<KnownFunction> All);

  /// The function that \p F is; none where there is none, or, without a source,
  /// several.
  std::optional<uint32_t> find(const SampledFunction &F) const;

private:
  llvm::ArrayRef<KnownFunction> All;
  llvm::StringMap<llvm::SmallVector<uint32_t, 1>> ByName;
};

} // namespace ipoint::estimate

#endif // IPOINT_SAMPLED_NAMES_H
