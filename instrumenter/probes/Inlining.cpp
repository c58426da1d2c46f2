//===- Inlining.cpp - Functions that exist only where they are inlined ----===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "probes/Inlining.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;
using namespace llvm;

namespace ipoint {

/// Functions that change the frame of their caller.
static bool needsFrameOfItsOwn(StringRef Callee) {
  return StringSwitch<bool>(Callee)
      .Cases("alloca", "__builtin_alloca", "__builtin_alloca_with_align", true)
      .Cases("setjmp", "_setjmp", "__setjmp", "sigsetjmp", "__sigsetjmp", true)
      .Cases("__builtin_setjmp", "__builtin_longjmp", "savectx", "vfork", true)
      .Cases("__builtin_apply", "__builtin_apply_args", "__builtin_return",
             "__builtin_return_address", "__builtin_frame_address", true)
      .Default(false);
}

namespace {

/// Looks in a body, and in those of the functions that it calls, for what
/// cannot be inlined.
class InlineSearch {
public:
  explicit InlineSearch(const FunctionDecl *Root)
      : Root(Root->getCanonicalDecl()) {}

  bool canInline(const Stmt *S) {
    if (!S)
      return true;
    if (isa<AddrLabelExpr, IndirectGotoStmt>(S))
      return false;
    if (const auto *Call = dyn_cast<CallExpr>(S))
      if (const FunctionDecl *Callee = Call->getDirectCallee())
        if (needsFrameOfItsOwn(Callee->getName()) || reachesRoot(Callee))
          return false;
    return all_of(S->children(), [&](const Stmt *C) { return canInline(C); });
  }

private:
  bool reachesRoot(const FunctionDecl *Callee) {
    if (Callee->getCanonicalDecl() == Root)
      return true;
    const FunctionDecl *Definition = Callee->getDefinition();
    return Definition && Seen.insert(Definition).second &&
           callsRoot(Definition->getBody());
  }

  bool callsRoot(const Stmt *S) {
    if (!S)
      return false;
    if (const auto *Call = dyn_cast<CallExpr>(S))
      if (const FunctionDecl *Callee = Call->getDirectCallee();
          Callee && reachesRoot(Callee))
        return true;
    return any_of(S->children(), [&](const Stmt *C) { return callsRoot(C); });
  }

  const FunctionDecl *Root;
  DenseSet<const FunctionDecl *> Seen;
};

} // namespace

bool mustStayInlined(const FunctionDecl *FD, const ASTContext &Context) {
  if (Context.GetGVALinkageForFunction(FD) != GVA_AvailableExternally)
    return false;
  for (const FunctionDecl *Declaration : FD->redecls())
    if (Declaration->hasAttr<AlwaysInlineAttr>() ||
        Declaration->hasAttr<NoInlineAttr>() ||
        Declaration->hasAttr<WeakAttr>() || Declaration->hasAttr<TargetAttr>())
      return false;
  return !FD->isVariadic() && InlineSearch(FD).canInline(FD->getBody());
}

} // namespace ipoint
