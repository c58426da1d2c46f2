//===- Reader.cpp - Reading a whole ipoint database -----------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A database may have been damaged or edited: whatever refers to something that
// is not there is an error here, so that users of a Program can trust its
// indices.
//
//===----------------------------------------------------------------------===//

#include "database/Database.h"
#include "database/Schema.h"
#include "database/Statement.h"
#include <unordered_map>

using namespace llvm;

namespace ipoint::database {

namespace {

class UnitReader {
public:
  UnitReader(sqlite3 *Handle)
      : Files(Handle, "SELECT path, text FROM files WHERE id = ?"),
        Functions(
            Handle,
            "SELECT id, name, file, line, column, end_line, skipped, "
            "level, clock, role FROM functions WHERE unit = ? ORDER BY id"),
        Ipoints(Handle, "SELECT id, function, kind, name, timed, line, column, "
                        "end_line, macro FROM ipoints WHERE id >= ? AND id < ? "
                        "ORDER BY id"),
        Transitions(Handle,
                    "SELECT source, target FROM transitions WHERE source "
                    ">= ? AND source < ? ORDER BY source, target"),
        Calls(Handle, "SELECT ipoint, callee FROM calls WHERE ipoint >= ? AND "
                      "ipoint < ? ORDER BY ipoint, number"),
        Marks(Handle, "SELECT ipoint, name, value FROM marks WHERE ipoint >= ? "
                      "AND ipoint < ? ORDER BY ipoint"),
        Loops(Handle, "SELECT l.function, l.name, l.line, l.end_line, l.head, "
                      "l.body, l.bound, l.bound_from FROM loops l JOIN "
                      "functions f ON l.function = f.id WHERE f.unit = ? "
                      "ORDER BY l.id"),
        Skips(Handle,
              "SELECT function, file, line, reason FROM skips WHERE unit = "
              "? ORDER BY rowid") {}

  /// Fills \p U, whose own row has been read, from row \p Row and \p Count ids.
  /// False if a statement failed or the rows do not fit together.
  bool read(Unit &U, int64_t Row, uint32_t Count) {
    FileIndex.clear();
    FunctionIndex.clear();
    return readFunctions(U, Row) && readIpoints(U, Count) &&
           readTransitions(U) && readCalls(U) && readMarks(U) &&
           readLoops(U, Row) && readSkips(U, Row);
  }

private:
  std::optional<uint32_t> file(Unit &U, int64_t Row) {
    auto [It, New] = FileIndex.try_emplace(Row, U.Files.size());
    if (New) {
      Files.bind(Row);
      if (!Files.step())
        return std::nullopt;
      U.Files.push_back({Files.text(0), Files.text(1)});
    }
    return It->second;
  }

  bool readFunctions(Unit &U, int64_t Row) {
    Functions.bind(Row);
    while (Functions.step()) {
      std::optional<uint32_t> File = file(U, Functions.integer(2));
      std::optional<Level> L = levelFromName(Functions.text(7));
      std::optional<Clock> C = clockFromName(Functions.text(8));
      if (!File || !L || !C)
        return false;
      FunctionIndex[Functions.integer(0)] = U.Functions.size();
      Function &F = U.Functions.emplace_back();
      F.Name = Functions.text(1);
      F.File = *File;
      F.Line = Functions.integer(3);
      F.Column = Functions.integer(4);
      F.EndLine = Functions.integer(5);
      if (!Functions.isNull(6))
        F.Skipped = Functions.text(6);
      F.L = *L;
      F.C = *C;
      F.IsInterrupt =
          !Functions.isNull(9) && Functions.text(9) == InterruptRole;
    }
    return Functions.ok();
  }

  bool readIpoints(Unit &U, uint32_t Count) {
    Ipoints.bind(U.First, U.First + Count);
    while (Ipoints.step()) {
      auto Function = FunctionIndex.find(Ipoints.integer(1));
      std::optional<Kind> K = kindFromName(Ipoints.text(2));
      // Ids are dense: the id of ipoint I is First + I.
      if (Ipoints.integer(0) != int64_t(U.First) + U.count() || !K ||
          Function == FunctionIndex.end())
        return false;
      Ipoint &P = U.Ipoints.emplace_back();
      P.K = *K;
      P.Function = Function->second;
      P.Name = Ipoints.text(3);
      P.Timed = Ipoints.integer(4) != 0;
      P.Line = Ipoints.integer(5);
      P.Column = Ipoints.integer(6);
      P.EndLine = Ipoints.integer(7);
      P.FromMacro = Ipoints.integer(8) != 0;
    }
    return Ipoints.ok() && U.count() == Count;
  }

  bool readTransitions(Unit &U) {
    Transitions.bind(U.First, U.First + U.count());
    while (Transitions.step()) {
      uint64_t Target = Transitions.integer(1) - int64_t(U.First);
      if (Target >= U.count())
        return false;
      U.Transitions.push_back(
          {uint32_t(Transitions.integer(0)) - U.First, uint32_t(Target)});
    }
    return Transitions.ok();
  }

  bool readCalls(Unit &U) {
    Calls.bind(U.First, U.First + U.count());
    while (Calls.step())
      U.Calls.push_back({uint32_t(Calls.integer(0)) - U.First, Calls.text(1)});
    return Calls.ok();
  }

  bool readMarks(Unit &U) {
    Marks.bind(U.First, U.First + U.count());
    while (Marks.step()) {
      Mark M{uint32_t(Marks.integer(0)) - U.First, Marks.text(1),
             MarkValue::None};
      std::optional<MarkValue> Value = markValueFromName(Marks.text(2));
      if (!Value || U.Ipoints[M.Ipoint].K != Kind::Mark)
        return false;
      M.Value = *Value;
      U.Marks.push_back(std::move(M));
    }
    return Marks.ok();
  }

  bool readLoops(Unit &U, int64_t Row) {
    bool Valid = true;
    auto Ipoint = [&](int Column) -> std::optional<uint32_t> {
      if (Loops.isNull(Column))
        return std::nullopt;
      uint64_t Index = Loops.integer(Column) - int64_t(U.First);
      Valid &= Index < U.count();
      return uint32_t(Index);
    };
    Loops.bind(Row);
    while (Loops.step()) {
      auto Function = FunctionIndex.find(Loops.integer(0));
      if (Function == FunctionIndex.end())
        return false;
      Loop &L = U.Loops.emplace_back();
      L.Function = Function->second;
      L.Name = Loops.text(1);
      L.Line = Loops.integer(2);
      L.EndLine = Loops.integer(3);
      L.Head = Ipoint(4);
      L.Body = Ipoint(5);
      if (!Loops.isNull(6))
        L.Bound = Loops.integer(6);
      L.BoundFrom = Loops.text(7);
    }
    return Valid && Loops.ok();
  }

  bool readSkips(Unit &U, int64_t Row) {
    Skips.bind(Row);
    while (Skips.step()) {
      std::optional<uint32_t> File = file(U, Skips.integer(1));
      if (!File)
        return false;
      Skip &S = U.Skips.emplace_back();
      if (!Skips.isNull(0)) {
        auto Function = FunctionIndex.find(Skips.integer(0));
        if (Function == FunctionIndex.end())
          return false;
        S.Function = Function->second;
      }
      S.File = *File;
      S.Line = Skips.integer(2);
      S.Reason = Skips.text(3);
    }
    return Skips.ok();
  }

  Statement Files, Functions, Ipoints, Transitions, Calls, Marks, Loops, Skips;
  // Of a damaged database any number may be an id, which llvm::DenseMap
  // forbids.
  std::unordered_map<int64_t, uint32_t> FileIndex;
  std::unordered_map<int64_t, uint32_t> FunctionIndex;
};

} // namespace

Expected<Program> Database::readAll() {
  Program Result;
  Result.Id = Id;
  Result.Path = Path;
  // One read transaction: builds that go on meanwhile are not seen by halves.
  sqlite3_exec(Handle.get(), "BEGIN", nullptr, nullptr, nullptr);
  auto End = [](sqlite3 *H) {
    sqlite3_exec(H, "COMMIT", nullptr, nullptr, nullptr);
  };
  std::unique_ptr<sqlite3, decltype(End)> Reading(Handle.get(), End);

  Statement Units(
      Handle.get(),
      "SELECT id, path, text_hash, settings, first, count, compiler, "
      "flags, reason FROM units ORDER BY first, id");
  UnitReader Reader(Handle.get());
  while (Units.step()) {
    Unit &U = Result.Units.emplace_back();
    U.Stored = Units.integer(0);
    U.Path = Units.text(1);
    uint64_t Settings = Units.integer(3), First = Units.integer(4),
             Count = Units.integer(5);
    bool Valid = !StringRef(Units.text(2)).getAsInteger(16, U.TextHash) &&
                 First <= EndOfIds && Count <= EndOfIds - First &&
                 (Count == 0 || First >= FirstProgramId) &&
                 (Settings & 0xff) <= uint64_t(Level::Decisions) &&
                 Settings >> 8 <= uint64_t(Clock::Blocks);
    U.L = static_cast<Level>(Settings & 0xff);
    U.C = static_cast<Clock>(Settings >> 8 & 0xff);
    U.First = static_cast<uint32_t>(First);
    U.Compiler = Units.text(6);
    U.Flags = Units.text(7);
    if (!Units.isNull(8))
      U.NotParsed = Units.text(8);
    if (!Valid || !Reader.read(U, Units.integer(0), uint32_t(Count)))
      return createStringError(inconvertibleErrorCode(),
                               Path + ": damaged ipoint database (unit " +
                                   U.Path + "); delete it and build again");
  }
  if (!Units.ok())
    return failure("cannot read the ipoint database");
  return Result;
}

} // namespace ipoint::database
