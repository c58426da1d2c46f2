//===- Insert.cpp - From edits to instrumented text -----------------------===//
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

namespace {

struct PlacedEdit {
  const Edit *E;
  size_t Function;
};

/// In C89.
void writeUnitRecord(raw_ostream &OS, ArrayRef<uint32_t> Words) {
  OS << "static const struct ipoint_unit ipoint_this_unit = {{";
  ListSeparator Comma;
  for (auto [Index, Word] : enumerate(Words)) {
    OS << Comma << format_hex(Word, 10) << 'u';
    if (Index == UnitRecord::Settings)
      OS << " | ipoint_unit_made";
  }
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

static std::vector<PlacedEdit>
inOrderOfText(ArrayRef<std::vector<Edit>> Edits) {
  std::vector<PlacedEdit> Result;
  for (const auto &[I, Function] : enumerate(Edits))
    for (const Edit &E : Function)
      Result.push_back({&E, I});
  llvm::stable_sort(Result, [](const PlacedEdit &A, const PlacedEdit &B) {
    return A.E->Offset < B.E->Offset;
  });
  return Result;
}

InsertedText insertEdits(const Source &S, ArrayRef<std::vector<Edit>> Edits,
                         StringRef Preamble, const UnitRecord &Record) {
  InsertedText Result;
  Result.Changed.resize(Edits.size());
  Result.Text.reserve(S.Text.size() + S.Text.size() / 2);
  raw_string_ostream OS(Result.Text);
  auto Write = [&](const PlacedEdit &P) {
    TextRange &Range = Result.Changed[P.Function];
    if (Range.End == 0)
      Range.Begin = OS.tell();
    OS << P.E->Text;
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
  std::vector<PlacedEdit> Placed = inOrderOfText(Edits);
  ArrayRef<PlacedEdit> Rest = Placed;
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
  if (Record.Counts != 0)
    OS << "static __attribute__((__constructor__(102), "
          "__no_instrument_function__)) void ipoint_expect_counts(void) { "
          "ipoint_counts_expect("
       << Record.FirstCount << "u, " << Record.FirstCount + Record.Counts
       << "u);";
  if (Record.CallStates != 0)
    OS << " ipoint_calls_expect("
       << Record.FirstCount + Record.Counts - Record.CallStates << "u, "
       << Record.FirstCount + Record.Counts << "u);";
  if (Record.Counts != 0)
    OS << " }\n";
  writeUnitRecord(OS, Record.Words);
  if (Record.IsNamed)
    writeRecordName(OS, Record.Words);
  return Result;
}

} // namespace ipoint
