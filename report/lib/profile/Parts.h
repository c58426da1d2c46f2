//===- Parts.h - Functions and their parts by name ------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_PROFILE_PARTS_H
#define IPOINT_PROFILE_PARTS_H

#include "Profile.h"
#include "interrupts/exclude/Filter.h"
#include "program/Symbols.h"

namespace ipoint::profile {

/// By function of \p Symbols.
std::vector<FunctionName> namesOf(const analysis::SymbolTable &Symbols);

/// The parts of a function and what \p Symbols number them by. A slot is an
/// index in each of these.
struct Parts {
  Parts(const analysis::SymbolTable &Symbols, uint32_t Function);

  profile::Function named() const;

  llvm::ArrayRef<uint32_t> Blocks, Loops;
  struct Transition {
    uint32_t From = 0, To = 0; ///< slots
    uint32_t Edge = 0;
  };
  std::vector<Transition> Transitions; ///< by From, then To

private:
  const analysis::SymbolTable &Symbols;
};

// A profile counts the runs, or sets of runs, for which a block was decided
// upon in each way, and keeps one of the reasons.

/// Adds the decision \p D on the block of \p Slot.
void note(const analysis::Decision &D, uint64_t Slot, Function &To);

/// The decision on that block: Applied where something was excluded once.
analysis::Decision decisionOn(uint64_t Slot, const Function &In);

} // namespace ipoint::profile

#endif // IPOINT_PROFILE_PARTS_H
