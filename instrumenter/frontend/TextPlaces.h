//===- TextPlaces.h - Where in the text a construct begins and ends -------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From Clang's locations to offsets in the main text at which text can be
// inserted. What lies inside of a macro has none; what a macro call begins or
// ends with has that of the call.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_FRONTEND_TEXTPLACES_H
#define IPOINT_FRONTEND_TEXTPLACES_H

#include "frontend/Places.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>
#include <string>
#include <vector>

namespace ipoint {

/// The lines of the main text as its line markers count them. Clang finds them
/// too, but slowly where one asks for them in no order.
class MarkedLines {
public:
  /// File names of line markers are relative to \p Directory.
  MarkedLines(clang::SourceManager &SM, llvm::StringRef Directory);
  /// The line at \p Offset in the file \p Home, a number of fileAt(): of text
  /// that another file has been included for, that of the directive.
  unsigned at(unsigned Offset, int Home) const;
  /// Which file the text at \p Offset is of; -1: the main one.
  int fileAt(unsigned Offset) const;
  /// Bytes from the start of the line, from 1.
  unsigned column(unsigned Offset) const;

private:
  void joinNames(clang::SourceManager &SM, llvm::StringRef Directory);
  unsigned physical(unsigned Offset) const;

  /// What a line marker does to the lines behind it.
  struct Shift {
    unsigned Begin = 0; ///< offset of the marker
    unsigned Lines = 0; ///< to be added; may wrap
    unsigned Line = 0;  ///< that of what follows
    int File = -1;      ///< Clang's number of a name of it; -1: the main file
  };
  /// The last one before \p Offset, or the end: there is none.
  std::vector<Shift>::const_iterator before(unsigned Offset) const;

  llvm::ArrayRef<unsigned> Starts; ///< offsets, of the source manager
  std::vector<Shift> Shifts;       ///< sorted
};

class TextPlaces {
public:
  /// \p Directory is absolute; file names of line markers are relative to it.
  /// \p Preprocessed: the text knows no macros, and what is an argument of one
  /// of the shim's macros for Clang stands in the text as it is.
  TextPlaces(clang::ASTContext &Context, llvm::StringRef Directory,
             bool Preprocessed);

  /// What is asked for from here on lies in the function at \p Loc: lines are
  /// those of its file.
  void enter(clang::SourceLocation Loc);

  /// Offset of the first character of the token at \p Loc.
  std::optional<unsigned> before(clang::SourceLocation Loc) const;
  /// Offset behind the token at \p Loc.
  std::optional<unsigned> after(clang::SourceLocation Loc) const;
  /// What S->getEndLoc() gives. That goes down to the last statement or
  /// operand each time, which a nest is asked for at each of its levels.
  clang::SourceLocation endLoc(const clang::Stmt *S) const {
    return lastPart(S)->getEndLoc();
  }
  /// Offset behind the statement, its semicolon included.
  std::optional<unsigned> afterStatement(const clang::Stmt *S) const;
  /// Offset behind the first token of kind \p K that follows the token at \p
  /// Loc at once.
  std::optional<unsigned> afterNext(clang::SourceLocation Loc,
                                    clang::tok::TokenKind K) const;

  /// Where what is at \p Loc was written, and stands now.
  TextPlace place(clang::SourceLocation Loc) const;

  /// Whether the line before that of \p Offset is a pragma, which would be
  /// bound to what is put there.
  bool followsPragma(unsigned Offset) const;

  /// Line in the file that the user wrote.
  unsigned line(clang::SourceLocation Loc) const;
  /// Absolute path of that file.
  std::string file(clang::SourceLocation Loc) const;

private:
  std::optional<unsigned> offset(clang::SourceLocation FileLoc) const;
  std::optional<IncludedPlace> included(clang::SourceLocation FileLoc) const;
  clang::SourceLocation outOfShim(clang::SourceLocation Loc) const;
  const clang::Stmt *lastPart(const clang::Stmt *S) const;

  const clang::SourceManager &SM;
  const clang::LangOptions &LangOpts;
  MarkedLines Lines;
  std::string Directory;
  bool Preprocessed;
  /// What enter() has found: a number of Lines.fileAt(), or none of a function
  /// that is not in the main text; and the path.
  std::optional<int> Home;
  std::string HomeFile;
  /// What lastPart() found at the end of long chains.
  mutable llvm::DenseMap<const clang::Stmt *, const clang::Stmt *> LastParts;
};

} // namespace ipoint

#endif // IPOINT_FRONTEND_TEXTPLACES_H
