//===- ProfileFile.cpp - A profile's file in SQLite -----------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "database/ProfileFile.h"
#include "database/Connection.h"
#include "database/Packed.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FileSystem.h"
#include <map>

using namespace llvm;

namespace ipoint::profile {

using database::errorAt;
using database::Statement;

Connection Connection::inMemory() {
  return Connection(":memory:", SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
}

/// \p Path as SQLite reads it where options follow.
static std::string uriOf(StringRef Path) {
  std::string Result = "file:";
  for (char C : Path)
    if (StringRef("%?#").contains(C))
      Result += "%" + utohexstr(uint8_t(C), /*LowerCase=*/false, 2);
    else
      Result += C;
  return Result;
}

Expected<Connection> Connection::toRead(StringRef Path) {
  if (!sys::fs::exists(Path))
    return errorAt(Path, "no such profile; reduce a trace with 'ipoint-report "
                         "profile TRACE -o " +
                             Path + "'");
  if (!sys::fs::is_regular_file(Path))
    return errorAt(Path, "not a profile; reduce a trace with 'ipoint-report "
                         "profile " +
                             Path + " -o FILE'");
  // As nothing changes it, it is read without locks, in one transaction.
  Connection Result(uriOf(Path) + "?immutable=1",
                    SQLITE_OPEN_READONLY | SQLITE_OPEN_URI);
  if (!Result.isOpen())
    return errorAt(Path, "cannot be read: " + Result.message());
  // What somebody else wrote may call nothing but what reading needs.
  sqlite3_db_config(Result.handle(), SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(Result.handle(), SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0,
                    nullptr);
  Result.execute("BEGIN");
  return Result;
}

std::string Connection::bytes() const {
  sqlite3_int64 Size = 0;
  unsigned char *Bytes = sqlite3_serialize(handle(), "main", &Size, 0);
  if (!Bytes)
    return "";
  std::string Result(reinterpret_cast<const char *>(Bytes),
                     static_cast<size_t>(Size));
  sqlite3_free(Bytes);
  return Result;
}

/// The statements that made what the file holds, with names, in their order;
/// empty where they can't be read.
static std::string schemaOf(const Connection &Of) {
  std::string Result;
  Statement Rows(Of.handle(),
                 "SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL");
  while (Rows.step())
    (((Result += Rows.view(0)) += '\n') += Rows.view(1)) += '\n';
  return Rows.ok() ? Result : "";
}

/// The same of a profile.
static const std::string &ourSchema() {
  static const auto Ours = [] {
    Connection Empty = Connection::inMemory();
    Empty.execute(Schema);
    return schemaOf(Empty);
  }();
  return Ours;
}

/// Whether the file has the pages that its header promises.
static bool hasAllPages(const Connection &Of, StringRef Path) {
  uint64_t Size;
  std::optional<int64_t> Pages = Of.number("PRAGMA page_count"),
                         PageSize = Of.number("PRAGMA page_size");
  return Pages && PageSize && !sys::fs::file_size(Path, Size) &&
         uint64_t(*Pages) * uint64_t(*PageSize) == Size;
}

Error Connection::check(StringRef Path, bool IsWhole) {
  std::optional<int64_t> Application = number("PRAGMA application_id");
  if (!Application)
    return errorAt(Path, "cannot be read as a profile: " + message() +
                             "; the file is cut or damaged: copy it again");
  if (*Application != ApplicationId)
    return errorAt(Path, "not a profile; name one that 'ipoint-report profile' "
                         "or 'merge' wrote, or the folder of a trace");
  std::optional<int64_t> Version = number("PRAGMA user_version");
  if (Version != SchemaVersion)
    return errorAt(Path, "profile of another version; reduce its traces again "
                         "with 'ipoint-report profile'");
  // A view in a table's place could do anything.
  if (schemaOf(*this) != ourSchema())
    return errorAt(Path, "damaged profile: its tables are not those of a "
                         "profile; copy it again");
  auto Fits = [&] {
    Statement Whole(handle(), "PRAGMA quick_check(1)");
    return Whole.step() && Whole.text(0) == "ok";
  };
  if (!hasAllPages(*this, Path) || (IsWhole && !Fits()))
    return errorAt(Path, "damaged profile: the file is cut or its pages do not "
                         "fit together; copy it again");
  return Error::success();
}

} // namespace ipoint::profile

namespace ipoint::database {

/// What the figures of a kind add up to is a number of \p F.
static int64_t &figureOf(FunctionTimes &F, StringRef Kind) {
  auto [Times, Part] = Kind.split('.');
  if (Part.empty())
    return *StringSwitch<int64_t *>(Kind)
                .Case("calls", &F.Calls)
                .Case("visits", &F.Visits)
                .Case("loop_entered", &F.LoopsEntered)
                .Default(&F.LoopIterations);
  TimeSum &Sum = *StringSwitch<TimeSum *>(Times)
                      .Case("self", &F.Self)
                      .Case("inclusive", &F.Inclusive)
                      .Default(&F.Called);
  return *StringSwitch<int64_t *>(Part)
              .Case("count", &Sum.Count)
              .Case("sum", &Sum.Ticks)
              .Case("timed_probes", &Sum.Timed)
              .Case("max", &Sum.Most)
              .Default(&Sum.Untimed);
}

/// The largest number in place of an overflow.
static void add(int64_t &To, PackedValue Value, bool IsMost) {
  Value = std::min<PackedValue>(Value, INT64_MAX);
  if (IsMost)
    To = std::max(To, int64_t(Value));
  else if (__builtin_add_overflow(To, int64_t(Value), &To))
    To = INT64_MAX;
}

/// \returns false where they are not as a profile has them.
static bool readFigures(StringRef Bytes, ArrayRef<FunctionTimes *> All) {
  static const StringSet<> Wanted = {"calls",
                                     "visits",
                                     "loop_entered",
                                     "loop_iterations",
                                     "self.count",
                                     "self.sum",
                                     "self.timed_probes",
                                     "self.untimed_probes",
                                     "self.max",
                                     "inclusive.count",
                                     "inclusive.sum",
                                     "inclusive.timed_probes",
                                     "inclusive.untimed_probes",
                                     "inclusive.max",
                                     "called.count",
                                     "called.sum",
                                     "called.timed_probes",
                                     "called.untimed_probes",
                                     "called.max"};
  FiguresReader From(Bytes);
  if (!From.ok() || From.functions() != All.size())
    return false;
  bool IsRight = true;
  for (FunctionTimes *To : All)
    for (size_t Left = From.function().Figures; Left != 0; --Left) {
      PackedFigure F = From.figure();
      if (!From.ok())
        return false;
      StringRef Kind = From.kinds()[F.Kind];
      bool IsWanted = To && Wanted.contains(Kind);
      int64_t None = 0, &Sum = IsWanted ? figureOf(*To, Kind) : None;
      IsRight &= F.isOrdered();
      F.numbers([&](uint64_t, PackedValue Value) {
        IsRight &= !IsWanted || Value >= 0;
        add(Sum, Value, Kind.ends_with(".max"));
      });
    }
  return IsRight && From.atEnd();
}

static void readFunctions(sqlite3 *From, ProfileTimes &To,
                          std::string &Damage) {
  CheckedRows Rows(From, "packed",
                   "SELECT key, data FROM packed ORDER BY key DESC", Damage);
  std::vector<FunctionTimes *> All = {nullptr}; // the program's are not wanted
  auto Take = [&](const PackedFunction &F) {
    All.push_back(&To.Functions[{F.File.str(), F.Name.str()}]);
    return true;
  };
  while (Rows.step()) {
    std::string Key = Rows.text(0);
    StringRef Bytes = Rows.bytes(1);
    if ((Key == "functions" && !unpack(Bytes, Take)) ||
        (Key == "figures" && !readFigures(Bytes, All)))
      Rows.wrong(1, "is not as a profile has it");
  }
  if (!Rows.ok() && Damage.empty())
    Damage = sqlite3_errmsg(From);
}

/// The environment has thousandths.
static void readRecords(sqlite3 *From, ProfileTimes &To, std::string &Damage) {
  CheckedRows Rows(From, "run", R"(
    SELECT CAST(AVG(IFNULL(r.changes ->> '$.environment.overhead_timed_mean',
        p.value ->> '$.environment.overhead_timed_mean')) AS INTEGER) AS timed,
      CAST(AVG(IFNULL(r.changes ->> '$.environment.overhead_untimed_mean',
        p.value ->> '$.environment.overhead_untimed_mean')) AS INTEGER)
        AS untimed
    FROM run r, profile p WHERE p.key = 'facts')",
                   Damage, 0);
  if (Rows.step()) {
    To.TimedRecord = 1e-3 * double(Rows.integer(0, 0, INT32_MAX));
    To.UntimedRecord = 1e-3 * double(Rows.integer(1, 0, INT32_MAX));
  }
  if (!Rows.ok() && Damage.empty())
    Damage = sqlite3_errmsg(From);
}

Expected<ProfileTimes> ProfileTimes::read(StringRef Path) {
  Expected<profile::Connection> From = profile::Connection::toRead(Path);
  if (!From)
    return From.takeError();
  if (Error E = From->check(Path))
    return E;
  ProfileTimes Result;
  std::string Damage;
  readFunctions(From->handle(), Result, Damage);
  readRecords(From->handle(), Result, Damage);
  if (!Damage.empty())
    return createStringError(Path + ": damaged profile: " + Damage +
                             "; copy it again");
  return Result;
}

} // namespace ipoint::database
