//===- TypeNames.h - Names of types as C text -----------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_FRONTEND_TYPENAMES_H
#define IPOINT_FRONTEND_TYPENAMES_H

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace clang {
class ASTContext;
class QualType;
} // namespace clang

namespace ipoint {

/// What stands around the name that a declaration gives to something of a type:
/// `int (*` and `)(void)`.
struct TypeSpelling {
  std::string Before;
  std::string After;

  std::string declare(llvm::StringRef Name) const {
    return Before + Name.str() + After;
  }
};

/// How C89 and C23 compilers alike read \p Type.
TypeSpelling spell(const clang::ASTContext &Context, clang::QualType Type);

/// The unqualified \p Type, for file scope: nothing there hides what it is made
/// of.
/// \returns nothing if the type is made of something that has no name there.
std::optional<TypeSpelling> spellAtFileScope(const clang::ASTContext &Context,
                                             clang::QualType Type);

/// The type of a function that is called as \p Type, which may be a pointer's:
/// text that is the same in each unit where the compiler takes it for the same
/// type, but for structures without a name. Empty without a prototype: what is
/// called has any parameters.
std::string calledType(const clang::ASTContext &Context, clang::QualType Type);

} // namespace ipoint

#endif // IPOINT_FRONTEND_TYPENAMES_H
