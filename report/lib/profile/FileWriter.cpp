//===- FileWriter.cpp - Profiles to files ---------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cells.h"
#include "Labels.h"
#include "Sum.h"
#include "database/Connection.h"
#include "database/Output.h"
#include "database/Packed.h"
#include "database/ProfileFile.h"
#include "support/Errors.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace ipoint::profile {

using database::Statement;

class ProfileWriter {
public:
  ProfileWriter(const Sum &From, sqlite3 *To) : From(From), P(From.P), To(To) {}

  bool run() {
    return functions() && runs() && facts() && damages() && callPaths() &&
           parts() && samples();
  }

private:
  bool facts();
  bool damages();
  bool runs();
  bool functions();
  bool callPaths();
  bool parts();
  bool samples();

  const Sum &From;
  const Profile &P;
  sqlite3 *To;
  Checksum Written; ///< of figures, then of runs
  Checksum WrittenNames;
  std::string FirstFacts; ///< of runs
  /// By id.
  std::map<int64_t, std::pair<const FunctionName *, const Function *>> All;
  std::map<FunctionName, int64_t> Ids;
  std::map<int64_t, size_t> Ranks; ///< of functions, by Ids
};

bool ProfileWriter::facts() {
  Statement Fact(To, "INSERT INTO profile VALUES (?, ?)");
  auto Add = [&](StringRef Key, const std::string &Value) {
    Fact.run(Key, StringRef(Value));
  };
  Add("created_by", "ipoint " IPOINT_VERSION);
  Add("times", P.Execution ? "execution" : "response");
  Add("untimed_weight", std::to_string(P.UntimedWeight));
  Add("call_paths", P.HasCallPaths ? "yes" : "no");
  Add("damages_omitted", std::to_string(From.Omitted));
  Add("facts", FirstFacts);
  Add("checksum", Written.text());
  Add("functions_checksum", WrittenNames.text());
  if (P.SamplesOmitted)
    Add("samples_omitted", std::to_string(P.SamplesOmitted));
  if (P.OmitsParts)
    Add("parts_omitted", "yes");
  else if (!P.Parts.empty())
    Add("parts_by", P.PartsBy);
  if (P.Filter)
    Add("filter", toText(*P.Filter));
  return Fact.ok();
}

bool ProfileWriter::damages() {
  Statement Damage(To, "INSERT INTO damage VALUES (?, ?, ?)");
  for (const auto &[File, Offset, What] : From.Damages)
    Damage.run(StringRef(File), Offset, StringRef(What));
  return Damage.ok();
}

bool ProfileWriter::runs() {
  Statement Units(To, "INSERT INTO unit_list VALUES (?, ?)"),
      Add(To, "INSERT INTO run VALUES (?, ?, ?, ?)");
  std::map<const std::string *, int64_t> Known;
  json::Object First;
  for (const auto &[Id, R] : From.Runs) {
    auto [It, New] =
        Known.try_emplace(R.Units, static_cast<int64_t>(Known.size()) + 1);
    if (New)
      Units.run(It->second, StringRef(*R.Units));
    const json::Object Facts = factsOf(From.Facts, R);
    if (FirstFacts.empty()) {
      First = Facts;
      FirstFacts = textOf(json::Object(Facts));
      Written.add(0, FirstFacts);
    }
    const std::string Changes = textOf(changesFrom(First, Facts));
    Add.run(StringRef(Id), StringRef(R.Path), It->second, StringRef(Changes));
    Written.add(0, Changes);
  }
  return Units.ok() && Add.ok();
}

bool ProfileWriter::functions() {
  Statement Say(To, "INSERT INTO note VALUES (?, ?, ?, ?)");
  for (const auto &[Name, F] : P.Functions)
    All[Ids[Name] = int64_t(idOf(Name))] = {&Name, &F};
  std::vector<database::PackedFunction> Packed;
  FiguresById Counted = {{OfProgram, &P.Program}};
  for (const auto &[Id, Of] : All) {
    const auto &[Name, F] = Of;
    Ranks[Id] = Ranks.size();
    Counted.emplace_hint(Counted.end(), Id, &F->Counted);
    Packed.push_back({Name->File,
                      Name->Name,
                      Name->Line,
                      Name->Copy,
                      Name->Text,
                      {F->Blocks.begin(), F->Blocks.end()},
                      F->Transitions,
                      {F->Loops.begin(), F->Loops.end()}});
    for (const auto &[Key, Text] : F->Said)
      Say.run(Id, StringRef(Key.Kind), Key.Slot, StringRef(Text));
  }
  std::string Figures = packed(Counted), Functions = database::packed(Packed);
  WrittenNames.add(0, Functions);
  Written.add(0, Figures);
  Statement Add(To, "INSERT INTO packed VALUES (?, ?)");
  Add.run(StringRef("figures"), database::Blob{Figures});
  Add.run(StringRef("functions"), database::Blob{Functions});
  return Add.ok() && Say.ok() && All.size() == P.Functions.size();
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

bool ProfileWriter::parts() {
  Statement Add(To, "INSERT INTO part VALUES (?, ?)");
  for (const auto &[Value, Of] : P.Parts) {
    std::map<size_t, const FunctionPart *> Ordered;
    for (const auto &[Name, Part] : Of)
      Ordered[Ranks.at(Ids.at(Name))] = &Part;
    Add.run(StringRef(Value), StringRef(toText(Ordered)));
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

Error Sum::write(StringRef Path) {
  finish();
  Connection To = Connection::inMemory();
  if (!To.execute("PRAGMA application_id = " + std::to_string(ApplicationId) +
                  "; PRAGMA user_version = " + std::to_string(SchemaVersion) +
                  "; BEGIN;" + Schema) ||
      !ProfileWriter(*this, To.handle()).run() || !To.execute("COMMIT; VACUUM"))
    return errorAt(Path, "cannot be made: " + To.message());
  std::string Bytes = To.bytes();
  if (Bytes.empty())
    return errorAt(Path, "cannot be made: there is not enough memory");
  if (std::error_code Code =
          writeOutput(Path, [&](raw_ostream &Out) { Out << Bytes; }))
    return errorAt(Path, "cannot be written: " + Code.message());
  return Error::success();
}

Error write(const Profile &P, StringRef Path) {
  Sum All(P.PartsBy);
  if (Error E = All.add(P, Path))
    return E;
  return All.write(Path);
}

} // namespace ipoint::profile
