//===- FileReader.cpp - Profiles from files -------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cells.h"
#include "Sum.h"
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
  ProfileReader(sqlite3 *From, const DenseSet<uint64_t> &Known)
      : From(From), Known(Known) {}

  /// \returns false if anything is wrong; then Damage says what.
  bool run() {
    return facts() && functions() && runs() && isAsWritten() && notes() &&
           callPaths() && samples() && parts();
  }

  Content Result;
  std::string Damage; ///< empty: SQLite's own message says what is wrong

private:
  /// Of a build that is not known lines may be others.
  bool isKnown(uint64_t Id) const { return KnowsBuilds && Known.contains(Id); }
  bool facts();
  bool isAsWritten() {
    if (!Written.empty() && Written != Sum.text() && Damage.empty())
      Damage = "its numbers are others than were written";
    return Damage.empty();
  }
  bool damages();
  bool runs();
  bool functions();
  bool names();
  bool notes();
  bool callPaths();
  bool samples();
  bool parts();
  void readFunction(CheckedRows &R, int First, Function &To);
  /// The hash of the function of a row; 0: there is none.
  uint64_t idIn(CheckedRows &Rows, int Column);

  sqlite3 *From;
  const DenseSet<uint64_t> &Known;
  std::map<int64_t, std::string> UnitLists;
  int64_t Functions = -1;
  bool KnowsBuilds = true;
  Checksum Sum;
  std::string Written; ///< what it is to be; empty: not known
};

} // namespace

bool ProfileReader::facts() {
  std::map<std::string, std::string> All;
  CheckedRows Rows(From, "profile", "SELECT key, value FROM profile", Damage);
  while (Rows.step())
    All[Rows.text(0)] = Rows.text(1);
  Result.Rest.Execution = All["times"] == "execution";
  Result.Rest.HasCallPaths = All["call_paths"] == "yes";
  if (StringRef(All["untimed_weight"])
          .getAsInteger(10, Result.Rest.UntimedWeight) ||
      Result.Rest.UntimedWeight == 0)
    Damage = "table profile: untimed_weight is no number above 0";
  uint64_t Omitted;
  if (StringRef(All["damages_omitted"]).getAsInteger(10, Omitted))
    Damage = "table profile: damages_omitted is no number";
  else
    Result.Rest.Damages.omit(Omitted);
  if (auto It = All.find("filter"); It != All.end()) {
    Result.Rest.Filter = readFilter(It->second);
    if (!Result.Rest.Filter)
      Damage = "table profile: filter is not known";
  }
  Written = All["checksum"];
  Result.Rest.PartsBy = All["parts_by"];
  Result.Rest.OmitsParts = All["parts_omitted"] == "yes";
  if (StringRef(All["functions"]).getAsInteger(10, Functions) || Functions < 0)
    Damage = "table profile: functions is no number";
  CheckedRows Lists(From, "unit_list", "SELECT id, units FROM unit_list",
                    Damage);
  while (Lists.step())
    KnowsBuilds &= Known.contains(idOfBuild(Lists.view(1)));
  return Rows.ok() && Lists.ok() && damages();
}

bool ProfileReader::damages() {
  CheckedRows Rows(From, "damage", "SELECT file, offset, what FROM damage",
                   Damage);
  while (Rows.step())
    Result.Damages.push_back(
        {Rows.text(0), static_cast<uint64_t>(Rows.integer(1, 0, INT64_MAX)),
         Rows.text(2)});
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
    std::string Id = Rows.text(0);
    Run &R = Result.Rest.Runs[Id];
    R.Of.Path = Rows.text(1);
    auto Units = UnitLists.find(Rows.row(2));
    if (Units == UnitLists.end() || !readUnits(Units->second, R))
      Rows.wrong(2, "is no list of units");
    std::string Facts = Rows.text(3);
    if (!readRun(Facts, R))
      Rows.wrong(3, "is not as a profile has it");
    Sum.add(0, Facts);
    Result.RunTexts[Id] = std::move(Facts);
  }
  if (Lists.ok() && Rows.ok() && Result.Rest.Runs.empty())
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

void ProfileReader::readFunction(CheckedRows &R, int First, Function &To) {
  if (!readNames(R.text(First), To.Blocks))
    R.wrong(First, "is no list of names");
  if (!readTransitions(R.text(First + 1), To))
    R.wrong(First + 1, "is no list of transitions");
  if (!readNames(R.text(First + 2), To.Loops))
    R.wrong(First + 2, "is no list of names");
}

bool ProfileReader::functions() {
  CheckedRows Rows(From, "figures", "SELECT function, data FROM figures",
                   Damage);
  bool LacksNames = false;
  while (Rows.step()) {
    auto Id = static_cast<uint64_t>(Rows.row(0));
    StringRef Text = Rows.view(1);
    Sum.add(Id, Text);
    if (!Result.Counted.add(Id, Text, Result.Texts))
      Rows.wrong(1, "is no object of kinds and whole numbers that ascend");
    LacksNames |= Id != OfProgram && !isKnown(Id);
  }
  if (Rows.ok() && Rows.count() != uint64_t(Functions) + 1)
    Damage = "table figures has another number of rows than functions";
  return Rows.ok() && Damage.empty() && (!LacksNames || names());
}

bool ProfileReader::names() {
  CheckedRows Rows(From, "function",
                   "SELECT id, file, line, name, copy, text, blocks, "
                   "transitions, loops FROM function WHERE id = ?",
                   Damage);
  for (const FlatFigures::Function &F : Result.Counted.Functions) {
    if (F.Id == OfProgram || isKnown(F.Id))
      continue;
    Rows.bind(static_cast<int64_t>(F.Id));
    if (!Rows.step()) {
      if (Damage.empty())
        Damage = "table figures, row " + std::to_string(F.Id) +
                 ", column function: is no function";
      return false;
    }
    auto &[Name, To] = Result.New[F.Id];
    Name = {Rows.text(1), Rows.line(2), Rows.text(3),
            static_cast<unsigned>(Rows.integer(4, 0, database::MaxLine)),
            static_cast<uint64_t>(Rows.row(5))};
    if (Name.Name.empty() || idOf(Name) != F.Id)
      Rows.wrong(0, "is of a function that cannot be");
    readFunction(Rows, 6, To);
  }
  return Rows.ok();
}

uint64_t ProfileReader::idIn(CheckedRows &Rows, int Column) {
  auto Id = static_cast<uint64_t>(Rows.row(Column));
  if (Known.contains(Id) || Result.New.count(Id) != 0)
    return Id;
  Rows.wrong(Column, "is no function");
  return 0;
}

bool ProfileReader::notes() {
  CheckedRows Rows(From, "note", "SELECT function, kind, slot, text FROM note",
                   Damage, 3);
  while (Rows.step())
    if (uint64_t Id = idIn(Rows, 0))
      Result.Notes.push_back(
          {Id,
           {Rows.text(1), static_cast<uint64_t>(Rows.row(2))},
           Rows.text(3)});
  return Rows.ok();
}

bool ProfileReader::callPaths() {
  CheckedRows Rows(From, "call_path",
                   "SELECT id, parent, function, calls, data FROM call_path "
                   "ORDER BY id",
                   Damage);
  while (Rows.step()) {
    auto Index = static_cast<int64_t>(Result.Paths.size());
    Content::Path &P = Result.Paths.emplace_back();
    if (Rows.row(0) != Index)
      Rows.wrong(0, "is not the next number");
    if (!Rows.isNull(1))
      P.Parent = static_cast<size_t>(
          Rows.integer(1, 0, std::max<int64_t>(Index - 1, 0)));
    if (P.Parent && *P.Parent >= size_t(Index))
      Rows.wrong(1, "is no path before it");
    if (!Rows.isNull(2))
      P.Id = idIn(Rows, 2);
    std::optional<Values> All = valuesOf(Rows.text(4));
    if (!All || !readNode(*All, P.Spent))
      Rows.wrong(4, "is not as a profile has it");
    P.Spent.Calls = static_cast<uint64_t>(Rows.integer(3, 0, INT64_MAX));
  }
  return Rows.ok();
}

bool ProfileReader::parts() {
  CheckedRows Rows(From, "part", "SELECT value, data FROM part", Damage);
  std::vector<uint64_t> Ids;
  for (const FlatFigures::Function &F : Result.Counted.Functions)
    if (F.Id != OfProgram)
      Ids.push_back(F.Id);
  while (Rows.step()) {
    auto All = readParts(Rows.view(1));
    if (!All || (!All->empty() && All->rbegin()->first >= Ids.size())) {
      Rows.wrong(1, "is not as a profile has it");
      break;
    }
    auto &To = Result.Parts[Rows.text(0)];
    for (auto &[Index, Part] : *All)
      To[Ids[Index]] = std::move(Part);
  }
  return Rows.ok();
}

bool ProfileReader::samples() {
  CheckedRows Rows(From, "sampled", "SELECT id, facts FROM sampled", Damage);
  while (Rows.step())
    if (!readSampled(Rows.text(1), Result.Rest.Samples[Rows.text(0)]))
      Rows.wrong(1, "is not as a profile has it");
  CheckedRows Batches(From, "sample",
                      "SELECT sampled, run, batch, data FROM sample", Damage,
                      3);
  while (Batches.step()) {
    auto Of = Result.Rest.Samples.find(Batches.text(0));
    auto Run = static_cast<uint64_t>(Batches.integer(1, 0, INT64_MAX));
    auto Number = static_cast<uint64_t>(Batches.integer(2, 0, INT64_MAX));
    std::optional<Values> All = valuesOf(Batches.text(3));
    if (Of == Result.Rest.Samples.end() || Run >= Of->second.Runs.size())
      Batches.wrong(1, "is no run that was sampled");
    else if (!All || !readBatch(*All, Number, Of->second.Places.size(),
                                Of->second.Runs[Run]))
      Batches.wrong(3, "is not as a profile has it");
  }
  return Rows.ok() && Batches.ok();
}

Expected<Content> readContent(StringRef Path, const DenseSet<uint64_t> &Known,
                              bool IsWhole) {
  Expected<Connection> Opened = Connection::toRead(Path);
  if (!Opened)
    return Opened.takeError();
  if (Error E = Opened->check(Path, IsWhole))
    return E;
  ProfileReader Reader(Opened->handle(), Known);
  if (!Reader.run())
    return errorAt(
        Path, "damaged profile: " +
                  (Reader.Damage.empty() ? Opened->message() : Reader.Damage) +
                  "; copy it again");
  return std::move(Reader.Result);
}

Expected<Profile> read(StringRef Path) {
  Sum One;
  Expected<Content> Whole = readContent(Path, {}, /*IsWhole=*/true);
  if (!Whole)
    return Whole.takeError();
  if (Error E = One.add(std::move(*Whole), Path))
    return E;
  return One.take();
}

} // namespace ipoint::profile
