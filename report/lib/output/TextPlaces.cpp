//===- TextPlaces.cpp - Where the longest times were ----------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BudgetWords.h"
#include "TextPrinter.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::output {

void TextPrinter::place(StringRef What, const std::optional<TimeModel> &T) {
  if (!T || !T->MaxAt)
    return;
  const PlaceModel &P = *T->MaxAt;
  paragraph("longest    ",
            printable(What) + ": " + single(T->Raw.Max) + " " +
                printable(placeInWords(P, single(P.Since) + " " +
                                              Scale.name().str())));
}

void TextPrinter::places(const FunctionModel &F) {
  place("inclusive", F.Inclusive);
  std::vector<const BlockModel *> Blocks;
  for (const BlockModel &B : F.Blocks)
    if (B.Time && B.Time->MaxAt)
      Blocks.push_back(&B);
  stable_sort(Blocks, [](const BlockModel *A, const BlockModel *B) {
    return A->Time->Raw.Max > B->Time->Raw.Max;
  });
  for (const BlockModel *B : listed(Blocks))
    place(B->Name, B->Time);
  more(Blocks.size(), "blocks, whose longest times are shorter");
}

} // namespace ipoint::output
