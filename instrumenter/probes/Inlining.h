//===- Inlining.h - Functions that exist only where they are inlined ------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_PROBES_INLINING_H
#define IPOINT_PROBES_INLINING_H

#include "clang/AST/Decl.h"

namespace ipoint {

/// Whether \p FD must be inlined to be there at all: C99's `inline` without an
/// external definition, in a compile that optimises. A program that calls such
/// a function links only as long as the compiler inlines each call, and probes
/// could keep it from that. False for what compilers cannot always inline.
bool mustStayInlined(const clang::FunctionDecl *FD,
                     const clang::ASTContext &Context);

} // namespace ipoint

#endif // IPOINT_PROBES_INLINING_H
