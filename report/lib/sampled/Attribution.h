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

#ifndef IPOINT_SAMPLED_ATTRIBUTION_H
#define IPOINT_SAMPLED_ATTRIBUTION_H

#include "AddressMap.h"
#include "profile/SampledProgram.h"
#include <memory>
#include <tuple>

namespace ipoint::estimate {

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

} // namespace ipoint::estimate

#endif // IPOINT_SAMPLED_ATTRIBUTION_H
