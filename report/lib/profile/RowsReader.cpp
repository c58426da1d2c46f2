//===- RowsReader.cpp - Profiles from rows --------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cells.h"
#include "Labels.h"
#include "RowFiles.h"
#include "support/Errors.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include <algorithm>
#include <functional>

using namespace llvm;

namespace ipoint::profile {

namespace {

class RowsReader {
public:
  explicit RowsReader(StringRef Folder) : Folder(Folder) {}

  /// \returns false if anything is wrong; then Problem says what.
  bool run() {
    return facts() && runs() && labels() && functions() && paths() &&
           figures() && pathNumbers() && notes() && damages() && samples();
  }

  Profile Result;
  std::string Problem;

private:
  bool facts();
  bool runs();
  bool labels();
  bool functions();
  bool readParts(StringMap<std::pair<FunctionName, Function>> &All);
  bool paths();
  bool figures();
  bool pathNumbers();
  bool notes();
  bool damages();
  bool samples();
  RowFiles rows(Table T) { return {Folder, T, Problem}; }
  bool ok() const { return Problem.empty(); }

  StringRef Folder;
  StringMap<Function *> ById;
  StringMap<const FunctionName *> NameById;
  struct Path {
    std::string Parent;
    const FunctionName *Function = nullptr;
    Figures Spent;
    std::optional<size_t> Place; ///< among those of the profile
  };
  std::map<std::string, Path> Paths;
};

} // namespace

bool RowsReader::facts() {
  RowFiles Rows = rows(Table::Profile);
  std::optional<std::array<std::string, 3>> First;
  Result.HasCallPaths = true;
  while (Rows.next()) {
    std::array<std::string, 3> Meaning = {
        Rows.text(1).str(), Rows.text(2).str(), Rows.text(4).str()};
    if (Meaning[0] != "execution" && Meaning[0] != "response")
      Rows.wrong(1, "is neither 'execution' nor 'response'");
    Result.Execution = Meaning[0] == "execution";
    Result.UntimedWeight =
        static_cast<uint32_t>(Rows.integer(2, 1, UINT32_MAX));
    if (Rows.text(3) != "yes" && Rows.text(3) != "no")
      Rows.wrong(3, "is neither 'yes' nor 'no'");
    Result.HasCallPaths &= Rows.text(3) == "yes";
    if (!Rows.text(4).empty() && !First &&
        !(Result.Filter = readFilter(Rows.text(4))))
      Rows.wrong(4, "is no filter");
    Result.Damages.omit(Rows.count(5));
    Result.SamplesOmitted += Rows.count(6);
    if (First.value_or(Meaning) != Meaning)
      Rows.wrong("times, untimed_weight or filter are others than in rows "
                 "before it; add profiles that mean the same");
    First = std::move(Meaning);
  }
  if (ok() && !First)
    Problem = (Folder + "/profile.csv: has no rows").str();
  return ok();
}

bool RowsReader::runs() {
  StringMap<std::string> Lists;
  RowFiles Units = rows(Table::UnitList);
  while (Units.next()) {
    if (idOfUnits(Units.text(1)) != Units.text(0))
      Units.wrong(0, "is not the id of these units");
    std::string Lines = Units.text(1).str();
    std::replace(Lines.begin(), Lines.end(), ' ', '\n');
    Lists[Units.text(0)] = std::move(Lines);
  }
  RowFiles Rows = rows(Table::Run);
  while (Rows.next()) {
    auto [It, New] = Result.Runs.try_emplace(Rows.text(0).str());
    if (!New || It->first.empty())
      Rows.wrong(0, "is a run that is in a row before it as well, so that it "
                    "would count twice; name each run once");
    Run &R = It->second;
    R.Of.Path = Rows.text(2).str();
    auto List = Lists.find(Rows.text(7));
    if (List == Lists.end() || !readUnits(List->second, R))
      Rows.wrong(7, "is no row of unit_list, or one that is damaged");
    else if (auto Facts = parseObject(Rows.text(8));
             !Facts || !readRun(*Facts, R))
      Rows.wrong(8, "is not as a profile has it");
  }
  if (ok() && Result.Runs.empty())
    Problem = (Folder + "/run.csv: has no rows").str();
  if (ok() && !isOfOneBuild(Result))
    Problem = (Folder + "/run.csv: has runs of several builds or programs; "
                        "add rows of one build")
                  .str();
  return ok();
}

bool RowsReader::labels() {
  RowFiles Rows = rows(Table::Label);
  while (Rows.next()) {
    auto Of = Result.Runs.find(Rows.text(0).str());
    if (Of == Result.Runs.end())
      Rows.wrong(0, "is no run");
    else if (!isKey(Rows.text(1)) ||
             !Of->second.Labels
                  .try_emplace(Rows.text(1).str(), Rows.text(2).str())
                  .second)
      Rows.wrong(1, "is no key of a label, or is there twice");
  }
  return ok();
}

/// Puts \p Value at \p Slot, which comes once.
template <typename T>
static bool place(std::map<uint64_t, T> &To, uint64_t Slot, const T &Value) {
  return To.try_emplace(Slot, Value).second;
}

/// \p From without its slots; nothing if one is missing.
template <typename T>
static std::optional<std::vector<T>> inOrder(std::map<uint64_t, T> &From) {
  std::vector<T> Result;
  for (auto &[Slot, Value] : From) {
    if (Slot != Result.size())
      return std::nullopt;
    Result.push_back(std::move(Value));
  }
  return Result;
}

bool RowsReader::readParts(StringMap<std::pair<FunctionName, Function>> &All) {
  struct BySlot {
    std::map<uint64_t, std::string> Blocks, Loops;
    std::map<uint64_t, std::pair<uint32_t, uint32_t>> Transitions;
  };
  StringMap<BySlot> Found;
  RowFiles Rows = rows(Table::Part);
  while (Rows.next()) {
    if (!All.count(Rows.text(0))) {
      Rows.wrong(0, "is no function");
      break;
    }
    BySlot &Of = Found[Rows.text(0)];
    const uint64_t Slot = Rows.count(2);
    auto End = [&](unsigned Column) {
      return static_cast<uint32_t>(Rows.integer(Column, 0, INT32_MAX));
    };
    bool New =
        Rows.text(1) == "block"  ? place(Of.Blocks, Slot, Rows.text(3).str())
        : Rows.text(1) == "loop" ? place(Of.Loops, Slot, Rows.text(3).str())
        : Rows.text(1) == "transition"
            ? place(Of.Transitions, Slot, std::pair(End(4), End(5)))
            : false;
    if (!New)
      Rows.wrong(1, "is no block, loop or transition, or its slot is there "
                    "twice");
  }
  for (auto &Entry : Found) {
    Function &F = All[Entry.first()].second;
    auto Blocks = inOrder(Entry.second.Blocks),
         Loops = inOrder(Entry.second.Loops);
    auto Transitions = inOrder(Entry.second.Transitions);
    if (!Blocks || !Loops || !Transitions)
      continue; // its id is another then
    F.Blocks = std::move(*Blocks);
    F.Loops = std::move(*Loops);
    F.Transitions = std::move(*Transitions);
  }
  return ok();
}

bool RowsReader::functions() {
  StringMap<std::pair<FunctionName, Function>> All;
  RowFiles Rows = rows(Table::Function);
  while (Rows.next()) {
    auto [It, New] = All.try_emplace(Rows.text(0));
    if (!New)
      Rows.wrong(0, "is in a row before it as well; keep one");
    It->second.first = {Rows.text(1).str(),
                        static_cast<unsigned>(Rows.integer(2, 0, INT32_MAX)),
                        Rows.text(3).str(),
                        static_cast<unsigned>(Rows.integer(4, 0, INT32_MAX)),
                        static_cast<uint64_t>(Rows.integer(5, 0, INT64_MAX))};
  }
  if (!ok() || !readParts(All))
    return false;
  RowFiles Again = rows(Table::Function);
  while (Again.next()) {
    StringRef Id = Again.text(0);
    auto &[Name, F] = All[Id];
    if (idOf(Name, F) != Id) {
      Again.wrong(0, "is not the id of this function with its rows of part; "
                     "one of them is missing or changed");
      break;
    }
    auto [It, New] = Result.Functions.try_emplace(Name, std::move(F));
    if (!New)
      Again.wrong(3, "has other blocks than in a row before it; add rows of "
                     "one build");
    ById[Id] = &It->second;
    NameById[Id] = &It->first;
  }
  return ok();
}

bool RowsReader::paths() {
  RowFiles Rows = rows(Table::CallPath);
  while (Rows.next()) {
    auto [It, New] = Paths.try_emplace(Rows.text(0).str());
    It->second.Parent = Rows.text(1).str();
    if (!New || idOfPath(Rows.text(1), Rows.text(2)) != Rows.text(0))
      Rows.wrong(0, "is not the id of this path, or is there twice");
    else if (!Rows.text(2).empty() &&
             !(It->second.Function = NameById.lookup(Rows.text(2))))
      Rows.wrong(2, "is no function");
  }
  RowFiles Again = rows(Table::CallPath);
  while (Again.next())
    if (!Again.text(1).empty() && !Paths.count(Again.text(1).str()))
      Again.wrong(1, "is no path");
  return ok();
}

bool RowsReader::figures() {
  RowFiles Rows = rows(Table::Figure);
  while (Rows.next()) {
    Figures *To = nullptr;
    if (Rows.text(1) == ProgramId)
      To = &Result.Program;
    else if (Function *F = ById.lookup(Rows.text(1)))
      To = &F->Counted;
    else if (auto P = Paths.find(Rows.text(1).str()); P != Paths.end())
      To = &P->second.Spent;
    if (!To) {
      Rows.wrong(1, "is no function and no path");
      break;
    }
    if (Rows.text(2).empty() || Rows.text(6) != ruleOf(Rows.text(2)))
      Rows.wrong(6, "is not how '" + Rows.text(2) + "' is added");
    Values &Of = (*To)[{Rows.text(2).str(), Rows.key(3)}];
    const uint64_t Key = Rows.key(4);
    auto At = std::ranges::lower_bound(Of, Key, {}, &Values::value_type::first);
    if (At != Of.end() && At->first == Key)
      Rows.wrong(4, "is there twice, of '" + Rows.text(2) +
                        "'; add the rows by owner, kind, slot and key first");
    Of.insert(At, {Key, Rows.wide(5)});
  }
  return ok();
}

bool RowsReader::pathNumbers() {
  // A path comes behind its parent.
  std::function<size_t(Path &)> Add = [&](Path &P) {
    if (P.Place)
      return *P.Place;
    std::optional<size_t> Parent;
    if (!P.Parent.empty())
      Parent = Add(Paths[P.Parent]);
    P.Place = Result.CallPaths.size();
    CallPath &To = Result.CallPaths.emplace_back();
    To.Parent = Parent;
    if (P.Function)
      To.Function = *P.Function;
    if (!readNode(P.Spent, To.Spent) && ok())
      Problem = (Folder + "/figure.csv: the numbers of a call path to '" +
                 To.Function.Name + "' are not as a profile has them")
                    .str();
    return *P.Place;
  };
  if (Result.HasCallPaths)
    for (auto &[Id, P] : Paths)
      Add(P);
  return ok();
}

bool RowsReader::notes() {
  RowFiles Rows = rows(Table::Note);
  while (Rows.next()) {
    Function *F = ById.lookup(Rows.text(1));
    if (!F)
      Rows.wrong(1, "is no function");
    else if (!F->Said
                  .try_emplace({Rows.text(2).str(), Rows.key(3)},
                               Rows.text(4).str())
                  .second)
      Rows.wrong(2, "is noted twice; keep the text that comes first in the "
                    "alphabet");
  }
  return ok();
}

bool RowsReader::damages() {
  RowFiles Rows = rows(Table::Damage);
  std::vector<trace::Damage> All;
  while (Rows.next())
    All.push_back({Rows.text(1).str(), Rows.count(2), Rows.text(3).str()});
  std::ranges::sort(All, {}, [](const trace::Damage &X) {
    return std::tie(X.File, X.Offset, X.What);
  });
  for (trace::Damage &D : All)
    Result.Damages.add(std::move(D.File), D.Offset, std::move(D.What));
  return ok();
}

bool RowsReader::samples() {
  RowFiles Rows = rows(Table::Sampled);
  while (Rows.next())
    if (auto [It, New] = Result.Samples.try_emplace(Rows.text(0).str());
        !New || !readSampled(Rows.text(1), It->second))
      Rows.wrong(1, "is not as a profile has it, or is there twice");
  std::map<std::tuple<std::string, uint64_t, uint64_t>, Values> Batches;
  RowFiles Each = rows(Table::Sample);
  while (Each.next()) {
    auto Of = Result.Samples.find(Each.text(0).str());
    const uint64_t Run = Each.count(1), Number = Each.count(2);
    if (Of == Result.Samples.end() || Run >= Of->second.Runs.size() ||
        Number >= Of->second.Runs[Run].Batches.size() ||
        Each.count(3) >= Of->second.Places.size())
      Each.wrong(1, "is no run, batch or place that was sampled");
    else
      Batches[{Of->first, Run, Number}].push_back(
          {Each.count(3), Each.wide(4)});
  }
  for (auto &[Key, Of] : Batches) {
    const auto &[Id, Run, Number] = Key;
    sampled::SampledProgram &S = Result.Samples[Id];
    sort(Of);
    if (!readBatch(Of, Number, S.Places.size(), S.Runs[Run]) && ok())
      Problem = (Folder + "/sample.csv: the samples of " + Id +
                 " are not as a profile has them")
                    .str();
  }
  return ok();
}

Expected<Profile> readRows(StringRef Folder) {
  RowsReader Reader(Folder);
  if (!Reader.run())
    return plainError(Reader.Problem);
  return std::move(Reader.Result);
}

} // namespace ipoint::profile
