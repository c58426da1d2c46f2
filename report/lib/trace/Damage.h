//===- Damage.h - What of a trace is not whole ----------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_TRACE_DAMAGE_H
#define IPOINT_TRACE_DAMAGE_H

#include <cstdint>
#include <string>
#include <vector>

namespace ipoint::trace {

/// One place where a trace is not whole.
struct Damage {
  std::string File;
  uint64_t Offset = 0; ///< in the file, bytes
  std::string What;    ///< what is wrong and what became of it
};

/// The places where a trace is not whole, in the order in which they were met.
/// Keeps the first Limit and counts the others, so that it does not grow with
/// the trace.
class DamageList {
public:
  static constexpr size_t Limit = 100;

  void add(std::string File, uint64_t Offset, std::string What) {
    if (Items.size() < Limit)
      Items.push_back({std::move(File), Offset, std::move(What)});
    else
      ++Omitted;
  }

  /// There are \p Count more, which are not known.
  void omit(uint64_t Count) { Omitted += Count; }

  /// Adds what \p Later has, which was met behind what is here.
  void append(DamageList Later) {
    for (Damage &D : Later.Items)
      add(std::move(D.File), D.Offset, std::move(D.What));
    Omitted += Later.Omitted;
  }

  const std::vector<Damage> &items() const { return Items; }
  uint64_t omitted() const { return Omitted; }
  bool empty() const { return Items.empty(); }

private:
  std::vector<Damage> Items;
  uint64_t Omitted = 0;
};

} // namespace ipoint::trace

#endif // IPOINT_TRACE_DAMAGE_H
