//===- Insert.cpp - From the plan to instrumented text --------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "probes/Insert.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace ipoint {

/// Version of the unit record, docs/formats.md.
static constexpr uint32_t UnitFormat = 1;

namespace {

struct PlacedEdit {
  const Edit *E;
  size_t Function;
  const std::vector<std::optional<uint32_t>> *Ipoints;
};

void writeEdit(raw_ostream &OS, const PlacedEdit &P,
               const database::Unit &Unit) {
  const Edit &E = *P.E;
  std::optional<uint32_t> Index = (*P.Ipoints)[E.Site];
  if (E.OnlyWithSite && !Index)
    return;
  OS << E.Before;
  if (E.Probe == Edit::Form::None)
    return;
  if (Index)
    OS << (Unit.Ipoints[*Index].Timed ? "ipoint_timed" : "ipoint_untimed")
       << (E.Probe == Edit::Form::Value ? "_value(" : "(")
       << Unit.First + *Index << 'u'
       << (E.Probe == Edit::Form::Value ? "" : ")");
  bool IsStatement = E.Probe == Edit::Form::Statement;
  if (Index && IsStatement)
    OS << ';';
  // Without its probe an operand needs no comma either.
  if (Index || IsStatement)
    OS << E.After;
}

std::array<uint32_t, 10> unitRecord(const database::Unit &Unit,
                                    const database::Identity &Database) {
  return {UnitFormat,
          Unit.First,
          Unit.count(),
          Unit.settings(),
          static_cast<uint32_t>(Unit.TextHash),
          static_cast<uint32_t>(Unit.TextHash >> 32),
          Database.Words[0],
          Database.Words[1],
          Database.Words[2],
          Database.Words[3]};
}

/// In C89.
void writeUnitRecord(raw_ostream &OS, ArrayRef<uint32_t> Words) {
  OS << "static const struct ipoint_unit ipoint_this_unit = {{";
  ListSeparator Comma;
  for (uint32_t Word : Words)
    OS << Comma << format_hex(Word, 10) << 'u';
  OS << "}};\n";
}

/// A second name of the record, which says what is in it: objects for
/// optimisation at the link show their names only.
void writeRecordName(raw_ostream &OS, ArrayRef<uint32_t> Words) {
  OS << "extern const struct ipoint_unit ipoint_unit_";
  for (uint32_t Word : Words)
    OS << format_hex_no_prefix(Word, 8);
  OS << " __attribute__((__weak__, __alias__(\"ipoint_this_unit\"), "
        "__visibility__(\"hidden\")));\n";
}

/// The name of a file in a line marker or directive.
void writeFileName(raw_ostream &OS, StringRef Path) {
  OS << '"';
  for (char C : Path) {
    if (C == '"' || C == '\\')
      OS << '\\';
    OS << C;
  }
  OS << '"';
}

} // namespace

static std::vector<PlacedEdit> inOrderOfText(const FoundUnit &Found,
                                             const SitePlan &Plan) {
  std::vector<PlacedEdit> Edits;
  for (const auto &[I, Function, Ipoints] : enumerate(Found.Functions, Plan))
    for (const Edit &E : Function.Edits)
      Edits.push_back({&E, I, &Ipoints});
  llvm::stable_sort(Edits, [](const PlacedEdit &A, const PlacedEdit &B) {
    return A.E->Offset < B.E->Offset;
  });
  return Edits;
}

InsertedText insertProbes(const Source &S, const FoundUnit &Found,
                          const SitePlan &Plan, const database::Unit &Unit,
                          const database::Identity &Database,
                          StringRef Preamble, bool NamesRecord) {
  InsertedText Result;
  Result.Changed.resize(Found.Functions.size());
  if (Unit.Ipoints.empty()) {
    Result.Text = S.Text;
    return Result;
  }
  Result.Text.reserve(S.Text.size() + S.Text.size() / 2);
  raw_string_ostream OS(Result.Text);
  auto Write = [&](const PlacedEdit &P) {
    TextRange &Range = Result.Changed[P.Function];
    if (Range.End == 0)
      Range.Begin = OS.tell();
    writeEdit(OS, P, Unit);
    Range.End = OS.tell();
  };
  // The unit's name comes first: compilers take the name of the object's source
  // from there.
  if (S.Preprocessed) {
    OS << "# 1 ";
    writeFileName(OS, S.Path);
    OS << '\n';
  }
  OS << Preamble;
  // The text may begin with a directive, which wants a line of its own.
  std::vector<PlacedEdit> Edits = inOrderOfText(Found, Plan);
  ArrayRef<PlacedEdit> Rest = Edits;
  for (; !Rest.empty() && Rest.front().E->Offset == 0; Rest = Rest.drop_front())
    Write(Rest.front());
  OS << (S.Preprocessed ? "\n# 1 " : "\n#line 1 ");
  writeFileName(OS, S.Path);
  OS << '\n';

  size_t Done = 0;
  for (const PlacedEdit &P : Rest) {
    OS << StringRef(S.Text).slice(Done, P.E->Offset);
    Write(P);
    Done = P.E->Offset + P.E->Removed;
  }
  StringRef Tail = StringRef(S.Text).substr(Done);
  OS << Tail << (Tail.ends_with("\n") ? "" : "\n");
  // As if in a system header: -Wc++-compat does not like a second declaration.
  if (S.Preprocessed)
    OS << "# 1 \"<ipoint>\" 3\n";
  std::array<uint32_t, 10> Words = unitRecord(Unit, Database);
  writeUnitRecord(OS, Words);
  if (NamesRecord)
    writeRecordName(OS, Words);
  return Result;
}

} // namespace ipoint
