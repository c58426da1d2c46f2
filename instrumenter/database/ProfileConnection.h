//===- ProfileConnection.h - A profile's file in SQLite -------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_DATABASE_PROFILECONNECTION_H
#define IPOINT_DATABASE_PROFILECONNECTION_H

#include "database/ProfileSchema.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <sqlite3.h>
#include <string>

namespace ipoint::profile {

class Connection {
public:
  /// An empty file, in memory.
  static Connection inMemory();
  /// The file \p Path, which nothing changes. Errors name \p Path.
  static llvm::Expected<Connection> toRead(llvm::StringRef Path);

  /// Errors name \p Path: it is no profile, or of another version, or what it
  /// holds are not the tables of a profile.
  llvm::Error check(llvm::StringRef Path);

  sqlite3 *handle() const { return Handle.get(); }
  bool execute(const std::string &Sql);
  /// What went wrong last.
  std::string message() const { return sqlite3_errmsg(handle()); }
  /// The file as it would be on a disk; empty: there is no memory for it.
  std::string bytes() const;

private:
  struct Closer {
    void operator()(sqlite3 *Handle) const { sqlite3_close(Handle); }
  };
  explicit Connection(sqlite3 *Handle) : Handle(Handle) {}

  std::unique_ptr<sqlite3, Closer> Handle;
};

} // namespace ipoint::profile

#endif // IPOINT_DATABASE_PROFILECONNECTION_H
