//===- Writer.cpp - Storing a unit in the ipoint database -----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "database/Database.h"
#include "database/Schema.h"
#include "database/Statement.h"
#include "database/Transaction.h"
#include "database/Versions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace ipoint::database {

static std::string hex64(uint64_t Value) {
  return utohexstr(Value, /*LowerCase=*/true, /*Width=*/16);
}

static std::optional<StringRef> unlessEmpty(StringRef Text) {
  return Text.empty() ? std::nullopt : std::optional(Text);
}

/// About what the rows of \p U take, its source included; headers are shared.
static int64_t bytesOf(const Unit &U) {
  static constexpr int64_t BytesOfIpoint = 75;
  int64_t Bytes = BytesOfIpoint * U.count();
  for (const SourceFile &F : U.Files)
    if (F.Path == U.Path)
      Bytes += F.Text.size();
  return Bytes;
}

namespace {

/// Writes the rows of one unit. Every part remembers whether its statements
/// went well.
class UnitWriter {
public:
  UnitWriter(sqlite3 *Handle, Unit &U)
      : Handle(Handle), U(U), Versions(Handle) {}

  /// False if SQLite failed.
  bool write() {
    return takeRange() && writeUnit() && writeFiles() && writeFunctions() &&
           writeIpoints() && writeTransitions() && writeCalls() &&
           writeMarks() && writeIncluded() && writeLoops() && writeBudgets() &&
           writeSkips() && writePatterns() && replaceVersions();
  }

  bool HasNoIds = false; ///< those of the unit are not reserved

private:
  /// The unit's range is no reservation any more; an older row of the unit
  /// goes. A unit that has lost functions on its way, because the compiler
  /// refuses them, keeps the range that it had with them, so that it gets the
  /// same ids when it comes again.
  bool takeRange() {
    Statement Free(Handle, "DELETE FROM reservations WHERE path = ? AND "
                           "text_hash = ? AND settings = ? AND first = ? "
                           "RETURNING reserved, counts_reserved");
    Free.bind(U.Path, hex64(U.TextHash), U.settings(), U.First);
    bool IsReserved = Free.step();
    if (IsReserved) {
      Reserved = Free.integer(0);
      ReservedCounts = Free.integer(1);
    }
    Statement Before(Handle, "SELECT id, held, first, reserved, "
                             "counts_reserved FROM units WHERE path = ? AND "
                             "text_hash = ? AND settings = ?");
    Before.bind(U.Path, hex64(U.TextHash), U.settings());
    if (!Free.finish() || !Before.ok())
      return false;
    if (!Before.step()) {
      HasNoIds = Before.ok() && !IsReserved;
      return IsReserved;
    }
    Replaced = Before.integer(0);
    Held |= Before.integer(1) != 0;
    // The same unit, compiled at the same time, has become a product first.
    if (!IsReserved && Before.integer(2) == U.First) {
      IsReserved = true;
      Reserved = Before.integer(3);
      ReservedCounts = Before.integer(4);
    }
    HasNoIds = !IsReserved;
    return Before.finish() && IsReserved && Versions.remove(*Replaced);
  }

  /// The files that belong to the row that was replaced may have gone with it,
  /// and so may versions of units that no product has any more.
  bool replaceVersions() {
    if (Replaced && !Versions.handOver(*Replaced, UnitRow))
      return false;
    if (!U.Product.empty() && !Versions.setProduct(U.Product, U.Path, UnitRow))
      return false;
    return Versions.removeOrphans();
  }

  bool writeUnit() {
    Statement Insert(Handle,
                     "INSERT INTO units VALUES (NULL, ?, ?, ?, ?, ?, ?, "
                     "?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    Insert.run(U.Path, hex64(U.TextHash), U.settings(), U.First, U.count(),
               Reserved, U.Compiler, U.Flags, !U.NotParsed, U.NotParsed,
               bytesOf(U), Held, U.Config, U.FirstCount, U.Counts,
               ReservedCounts);
    UnitRow = sqlite3_last_insert_rowid(Handle);
    return Insert.ok();
  }

  bool writeFiles() {
    Statement Insert(Handle,
                     "INSERT OR IGNORE INTO files VALUES (NULL, ?, ?, ?)");
    Statement Find(Handle, "SELECT id FROM files WHERE path = ? AND hash = ?");
    for (const SourceFile &F : U.Files) {
      std::string Hash = hex64(xxh3_64bits(F.Text));
      Insert.run(F.Path, Hash, F.Text);
      Find.bind(F.Path, Hash);
      if (!Insert.ok() || !Find.step())
        return false;
      FileRows.push_back(Find.integer(0));
    }
    return true;
  }

  bool writeFunctions() {
    Statement Insert(
        Handle,
        "INSERT INTO functions VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, "
        "?, ?, ?)");
    for (const Function &F : U.Functions) {
      Insert.run(UnitRow, F.Name, FileRows[F.File], F.Line, F.Column, F.EndLine,
                 F.Skipped, nameOf(F.L), nameOf(F.C),
                 F.IsInterrupt ? std::optional<StringRef>(InterruptRole)
                               : std::nullopt,
                 nameOf(F.S), F.StoreReason,
                 F.Stride ? std::optional<int64_t>(F.Stride) : std::nullopt,
                 unlessEmpty(F.Type));
      FunctionRows.push_back(sqlite3_last_insert_rowid(Handle));
    }
    return Insert.ok();
  }

  bool writeIpoints() {
    uint32_t Id = U.First;
    return insertRows(
        Handle, "INSERT INTO ipoints", U.Ipoints, [&](const Ipoint &P) {
          return std::tuple(Id++, FunctionRows[P.Function], nameOf(P.K),
                            StringRef(P.Name), P.Timed, P.Line, P.Column,
                            P.EndLine, P.FromMacro, nameOf(P.E), P.PathBase,
                            P.CountAt, P.RoundsAt);
        });
  }

  bool writeTransitions() {
    // In the order of the table each goes to its end, without a search.
    std::vector<Transition> Sorted = U.Transitions;
    llvm::sort(Sorted);
    return insertRows(Handle, "INSERT OR IGNORE INTO transitions", Sorted,
                      [&](const Transition &T) {
                        return std::tuple(
                            U.First + T.Source, U.First + T.Target,
                            T.IsRound ? std::optional<int64_t>()
                                      : std::optional<int64_t>(T.Increment));
                      });
  }

  bool writeCalls() {
    uint32_t Number = 0;
    return insertRows(Handle, "INSERT INTO calls", U.Calls, [&](const Call &C) {
      return std::tuple(U.First + C.Ipoint, Number++, unlessEmpty(C.Callee),
                        unlessEmpty(C.Type));
    });
  }

  bool writeMarks() {
    Statement Insert(Handle, "INSERT INTO marks VALUES (?, ?, ?)");
    for (const Mark &M : U.Marks)
      Insert.run(U.First + M.Ipoint, M.Name, nameOf(M.Value));
    return Insert.ok();
  }

  bool writeIncluded() {
    Statement Insert(Handle, "INSERT INTO included_text VALUES (?, ?, ?, ?)");
    for (const IncludedText &T : U.Included)
      Insert.run(U.First + T.Ipoint, FileRows[T.File], T.Line, T.Column);
    return Insert.ok();
  }

  bool writeLoops() {
    Statement Insert(Handle,
                     "INSERT INTO loops VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?)");
    auto IdOf = [&](std::optional<uint32_t> Ipoint) {
      return Ipoint ? std::optional<int64_t>(U.First + *Ipoint) : std::nullopt;
    };
    for (const Loop &L : U.Loops)
      Insert.run(FunctionRows[L.Function], L.Name, L.Line, L.EndLine,
                 IdOf(L.Head), IdOf(L.Body),
                 L.Bound ? std::optional<int64_t>(*L.Bound) : std::nullopt,
                 L.BoundFrom);
    return Insert.ok();
  }

  bool writeBudgets() {
    Statement Insert(Handle, "INSERT INTO budgets VALUES (NULL, ?, ?, ?, ?)");
    for (const Budget &B : U.Budgets)
      Insert.run(FunctionRows[B.Function],
                 B.Ipoint ? std::optional<int64_t>(U.First + *B.Ipoint)
                          : std::nullopt,
                 B.Line, B.Text);
    return Insert.ok();
  }

  bool writeSkips() {
    Statement Insert(
        Handle, "INSERT INTO places_not_instrumented VALUES (?, ?, ?, ?, ?)");
    for (const Skip &S : U.Skips) {
      std::optional<int64_t> Function;
      if (S.Function)
        Function = FunctionRows[*S.Function];
      Insert.run(UnitRow, Function, FileRows[S.File], S.Line, S.Reason);
    }
    return Insert.ok();
  }

  /// Those of the config file, unless they are there.
  bool writePatterns() {
    if (!U.Config)
      return true;
    Statement Known(Handle,
                    "SELECT line, section, written, glob, of_files FROM "
                    "patterns WHERE config = ? ORDER BY rowid");
    std::vector<ConfigPattern> Before;
    for (Known.bind(*U.Config); Known.step();)
      Before.push_back({static_cast<unsigned>(Known.integer(0)), Known.text(1),
                        Known.text(2), Known.text(3), Known.integer(4) != 0});
    if (!Known.ok() || Before == U.Patterns)
      return Known.ok();
    Statement Delete(Handle, "DELETE FROM patterns WHERE config = ?");
    Statement Insert(Handle, "INSERT INTO patterns VALUES (?, ?, ?, ?, ?, ?)");
    Delete.run(*U.Config);
    for (const ConfigPattern &P : U.Patterns)
      Insert.run(*U.Config, P.Line, P.Section, P.Written, P.Glob, P.OfFiles);
    return Delete.ok() && Insert.ok();
  }

  sqlite3 *Handle;
  Unit &U;
  UnitVersions Versions;
  std::optional<int64_t> Replaced; ///< the row that the same unit had before
  int64_t Reserved = 0, ReservedCounts = 0;
  bool Held = !U.Product.empty(); ///< by a product that is known
  int64_t UnitRow = 0;
  std::vector<int64_t> FileRows;
  std::vector<int64_t> FunctionRows;
};

} // namespace

Error Database::reserve(Unit &U) {
  Transaction Change(*this);
  UnitVersions Versions(Handle.get());
  if (Change.isOpen() && Versions.reserve(U, hex64(U.TextHash)) &&
      Change.commit())
    return Error::success();
  if (Versions.ok() && Change.isOpen())
    return createStringError(inconvertibleErrorCode(),
                             Path + ": no ids left for " + U.Path +
                                 "; delete the database and build again");
  return failure("cannot reserve ids for " + U.Path);
}

Error Database::store(Unit &U) {
  Transaction Change(*this);
  UnitWriter Writer(Handle.get(), U);
  if (Change.isOpen() && Writer.write() && Change.commit())
    return Error::success();
  if (Writer.HasNoIds)
    return createStringError(
        inconvertibleErrorCode(),
        Path + ": has no ids for " + U.Path +
            ": another ipoint database has taken its place; build again");
  // Two rows would have one id: no writer of ours leaves a database like that.
  if (sqlite3_errcode(Handle.get()) == SQLITE_CONSTRAINT)
    return createStringError(inconvertibleErrorCode(),
                             Path + ": damaged ipoint database: cannot store " +
                                 U.Path + ": " + sqlite3_errmsg(Handle.get()) +
                                 "; delete it and build again");
  return failure("cannot store " + U.Path);
}

} // namespace ipoint::database
