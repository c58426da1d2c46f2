//===- TypeNames.cpp - Types that inserted text has to name ---------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/TypeNames.h"
#include "clang/AST/Decl.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace clang;
using namespace llvm;

namespace ipoint {

PrintingPolicy portableTypes(const ASTContext &Context) {
  PrintingPolicy Policy(Context.getLangOpts());
  Policy.SuppressTagKeyword = false;
  Policy.Bool = false; // `_Bool`: `bool` may be a macro
  Policy.IncludeTagDefinition = false;
  return Policy;
}

namespace {

/// Looks for what has no name at file scope.
class NameSearch : public RecursiveASTVisitor<NameSearch> {
public:
  bool VisitTagType(TagType *T) { return isOutside(T->getDecl()); }
  bool VisitTypedefType(TypedefType *T) { return isOutside(T->getDecl()); }
  bool VisitTypeOfExprType(TypeOfExprType *) { return false; }
  bool VisitTypeOfType(TypeOfType *) { return false; }
  bool VisitVariableArrayType(VariableArrayType *) { return false; }

private:
  /// \returns false, which ends the search, if not.
  static bool isOutside(const Decl *D) {
    return D->getDeclContext()->getRedeclContext()->isTranslationUnit();
  }
};

bool hasNameOutside(QualType Type) { return NameSearch().TraverseType(Type); }

} // namespace

std::optional<std::string> typedefAtFileScope(const ASTContext &Context,
                                              QualType Type, StringRef Name) {
  Type = Type.getAtomicUnqualifiedType();
  // As it was written if possible: GCC tells types apart that Clang does not.
  if (!hasNameOutside(Type))
    Type = Type.getCanonicalType().getUnqualifiedType();
  if (!hasNameOutside(Type))
    return std::nullopt;
  std::string Declared = Name.str();
  Type.getAsStringInternal(Declared, portableTypes(Context));
  if (StringRef(Declared).contains("(unnamed") ||
      StringRef(Declared).contains("(anonymous"))
    return std::nullopt;
  return "typedef " + Declared + ";";
}

} // namespace ipoint
