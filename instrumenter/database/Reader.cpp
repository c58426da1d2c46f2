//===- Reader.cpp - Reading a whole ipoint database -----------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A database may have been damaged or edited: whatever refers to something that
// is not there, or that is out of its range, is an error here, so that users of
// a Program can trust its indices.
//
//===----------------------------------------------------------------------===//

#include "database/Connection.h"
#include "database/Counts.h"
#include "database/Database.h"
#include "database/Schema.h"
#include "llvm/ADT/ScopeExit.h"
#include <unordered_map>

using namespace llvm;

namespace ipoint::database {

namespace {

/// Reads units one after the other. The first thing that is wrong ends it.
class UnitReader {
public:
  UnitReader(sqlite3 *Handle)
      : Handle(Handle),
        Units(Handle, "units",
              "SELECT id, path, text_hash, settings, first, count, compiler, "
              "flags, reason, config, first_count, counts FROM units ORDER BY "
              "first, id",
              Damage),
        Files(Handle, "files", "SELECT id, path, text FROM files WHERE id = ?",
              Damage),
        Functions(Handle, "functions",
                  "SELECT id, name, file, line, column, end_line, "
                  "not_instrumented, level, timed, role, store, store_reason, "
                  "stride, type FROM functions WHERE unit = ? ORDER BY id",
                  Damage),
        Ipoints(Handle, "ipoints",
                "SELECT id, function, kind, name, timed, line, column, "
                "end_line, macro, encoding, path_base, count_at, rounds_at "
                "FROM ipoints WHERE id >= ? AND id < ? ORDER BY id",
                Damage),
        Transitions(Handle, "transitions",
                    "SELECT source, target, increment FROM transitions WHERE "
                    "source >= ? AND source < ? ORDER BY source, target",
                    Damage, 2),
        Calls(Handle, "calls",
              "SELECT ipoint, number, callee, type, times FROM calls WHERE "
              "ipoint >= ? AND ipoint < ? ORDER BY ipoint, number",
              Damage, 2),
        Marks(Handle, "marks",
              "SELECT ipoint, name, value FROM marks WHERE ipoint >= ? AND "
              "ipoint < ? ORDER BY ipoint",
              Damage),
        Included(Handle, "included_text",
                 "SELECT ipoint, file, line, column FROM included_text WHERE "
                 "ipoint >= ? AND ipoint < ? ORDER BY ipoint",
                 Damage),
        Loops(Handle, "loops",
              "SELECT l.id, l.function, l.name, l.line, l.end_line, l.head, "
              "l.body, l.bound, l.bound_from, l.derived FROM loops l JOIN "
              "functions f ON l.function = f.id WHERE f.unit = ? ORDER BY l.id",
              Damage),
        Budgets(Handle, "budgets",
                "SELECT b.id, b.function, b.ipoint, b.line, b.text FROM "
                "budgets b JOIN functions f ON b.function = f.id WHERE f.unit "
                "= ? ORDER BY b.id",
                Damage),
        Skips(Handle, "places_not_instrumented",
              "SELECT rowid, function, file, line, reason FROM "
              "places_not_instrumented WHERE unit = ? ORDER BY rowid",
              Damage),
        Collected(Handle, "collected",
                  "SELECT first, text_hash, count, path FROM collected", Damage,
                  3),
        Patterns(Handle, "patterns",
                 "SELECT rowid, config, line, section, written, glob, of_files "
                 "FROM patterns ORDER BY rowid",
                 Damage) {}

  /// What is wrong with the database, if anything is.
  const std::string &damage() const { return Damage; }

  /// Reads all. False if a statement failed or anything is wrong.
  bool readAll(Program &Into) {
    while (Units.step())
      if (!readUnit(Into.Units.emplace_back()))
        return false;
    return Units.ok() && note(damageOfCounts(Into)) && checkOwners() &&
           readCollected(Into) && readPatterns(Into);
  }

private:
  bool readUnit(Unit &U) {
    FileIndex.clear();
    FunctionIndex.clear();
    U.Stored = Units.row(0);
    U.Path = Units.text(1);
    if (StringRef(Units.text(2)).getAsInteger(16, U.TextHash))
      Units.wrong(2, "is no hash");
    auto Settings = uint32_t(Units.integer(3, 0, UINT16_MAX));
    U.L = static_cast<Level>(Settings & 0xff);
    U.C = static_cast<TimedIpoints>(Settings >> 8 & 0xf);
    U.S = static_cast<Store>(Settings >> 12);
    if (U.L > Level::Decisions || U.C > TimedIpoints::Auto || U.S > Store::Sums)
      Units.wrong(3, "is no level and choice of timed ipoints and records");
    U.First = uint32_t(Units.integer(4, 0, EndOfIds));
    auto Count = uint32_t(Units.integer(5, 0, EndOfIds - U.First));
    if (Count != 0 && U.First < EndOfUnits)
      Units.wrong(4, "is an id of the runtime or of another unit");
    if (Count != 0)
      EndOfUnits = U.First + Count;
    U.Compiler = Units.text(6);
    U.Flags = Units.text(7);
    U.NotParsed = Units.textIfAny(8);
    U.Config = Units.textIfAny(9);
    U.FirstCount = uint32_t(Units.integer(10, 0, EndOfCounts));
    U.Counts = uint32_t(Units.integer(11, 0, EndOfCounts - U.FirstCount));
    // What comes later trusts in what came before.
    return readFunctions(U) && readIpoints(U, Count) && readTransitions(U) &&
           note(damageOfPaths(U)) && readCalls(U) && readMarks(U) &&
           readIncluded(U) && readLoops(U) && readBudgets(U) && readSkips(U);
  }

  /// \p Found is what is wrong, or empty. \returns whether nothing is.
  bool note(std::string Found) {
    if (!Found.empty())
      Damage = std::move(Found);
    return Damage.empty();
  }

  /// The file that \p Column of \p From names, in \p U.
  uint32_t file(Unit &U, CheckedRows &From, int Column) {
    int64_t Row = From.row(Column);
    auto [It, New] = FileIndex.try_emplace(Row, U.Files.size());
    if (!New)
      return It->second;
    SourceFile &File = U.Files.emplace_back();
    Files.bind(Row);
    if (!Files.step()) {
      if (Files.ok())
        From.wrong(Column, "is no row of files");
      return It->second;
    }
    File.Path = Files.text(1);
    File.Text = Files.text(2);
    return It->second;
  }

  /// The function of \p U that \p Column of \p From names.
  uint32_t function(CheckedRows &From, int Column) {
    auto It = FunctionIndex.find(From.row(Column));
    if (It != FunctionIndex.end())
      return It->second;
    From.wrong(Column, "is no function of the unit");
    return 0;
  }

  /// The ipoint of \p U that \p Column of \p From names.
  uint32_t ipoint(const Unit &U, CheckedRows &From, int Column) {
    uint64_t Index = uint64_t(From.row(Column)) - U.First;
    if (Index < U.count())
      return uint32_t(Index);
    From.wrong(Column, "is no ipoint of the unit");
    return 0;
  }

  /// The same; it must belong to \p Function.
  uint32_t ipoint(const Unit &U, CheckedRows &From, int Column,
                  uint32_t Function) {
    uint32_t Index = ipoint(U, From, Column);
    if (Index < U.count() && U.Ipoints[Index].Function != Function)
      From.wrong(Column, "is an ipoint of another function");
    return Index;
  }

  bool readFunctions(Unit &U) {
    Functions.bind(U.Stored);
    while (Functions.step()) {
      FunctionIndex[Functions.row(0)] = uint32_t(U.Functions.size());
      Function &F = U.Functions.emplace_back();
      F.Name = Functions.text(1);
      F.File = file(U, Functions, 2);
      F.Line = Functions.line(3);
      F.Column = Functions.line(4);
      F.EndLine = Functions.line(5);
      F.Skipped = Functions.textIfAny(6);
      F.L = Functions.named<Level>(7);
      F.C = Functions.named<TimedIpoints>(8);
      F.IsInterrupt = !Functions.isNull(9);
      if (F.IsInterrupt && Functions.text(9) != InterruptRole)
        Functions.wrong(9, "is not known");
      F.S = Functions.named<Store>(10);
      F.StoreReason = Functions.textIfAny(11);
      if (F.StoreReason && F.S == Store::Sums)
        Functions.wrong(11, "is a reason against the records that it has");
      F.Type = Functions.textIfAny(13).value_or("");
      if (Functions.isNull(12))
        continue;
      F.Stride = uint64_t(Functions.integer(12, 1, EndOfPaths / 2));
      if (!has_single_bit(F.Stride))
        Functions.wrong(12, "is no power of two");
      if (!numbersPaths(F.S))
        Functions.wrong(12, "is of a function without paths");
    }
    return Functions.ok() && Files.ok();
  }

  bool readIpoints(Unit &U, uint32_t Count) {
    std::vector<bool> HasEntry(U.Functions.size());
    Ipoints.bind(U.First, U.First + Count);
    while (Ipoints.step()) {
      // Ids are dense: the id of ipoint I is First + I.
      if (Ipoints.row(0) != int64_t(U.First) + U.count())
        Ipoints.wrong(0, "comes where " + Twine(U.First + U.count()) +
                             " is missing");
      Ipoint &P = U.Ipoints.emplace_back();
      P.Function = function(Ipoints, 1);
      P.K = Ipoints.named<Kind>(2);
      if (!Ipoints.ok())
        break;
      if (U.Functions[P.Function].Skipped)
        Ipoints.wrong(1, "is a function without ipoints");
      if (P.K == Kind::Entry && HasEntry[P.Function])
        Ipoints.wrong(1, "is a function that has an entry already");
      HasEntry[P.Function] = HasEntry[P.Function] || P.K == Kind::Entry;
      P.Name = Ipoints.text(3);
      P.Timed = Ipoints.flag(4);
      P.Line = Ipoints.line(5);
      P.Column = Ipoints.line(6);
      P.EndLine = Ipoints.line(7);
      P.FromMacro = Ipoints.flag(8);
      readEncoding(U.Functions[P.Function], P);
    }
    if (Ipoints.ok() && U.count() != Count)
      Units.wrong(5, "ipoints, of which " + Twine(U.count()) + " are there");
    return Ipoints.ok();
  }

  /// What its function's records make of \p P.
  void readEncoding(const Function &F, Ipoint &P) {
    P.E = Ipoints.named<Encoding>(9);
    bool HasPaths = numbersPaths(F.S);
    bool IsEntry = P.K == Kind::Entry;
    if (HasPaths ? P.E == Encoding::Record && !IsEntry
                 : P.E != Encoding::Record)
      Ipoints.wrong(9, "is no encoding where records are of " +
                           Twine(nameOf(F.S)));
    if ((P.E == Encoding::Path || P.E == Encoding::Count) && IsEntry)
      Ipoints.wrong(9, "is no encoding of an entry");
    P.CountAt = readPlace(F, 11);
    P.RoundsAt = readPlace(F, 12);
    if (Ipoints.isNull(10))
      return;
    P.PathBase = uint64_t(Ipoints.integer(10, 0, EndOfPaths - 1));
    bool Begins = P.E == Encoding::Path || IsEntry;
    if (!HasPaths || !Begins)
      Ipoints.wrong(10, "is of an ipoint where no path begins");
  }

  /// Of counts, in the unit's range of the count table.
  std::optional<int64_t> readPlace(const Function &F, int Column) {
    if (Ipoints.isNull(Column))
      return std::nullopt;
    if (F.S != Store::Sums)
      Ipoints.wrong(Column, "is of a function without counts");
    return Ipoints.integer(Column, -int64_t(EndOfPaths), EndOfCounts);
  }

  bool readTransitions(Unit &U) {
    Transitions.bind(U.First, U.First + U.count());
    while (Transitions.step()) {
      uint32_t Source = ipoint(U, Transitions, 0);
      uint32_t Function = U.Ipoints[Source].Function;
      bool IsRound = Transitions.isNull(2);
      U.Transitions.push_back(
          {Source, ipoint(U, Transitions, 1, Function),
           IsRound ? 0 : uint32_t(Transitions.integer(2, 0, UINT32_MAX)),
           IsRound});
      if (U.Transitions.back().Increment != 0 &&
          !numbersPaths(U.Functions[Function].S))
        Transitions.wrong(2, "is of a function without paths");
      if (IsRound && U.Functions[Function].Stride == 0 &&
          U.Functions[Function].S != Store::Sums)
        Transitions.wrong(2, "is of a function without counted loops");
    }
    return Transitions.ok();
  }

  bool readCalls(Unit &U) {
    Calls.bind(U.First, U.First + U.count());
    while (Calls.step()) {
      Call &C = U.Calls.emplace_back();
      C.Ipoint = ipoint(U, Calls, 0);
      C.Callee = Calls.textIfAny(2).value_or("");
      C.Type = Calls.textIfAny(3).value_or("");
      C.Times = Calls.named<CallTimes>(4);
    }
    return Calls.ok();
  }

  bool readMarks(Unit &U) {
    Marks.bind(U.First, U.First + U.count());
    while (Marks.step()) {
      Mark &M = U.Marks.emplace_back();
      M.Ipoint = ipoint(U, Marks, 0);
      if (U.Ipoints[M.Ipoint].K != Kind::Mark)
        Marks.wrong(0, "is an ipoint of another kind");
      M.Name = Marks.text(1);
      M.Value = Marks.named<MarkValue>(2);
    }
    return Marks.ok();
  }

  bool readIncluded(Unit &U) {
    Included.bind(U.First, U.First + U.count());
    while (Included.step()) {
      uint32_t Ipoint = ipoint(U, Included, 0);
      uint32_t File = file(U, Included, 1);
      U.Included.push_back({Ipoint, File, Included.line(2), Included.line(3)});
    }
    return Included.ok() && Files.ok();
  }

  bool readLoops(Unit &U) {
    Loops.bind(U.Stored);
    while (Loops.step()) {
      Loop &L = U.Loops.emplace_back();
      L.Function = function(Loops, 1);
      L.Name = Loops.text(2);
      L.Line = Loops.line(3);
      L.EndLine = Loops.line(4);
      if (!Loops.isNull(5))
        L.Head = ipoint(U, Loops, 5, L.Function);
      if (!Loops.isNull(6))
        L.Body = ipoint(U, Loops, 6, L.Function);
      if (!Loops.isNull(7))
        L.Bound = uint64_t(Loops.integer(7, 0, INT64_MAX));
      L.BoundFrom = Loops.text(8);
      if (!Loops.isNull(9))
        L.Derived = uint64_t(Loops.integer(9, 0, INT64_MAX));
    }
    return Loops.ok();
  }

  bool readBudgets(Unit &U) {
    Budgets.bind(U.Stored);
    while (Budgets.step()) {
      Budget &B = U.Budgets.emplace_back();
      B.Function = function(Budgets, 1);
      if (!Budgets.isNull(2))
        B.Ipoint = ipoint(U, Budgets, 2, B.Function);
      B.Line = Budgets.line(3);
      B.Text = Budgets.text(4);
    }
    return Budgets.ok();
  }

  bool readSkips(Unit &U) {
    Skips.bind(U.Stored);
    while (Skips.step()) {
      Skip &S = U.Skips.emplace_back();
      if (!Skips.isNull(1))
        S.Function = function(Skips, 1);
      S.File = file(U, Skips, 2);
      S.Line = Skips.line(3);
      S.Reason = Skips.text(4);
    }
    return Skips.ok() && Files.ok();
  }

  bool readCollected(Program &P) {
    while (Collected.step()) {
      CollectedUnit &U = P.Collected.emplace_back();
      U.First = uint32_t(Collected.integer(0, 0, EndOfIds));
      if (StringRef(Collected.text(1)).getAsInteger(16, U.TextHash))
        Collected.wrong(1, "is no hash");
      U.Count = uint32_t(Collected.integer(2, 0, EndOfIds));
      U.Path = Collected.text(3);
    }
    return Collected.ok();
  }

  bool readPatterns(Program &P) {
    while (Patterns.step()) {
      ConfigPattern &Pattern = P.Patterns[Patterns.text(1)].emplace_back();
      Pattern.Line = Patterns.line(2);
      Pattern.Section = Patterns.text(3);
      Pattern.Written = Patterns.text(4);
      Pattern.Glob = Patterns.text(5);
      Pattern.OfFiles = Patterns.flag(6);
    }
    return Patterns.ok();
  }

  /// Whether each row belongs to a unit: all that do have been read.
  bool checkOwners() {
    constexpr const char *ByIpoint =
        " WHERE NOT EXISTS (SELECT 1 FROM units WHERE # >= first AND # < first "
        "+ count) LIMIT 1";
    constexpr const char *ByUnit =
        " WHERE unit NOT IN (SELECT id FROM units) LIMIT 1";
    return checkOwner("functions", "id, unit", Functions.count(), ByUnit) &&
           checkOwner("ipoints", "id", Ipoints.count(), ByIpoint) &&
           checkOwner("transitions", "source", Transitions.count(), ByIpoint) &&
           checkOwner("calls", "ipoint", Calls.count(), ByIpoint) &&
           checkOwner("marks", "ipoint", Marks.count(), ByIpoint) &&
           checkOwner("included_text", "ipoint", Included.count(), ByIpoint) &&
           checkOwner("loops", "id, function", Loops.count(),
                      " WHERE function NOT IN (SELECT id FROM functions) LIMIT "
                      "1") &&
           checkOwner("budgets", "id, function", Budgets.count(),
                      " WHERE function NOT IN (SELECT id FROM functions) LIMIT "
                      "1") &&
           checkOwner("places_not_instrumented", "rowid, unit", Skips.count(),
                      ByUnit);
  }

  /// \p Read rows of \p Table are owned. Of any others the one that \p Orphan
  /// finds, `#` being its last column, is wrong.
  bool checkOwner(const char *Table, StringRef Columns, uint64_t Read,
                  StringRef Orphan) {
    std::string From = std::string(" FROM ") + Table;
    Statement Count(Handle, ("SELECT count(*)" + From).c_str());
    if (!Count.step())
      return false;
    if (uint64_t(Count.integer(0)) == Read)
      return true;
    auto [Key, Owner] = Columns.split(", ");
    std::string Sql = ("SELECT " + Columns + From).str();
    for (char C : Orphan)
      Sql += C == '#' ? Key.str() : std::string(1, C);
    CheckedRows Rows(Handle, Table, Sql.c_str(), Damage);
    if (Rows.step())
      Rows.wrong(Owner.empty() ? 0 : 1, "belongs to nothing");
    else if (Rows.ok())
      Damage = (Twine("table ") + Table + ": " + Twine(Count.integer(0)) +
                " rows, of which " + Twine(Read) + " belong to a unit")
                   .str();
    return false;
  }

  sqlite3 *Handle;
  std::string Damage; ///< table, row, column and what is wrong there
  CheckedRows Units, Files, Functions, Ipoints, Transitions, Calls, Marks,
      Included, Loops, Budgets, Skips, Collected, Patterns;
  uint32_t EndOfUnits = FirstProgramId; ///< of those that were read
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
  Result.Created = Created;
  // One read transaction: builds that go on meanwhile are not seen by halves.
  File.execute("BEGIN");
  auto End = make_scope_exit([&] { File.execute("COMMIT"); });
  UnitReader Reader(File.handle());
  if (Reader.readAll(Result))
    return Result;
  if (Reader.damage().empty())
    return failure("cannot read the ipoint database");
  return errorAt(Path, "damaged ipoint database: " + Reader.damage() +
                           "; delete it and build again");
}

} // namespace ipoint::database
