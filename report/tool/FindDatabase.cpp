//===- FindDatabase.cpp - The ipoint database that a trace is of ----------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FindDatabase.h"
#include "database/Database.h"
#include "program/Units.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"

using namespace llvm;

namespace ipoint::report {

namespace {

/// Where a database may be, and which setting names it.
struct Candidate {
  std::string Path, From;
};

using IdentityWords = std::array<uint32_t, 4>;

/// That of the first unit; traces of several databases are refused later, by
/// name.
std::optional<IdentityWords> identityOf(ArrayRef<trace::Trace> Traces) {
  for (const trace::Trace &T : Traces)
    if (!T.Meta.Units.empty())
      return T.Meta.Units.front().identity();
  return std::nullopt;
}

/// The paths that the trace has, as text: a program's units may be from one
/// database by several paths.
std::vector<std::string> pathsIn(const trace::Trace &T) {
  std::vector<std::string> Result;
  for (;;) {
    StringRef Path = T.Meta.text(("database_" + Twine(Result.size())).str());
    if (Path.empty())
      return Result;
    Result.push_back(Path.str());
  }
}

std::vector<Candidate> candidatesFor(ArrayRef<trace::Trace> Traces) {
  std::vector<Candidate> Result;
  auto Add = [&](StringRef Path, StringRef From) {
    if (none_of(Result, [&](const Candidate &C) { return C.Path == Path; }))
      Result.push_back({Path.str(), From.str()});
  };
  if (auto Path = sys::Process::GetEnv("IPOINT_DB"); Path && !Path->empty())
    Add(*Path, "IPOINT_DB");
  for (const trace::Trace &T : Traces)
    for (const std::string &Path : pathsIn(T))
      Add(Path, "the trace");
  SmallString<256> Folder(Traces.front().Path);
  if (sys::fs::make_absolute(Folder))
    Folder = Traces.front().Path; // without a working folder, as it was named
  sys::path::remove_dots(Folder, true);
  for (int Level = 0; Level < 3; ++Level) {
    SmallString<256> Beside(Folder);
    sys::path::append(Beside, "ipoint.db");
    if (sys::fs::exists(Beside))
      Add(Beside, "beside the trace");
    sys::path::remove_filename(Folder);
  }
  Add("ipoint.db", "the working folder");
  return Result;
}

/// Opens \p Path if it is the database with the identity \p Wanted. Errors: why
/// it is not, without its path.
Expected<database::Database>
openFitting(StringRef Path, const std::optional<IdentityWords> &Wanted) {
  auto Unfit = [](const Twine &Why) {
    return createStringError(inconvertibleErrorCode(), Why);
  };
  if (!sys::fs::exists(Path))
    return Unfit("is not there");
  // A path out of a trace may lead to anything.
  if (!sys::fs::is_regular_file(Path))
    return Unfit("is no file");
  Expected<database::Database> Database = database::Database::open(Path);
  if (!Database) {
    std::string Why = toString(Database.takeError());
    StringRef Short = StringRef(Why).split(';').first;
    Short.consume_front(Path);
    Short.consume_front(": ");
    return Unfit(Short);
  }
  if (Wanted && Database->identity().Words != *Wanted)
    return Unfit("is the database of another build");
  return Database;
}

} // namespace

Expected<database::Program> findDatabase(StringRef Named,
                                         ArrayRef<trace::Trace> Traces) {
  if (!Named.empty()) {
    Expected<database::Database> Database = database::Database::open(Named);
    return Database ? Database->readAll() : Database.takeError();
  }
  std::optional<IdentityWords> Wanted = identityOf(Traces);
  std::vector<std::string> Tried;
  Error Nearly = Error::success(); // of the first one of the same build
  for (const Candidate &C : candidatesFor(Traces)) {
    Expected<database::Database> Database = openFitting(C.Path, Wanted);
    if (!Database) {
      Tried.push_back(C.Path + " (" + C.From + ") " +
                      toString(Database.takeError()));
      continue;
    }
    Expected<database::Program> Program = Database->readAll();
    Error Lacks = Program ? analysis::checkUnits(Traces, *Program).takeError()
                          : Program.takeError();
    if (!Lacks) {
      consumeError(std::move(Nearly));
      return Program;
    }
    if (Nearly)
      consumeError(std::move(Lacks));
    else
      Nearly = std::move(Lacks);
  }
  if (Nearly)
    return Nearly;
  return createStringError(
      inconvertibleErrorCode(),
      Traces.front().Path + ": no ipoint database found for it: " +
          join(Tried, ", ") + "; name the one of its build with --db");
}

} // namespace ipoint::report
