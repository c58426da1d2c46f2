//===- ProgramBuilder.h - Programs in memory, for the tests ---------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_TEST_PROGRAMBUILDER_H
#define IPOINT_TEST_PROGRAMBUILDER_H

#include "database/Database.h"

/// A unit of one file, whose ids begin at 256.
inline ipoint::database::Unit &addUnit(ipoint::database::Program &P) {
  ipoint::database::Unit &U = P.Units.emplace_back();
  U.First = 256;
  U.Files.push_back({"/src/main.c", "int x;\n"});
  return U;
}

/// A function of \p U, on a new line, with its entry, then blocks of
/// the kind \p Inner, then its exit. Returns the number of its entry in the
/// unit.
inline uint32_t addFunction(
    ipoint::database::Unit &U, const char *Name,
    std::initializer_list<std::pair<ipoint::database::Kind, const char *>>
        Inner = {}) {
  using ipoint::database::Kind;
  uint32_t Function = U.Functions.size(), First = U.count();
  U.Functions.push_back({Name, 0, 1 + Function, 1, 1 + Function, {}});
  auto Add = [&](Kind K, const char *Block) {
    U.Ipoints.push_back({K, Block, true, 1, 0, 1, Function});
  };
  Add(Kind::Entry, "entry");
  for (auto [K, Block] : Inner)
    Add(K, Block);
  Add(Kind::Exit, "exit");
  return First;
}

#endif // IPOINT_TEST_PROGRAMBUILDER_H
