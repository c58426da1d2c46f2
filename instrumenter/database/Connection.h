//===- Connection.h - SQLite files, statements and their results ----------===//
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

#ifndef IPOINT_DATABASE_CONNECTION_H
#define IPOINT_DATABASE_CONNECTION_H

#include "database/Words.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <concepts>
#include <cstdint>
#include <memory>
#include <optional>
#include <sqlite3.h>
#include <string>
#include <tuple>

namespace ipoint::database {

/// \p What is wrong with the file \p Path.
inline llvm::Error errorAt(llvm::StringRef Path, const llvm::Twine &What) {
  return llvm::createStringError(Path + ": " + What);
}

/// Bytes in place of a text.
struct Blob {
  llvm::StringRef Bytes;
};

/// An open file, which one thread uses at a time.
class Connection {
public:
  /// Opens \p Path; \p Flags are those of sqlite3_open_v2().
  Connection(const std::string &Path, int Flags) {
    // Without statistics of memory, allocations need no lock.
    [[maybe_unused]] static const int Configured =
        sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
    sqlite3 *Raw = nullptr;
    Code = sqlite3_open_v2(Path.c_str(), &Raw, Flags | SQLITE_OPEN_NOMUTEX,
                           nullptr);
    Handle.reset(Raw);
  }

  bool isOpen() const { return Code == SQLITE_OK; }
  sqlite3 *handle() const { return Handle.get(); }
  bool execute(const std::string &Sql) {
    return sqlite3_exec(handle(), Sql.c_str(), nullptr, nullptr, nullptr) ==
           SQLITE_OK;
  }
  /// The first value that \p Sql selects; none also where that fails.
  std::optional<int64_t> number(const char *Sql) const;
  /// What went wrong last.
  std::string message() const { return sqlite3_errmsg(handle()); }

private:
  struct Closer {
    void operator()(sqlite3 *Handle) const { sqlite3_close(Handle); }
  };

  std::unique_ptr<sqlite3, Closer> Handle;
  int Code;
};

/// One change, whole or not at all. Takes the write lock at once: a reader that
/// turns writer later could be refused it. Rolls back unless it is committed.
class Transaction {
public:
  explicit Transaction(Connection &C)
      : C(C), Open(C.execute("BEGIN IMMEDIATE")) {}
  Transaction(const Transaction &) = delete;
  Transaction &operator=(const Transaction &) = delete;
  ~Transaction() {
    if (Open)
      C.execute("ROLLBACK");
  }

  bool isOpen() const { return Open; }

  bool commit() {
    if (!Open || !C.execute("COMMIT"))
      return false;
    Open = false;
    return true;
  }

private:
  Connection &C;
  bool Open;
};

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
  /// Until the next row or another value is asked for.
  llvm::StringRef view(int Column) const {
    const void *Data = sqlite3_column_blob(Prepared, Column);
    return {static_cast<const char *>(Data),
            size_t(sqlite3_column_bytes(Prepared, Column))};
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
  void bindOne(int Index, Blob Value, sqlite3_destructor_type Keeping) {
    check(sqlite3_bind_blob64(Prepared, Index,
                              Value.Bytes.empty() ? "" : Value.Bytes.data(),
                              Value.Bytes.size(), Keeping));
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

inline std::optional<int64_t> Connection::number(const char *Sql) const {
  Statement S(handle(), Sql);
  return S.step() ? std::optional(S.integer(0)) : std::nullopt;
}

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

/// The largest line and column: Clang's and GCC's are less.
constexpr int64_t MaxLine = INT32_MAX;

/// SQLite stores any type in any column, and a database may have been damaged
/// or edited. So each value is read with its range, and what lies outside of it
/// is noted with its table, row and column, behind which no row comes any more.
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

  /// A text, until the next row or another value is asked for.
  llvm::StringRef view(int Column) {
    if (Rows.type(Column) != SQLITE_TEXT)
      wrong(Column, "is no text");
    return Rows.view(Column);
  }

  /// The same of bytes.
  llvm::StringRef bytes(int Column) {
    if (Rows.type(Column) != SQLITE_BLOB)
      wrong(Column, "are no bytes");
    return Rows.view(Column);
  }

  std::optional<std::string> textIfAny(int Column) {
    return isNull(Column) ? std::nullopt : std::optional(text(Column));
  }

  /// The value that a word stands for.
  template <HasWords T> T named(int Column) {
    std::optional<T> Value = fromName<T>(text(Column));
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

#endif // IPOINT_DATABASE_CONNECTION_H
