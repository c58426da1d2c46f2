//===- TextTable.h - Columns for a terminal -------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_OUTPUT_TEXTTABLE_H
#define IPOINT_OUTPUT_TEXTTABLE_H

#include "llvm/Support/raw_ostream.h"
#include <string>
#include <vector>

namespace ipoint::output {

/// A table whose columns are as wide as they need be: numbers to the right,
/// words to the left.
class TextTable {
public:
  enum Side { Left, Right };

  void addColumn(std::string Title, Side S);
  void addRow(std::vector<std::string> Cells);
  void print(llvm::raw_ostream &Out) const;

private:
  std::vector<Side> Sides;
  std::vector<std::vector<std::string>> Rows; ///< the first are the titles
};

/// \p Text for a terminal: control characters, which could change what it
/// shows, as question marks; what is not UTF-8 is replaced.
std::string printable(llvm::StringRef Text);

} // namespace ipoint::output

#endif // IPOINT_OUTPUT_TEXTTABLE_H
