//===- Statement.h - Prepared statements with checked results -------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thin layer over SQLite's C interface. A statement that fails remembers it
// and does nothing any more, so that a run of bindings and steps needs one
// check, at its end.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_DATABASE_STATEMENT_H
#define IPOINT_DATABASE_STATEMENT_H

#include "llvm/ADT/StringRef.h"
#include <concepts>
#include <cstdint>
#include <optional>
#include <sqlite3.h>
#include <string>
#include <tuple>

namespace ipoint::database {

class Statement {
public:
  Statement(sqlite3 *Handle, const char *Sql) {
    Code = sqlite3_prepare_v2(Handle, Sql, -1, &Prepared, nullptr);
  }
  Statement(const Statement &) = delete;
  Statement &operator=(const Statement &) = delete;
  ~Statement() { sqlite3_finalize(Prepared); }

  /// Runs the statement with these values to its end.
  template <typename... Values> bool run(const Values &...V) {
    int Index = 0;
    (bindOne(++Index, V, SQLITE_STATIC), ...);
    return finish();
  }

  /// Sets the values of the parameters behind the first \p Index. Texts must
  /// live until the statement has finished.
  template <typename... Values> void set(int Index, const Values &...V) {
    (bindOne(++Index, V, SQLITE_STATIC), ...);
  }

  /// Runs the statement to its end.
  bool finish() {
    while (step())
      ;
    return ok();
  }

  /// Sets the values of the statement's parameters, in order, and makes it
  /// ready to step.
  template <typename... Values> void bind(const Values &...V) {
    if (!ok())
      return;
    sqlite3_reset(Prepared);
    int Index = 0;
    (bindOne(++Index, V, SQLITE_TRANSIENT), ...);
  }

  /// Goes to the next row; false at the end or on failure.
  bool step() {
    if (!ok())
      return false;
    int Result = sqlite3_step(Prepared);
    if (Result == SQLITE_ROW)
      return true;
    // A reset ends the read lock that a finished query would keep.
    if (Result == SQLITE_DONE)
      sqlite3_reset(Prepared);
    else
      Code = Result;
    return false;
  }

  bool ok() const { return Code == SQLITE_OK; }

  int64_t integer(int Column) const {
    return sqlite3_column_int64(Prepared, Column);
  }
  /// SQLITE_INTEGER and so on; of the value as it is stored, if asked for
  /// before that is read as anything else.
  int type(int Column) const { return sqlite3_column_type(Prepared, Column); }
  bool isNull(int Column) const { return type(Column) == SQLITE_NULL; }
  std::string name(int Column) const {
    const char *Name = sqlite3_column_name(Prepared, Column);
    return Name ? Name : "";
  }
  std::string text(int Column) const {
    const auto *Data =
        reinterpret_cast<const char *>(sqlite3_column_text(Prepared, Column));
    return Data ? std::string(Data, sqlite3_column_bytes(Prepared, Column))
                : std::string();
  }

private:
  template <std::integral T>
  void bindOne(int Index, T Value, sqlite3_destructor_type) {
    check(
        sqlite3_bind_int64(Prepared, Index, static_cast<sqlite3_int64>(Value)));
  }
  void bindOne(int Index, llvm::StringRef Value,
               sqlite3_destructor_type Keeping) {
    // An empty StringRef may have no data, which SQLite would take for NULL.
    check(sqlite3_bind_text64(Prepared, Index,
                              Value.empty() ? "" : Value.data(), Value.size(),
                              Keeping, SQLITE_UTF8));
  }
  template <typename T>
  void bindOne(int Index, const std::optional<T> &Value,
               sqlite3_destructor_type Keeping) {
    if (Value)
      bindOne(Index, *Value, Keeping);
    else
      check(sqlite3_bind_null(Prepared, Index));
  }
  void check(int Result) {
    if (Result != SQLITE_OK)
      Code = Result;
  }

  sqlite3_stmt *Prepared = nullptr;
  int Code = SQLITE_OK;
};

/// Inserts a row for each of \p Items, many in one statement: \p Row makes a
/// tuple of it, with texts that live on. \p Into is the statement up to
/// `VALUES`.
/// \returns whether that went well.
template <typename Items, typename RowOf>
bool insertRows(sqlite3 *Handle, const std::string &Into, const Items &All,
                RowOf Row) {
  using Values = decltype(Row(*All.begin()));
  constexpr size_t Columns = std::tuple_size_v<Values>, AtOnce = 32;
  std::string OneRow = "(?";
  for (size_t I = 1; I != Columns; ++I)
    OneRow += ", ?";
  OneRow += ")";
  auto TextFor = [&](size_t Rows) {
    std::string Text = Into + " VALUES " + OneRow;
    while (--Rows)
      Text += ", " + OneRow;
    return Text;
  };
  auto Next = All.begin();
  auto Insert = [&](Statement &S, size_t Rows) {
    for (size_t I = 0; I != Rows; ++I, ++Next)
      std::apply([&](const auto &...V) { S.set(I * Columns, V...); },
                 Row(*Next));
    return S.finish();
  };
  size_t Left = All.size();
  if (Left >= AtOnce) {
    Statement Many(Handle, TextFor(AtOnce).c_str());
    for (; Left >= AtOnce; Left -= AtOnce)
      if (!Insert(Many, AtOnce))
        return false;
  }
  if (Left == 0)
    return true;
  Statement Rest(Handle, TextFor(Left).c_str());
  return Insert(Rest, Left);
}

} // namespace ipoint::database

#endif // IPOINT_DATABASE_STATEMENT_H
