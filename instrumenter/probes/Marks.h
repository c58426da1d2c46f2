//===- Marks.h - Marks, bounds and budgets --------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Marks, loop bounds and budgets, by the macros of ipoint/ipoint.h or by a
// config file.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_PROBES_MARKS_H
#define IPOINT_PROBES_MARKS_H

#include "frontend/TextPlaces.h"
#include "probes/ControlFlow.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>
#include <string>

namespace ipoint {

/// What one of the macros of ipoint/ipoint.h stands for. They expand to
/// expressions that do nothing and hold a string literal by which they are
/// known, so that text in which they stay is C like any other.
struct Marker {
  enum class Kind { Mark, Value, Skip, LoopBound, Budget };

  Kind K = Kind::Mark;
  std::string Name; ///< of a mark; of a budget what it says
  /// The value of a mark or the count of a bound, in parentheses.
  const clang::ParenExpr *Argument = nullptr;
  /// `(void)sizeof(+ARGUMENT)`.
  const clang::Expr *AroundArgument = nullptr;
};

/// The marker that \p S is.
std::optional<Marker> markerIn(const clang::Stmt *S);

/// Hands on the budgets in \p S, of a function whose sites are not looked for.
void forEachBudget(
    const clang::Stmt *S,
    llvm::function_ref<void(const Marker &, const clang::Stmt *)> Take);

/// Why a place in a function got no probe.
constexpr const char *InMacro = "lies in a macro";

class Marks {
public:
  Marks(const clang::ASTContext &Context, const TextPlaces &Places,
        SiteGraph &Graph, ControlFlow &Flow,
        std::vector<RequestedMark> Requests)
      : Context(Context), Places(Places), Graph(Graph), Flow(Flow),
        Requests(std::move(Requests)) {}

  void add(const Marker &M, const clang::Stmt *S, const std::string &Path);
  /// \p Visit walks the value, which must stay as it is.
  void addWithValue(const Marker &M, const clang::Stmt *S,
                    const std::string &Path,
                    llvm::function_ref<void(const clang::Expr *)> Visit);

  /// Puts what is requested in front of \p S; \p IsBraced: statements can be
  /// put there.
  void placeRequested(const clang::Stmt *S, const std::string &Path,
                      bool IsBraced);
  /// Lists the requests that no statement has met.
  void listUnused();

  /// \returns its index.
  unsigned openLoop(const clang::Stmt *S, const std::string &Path);
  void closeLoop(std::optional<unsigned> Head, unsigned Body);
  /// Gives the innermost open loop the bound that \p M has for it.
  void bindLoop(const Marker &M, const clang::Stmt *S);
  /// Gives the function, or the block at \p S, the budget that \p M has.
  void addBudget(const Marker &M, const clang::Stmt *S);

private:
  unsigned addSite(std::string Name, const TextPlace &At,
                   const std::string &Path);
  std::optional<TextRange> rangeInMainText(clang::SourceRange Range) const;

  const clang::ASTContext &Context;
  const TextPlaces &Places;
  SiteGraph &Graph;
  ControlFlow &Flow;
  std::vector<RequestedMark> Requests;
  llvm::SmallVector<unsigned, 4> OpenLoops; ///< innermost last
};

} // namespace ipoint

#endif // IPOINT_PROBES_MARKS_H
