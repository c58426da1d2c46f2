//===- Database.h - The ipoint database on disk ---------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One SQLite file for a program (docs/formats.md). Any number of compilers may
// write at once: every unit is one transaction. Not for network file systems,
// whose locks SQLite cannot trust.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_DATABASE_DATABASE_H
#define IPOINT_DATABASE_DATABASE_H

#include "database/Connection.h"
#include "database/Program.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>

namespace ipoint::database {

/// The mode of a file that holds sources.
inline constexpr unsigned OwnerOnly = 0600;

class Database {
public:
  /// Opens the database at \p Path for writing and makes it, with \p Mode, if
  /// there is none. Errors name \p Path: not writable, not an ipoint database,
  /// of another version.
  static llvm::Expected<Database> openOrCreate(llvm::StringRef Path,
                                               unsigned Mode = OwnerOnly);

  /// Opens an existing database for reading only. Errors as above, and if there
  /// is none.
  static llvm::Expected<Database> open(llvm::StringRef Path);

  const Identity &identity() const { return Id; }
  /// When it was made, ns since the epoch; 0: not known.
  int64_t created() const { return Created; }

  /// Sets U.First and U.FirstCount: ranges that no other unit gets, be it only
  /// for a day if the compiler does not accept \p U. A unit with the same path,
  /// text and settings as one before gets the ids that that had. Versions of
  /// units that no product has any more are deleted if no ids are left
  /// (database/Versions.h). Fails if none are left all the same, or if the file
  /// stayed locked for a minute.
  llvm::Error reserve(Unit &U);
  /// Stores \p U, with the ids that reserve() gave it, in one transaction: it
  /// has become a product. The rows that the same unit had before go. Versions
  /// of units that U.Product, or what else they were for, has no more are
  /// deleted, the oldest first, when they have become many. Fails also if the
  /// ids are another unit's by now.
  llvm::Error store(Unit &U);

  /// What keepPreamble() stored for \p Key; none also if it cannot be read.
  std::optional<std::string> preamble(llvm::StringRef Key);
  /// Keeps \p Text, the answer of a compiler that \p Key identifies, for later
  /// compiles, and drops the oldest of more than 64. A failure is no error: the
  /// compiler is asked again.
  void keepPreamble(llvm::StringRef Key, llvm::StringRef Text);

  /// All units with all that they hold.
  llvm::Expected<Program> readAll();

  /// The file at its path is not the one that was opened.
  bool hasMoved() const;

private:
  Database(std::string Path, int Flags)
      : File(Path, Flags), Path(std::move(Path)) {}
  static llvm::Expected<Database> openWith(llvm::StringRef Path, int Flags);
  llvm::Error prepareSchema();
  llvm::Error checkSchema();
  llvm::Error failure(llvm::StringRef Doing) const;

  Connection File;
  std::string Path;
  Identity Id;
  int64_t Created = 0;
};

/// The database of a tool, which is opened once, when it is first needed.
class DatabaseOnDemand {
public:
  DatabaseOnDemand(std::string Path, unsigned Mode)
      : Path(std::move(Path)), Mode(Mode) {}

  llvm::StringRef path() const { return Path; }
  /// Null if there is none that can be opened: get() reports why.
  Database *ifThere();
  /// Makes it if there is none, also when it has been removed since. Errors as
  /// those of openOrCreate().
  llvm::Expected<Database *> get();

private:
  std::string Path;
  unsigned Mode; ///< of a new one
  std::optional<Database> Opened;
};

} // namespace ipoint::database

#endif // IPOINT_DATABASE_DATABASE_H
