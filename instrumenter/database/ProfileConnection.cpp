//===- ProfileConnection.cpp - A profile's file in SQLite -----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "database/ProfileConnection.h"
#include "database/Statement.h"
#include "llvm/Support/FileSystem.h"
#include <map>

using namespace llvm;

namespace ipoint::profile {

using database::Statement;

static Error errorAt(StringRef Path, const Twine &What) {
  return createStringError(inconvertibleErrorCode(), Path + ": " + What);
}

Connection Connection::inMemory() {
  sqlite3 *Handle = nullptr;
  sqlite3_open_v2(":memory:", &Handle,
                  SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE |
                      SQLITE_OPEN_NOMUTEX,
                  nullptr);
  return Connection(Handle);
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
  sqlite3 *Handle = nullptr;
  int Code =
      sqlite3_open_v2(Path.str().c_str(), &Handle,
                      SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, nullptr);
  Connection Result(Handle);
  if (Code != SQLITE_OK)
    return errorAt(Path, "cannot be read: " + Result.message());
  // What somebody else wrote may call nothing but what reading needs.
  sqlite3_db_config(Handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(Handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  return Result;
}

bool Connection::execute(const std::string &Sql) {
  return sqlite3_exec(handle(), Sql.c_str(), nullptr, nullptr, nullptr) ==
         SQLITE_OK;
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

/// The statements that made what the file holds, by name; empty where they
/// can't be read.
static std::map<std::string, std::string> schemaOf(const Connection &Of) {
  std::map<std::string, std::string> Result;
  Statement Rows(Of.handle(),
                 "SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL");
  while (Rows.step())
    Result[Rows.text(0)] = Rows.text(1);
  return Rows.ok() ? Result : std::map<std::string, std::string>();
}

static std::optional<int64_t> numberOf(const Connection &Of, const char *Sql) {
  Statement S(Of.handle(), Sql);
  return S.step() ? std::optional(S.integer(0)) : std::nullopt;
}

Error Connection::check(StringRef Path) {
  std::optional<int64_t> Application = numberOf(*this, "PRAGMA application_id");
  if (!Application)
    return errorAt(Path, "cannot be read as a profile: " + message() +
                             "; the file is cut or damaged: copy it again");
  if (*Application != ApplicationId)
    return errorAt(Path, "not a profile; name one that 'ipoint-report profile' "
                         "or 'merge' wrote, or the folder of a trace");
  if (numberOf(*this, "PRAGMA user_version") != SchemaVersion)
    return errorAt(Path, "profile of another version; reduce its traces again "
                         "with 'ipoint-report profile'");
  Connection Ours = inMemory();
  // A view in a table's place could do anything.
  if (!Ours.execute(Schema) || schemaOf(*this) != schemaOf(Ours))
    return errorAt(Path, "damaged profile: its tables are not those of a "
                         "profile; copy it again");
  Statement Whole(handle(), "PRAGMA quick_check(1)");
  if (!Whole.step() || Whole.text(0) != "ok")
    return errorAt(Path, "damaged profile: the file is cut or its pages do not "
                         "fit together; copy it again");
  return Error::success();
}

} // namespace ipoint::profile
