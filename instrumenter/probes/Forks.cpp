//===- Forks.cpp - Calls behind which there may be two processes ----------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "probes/Forks.h"
#include "clang/AST/Expr.h"
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

} // namespace ipoint
