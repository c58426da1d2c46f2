//===- SampledProgram.cpp - Where the time of runs was sampled ------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SampledProgram.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <tuple>

using namespace llvm;

namespace ipoint::estimate {

static auto keyOf(const SampledFunction &F) {
  return std::tie(F.Name, F.Source, F.Line, F.File, F.By);
}

/// The indices in \p To of what \p From has, which is added where it lacks.
template <typename T, typename KeyOf>
static std::vector<uint32_t> unite(std::vector<T> &To,
                                   const std::vector<T> &From, KeyOf Key) {
  using Keys = std::decay_t<decltype(Key(From.front()))>;
  std::map<Keys, uint32_t> Known;
  std::vector<uint32_t> Result;
  To.reserve(To.size() + From.size()); // keys refer to what is there
  for (auto [Index, Each] : enumerate(To))
    Known.try_emplace(Key(Each), static_cast<uint32_t>(Index));
  for (const T &Each : From) {
    auto It = Known.find(Key(Each));
    if (It == Known.end()) {
      To.push_back(Each);
      It = Known.try_emplace(Key(To.back()), uint32_t(To.size()) - 1).first;
    }
    Result.push_back(It->second);
  }
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

void SampledProgram::add(const SampledProgram &Other) {
  std::vector<uint32_t> FunctionNames =
      unite(Functions, Other.Functions, keyOf);
  InProgram.resize(Functions.size());
  for (auto [Index, Name] : enumerate(FunctionNames))
    InProgram[Name] = InProgram[Name] || Other.InProgram[Index];
  std::vector<Attributed> Theirs = Other.Places;
  for (Attributed &P : Theirs)
    for (uint32_t &F : P.Functions)
      F = FunctionNames[F];
  std::vector<uint32_t> PlaceNames =
      unite(Places, Theirs, [](const Attributed &P) {
        return std::tuple(
            std::vector<uint32_t>(P.Functions.begin(), P.Functions.end()),
            P.Line, P.Column);
      });
  auto Rounds = static_cast<uint32_t>(Plain.size());
  for (const SampledRun &R : Other.Runs) {
    SampledRun &To = Runs.emplace_back();
    To.Round = R.Round + Rounds;
    To.Rate = R.Rate;
    To.Weight = R.Weight;
    To.All = renamed(R.All, PlaceNames);
    for (const Counted &B : R.Batches)
      To.Batches.push_back(renamed(B, PlaceNames));
  }
  append_range(Plain, Other.Plain);
  Samples += Other.Samples;
  Lost += Other.Lost;
  Throttled += Other.Throttled;
  for (const std::string &What : Other.Problems)
    if (!is_contained(Problems, What))
      Problems.push_back(What);
}

} // namespace ipoint::estimate
