//===- Attribution.h - Which function an address belongs to ---------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   perf.data ──PerfData──> events ──PlaceTable──> samples at places in files
//          ──Attributor──> functions, in the source's sense
//
// A place belongs to the innermost function that was inlined there, by the
// file's debug information. Without that, to the symbol that holds it, and
// without symbols to the file.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_SAMPLING_ATTRIBUTION_H
#define IPOINT_SAMPLING_ATTRIBUTION_H

#include "AddressMap.h"
#include "llvm/ADT/SmallVector.h"
#include <memory>
#include <tuple>

namespace ipoint::sampling {

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
};

class Attributor {
public:
  Attributor();
  ~Attributor();
  Attributor(const Attributor &) = delete;
  Attributor &operator=(const Attributor &) = delete;

  /// All places of \p Table, in their order.
  std::vector<Attributed> attribute(const PlaceTable &Table);

  const std::vector<SampledFunction> &functions() const { return Functions; }
  /// Files in which no function was found, and why: in words.
  const std::vector<std::string> &problems() const { return Problems; }

private:
  class Image;

  uint32_t indexOf(SampledFunction F);
  Attributed attribute(const Place &P, const Module &M, Image &From);

  std::vector<SampledFunction> Functions;
  std::map<
      std::tuple<std::string, std::string, unsigned, std::string, Evidence>,
      uint32_t>
      Indices;
  std::vector<std::string> Problems;
};

/// "f" of "f.constprop.0.isra.1": a function that the compiler has cloned.
llvm::StringRef withoutCloneSuffix(llvm::StringRef Symbol);

} // namespace ipoint::sampling

#endif // IPOINT_SAMPLING_ATTRIBUTION_H
