//===- Rows.h - Profiles as rows of tables that SQL adds ------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tables of comma-separated values (RFC 4180), described in docs/rows.md. Ids
// are hashes of what they stand for: the same in each profile.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_PROFILE_ROWS_H
#define IPOINT_PROFILE_ROWS_H

#include "Profile.h"
#include <set>

namespace ipoint::profile {

/// One table: its name and its columns, in their order.
struct RowTable {
  const char *Name;
  std::vector<const char *> Columns;
};

/// All of them, by Table.
enum class Table : unsigned {
  Profile,
  Run,
  UnitList,
  Label,
  Function,
  Part,
  CallPath,
  Figure,
  Note,
  Damage,
  Sampled,
  Sample
};
llvm::ArrayRef<RowTable> rowTables();

/// The owner of figures of no function or path.
inline constexpr const char *ProgramId = "0000000000000000";

std::string idOf(const FunctionName &Name, const Function &F);
/// Of the path below \p Parent ("": none) to \p Function ("": unknown).
std::string idOfPath(llvm::StringRef Parent, llvm::StringRef Function);
/// Of a list of units, in hexadecimal.
std::string idOfUnits(llvm::StringRef Units);
/// Of the runs of \p P together.
std::string idOf(const Profile &P);

/// How figures of \p Kind are added: `sum`, `min` or `max`.
llvm::StringRef ruleOf(llvm::StringRef Kind);

/// What the calls on a path took, as figures that the path owns.
Figures figuresOf(const analysis::CallPaths::Node &N);
bool readNode(const Figures &From, analysis::CallPaths::Node &N);

/// Profiles as the texts of tables.
class RowsWriter {
public:
  RowsWriter();
  /// Adds the rows of \p P. What it shares with profiles before it is not
  /// written again.
  void add(const Profile &P);
  /// That of a file, which begins with the names of its columns.
  const std::string &text(Table T) const { return Texts[unsigned(T)]; }

private:
  void runs(const Profile &P, llvm::StringRef Id);
  void functions(const Profile &P, llvm::StringRef Id);
  void callPaths(const Profile &P, llvm::StringRef Id);
  void figures(llvm::StringRef Profile, llvm::StringRef Owner,
               const Figures &All);
  /// Whether \p Id of \p T has not been written.
  bool isNew(Table T, llvm::StringRef Id) {
    return Known.insert({T, Id.str()}).second;
  }

  std::vector<std::string> Texts;
  std::set<std::pair<Table, std::string>> Known;
  std::map<FunctionName, std::string> Ids; ///< of the profile that is added
};

/// The profile that the rows in \p Folder are, which were added by their keys.
/// A table is a file NAME.csv, or a folder of that name with files. Errors name
/// the file and line.
llvm::Expected<Profile> readRows(llvm::StringRef Folder);

} // namespace ipoint::profile

#endif // IPOINT_PROFILE_ROWS_H
