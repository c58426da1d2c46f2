//===- Merge.cpp - Profiles as one ----------------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile.h"
#include "support/Errors.h"
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

using analysis::SignedWide;

std::vector<const Run *> Profile::runs() const {
  std::vector<const Run *> Result;
  Result.reserve(Runs.size());
  for (const auto &[Id, R] : Runs)
    Result.push_back(&R);
  stable_sort(Result, [](const Run *A, const Run *B) {
    return A->Of.Path < B->Of.Path;
  });
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
  return Result;
}

/// Puts \p More and \p To together by \p Kind. \returns false where a sum does
/// not fit.
static bool join(StringRef Kind, SignedWide &To, SignedWide More) {
  if (Kind.ends_with(".min"))
    To = std::min(To, More);
  else if (Kind.ends_with(".max"))
    To = std::max(To, More);
  else
    return !__builtin_add_overflow(To, More, &To);
  return true;
}

static bool join(StringRef Kind, Values &To, Values From) {
  if (To.empty()) {
    To = std::move(From);
    return true;
  }
  Values Result;
  Result.reserve(To.size() + From.size());
  auto Mine = To.begin();
  for (auto &[Key, Value] : From) {
    while (Mine != To.end() && Mine->first < Key)
      Result.push_back(*Mine++);
    if (Mine == To.end() || Mine->first != Key) {
      Result.push_back({Key, Value});
      continue;
    }
    Result.push_back(*Mine++);
    if (!join(Kind, Result.back().second, Value))
      return false;
  }
  Result.insert(Result.end(), Mine, To.end());
  To = std::move(Result);
  return true;
}

/// \returns the kind of a figure whose sum does not fit; empty: none.
static std::string join(Figures &To, Figures From) {
  for (auto &[Key, Of] : From)
    if (!join(Key.Kind, To[Key], std::move(Of)))
      return Key.Kind;
  return "";
}

/// Of two notes the one that comes first in the alphabet stays, so that it
/// makes no difference which profile was there before.
static void join(Notes &To, const Notes &From) {
  for (const auto &[Key, Text] : From) {
    auto [It, New] = To.try_emplace(Key, Text);
    if (!New)
      It->second = std::min(It->second, Text);
  }
}

/// Those of \p From as well, in the order of their names along each way.
static std::vector<CallPath> join(ArrayRef<CallPath> To,
                                  ArrayRef<CallPath> From) {
  using Way = std::vector<FunctionName>;
  std::map<Way, analysis::CallPaths::Node> All;
  for (ArrayRef<CallPath> Paths : {To, From}) {
    std::vector<Way> Ways;
    for (const CallPath &P : Paths) {
      Way W = P.Parent ? Ways[*P.Parent] : Way();
      W.push_back(P.Function);
      All[W].add(P.Spent);
      Ways.push_back(std::move(W));
    }
  }
  std::vector<CallPath> Result;
  std::map<Way, size_t> Places;
  for (auto &[W, Spent] : All) {
    Places[W] = Result.size();
    CallPath &P = Result.emplace_back();
    P.Function = W.back();
    P.Spent = Spent;
    if (W.size() > 1)
      P.Parent = Places.at({W.begin(), W.end() - 1});
  }
  return Result;
}

void sortCallPaths(std::vector<CallPath> &Paths) { Paths = join(Paths, {}); }

bool isOfOneBuild(const Profile &A, const Profile &B) {
  std::map<uint32_t, trace::UnitRecord> Units;
  std::optional<std::array<uint32_t, 4>> Database;
  for (const Profile *P : {&A, &B})
    for (const auto &[Id, R] : P->Runs)
      for (const trace::UnitRecord &U : R.Of.Meta.Units) {
        if (Database.value_or(U.identity()) != U.identity())
          return false;
        Database = U.identity();
        const trace::UnitRecord &Known =
            Units.try_emplace(U.first(), U).first->second;
        if (Known.count() != U.count() || Known.textHash() != U.textHash() ||
            Known.settings() != U.settings())
          return false;
      }
  return true;
}

static Error check(const Profile &To, const Profile &From, StringRef Path) {
  if (!isOfOneBuild(To, From))
    return errorAt(Path, "is of another build or program than the profiles "
                         "before it; merge those of one build");
  for (const auto &[Id, R] : From.Runs)
    if (To.Runs.count(Id))
      return errorAt(Path, "its run " + R.Of.Path + " (" + Id +
                               ") is in a profile before it as well, so that "
                               "it would count twice; name each run once");
  if (To.Execution != From.Execution)
    return errorAt(Path, "has " +
                             Twine(From.Execution ? "execution" : "response") +
                             " times, the profiles before it have " +
                             (To.Execution ? "execution" : "response") +
                             " times: their switches were not all recorded; "
                             "report on them apart");
  if (To.UntimedWeight != From.UntimedWeight)
    return errorAt(Path, "weighs records of paths in other parts than the "
                         "profiles before it; reduce the traces of all "
                         "together, with 'ipoint-report profile'");
  return Error::success();
}

Error add(Profile &To, Profile From, StringRef Path) {
  if (To.Runs.empty()) {
    To = std::move(From);
    return Error::success();
  }
  if (Error E = check(To, From, Path))
    return E;
  std::string TooLarge = join(To.Program, std::move(From.Program));
  for (auto &[Name, F] : From.Functions) {
    auto [It, New] = To.Functions.try_emplace(Name);
    if (New) {
      It->second = std::move(F);
      continue;
    }
    if (!It->second.hasPartsOf(F))
      return errorAt(Path, "its function " + Name.Name +
                               " has other blocks than in the profiles before "
                               "it; copy it again");
    if (std::string Kind = join(It->second.Counted, std::move(F.Counted));
        !Kind.empty())
      TooLarge = Kind;
    join(It->second.Said, F.Said);
  }
  if (!TooLarge.empty())
    return errorAt(Path, "the sum of its '" + TooLarge +
                             "' and those before it does not fit in 128 bits; "
                             "it is damaged");
  To.Damages.append(std::move(From.Damages));
  To.HasCallPaths &= From.HasCallPaths;
  To.CallPaths = To.HasCallPaths ? join(To.CallPaths, From.CallPaths)
                                 : std::vector<CallPath>();
  To.Runs.merge(std::move(From.Runs));
  To.Samples.merge(std::move(From.Samples));
  return Error::success();
}

} // namespace ipoint::profile
