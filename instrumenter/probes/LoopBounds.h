//===- LoopBounds.h - How often loops iterate, by their source ------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop has a bound if it goes on only while a local variable compares with a
// constant, and one expression alone changes that variable, which each
// iteration evaluates: it adds, subtracts, multiplies, divides or shifts by a
// constant. The variable begins with a constant, or with 0 at least. The bound
// is the number of iterations where nothing leaves the loop before. None is
// derived where the variable may change in another way, where a value on the
// way does not fit a type, or where control may come into the middle of the
// loop.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_PROBES_LOOPBOUNDS_H
#define IPOINT_PROBES_LOOPBOUNDS_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>
#include <vector>

namespace ipoint {

/// What is counted and compared: a value of any type of at most 64 bits, and
/// the results of one operation on two of these, but products of large ones.
using WideInt = __int128;

/// Of the loops of one function.
class LoopBounds {
public:
  explicit LoopBounds(const clang::ASTContext &Context) : Context(Context) {}

  /// Before any loop of the function is asked for.
  void enter(const clang::Stmt *FunctionBody) { Body = FunctionBody; }

  /// How often the body of \p Loop runs at most each time that the loop is
  /// entered. The function's body is read once, when a loop is asked for that
  /// may have a bound.
  std::optional<uint64_t> of(const clang::Stmt *Loop);

private:
  /// What may matter to loops is noted at places, which are counted in the
  /// order of the text.
  using Place = unsigned;
  struct Range {
    Place Begin = 0, End = 0;
    bool contains(Place P) const { return Begin <= P && P < End; }
  };
  struct Use {
    Place At = 0;
    bool IsChange = false; ///< else it is not known: it may be an address
  };
  struct Jump {
    const clang::LabelDecl *To = nullptr;
    std::optional<Place> From; ///< none: by its address
  };
  /// A place that control can come to from another one than that before it.
  struct Entrance {
    Place At = 0;
    std::optional<Place> From; ///< none: anywhere
    bool IsLabel = false;      ///< else of a switch
  };
  struct LoopPlaces {
    const clang::Stmt *Preceding = nullptr; ///< directly before the loop
    Range Before;                           ///< of that
    Range Inside;                           ///< condition, step and body
    bool HasContinue = false;
  };
  struct Parts;
  struct Test;
  struct Change;

  void gatherAll();
  void gather(const clang::Stmt *S);
  void gatherLoop(const clang::Stmt *S, const clang::Stmt *Preceding,
                  Place Before);
  bool gatherUse(const clang::Stmt *S);
  void gatherJumps(const clang::Stmt *S);
  bool mayChangeLengths(const clang::Stmt *S) const;
  /// The variable that \p E names, and nothing else; null: none.
  static const clang::VarDecl *variableIn(const clang::Expr *E);
  /// The value that \p E, or an assignment in it, gives to \p V.
  static const clang::Expr *assignedTo(const clang::VarDecl *V,
                                       const clang::Expr *E);

  std::optional<uint64_t> boundBy(const clang::Expr *Condition,
                                  const Parts &Of);
  bool isCountable(const clang::VarDecl *V) const;
  bool isOnlyEnteredInFront(const LoopPlaces &P) const;
  bool mayPassOver(const LoopPlaces &P) const;
  bool hasLengths(Range In) const;
  /// How often \p V is changed in \p In; none if it may be changed anywhere in
  /// a way that is not known.
  std::optional<unsigned> changes(const clang::VarDecl *V, Range In) const;
  std::optional<Test> testIn(const clang::Expr *E) const;
  bool findTested(const clang::Expr *E, Test &T) const;
  std::optional<Change> changeBy(const clang::Stmt *S,
                                 const clang::VarDecl *V) const;
  std::optional<Change> changeIn(const clang::Stmt *S,
                                 const clang::VarDecl *V) const;
  std::optional<Change> changeInBody(const clang::Stmt *Body,
                                     const clang::VarDecl *V) const;
  std::optional<WideInt> startBy(const clang::Stmt *S,
                                 const clang::VarDecl *V) const;
  std::optional<WideInt> constant(const clang::Expr *E) const;
  std::pair<WideInt, WideInt> rangeOf(clang::QualType T) const;
  std::optional<WideInt> step(WideInt Value, const Change &C,
                              const clang::VarDecl *V) const;
  std::optional<WideInt> count(const Test &T, WideInt First,
                               const Change &C) const;

  const clang::ASTContext &Context;
  const clang::Stmt *Body = nullptr;
  bool IsGathered = false;
  bool IsAnyOrder = false; ///< control may come to any place from any other
  Place Next = 0;
  llvm::DenseMap<const clang::VarDecl *, llvm::SmallVector<Use, 4>> Uses;
  std::vector<Jump> Jumps;
  llvm::DenseMap<const clang::LabelDecl *, Place> Labels;
  std::vector<Entrance> Entrances;
  std::vector<Place> Lengths; ///< of arrays: their expressions change anything
  llvm::DenseMap<const clang::Stmt *, LoopPlaces> Loops;
  // Around the place at hand, the innermost last:
  llvm::SmallVector<const clang::Stmt *, 4> OpenLoops;
  llvm::SmallVector<Place, 4> OpenSwitches;
};

} // namespace ipoint

#endif // IPOINT_PROBES_LOOPBOUNDS_H
