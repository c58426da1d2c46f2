//===- Marker.cpp - Budgets as the source has them ------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Budget.h"
#include "support/Errors.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::budget {

namespace {

/// What stands in front of the limit.
struct Words {
  StringRef Whose, Figure; ///< empty: not given

  Error take(StringRef Word) {
    if (Word == "inclusive" || Word == "self" || Word == "block")
      return keep(Whose, Word);
    Expected<budget::Figure> F = parseFigure(Word);
    if (F)
      return keep(Figure, Word);
    consumeError(F.takeError());
    return plainError(
        "'" + Word +
        "' is not known; in front of <= are inclusive, self or "
        "block, and raw, filtered, response, p50, p90, p99, p99.9 or "
        "p99.99");
  }

private:
  static Error keep(StringRef &In, StringRef Word) {
    if (!In.empty())
      return plainError("'" + In + "' and '" + Word + "' exclude each other");
    In = Word;
    return Error::success();
  }
};

} // namespace

Expected<SourceBudget> parseMarker(StringRef Text) {
  StringRef Before, Most = Text;
  if (Text.contains("<="))
    std::tie(Before, Most) = Text.split("<=");
  SmallVector<StringRef, 4> Parts;
  SplitString(Before, Parts);
  Words W;
  for (StringRef Word : Parts)
    if (Error E = W.take(Word))
      return E;
  Expected<Limit> L = parseLimit(Most.trim());
  if (!L)
    return L.takeError();
  if (L->kind() == BudgetKind::Iterations)
    return plainError("iterations are limited by IPOINT_LOOP_BOUND");
  bool IsShare = L->kind() == BudgetKind::Share;
  if (IsShare && !W.Figure.empty())
    return plainError("'" + W.Figure +
                      "' is for times: a share is of all visits");
  if (IsShare && L->Value > 100)
    return plainError("'" + Most.trim() + "' is more than all of the time");
  SourceBudget Result;
  Result.IsOfBlock = W.Whose == "block";
  Result.Of.Most = *L;
  if (!W.Figure.empty())
    Result.Of.By = cantFail(parseFigure(W.Figure));
  // Shares of a program add up to one without callees only.
  Result.Of.IsSelf = W.Whose.empty() ? IsShare : W.Whose != "inclusive";
  return Result;
}

} // namespace ipoint::budget
