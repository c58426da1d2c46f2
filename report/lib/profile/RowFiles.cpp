//===- RowFiles.cpp - Rows of files of comma-separated values -------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowFiles.h"
#include "Cells.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace ipoint::profile {

/// The files with rows in the folder \p Path, the last one first. Spark puts
/// others beside them, whose names begin with a dot or an underscore.
static std::vector<std::string> filesIn(StringRef Path) {
  std::vector<std::string> Result;
  std::error_code Code;
  for (sys::fs::directory_iterator It(Path, Code), End; !Code && It != End;
       It.increment(Code)) {
    StringRef Name = sys::path::filename(It->path());
    if (!Name.starts_with(".") && !Name.starts_with("_"))
      Result.push_back(It->path());
  }
  sort(Result, std::greater<>());
  return Result;
}

RowFiles::RowFiles(StringRef Folder, Table T, std::string &Problem)
    : Of(rowTables()[unsigned(T)]), Problem(Problem) {
  SmallString<256> Name(Folder);
  sys::path::append(Name, Twine(Of.Name) + ".csv");
  if (sys::fs::is_directory(Name))
    Files = filesIn(Name);
  else
    Files.push_back(Name.str().str());
  if (Files.empty() && Problem.empty())
    Problem = (Name + ": has no file with rows").str();
}

bool RowFiles::openNext() {
  if (Files.empty())
    return false;
  Path = std::move(Files.back());
  Files.pop_back();
  auto Opened = MemoryBuffer::getFile(Path, /*IsText=*/false,
                                      /*RequiresNullTerminator=*/false);
  if (!Opened) {
    Problem = Path + ": cannot be read: " + Opened.getError().message();
    return false;
  }
  Buffer = std::move(*Opened);
  Rest = Buffer->getBuffer();
  Line = 0;
  NextLine = 1;
  HeaderSize = 0;
  Columns.clear();
  if (!record()) {
    wrong("the names of the columns are missing");
    return false;
  }
  for (const char *Name : Of.Columns) {
    auto It = find(Fields, Name);
    if (It == Fields.end())
      wrong(Twine("there is no column '") + Name + "'");
    Columns.push_back(static_cast<size_t>(It - Fields.begin()));
  }
  HeaderSize = Fields.size();
  return Problem.empty();
}

bool RowFiles::next() {
  while (Problem.empty()) {
    if (Buffer && record())
      return Problem.empty();
    if (!Problem.empty() || !openNext())
      return false;
  }
  return false;
}

bool RowFiles::field(std::string &To) {
  if (!Rest.consume_front("\"")) {
    StringRef Plain = Rest.take_front(Rest.find_first_of(",\r\n"));
    if (Plain.contains('"'))
      return false;
    To = Plain.str();
    Rest = Rest.drop_front(Plain.size());
    return true;
  }
  for (;;) {
    size_t End = Rest.find('"');
    if (End == StringRef::npos)
      return false;
    NextLine += Rest.take_front(End).count('\n');
    To += Rest.take_front(End);
    Rest = Rest.drop_front(End + 1);
    if (!Rest.consume_front("\""))
      return true;
    To += '"';
  }
}

bool RowFiles::record() {
  Line = NextLine;
  Fields.clear();
  if (Rest.empty())
    return false;
  do {
    if (!field(Fields.emplace_back())) {
      wrong("a quotation mark is missing, or one too many is there");
      return false;
    }
  } while (Rest.consume_front(","));
  bool Returned = Rest.consume_front("\r");
  if (!Rest.consume_front("\n") && (Returned || !Rest.empty()))
    wrong("text is behind a quotation mark");
  else if (!Buffer->getBuffer().ends_with("\n") && Rest.empty())
    wrong("the line does not end: the file is cut; make it again");
  ++NextLine;
  if (HeaderSize && Fields.size() != HeaderSize)
    wrong("has " + Twine(Fields.size()) + " fields where there are " +
          Twine(HeaderSize) + " columns");
  return true;
}

void RowFiles::wrong(const Twine &What) {
  if (Problem.empty())
    Problem = (Path + ":" + Twine(Line) + ": " + What).str();
}

void RowFiles::wrong(unsigned Column, const Twine &What) {
  constexpr size_t Shown = 80;
  wrong(Twine("column ") + Of.Columns[Column] + ": '" +
        text(Column).take_front(Shown) + "' " + What);
}

int64_t RowFiles::integer(unsigned Column, int64_t Least, int64_t Most) {
  int64_t Number = 0;
  if (text(Column).getAsInteger(10, Number) || Number < Least ||
      Number > Most) {
    wrong(Column,
          "is no whole number from " + Twine(Least) + " to " + Twine(Most));
    return Least;
  }
  return Number;
}

uint64_t RowFiles::key(unsigned Column) {
  uint64_t Number = 0;
  if (text(Column).getAsInteger(10, Number))
    wrong(Column, "is no whole number of 64 bits");
  return Number;
}

analysis::SignedWide RowFiles::wide(unsigned Column) {
  std::optional<analysis::SignedWide> Number = numberOf(text(Column));
  if (!Number)
    wrong(Column, "is no whole number that fits in 128 bits");
  return Number.value_or(0);
}

} // namespace ipoint::profile
