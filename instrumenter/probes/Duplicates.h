//===- Duplicates.h - Text that stands twice, for windows and without -----===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function asks once in each cycle whether a window is open, and each of its
// probes would test the answer. Where a compiler sees the text twice, only one
// test is left:
//
//   int f(int x) { …; { if (x) return 1; return 2; } }
//   int f(int x) { …; if (open) { { with records … } }
//                     else { { counts alone … } } }
//
// This is full duplication after Arnold and Ryder, "A framework for reducing
// the cost of instrumented code", PLDI 2001. What stands twice is the body of a
// function or of a loop, without loops in it that may last: each round of these
// asks again. Where the calls of a function are timed, its body may have such
// loops, for it is known of calls that are no longer timed that they do not
// last. So one copy is for these, has counts alone, and its loops do not ask;
// the other one is as if the body stood once, and loops in it may stand twice:
//
//   int f(int x) { …; if (open || calls of f are timed) { { … } }
//                     else { { counts alone … } } }
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_PROBES_DUPLICATES_H
#define IPOINT_PROBES_DUPLICATES_H

#include "frontend/Places.h"
#include "probes/BodyFacts.h"
#include "probes/LoopBounds.h"
#include "llvm/ADT/DenseSet.h"

namespace ipoint {

/// Finds what may stand twice. False without optimisation, where the stack
/// would hold the variables of both.
class DuplicateFinder {
public:
  DuplicateFinder(const clang::ASTContext &Context, LoopBounds &Bounds)
      : Context(Context), Known(Context), Bounds(Bounds) {}

  /// Whether \p Body means the same where it stands twice: it has no variable
  /// that lasts, but for constants, and no assembly.
  bool mayDuplicate(const clang::Stmt *Body);

  /// Of what mayDuplicate() was asked for last: whether compilers inline a
  /// function for it being so short.
  bool isShort() const;
  /// The same: whether it has a loop that is not brief.
  bool mayLast() const { return MayLast; }
  /// The same: statements and operands.
  unsigned size() const { return Size; }
  /// The same: labels, and jumps to labels.
  unsigned labels() const { return Labels; }

private:
  bool isLoop(const clang::Stmt *S) const;
  bool visit(const clang::Stmt *S);
  bool meansTheSame(const clang::Stmt *S);
  bool meansTheSame(const clang::Decl *D);
  /// How often the statements in \p S run each time that what is around it runs
  /// \p Around times; none: too often.
  std::optional<uint64_t> roundsIn(const clang::Stmt *S, uint64_t Around);
  /// Whether \p S, which runs \p Rounds times, ends soon: its loops go round a
  /// few times only, without calls, so that nothing is missed if they do not
  /// ask in each round.
  bool isBrief(const clang::Stmt *S, uint64_t Rounds = 1);

  const clang::ASTContext &Context;
  Conditions Known;
  LoopBounds &Bounds;
  // Of what is being looked at:
  bool MayLast = false;
  unsigned Size = 0;   ///< statements and operands
  unsigned Labels = 0; ///< and jumps to them
  /// Constants of which there would be two: their addresses must not be taken.
  llvm::DenseSet<const clang::Decl *> Constants;
  unsigned Switches = 0; ///< around it, within what would stand twice
};

} // namespace ipoint

#endif // IPOINT_PROBES_DUPLICATES_H
