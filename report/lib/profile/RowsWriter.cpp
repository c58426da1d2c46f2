//===- RowsWriter.cpp - Profiles to rows ----------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cells.h"
#include "Labels.h"
#include "Rows.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace ipoint::profile {

using analysis::CallPaths;

ArrayRef<RowTable> rowTables() {
  static const std::vector<RowTable> All = {
      {"profile",
       {"profile", "times", "untimed_weight", "call_paths", "filter",
        "damages_omitted", "samples_omitted"}},
      {"run",
       {"run", "profile", "path", "program", "build", "date", "frequency",
        "unit_list", "facts"}},
      {"unit_list", {"unit_list", "units"}},
      {"label", {"run", "key", "value"}},
      {"function", {"function", "file", "line", "name", "copy", "text"}},
      {"part", {"function", "part", "slot", "name", "source", "target"}},
      {"call_path", {"call_path", "parent", "function"}},
      {"figure", {"profile", "owner", "kind", "slot", "key", "value", "adds"}},
      {"note", {"profile", "function", "kind", "slot", "text"}},
      {"damage", {"profile", "file", "offset", "what"}},
      {"sampled", {"sampled", "facts"}},
      {"sample", {"sampled", "run", "batch", "place", "value"}}};
  return All;
}

static std::string hashOf(StringRef Text) {
  std::string Result = utohexstr(xxh3_64bits(Text), /*LowerCase=*/true, 16);
  return Result == ProgramId ? "0000000000000001" : Result;
}

static json::Array textsOf(ArrayRef<std::string> Texts) {
  json::Array Result;
  for (const std::string &Text : Texts)
    Result.push_back(json::fixUTF8(Text));
  return Result;
}

std::string idOf(const FunctionName &Name, const Function &F) {
  json::Array Transitions;
  for (auto [From, To] : F.Transitions)
    Transitions.push_back(json::Array{From, To});
  return hashOf(textOf(json::Array{json::fixUTF8(Name.File), Name.Line,
                                   json::fixUTF8(Name.Name), Name.Copy,
                                   int64_t(Name.Text), textsOf(F.Blocks),
                                   std::move(Transitions), textsOf(F.Loops)}));
}

std::string idOfPath(StringRef Parent, StringRef Function) {
  return hashOf((Parent + "/" + Function).str());
}

std::string idOfUnits(StringRef Units) { return hashOf(Units); }

std::string idOf(const Profile &P) {
  return hashOf(join(make_first_range(P.Runs), "\n"));
}

StringRef ruleOf(StringRef Kind) {
  return Kind.ends_with(".min")   ? "min"
         : Kind.ends_with(".max") ? "max"
                                  : "sum";
}

static constexpr StringLiteral PathSums = "call_path",
                               PathExtremes = "call_path.max";
static constexpr uint64_t CallsKey = 10; // behind those of valuesOf

/// Whether the number \p Key of a path is the largest time.
static bool isExtreme(uint64_t Key) { return Key == 2 || Key == 3; }

Figures figuresOf(const CallPaths::Node &N) {
  Figures Result;
  for (auto [Key, Value] : valuesOf(N))
    if (Value != 0)
      Result[{(isExtreme(Key) ? PathExtremes : PathSums).str(), 0}].push_back(
          {Key, Value});
  Result[{PathSums.str(), 0}].push_back({CallsKey, N.Calls});
  return Result;
}

bool readNode(const Figures &From, CallPaths::Node &N) {
  Values All;
  for (const auto &[Key, Of] : From)
    for (auto [Number, Value] : Of) {
      if (Key.Kind != (isExtreme(Number) ? PathExtremes : PathSums) ||
          Number > CallsKey || Key.Slot != 0 || Value < 0 || Value > UINT64_MAX)
        return false;
      if (Number == CallsKey)
        N.Calls = static_cast<uint64_t>(Value);
      else
        All.push_back({Number, Value});
    }
  return readNode(All, N);
}

/// As RFC 4180 has it, UTF-8.
static std::string fieldOf(StringRef Text) {
  std::string Field = json::fixUTF8(Text);
  // Engines take what is empty, and not quoted, for NULL.
  if (!Field.empty() && Field.find_first_of(",\"\r\n") == std::string::npos)
    return Field;
  std::string Quoted = "\"";
  for (char C : Field)
    Quoted += C == '"' ? "\"\"" : std::string(1, C);
  return Quoted + "\"";
}

template <typename T> static std::string fieldOf(const T &Number) {
  return toText(analysis::SignedWide(Number));
}

template <class... T> static void line(std::string &To, const T &...Fields) {
  const char *Before = "";
  ((To += Before, To += fieldOf(Fields), Before = ","), ...);
  To += '\n';
}

static std::string &in(std::vector<std::string> &Texts, Table T) {
  return Texts[unsigned(T)];
}

RowsWriter::RowsWriter() {
  for (const RowTable &T : rowTables())
    Texts.push_back(join(T.Columns, ",") + "\n");
}

void RowsWriter::add(const Profile &P) {
  const std::string Id = idOf(P);
  line(in(Texts, Table::Profile), StringRef(Id),
       StringRef(P.Execution ? "execution" : "response"), P.UntimedWeight,
       StringRef(P.HasCallPaths ? "yes" : "no"),
       StringRef(P.Filter ? toText(*P.Filter) : ""), P.Damages.omitted(),
       P.SamplesOmitted);
  runs(P, Id);
  figures(Id, ProgramId, P.Program);
  Ids.clear();
  functions(P, Id);
  callPaths(P, Id);
  for (const trace::Damage &D : P.Damages.items())
    line(in(Texts, Table::Damage), StringRef(Id), StringRef(D.File), D.Offset,
         StringRef(D.What));
  for (const auto &[Name, S] : P.Samples) {
    line(in(Texts, Table::Sampled), StringRef(Name), StringRef(toText(S)));
    for (auto [Run, Of] : enumerate(S.Runs))
      for (auto [Number, B] : enumerate(Of.Batches))
        for (auto [Place, Value] : valuesOf(B))
          line(in(Texts, Table::Sample), StringRef(Name), Run, Number, Place,
               Value);
  }
}

void RowsWriter::runs(const Profile &P, StringRef Id) {
  for (const auto &[Uuid, R] : P.Runs) {
    // Lines as one: most readers take tables line by line.
    std::string Units = unitsOf(R);
    std::replace(Units.begin(), Units.end(), '\n', ' ');
    const std::string List = idOfUnits(Units);
    if (isNew(Table::UnitList, List))
      line(in(Texts, Table::UnitList), StringRef(List), StringRef(Units));
    Labels All = labelsOf(R);
    line(in(Texts, Table::Run), StringRef(Uuid), Id, StringRef(R.Of.Path),
         StringRef(All["program"]), StringRef(All["build"]),
         StringRef(All["date"]), R.Of.Meta.Frequency, StringRef(List),
         StringRef(textOf(factsOf(R, /*WithLabels=*/false))));
    for (const auto &[Key, Value] : All)
      if (!Value.empty())
        line(in(Texts, Table::Label), StringRef(Uuid), StringRef(Key),
             StringRef(Value));
  }
}

void RowsWriter::functions(const Profile &P, StringRef Id) {
  std::string &Part = in(Texts, Table::Part);
  for (const auto &[Name, F] : P.Functions) {
    const std::string Known = Ids[Name] = idOf(Name, F);
    const StringRef Function(Known), None;
    figures(Id, Function, F.Counted);
    for (const auto &[Key, Text] : F.Said)
      line(in(Texts, Table::Note), Id, Function, StringRef(Key.Kind), Key.Slot,
           StringRef(Text));
    if (!isNew(Table::Function, Function))
      continue;
    line(in(Texts, Table::Function), Function, StringRef(Name.File), Name.Line,
         StringRef(Name.Name), Name.Copy, Name.Text);
    for (auto [Slot, Block] : enumerate(F.Blocks))
      line(Part, Function, StringRef("block"), Slot, StringRef(Block), None,
           None);
    for (auto [Slot, T] : enumerate(F.Transitions))
      line(Part, Function, StringRef("transition"), Slot, None, T.first,
           T.second);
    for (auto [Slot, Loop] : enumerate(F.Loops))
      line(Part, Function, StringRef("loop"), Slot, StringRef(Loop), None,
           None);
  }
}

void RowsWriter::callPaths(const Profile &P, StringRef Id) {
  std::vector<std::string> Paths;
  for (const CallPath &C : P.CallPaths) {
    StringRef Parent = C.Parent ? StringRef(Paths[*C.Parent]) : "";
    auto Of = Ids.find(C.Function);
    StringRef Function = Of == Ids.end() ? "" : StringRef(Of->second);
    std::string Path = idOfPath(Parent, Function);
    if (isNew(Table::CallPath, Path))
      line(in(Texts, Table::CallPath), StringRef(Path), Parent, Function);
    figures(Id, Path, figuresOf(C.Spent));
    Paths.push_back(std::move(Path));
  }
}

void RowsWriter::figures(StringRef Profile, StringRef Owner,
                         const Figures &All) {
  std::string &To = in(Texts, Table::Figure);
  for (const auto &[Key, Of] : All) {
    StringRef Kind = Key.Kind;
    if (Kind.ends_with(".max.run") || Kind.ends_with(".max.at"))
      continue; // of the largest: SQL does not add them
    for (auto [Number, Value] : Of)
      line(To, Profile, Owner, StringRef(Key.Kind), Key.Slot, Number, Value,
           ruleOf(Key.Kind));
  }
}

} // namespace ipoint::profile
