//===- CheckedRows.h - Rows of a database, which may be damaged ------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// SQLite stores any type in any column, and a database may have been damaged or
// edited. So each value is read with its range, and what lies outside of it is
// noted with its table, row and column, behind which no row comes any more.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_DATABASE_CHECKEDROWS_H
#define IPOINT_DATABASE_CHECKEDROWS_H

#include "database/Statement.h"
#include "llvm/ADT/Twine.h"

namespace ipoint::database {

/// The largest line and column: Clang's and GCC's are less.
constexpr int64_t MaxLine = INT32_MAX;

class CheckedRows {
public:
  /// Rows of \p Table as \p Sql selects them; the first \p Keys columns
  /// identify them. The first thing that is wrong goes to \p Damage, which any
  /// number of these may share.
  CheckedRows(sqlite3 *Handle, const char *Table, const char *Sql,
              std::string &Damage, int Keys = 1)
      : Rows(Handle, Sql), Table(Table), Keys(Keys), Damage(Damage) {}

  template <typename... Values> void bind(const Values &...V) {
    Rows.bind(V...);
  }

  /// Goes to the next row; false at the end, on failure, and if anything was
  /// wrong so far.
  bool step() {
    bool Found = Damage.empty() && Rows.step();
    Count += Found;
    return Found;
  }

  /// Whether all rows were read and nothing was wrong.
  bool ok() const { return Damage.empty() && Rows.ok(); }

  /// How many rows step() has found since the beginning.
  uint64_t count() const { return Count; }

  bool isNull(int Column) const { return Rows.isNull(Column); }

  /// \p Least where the value is no whole number from \p Least to \p Most.
  int64_t integer(int Column, int64_t Least, int64_t Most) {
    bool IsInteger = Rows.type(Column) == SQLITE_INTEGER;
    int64_t Value = Rows.integer(Column);
    if (IsInteger && Value >= Least && Value <= Most) [[likely]]
      return Value;
    wrong(Column, "is no whole number from " + llvm::Twine(Least) + " to " +
                      llvm::Twine(Most));
    return Least;
  }
  /// A row's number, of this table or of one that it refers to.
  int64_t row(int Column) { return integer(Column, INT64_MIN, INT64_MAX); }
  uint32_t line(int Column) { return uint32_t(integer(Column, 0, MaxLine)); }
  bool flag(int Column) { return integer(Column, 0, 1) != 0; }

  std::string text(int Column) {
    if (Rows.type(Column) != SQLITE_TEXT)
      wrong(Column, "is no text");
    return Rows.text(Column);
  }

  /// The value that \p FromName gives for a word.
  template <typename T>
  T named(int Column, std::optional<T> (*FromName)(llvm::StringRef)) {
    std::optional<T> Value = FromName(text(Column));
    if (!Value)
      wrong(Column, "is not known");
    return Value.value_or(T());
  }

  /// Notes that the value of \p Column is wrong: \p Why goes on behind it.
  [[gnu::noinline]] void wrong(int Column, const llvm::Twine &Why) {
    if (!Damage.empty())
      return;
    Damage = "table " + Table + ", row ";
    for (int I = 0; I != Keys; ++I)
      Damage += (I ? "/" : "") + shown(I);
    Damage += ", column " + Rows.name(Column) + ": " + shown(Column) + " " +
              Why.str();
  }

private:
  /// A value as a person reads it.
  std::string shown(int Column) const {
    constexpr size_t Most = 40;
    switch (Rows.type(Column)) {
    case SQLITE_NULL:
      return "NULL";
    case SQLITE_BLOB:
      return "a blob";
    case SQLITE_TEXT:
      return "'" + Rows.text(Column).substr(0, Most) + "'";
    default:
      return Rows.text(Column);
    }
  }

  Statement Rows;
  std::string Table;
  int Keys;
  std::string &Damage;
  uint64_t Count = 0;
};

} // namespace ipoint::database

#endif // IPOINT_DATABASE_CHECKEDROWS_H
