//===- Trace.cpp - A trace, as files --------------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Trace.h"
#include "TimesFile.h"
#include "support/Errors.h"
#include "support/Ranges.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <algorithm>
#include <set>

using namespace llvm;

namespace ipoint::trace {

static Error unreadable(StringRef Path, std::error_code Why) {
  return errorAt(Path, "cannot be read: " + Why.message() +
                           "; check its permissions");
}

Expected<std::vector<Count>> readCounts(StringRef Path) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> Buffer = MemoryBuffer::getFile(Path);
  if (!Buffer)
    return unreadable(Path, Buffer.getError());
  StringRef Rest = (*Buffer)->getBuffer();
  uint64_t Line = 0;
  auto Next = [&] {
    ++Line;
    auto [First, Behind] = Rest.split('\n');
    Rest = Behind;
    return First;
  };
  auto Wrong = [&](const Twine &Why) {
    return errorAt(Path, "line " + Twine(Line) + ": " + Why +
                             "; copy the trace again");
  };
  if (StringRef Head = Next(); Head != "ipoint counts 1")
    return Wrong(Head.starts_with("ipoint counts ")
                     ? "counts of another version than 1"
                     : "no file of counts");
  uint64_t Entries = 0;
  StringRef Word = Next();
  if (!Word.consume_front("entries ") || Word.getAsInteger(10, Entries))
    return Wrong("the number of entries is missing");
  std::vector<Count> Result;
  for (StringRef Text = Next(); Text != "end"; Text = Next()) {
    Count C;
    auto [Index, Times] = Text.split(' ');
    if (Index.getAsInteger(10, C.Index) || Times.getAsInteger(10, C.Times))
      return Wrong(Rest.empty() ? "the file is cut off" : "no index and count");
    if (!Result.empty() && C.Index <= Result.back().Index)
      return Wrong("the index is not behind that of the line before");
    Result.push_back(C);
  }
  if (Result.size() != Entries || !Rest.empty())
    return Wrong("there are not " + Twine(Entries) + " entries before it");
  return Result;
}

StringRef Metadata::text(StringRef Key) const {
  auto *Known = valueIn(Environment, std::string_view(Key));
  return Known ? StringRef(Known->Text) : StringRef();
}

std::optional<int64_t> Metadata::find(StringRef Key) const {
  auto *Known = valueIn(Environment, std::string_view(Key));
  return Known ? Known->Number : std::nullopt;
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

/// What a string stands for that \p Quoted is, without its first quote; as
/// runtime/record/consumer/metadata.c escapes it.
static std::optional<std::string> unescaped(StringRef Quoted) {
  std::string Text;
  if (!Quoted.consume_back("\""))
    return std::nullopt;
  while (!Quoted.empty()) {
    unsigned char Code = static_cast<unsigned char>(Quoted.front());
    if (Code == '"')
      return std::nullopt;
    size_t Size = 1;
    if (Code == '\\') {
      StringRef Escape = Quoted.drop_front();
      Size = 2;
      if (Escape.starts_with("n"))
        Code = '\n';
      else if (Escape.starts_with("t"))
        Code = '\t';
      else if (Escape.starts_with("\"") || Escape.starts_with("\\"))
        Code = static_cast<unsigned char>(Escape.front());
      else if (Size = 4;
               Escape.size() < 3 || Escape.take_front(3).getAsInteger(8, Code))
        return std::nullopt;
    }
    Text += static_cast<char>(Code);
    Quoted = Quoted.drop_front(Size);
  }
  return Text;
}

/// Reads `KEY = VALUE;` behind a tab, VALUE being a number or a string.
static bool readAssignment(StringRef Line, StringRef Block, Metadata &To) {
  auto [Key, Value] = Line.split(" = ");
  if (!Key.consume_front("\t") || !Value.consume_back(";"))
    return false;
  EnvironmentValue Read{Value.str(), std::nullopt};
  if (Value.consume_front("\"")) {
    std::optional<std::string> Text = unescaped(Value);
    if (!Text)
      return false;
    Read.Text = std::move(*Text);
  } else if (int64_t Number; !Value.getAsInteger(10, Number)) {
    Read.Number = Number;
  } else if (Value.empty() || !all_of(Value, isDigit)) {
    return false;
  }
  if (Block == "env")
    To.Environment[Key.str()] = std::move(Read);
  else if (Key == "freq")
    Value.getAsInteger(10, To.Frequency);
  return true;
}

/// Reads what runtime/record/consumer/metadata.c writes: blocks from `NAME {`
/// to `}`, each on a separate line. False where \p Text has another form, or
/// ends before its last block does, an `event`.
static bool readBlocks(StringRef Text, Metadata &To) {
  StringRef Block, Before;
  while (!Text.empty()) {
    auto [Line, Rest] = Text.split('\n');
    if (Line.size() == Text.size()) // without an end
      return false;
    Text = Rest;
    if (Block.empty()) {
      Block = Line.consume_back(" {") ? Line : "";
      if (Block.empty() && !Line.empty() &&
          !(Line.starts_with("typealias ") && Line.ends_with(";")))
        return false;
    } else if (Line.starts_with("}")) {
      Before = Block;
      Block = "";
    } else if (Block == "env" || Block == "clock") {
      if (!readAssignment(Line, Block, To))
        return false;
    } else if (Block == "trace" && Line.consume_front("\tuuid = \"")) {
      To.Uuid = parseUuid(Line.take_until([](char C) { return C == '"'; }));
    }
  }
  return Block.empty() && Before == "event";
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
  std::ranges::sort(M.Units, {}, &UnitRecord::first);
  return Error::success();
}

Expected<Metadata> parseMetadata(StringRef Text, StringRef Path) {
  if (!Text.consume_front("/* CTF 1.8 */\n"))
    return errorAt(Path, "not the metadata of a CTF 1.8 trace; record one "
                         "with 'ipoint-run -o DIR -- PROGRAM'");
  Metadata Result;
  // Another tracer's has another form.
  bool IsOurs = !Text.contains("tracer_name = ") ||
                Text.contains("tracer_name = \"ipoint\"");
  if (!readBlocks(Text, Result) && IsOurs)
    return errorAt(Path, "the metadata is cut or damaged; record the trace "
                         "again");
  if (Error E = checkTracer(Result, Path))
    return E;
  if (Result.Frequency == 0)
    return errorAt(Path, "the metadata gives no clock frequency; record the "
                         "trace again");
  if (Error E = readUnits(Result, Path))
    return E;
  return Result;
}

static std::string inside(StringRef Folder, StringRef Name) {
  SmallString<256> Path(Folder);
  sys::path::append(Path, Name);
  return Path.str().str();
}

/// The entries of \p Folder, in the order of their names.
static Expected<std::vector<std::string>> entriesOf(StringRef Folder) {
  std::vector<std::string> Names;
  std::error_code Code;
  for (sys::fs::directory_iterator It(Folder, Code), End; It != End && !Code;
       It.increment(Code))
    Names.push_back(sys::path::filename(It->path()).str());
  if (Code)
    return unreadable(Folder, Code);
  sort(Names);
  return Names;
}

static Expected<Trace> openTrace(StringRef Folder) {
  Trace Result;
  Result.Path = Folder.str();
  std::string MetadataPath = inside(Folder, "metadata");
  if (sys::fs::exists(MetadataPath) && !sys::fs::is_regular_file(MetadataPath))
    return errorAt(MetadataPath, "cannot be read: is no regular file");
  ErrorOr<std::unique_ptr<MemoryBuffer>> Buffer =
      MemoryBuffer::getFile(MetadataPath);
  if (!Buffer)
    return unreadable(MetadataPath, Buffer.getError());
  Expected<Metadata> Meta = parseMetadata((*Buffer)->getBuffer(), MetadataPath);
  if (!Meta)
    return Meta.takeError();
  Result.Meta = std::move(*Meta);
  Expected<std::vector<std::string>> Names = entriesOf(Folder);
  if (!Names)
    return Names.takeError();
  for (const std::string &Name : *Names) {
    std::string Path = inside(Folder, Name);
    if (Name == ".counts" && sys::fs::is_regular_file(Path))
      Result.Counts = Path;
    if (Name == "metadata" || Name.front() == '.')
      continue;
    bool IsStream = StringRef(Name).starts_with("stream-");
    if (IsStream && sys::fs::is_directory(Path))
      return errorAt(Path, "a folder where a stream's file is expected; copy "
                           "the trace again");
    // A stream's name that leads nowhere is reported when it is opened.
    if (!sys::fs::is_regular_file(Path) &&
        !(IsStream && !sys::fs::exists(Path)))
      continue;
    if (StringRef(Name).ends_with("-switches"))
      Result.Switches.push_back(std::move(Path));
    else
      Result.Streams.push_back(std::move(Path));
  }
  if (Result.Counts.empty() && Result.Meta.number("counted") > 0)
    return errorAt(inside(Folder, ".counts"),
                   "is missing: the program's counts were in it; copy the "
                   "trace again");
  if (Result.Meta.number("times_in_place") > 0 &&
      !sys::fs::is_regular_file(timesFile(Result)))
    return errorAt(timesFile(Result),
                   "is missing: the times that the program added up were in "
                   "it; copy the trace again");
  return Result;
}

/// The folders of traces that \p Path stands for.
static Expected<std::vector<std::string>> tracesIn(StringRef Path) {
  if (!sys::fs::exists(Path))
    return errorAt(Path, "no such folder; record a trace with 'ipoint-run -o " +
                             Path + " -- PROGRAM'");
  if (!sys::fs::is_directory(Path))
    return errorAt(Path, "not a trace; name the folder that ipoint-run wrote");
  if (sys::fs::exists(inside(Path, "metadata")))
    return std::vector<std::string>{Path.str()};
  Expected<std::vector<std::string>> Names = entriesOf(Path);
  if (!Names)
    return Names.takeError();
  std::vector<std::string> Folders;
  for (const std::string &Name : *Names)
    if (StringRef(Name).starts_with("run-") &&
        sys::fs::exists(inside(inside(Path, Name), "metadata")))
      Folders.push_back(inside(Path, Name));
  if (Folders.empty())
    return errorAt(Path, "not a trace: there is no file 'metadata' in it; name "
                         "the folder that ipoint-run wrote");
  return Folders;
}

bool isOfHandlers(StringRef File) {
  return sys::path::filename(File).contains("-handler");
}

Expected<std::vector<Trace>> openTraces(ArrayRef<std::string> Paths) {
  std::vector<Trace> Result;
  std::set<sys::fs::UniqueID> Known;
  for (const std::string &Path : Paths) {
    Expected<std::vector<std::string>> Folders = tracesIn(Path);
    if (!Folders)
      return Folders.takeError();
    for (const std::string &Folder : *Folders) {
      Expected<Trace> T = openTrace(Folder);
      if (!T)
        return T.takeError();
      Result.push_back(std::move(*T));
      sys::fs::UniqueID Id;
      if (!sys::fs::getUniqueID(Folder, Id) && !Known.insert(Id).second)
        return errorAt(Folder, "named twice, so that its records would count "
                               "twice; name each trace once");
    }
  }
  return Result;
}

} // namespace ipoint::trace
