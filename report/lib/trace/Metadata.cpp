//===- Metadata.cpp - What a trace says about itself ----------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Metadata.h"
#include "Tsdl.h"
#include "support/Errors.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace ipoint::trace {

StringRef Metadata::text(StringRef Key) const {
  auto It = Environment.find(std::string_view(Key));
  return It == Environment.end() ? StringRef() : StringRef(It->second.Text);
}

std::optional<int64_t> Metadata::find(StringRef Key) const {
  auto It = Environment.find(std::string_view(Key));
  return It == Environment.end() ? std::nullopt : It->second.Number;
}

int64_t Metadata::number(StringRef Key, int64_t Missing) const {
  return find(Key).value_or(Missing);
}

/// "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx" as bytes.
static std::optional<std::array<uint8_t, 16>> parseUuid(StringRef Text) {
  std::string Digits;
  for (char C : Text)
    if (C != '-')
      Digits += C;
  std::string Bytes;
  if (Digits.size() != 32 || !tryGetFromHex(Digits, Bytes))
    return std::nullopt;
  std::array<uint8_t, 16> Result;
  for (size_t I = 0; I < Result.size(); ++I)
    Result[I] = static_cast<uint8_t>(Bytes[I]);
  return Result;
}

/// Ten words of eight hexadecimal digits.
static std::optional<UnitRecord> parseUnitRecord(StringRef Text) {
  SmallVector<StringRef, 10> Parts;
  SplitString(Text, Parts);
  UnitRecord Result;
  if (Parts.size() != Result.Words.size())
    return std::nullopt;
  for (auto [Part, Word] : zip_equal(Parts, Result.Words))
    if (Part.getAsInteger(16, Word))
      return std::nullopt;
  return Result;
}

static void readEnvironment(const TsdlBlock &Block, Metadata &Result) {
  for (const TsdlAssignment &A : Block.Assignments) {
    EnvironmentValue Value{A.Value, std::nullopt};
    int64_t Number;
    if (!A.Quoted && !StringRef(A.Value).getAsInteger(0, Number))
      Value.Number = Number;
    Result.Environment[A.Key] = std::move(Value);
  }
}

/// Whether the environment says that our drain wrote this, in our version.
static Error checkTracer(const Metadata &M, StringRef Path) {
  if (M.text("tracer_name") != "ipoint")
    return errorAt(Path, "not an ipoint trace; record one with 'ipoint-run -o "
                         "DIR -- PROGRAM'");
  std::optional<int64_t> Format = M.find("trace_format");
  if (Format != TraceFormat)
    return errorAt(Path,
                   "trace format " +
                       (Format ? Twine(*Format) : Twine("unknown")).str() +
                       ", this ipoint-report reads " + Twine(TraceFormat) +
                       "; record the trace again with this version of ipoint");
  return Error::success();
}

static Error readUnits(Metadata &M, StringRef Path) {
  for (const auto &[Key, Value] : M.Environment) {
    StringRef Number = Key;
    if (!Number.consume_front("unit_") || !all_of(Number, isDigit))
      continue;
    std::optional<UnitRecord> Unit = parseUnitRecord(Value.Text);
    if (!Unit)
      return errorAt(Path, Key + " is no unit record; record the trace again");
    M.Units.push_back(*Unit);
  }
  sort(M.Units, [](const UnitRecord &A, const UnitRecord &B) {
    return A.Words[1] < B.Words[1];
  });
  return Error::success();
}

Expected<Metadata> parseMetadata(StringRef Text, StringRef Path) {
  if (!Text.ltrim().starts_with("/* CTF 1.8"))
    return errorAt(Path, "not the metadata of a CTF 1.8 trace; record one "
                         "with 'ipoint-run -o DIR -- PROGRAM'");
  std::optional<std::vector<TsdlBlock>> Blocks = scanTsdl(Text);
  if (!Blocks)
    return errorAt(Path, "the metadata is cut or damaged; record the trace "
                         "again");
  Metadata Result;
  for (const TsdlBlock &Block : *Blocks) {
    if (Block.Name == "env")
      readEnvironment(Block, Result);
    for (const TsdlAssignment &A : Block.Assignments) {
      if (Block.Name == "clock" && A.Key == "freq")
        StringRef(A.Value).getAsInteger(0, Result.Frequency);
      if (Block.Name == "trace" && A.Key == "uuid")
        Result.Uuid = parseUuid(A.Value);
    }
  }
  if (Error E = checkTracer(Result, Path))
    return E;
  if (Result.Frequency == 0)
    return errorAt(Path, "the metadata gives no clock frequency; record the "
                         "trace again");
  if (Error E = readUnits(Result, Path))
    return E;
  return Result;
}

} // namespace ipoint::trace
