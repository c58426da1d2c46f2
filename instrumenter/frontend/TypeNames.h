//===- TypeNames.h - Types that inserted text has to name -----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_FRONTEND_TYPENAMES_H
#define IPOINT_FRONTEND_TYPENAMES_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/PrettyPrinter.h"
#include <optional>
#include <string>

namespace ipoint {

/// How types are written so that C89 and C23 compilers read them alike.
clang::PrintingPolicy portableTypes(const clang::ASTContext &Context);

/// A typedef of the unqualified \p Type called \p Name, for file scope: nothing
/// there hides what the type is made of.
/// \returns nothing if the type is made of something that has no name there.
std::optional<std::string> typedefAtFileScope(const clang::ASTContext &Context,
                                              clang::QualType Type,
                                              llvm::StringRef Name);

} // namespace ipoint

#endif // IPOINT_FRONTEND_TYPENAMES_H
