//===- TypeNames.cpp - Names of types as C text ---------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/TypeNames.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/PrettyPrinter.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace clang;
using namespace llvm;

namespace ipoint {

TypeSpelling spell(const ASTContext &Context, QualType Type) {
  PrintingPolicy Policy(Context.getLangOpts());
  Policy.SuppressTagKeyword = false;
  Policy.Bool = false; // `_Bool`: `bool` may be a macro
  Policy.IncludeTagDefinition = false;
  // No type has this in its name.
  constexpr char Name = '\1';
  std::string Declared(1, Name);
  Type.getAsStringInternal(Declared, Policy);
  auto [Before, After] = StringRef(Declared).split(Name);
  return {Before.str(), After.str()};
}

namespace {

/// Looks for what has no name at file scope.
class NameSearch : public RecursiveASTVisitor<NameSearch> {
public:
  /// Newer Clang names the types of `sizeof` and of pointer differences
  /// `__size_t` and the like, which compilers do not know. LLVM 19 has no such
  /// class.
  bool VisitType(clang::Type *T) {
    return StringRef(T->getTypeClassName()) != "PredefinedSugar";
  }
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

std::optional<TypeSpelling> spellAtFileScope(const ASTContext &Context,
                                             QualType Type) {
  Type = Type.getAtomicUnqualifiedType();
  // As it was written if possible: GCC distinguishes types that Clang does not.
  if (!hasNameOutside(Type))
    Type = Type.getCanonicalType().getUnqualifiedType();
  if (!hasNameOutside(Type))
    return std::nullopt;
  TypeSpelling Result = spell(Context, Type);
  for (StringRef Part : {StringRef(Result.Before), StringRef(Result.After)})
    if (Part.contains("(unnamed") || Part.contains("(anonymous"))
      return std::nullopt;
  return Result;
}

std::string calledType(const ASTContext &Context, QualType Type) {
  if (const auto *Pointer = Type->getAs<clang::PointerType>())
    Type = Pointer->getPointeeType();
  const auto *Function =
      Type.getCanonicalType()->getAs<clang::FunctionProtoType>();
  if (!Function)
    return "";
  const PrintingPolicy Policy = Context.getPrintingPolicy();
  std::string Text = Function->getReturnType().getAsString(Policy) + " (";
  for (auto [I, Parameter] : enumerate(Function->param_types()))
    Text += (I ? ", " : "") + Parameter.getAsString(Policy);
  return Text + (Function->isVariadic() ? ", ...)" : ")");
}

} // namespace ipoint
