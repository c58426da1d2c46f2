//===- Transaction.h - One change of the database, whole or not at all ----===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_DATABASE_TRANSACTION_H
#define IPOINT_DATABASE_TRANSACTION_H

#include "database/Database.h"
#include <sqlite3.h>

namespace ipoint::database {

/// Takes the write lock at once: a reader that turns writer later could be
/// refused it. Rolls back unless it is committed.
class Transaction {
public:
  explicit Transaction(Database &D) : Handle(D.Handle.get()) {
    Open = execute("BEGIN IMMEDIATE");
  }
  Transaction(const Transaction &) = delete;
  Transaction &operator=(const Transaction &) = delete;
  ~Transaction() {
    if (Open)
      execute("ROLLBACK");
  }

  bool isOpen() const { return Open; }

  bool commit() {
    if (!Open || !execute("COMMIT"))
      return false;
    Open = false;
    return true;
  }

private:
  bool execute(const char *Sql) {
    return sqlite3_exec(Handle, Sql, nullptr, nullptr, nullptr) == SQLITE_OK;
  }

  sqlite3 *Handle;
  bool Open = false;
};

} // namespace ipoint::database

#endif // IPOINT_DATABASE_TRANSACTION_H
