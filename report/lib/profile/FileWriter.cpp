//===- FileWriter.cpp - Profiles to files ---------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cells.h"
#include "Profile.h"
#include "database/Connection.h"
#include "database/Output.h"
#include "database/ProfileFile.h"
#include "support/Errors.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace ipoint::profile {

using database::Statement;

static std::string namesIn(ArrayRef<std::string> Names) {
  json::Array Array;
  for (const std::string &Name : Names)
    Array.push_back(json::fixUTF8(Name));
  return textOf(std::move(Array));
}

namespace {

class ProfileWriter {
public:
  ProfileWriter(const Profile &P, sqlite3 *To)
      : P(P), To(To), Figure(To, "INSERT INTO figure VALUES (?, ?, ?, ?)") {}

  bool run() {
    return facts() && runs() && functions() && callPaths() && samples() &&
           Figure.ok();
  }

private:
  bool facts();
  bool runs();
  bool functions();
  bool callPaths();
  bool samples();
  void figures(int64_t Function, const Figures &All) {
    for (const auto &[Key, Of] : All)
      Figure.run(Function, StringRef(Key.Kind), Key.Slot,
                 StringRef(toText(Of)));
  }

  const Profile &P;
  sqlite3 *To;
  Statement Figure;
  std::map<FunctionName, int64_t> Ids;
};

} // namespace

bool ProfileWriter::facts() {
  Statement Fact(To, "INSERT INTO profile VALUES (?, ?)");
  auto Add = [&](StringRef Key, const std::string &Value) {
    Fact.run(Key, StringRef(Value));
  };
  Add("created_by", "ipoint " IPOINT_VERSION);
  Add("times", P.Execution ? "execution" : "response");
  Add("untimed_weight", std::to_string(P.UntimedWeight));
  Add("call_paths", P.HasCallPaths ? "yes" : "no");
  Add("damages_omitted", std::to_string(P.Damages.omitted()));
  if (P.Filter)
    Add("filter", toText(*P.Filter));
  Statement Damage(To, "INSERT INTO damage VALUES (?, ?, ?)");
  // In one order, whichever profile they were in.
  std::vector<trace::Damage> Damages = P.Damages.items();
  sort(Damages, [](const trace::Damage &A, const trace::Damage &B) {
    return std::tie(A.File, A.Offset, A.What) <
           std::tie(B.File, B.Offset, B.What);
  });
  for (const trace::Damage &D : Damages) {
    Damage.run(StringRef(D.File), D.Offset, StringRef(D.What));
  }
  return Fact.ok() && Damage.ok();
}

bool ProfileWriter::runs() {
  Statement Units(To, "INSERT INTO unit_list VALUES (?, ?)"),
      Add(To, "INSERT INTO run VALUES (?, ?, ?, ?)");
  std::map<std::string, int64_t> Known;
  for (const auto &[Id, R] : P.Runs) {
    auto [It, New] =
        Known.try_emplace(unitsOf(R), static_cast<int64_t>(Known.size()) + 1);
    if (New) {
      Units.run(It->second, StringRef(It->first));
    }
    Add.run(StringRef(Id), StringRef(R.Of.Path), It->second,
            StringRef(toText(R)));
  }
  return Units.ok() && Add.ok();
}

bool ProfileWriter::functions() {
  figures(OfProgram, P.Program);
  Statement Add(To, "INSERT INTO function VALUES (?, ?, ?, ?, ?, ?, ?, ?)"),
      Say(To, "INSERT INTO note VALUES (?, ?, ?, ?)");
  for (const auto &[Name, F] : P.Functions) {
    int64_t Id = Ids[Name] = static_cast<int64_t>(Ids.size()) + 1;
    json::Array Transitions;
    for (auto [From, Target] : F.Transitions)
      Transitions.push_back(json::Array{From, Target});
    Add.run(Id, StringRef(Name.File), Name.Line, StringRef(Name.Name),
            Name.Copy, StringRef(namesIn(F.Blocks)),
            StringRef(textOf(std::move(Transitions))),
            StringRef(namesIn(F.Loops)));
    figures(Id, F.Counted);
    for (const auto &[Key, Text] : F.Said) {
      Say.run(Id, StringRef(Key.Kind), Key.Slot, StringRef(Text));
    }
  }
  return Add.ok() && Say.ok();
}

bool ProfileWriter::callPaths() {
  Statement Add(To, "INSERT INTO call_path VALUES (?, ?, ?, ?, ?)");
  for (auto [Index, C] : enumerate(P.CallPaths)) {
    std::optional<int64_t> Function;
    if (auto It = Ids.find(C.Function); It != Ids.end())
      Function = It->second;
    Add.run(Index, C.Parent, Function, C.Spent.Calls,
            StringRef(toText(valuesOf(C.Spent))));
  }
  return Add.ok();
}

bool ProfileWriter::samples() {
  Statement Add(To, "INSERT INTO sampled VALUES (?, ?)"),
      Batch(To, "INSERT INTO sample VALUES (?, ?, ?, ?)");
  for (const auto &[Id, S] : P.Samples) {
    Add.run(StringRef(Id), StringRef(toText(S)));
    for (auto [Run, Of] : enumerate(S.Runs))
      for (auto [Number, B] : enumerate(Of.Batches)) {
        Batch.run(StringRef(Id), Run, Number, StringRef(toText(valuesOf(B))));
      }
  }
  return Add.ok() && Batch.ok();
}

Error write(const Profile &P, StringRef Path) {
  Connection To = Connection::inMemory();
  if (!To.execute("PRAGMA application_id = " + std::to_string(ApplicationId) +
                  "; PRAGMA user_version = " + std::to_string(SchemaVersion) +
                  "; BEGIN;" + Schema) ||
      !ProfileWriter(P, To.handle()).run() || !To.execute("COMMIT; VACUUM"))
    return errorAt(Path, "cannot be made: " + To.message());
  std::string Bytes = To.bytes();
  if (Bytes.empty())
    return errorAt(Path, "cannot be made: there is not enough memory");
  if (std::error_code Code =
          writeOutput(Path, [&](raw_ostream &Out) { Out << Bytes; }))
    return errorAt(Path, "cannot be written: " + Code.message());
  return Error::success();
}

} // namespace ipoint::profile
