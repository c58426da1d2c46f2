//===- Describe.h - Values whose fields are described once ----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A value has a function that calls a visitor with each of its fields, in the
// order in which documents have them: name, value, and what the value is where
// its type leaves that open.
//
//   void describe(auto &&Field, const OffCpuModel &O) {
//     Field("count", O.Count);
//     Field("total", O.Total, As::Ticks);
//   }
//
// Visitors write documents and profiles, read profiles and what a trace says of
// its run, and list the names for the test of the documentation.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_SUPPORT_DESCRIBE_H
#define IPOINT_SUPPORT_DESCRIBE_H

#include <concepts>
#include <type_traits>

namespace ipoint {

/// What a field is.
enum class As {
  Value,        ///< as it is; a real number has three digits behind the point
  Ticks,        ///< in the unit of the document, with as many digits of ns
  TicksInShort, ///< the same, with three digits in any unit
  Whole,
  Tenths,
  Hundredths,
  Thousandths,
  Share,      ///< six digits
  Millionths, ///< the same, with zeros at the end
  InFull,     ///< all digits, none of them an exponent
  Exact,      ///< all digits: of numbers that may be very small
  OrNull,     ///< not known where it is empty or 0
  Details,    ///< left out where only an overview is wanted
  Again,      ///< left out where size counts: another field shows it
};

/// An object in place of a value, whose fields \p Describe visits; null unless
/// \p IsThere.
template <class Function> struct Parts {
  Function Describe;
  bool IsThere = true;
};
template <class Function> Parts(Function) -> Parts<Function>;
template <class Function> Parts(Function, bool) -> Parts<Function>;

template <class Function>
void describe(auto &&Field, const Parts<Function> &P) {
  P.Describe(Field);
}

/// An object on one line, also in a document that is indented.
template <class T> struct InLine {
  const T &Of;
};
template <class T> InLine(const T &) -> InLine<T>;

/// A list of objects: \p Describe visits the fields of each of \p Items.
template <class Range, class Function> struct Each {
  const Range &Items;
  Function Describe;
};
template <class Range, class Function>
Each(const Range &, Function) -> Each<Range, Function>;

/// \p T is \p Value, which a visitor reads or, if it may, sets.
template <class T, class Value>
concept Maybe = std::same_as<std::remove_const_t<T>, Value>;

} // namespace ipoint

#endif // IPOINT_SUPPORT_DESCRIBE_H
