//===- FindColumns.cpp - Where preprocessed text was written --------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/Columns.h"
#include "probes/Find.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using namespace llvm;

namespace ipoint {

/// Whether what is behind \p S is a statement, or the end of one that holds
/// others.
static bool isStatement(const Site &S) {
  using database::Kind;
  return S.Placed && !S.OfDecision && S.K != Kind::Condition &&
         S.K != Kind::Step && S.K != Kind::Operand && S.K != Kind::Entry;
}

static void noteWritten(TextPlace &Place, const WrittenPlace &Written) {
  if (!Place.Included) {
    Place.Written = Written;
    return;
  }
  Place.Included->Line = Written.Line;
  Place.Included->Column = Written.Column;
  Place.Written.FromMacro = Written.FromMacro;
}

void findColumns(FoundUnit &Unit, const Source &S,
                 const LangOptions &LangOpts) {
  std::vector<TextPlace *> Asked;
  std::vector<MarkedPlace> Marked, Anchors;
  auto Mark = [](const TextPlace &Place, StringRef File) {
    if (Place.Included)
      return MarkedPlace{Place.Offset, Place.Included->File,
                         Place.Included->Line};
    return MarkedPlace{Place.Offset, File, Place.Written.Line};
  };
  auto Ask = [&](TextPlace &Place, StringRef File) {
    Asked.push_back(&Place);
    Marked.push_back(Mark(Place, File));
  };
  for (FoundFunction &F : Unit.Functions) {
    Ask(F.At, F.File);
    if (F.End)
      Anchors.push_back({F.End, F.File, F.EndLine});
    for (Site &Each : F.Sites) {
      if (Each.Placed)
        Ask(Each.At, F.File);
      if (isStatement(Each))
        Anchors.push_back(Mark(Each.At, F.File));
    }
  }
  llvm::sort(Anchors, [](const MarkedPlace &A, const MarkedPlace &B) {
    return A.Offset < B.Offset;
  });
  for (auto [Place, Written] : zip_equal(
           Asked, findWritten(S.Text, LangOpts, S.Directory, Marked, Anchors)))
    noteWritten(*Place, Written);
}

} // namespace ipoint
