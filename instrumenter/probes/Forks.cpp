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
  // Builtins and operators have no plain name.
  if (!Callee || !Callee->getIdentifier())
    return false;
  const FunctionDecl *Body = Callee->getDefinition();
  if (!Body)
    return StringSwitch<bool>(Callee->getName())
        .Cases("fork", "_Fork", "__fork", "__libc_fork", "fork1", true)
        .Cases("forkpty", "daemon", "clone", "__clone", "rfork", true)
        .Default(false);
  // One that is being looked at does not, unless something else in it does.
  auto [It, New] = Known.try_emplace(Body, false);
  if (!New)
    return It->second;
  bool Result = callsFork(Body->getBody());
  return Known[Body] = Result;
}

bool Forks::callsFork(const Stmt *S) {
  if (!S)
    return false;
  const auto *Call = dyn_cast<CallExpr>(S);
  return (Call && mayFork(Call->getDirectCallee())) ||
         any_of(S->children(), [&](const Stmt *C) { return callsFork(C); });
}

} // namespace ipoint
