//===- Merge.cpp - Profiles as one ----------------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Sum.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

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

void Counted::add(const Counted &Other) {
  if (Other.Columns.size() > Columns.size())
    Columns.resize(Other.Columns.size());
  for (auto [Column, Samples] : enumerate(Other.Columns))
    Columns[Column] += Samples;
  Size += Other.Size;
}

/// \p From with its columns renamed.
static Counted renamed(const Counted &From, ArrayRef<uint32_t> Names) {
  Counted Result;
  for (auto [Column, Samples] : enumerate(From.Columns))
    if (Samples != 0)
      Result.add(Names[Column], Samples);
  Result.Size = From.Size;
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

namespace ipoint::profile {

std::vector<const Run *> Profile::runs() const {
  std::vector<const Run *> Result;
  Result.reserve(Runs.size());
  for (const auto &[Id, R] : Runs)
    Result.push_back(&R);
  std::ranges::stable_sort(Result, {},
                           [](const Run *R) -> auto & { return R->Of.Path; });
  return Result;
}

std::vector<trace::Trace> Profile::traces() const {
  std::vector<trace::Trace> Result;
  for (const Run *R : runs())
    Result.push_back(R->Of);
  return Result;
}

std::vector<sampled::SampledProgram> Profile::samples() const {
  std::vector<sampled::SampledProgram> Result;
  for (const auto &[Id, S] : Samples) {
    auto Like = find_if(
        Result, [&, &S = S](const auto &Each) { return Each.hasRunsLike(S); });
    if (Like == Result.end())
      Result.push_back(S);
    else
      Like->add(S);
  }
  if (SamplesOmitted && !Result.empty())
    Result.front().Problems.push_back(
        "the samples are those of " + std::to_string(Samples.size()) + " of " +
        std::to_string(Samples.size() + SamplesOmitted) +
        " recordings, chosen at random: a sum of profiles keeps no more");
  return Result;
}

void FunctionPart::Times::add(const Times &Other) {
  Count = SaturatingAdd(Count, Other.Count);
  Sum = SaturatingAdd(Sum, Other.Sum);
  Max = std::max(Max, Other.Max);
}

void FunctionPart::add(const FunctionPart &Other) {
  Calls = SaturatingAdd(Calls, Other.Calls);
  Self.add(Other.Self);
  Inclusive.add(Other.Inclusive);
  Ran.resize(std::max(Ran.size(), Other.Ran.size()));
  for (auto [Index, Bits] : enumerate(Other.Ran))
    Ran[Index] |= Bits;
}

void Sum::addParts(const Content &From) {
  for (const auto &[Value, Of] : From.Parts) {
    PartsOf &To = Parts[Value];
    To.resize(Entries.size());
    for (const auto &[Id, Part] : Of)
      To[ById.at(Id)].add(Part);
  }
  if (Parts.size() <= MostParts && !P.OmitsParts)
    return;
  Parts.clear();
  P.OmitsParts = true;
}

Error add(Profile &To, Profile From, StringRef Path) {
  Sum All(To.PartsBy);
  Error Before = All.add(std::move(To), Path);
  Error After = All.add(std::move(From), Path);
  To = All.take();
  return joinErrors(std::move(Before), std::move(After));
}

} // namespace ipoint::profile
