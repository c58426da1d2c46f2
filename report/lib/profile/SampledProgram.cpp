//===- SampledProgram.cpp - Where the time of runs was sampled ------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SampledProgram.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace ipoint::sampled {

/// The indices in \p To of what \p From has, which is added where it lacks.
template <typename T>
static std::vector<uint32_t> unite(std::vector<T> &To,
                                   const std::vector<T> &From) {
  IndexedSet<T> All(std::move(To));
  std::vector<uint32_t> Result;
  Result.reserve(From.size());
  for (const T &Each : From)
    Result.push_back(All.indexOf(Each));
  To = All.all();
  return Result;
}

/// \p From with its columns renamed.
static Counted renamed(const Counted &From, ArrayRef<uint32_t> Names) {
  Counted Result;
  Result.Size = From.Size;
  for (auto [Column, Samples] : enumerate(From.Columns)) {
    if (Samples == 0)
      continue;
    uint32_t To = Names[Column];
    if (To >= Result.Columns.size())
      Result.Columns.resize(To + 1);
    Result.Columns[To] += Samples;
  }
  return Result;
}

SampledRun SampledRun::renamed(ArrayRef<uint32_t> Names) const {
  SampledRun Result{Round, Rate, Weight, sampled::renamed(All, Names), {}};
  for (const Counted &B : Batches)
    Result.Batches.push_back(sampled::renamed(B, Names));
  return Result;
}

void SampledProgram::add(const SampledProgram &Other) {
  std::vector<uint32_t> FunctionNames = unite(Functions, Other.Functions);
  InProgram.resize(Functions.size());
  for (auto [Index, Name] : enumerate(FunctionNames))
    InProgram[Name] = InProgram[Name] || Other.InProgram[Index];
  std::vector<Attributed> Theirs = Other.Places;
  for (Attributed &P : Theirs)
    for (uint32_t &F : P.Functions)
      F = FunctionNames[F];
  std::vector<uint32_t> PlaceNames = unite(Places, Theirs);
  auto Rounds = static_cast<uint32_t>(Plain.size());
  for (const SampledRun &R : Other.Runs)
    Runs.emplace_back(R.renamed(PlaceNames)).Round += Rounds;
  append_range(Plain, Other.Plain);
  Samples += Other.Samples;
  Lost += Other.Lost;
  Throttled += Other.Throttled;
  for (const std::string &What : Other.Problems)
    if (!is_contained(Problems, What))
      Problems.push_back(What);
}

} // namespace ipoint::sampled
