//===- Ranges.h - Sums by members, values of maps -------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_SUPPORT_RANGES_H
#define IPOINT_SUPPORT_RANGES_H

#include <functional>
#include <iterator>
#include <type_traits>

namespace ipoint {

/// The sum of \p Of, a member or function, over \p All.
template <class Range, class Function>
auto sumOf(const Range &All, Function Of) {
  std::decay_t<std::invoke_result_t<Function &, decltype(*std::begin(All))>>
      Sum = {};
  for (const auto &Each : All)
    Sum += std::invoke(Of, Each);
  return Sum;
}

/// What the map \p In has for \p Key; null: nothing.
template <class Map, class Key> auto *valueIn(Map &In, const Key &Of) {
  auto It = In.find(Of);
  return It == In.end() ? nullptr : &It->second;
}

} // namespace ipoint

#endif // IPOINT_SUPPORT_RANGES_H
