//===- Sum.cpp - What profiles add up to, while they are added ------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Sum.h"
#include "Cells.h"
#include "Labels.h"
#include "support/Errors.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace ipoint::profile {

/// Whether units with the same ids are the same ones, of one database.
static bool areOfOneBuild(
    const std::map<std::string, std::vector<trace::UnitRecord>> &All) {
  std::map<uint32_t, trace::UnitRecord> Known;
  std::optional<std::array<uint32_t, 4>> Database;
  for (const auto &[Text, Units] : All)
    for (const trace::UnitRecord &U : Units) {
      if (Database.value_or(U.identity()) != U.identity())
        return false;
      Database = U.identity();
      const trace::UnitRecord &Same =
          Known.try_emplace(U.first(), U).first->second;
      if (Same.count() != U.count() || Same.textHash() != U.textHash() ||
          Same.settings() != U.settings())
        return false;
    }
  return true;
}

bool isOfOneBuild(const Profile &P) {
  std::map<std::string, std::vector<trace::UnitRecord>> All;
  for (const auto &[Id, R] : P.Runs)
    All[Id] = R.Of.Meta.Units;
  return areOfOneBuild(All);
}

Error Sum::check(const Content &From, StringRef Path) {
  if (const std::string *Id = doubled(From))
    return errorAt(Path, "its run " + From.Runs.at(*Id).Path + " (" + *Id +
                             ") is in a profile before it as well, so that it "
                             "would count twice; name each run once");
  if (empty())
    return Error::success();
  if (P.Execution != From.Rest.Execution)
    return errorAt(
        Path, "has " + Twine(From.Rest.Execution ? "execution" : "response") +
                  " times, the profiles before it have " +
                  (P.Execution ? "execution" : "response") +
                  " times: their switches were not all recorded; "
                  "report on them apart");
  if (P.UntimedWeight != From.Rest.UntimedWeight)
    return errorAt(Path, "weighs records of paths in other parts than the "
                         "profiles before it; reduce the traces of all "
                         "together, with 'ipoint-report profile'");
  auto IsOfThisBuild = [&] {
    auto All = UnitLists;
    All.insert(From.UnitLists.begin(), From.UnitLists.end());
    return areOfOneBuild(All);
  };
  auto IsKnown = [&](const auto &Named) {
    const FunctionName &Name = Named.second.first;
    auto It = P.Functions.lower_bound({Name.File, 0, "", 0, 0});
    for (; It != P.Functions.end() && It->first.File == Name.File; ++It)
      if (It->first.Name == Name.Name)
        return true;
    return false;
  };
  if (!P.Functions.empty() && !From.New.empty() &&
      none_of(From.Counted.Ids,
              [&](uint64_t Id) { return ById.count(Id) != 0; }) &&
      none_of(From.New, IsKnown) && !IsOfThisBuild())
    return errorAt(Path, "is of another program than the profiles before it: "
                         "they have no function in common");
  for (const auto &[Id, Named] : From.New)
    if (auto It = ById.find(Id);
        It != ById.end() && !Entries[It->second].F->hasPartsOf(Named.second))
      return errorAt(Path, "its function " + Named.first.Name +
                               " has other blocks than in the profiles before "
                               "it; copy it again");
  return Error::success();
}

const std::string *Sum::doubled(const Content &From) const {
  for (const auto &[Id, R] : From.Runs)
    if (Runs.count(Id))
      return &Id;
  return nullptr;
}

/// The value of the label, which all of its runs have; none: it has parts, or
/// its runs have several.
Expected<std::optional<std::string>> Sum::partOf(const Content &From,
                                                 StringRef Path) const {
  const Profile &R = From.Rest;
  if (!From.Parts.empty() && R.PartsBy != P.PartsBy)
    return errorAt(Path, "has figures by " + R.PartsBy +
                             ", the profiles before it by " + P.PartsBy +
                             "; merge with --across " + R.PartsBy);
  std::set<std::string> Values;
  for (const auto &[Id, Run] : From.Runs) {
    auto It = Run.Called.find(P.PartsBy);
    Values.insert(It == Run.Called.end() ? "" : It->second);
  }
  if (!From.Parts.empty() || Values.size() != 1)
    return std::nullopt;
  return *Values.begin();
}

Error Sum::add(Content From, StringRef Path) {
  if (P.PartsBy.empty())
    P.PartsBy = From.Parts.empty() ? "board" : From.Rest.PartsBy;
  if (Error E = check(From, Path))
    return E;
  Expected<std::optional<std::string>> Part = partOf(From, Path);
  if (!Part)
    return Part.takeError();
  if (overflows(From.Counted))
    return errorAt(Path, "the sum of its numbers and those before it does not "
                         "fit in 128 bits; it is damaged");
  Bound += static_cast<double>(From.Counted.Most);
  if (empty()) {
    P.Execution = From.Rest.Execution;
    P.UntimedWeight = From.Rest.UntimedWeight;
    P.HasCallPaths = true;
  }
  joinFilter(From.Rest);
  P.OmitsParts |= From.Rest.OmitsParts || (From.Parts.empty() && !*Part);
  for (auto &[Id, Named] : From.New)
    entryOf(Named.first, Id, std::move(Named.second));
  std::vector<uint32_t> Numbers = addRuns(From);
  std::optional<uint32_t> Only;
  if (Numbers.size() == 1)
    Only = Numbers.front();
  PartsOf *To = *Part && !P.OmitsParts ? &Parts[**Part] : nullptr;
  addFigures(From.Counted, Only, Numbers, To);
  addParts(From);
  for (Content::Note &N : From.Notes) {
    // Of two the one that comes first in the alphabet stays.
    auto [It, New] = Entries[ById.at(N.Id)].F->Said.try_emplace(N.Key, N.Text);
    if (!New)
      It->second = std::min(It->second, N.Text);
  }
  addPaths(From);
  addDamages(From.Damages, From.Rest.Damages.omitted());
  addSamples(From.Rest);
  return Error::success();
}

Error Sum::add(Profile From, StringRef Path) {
  if (From.Runs.empty())
    return Error::success();
  Content C;
  std::map<FunctionName, uint64_t> IdOf;
  FiguresById Counted = {{profile::OfProgram, &From.Program}};
  for (auto &[Name, F] : From.Functions) {
    uint64_t Id = IdOf[Name] = idOf(Name);
    Counted.emplace(Id, &F.Counted);
    for (const auto &[Key, Text] : F.Said)
      C.Notes.push_back({Id, Key, Text});
    C.New[Id] = {Name,
                 {std::move(F.Blocks),
                  std::move(F.Transitions),
                  std::move(F.Loops),
                  {},
                  {}}};
  }
  for (const auto &[Value, Of] : From.Parts)
    for (const auto &[Name, Part] : Of)
      C.Parts[Value][IdOf[Name]] = Part;
  for (const CallPath &Way : From.CallPaths)
    C.Paths.push_back({Way.Parent,
                       Way.Function.Name.empty() ? 0 : IdOf[Way.Function],
                       Way.Spent});
  C.Damages = From.Damages.items();
  C.Counted.read(packed(Counted));
  From.Functions.clear();
  From.Program.clear();
  C.addRuns(std::move(From.Runs));
  C.Rest = std::move(From);
  return add(std::move(C), Path);
}

void Sum::setAside(StringRef Path, StringRef Reason) {
  Damages.insert({Path.str(), 0, Reason.str()});
}

Error Sum::setLabels(ArrayRef<std::string> Texts) {
  for (const std::string &Text : Texts) {
    auto Label = parseLabel(Text);
    if (!Label)
      return Label.takeError();
    for (auto &[Id, Of] : Runs) {
      json::Object All = factsOf(Facts, Of);
      if (json::Object *Called = All.getObject("labels"))
        (*Called)[Label->first] = Label->second;
      Of.Changes = textOf(changesFrom(Facts, All));
    }
  }
  return Error::success();
}

uint32_t Sum::entryOf(const FunctionName &Name, uint64_t Id, Function Like) {
  auto [It, New] = ById.try_emplace(Id, uint32_t(Entries.size()));
  if (!New) {
    unsigned &Line = Entries[It->second].Line;
    Line = std::min(Line, Name.Line);
    return It->second;
  }
  Ids.insert(Id);
  auto Node = P.Functions.emplace(Name, std::move(Like)).first;
  Entries.push_back({&Node->first, &Node->second, Id, Name.Line, {}});
  return It->second;
}

std::vector<uint32_t> Sum::addRuns(Content &From) {
  std::vector<uint32_t> Numbers;
  bool IsNew = false;
  if (Runs.empty())
    Facts = From.Facts;
  for (auto &[Id, R] : From.Runs) {
    auto [Units, New] = UnitLists.insert(*From.UnitLists.find(*R.Units));
    IsNew |= New;
    Ids.insert(idOfBuild(Units->first));
    R.Changes = textOf(changesFrom(Facts, factsOf(From.Facts, R)));
    R.Units = &Units->first;
    R.Called.clear(); // facts have them
    auto It = Runs.emplace(Id, std::move(R)).first;
    Numbers.push_back(uint32_t(Order.size()));
    Order.push_back(&It->first);
  }
  if (IsNew && !P.IsOfSeveralBuilds && !areOfOneBuild(UnitLists)) {
    P.IsOfSeveralBuilds = true;
    for (Entry &E : Entries)
      erase_if(E.Counted,
               [&](const Figure &F) { return Kinds[F.Kind].IsOfPaths; });
  }
  return Numbers;
}

void Sum::addPaths(const Content &From) {
  P.HasCallPaths &= From.Rest.HasCallPaths;
  if (!P.HasCallPaths) {
    Paths.clear();
    PathNumbers.clear();
    return;
  }
  std::vector<uint32_t> Numbers;
  for (const Content::Path &Way : From.Paths) {
    uint32_t Parent = Way.Parent ? Numbers[*Way.Parent] : 0;
    uint32_t Entry = Way.Id ? ById.at(Way.Id) + 1 : 0;
    auto [It, New] =
        PathNumbers.try_emplace({Parent, Entry}, uint32_t(Paths.size()) + 1);
    if (New)
      Paths.push_back({Parent, Entry, {}});
    Paths[It->second - 1].Spent.add(Way.Spent);
    Numbers.push_back(It->second);
  }
}

/// UUIDs are random, so that those with the least ones are a sample of all.
void Sum::addSamples(Profile &From) {
  P.Samples.merge(std::move(From.Samples));
  uint64_t More = 0;
  for (; P.Samples.size() > MostSampled; ++More)
    P.Samples.erase(std::prev(P.Samples.end()));
  P.SamplesOmitted = SaturatingAdd(P.SamplesOmitted, From.SamplesOmitted, More);
}

void Sum::addDamages(ArrayRef<trace::Damage> All, uint64_t More) {
  constexpr size_t Most = 1000;
  for (const trace::Damage &D : All)
    Damages.insert({D.File, D.Offset, D.What});
  Omitted += More;
  while (Damages.size() > Most) {
    Damages.erase(std::prev(Damages.end()));
    ++Omitted;
  }
}

void Sum::joinFilter(const Profile &From) {
  std::string Text = From.Filter ? toText(*From.Filter) : "";
  if (!empty() && Text >= FilterText)
    return;
  P.Filter = From.Filter;
  FilterText = std::move(Text);
}

std::vector<CallPath> Sum::orderedPaths() const {
  std::vector<std::vector<uint32_t>> Below(Paths.size() + 1);
  for (auto [Index, N] : enumerate(Paths))
    Below[N.Parent].push_back(uint32_t(Index) + 1);
  static const FunctionName Beyond;
  auto NameOf = [&](uint32_t Number) -> const FunctionName & {
    uint32_t Entry = Paths[Number - 1].Entry;
    return Entry ? *Entries[Entry - 1].Name : Beyond;
  };
  for (std::vector<uint32_t> &All : Below)
    sort(All, [&](uint32_t A, uint32_t B) { return NameOf(A) < NameOf(B); });
  std::vector<CallPath> Result;
  std::vector<std::pair<uint32_t, std::optional<size_t>>> Open;
  auto Push = [&](uint32_t Of, std::optional<size_t> Parent) {
    for (uint32_t Number : reverse(Below[Of]))
      Open.push_back({Number, Parent});
  };
  Push(0, std::nullopt);
  while (!Open.empty()) {
    auto [Number, Parent] = Open.back();
    Open.pop_back();
    CallPath &To = Result.emplace_back();
    To.Parent = Parent;
    To.Function = NameOf(Number);
    To.Spent = Paths[Number - 1].Spent;
    Push(Number, Result.size() - 1);
  }
  return Result;
}

/// Numbers of runs count them in the order of their UUIDs, lines are the least,
/// and call paths are in the order of their names.
void Sum::finish() {
  DenseMap<const std::string *, uint32_t> RankOf;
  for (const auto &[Id, R] : Runs)
    RankOf[&Id] = uint32_t(RankOf.size());
  std::vector<uint32_t> Ranks(Order.size());
  transform(Order, Ranks.begin(),
            [&](const std::string *Id) { return RankOf[Id]; });
  P.Program = finished(std::move(ProgramFigures), Ranks);
  for (Entry &E : Entries) {
    E.F->Counted = finished(std::move(E.Counted), Ranks);
    if (E.Line == E.Name->Line)
      continue;
    auto Node = P.Functions.extract(*E.Name);
    Node.key().Line = E.Line;
    auto It = P.Functions.insert(std::move(Node)).position;
    E.Name = &It->first;
  }
  Order.clear();
  for (const auto &[Id, R] : Runs)
    Order.push_back(&Id);
  P.CallPaths = orderedPaths();
  P.Parts.clear();
  if (Parts.size() > 1)
    for (auto &[Value, Of] : Parts) {
      auto &To = P.Parts[Value];
      for (auto [Index, Part] : enumerate(Of))
        if (Part != FunctionPart())
          To[*Entries[Index].Name] = Part;
    }
}

Profile Sum::take() {
  finish();
  for (const auto &[Id, Of] : Runs) {
    Run &R = P.Runs[Id];
    R.Of.Path = Of.Path;
    readRun(factsOf(Facts, Of), R);
    R.Of.Meta.Units = UnitLists.at(*Of.Units);
  }
  for (const auto &[File, Offset, What] : Damages)
    P.Damages.add(File, Offset, What);
  P.Damages.omit(Omitted);
  return std::move(P);
}

} // namespace ipoint::profile
