//===- LinkCheck.cpp - Do these objects belong together? ------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/LinkCheck.h"
#include "database/Database.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Object/Archive.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <map>

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

class LinkChecker {
public:
  Error checkFile(StringRef Path) {
    ErrorOr<std::unique_ptr<MemoryBuffer>> File = MemoryBuffer::getFile(
        Path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
    // What cannot be read the linker will complain of itself.
    if (!File)
      return Error::success();
    return checkBuffer(**File, Path.str());
  }

  /// The database \p Path is to be that of what was linked.
  Error checkDatabase(StringRef Path) const {
    if (FirstName.empty())
      return Error::success();
    std::string Is = FirstName + ": instrumented with the ipoint database " +
                     Database.hex() + ", but " + Path.str();
    static constexpr StringLiteral What =
        "; build again, or name the database of the build by IPOINT_DB";
    if (!sys::fs::exists(Path))
      return createStringError(inconvertibleErrorCode(),
                               Is + " is not there" + What);
    Expected<database::Database> Opened = database::Database::open(Path);
    if (!Opened)
      return Opened.takeError();
    if (Opened->identity() == Database)
      return Error::success();
    return createStringError(inconvertibleErrorCode(),
                             Is + " is " + Opened->identity().hex() + What);
  }

private:
  /// Also linker scripts and other files come here: they have no records.
  Error checkBuffer(MemoryBufferRef Buffer, const std::string &Name) {
    switch (identify_magic(Buffer.getBuffer())) {
    case file_magic::archive:
      return checkArchive(Buffer, Name);
    case file_magic::bitcode:
      return checkBitcode(Buffer, Name);
    default:
      break;
    }
    Expected<std::unique_ptr<Binary>> File = createBinary(Buffer);
    if (!File) {
      consumeError(File.takeError());
      return Error::success();
    }
    if (auto *Object = dyn_cast<ObjectFile>(File->get()))
      return checkObject(*Object, Name);
    return Error::success();
  }

  Error checkArchive(MemoryBufferRef Buffer, const std::string &Path) {
    Expected<std::unique_ptr<Archive>> Members = Archive::create(Buffer);
    if (!Members) {
      consumeError(Members.takeError());
      return Error::success();
    }
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
      if (Error E = checkBuffer(*Member, Full)) {
        consumeError(std::move(Iteration));
        return E;
      }
    }
    consumeError(std::move(Iteration));
    return Error::success();
  }

  /// Clang's object of -flto: its names stand in one table.
  Error checkBitcode(MemoryBufferRef Buffer, const std::string &Name) {
    Expected<BitcodeFileContents> Contents = getBitcodeFileContents(Buffer);
    if (Contents)
      return checkNames(Contents->StrtabForSymtab, Name);
    consumeError(Contents.takeError());
    return Error::success();
  }

  Error checkObject(const ObjectFile &Object, const std::string &Name) {
    llvm::endianness Order = Object.isLittleEndian() ? llvm::endianness::little
                                                     : llvm::endianness::big;
    for (const SectionRef &Section : Object.sections()) {
      Expected<StringRef> SectionName = Section.getName();
      if (!SectionName) {
        consumeError(SectionName.takeError());
        continue;
      }
      bool HasRecords = *SectionName == "ipoint_units";
      // GCC's object of -flto.
      bool HasNames = SectionName->starts_with(".gnu.lto_.symtab.");
      if (!HasRecords && !HasNames)
        continue;
      Expected<StringRef> Bytes = Section.getContents();
      if (!Bytes) {
        consumeError(Bytes.takeError());
        continue;
      }
      if (Error E = HasRecords ? checkRecords(*Bytes, Order, Name)
                               : checkNames(*Bytes, Name))
        return E;
    }
    return Error::success();
  }

  Error checkRecords(StringRef Bytes, llvm::endianness Order,
                     const std::string &Name) {
    for (; Bytes.size() >= UnitRecord::Size;
         Bytes = Bytes.drop_front(UnitRecord::Size)) {
      std::array<uint32_t, UnitRecord::Words> Words;
      for (auto [I, Word] : enumerate(Words))
        Word = support::endian::read32(Bytes.data() + 4 * I, Order);
      if (Error E = checkRecord(UnitRecord(Words), Name))
        return E;
    }
    return Error::success();
  }

  /// Finds the records that are told by their names in \p Names.
  Error checkNames(StringRef Names, const std::string &Name) {
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
        if (Error E = checkRecord(UnitRecord(Words), Name))
          return E;
    }
    return Error::success();
  }

  Error checkRecord(const UnitRecord &Record, const std::string &Name) {
    if (Record.Count == 0)
      return Error::success();
    if (FirstName.empty()) {
      FirstName = Name;
      Database = Record.Database;
    }
    if (Record.Database != Database)
      return createStringError(
          inconvertibleErrorCode(),
          Name + ": instrumented with the ipoint database " +
              Record.Database.hex() + ", but " + FirstName + " with " +
              Database.hex() + "; build both with the same IPOINT_DB");
    auto [It, New] = Units.try_emplace(Record.First, Record, Name);
    const auto &[Other, OtherName] = It->second;
    // The same unit twice: an object that is also in an archive.
    if (!New && Other.TextHash == Record.TextHash &&
        Other.Count == Record.Count)
      return Error::success();
    bool Overlaps = !New;
    const std::string *With = &OtherName;
    if (New && It != Units.begin()) {
      const auto &[Before, BeforeName] = std::prev(It)->second;
      Overlaps = Before.First + Before.Count > Record.First;
      With = &BeforeName;
    }
    if (New && !Overlaps && std::next(It) != Units.end()) {
      const auto &[After, AfterName] = std::next(It)->second;
      Overlaps = Record.First + Record.Count > After.First;
      With = &AfterName;
    }
    if (!Overlaps)
      return Error::success();
    return createStringError(inconvertibleErrorCode(),
                             Name + ": has ids of " + *With +
                                 "; build both again");
  }

  std::string FirstName;
  database::Identity Database;
  std::map<uint32_t, std::pair<UnitRecord, std::string>> Units;
};

/// The folders in which the compiler's linker looks by itself.
std::vector<std::string> foldersOfCompiler(const CompilerCommand &Command,
                                           ScratchFolder &Scratch) {
  std::vector<std::string> Words = Command.select(
      [](const Argument &A) { return A.R == Argument::Role::Target; });
  Words.push_back("-print-search-dirs");
  std::string Answer = Scratch.file("search-dirs");
  Expected<int> Code = run(Words, {.StandardOutput = Answer});
  Expected<std::string> Said = readFile(Answer);
  std::vector<std::string> Result;
  if (!Code || *Code != 0 || !Said) {
    consumeError(Code.takeError());
    consumeError(Said.takeError());
    return Result;
  }
  for (StringRef Line : split(*Said, '\n'))
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

/// The value of an option like -L, in the same word or the next.
static StringRef valueOf(const Argument &A) {
  return A.Words.size() > 1 ? StringRef(A.Words[1])
                            : StringRef(A.Words[0]).drop_front(2);
}

/// What the linker reads for \p Command.
static std::vector<std::string> linkedFiles(const CompilerCommand &Command,
                                            ScratchFolder &Scratch) {
  std::vector<std::string> Folders;
  for (const Argument &A : Command.arguments())
    if (StringRef(A.Words[0]).starts_with("-L"))
      Folders.push_back(valueOf(A).str());
  bool IsStatic = Command.has("-static") || Command.has("-static-pie");
  std::optional<std::vector<std::string>> More;
  std::vector<std::string> Files;
  for (const Argument &A : Command.arguments()) {
    if (A.R == Argument::Role::OtherInput)
      Files.push_back(A.Value);
    if (!StringRef(A.Words[0]).starts_with("-l"))
      continue;
    std::optional<std::string> File =
        findLibrary(valueOf(A), Folders, IsStatic);
    if (!File && !More)
      More = foldersOfCompiler(Command, Scratch);
    if (!File)
      File = findLibrary(valueOf(A), *More, IsStatic);
    if (File)
      Files.push_back(*File);
  }
  return Files;
}

Error checkLink(const CompilerCommand &Command, const Settings &Chosen,
                ScratchFolder &Scratch) {
  LinkChecker Checker;
  for (const std::string &File : linkedFiles(Command, Scratch))
    if (Error E = Checker.checkFile(File))
      return E;
  // The default is a file in the working directory, which a build may change.
  return Chosen.NamesDatabase ? Checker.checkDatabase(Chosen.DatabasePath)
                              : Error::success();
}

} // namespace ipoint
