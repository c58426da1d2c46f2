//===- ProfileFile.h - A profile's file in SQLite -------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Described in docs/formats.md, section "Profiles". Any change of it is a new
// version. The report writes and reads profiles, and the instrumenter reads
// what lasts.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_DATABASE_PROFILEFILE_H
#define IPOINT_DATABASE_PROFILEFILE_H

#include "database/Connection.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <map>
#include <string>

namespace ipoint::profile {

inline constexpr int ApplicationId = 0x69705072; ///< "ipPr"
inline constexpr int SchemaVersion = 4;

inline constexpr const char *Schema = R"(
CREATE TABLE profile (key TEXT PRIMARY KEY, value TEXT NOT NULL)
  WITHOUT ROWID;
CREATE TABLE unit_list (id INTEGER PRIMARY KEY, units TEXT NOT NULL UNIQUE);
CREATE TABLE run (id TEXT PRIMARY KEY, path TEXT NOT NULL,
  unit_list INTEGER NOT NULL REFERENCES unit_list, changes TEXT NOT NULL)
  WITHOUT ROWID;
CREATE TABLE damage (file TEXT NOT NULL, offset INTEGER NOT NULL,
  what TEXT NOT NULL);
CREATE TABLE note (function INTEGER NOT NULL,
  kind TEXT NOT NULL, slot INTEGER NOT NULL, text TEXT NOT NULL,
  PRIMARY KEY (function, kind, slot)) WITHOUT ROWID;
CREATE TABLE call_path (id INTEGER PRIMARY KEY, parent INTEGER,
  function INTEGER, calls INTEGER NOT NULL, data TEXT NOT NULL);
CREATE TABLE sampled (id TEXT PRIMARY KEY, facts TEXT NOT NULL)
  WITHOUT ROWID;
CREATE TABLE sample (sampled TEXT NOT NULL REFERENCES sampled,
  run INTEGER NOT NULL, batch INTEGER NOT NULL, data TEXT NOT NULL,
  PRIMARY KEY (sampled, run, batch)) WITHOUT ROWID;
CREATE TABLE packed (key TEXT PRIMARY KEY, data BLOB NOT NULL);
CREATE TABLE part (value TEXT PRIMARY KEY, data TEXT NOT NULL) WITHOUT ROWID;
)";

class Connection : public database::Connection {
public:
  /// An empty file, in memory.
  static Connection inMemory();
  /// The file \p Path, which nothing changes. Errors name \p Path.
  static llvm::Expected<Connection> toRead(llvm::StringRef Path);

  /// Errors name \p Path: it is no profile, or of another version, or what it
  /// holds are not the tables of a profile; \p IsWhole: or its pages do not fit
  /// together.
  llvm::Error check(llvm::StringRef Path, bool IsWhole = true);

  /// The file as it would be on a disk; empty: there is no memory for it.
  std::string bytes() const;

private:
  using database::Connection::Connection;
};

} // namespace ipoint::profile

namespace ipoint::database {

/// Raw times and the records in them, added up.
struct TimeSum {
  int64_t Count = 0;
  int64_t Ticks = 0;
  int64_t Timed = 0, Untimed = 0; ///< records
  int64_t Most = 0;               ///< ticks, of one
};

/// Of the calls of a function.
struct FunctionTimes {
  int64_t Calls = 0;
  int64_t Visits = 0; ///< of its blocks
  int64_t LoopsEntered = 0, LoopIterations = 0;
  TimeSum Self, Inclusive;
  TimeSum Called; ///< inclusive, of calls that were timed by themselves
};

struct ProfileTimes {
  /// Mean ticks that a record takes, over the profile's runs.
  double TimedRecord = 0, UntimedRecord = 0;
  /// By file (absolute) and name.
  std::map<std::pair<std::string, std::string>, FunctionTimes> Functions;

  /// Reads the profile \p Path (docs/formats.md). Errors name \p Path: it is no
  /// profile, of another version, cut or damaged.
  static llvm::Expected<ProfileTimes> read(llvm::StringRef Path);
};

} // namespace ipoint::database

#endif // IPOINT_DATABASE_PROFILEFILE_H
