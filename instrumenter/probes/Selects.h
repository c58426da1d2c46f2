//===- Selects.h - Conditions that compilers may make selects of ----------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A compiler evaluates `if (a > b) a = b;` without a branch (if-conversion). A
// count in an arm would bring the branch back, and with it mispredictions: a
// CRC, bit by bit, took 3.7 times as long. What is counted for such arms is
// added behind the condition instead, by arithmetic on its value.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_PROBES_SELECTS_H
#define IPOINT_PROBES_SELECTS_H

#include "clang/AST/Stmt.h"

namespace ipoint {

/// Whether the arms of \p S do nothing but set local variables to values that
/// could be computed without the condition, which has no effects and no
/// decision in it.
/// False without optimisation, and where a variable would be set for which a
/// compiler that no longer sees the condition may warn that it is not
/// initialised.
bool mayBeSelect(const clang::IfStmt *S, const clang::ASTContext &Context);

} // namespace ipoint

#endif // IPOINT_PROBES_SELECTS_H
