//===- FileReader.cpp - Profiles from files -------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cells.h"
#include "Sum.h"
#include "database/Connection.h"
#include "database/Packed.h"
#include "database/ProfileFile.h"
#include "support/Errors.h"
#include "llvm/ADT/STLExtras.h"
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
    return facts() && builds() && functions() && runs() && isAsWritten() &&
           findRare() && (!HasRare[0] || damages()) &&
           (!HasRare[1] || notes()) && (!HasRare[2] || callPaths()) &&
           (!HasRare[3] || samples()) && (!HasRare[4] || parts());
  }

  Content Result;
  std::string Damage; ///< empty: SQLite's own message says what is wrong

private:
  /// Of a build that is not known lines may be others.
  bool isKnown(uint64_t Id) const { return KnowsBuilds && Known.contains(Id); }
  bool facts();
  bool builds();
  bool isAsWritten() {
    if (!Written.empty() && Written != Sum.text() && Damage.empty())
      Damage = "its numbers are others than were written";
    return Damage.empty();
  }
  /// Which tables have rows of those that few profiles need.
  bool findRare();
  bool damages();
  bool runs();
  bool functions();
  bool names(StringRef Bytes);
  bool notes();
  bool callPaths();
  bool samples();
  bool parts();
  /// The hash of the function of a row; 0: there is none.
  uint64_t idIn(CheckedRows &Rows, int Column);

  sqlite3 *From;
  const DenseSet<uint64_t> &Known;
  std::string FirstFacts; ///< of runs
  bool KnowsBuilds = true;
  std::map<int64_t, const std::string *> Units; ///< lists, by their rows
  std::array<bool, 5> HasRare = {};
  Checksum Sum;
  /// What checksums are to be; empty: not known.
  std::string Written, WrittenNames;
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
  if (auto It = All.find("samples_omitted");
      It != All.end() &&
      StringRef(It->second).getAsInteger(10, Result.Rest.SamplesOmitted))
    Damage = "table profile: samples_omitted is no number";
  if (auto It = All.find("filter"); It != All.end()) {
    Result.Rest.Filter = readFilter(It->second);
    if (!Result.Rest.Filter)
      Damage = "table profile: filter is not known";
  }
  FirstFacts = All["facts"];
  Written = All["checksum"];
  WrittenNames = All["functions_checksum"];
  Result.Rest.PartsBy = All["parts_by"];
  Result.Rest.OmitsParts = All["parts_omitted"] == "yes";
  return Rows.ok();
}

bool ProfileReader::builds() {
  CheckedRows Lists(From, "unit_list", "SELECT id, units FROM unit_list",
                    Damage);
  while (Lists.step()) {
    Run R;
    std::string Text = Lists.text(1);
    KnowsBuilds &= Known.contains(idOfBuild(Text));
    if (!readUnits(Text, R))
      Lists.wrong(1, "is no list of units");
    Units[Lists.row(0)] =
        &Result.UnitLists.emplace(std::move(Text), R.Of.Meta.Units)
             .first->first;
  }
  return Lists.ok();
}

bool ProfileReader::findRare() {
  database::Statement Row(
      From, "SELECT 0 FROM damage UNION ALL SELECT 1 FROM note UNION ALL "
            "SELECT 2 FROM call_path UNION ALL SELECT 3 FROM sampled UNION ALL "
            "SELECT 3 FROM sample UNION ALL SELECT 4 FROM part");
  while (Row.step())
    HasRare[size_t(Row.integer(0))] = true;
  return Row.ok();
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
  std::optional<json::Object> Facts = parseObject(FirstFacts);
  if (!Facts && Damage.empty())
    Damage = "table profile: facts are not as a profile has them";
  else if (Facts)
    Result.Facts = std::move(*Facts);
  Sum.add(0, FirstFacts);
  CheckedRows Rows(From, "run", "SELECT id, path, unit_list, changes FROM run",
                   Damage);
  while (Rows.step()) {
    Run R;
    R.Of.Path = Rows.text(1);
    auto Of = Units.find(Rows.row(2));
    if (Of == Units.end()) {
      Rows.wrong(2, "is no list of units");
      break;
    }
    std::string Changes = Rows.text(3);
    Sum.add(0, Changes);
    if (!Result.addRun(Rows.text(0), std::move(R), Of->second,
                       std::move(Changes)))
      Rows.wrong(3, "is not as a profile has it");
  }
  if (Rows.ok() && Result.Runs.empty())
    Damage = "it has no run";
  return Rows.ok();
}

bool ProfileReader::functions() {
  CheckedRows Rows(From, "packed", "SELECT key, data FROM packed WHERE key = ?",
                   Damage);
  auto Read = [&](StringRef Key, auto Take) {
    Rows.bind(Key);
    if (Rows.step())
      Take(Rows.bytes(1));
    else if (Damage.empty() && Rows.ok())
      Damage = ("table packed has no " + Key).str();
  };
  bool NeedsNames = WrittenNames.empty();
  Read("figures", [&](StringRef Bytes) {
    Sum.add(0, Bytes);
    const std::vector<uint64_t> &Ids = Result.Counted.Ids;
    if (!Result.Counted.read(Bytes.str()) ||
        std::adjacent_find(Ids.begin(), Ids.end()) != Ids.end() ||
        is_contained(Ids, uint64_t(OfProgram)))
      return Rows.wrong(1, "is not as a profile has it");
    NeedsNames |= !all_of(Ids, [&](uint64_t Id) { return isKnown(Id); });
  });
  // Also where all are known: whether a damaged profile is added must not
  // depend on what was added before it.
  Read("functions", [&](StringRef Bytes) {
    Checksum Mine;
    Mine.add(0, Bytes);
    if (!WrittenNames.empty() && WrittenNames != Mine.text())
      Damage = "its functions are others than were written";
    else if (NeedsNames && !names(Bytes))
      Rows.wrong(1, "is not as a profile has it");
  });
  return Rows.ok();
}

/// All functions, in the order of their ids.
bool ProfileReader::names(StringRef Bytes) {
  ArrayRef Left = Result.Counted.Ids;
  auto Texts = [](ArrayRef<StringRef> From) {
    return std::vector<std::string>(From.begin(), From.end());
  };
  bool IsRight = database::unpack(Bytes, [&](const auto &Packed) {
    FunctionName Name{Packed.File.str(), Packed.Line, Packed.Name.str(),
                      Packed.Copy, Packed.Text};
    if (Left.empty() || Name.Name.empty() || idOf(Name) != Left.front())
      return false;
    Result.New[Left.front()] = {std::move(Name),
                                {Texts(Packed.Blocks),
                                 Packed.Transitions,
                                 Texts(Packed.Loops),
                                 {},
                                 {}}};
    Left = Left.drop_front();
    return true;
  });
  return IsRight && Left.empty();
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
  ArrayRef<uint64_t> Ids = Result.Counted.Ids;
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
