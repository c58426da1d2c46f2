//===- PerfData.cpp - Samples in the file format of perf ------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PerfData.h"
#include "support/Errors.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include <algorithm>
#include <cstring>
#include <linux/perf_event.h>
#include <sys/mman.h>

using namespace llvm;

namespace ipoint::sampled {

namespace {

// As in tools/perf/util/header.h: the header of the file, where things lie in
// it, and records and bits that only perf writes.
constexpr uint64_t HeaderSize = 104;
constexpr uint64_t HeaderSizeAt = 8, AttrSizeAt = 16, AttrsAt = 24, DataAt = 40,
                   FeaturesAt = 72;
constexpr unsigned FeatureWords = 4, FeatureBuildIds = 2, BuildIdBytes = 20;
constexpr uint32_t RecordAuxtrace = 71; ///< bytes it does not count follow it
constexpr uint32_t RecordCompressed = 81, RecordCompressed2 = 83;
constexpr uint16_t MiscBuildIdSize = 1 << 15;

struct Section {
  uint64_t Offset = 0, Size = 0;
};

/// Bytes of which each is looked at only if it is there: a read beyond the end
/// gives 0 and is remembered.
class Fields {
public:
  explicit Fields(StringRef Bytes) : Bytes(Bytes) {}

  uint16_t half(uint64_t At) { return number<uint16_t>(At); }
  uint32_t word(uint64_t At) { return number<uint32_t>(At); }
  uint64_t quad(uint64_t At) { return number<uint64_t>(At); }
  Section section(uint64_t At) { return {quad(At), quad(At + 8)}; }
  /// Up to the first zero.
  StringRef text(uint64_t At) {
    if (!has(At, 1))
      return "";
    return Bytes.substr(At).take_until([](char C) { return C == 0; });
  }
  StringRef bytes(uint64_t At, uint64_t Size) {
    return has(At, Size) ? Bytes.substr(At, Size) : StringRef();
  }

  bool has(uint64_t At, uint64_t Size) {
    bool Has = Size <= Bytes.size() && At <= Bytes.size() - Size;
    IsShort |= !Has;
    return Has;
  }
  uint64_t size() const { return Bytes.size(); }
  bool isShort() const { return IsShort; }

private:
  template <class T> T number(uint64_t At) {
    return has(At, sizeof(T))
               ? support::endian::read<T, endianness::little>(Bytes.data() + At)
               : 0;
  }

  StringRef Bytes;
  bool IsShort = false;
};

/// The event that samples are of.
struct Attribute {
  uint64_t SampleType = 0;
  bool SampleIdAll = false;
};

class Parser {
public:
  Parser(StringRef Bytes, StringRef Path) : All(Bytes), Bytes(Bytes) {
    Result.Path = Path.str();
  }

  Expected<PerfData> parse();

private:
  Error wrong(const Twine &What) const { return errorAt(Result.Path, What); }
  Error wrongAt(uint64_t Offset, const Twine &What) const {
    return wrong("offset " + Twine(Offset) + ": " + What);
  }
  Error readHeader();
  Error readAttributes(Section Attrs, uint64_t EntrySize);
  void readBuildIds(Section S);
  Error readRecords();
  Error readRecord(uint64_t At, uint32_t Type, uint16_t Misc, Fields Record);
  void readSample(uint16_t Misc, Fields &Record);
  void readMapping(bool Second, uint16_t Misc, Fields &Record);
  uint64_t timeOf(Fields &Record) const;
  void add(Event::Kind What, Fields &Record, uint32_t Process) {
    Event &E = Result.Events.emplace_back();
    E.What = What;
    E.Process = Process;
    E.Time = timeOf(Record);
  }

  Fields All;
  StringRef Bytes;
  Section Data;
  Attribute Attr;
  StringMap<BuildId> BuildIds; ///< of the file's own table
  PerfData Result;
};

BuildId buildIdOf(StringRef Bytes) {
  return BuildId(Bytes.bytes_begin(), Bytes.bytes_end());
}

} // namespace

Error Parser::readHeader() {
  if (Bytes.starts_with("2ELIFREP"))
    return wrong("was written on a machine of the other byte order; read it "
                 "there");
  if (!Bytes.starts_with("PERFILE2"))
    return wrong("not a file of 'perf record' or 'ipoint-run --baseline'");
  if (All.quad(HeaderSizeAt) == 16)
    return wrong("was written to a pipe; give 'perf record' a file to write");
  Section Attrs = All.section(AttrsAt);
  uint64_t EntrySize = All.quad(AttrSizeAt);
  Data = All.section(DataAt);
  if (All.isShort() || Bytes.size() < HeaderSize)
    return wrong("cut in its header, at offset " + Twine(Bytes.size()));
  if (Error E = readAttributes(Attrs, EntrySize))
    return E;
  if (Data.Size == 0)
    return wrong("has no records: what wrote it has not ended");
  if (!All.has(Data.Offset, Data.Size))
    return wrong("cut: its records should end at offset " +
                 Twine(Data.Offset + Data.Size) + ", the file does at " +
                 Twine(Bytes.size()));
  // Of each feature that there is, where it lies, in their order.
  uint64_t At = Data.Offset + Data.Size;
  for (unsigned F = 0; F < FeatureWords * 64; ++F) {
    if (!(All.quad(FeaturesAt + F / 64 * 8) >> F % 64 & 1))
      continue;
    if (F == FeatureBuildIds)
      readBuildIds(All.section(At));
    At += 16;
  }
  return Error::success();
}

Error Parser::readAttributes(Section Attrs, uint64_t EntrySize) {
  if (EntrySize < PERF_ATTR_SIZE_VER0 + 16 || Attrs.Size / EntrySize == 0 ||
      !All.has(Attrs.Offset, Attrs.Size))
    return wrongAt(Attrs.Offset, "no description of the event is here");
  unsigned Events = 0;
  for (uint64_t I = 0; I < Attrs.Size / EntrySize; ++I) {
    perf_event_attr A = {};
    std::memcpy(&A, Bytes.data() + Attrs.Offset + I * EntrySize,
                std::min<uint64_t>(sizeof A, EntrySize - 16));
    if (I > 0 && (A.sample_type != Attr.SampleType ||
                  A.sample_id_all != Attr.SampleIdAll))
      return wrong("has events whose samples are not alike; record one event: "
                   "'perf record -e cpu-clock'");
    Attr = {A.sample_type, A.sample_id_all != 0};
    // One that only carries what was mapped.
    if (A.type == PERF_TYPE_SOFTWARE && A.config == PERF_COUNT_SW_DUMMY)
      continue;
    if (Events++ > 0)
      return wrong("has samples of more than one event; record one: 'perf "
                   "record -e cpu-clock'");
    Result.IsClock =
        A.type == PERF_TYPE_SOFTWARE && (A.config == PERF_COUNT_SW_CPU_CLOCK ||
                                         A.config == PERF_COUNT_SW_TASK_CLOCK);
    Result.ExcludesKernel = A.exclude_kernel;
    if (!A.freq)
      Result.Period = A.sample_period;
  }
  if (!(Attr.SampleType & PERF_SAMPLE_IP) ||
      !(Attr.SampleType & PERF_SAMPLE_TID))
    return wrong("its samples have no address or no process");
  return Error::success();
}

void Parser::readBuildIds(Section S) {
  constexpr uint64_t NameAt = 36; // header, pid, 24 bytes
  if (!All.has(S.Offset, S.Size))
    return;
  Fields Table(Bytes.substr(S.Offset, S.Size));
  for (uint64_t At = 0; At + NameAt < S.Size;) {
    uint16_t Misc = Table.half(At + 4), Size = Table.half(At + 6);
    if (Size <= NameAt || !Table.has(At, Size))
      return;
    uint64_t Length = BuildIdBytes;
    if (Misc & MiscBuildIdSize)
      Length = std::min<uint64_t>(
          Table.bytes(At + 12 + BuildIdBytes, 1)[0] & 0xff, Length);
    Fields Entry(Table.bytes(At, Size));
    BuildIds[Entry.text(NameAt)] = buildIdOf(Entry.bytes(12, Length));
    At += Size;
  }
}

/// At the end of each record that is no sample, if at all.
uint64_t Parser::timeOf(Fields &Record) const {
  if (!Attr.SampleIdAll || !(Attr.SampleType & PERF_SAMPLE_TIME))
    return 0;
  uint64_t Behind = 8;
  for (uint64_t Field : {PERF_SAMPLE_ID, PERF_SAMPLE_STREAM_ID, PERF_SAMPLE_CPU,
                         PERF_SAMPLE_IDENTIFIER})
    Behind += Attr.SampleType & Field ? 8 : 0;
  return Behind <= Record.size() ? Record.quad(Record.size() - Behind) : 0;
}

void Parser::readSample(uint16_t Misc, Fields &Record) {
  uint64_t At = 8;
  auto Next = [&](uint64_t Field) -> uint64_t {
    if (!(Attr.SampleType & Field))
      return 0;
    At += 8;
    return Record.quad(At - 8);
  };
  Event E;
  Next(PERF_SAMPLE_IDENTIFIER);
  E.Address = Next(PERF_SAMPLE_IP);
  E.Process = static_cast<uint32_t>(Next(PERF_SAMPLE_TID));
  E.Time = Next(PERF_SAMPLE_TIME);
  Next(PERF_SAMPLE_ADDR);
  Next(PERF_SAMPLE_ID);
  Next(PERF_SAMPLE_STREAM_ID);
  Next(PERF_SAMPLE_CPU);
  // A sample weighs what the counter counted before it.
  E.Period =
      Attr.SampleType & PERF_SAMPLE_PERIOD ? Next(PERF_SAMPLE_PERIOD) : 1;
  uint16_t Mode = Misc & PERF_RECORD_MISC_CPUMODE_MASK;
  E.InKernel =
      Mode == PERF_RECORD_MISC_KERNEL || Mode == PERF_RECORD_MISC_HYPERVISOR;
  ++Result.Samples;
  Result.Events.push_back(E);
}

void Parser::readMapping(bool Second, uint16_t Misc, Fields &Record) {
  constexpr uint64_t ProcessAt = 8, StartAt = 16, LengthAt = 24, OffsetAt = 32,
                     NameAt = 40, InodeAt = 40, ProtectionAt = 64,
                     SecondNameAt = 72;
  bool IsCode = Second ? Record.word(ProtectionAt) & PROT_EXEC
                       : !(Misc & PERF_RECORD_MISC_MMAP_DATA);
  if ((Misc & PERF_RECORD_MISC_CPUMODE_MASK) != PERF_RECORD_MISC_USER ||
      !IsCode)
    return;
  Mapping M;
  M.Start = Record.quad(StartAt);
  M.Length = Record.quad(LengthAt);
  M.Offset = Record.quad(OffsetAt);
  M.File = Record.text(Second ? SecondNameAt : NameAt).str();
  if (Second && Misc & PERF_RECORD_MISC_MMAP_BUILD_ID) {
    uint64_t Size =
        std::min<uint64_t>(Record.word(InodeAt) & 0xff, BuildIdBytes);
    M.Build = buildIdOf(Record.bytes(InodeAt + 4, Size));
  } else if (auto Known = BuildIds.find(M.File); Known != BuildIds.end()) {
    M.Build = Known->second;
  }
  add(Event::Kind::Map, Record, Record.word(ProcessAt));
  Result.Events.back().Mapped = static_cast<uint32_t>(Result.Mappings.size());
  Result.Mappings.push_back(std::move(M));
}

Error Parser::readRecord(uint64_t At, uint32_t Type, uint16_t Misc,
                         Fields Record) {
  switch (Type) {
  case PERF_RECORD_MMAP:
  case PERF_RECORD_MMAP2:
    readMapping(Type == PERF_RECORD_MMAP2, Misc, Record);
    break;
  case PERF_RECORD_COMM:
    if (Misc & PERF_RECORD_MISC_COMM_EXEC)
      add(Event::Kind::Exec, Record, Record.word(8));
    break;
  case PERF_RECORD_FORK:
    // Of a new thread both are the same process.
    if (Record.word(8) != Record.word(12)) {
      add(Event::Kind::Fork, Record, Record.word(8));
      Result.Events.back().Parent = Record.word(12);
    }
    break;
  case PERF_RECORD_SAMPLE:
    readSample(Misc, Record);
    break;
  case PERF_RECORD_LOST:
    Result.Lost += Record.quad(16);
    break;
  case PERF_RECORD_LOST_SAMPLES:
    Result.Lost += Record.quad(8);
    break;
  case PERF_RECORD_THROTTLE:
    ++Result.Throttled;
    break;
  case RecordCompressed:
  case RecordCompressed2:
    return wrongAt(At, "compressed; record it without '-z'");
  default:
    break;
  }
  if (Record.isShort())
    return wrongAt(At, "a record of type " + Twine(Type) +
                           " is shorter than such records are");
  return Error::success();
}

Error Parser::readRecords() {
  uint64_t End = Data.Offset + Data.Size;
  for (uint64_t At = Data.Offset; At < End;) {
    uint32_t Type = All.word(At);
    uint16_t Misc = All.half(At + 4), Size = All.half(At + 6);
    if (Size < 8 || Size > End - At)
      return wrongAt(At, "a record of " + Twine(Size) + " bytes, with " +
                             Twine(End - At) + " left");
    if (Error E = readRecord(At, Type, Misc, Fields(Bytes.substr(At, Size))))
      return E;
    uint64_t Behind =
        Type == RecordAuxtrace && Size >= 16 ? All.quad(At + 8) : 0;
    if (Behind > End - At - Size)
      return wrongAt(At, "what belongs to a record is cut");
    At += Size + Behind;
  }
  return Error::success();
}

Expected<PerfData> Parser::parse() {
  if (Error E = readHeader())
    return E;
  if (Error E = readRecords())
    return E;
  // Without times they are in order, for all that is known.
  if (!(Attr.SampleType & PERF_SAMPLE_TIME))
    return std::move(Result);
  // The kernel's records of one CPU follow those of another. What was mapped
  // at the time of a sample was mapped before it.
  stable_sort(Result.Events, [](const Event &A, const Event &B) {
    auto IsSample = [](const Event &E) {
      return E.What == Event::Kind::Sample;
    };
    return A.Time != B.Time ? A.Time < B.Time : IsSample(A) < IsSample(B);
  });
  return std::move(Result);
}

Expected<PerfData> parsePerfData(StringRef Bytes, StringRef Path) {
  return Parser(Bytes, Path).parse();
}

Expected<PerfData> readPerfData(StringRef Path) {
  if (sys::fs::exists(Path) && !sys::fs::is_regular_file(Path))
    return errorAt(Path, "cannot be read: is no regular file");
  // Read, not mapped: it may shrink.
  ErrorOr<std::unique_ptr<MemoryBuffer>> Buffer = MemoryBuffer::getFile(
      Path, /*IsText=*/false, /*RequiresNullTerminator=*/false,
      /*IsVolatile=*/true);
  if (!Buffer)
    return errorAt(Path, "cannot be read: " + Buffer.getError().message());
  return parsePerfData((*Buffer)->getBuffer(), Path);
}

} // namespace ipoint::sampled
