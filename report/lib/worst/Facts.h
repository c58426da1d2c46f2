//===- Facts.h - Flow facts: what a user knows of a program ---------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From the config file (flow:), a file of facts (--facts, the same YAML), FFX
// (OTAWA) and pragmas of TACLeBench.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_WORST_FACTS_H
#define IPOINT_WORST_FACTS_H

#include "program/Symbols.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ipoint::worst {

/// What a number of a fact is counted in.
enum class Scope {
  Entry, ///< each time that the loop is entered
  Call,  ///< in a call of the function that it is of
  Root   ///< in a call of the root
};

/// Where a number comes from.
enum class Origin { Declared, Derived, Observed };

/// The largest count that is exact in a double, about.
constexpr double MostCount = 9e15;

/// Something that can be counted: numbers in the SymbolTable.
struct Counted {
  enum Kind { Block, Function, Edge } Is = Block;
  uint32_t Number = 0;
  double Factor = 1;
  bool operator==(const Counted &) const = default;
};

struct Fact {
  enum Kind {
    LoopBound, ///< At most Most, at least Least iterations per Per
    Sum,       ///< Least ≤ sum of Terms × their counts ≤ Most, per Per
    Never,     ///< none of Terms is ever executed
    NotBoth,   ///< of Terms, blocks of one function, only one is executed
    Targets,   ///< calls through pointers in Site lead to Terms only
    Calls,     ///< of Terms[0]: at most Most per Per (recursion)
    Time       ///< a visit of the block Terms[0], or a call of that function
               ///< with its callees, takes at most Most ticks
  } Is = LoopBound;
  /// Per Call of a function that all terms are of: in each call of it. Else:
  /// in a call of the root, that many for each call of Function. A Sum per
  /// Entry: from one time that Loop is entered to the next, or to the end of
  /// the call.
  Scope Per = Scope::Entry;
  Origin From = Origin::Declared;
  std::string Place;                  ///< "facts.yaml: line 3", for messages
  std::string Words;                  ///< as it is written, on one line
  uint32_t Loop = analysis::None;     ///< that is bounded, or that Per is of
  uint32_t Function = analysis::None; ///< that Scope::Call is of
  uint32_t Site = analysis::None;     ///< block
  std::vector<Counted> Terms;
  std::optional<double> Least, Most;
};

} // namespace ipoint::worst

#endif // IPOINT_WORST_FACTS_H
