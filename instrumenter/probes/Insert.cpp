//===- Insert.cpp - From edits to instrumented text -----------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ipoint/unit.h"
#include "probes/Edits.h"
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

/// What follows is as if in a system header, where warnings are not given:
/// -Wc++-compat does not like a second declaration, -Wpedantic that an inline
/// function uses what is static.
constexpr const char *SystemHeader = "# 1 \"<ipoint>\" 3\n";

/// The array with the unit's counts, where the target has no tables of threads
/// (ipoint/counts.h). In source for any target there is no system header, so
/// that an external inline function may get a warning there.
void writeCounts(raw_ostream &OS, const UnitRecord &Record, bool IsForAny) {
  OS << "static ipoint_counter ipoint_unit_counts[" << Record.Counts
     << "];\nstatic __const__ union ipoint_counted ipoint_unit_counted "
        "__attribute__((__section__(\"ipoint_units\"), __used__, "
        "__aligned__(sizeof(void *)))) = {{"
     << "sizeof(ipoint_count) << 16 | " << format_hex(IPOINT_COUNTED_MAGIC, 6)
     << "u, " << Record.FirstCount << "u, " << Record.Counts
     << "u, 0u, ipoint_unit_counts, ipoint_count_rounds}};\n"
     << (IsForAny ? "static __inline__ __attribute__(("
                  : "extern __inline__ __attribute__((__gnu_inline__, ")
     << "__always_inline__, __no_instrument_function__)) ipoint_counter "
        "*ipoint_counts_here(unsigned long ipoint_end) { (void)ipoint_end; "
        "return (ipoint_counter *)((ipoint_address)ipoint_unit_counts - "
     << Record.FirstCount << "u * sizeof(ipoint_counter)); }\n";
}

/// The same of the unit's times (ipoint/times.h).
void writeTimes(raw_ostream &OS, const UnitRecord &Record) {
  if (!Record.TimeEdges.empty()) {
    OS << "static __const__ struct ipoint_edges ipoint_unit_edges["
       << Record.TimeEdges.size() << "] = {";
    ListSeparator Comma;
    for (auto [Low, High] : Record.TimeEdges)
      OS << Comma << '{' << Low << "u, " << High << "u}";
    OS << "};\n";
  }
  OS << "static struct ipoint_times ipoint_unit_times[" << Record.Times
     << "];\nstatic __const__ union ipoint_timed_unit ipoint_unit_timed "
        "__attribute__((__section__(\"ipoint_units\"), __used__, "
        "__aligned__(sizeof(void *)))) = {{"
     << "sizeof(struct ipoint_time) << 16 | "
     << format_hex(IPOINT_TIMED_MAGIC, 6) << "u, "
     << Record.FirstCount + Record.Counts - Record.Times << "u, "
     << Record.Times << "u, " << Record.TimedPaths << "u, ipoint_unit_times, "
     << (Record.TimeEdges.empty() ? "0, 0"
                                  : "ipoint_unit_edges, ipoint_times_edges")
     << "}};\n"
        "extern __inline__ __attribute__((__gnu_inline__, __always_inline__, "
        "__no_instrument_function__)) ipoint_address ipoint_times_here(void) "
        "{ return (ipoint_address)&ipoint_unit_timed; }\n";
}

/// What makes tables of threads have room for the unit's counts.
void writeExpectation(raw_ostream &OS, const UnitRecord &Record) {
  const uint32_t End = Record.FirstCount + Record.Counts;
  OS << "static __attribute__((__constructor__(102), "
        "__no_instrument_function__)) void ipoint_expect_counts(void) { "
        "ipoint_counts_expect("
     << Record.FirstCount << "u, " << End << "u);";
  if (Record.TimingStates != 0)
    OS << " ipoint_calls_expect(" << End - Record.TimingStates << "u, " << End
       << "u);";
  OS << " }\n";
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

CountTables countTablesOf(StringRef Preamble) {
  return Preamble.contains("ipoint_counts_here") ? CountTables::OfThreads
         : Preamble.contains("ipoint_counted")   ? CountTables::OfUnit
                                                 : CountTables::None;
}

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
  // Source for any target asks the header.
  const bool IsForAny = Preamble.contains("#include");
  const CountTables Tables = countTablesOf(Preamble);
  if (Record.Counts != 0 && (IsForAny || Tables == CountTables::OfUnit)) {
    OS << '\n' << (IsForAny ? "#ifdef IPOINT_COUNTS_IN_UNIT\n" : SystemHeader);
    writeCounts(OS, Record, IsForAny);
    if (Record.Times != 0)
      writeTimes(OS, Record);
    OS << (IsForAny ? "#endif\n" : "");
  }
  // The text may begin with a directive, which needs a line by itself.
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
  if (S.Preprocessed)
    OS << SystemHeader;
  if (Record.Counts != 0 && (IsForAny || Tables == CountTables::OfThreads)) {
    OS << (IsForAny ? "#ifndef IPOINT_COUNTS_IN_UNIT\n" : "");
    writeExpectation(OS, Record);
    OS << (IsForAny ? "#endif\n" : "");
  }
  writeUnitRecord(OS, Record.Words);
  if (Record.IsNamed)
    writeRecordName(OS, Record.Words);
  return Result;
}

} // namespace ipoint
