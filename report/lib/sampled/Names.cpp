//===- Names.cpp - Sampled functions and those of the database ------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Names.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace ipoint::estimate {

NameIndex::NameIndex(ArrayRef<KnownFunction> All) : All(All) {
  for (auto [I, F] : enumerate(All))
    ByName[F.Name].push_back(static_cast<uint32_t>(I));
}

/// How many names at the ends of two paths are the same.
static size_t commonEnd(StringRef A, StringRef B) {
  SmallString<256> PlainA(A), PlainB(B);
  sys::path::remove_dots(PlainA, /*remove_dot_dot=*/true);
  sys::path::remove_dots(PlainB, /*remove_dot_dot=*/true);
  size_t Result = 0;
  auto ItA = sys::path::rbegin(PlainA), ItB = sys::path::rbegin(PlainB);
  while (ItA != sys::path::rend(PlainA) && ItB != sys::path::rend(PlainB) &&
         *ItA == *ItB) {
    ++Result;
    ++ItA;
    ++ItB;
  }
  return Result;
}

std::optional<uint32_t> NameIndex::find(const SampledFunction &F) const {
  auto It = ByName.find(F.Name);
  if (F.Name.empty() || It == ByName.end())
    return std::nullopt;
  ArrayRef<uint32_t> Candidates = It->second;
  if (F.Source.empty())
    return Candidates.size() == 1 ? std::optional(Candidates.front())
                                  : std::nullopt;
  std::optional<uint32_t> Best;
  size_t Most = 0;
  for (uint32_t I : Candidates) {
    size_t Common = commonEnd(All[I].File, F.Source);
    if (Common > Most)
      Best = I;
    else if (Common == Most)
      Best = std::nullopt; // either could be
    Most = std::max(Most, Common);
  }
  return Best;
}

} // namespace ipoint::estimate
