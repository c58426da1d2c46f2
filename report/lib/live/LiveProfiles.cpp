//===- LiveProfiles.cpp - Profiles as they come ---------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Live.h"
#include "budget/Judge.h"
#include "history/ProfileModel.h"
#include "profile/Labels.h"
#include "support/Errors.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::live {

namespace {

class LiveProfiles : public Source {
public:
  LiveProfiles(std::string Folder, std::vector<budget::Budget> Budgets)
      : Folder(std::move(Folder)), Budgets(std::move(Budgets)) {}

  Expected<Snapshot> look() override;

private:
  Error add(const std::string &Path);

  std::string Folder;
  std::vector<budget::Budget> Budgets;
  std::set<std::string> Seen;                                     ///< paths
  std::set<std::string> Runs;                                     ///< UUIDs
  std::map<std::pair<std::string, std::string>, FunctionNow> All; ///< by name
  Snapshot Now;
};

} // namespace

Error LiveProfiles::add(const std::string &Path) {
  Expected<profile::Profile> P = profile::read(Path);
  if (!P)
    return P.takeError();
  for (const auto &[Id, R] : P->Runs)
    if (Runs.count(Id))
      return errorAt(Path, "its run " + R.Of.Path + " (" + Id +
                               ") was in a profile before it");
  std::string Program =
      P->Runs.empty() ? ""
                      : profile::labelsOf(P->Runs.begin()->second)["program"];
  if (!Now.Program.empty() && Program != Now.Program)
    return errorAt(Path, "is of the program '" + Program +
                             "', and those before it are of '" + Now.Program +
                             "'");
  Expected<ReportModel> Model = history::modelOf(*P);
  if (!Model)
    return errorAt(Path, toString(Model.takeError()));
  Now.Program = Program;
  ++Now.Profiles;
  for (const auto &[Id, R] : P->Runs) {
    Runs.insert(Id);
    Now.Records += R.Found.Records;
    Now.Threads += R.Found.Streams.size();
  }
  const double Ns = 1e9 / double(Model->Clock.RateHz);
  for (const FunctionModel &F : Model->Functions) {
    if (F.Calls == 0)
      continue;
    FunctionNow &To = All[{F.Name, F.File}];
    To.Name = F.Name;
    To.File = F.File;
    To.Calls += F.Calls;
    if (F.Self) {
      To.Timed += F.Self->Raw.Count;
      To.SelfSum += F.Self->Raw.Total * Ns;
      To.SelfMax = std::max(To.SelfMax, F.Self->Raw.Max * Ns);
    }
    for (const BlockModel &B : F.Blocks)
      if (B.Time)
        To.SelfEstimate += B.Time->Raw.Mean * double(B.Visits) * Ns;
    if (F.Inclusive && F.Inclusive->Raw.Max * Ns > To.InclusiveMax) {
      To.InclusiveMax = F.Inclusive->Raw.Max * Ns;
      To.From = Path;
    }
  }
  for (const budget::Budget &B : Budgets)
    if (!B.needsCallPaths())
      for (BudgetVerdict &V : budget::judge(B, *Model))
        if (V.State != BudgetState::NotJudged) {
          V.Reason = Path;
          Now.Budgets.push_back(std::move(V));
        }
  return Error::success();
}

Expected<Snapshot> LiveProfiles::look() {
  std::vector<std::string> New;
  std::error_code Failed;
  for (sys::fs::directory_iterator It(Folder, Failed), End;
       It != End && !Failed; It.increment(Failed))
    if (StringRef(It->path()).ends_with(".profile") ||
        profile::isProfile(It->path()))
      if (!Seen.count(It->path()))
        New.push_back(It->path());
  if (Failed)
    return errorAt(Folder, Failed.message());
  llvm::sort(New);
  for (const std::string &Path : New) {
    Seen.insert(Path);
    if (Error E = add(Path))
      Now.Problems.push_back(toString(std::move(E)));
  }
  Now.HasCounts = Now.Profiles != 0;
  Now.Functions.clear();
  for (const auto &[Name, F] : All)
    Now.Functions.push_back(F);
  Snapshot Result = Now;
  Now.Problems.clear();
  return Result;
}

std::unique_ptr<Source> watchProfiles(std::string Folder,
                                      std::vector<budget::Budget> Budgets) {
  return std::make_unique<LiveProfiles>(std::move(Folder), std::move(Budgets));
}

} // namespace ipoint::live
