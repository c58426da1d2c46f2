//===- Database.cpp - Opening the ipoint database -------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "database/Database.h"
#include "database/Schema.h"
#include "database/Statement.h"
#include "database/Transaction.h"
#include "llvm/Support/FileSystem.h"
#include <chrono>
#include <random>

using namespace llvm;

namespace ipoint::database {

/// How long a compiler waits for the others, ms.
static constexpr int BusyTimeout = 60000;

static Error errorAt(StringRef Path, const Twine &What) {
  return createStringError(inconvertibleErrorCode(), Path + ": " + What);
}

static Identity drawIdentity() {
  std::random_device Device;
  Identity Id;
  for (uint32_t &Word : Id.Words)
    Word = Device();
  return Id;
}

void Database::Closer::operator()(sqlite3 *Handle) const {
  sqlite3_close(Handle);
}

Database::Database(std::unique_ptr<sqlite3, Closer> Handle, std::string Path)
    : Handle(std::move(Handle)), Path(std::move(Path)) {}
Database::Database(Database &&) noexcept = default;
Database &Database::operator=(Database &&) noexcept = default;
Database::~Database() = default;

static constexpr const char *NotOurs =
    "not an ipoint database; name the one of the program with --db or "
    "IPOINT_DB";

Expected<Database> Database::openWith(StringRef Path, int Flags) {
  sqlite3 *Raw = nullptr;
  std::string Name = Path.str();
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
  // One thread uses a connection at a time: the tools have no other.
  int Code =
      sqlite3_open_v2(Name.c_str(), &Raw, Flags | SQLITE_OPEN_NOMUTEX, nullptr);
  Database Result(std::unique_ptr<sqlite3, Closer>(Raw), Name);
  if (Code != SQLITE_OK)
    return Result.failure("cannot open the ipoint database");
  sqlite3_busy_timeout(Raw, BusyTimeout);
  // Compilers sync no object either: what a power failure damages is built
  // again. A killed process leaves the journal, and loses nothing.
  sqlite3_exec(Raw, "PRAGMA foreign_keys = ON; PRAGMA synchronous = OFF;",
               nullptr, nullptr, nullptr);
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
  int Code = sqlite3_extended_errcode(Handle.get());
  if ((Code & 0xff) == SQLITE_NOTADB)
    return errorAt(Path, NotOurs);
  std::string What = (Doing + ": " + sqlite3_errmsg(Handle.get())).str();
  if ((Code & 0xff) == SQLITE_CORRUPT)
    What += "; the file is cut or damaged: copy it again, or delete it and "
            "build again";
  return errorAt(Path, What);
}

/// Makes the tables in a new, empty file. Of several processes that find it
/// empty at once one does it.
Error Database::prepareSchema() {
  Transaction Change(*this);
  Statement Tables(Handle.get(), "SELECT count(*) FROM sqlite_schema");
  if (!Tables.step())
    return failure("cannot read the ipoint database");
  if (Tables.integer(0) != 0)
    return Error::success();
  while (Tables.step())
    ;
  std::string Header =
      "PRAGMA application_id = " + std::to_string(ApplicationId) +
      "; PRAGMA user_version = " + std::to_string(SchemaVersion) + ";";
  if (sqlite3_exec(Handle.get(), (Header + Schema).c_str(), nullptr, nullptr,
                   nullptr) != SQLITE_OK)
    return failure("cannot make the ipoint database");
  Statement Meta(Handle.get(), "INSERT INTO meta VALUES (?, ?)");
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
  Statement Select(Handle.get(), "SELECT text FROM preambles WHERE key = ?");
  Select.bind(Key);
  if (!Select.step())
    return std::nullopt;
  return Select.text(0);
}

void Database::keepPreamble(StringRef Key, StringRef Text) {
  static constexpr int Most = 64;
  Transaction Change(*this);
  Statement Insert(
      Handle.get(),
      "INSERT OR REPLACE INTO preambles (key, text) VALUES (?, ?)");
  Statement Drop(Handle.get(), "DELETE FROM preambles WHERE id <= "
                               "(SELECT max(id) FROM preambles) - ?");
  if (Change.isOpen() && Insert.run(Key, Text) && Drop.run(Most))
    (void)Change.commit();
}

Error Database::checkSchema() {
  Statement Application(Handle.get(), "PRAGMA application_id");
  if (!Application.step())
    return failure("cannot read the ipoint database");
  if (Application.integer(0) != ApplicationId)
    return errorAt(Path, NotOurs);
  Statement Version(Handle.get(), "PRAGMA user_version");
  if (!Version.step() || Version.integer(0) != SchemaVersion)
    return errorAt(Path, "ipoint database of another version; delete it and "
                         "build again");
  Statement Meta(Handle.get(), "SELECT value FROM meta WHERE key = 'identity'");
  std::optional<Identity> Read;
  if (Meta.step())
    Read = Identity::fromHex(Meta.text(0));
  if (!Read)
    return errorAt(Path, "ipoint database without an identity; delete it and "
                         "build again");
  Id = *Read;
  Statement Made(Handle.get(), "SELECT value FROM meta WHERE key = 'created'");
  if (Made.step())
    Created = Made.integer(0);
  return Error::success();
}

} // namespace ipoint::database
