//===- RowFiles.h - Rows of files of comma-separated values ---------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_PROFILE_ROWFILES_H
#define IPOINT_PROFILE_ROWFILES_H

#include "Rows.h"
#include "llvm/Support/MemoryBuffer.h"

namespace ipoint::profile {

/// Gives the rows of one table, from all of its files:
///
///   RowFiles Rows(Folder, Table::Label, Problem);
///   while (Rows.next())
///     ... Rows.text(0) ...
///
/// Columns count as rowTables() has them; files may have them in any order, and
/// others. With a \p Problem there are no more rows.
class RowFiles {
public:
  RowFiles(llvm::StringRef Folder, Table T, std::string &Problem);

  bool next();
  llvm::StringRef text(unsigned Column) const {
    return Fields[Columns[Column]];
  }
  /// A whole number in these limits, else it is a problem.
  int64_t integer(unsigned Column, int64_t Least, int64_t Most);
  uint64_t count(unsigned Column) {
    return static_cast<uint64_t>(integer(Column, 0, INT64_MAX));
  }
  uint64_t key(unsigned Column);
  analysis::SignedWide wide(unsigned Column);
  void wrong(unsigned Column, const llvm::Twine &What);
  /// The row as a whole.
  void wrong(const llvm::Twine &What);

private:
  bool openNext();
  /// Reads a record of the file into Fields. \returns false at its end.
  bool record();
  bool field(std::string &To);

  const RowTable &Of;
  std::string &Problem;
  std::vector<std::string> Files; ///< still to be read, the last one first
  std::unique_ptr<llvm::MemoryBuffer> Buffer;
  std::string Path;
  llvm::StringRef Rest;
  size_t Line = 0, NextLine = 1;
  std::vector<std::string> Fields;
  size_t HeaderSize = 0;
  std::vector<size_t> Columns; ///< where each is among Fields
};

} // namespace ipoint::profile

#endif // IPOINT_PROFILE_ROWFILES_H
