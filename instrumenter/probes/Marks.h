//===- Marks.h - What users say about places in a function ----------------===//
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
#include "probes/Markers.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace ipoint {

/// Why a place in a function got no probe.
constexpr const char *InMacro = "lies in a macro";

/// A mark that a config file wants in front of the statement that begins in a
/// line.
struct RequestedMark {
  unsigned Line = 0;
  std::string Name;
  std::string Origin; ///< where it was asked for
  bool IsDone = false;
};

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
