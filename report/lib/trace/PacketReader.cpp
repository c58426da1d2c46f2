//===- PacketReader.cpp - The packets of one stream -----------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PacketReader.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;
using namespace llvm::support::endian;

namespace ipoint::trace {

ByteSource::~ByteSource() = default;

namespace {

class FileSource : public ByteSource {
public:
  FileSource(sys::fs::file_t File, uint64_t Size) : File(File) {
    this->Size = Size;
  }
  ~FileSource() override { (void)sys::fs::closeFile(File); }

  size_t read(uint64_t Offset, MutableArrayRef<char> Buffer) override {
    size_t Done = 0;
    while (Done < Buffer.size()) {
      Expected<size_t> Count = sys::fs::readNativeFileSlice(
          File, Buffer.drop_front(Done), Offset + Done);
      if (!Count) {
        // What can't be read is not there: the caller reports a cut stream.
        consumeError(Count.takeError());
        break;
      }
      if (*Count == 0)
        break;
      Done += *Count;
    }
    return Done;
  }

private:
  sys::fs::file_t File;
};

} // namespace

Expected<std::unique_ptr<ByteSource>> ByteSource::open(StringRef Path) {
  auto Fail = [&](std::error_code Code) {
    return createStringError(Code, Path +
                                       ": cannot be read: " + Code.message() +
                                       "; check its permissions");
  };
  Expected<sys::fs::file_t> File = sys::fs::openNativeFileForRead(Path);
  if (!File)
    return Fail(errorToErrorCode(File.takeError()));
  sys::fs::file_status Status;
  if (std::error_code Code = sys::fs::status(*File, Status)) {
    (void)sys::fs::closeFile(*File);
    return Fail(Code);
  }
  return std::make_unique<FileSource>(*File, Status.getSize());
}

/// Records that are read at once: 32 KiB leave room in a second-level cache.
static constexpr size_t BatchSize = 4096;
static constexpr uint64_t HeaderBits = PacketReader::HeaderSize * 8;
static constexpr uint64_t RecordBits = 64;

PacketReader::PacketReader(ByteSource &Source, std::string File,
                           std::optional<std::array<uint8_t, 16>> Uuid,
                           DamageList &Damages)
    : Source(Source), File(std::move(File)), Uuid(Uuid), Damages(&Damages),
      Buffer(std::min<uint64_t>(BatchSize, Source.size() / sizeof(uint64_t))) {}

/// Fills \p P and \p ContentSize (bits) from \p Bytes, or says in \p Wrong why
/// they are no header.
bool PacketReader::decodeHeader(ArrayRef<char> Bytes, Packet &P,
                                uint64_t &ContentSize,
                                const char *&Wrong) const {
  const char *At = Bytes.data();
  P.Begin = read64le(At + 24);
  P.End = read64le(At + 32);
  ContentSize = read64le(At + 40);
  uint64_t PacketSize = read64le(At + 48);
  P.Discarded = read64le(At + 56);
  P.Sequence = read64le(At + 64);
  P.Tid = read32le(At + 72);
  P.Pid = read32le(At + 76);
  if (read32le(At) != Magic)
    Wrong = "no packet begins here";
  else if (Uuid && StringRef(At + 4, 16) !=
                       StringRef(reinterpret_cast<const char *>(Uuid->data()),
                                 Uuid->size()))
    Wrong = "the packet is of another trace";
  else if (read32le(At + 20) != 0)
    Wrong = "the packet is of an unknown kind of stream";
  else if (ContentSize < HeaderBits || ContentSize % RecordBits != 0 ||
           PacketSize != ContentSize)
    Wrong = "the packet's size is damaged";
  else if (P.End < P.Begin)
    Wrong = "the packet ends before it begins";
  else
    return true;
  return false;
}

bool PacketReader::next(Packet &P) {
  char Header[HeaderSize];
  while (Position < Source.size()) {
    size_t Size = Source.read(Position, Header);
    if (Size < HeaderSize) {
      damage(Position, "the stream is cut in a packet's header");
      break;
    }
    uint64_t ContentSize;
    const char *Wrong = nullptr;
    P.Offset = Position;
    if (!decodeHeader(Header, P, ContentSize, Wrong)) {
      if (!resume(Wrong))
        break;
      continue;
    }
    checkSize(P, ContentSize);
    if (isRepeated(P))
      continue;
    reportRepeated();
    checkSequence(P);
    P.Gap = Gap;
    Gap = false;
    RecordOffset = P.Offset + HeaderSize;
    RecordsLeft = P.Records;
    if (Watch)
      Watch->add(HeaderSize);
    return true;
  }
  reportRepeated();
  Position = Source.size();
  return false;
}

/// Steps over what is no packet at Position. False if no packet follows.
bool PacketReader::resume(const char *Wrong) {
  std::optional<uint64_t> Next = findPacket(Position + 1);
  uint64_t End = Next.value_or(Source.size());
  damage(
      Position,
      (Twine(Wrong) + "; " + Twine(End - Position) + " bytes skipped").str());
  Gap = true;
  Position = End;
  return Next.has_value();
}

/// Sets P.Records and Position. A packet that is longer than what is left of
/// the file is either cut, or its size is damaged and another packet follows.
void PacketReader::checkSize(Packet &P, uint64_t ContentSize) {
  uint64_t Declared = (ContentSize - HeaderBits) / RecordBits;
  uint64_t Left = Source.size() - P.Offset - HeaderSize;
  P.Records = Declared;
  Position = P.Offset + ContentSize / 8;
  if (Declared <= Left / sizeof(uint64_t))
    return;
  std::optional<uint64_t> Next = findPacket(P.Offset + HeaderSize);
  uint64_t Bytes = Next ? *Next - P.Offset - HeaderSize : Left;
  P.Records = Bytes / sizeof(uint64_t);
  Position = Next.value_or(Source.size());
  damage(P.Offset, ("the packet is cut: " + Twine(P.Records) + " of " +
                    Twine(Declared) + " records are there")
                       .str());
}

/// Whether \p P was there before: a part of the stream was copied twice. One of
/// the same number is another packet if it is of another thread, or of another
/// time: the next thread with its number.
bool PacketReader::isRepeated(const Packet &P) {
  if (!any_of(Seen, [&](const Sequel &S) {
        return S.Pid == P.Pid && S.Tid == P.Tid && S.First <= P.Sequence &&
               P.Sequence < S.Next && S.Begin <= P.Begin && P.End <= S.End;
      }))
    return false;
  if (Repeated.Count++ == 0) {
    Repeated.Offset = P.Offset;
    Repeated.First = P.Sequence;
  }
  return true;
}

void PacketReader::reportRepeated() {
  if (Repeated.Count == 0)
    return;
  std::string First = "packet " + std::to_string(Repeated.First);
  damage(Repeated.Offset, Repeated.Count == 1
                              ? First + " comes a second time; left out"
                              : std::to_string(Repeated.Count) +
                                    " packets come a second time, from " +
                                    First + " on; left out");
  Repeated = {};
}

void PacketReader::checkSequence(Packet &P) {
  if (Seen.empty() || Seen.back().Pid != P.Pid || Seen.back().Tid != P.Tid ||
      Seen.back().Next != P.Sequence)
    Seen.push_back({P.Pid, P.Tid, P.Sequence, P.Sequence, P.Begin, P.End});
  Seen.back().Next = P.Sequence + 1;
  Seen.back().End = std::max(Seen.back().End, P.End);
  if (P.Sequence > NextSequence) {
    uint64_t Missing = P.Sequence - NextSequence;
    damage(P.Offset,
           (Twine(Missing) + (Missing == 1 ? " packet is" : " packets are") +
            " missing before packet " + Twine(P.Sequence))
               .str());
    Gap = true;
  } else if (P.Sequence < NextSequence) {
    damage(P.Offset, ("packet " + Twine(P.Sequence) + " comes where packet " +
                      Twine(NextSequence) + " should: streams were joined")
                         .str());
    Gap = true;
  }
  NextSequence = P.Sequence + 1;
}

ArrayRef<uint64_t> PacketReader::records() {
  size_t Count = std::min<uint64_t>(RecordsLeft, Buffer.size());
  if (Count == 0)
    return {};
  char *Bytes = reinterpret_cast<char *>(Buffer.data());
  size_t Read = Source.read(RecordOffset, {Bytes, Count * sizeof(uint64_t)});
  if (Read < Count * sizeof(uint64_t)) {
    damage(RecordOffset + Read, "the file could not be read to its end");
    Count = Read / sizeof(uint64_t);
    RecordsLeft = Count;
  }
  RecordOffset += Count * sizeof(uint64_t);
  RecordsLeft -= Count;
  if (Watch)
    Watch->add(Count * sizeof(uint64_t));
  if (sys::IsBigEndianHost)
    for (uint64_t &Word : MutableArrayRef(Buffer).take_front(Count))
      Word = read64le(&Word);
  return ArrayRef(Buffer).take_front(Count);
}

/// Where the next packet of this trace begins, at \p From or later.
std::optional<uint64_t> PacketReader::findPacket(uint64_t From) {
  if (From >= Source.size())
    return std::nullopt;
  char Mark[20];
  write32le(Mark, Magic);
  if (Uuid)
    std::copy(Uuid->begin(), Uuid->end(), Mark + 4);
  StringRef Wanted(Mark, Uuid ? 20 : 4);
  std::vector<char> Piece(
      std::min<uint64_t>(BatchSize * sizeof(uint64_t), Source.size() - From));
  while (From < Source.size()) {
    size_t Size = Source.read(From, Piece);
    if (Size < Wanted.size())
      return std::nullopt;
    size_t Found = StringRef(Piece.data(), Size).find(Wanted);
    if (Found != StringRef::npos)
      return From + Found;
    From += Size - Wanted.size() + 1;
  }
  return std::nullopt;
}

} // namespace ipoint::trace
