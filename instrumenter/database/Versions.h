//===- Versions.h - Which versions of units the database keeps ------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each edit of a unit stores a new version of it, with new ids. A version is
// superseded when no product (object, program, instrumented text) contains it
// any more: each product now contains another version, or was removed while a
// newer version of the same source was stored. Superseded versions stay in the
// database, as traces of them may still be read, until they take more than
// SupersededBytes or ids run out; then the oldest are deleted. One line of each
// deleted version remains, by which the tools recognise a program that still
// contains it.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_DATABASE_VERSIONS_H
#define IPOINT_DATABASE_VERSIONS_H

#include "database/Program.h"
#include <vector>

struct sqlite3;

namespace ipoint::database {

/// What superseded versions may take in the database, about.
constexpr int64_t SupersededBytes = 64 << 20;

/// All of it is part of the caller's transaction. What fails makes ok() false.
class UnitVersions {
public:
  explicit UnitVersions(sqlite3 *Handle) : Handle(Handle) {}

  bool ok() const { return Ok; }

  /// Gives \p U, whose text has the hash \p Hash, the ranges that the same
  /// unit had before, or the lowest free ones. Collects superseded versions if
  /// there are none. False with ok(): there still are none.
  bool reserve(Unit &U, llvm::StringRef Hash);

  /// Deletes the rows of the unit in \p Row. Files that only it had stay until
  /// removeOrphans().
  bool remove(int64_t Row);

  /// What had the unit in row \p From has the one in row \p To.
  bool handOver(int64_t From, int64_t To);

  /// The file \p Product now holds the unit of \p Source in \p Row. If it held
  /// another version, superseded ones that are too many are collected, but for
  /// that one.
  bool setProduct(llvm::StringRef Product, llvm::StringRef Source, int64_t Row);

  /// Deletes the files of removed units that no other has.
  bool removeOrphans();

private:
  struct Version {
    int64_t Row = 0;
    int64_t Bytes = 0;
  };

  bool note(bool WentWell) { return Ok &= WentWell; }
  /// Numbers of which each unit has a range.
  struct Ranges;
  static const Ranges Ids, Counts;
  struct Range {
    int64_t First = 0, Reserved = -1; ///< -1: there is none
  };
  /// \p Before if \p Count fit in it, or else a free one.
  std::optional<Range> rangeFor(const Ranges &R, const Range &Before,
                                uint32_t Count);
  std::optional<uint32_t> findRange(const Ranges &R, uint32_t Count);
  std::optional<uint32_t> behindAll(const Ranges &R, uint32_t Count);
  std::optional<uint32_t> lowestGap(const Ranges &R, uint32_t Count);
  /// Collects the oldest superseded versions, but for the one in row \p Newest,
  /// while they are too many.
  bool collectOld(int64_t Newest);
  /// The oldest first.
  std::vector<Version> superseded();
  bool hasProduct(int64_t Row);
  bool collect(int64_t Row);

  sqlite3 *Handle;
  bool Ok = true;
  std::vector<int64_t> Files; ///< of removed units
};

} // namespace ipoint::database

#endif // IPOINT_DATABASE_VERSIONS_H
