//===- Ranges.h - Orders and sums by members ------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_SUPPORT_RANGES_H
#define IPOINT_SUPPORT_RANGES_H

#include <algorithm>
#include <functional>
#include <tuple>
#include <type_traits>

namespace ipoint {

/// Less by \p Keys, members or functions of a value or of what a pointer points
/// to, the first one first:
///
///   sort(Lines, by(&Line::File, &Line::Number));
template <class... Key> auto by(Key... Keys) {
  return [=](const auto &A, const auto &B) {
    return std::tuple<std::invoke_result_t<const Key &, decltype(A)>...>(
               std::invoke(Keys, A)...) <
           std::tuple<std::invoke_result_t<const Key &, decltype(B)>...>(
               std::invoke(Keys, B)...);
  };
}

/// The same, the largest first.
template <class... Key> auto byLargest(Key... Keys) {
  return
      [Less = by(Keys...)](const auto &A, const auto &B) { return Less(B, A); };
}

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
