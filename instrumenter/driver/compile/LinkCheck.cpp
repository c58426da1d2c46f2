//===- LinkCheck.cpp - Do these objects belong together? ------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/compile/LinkCheck.h"
#include "database/Database.h"
#include "ipoint/unit.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Object/Archive.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/Chrono.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace llvm::object;

namespace ipoint {

namespace {

/// A unit record, docs/formats.md.
struct UnitRecord {
  static constexpr size_t Words = 10;
  static constexpr size_t Size = 4 * Words;

  explicit UnitRecord(const std::array<uint32_t, Words> &W)
      : First(W[1]), Count(W[2]), TextHash(uint64_t(W[5]) << 32 | W[4]),
        Database{{W[6], W[7], W[8], W[9]}} {}

  uint32_t First;
  uint32_t Count;
  uint64_t TextHash;
  database::Identity Database;
};

/// Where a record was found.
struct FoundRecord {
  UnitRecord Record;
  std::string Name;     ///< of the object; of an archive's, behind the archive
  sys::TimePoint<> Age; ///< when the file was written
};

/// `a.o, b.o and 3 more`.
std::string listOf(ArrayRef<std::string> Names) {
  static constexpr size_t Most = 20;
  std::string List = join(Names.take_front(Most), ", ");
  if (Names.size() > Most)
    List += " and " + std::to_string(Names.size() - Most) + " more";
  return List;
}

class LinkChecker {
public:
  void readFile(StringRef Path) {
    ErrorOr<std::unique_ptr<MemoryBuffer>> File = MemoryBuffer::getFile(
        Path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
    // What cannot be read the linker will complain of itself.
    if (!File)
      return;
    sys::fs::file_status Status;
    if (!sys::fs::status(Path, Status))
      Age = Status.getLastModificationTime();
    readBuffer(**File, Path.str());
  }

  /// Whether all that was read belongs together, and to the database at \p
  /// Path. \p IsNamed: the user says that it is this one.
  Error check(StringRef Path, bool IsNamed) const {
    if (Records.empty())
      return Error::success();
    if (Error E = checkDatabase(Path, IsNamed))
      return E;
    return checkIds();
  }

private:
  Error checkDatabase(StringRef Path, bool IsNamed) const {
    const FoundRecord &First = Records.front();
    auto Other = find_if(Records, [&](const FoundRecord &R) {
      return R.Record.Database != First.Record.Database;
    });
    bool IsThere = sys::fs::exists(Path);
    if (IsThere && (IsNamed || Other != Records.end()))
      if (Error E = checkAge(Path, IsNamed))
        return E;
    if (Other != Records.end())
      return createStringError(
          Other->Name + ": instrumented with the ipoint database " +
          Other->Record.Database.hex() + ", but " + First.Name + " with " +
          First.Record.Database.hex() + "; build both with the same IPOINT_DB");
    if (IsThere || !IsNamed)
      return Error::success();
    return createStringError(
        First.Name + ": instrumented with the ipoint database " +
        First.Record.Database.hex() + ", but " + Path.str() +
        " is not there; build again, or name the database of the build by "
        "IPOINT_DB");
  }

  /// The database that is there may be younger than objects of another one: it
  /// was deleted between them.
  Error checkAge(StringRef Path, bool IsNamed) const {
    Expected<database::Database> Opened = database::Database::open(Path);
    if (!Opened) {
      if (IsNamed)
        return Opened.takeError();
      consumeError(Opened.takeError());
      return Error::success();
    }
    std::vector<std::string> Others;
    bool AllOlder = true, HasOurs = false;
    for (const FoundRecord &R : Records) {
      if (R.Record.Database == Opened->identity()) {
        HasOurs = true;
        continue;
      }
      AllOlder &= R.Age.time_since_epoch().count() < Opened->created();
      if (Others.empty() || Others.back() != R.Name)
        Others.push_back(R.Name);
    }
    if (Others.empty() || (!IsNamed && !HasOurs))
      return Error::success();
    if (AllOlder)
      return createStringError(
          Path.str() +
          ": this ipoint database was made anew after these were "
          "compiled with another; compile them again: " +
          listOf(Others));
    if (HasOurs)
      return Error::success();
    return createStringError(Others.front() +
                             ": instrumented with the ipoint database " +
                             Records.front().Record.Database.hex() + ", but " +
                             Path.str() + " is " + Opened->identity().hex() +
                             "; build again, or name the database of the "
                             "build by IPOINT_DB");
  }

  /// No two units may have an id in common.
  Error checkIds() const {
    std::vector<const FoundRecord *> Sorted;
    Sorted.reserve(Records.size());
    for (const FoundRecord &R : Records)
      Sorted.push_back(&R);
    stable_sort(Sorted, [](const FoundRecord *A, const FoundRecord *B) {
      return A->Record.First < B->Record.First;
    });
    for (auto [A, B] : zip(Sorted, drop_begin(Sorted))) {
      const UnitRecord &Before = A->Record, &Behind = B->Record;
      // The same unit twice: an object that is also in an archive.
      bool IsSame = Before.First == Behind.First &&
                    Before.TextHash == Behind.TextHash &&
                    Before.Count == Behind.Count;
      if (IsSame || Before.First + Before.Count <= Behind.First)
        continue;
      auto [Earlier, Later] =
          A < B ? std::pair(A, B) : std::pair(B, A); // as read
      return createStringError(Later->Name + ": has ids of " + Earlier->Name +
                               "; build both again");
    }
    return Error::success();
  }

  /// Also linker scripts and other files come here: they have no records.
  void readBuffer(MemoryBufferRef Buffer, const std::string &Name) {
    switch (identify_magic(Buffer.getBuffer())) {
    case file_magic::archive:
      return readArchive(Buffer, Name);
    case file_magic::bitcode:
      return readBitcode(Buffer, Name);
    default:
      break;
    }
    Expected<std::unique_ptr<Binary>> File = createBinary(Buffer);
    if (!File)
      return consumeError(File.takeError());
    if (auto *Object = dyn_cast<ObjectFile>(File->get()))
      readObject(*Object, Name);
  }

  void readArchive(MemoryBufferRef Buffer, const std::string &Path) {
    Expected<std::unique_ptr<Archive>> Members = Archive::create(Buffer);
    if (!Members)
      return consumeError(Members.takeError());
    Error Iteration = Error::success();
    for (const Archive::Child &Child : (*Members)->children(Iteration)) {
      Expected<MemoryBufferRef> Member = Child.getMemoryBufferRef();
      if (!Member) {
        consumeError(Member.takeError());
        continue;
      }
      Expected<StringRef> Name = Child.getName();
      std::string Full =
          (Path + "(" + (Name ? *Name : StringRef("?")) + ")").str();
      if (!Name)
        consumeError(Name.takeError());
      readBuffer(*Member, Full);
    }
    consumeError(std::move(Iteration));
  }

  /// Clang's object of -flto: its names stand in one table.
  void readBitcode(MemoryBufferRef Buffer, const std::string &Name) {
    Expected<BitcodeFileContents> Contents = getBitcodeFileContents(Buffer);
    if (Contents)
      readNames(Contents->StrtabForSymtab, Name);
    else
      consumeError(Contents.takeError());
  }

  void readObject(const ObjectFile &Object, const std::string &Name) {
    llvm::endianness Order = Object.isLittleEndian() ? llvm::endianness::little
                                                     : llvm::endianness::big;
    forEachSection(Object, [&](StringRef Section, StringRef Bytes) {
      if (Section == "ipoint_units")
        readRecords(Bytes, Order, Name);
      else if (hasLtoSymbols(Section))
        readNames(Bytes, Name);
    });
  }

  void readRecords(StringRef Bytes, llvm::endianness Order,
                   const std::string &Name) {
    for (; Bytes.size() >= UnitRecord::Size;
         Bytes = Bytes.drop_front(UnitRecord::Size)) {
      std::array<uint32_t, UnitRecord::Words> Words;
      for (auto [I, Word] : enumerate(Words))
        Word = support::endian::read32(Bytes.data() + 4 * I, Order);
      if (Words[0] == IPOINT_UNIT_FORMAT)
        add(UnitRecord(Words), Name);
    }
  }

  /// Finds the records whose names in \p Names hold their words.
  void readNames(StringRef Names, const std::string &Name) {
    static constexpr StringRef Prefix = "ipoint_unit_";
    for (size_t At = Names.find(Prefix); At != StringRef::npos;
         At = Names.find(Prefix, At + Prefix.size())) {
      StringRef Digits = Names.substr(At + Prefix.size());
      std::array<uint32_t, UnitRecord::Words> Words;
      bool IsRecord = all_of(enumerate(Words), [&](auto Word) {
        StringRef Part = Digits.substr(8 * Word.index(), 8);
        return Part.size() == 8 && !Part.getAsInteger(16, Word.value());
      });
      if (IsRecord)
        add(UnitRecord(Words), Name);
    }
  }

  void add(const UnitRecord &Record, const std::string &Name) {
    if (Record.Count != 0)
      Records.push_back({Record, Name, Age});
  }

  std::vector<FoundRecord> Records;
  sys::TimePoint<> Age; ///< of the file that is being read
};

/// The folders in which the compiler's linker looks by itself.
std::vector<std::string> foldersOfCompiler(const CompilerCommand &Command,
                                           ScratchFolder &Scratch) {
  std::vector<std::string> Words = Command.select(
      [](const Argument &A) { return A.R == Argument::Role::Target; });
  Words.push_back("-print-search-dirs");
  std::string Answer = answerOf(Words, Scratch);
  std::vector<std::string> Result;
  for (StringRef Line : split(Answer, '\n'))
    if (Line.consume_front("libraries: ="))
      for (StringRef Folder : split(Line, ':'))
        Result.push_back(Folder.str());
  return Result;
}

/// The file that the linker would take for `-lNAME`.
std::optional<std::string>
findLibrary(StringRef Name, ArrayRef<std::string> Folders, bool IsStatic) {
  std::string Shared = ("lib" + Name + ".so").str();
  std::string Archive = ("lib" + Name + ".a").str();
  SmallVector<StringRef, 2> Files;
  if (Name.consume_front(":"))
    Files = {Name};
  else if (IsStatic)
    Files = {Archive};
  else
    Files = {Shared, Archive};
  for (const std::string &Folder : Folders)
    for (StringRef File : Files) {
      SmallString<128> Path(Folder);
      sys::path::append(Path, File);
      if (sys::fs::exists(Path))
        return Path.str().str();
    }
  return std::nullopt;
}

} // namespace

void forEachSection(const ObjectFile &Object,
                    function_ref<void(StringRef, StringRef)> Do) {
  for (const SectionRef &Section : Object.sections()) {
    Expected<StringRef> Name = Section.getName();
    Expected<StringRef> Bytes = Section.getContents();
    if (Name && Bytes)
      Do(*Name, *Bytes);
    consumeError(Name.takeError());
    consumeError(Bytes.takeError());
  }
}

/// The value of an option like -L, in the same word or the next.
static StringRef valueOf(const Argument &A) {
  return A.Words.size() > 1 ? StringRef(A.Words[1])
                            : StringRef(A.Words[0]).drop_front(2);
}

std::vector<LinkedFile> linkedFiles(const CompilerCommand &Command,
                                    ScratchFolder &Scratch) {
  std::vector<std::string> Folders;
  for (const Argument &A : Command.arguments())
    if (StringRef(A.Words[0]).starts_with("-L"))
      Folders.push_back(valueOf(A).str());
  bool IsStatic = Command.has("-static") || Command.has("-static-pie");
  std::optional<std::vector<std::string>> More;
  std::vector<LinkedFile> Files;
  for (const Argument &A : Command.arguments()) {
    if (A.R == Argument::Role::OtherInput)
      Files.push_back({&A, A.Value});
    if (!StringRef(A.Words[0]).starts_with("-l"))
      continue;
    std::optional<std::string> File =
        findLibrary(valueOf(A), Folders, IsStatic);
    if (!File && !More)
      More = foldersOfCompiler(Command, Scratch);
    if (!File)
      File = findLibrary(valueOf(A), *More, IsStatic);
    if (File)
      Files.push_back({&A, *File});
  }
  return Files;
}

Error checkLink(const CompilerCommand &Command, const Settings &Chosen,
                ScratchFolder &Scratch) {
  LinkChecker Checker;
  for (const LinkedFile &File : linkedFiles(Command, Scratch))
    Checker.readFile(File.Path);
  // The default is a file in the working directory, which a build may change.
  return Checker.check(Chosen.DatabasePath, Chosen.NamesDatabase);
}

/// Whether \p Text is in the first \p Most bytes of the file.
static bool holds(StringRef Path, StringRef Text,
                  size_t Most = StringRef::npos) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> File = MemoryBuffer::getFile(
      Path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  return File && (*File)->getBuffer().take_front(Most).contains(Text);
}

Error checkLibc(StringRef Program, StringRef Runtime) {
  // The name of what loads a program comes behind its headers.
  constexpr size_t Page = 4096;
  if (!holds(Program, "/ld-musl-", Page) || !holds(Runtime, "libc.so.6"))
    return Error::success();
  return createStringError(
      Program + ": is linked with musl, and " + Runtime +
      " with glibc: link it with -static, or name a runtime that was "
      "built with musl by IPOINT_RUNTIME");
}

} // namespace ipoint
