//===- Versions.cpp - Which versions of units the database keeps ----------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "database/Versions.h"
#include "database/Connection.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Chrono.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace ipoint::database {

struct UnitVersions::Ranges {
  const char *First, *Reserved; ///< columns of units
  uint32_t Begin, End;          ///< of all
};

constexpr UnitVersions::Ranges UnitVersions::Ids = {"first", "reserved",
                                                    FirstProgramId, EndOfIds};
constexpr UnitVersions::Ranges UnitVersions::Counts = {
    "first_count", "counts_reserved", 0, EndOfCounts};

std::optional<uint32_t> UnitVersions::lowestGap(const Ranges &R,
                                                uint32_t Count) {
  // The ranges, and an empty one in front of the first.
  std::string Sql = formatv(
      "SELECT min(stop) FROM (SELECT stop, lead(start, 1, ?1) OVER (ORDER BY "
      "start, stop) AS next FROM (SELECT {0} AS start, {0} + {1} AS stop FROM "
      "units WHERE {1} > 0 UNION ALL SELECT {0}, {0} + {1} FROM reservations "
      "WHERE {1} > 0 UNION ALL SELECT ?2, ?2)) WHERE stop >= ?2 AND next - "
      "stop >= ?3",
      R.First, R.Reserved);
  Statement Gap(Handle, Sql.c_str());
  Gap.bind(R.End, R.Begin, Count);
  bool Found = Gap.step() && !Gap.isNull(0);
  auto First = static_cast<uint32_t>(Found ? Gap.integer(0) : 0);
  note(Gap.finish());
  return Found ? std::optional(First) : std::nullopt;
}

std::optional<uint32_t> UnitVersions::behindAll(const Ranges &R,
                                                uint32_t Count) {
  std::string Sql = formatv(
      "SELECT max(stop) FROM (SELECT * FROM (SELECT {0} + {1} AS stop FROM "
      "units WHERE {1} > 0 ORDER BY {0} DESC LIMIT 1) UNION ALL SELECT {0} + "
      "{1} FROM reservations WHERE {1} > 0 UNION ALL SELECT ?1)",
      R.First, R.Reserved);
  Statement Last(Handle, Sql.c_str());
  Last.bind(R.Begin);
  int64_t First = Last.step() ? Last.integer(0) : R.Begin;
  // The database may have been edited.
  if (!note(Last.finish()) || First < R.Begin || First > R.End - Count)
    return std::nullopt;
  return static_cast<uint32_t>(First);
}

std::optional<uint32_t> UnitVersions::findRange(const Ranges &R,
                                                uint32_t Count) {
  if (Count > R.End - R.Begin)
    return std::nullopt;
  if (Count == 0)
    return R.Begin;
  // Each unit of a build asks, and where nothing was collected there are no
  // gaps to look for.
  Statement Any(Handle, "SELECT EXISTS (SELECT 1 FROM collected)");
  bool HasGaps = Any.step() && Any.integer(0) != 0;
  note(Any.finish());
  std::optional<uint32_t> First;
  if (!HasGaps)
    First = behindAll(R, Count);
  if (!First)
    First = lowestGap(R, Count);
  if (First)
    return First;
  for (const Version &V : superseded()) {
    if (!collect(V.Row))
      return std::nullopt;
    if ((First = lowestGap(R, Count)))
      break;
  }
  return First;
}

std::optional<UnitVersions::Range>
UnitVersions::rangeFor(const Ranges &R, const Range &Before, uint32_t Count) {
  // The database may have been edited.
  if (Count <= Before.Reserved && Before.First >= R.Begin &&
      Before.Reserved <= R.End - Before.First)
    return Before;
  std::optional<uint32_t> First = findRange(R, Count);
  return First ? std::optional(Range{*First, Count}) : std::nullopt;
}

bool UnitVersions::reserve(Unit &U, StringRef Hash) {
  // A compiler that has not accepted a unit for so long never will.
  static constexpr int64_t Lifetime = 24 * 60 * 60; // s
  int64_t Now = sys::toTimeT(std::chrono::system_clock::now());
  Statement Drop(Handle, "DELETE FROM reservations WHERE at NOT BETWEEN ? AND "
                         "?");
  Statement Before(
      Handle, "SELECT first, reserved, first_count, counts_reserved FROM units "
              "WHERE path = ?1 AND text_hash = ?2 AND settings = ?3 UNION ALL "
              "SELECT first, reserved, first_count, counts_reserved FROM "
              "reservations WHERE path = ?1 AND text_hash = ?2 AND settings = "
              "?3 ORDER BY reserved DESC");
  Before.bind(U.Path, Hash, U.settings());
  Range OfIds, OfCounts;
  if (Before.step()) {
    OfIds = {Before.integer(0), Before.integer(1)};
    OfCounts = {Before.integer(2), Before.integer(3)};
  }
  if (!note(Before.finish() && Drop.run(Now - Lifetime, Now + Lifetime)))
    return false;
  std::optional<Range> Id = rangeFor(Ids, OfIds, U.count());
  std::optional<Range> Count = rangeFor(Counts, OfCounts, U.Counts);
  if (!Id || !Count)
    return false;
  U.First = static_cast<uint32_t>(Id->First);
  U.FirstCount = static_cast<uint32_t>(Count->First);
  Statement Insert(Handle, "INSERT OR REPLACE INTO reservations VALUES (?, ?, "
                           "?, ?, ?, ?, ?, ?)");
  return note(Insert.run(U.Path, Hash, U.settings(), U.First, Id->Reserved,
                         U.FirstCount, Count->Reserved, Now));
}

bool UnitVersions::remove(int64_t Row) {
  Statement Range(Handle, "SELECT first, first + reserved - 1 FROM units WHERE "
                          "id = ?");
  Range.bind(Row);
  if (!Range.step())
    return note(false);
  int64_t First = Range.integer(0), Last = Range.integer(1);
  Statement Of(Handle,
               "SELECT file FROM functions WHERE unit = ?1 UNION "
               "SELECT file FROM places_not_instrumented WHERE unit = ?1 UNION "
               "SELECT file FROM included_text WHERE ipoint BETWEEN ?2 AND ?3");
  for (Of.bind(Row, First, Last); Of.step();)
    Files.push_back(Of.integer(0));
  if (!note(Range.finish() && Of.ok()))
    return false;
  for (const char *Sql :
       {"DELETE FROM transitions WHERE source BETWEEN ? AND ?",
        "DELETE FROM calls WHERE ipoint BETWEEN ? AND ?",
        "DELETE FROM marks WHERE ipoint BETWEEN ? AND ?",
        "DELETE FROM included_text WHERE ipoint BETWEEN ? AND ?",
        "DELETE FROM ipoints WHERE id BETWEEN ? AND ?"}) {
    Statement Delete(Handle, Sql);
    if (!note(Delete.run(First, Last)))
      return false;
  }
  Statement Delete(Handle, "DELETE FROM units WHERE id = ?");
  return note(Delete.run(Row));
}

bool UnitVersions::handOver(int64_t From, int64_t To) {
  Statement Update(Handle, "UPDATE products SET unit = ? WHERE unit = ?");
  return note(Update.run(To, From));
}

bool UnitVersions::setProduct(StringRef Product, StringRef Source,
                              int64_t Row) {
  std::optional<int64_t> Before;
  Statement Find(Handle,
                 "SELECT unit FROM products WHERE path = ? AND source = ?");
  Find.bind(Product, Source);
  if (Find.step())
    Before = Find.integer(0);
  Statement Set(Handle, "INSERT OR REPLACE INTO products VALUES (?, ?, ?)");
  if (!note(Find.finish() && Set.run(Product, Source, Row)))
    return false;
  if (!Before || *Before == Row)
    return true;
  return collectOld(*Before);
}

bool UnitVersions::collectOld(int64_t Newest) {
  // To find them takes time that grows with the database: the size of what was
  // replaced since decides when the search is worth it.
  Statement Add(Handle,
                "INSERT INTO meta SELECT 'superseded_bytes', bytes FROM units "
                "WHERE id = ? ON CONFLICT (key) DO UPDATE SET value = value + "
                "excluded.value RETURNING value");
  Add.bind(Newest);
  int64_t Bytes = Add.step() ? Add.integer(0) : 0;
  if (!note(Add.finish()) || Bytes <= SupersededBytes)
    return Ok;
  std::vector<Version> Old = superseded();
  Bytes = 0;
  for (const Version &V : Old)
    Bytes += V.Bytes;
  for (const Version &V : Old) {
    if (Bytes <= SupersededBytes)
      break;
    if (V.Row == Newest)
      continue;
    if (!collect(V.Row))
      return false;
    Bytes -= V.Bytes;
  }
  Statement Set(Handle,
                "UPDATE meta SET value = ? WHERE key = 'superseded_bytes'");
  return note(Set.run(Bytes));
}

std::vector<UnitVersions::Version> UnitVersions::superseded() {
  std::vector<Version> Result;
  Statement Older(
      Handle,
      "SELECT id, bytes FROM units u WHERE (held AND NOT EXISTS (SELECT 1 FROM "
      "products WHERE unit = u.id)) OR EXISTS (SELECT 1 FROM units n WHERE "
      "n.path = u.path AND n.settings = u.settings AND n.flags = u.flags AND "
      "n.id > u.id) ORDER BY id");
  while (Older.step())
    if (int64_t Row = Older.integer(0); !hasProduct(Row))
      Result.push_back({Row, Older.integer(1)});
  note(Older.ok());
  return Result;
}

/// Whether one of the files that are to hold the unit is there.
bool UnitVersions::hasProduct(int64_t Row) {
  Statement Paths(Handle, "SELECT path FROM products WHERE unit = ?");
  bool Found = false;
  for (Paths.bind(Row); Paths.step();)
    Found |= sys::fs::exists(Paths.text(0));
  note(Paths.ok());
  return Found;
}

bool UnitVersions::collect(int64_t Row) {
  Statement Keep(Handle,
                 "INSERT OR REPLACE INTO collected SELECT path, text_hash, "
                 "first, count FROM units WHERE id = ? AND count > 0");
  Statement Forget(Handle, "DELETE FROM products WHERE unit = ?");
  return note(Keep.run(Row) && Forget.run(Row)) && remove(Row);
}

bool UnitVersions::removeOrphans() {
  Statement Delete(
      Handle, "DELETE FROM files WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM "
              "functions WHERE file = ?1) AND NOT EXISTS (SELECT 1 FROM "
              "places_not_instrumented WHERE file = ?1) AND NOT EXISTS (SELECT "
              "1 FROM included_text WHERE file = ?1)");
  for (int64_t File : Files) {
    Delete.bind(File);
    note(Delete.finish());
  }
  Files.clear();
  return Ok;
}

} // namespace ipoint::database
