//===- ModelAcross.cpp - Runs and labels of a profile in a report ---------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModelBuilder.h"
#include "profile/Labels.h"
#include "profile/StatsFields.h"
#include "program/Units.h"
#include "support/Errors.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace ipoint::analysis {

using profile::Profile;

namespace {

/// Adds what a profile has of single runs and of labels to a report.
class AcrossBuilder {
public:
  AcrossBuilder(const Profile &From, const SymbolTable &Symbols,
                ReportModel &To)
      : From(From), Symbols(Symbols), To(To) {
    for (const auto *All : {&From.Runs, &From.OtherRuns})
      for (const auto &[Id, R] : *All)
        Runs.push_back({&Id, &R});
    sort(Runs,
         [](const auto &A, const auto &B) { return *A.first < *B.first; });
  }

  void function(const profile::FunctionName &Name, const profile::Function &Has,
                uint32_t Index);

private:
  std::optional<MarkOrigin> originOf(const profile::Figures &All,
                                     StringRef Kind,
                                     ArrayRef<uint64_t> Slots) const;

  const Profile &From;
  const SymbolTable &Symbols;
  ReportModel &To;
  std::vector<std::pair<const std::string *, const profile::Run *>> Runs;
};

} // namespace

static const SignedWide *markAt(const profile::Figures &All,
                                const std::string &Kind, uint64_t Slot) {
  auto Of = All.find({Kind, 0});
  if (Of == All.end())
    return nullptr;
  auto It = find_if(Of->second, [&](const auto &V) { return V.first == Slot; });
  return It == Of->second.end() ? nullptr : &It->second;
}

/// Labels that show where a run was, \p First before the others; these are the
/// same, or in its path.
static std::string labelsInWords(const profile::Labels &All, StringRef First) {
  std::string Result;
  for (bool IsFirst : {true, false})
    for (const auto &[Key, Value] : All)
      if ((Key == First) == IsFirst &&
          !is_contained({"program", "build", "input"}, Key)) {
        Result += Result.empty() ? "" : ", ";
        Result += Key;
        Result += "=";
        Result += Value;
      }
  return Result;
}

/// That of the largest of the marks of \p Slots.
std::optional<MarkOrigin>
AcrossBuilder::originOf(const profile::Figures &All, StringRef Kind,
                        ArrayRef<uint64_t> Slots) const {
  const std::string Name = Kind.str();
  std::optional<uint64_t> Largest;
  for (uint64_t Slot : Slots)
    if (const SignedWide *Max = markAt(All, Name, Slot);
        Max && (!Largest || *Max > *markAt(All, Name, *Largest)))
      Largest = Slot;
  const SignedWide *Run =
      Largest ? markAt(All, Name + ".run", *Largest) : nullptr;
  if (!Run || *Run < 0 || size_t(*Run) >= Runs.size())
    return std::nullopt;
  const auto &[Id, Of] = Runs[size_t(*Run)];
  const profile::Labels Labels = profile::labelsOf(*Of);
  MarkOrigin Result;
  Result.Labels = labelsInWords(Labels, From.PartsBy);
  if (auto It = Labels.find(From.PartsBy);
      !From.Parts.empty() && It != Labels.end())
    Result.Value = It->second;
  Result.Run = *Id;
  Result.Path = Of->Of.Path;
  if (const SignedWide *At = markAt(All, Name + ".at", *Largest))
    Result.Since = double(*At);
  return Result;
}

void AcrossBuilder::function(const profile::FunctionName &Name,
                             const profile::Function &Has, uint32_t Index) {
  FunctionModel &F = To.Functions[Index];
  const profile::Parts P(Symbols, Index);
  F.SelfMark = originOf(Has.Counted, "self.max", {0});
  F.InclusiveMark = originOf(Has.Counted, "inclusive.max", {0});
  if (!F.InclusiveMark)
    F.InclusiveMark = originOf(Has.Counted, "called.max", {0});
  for (auto [Slot, B] : enumerate(F.Blocks)) {
    SmallVector<uint64_t> Slots;
    for (auto [Number, T] : enumerate(P.Transitions))
      if (T.From == Slot)
        Slots.push_back(Number);
    B.Mark = originOf(Has.Counted, "time.max", Slots);
  }
  std::vector<std::vector<StringRef>> Ran(F.Blocks.size());
  for (const auto &[Value, All] : From.Parts) {
    auto It = All.find(Name);
    if (It == All.end())
      continue;
    const profile::FunctionPart &Part = It->second;
    AcrossModel &A = F.Across.emplace_back();
    A.Value = Value;
    A.Calls = Part.Calls;
    const auto &Times = Part.Inclusive.Count ? Part.Inclusive : Part.Self;
    if (Times.Count) {
      A.Mean = double(Times.Sum) / double(Times.Count);
      A.Max = double(Times.Max);
    }
    for (auto [Slot, With] : enumerate(Ran))
      if (Part.ran(Slot)) {
        With.push_back(Value);
        ++A.Blocks;
      }
  }
  if (From.Parts.empty())
    return;
  constexpr size_t Few = 8;
  for (auto [B, With] : zip_equal(F.Blocks, Ran)) {
    B.RanAcross = With.size();
    if (With.size() <= Few && With.size() < F.Across.size())
      B.RanWith.assign(With.begin(), With.end());
  }
}

void describeAcross(const Profile &From, const SymbolTable &Symbols,
                    ReportModel &To) {
  To.AcrossBy = From.Parts.empty() ? "" : From.PartsBy;
  To.AcrossValues = From.Parts.size();
  AcrossBuilder Builder(From, Symbols, To);
  bool HaveTexts =
      !From.Functions.empty() && From.Functions.begin()->first.Text != 0;
  std::map<profile::FunctionName, uint32_t> Indices;
  auto WithoutLine = [&](profile::FunctionName Name) {
    Name.Line = HaveTexts ? 0 : Name.Line;
    return Name;
  };
  for (auto [Index, Name] : enumerate(profile::namesOf(Symbols, HaveTexts)))
    Indices[WithoutLine(Name)] = uint32_t(Index);
  for (const auto &[Name, Has] : From.Functions)
    if (auto It = Indices.find(WithoutLine(Name)); It != Indices.end())
      Builder.function(Name, Has, It->second);
}

Error keepOneBuild(Profile &P, const database::Program &Database) {
  if (!P.IsOfSeveralBuilds)
    return Error::success();
  Error Why = Error::success();
  size_t Before = P.Runs.size();
  for (auto It = P.Runs.begin(); It != P.Runs.end();) {
    if (Error E = checkUnits(It->second.Of, Database).takeError()) {
      Why = joinErrors(std::move(Why), std::move(E));
      P.OtherRuns.insert(P.Runs.extract(It++));
    } else {
      ++It;
    }
  }
  std::string First =
      StringRef(toString(std::move(Why))).split('\n').first.str();
  if (P.OtherRuns.size() == Before)
    return plainError(First);
  return Error::success();
}

} // namespace ipoint::analysis
