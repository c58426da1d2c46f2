//===- FunctionFacts.h - What is known of functions -----------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_PROBES_FUNCTIONFACTS_H
#define IPOINT_PROBES_FUNCTIONFACTS_H

#include "clang/AST/Decl.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include <optional>

namespace ipoint {

/// A path that is open where a process forks would be stored by both. So it
/// ends before the call, as far as the unit shows that it may fork.
class Forks {
public:
  /// Whether \p Callee, which may be null, is fork() or one of its kin, or a
  /// function of this unit that calls one.
  bool mayFork(const clang::FunctionDecl *Callee);

private:
  using Functions = llvm::DenseSet<const clang::FunctionDecl *>;

  bool reachesFork(const clang::FunctionDecl *Callee, Functions &Seen);
  bool callsFork(const clang::Stmt *S, Functions &Seen);

  llvm::DenseMap<const clang::FunctionDecl *, bool> Known;
};

/// Whether \p Callee is no function that anything could be called by, but what
/// the compiler writes in its place.
bool isComputation(const clang::FunctionDecl *Callee,
                   const clang::ASTContext &Context);

/// A call that surely comes back, and soon, need not end a path.
class BriefCalls {
public:
  /// \p Context must outlive it.
  explicit BriefCalls(const clang::ASTContext &Context) : Context(Context) {}

  /// Whether \p Callee, which may be null, is a function of this unit alone
  /// that has no loop, and calls nothing but such functions.
  bool isBrief(const clang::FunctionDecl *Callee);

private:
  bool comesBack(const clang::Stmt *S);

  const clang::ASTContext &Context;
  /// False of those that are being looked at: recursion may be deep.
  llvm::DenseMap<const clang::FunctionDecl *, bool> Known;
};

/// Whether \p Callee is setjmp() or one of its kin.
bool returnsTwice(const clang::FunctionDecl *Callee);

/// The same, or getcontext(); \p Callee may be null.
bool mayReturnTwice(const clang::FunctionDecl *Callee);

/// Finds the functions of a translation unit that the kernel may call.
class HandlerFinder {
public:
  /// \p Context must outlive it.
  explicit HandlerFinder(clang::ASTContext &Context) : Context(Context) {}

  /// Whether \p FD has a signal handler's type, and its address is taken in the
  /// unit.
  bool mayBeHandler(const clang::FunctionDecl *FD);

private:
  clang::ASTContext &Context;
  /// Canonical declarations of what is named other than to be called; unset
  /// until the first function of that type asks.
  std::optional<llvm::DenseSet<const clang::FunctionDecl *>> Pointed;
};

/// Whether \p FD must be inlined to be there at all: C99's `inline` without an
/// external definition, in a compile that optimises. A program that calls such
/// a function links only as long as the compiler inlines each call, and probes
/// could keep it from that. False for what compilers cannot always inline.
bool mustStayInlined(const clang::FunctionDecl *FD,
                     const clang::ASTContext &Context);

/// Why the function \p Name of a program without an operating system had better
/// have no probes, if so.
std::optional<std::string> exceptionOnBareMetal(llvm::StringRef Name,
                                                llvm::StringRef Section);
/// The same of one that \p What puts into RAM.
std::string exceptionInRam(llvm::StringRef What);

} // namespace ipoint

#endif // IPOINT_PROBES_FUNCTIONFACTS_H
