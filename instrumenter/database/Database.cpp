//===- Database.cpp - Opening the ipoint database -------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "database/Database.h"
#include "database/Connection.h"
#include "database/Schema.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <chrono>
#include <random>

using namespace llvm;

namespace ipoint::database {

/// How long a compiler waits for the others, ms.
static constexpr int BusyTimeout = 60000;

static Identity drawIdentity() {
  std::random_device Device;
  Identity Id;
  for (uint32_t &Word : Id.Words)
    Word = Device();
  return Id;
}

static constexpr const char *NotOurs =
    "not an ipoint database; name the one of the program with --db or "
    "IPOINT_DB";

Expected<Database> Database::openWith(StringRef Path, int Flags) {
  // SQLite's own message does not say so. Journals have longer names.
  constexpr size_t LongestPath = 504;
  SmallString<256> Absolute(Path);
  if (!sys::fs::make_absolute(Absolute) && Absolute.size() > LongestPath)
    return errorAt(Path, "a path of " + std::to_string(Absolute.size()) +
                             " bytes is too long for an ipoint database, whose "
                             "may have " +
                             std::to_string(LongestPath));
  // SQLite would write a journal beside a device, and wait for a pipe.
  sys::fs::file_status Status;
  if (!sys::fs::status(Path, Status) &&
      Status.type() != sys::fs::file_type::regular_file)
    return errorAt(Path, NotOurs);
  Database Result(Path.str(), Flags);
  StringRef Folder = sys::path::parent_path(Absolute);
  if (!Result.File.isOpen() && !sys::fs::exists(Folder))
    return errorAt(Path, "there is no folder " + Folder.str() +
                             " for the ipoint database");
  if (!Result.File.isOpen())
    return Result.failure("cannot open the ipoint database");
  sqlite3_busy_timeout(Result.File.handle(), BusyTimeout);
  // Compilers sync no object either: what a power failure damages is built
  // again. A killed process leaves the journal, and loses nothing.
  Result.File.execute("PRAGMA foreign_keys = ON; PRAGMA synchronous = OFF;");
  return Result;
}

/// SQLite takes an empty file for a new database, and gives its journal the
/// same mode.
static void makeEmpty(StringRef Path, unsigned Mode) {
  int File = -1;
  if (sys::fs::openFileForReadWrite(Path, File, sys::fs::CD_CreateNew,
                                    sys::fs::OF_None, Mode))
    return; // it is there, or SQLite will report why it can't be made
  // Where this fails, the file has what the umask left of the mode, which is
  // never more.
  (void)sys::fs::setPermissions(File, static_cast<sys::fs::perms>(Mode));
  (void)sys::fs::closeFile(File);
}

Expected<Database> Database::openOrCreate(StringRef Path, unsigned Mode) {
  makeEmpty(Path, Mode);
  Expected<Database> Result =
      openWith(Path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
  if (!Result)
    return Result.takeError();
  if (Error E = Result->prepareSchema())
    return E;
  if (Error E = Result->checkSchema())
    return E;
  return Result;
}

Expected<Database> Database::open(StringRef Path) {
  if (!sys::fs::exists(Path))
    return errorAt(Path, "no such ipoint database; name the one that the build "
                         "wrote with --db or IPOINT_DB");
  // Not read-only: the first process that opens the database after a compile
  // was killed rolls back what that has written. SQLite reads a file that may
  // not be written.
  Expected<Database> Result = openWith(Path, SQLITE_OPEN_READWRITE);
  if (!Result)
    return Result.takeError();
  if (Error E = Result->checkSchema())
    return E;
  return Result;
}

Error Database::failure(StringRef Doing) const {
  int Code = sqlite3_extended_errcode(File.handle());
  if ((Code & 0xff) == SQLITE_NOTADB)
    return errorAt(Path, NotOurs);
  std::string What = (Doing + ": " + File.message()).str();
  if ((Code & 0xff) == SQLITE_CORRUPT)
    What += "; the file is cut or damaged: copy it again, or delete it and "
            "build again";
  return errorAt(Path, What);
}

bool Database::hasMoved() const {
  int Moved = 0;
  sqlite3_file_control(File.handle(), "main", SQLITE_FCNTL_HAS_MOVED, &Moved);
  return Moved != 0;
}

/// Makes the tables in a new, empty file. Of several processes that find it
/// empty at once one does it.
Error Database::prepareSchema() {
  Transaction Change(File);
  std::optional<int64_t> Tables =
      File.number("SELECT count(*) FROM sqlite_schema");
  if (!Tables)
    return failure("cannot read the ipoint database");
  if (*Tables != 0)
    return Error::success();
  std::string Header =
      "PRAGMA application_id = " + std::to_string(ApplicationId) +
      "; PRAGMA user_version = " + std::to_string(SchemaVersion) + ";";
  if (!File.execute(Header + Schema))
    return failure("cannot make the ipoint database");
  Statement Meta(File.handle(), "INSERT INTO meta VALUES (?, ?)");
  Meta.run("identity", drawIdentity().hex());
  Meta.run("created_by", "ipoint " IPOINT_VERSION);
  auto Now = std::chrono::system_clock::now().time_since_epoch();
  Meta.run(
      "created",
      std::to_string(
          std::chrono::duration_cast<std::chrono::nanoseconds>(Now).count()));
  if (!Meta.ok() || !Change.commit())
    return failure("cannot make the ipoint database");
  return Error::success();
}

std::optional<std::string> Database::preamble(StringRef Key) {
  Statement Select(File.handle(), "SELECT text FROM preambles WHERE key = ?");
  Select.bind(Key);
  if (!Select.step())
    return std::nullopt;
  return Select.text(0);
}

void Database::keepPreamble(StringRef Key, StringRef Text) {
  static constexpr int Most = 64;
  Transaction Change(File);
  Statement Insert(
      File.handle(),
      "INSERT OR REPLACE INTO preambles (key, text) VALUES (?, ?)");
  Statement Drop(File.handle(), "DELETE FROM preambles WHERE id <= "
                                "(SELECT max(id) FROM preambles) - ?");
  if (Change.isOpen() && Insert.run(Key, Text) && Drop.run(Most))
    (void)Change.commit();
}

Error Database::checkSchema() {
  std::optional<int64_t> Application = File.number("PRAGMA application_id");
  if (!Application)
    return failure("cannot read the ipoint database");
  if (*Application != ApplicationId)
    return errorAt(Path, NotOurs);
  if (File.number("PRAGMA user_version") != SchemaVersion)
    return errorAt(Path, "ipoint database of another version; delete it and "
                         "build again");
  Statement Meta(File.handle(),
                 "SELECT value FROM meta WHERE key = 'identity'");
  std::optional<Identity> Read;
  if (Meta.step())
    Read = Identity::fromHex(Meta.text(0));
  if (!Read)
    return errorAt(Path, "ipoint database without an identity; delete it and "
                         "build again");
  Id = *Read;
  Created = File.number("SELECT value FROM meta WHERE key = 'created'")
                .value_or(Created);
  return Error::success();
}

Database *DatabaseOnDemand::ifThere() {
  if (Opened && Opened->hasMoved())
    Opened.reset();
  if (Opened)
    return &*Opened;
  if (Expected<Database> D = Database::open(Path))
    Opened.emplace(std::move(*D));
  else
    consumeError(D.takeError());
  return Opened ? &*Opened : nullptr;
}

Expected<Database *> DatabaseOnDemand::get() {
  if (Database *D = ifThere())
    return D;
  Expected<Database> D = Database::openOrCreate(Path, Mode);
  if (!D)
    return D.takeError();
  return &Opened.emplace(std::move(*D));
}

} // namespace ipoint::database
