//===- Fuzz-database.cpp - Any bytes as an ipoint database ----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An input that begins with "SQLite" is a database file. Any other is a list of
// changes to a small database that is whole, twelve bytes each: the table, the
// column, the row, what to put there, and eight bytes of a number or text.
//
//===----------------------------------------------------------------------===//

#include "database/Database.h"
#include "program/Symbols.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>
#include <cstring>
#include <sqlite3.h>

using namespace llvm;
using namespace ipoint;

namespace {

/// A file of this process alone, in memory where there is such a place.
std::string workFile() {
  StringRef Folder = sys::fs::is_directory("/dev/shm") ? "/dev/shm" : "/tmp";
  return (Folder + "/ipoint-fuzz-" + Twine(sys::Process::getProcessId()) +
          ".db")
      .str();
}

struct WorkFile {
  std::string Path = workFile();
  ~WorkFile() { (void)sys::fs::remove(Path); }
};

database::Unit makeUnit(const char *Path, uint64_t Hash) {
  using database::Kind;
  database::Unit U;
  U.Path = Path;
  U.TextHash = Hash;
  U.Compiler = "gcc";
  U.Flags = "-O2";
  U.Files.push_back({Path, "int x;\n"});
  for (const char *Name : {"f", "g"}) {
    uint32_t Function = U.Functions.size(), First = U.count();
    U.Functions.push_back({Name, 0, 1 + Function, 1, 1 + Function, {}});
    for (auto [K, Block] : {std::pair(Kind::Entry, "entry"),
                            {Kind::Condition, "for.1"},
                            {Kind::Body, "for.1/body"},
                            {Kind::Mark, "for.1/mark"},
                            {Kind::Exit, "exit"}})
      U.Ipoints.push_back({K, Block, true, 1, 0, 1, Function});
    for (auto [From, To] : {std::pair(0, 1), {1, 2}, {2, 3}, {3, 1}, {1, 4}})
      U.Transitions.push_back({First + From, First + To});
    U.Marks.push_back({First + 3, "mark", database::MarkValue::Signed});
    U.Loops.push_back({Function, "for.1", 1, 1, First + 1, First + 2, 3, ""});
    U.Calls.push_back({First + 2, "g"});
  }
  U.Skips.push_back({0, 0, 1, "reason"});
  return U;
}

/// The bytes of a database that is whole.
std::string makeDatabase(const std::string &Path) {
  cantFail(errorCodeToError(sys::fs::remove(Path)));
  {
    auto D = cantFail(database::Database::openOrCreate(Path));
    for (auto [File, Hash] : {std::pair("/src/a.c", 1), {"/src/b.c", 2}}) {
      database::Unit U = makeUnit(File, Hash);
      cantFail(D.reserve(U));
      cantFail(D.store(U));
    }
  }
  return cantFail(errorOrToExpected(MemoryBuffer::getFile(Path)))
      ->getBuffer()
      .str();
}

void write(const std::string &Path, StringRef Bytes) {
  for (const char *Beside : {"-journal", "-wal", "-shm"})
    cantFail(errorCodeToError(sys::fs::remove(Path + Beside)));
  std::error_code Code;
  raw_fd_ostream Out(Path, Code);
  Out << Bytes;
}

/// Makes one change; those that the schema forbids are none.
void change(sqlite3 *Handle, ArrayRef<uint8_t> Change) {
  static const std::pair<const char *, std::vector<const char *>> Tables[] = {
      {"meta", {"key", "value"}},
      {"files", {"path", "text"}},
      {"units",
       {"id", "path", "text_hash", "settings", "first", "count", "reason"}},
      {"functions",
       {"id", "unit", "name", "file", "line", "level", "timed", "role",
        "not_instrumented"}},
      {"ipoints", {"id", "function", "kind", "name", "timed", "line"}},
      {"transitions", {"source", "target"}},
      {"calls", {"ipoint", "number", "callee"}},
      {"marks", {"ipoint", "name", "value"}},
      {"included_text", {"ipoint", "file", "line", "column"}},
      {"loops", {"function", "name", "line", "head", "body", "bound"}},
      {"budgets", {"function", "ipoint", "line", "text"}},
      {"places_not_instrumented", {"unit", "function", "file", "line"}}};
  static const char *const Words[] = {
      "entry", "exit", "mark",   "body",     "condition", "blocks", "functions",
      "isr",   "none", "signed", "unsigned", "",          "f",      "for.1"};
  const auto &[Table, Columns] = Tables[Change[0] % std::size(Tables)];
  const char *Column = Columns[Change[1] % Columns.size()];
  const char *First = Columns.front();
  std::string Sql = std::string("UPDATE OR IGNORE ") + Table + " SET " +
                    Column + " = ?1 WHERE " + First + " = (SELECT " + First +
                    " FROM " + Table + " LIMIT 1 OFFSET ?2)";
  sqlite3_stmt *S = nullptr;
  if (sqlite3_prepare_v2(Handle, Sql.c_str(), -1, &S, nullptr) != SQLITE_OK)
    abort();
  int64_t Number;
  std::memcpy(&Number, Change.data() + 4, 8);
  switch (Change[3] % 4) {
  case 0:
    sqlite3_bind_int64(S, 1, Number);
    break;
  case 1:
    sqlite3_bind_int64(S, 1, 256 + Number % 32);
    break;
  case 2:
    sqlite3_bind_text(S, 1, Words[Change[4] % std::size(Words)], -1,
                      SQLITE_STATIC);
    break;
  default:
    sqlite3_bind_blob(S, 1, Change.data() + 4, 8, SQLITE_STATIC);
    break;
  }
  sqlite3_bind_int(S, 2, Change[2] % 16);
  sqlite3_step(S);
  sqlite3_finalize(S);
}

void changeAll(const std::string &Path, ArrayRef<uint8_t> Changes) {
  sqlite3 *Handle = nullptr;
  if (sqlite3_open(Path.c_str(), &Handle) != SQLITE_OK)
    abort();
  sqlite3_exec(Handle,
               "PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF; BEGIN",
               nullptr, nullptr, nullptr);
  for (; Changes.size() >= 12; Changes = Changes.drop_front(12))
    change(Handle, Changes.take_front(12));
  sqlite3_exec(Handle, "COMMIT", nullptr, nullptr, nullptr);
  sqlite3_close(Handle);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  static const WorkFile File;
  static const std::string Whole = makeDatabase(File.Path);
  ArrayRef<uint8_t> Input(Data, Size);
  if (toStringRef(Input).starts_with("SQLite")) {
    write(File.Path, toStringRef(Input));
  } else {
    write(File.Path, Whole);
    changeAll(File.Path, Input);
  }
  Expected<database::Database> D = database::Database::open(File.Path);
  if (!D) {
    consumeError(D.takeError());
    return 0;
  }
  Expected<database::Program> P = D->readAll();
  if (!P) {
    consumeError(P.takeError());
    return 0;
  }
  analysis::SymbolTable Symbols(*P, std::vector<bool>(P->Units.size(), true));
  return 0;
}
