//===- FileReader.cpp - Profiles from files -------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cells.h"
#include "Profile.h"
#include "database/Connection.h"
#include "database/ProfileFile.h"
#include "support/Errors.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;

namespace ipoint::profile {

using database::CheckedRows;

bool isProfile(StringRef Path) {
  static constexpr StringLiteral Magic = "SQLite format 3";
  if (!sys::fs::is_regular_file(Path))
    return false;
  auto Buffer = MemoryBuffer::getFileSlice(Path, Magic.size(), 0);
  return Buffer && (*Buffer)->getBuffer() == Magic;
}

namespace {

class ProfileReader {
public:
  explicit ProfileReader(sqlite3 *From) : From(From) {}

  /// \returns false if anything is wrong; then Damage says what.
  bool run() {
    return facts() && runs() && functions() && figures() && notes() &&
           callPaths() && samples();
  }

  Profile Result;
  std::string Damage; ///< empty: SQLite's own message says what is wrong

private:
  bool facts();
  bool damages();
  bool runs();
  bool functions();
  bool figures();
  bool notes();
  bool callPaths();
  bool samples();

  sqlite3 *From;
  std::map<int64_t, std::string> UnitLists;
  std::map<int64_t, Function *> ById;
  std::map<int64_t, const FunctionName *> NameById;
};

} // namespace

bool ProfileReader::facts() {
  std::map<std::string, std::string> All;
  CheckedRows Rows(From, "profile", "SELECT key, value FROM profile", Damage);
  while (Rows.step())
    All[Rows.text(0)] = Rows.text(1);
  Result.Execution = All["times"] == "execution";
  Result.HasCallPaths = All["call_paths"] == "yes";
  if (StringRef(All["untimed_weight"]).getAsInteger(10, Result.UntimedWeight) ||
      Result.UntimedWeight == 0)
    Damage = "table profile: untimed_weight is no number above 0";
  uint64_t Omitted;
  if (StringRef(All["damages_omitted"]).getAsInteger(10, Omitted))
    Damage = "table profile: damages_omitted is no number";
  else
    Result.Damages.omit(Omitted);
  if (auto It = All.find("filter"); It != All.end()) {
    Result.Filter = readFilter(It->second);
    if (!Result.Filter)
      Damage = "table profile: filter is not known";
  }
  return Rows.ok() && damages();
}

bool ProfileReader::damages() {
  CheckedRows Rows(From, "damage", "SELECT file, offset, what FROM damage",
                   Damage);
  while (Rows.step())
    Result.Damages.add(Rows.text(0),
                       static_cast<uint64_t>(Rows.integer(1, 0, INT64_MAX)),
                       Rows.text(2));
  return Rows.ok();
}

bool ProfileReader::runs() {
  CheckedRows Lists(From, "unit_list", "SELECT id, units FROM unit_list",
                    Damage);
  while (Lists.step())
    UnitLists[Lists.row(0)] = Lists.text(1);
  CheckedRows Rows(From, "run", "SELECT id, path, unit_list, facts FROM run",
                   Damage);
  while (Rows.step()) {
    Run &R = Result.Runs[Rows.text(0)];
    R.Of.Path = Rows.text(1);
    auto Units = UnitLists.find(Rows.row(2));
    if (Units == UnitLists.end() || !readUnits(Units->second, R))
      Rows.wrong(2, "is no list of units");
    if (!readRun(Rows.text(3), R))
      Rows.wrong(3, "is not as a profile has it");
  }
  if (Lists.ok() && Rows.ok() && Result.Runs.empty())
    Damage = "it has no run";
  return Lists.ok() && Rows.ok();
}

static bool readNames(StringRef Text, std::vector<std::string> &To) {
  std::optional<json::Array> All = parseArray(Text);
  if (!All)
    return false;
  for (const json::Value &V : *All) {
    if (!V.getAsString())
      return false;
    To.push_back(V.getAsString()->str());
  }
  return true;
}

static bool readTransitions(StringRef Text, profile::Function &To) {
  std::optional<json::Array> All = parseArray(Text);
  if (!All)
    return false;
  auto Slot = [&](const json::Value &V) -> std::optional<uint32_t> {
    std::optional<int64_t> Number = V.getAsInteger();
    if (!Number || *Number < 0 || uint64_t(*Number) >= To.Blocks.size())
      return std::nullopt;
    return static_cast<uint32_t>(*Number);
  };
  for (const json::Value &V : *All) {
    const json::Array *Pair = V.getAsArray();
    if (!Pair || Pair->size() != 2 || !Slot((*Pair)[0]) || !Slot((*Pair)[1]))
      return false;
    To.Transitions.push_back({*Slot((*Pair)[0]), *Slot((*Pair)[1])});
  }
  return true;
}

bool ProfileReader::functions() {
  CheckedRows Rows(From, "function",
                   "SELECT id, file, line, name, copy, blocks, transitions, "
                   "loops FROM function",
                   Damage);
  while (Rows.step()) {
    int64_t Id = Rows.row(0);
    FunctionName Name{
        Rows.text(1), Rows.line(2), Rows.text(3),
        static_cast<unsigned>(Rows.integer(4, 0, database::MaxLine))};
    auto [It, New] = Result.Functions.try_emplace(std::move(Name));
    if (!New || Id == OfProgram || It->first.Name.empty())
      Rows.wrong(0, "is of a function that cannot be");
    Function &F = It->second;
    if (!readNames(Rows.text(5), F.Blocks))
      Rows.wrong(5, "is no list of names");
    if (!readTransitions(Rows.text(6), F))
      Rows.wrong(6, "is no list of transitions");
    if (!readNames(Rows.text(7), F.Loops))
      Rows.wrong(7, "is no list of names");
    ById[Id] = &F;
    NameById[Id] = &It->first;
  }
  return Rows.ok();
}

bool ProfileReader::figures() {
  CheckedRows Rows(From, "figure",
                   "SELECT function, kind, slot, data FROM figure", Damage, 3);
  while (Rows.step()) {
    int64_t Id = Rows.row(0);
    auto Of = ById.find(Id);
    if (Of == ById.end() && Id != OfProgram)
      Rows.wrong(0, "is no function");
    Figures &To = Of == ById.end() ? Result.Program : Of->second->Counted;
    std::optional<Values> All = valuesOf(Rows.text(3));
    if (!All)
      Rows.wrong(3, "is no object of whole numbers with keys that ascend");
    else
      To[{Rows.text(1), static_cast<uint64_t>(Rows.row(2))}] = std::move(*All);
  }
  return Rows.ok();
}

bool ProfileReader::notes() {
  CheckedRows Rows(From, "note", "SELECT function, kind, slot, text FROM note",
                   Damage, 3);
  while (Rows.step()) {
    auto Of = ById.find(Rows.row(0));
    if (Of == ById.end())
      Rows.wrong(0, "is no function");
    else
      Of->second->Said[{Rows.text(1), static_cast<uint64_t>(Rows.row(2))}] =
          Rows.text(3);
  }
  return Rows.ok();
}

bool ProfileReader::callPaths() {
  CheckedRows Rows(From, "call_path",
                   "SELECT id, parent, function, calls, data FROM call_path "
                   "ORDER BY id",
                   Damage);
  while (Rows.step()) {
    auto Index = static_cast<int64_t>(Result.CallPaths.size());
    CallPath &P = Result.CallPaths.emplace_back();
    if (Rows.row(0) != Index)
      Rows.wrong(0, "is not the next number");
    if (!Rows.isNull(1))
      P.Parent = static_cast<size_t>(
          Rows.integer(1, 0, std::max<int64_t>(Index - 1, 0)));
    if (P.Parent && *P.Parent >= size_t(Index))
      Rows.wrong(1, "is no path before it");
    if (!Rows.isNull(2)) {
      auto Of = NameById.find(Rows.row(2));
      if (Of == NameById.end())
        Rows.wrong(2, "is no function");
      else
        P.Function = *Of->second;
    }
    std::optional<Values> All = valuesOf(Rows.text(4));
    if (!All || !readNode(*All, P.Spent))
      Rows.wrong(4, "is not as a profile has it");
    P.Spent.Calls = static_cast<uint64_t>(Rows.integer(3, 0, INT64_MAX));
  }
  return Rows.ok();
}

bool ProfileReader::samples() {
  CheckedRows Rows(From, "sampled", "SELECT id, facts FROM sampled", Damage);
  while (Rows.step())
    if (!readSampled(Rows.text(1), Result.Samples[Rows.text(0)]))
      Rows.wrong(1, "is not as a profile has it");
  CheckedRows Batches(From, "sample",
                      "SELECT sampled, run, batch, data FROM sample", Damage,
                      3);
  while (Batches.step()) {
    auto Of = Result.Samples.find(Batches.text(0));
    auto Run = static_cast<uint64_t>(Batches.integer(1, 0, INT64_MAX));
    auto Number = static_cast<uint64_t>(Batches.integer(2, 0, INT64_MAX));
    std::optional<Values> All = valuesOf(Batches.text(3));
    if (Of == Result.Samples.end() || Run >= Of->second.Runs.size())
      Batches.wrong(1, "is no run that was sampled");
    else if (!All || !readBatch(*All, Number, Of->second.Places.size(),
                                Of->second.Runs[Run]))
      Batches.wrong(3, "is not as a profile has it");
  }
  return Rows.ok() && Batches.ok();
}

Expected<Profile> read(StringRef Path) {
  Expected<Connection> Opened = Connection::toRead(Path);
  if (!Opened)
    return Opened.takeError();
  if (Error E = Opened->check(Path))
    return E;
  ProfileReader Reader(Opened->handle());
  if (!Reader.run())
    return errorAt(
        Path, "damaged profile: " +
                  (Reader.Damage.empty() ? Opened->message() : Reader.Damage) +
                  "; copy it again");
  return std::move(Reader.Result);
}

} // namespace ipoint::profile
