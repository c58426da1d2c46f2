//===- Names.h - Functions and their parts by name ------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_PROFILE_NAMES_H
#define IPOINT_PROFILE_NAMES_H

#include "Profile.h"
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

} // namespace ipoint::profile

#endif // IPOINT_PROFILE_NAMES_H
