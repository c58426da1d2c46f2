//===- Writer.cpp - Storing a unit in the ipoint database -----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "database/Connection.h"
#include "database/Database.h"
#include "database/Schema.h"
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

static std::optional<StringRef> ifAny(const std::optional<std::string> &Text) {
  return Text ? std::optional<StringRef>(*Text) : std::nullopt;
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
    bool WentWell = insertRows(
        Handle, "INSERT INTO functions", U.Functions, [&](const Function &F) {
          return std::tuple(
              std::optional<int64_t>(), UnitRow, StringRef(F.Name),
              FileRows[F.File], F.Line, F.Column, F.EndLine, ifAny(F.Skipped),
              nameOf(F.L), nameOf(F.C),
              F.IsInterrupt ? std::optional<StringRef>(InterruptRole)
                            : std::nullopt,
              nameOf(F.S), ifAny(F.StoreReason),
              F.Stride ? std::optional<int64_t>(F.Stride) : std::nullopt,
              unlessEmpty(F.Type));
        });
    // Rows of one transaction have numbers in a row.
    FirstFunction =
        sqlite3_last_insert_rowid(Handle) + 1 - int64_t(U.Functions.size());
    return WentWell;
  }

  bool writeIpoints() {
    uint32_t Id = U.First;
    return insertRows(
        Handle, "INSERT INTO ipoints", U.Ipoints, [&](const Ipoint &P) {
          return std::tuple(Id++, FirstFunction + P.Function, nameOf(P.K),
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
                        unlessEmpty(C.Type), nameOf(C.Times));
    });
  }

  bool writeMarks() {
    return insertRows(Handle, "INSERT INTO marks", U.Marks, [&](const Mark &M) {
      return std::tuple(U.First + M.Ipoint, StringRef(M.Name), nameOf(M.Value));
    });
  }

  bool writeIncluded() {
    return insertRows(Handle, "INSERT INTO included_text", U.Included,
                      [&](const IncludedText &T) {
                        return std::tuple(U.First + T.Ipoint, FileRows[T.File],
                                          T.Line, T.Column);
                      });
  }

  std::optional<int64_t> idOf(std::optional<uint32_t> Ipoint) const {
    return Ipoint ? std::optional<int64_t>(U.First + *Ipoint) : std::nullopt;
  }

  bool writeLoops() {
    return insertRows(Handle, "INSERT INTO loops", U.Loops, [&](const Loop &L) {
      return std::tuple(std::optional<int64_t>(), FirstFunction + L.Function,
                        StringRef(L.Name), L.Line, L.EndLine, idOf(L.Head),
                        idOf(L.Body), L.Bound, StringRef(L.BoundFrom),
                        L.Derived);
    });
  }

  bool writeBudgets() {
    return insertRows(
        Handle, "INSERT INTO budgets", U.Budgets, [&](const Budget &B) {
          return std::tuple(std::optional<int64_t>(),
                            FirstFunction + B.Function, idOf(B.Ipoint), B.Line,
                            StringRef(B.Text));
        });
  }

  bool writeSkips() {
    return insertRows(
        Handle, "INSERT INTO places_not_instrumented", U.Skips,
        [&](const Skip &S) {
          return std::tuple(
              UnitRow,
              S.Function ? std::optional<int64_t>(FirstFunction + *S.Function)
                         : std::nullopt,
              FileRows[S.File], S.Line, StringRef(S.Reason));
        });
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
    return Delete.run(*U.Config) &&
           insertRows(Handle, "INSERT INTO patterns", U.Patterns,
                      [&](const ConfigPattern &P) {
                        return std::tuple(
                            StringRef(*U.Config), P.Line, StringRef(P.Section),
                            StringRef(P.Written), StringRef(P.Glob), P.OfFiles);
                      });
  }

  sqlite3 *Handle;
  Unit &U;
  UnitVersions Versions;
  std::optional<int64_t> Replaced; ///< the row that the same unit had before
  int64_t Reserved = 0, ReservedCounts = 0;
  bool Held = !U.Product.empty(); ///< by a product that is known
  int64_t UnitRow = 0;
  std::vector<int64_t> FileRows;
  int64_t FirstFunction = 0; ///< row
};

} // namespace

Error Database::reserve(Unit &U) {
  Transaction Change(File);
  UnitVersions Versions(File.handle());
  bool HasIds = Change.isOpen() && Versions.reserve(U, hex64(U.TextHash));
  if (HasIds && Change.commit())
    return Error::success();
  if (!HasIds && Versions.ok() && Change.isOpen())
    return errorAt(Path, "no ids left for " + U.Path +
                             "; delete the database and build again");
  return failure("cannot reserve ids for " + U.Path);
}

Error Database::store(Unit &U) {
  Transaction Change(File);
  UnitWriter Writer(File.handle(), U);
  if (Change.isOpen() && Writer.write() && Change.commit())
    return Error::success();
  if (Writer.HasNoIds)
    return errorAt(Path,
                   "has no ids for " + U.Path +
                       ": another ipoint database has taken its place; build "
                       "again");
  // Two rows would have one id: no writer of ours leaves a database like that.
  if (sqlite3_errcode(File.handle()) == SQLITE_CONSTRAINT)
    return errorAt(Path, "damaged ipoint database: cannot store " + U.Path +
                             ": " + File.message() +
                             "; delete it and build again");
  return failure("cannot store " + U.Path);
}

} // namespace ipoint::database
