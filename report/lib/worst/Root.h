//===- Root.h - What an estimate is of ------------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_WORST_ROOT_H
#define IPOINT_WORST_ROOT_H

#include "FactNames.h"

namespace ipoint::worst {

/// Calls of a function; or executions of a part of it, each of which begins
/// where its block Begin does, and ends where the next one of Ends does, in the
/// same call. Iterations of a loop are such a part, and what lies between two
/// marks is.
struct Root {
  uint32_t Function = analysis::None;
  std::string Part = {};           ///< as it is named; empty: calls
  uint32_t Begin = analysis::None; ///< of a part
  /// Of a part: blocks. Where Begin is one of them, the next execution begins
  /// there; else one in which Begin comes again has not come to its end.
  std::vector<uint32_t> Ends = {};
  uint32_t Loop = analysis::None; ///< whose iterations they are

  bool isPart() const { return Begin != analysis::None; }
  /// Whether an execution ends where \p Block begins.
  bool endsAt(uint32_t Block) const;
  /// What executions are, in the plural where \p Count is not 1: a "call", an
  /// "iteration" or an "execution".
  llvm::StringRef noun(uint64_t Count) const;
};

/// \p Name is FUNCTION; FUNCTION/LOOP, for its iterations, each from one begin
/// of the body to the next or to where the loop is left; or A..B, what runs
/// from A to B, which are marks, or FUNCTION/BLOCK and a block of the same
/// function. Errors list what it could be.
llvm::Expected<Root> findRoot(llvm::StringRef Name, const FactNames &Names);

/// Its function and, behind '/', the part.
std::string nameOf(const Root &Of, const FactNames &Names);

/// \p Facts without those that prove nothing of \p Of: where it is a part,
/// lower bounds of a call of its function, and comparisons of counts in one.
std::vector<Fact> factsFor(const Root &Of, std::vector<Fact> Facts,
                           const analysis::SymbolTable &Symbols);

} // namespace ipoint::worst

#endif // IPOINT_WORST_ROOT_H
