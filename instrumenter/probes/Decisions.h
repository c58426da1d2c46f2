//===- Decisions.h - Sites of && and || and ?: ----------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An operand that is not always evaluated gets a probe in front of it, as the
// left operand of a comma:
//
//   a && b        a && (PROBE, b)
//   c ? a : b     c ? (PROBE, a) : (PROBE, b)
//
// As a condition `a && b` goes straight to what it decides. Everywhere else the
// paths come together behind the expression, whose value is kept while the
// probe of that join runs:
//
//   (ipoint_decision_1 = a && (PROBE, b), PROBE, ipoint_decision_1)
//
// All of this text is there at level `decisions` only. But where an operand
// holds statements with sites (a statement expression), the join
// is there at level `blocks` too: what follows would otherwise lie in two
// blocks.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_PROBES_DECISIONS_H
#define IPOINT_PROBES_DECISIONS_H

#include "frontend/TextPlaces.h"
#include "probes/ControlFlow.h"
#include "clang/AST/Expr.h"
#include "llvm/Support/SaveAndRestore.h"

namespace ipoint {

/// An operand that is not always evaluated.
struct DecisionOperand {
  unsigned Site = 0;
  std::optional<unsigned> End; ///< none: it has no probe
  bool IsCast = false;
  unsigned StatementsBefore = 0; ///< how many sites they had
};

/// An expression behind whose operands paths come together.
struct Decision {
  const clang::Expr *E = nullptr;
  std::string Path;
  std::optional<unsigned> End; ///< none: its join has no probe
  size_t Begin = 0;            ///< the slot in front of it
  const char *WhyWithout = ""; ///< it has no probe
  bool TypeIsKnown = true;
  unsigned OperandsBefore = 0;
  unsigned OperandsWithStatementsBefore = 0;
  unsigned Value = 0;   ///< what SiteGraph::addValue() gave
  bool HasType = false; ///< that value's type has a name
};

class Decisions {
public:
  /// Typedefs go to the offset \p FileScope. Where there are pointers into
  /// several memories, none are kept.
  Decisions(const clang::ASTContext &Context, const TextPlaces &Places,
            SiteGraph &Graph, ControlFlow &Flow, unsigned FileScope,
            bool KeepsPointers)
      : Context(Context), Places(Places), Graph(Graph), Flow(Flow),
        FileScope(FileScope), KeepsPointers(KeepsPointers) {}

  /// Variables go to \p Offset, behind the function's first brace.
  void enterBody(unsigned Offset) { Body = Offset; }

  /// While the result lives, decisions get probes only if \p Allows, and if
  /// they did before.
  [[nodiscard]] llvm::SaveAndRestore<bool> allowIf(bool Allows) {
    return llvm::SaveAndRestore<bool>(IsAllowed, IsAllowed && Allows);
  }
  /// The value of \p E is not used.
  void discard(const clang::Expr *E) { Discarded = E; }

  /// Puts a site in front of \p E, which is to be visited next; \p Cast, if
  /// there is one, is the decision to whose type it must be cast.
  DecisionOperand openOperand(const clang::Expr *E, database::Kind K,
                              std::string Name, const Decision *Cast = nullptr);
  void closeOperand(const DecisionOperand &O);

  /// To be called before \p E is visited; \p Word is for the stable name.
  Decision open(const clang::Expr *E, llvm::StringRef Word,
                const std::string &Path);
  void close(const Decision &D);

private:
  const clang::ASTContext &Context;
  const TextPlaces &Places;
  SiteGraph &Graph;
  ControlFlow &Flow;
  unsigned FileScope;
  bool KeepsPointers;

  unsigned Body = 0;
  bool IsAllowed = true;
  const clang::Expr *Discarded = nullptr;
  unsigned Operands = 0;               ///< that have a probe
  unsigned OperandsWithStatements = 0; ///< with sites that are no decisions
  unsigned Values = 0;                 ///< for unique names
};

} // namespace ipoint

#endif // IPOINT_PROBES_DECISIONS_H
