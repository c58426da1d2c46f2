//===- FunctionFacts.cpp - What is known of functions ---------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "probes/FunctionFacts.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Expr.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/AST/Stmt.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Basic/Builtins.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;
using namespace llvm;

namespace ipoint {

bool Forks::mayFork(const FunctionDecl *Callee) {
  Functions Seen;
  if (reachesFork(Callee, Seen))
    return true;
  // All that can be reached has been seen.
  for (const FunctionDecl *Function : Seen)
    Known[Function] = false;
  return false;
}

bool Forks::reachesFork(const FunctionDecl *Callee, Functions &Seen) {
  // Builtins and operators have no plain name.
  if (!Callee || !Callee->getIdentifier())
    return false;
  const FunctionDecl *Function = Callee->getDefinition();
  if (!Function)
    return StringSwitch<bool>(Callee->getName())
        .Cases("fork", "_Fork", "__fork", "__libc_fork", "fork1", true)
        .Cases("forkpty", "daemon", "clone", "__clone", "rfork", true)
        .Default(false);
  if (auto It = Known.find(Function); It != Known.end())
    return It->second;
  if (!Seen.insert(Function).second || !callsFork(Function->getBody(), Seen))
    return false;
  return Known[Function] = true;
}

bool Forks::callsFork(const Stmt *S, Functions &Seen) {
  if (!S)
    return false;
  const auto *Call = dyn_cast<CallExpr>(S);
  return (Call && reachesFork(Call->getDirectCallee(), Seen)) ||
         any_of(S->children(),
                [&](const Stmt *C) { return callsFork(C, Seen); });
}

bool isComputation(const FunctionDecl *Callee, const ASTContext &Context) {
  unsigned Builtin = Callee->getBuiltinID();
  return Builtin && Callee->getName().starts_with("__") &&
         Context.BuiltinInfo.isConst(Builtin);
}

bool BriefCalls::isBrief(const FunctionDecl *Callee) {
  const FunctionDecl *Function = Callee ? Callee->getDefinition() : nullptr;
  if (!Function || Function->isExternallyVisible() || Function->isNoReturn())
    return false;
  if (auto [It, New] = Known.try_emplace(Function, false); !New)
    return It->second;
  return comesBack(Function->getBody()) && (Known[Function] = true);
}

/// Behind `do` with a condition that is 0 nothing comes again.
static bool isLoop(const Stmt *S, const ASTContext &Context) {
  if (const auto *Do = dyn_cast<DoStmt>(S)) {
    std::optional<APSInt> Value =
        Do->getCond()->getIntegerConstantExpr(Context);
    return !Value || *Value != 0;
  }
  return isa<ForStmt, WhileStmt, GotoStmt, IndirectGotoStmt>(S);
}

static bool cleansUp(const DeclStmt *S) {
  return any_of(S->decls(),
                [](const Decl *D) { return D->hasAttr<CleanupAttr>(); });
}

bool BriefCalls::comesBack(const Stmt *S) {
  if (!S)
    return true;
  if (isLoop(S, Context) ||
      isa<AsmStmt, OMPExecutableDirective, RecoveryExpr>(S))
    return false;
  if (const auto *Declared = dyn_cast<DeclStmt>(S);
      Declared && cleansUp(Declared))
    return false;
  if (const auto *Call = dyn_cast<CallExpr>(S)) {
    const FunctionDecl *Callee = Call->getDirectCallee();
    if (!(Callee && isComputation(Callee, Context)) && !isBrief(Callee))
      return false;
  }
  return all_of(S->children(), [&](const Stmt *C) { return comesBack(C); });
}

bool returnsTwice(const FunctionDecl *Callee) {
  return Callee->hasAttr<ReturnsTwiceAttr>() ||
         StringSwitch<bool>(Callee->getName())
             .Cases("setjmp", "_setjmp", "__setjmp", "sigsetjmp", true)
             .Cases("__sigsetjmp", "__builtin_setjmp", "savectx", "vfork", true)
             .Default(false);
}

bool mayReturnTwice(const FunctionDecl *Callee) {
  return Callee && (returnsTwice(Callee) || Callee->getName() == "getcontext");
}

namespace {

class PointerFinder : public RecursiveASTVisitor<PointerFinder> {
public:
  DenseSet<const FunctionDecl *> Found;

  bool VisitDeclRefExpr(DeclRefExpr *E) {
    if (const auto *FD = dyn_cast<FunctionDecl>(E->getDecl());
        FD && E != Callee)
      Found.insert(FD->getCanonicalDecl());
    return true;
  }
  /// What it names is met right behind it, before anything else that is called.
  bool VisitCallExpr(CallExpr *E) {
    Callee = E->getCallee()->IgnoreParenImpCasts();
    return true;
  }

private:
  const Expr *Callee = nullptr;
};

/// `void f(int)`, or with the information and the context behind it.
bool hasHandlersType(const FunctionDecl *FD, const ASTContext &Context) {
  unsigned Parameters = FD->getNumParams();
  auto Type = [&](unsigned Number) {
    return FD->getParamDecl(Number)->getType();
  };
  return FD->getReturnType()->isVoidType() && !FD->isVariadic() &&
         (Parameters == 1 || (Parameters == 3 && Type(1)->isPointerType() &&
                              Type(2)->isPointerType())) &&
         Context.hasSameUnqualifiedType(Type(0), Context.IntTy);
}

} // namespace

bool HandlerFinder::mayBeHandler(const FunctionDecl *FD) {
  if (!hasHandlersType(FD, Context))
    return false;
  if (!Pointed) {
    PointerFinder Finder;
    Finder.TraverseDecl(Context.getTranslationUnitDecl());
    Pointed = std::move(Finder.Found);
  }
  return Pointed->contains(FD->getCanonicalDecl());
}

/// Functions that change the frame of their caller.
static bool needsOwnFrame(StringRef Callee) {
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
        if (needsOwnFrame(Callee->getName()) || reachesRoot(Callee))
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

/// Whether vendors give \p Section such a name for code in RAM.
static bool isCodeInRam(StringRef Section) {
  std::string Name = Section.lower();
  for (StringRef Other : {"program", "param", "frame"})
    for (size_t At; (At = Name.find(Other)) != std::string::npos;)
      Name.erase(At, Other.size());
  return any_of(ArrayRef<StringRef>(
                    {"ram", "tcm", "ccm", "time_critical", "quickaccess"}),
                [&](StringRef Part) { return StringRef(Name).contains(Part); });
}

std::optional<std::string> exceptionOnBareMetal(StringRef Name,
                                                StringRef Section) {
  // The names that CMSIS, C libraries and vendors give to what comes first.
  static constexpr StringRef StartUp[] = {"Reset_Handler",
                                          "ResetHandler",
                                          "ResetISR",
                                          "resetISR",
                                          "SystemInit",
                                          "SystemInit_ExtMemCtl",
                                          "__cmsis_start",
                                          "_start",
                                          "__start",
                                          "_cstart",
                                          "_c_int00",
                                          "_system_pre_init",
                                          "__libc_init_array",
                                          "_init",
                                          "__low_level_init",
                                          "__iar_program_start",
                                          "__main"};
  static constexpr StringRef NotMasked[] = {"NMI_Handler", "HardFault_Handler"};
  if (is_contained(StartUp, Name))
    return "start-up code: it may run before memory is initialised";
  if (is_contained(NotMasked, Name))
    return "probes cannot hold it back while they store a record";
  if (isCodeInRam(Section))
    return exceptionInRam(("section '" + Section + "'").str());
  return std::nullopt;
}

std::string exceptionInRam(StringRef What) {
  return (What + ": code in RAM may run while flash, where probes are, cannot "
                 "be read")
      .str();
}

} // namespace ipoint
