//===- LinkCheck.cpp - Do these objects belong together? ------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/LinkCheck.h"
#include "database/Program.h"
#include "llvm/Object/Archive.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <map>

using namespace llvm;
using namespace llvm::object;

namespace ipoint {

namespace {

/// A unit record, docs/formats.md.
struct UnitRecord {
  static constexpr size_t Size = 40;
  uint32_t First = 0;
  uint32_t Count = 0;
  uint64_t TextHash = 0;
  database::Identity Database;

  static UnitRecord read(StringRef Bytes, llvm::endianness Order) {
    auto Word = [&](unsigned I) {
      return support::endian::read32(Bytes.data() + 4 * I, Order);
    };
    return {Word(1),
            Word(2),
            uint64_t(Word(5)) << 32 | Word(4),
            {{Word(6), Word(7), Word(8), Word(9)}}};
  }
};

class LinkChecker {
public:
  Error checkFile(StringRef Path) {
    Expected<OwningBinary<Binary>> File = createBinary(Path);
    if (!File) {
      // A linker script, or a file that the linker will complain of itself.
      consumeError(File.takeError());
      return Error::success();
    }
    Binary *B = File->getBinary();
    if (auto *Object = dyn_cast<ObjectFile>(B))
      return checkObject(*Object, Path.str());
    if (auto *Members = dyn_cast<Archive>(B))
      return checkArchive(*Members, Path);
    return Error::success();
  }

private:
  Error checkArchive(const Archive &Members, StringRef Path) {
    Error Iteration = Error::success();
    for (const Archive::Child &Child : Members.children(Iteration)) {
      Expected<std::unique_ptr<Binary>> Member = Child.getAsBinary();
      if (!Member) {
        consumeError(Member.takeError());
        continue;
      }
      Expected<StringRef> Name = Child.getName();
      std::string Full =
          (Path + "(" + (Name ? *Name : StringRef("?")) + ")").str();
      if (!Name)
        consumeError(Name.takeError());
      if (auto *Object = dyn_cast<ObjectFile>(Member->get()))
        if (Error E = checkObject(*Object, Full)) {
          consumeError(std::move(Iteration));
          return E;
        }
    }
    consumeError(std::move(Iteration));
    return Error::success();
  }

  Error checkObject(const ObjectFile &Object, const std::string &Name) {
    for (const SectionRef &Section : Object.sections()) {
      Expected<StringRef> SectionName = Section.getName();
      if (!SectionName) {
        consumeError(SectionName.takeError());
        continue;
      }
      if (*SectionName != "ipoint_units")
        continue;
      Expected<StringRef> Bytes = Section.getContents();
      if (!Bytes) {
        consumeError(Bytes.takeError());
        continue;
      }
      llvm::endianness Order = Object.isLittleEndian()
                                   ? llvm::endianness::little
                                   : llvm::endianness::big;
      for (StringRef Rest = *Bytes; Rest.size() >= UnitRecord::Size;
           Rest = Rest.drop_front(UnitRecord::Size))
        if (Error E = checkRecord(UnitRecord::read(Rest, Order), Name))
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

/// The files that the linker would take for `-lNAME`, as far as `-L` tells.
std::optional<std::string> findLibrary(StringRef Name,
                                       ArrayRef<std::string> Folders) {
  for (const std::string &Folder : Folders)
    for (StringRef Suffix : {".so", ".a"}) {
      SmallString<128> Path(Folder);
      sys::path::append(Path, "lib" + Name + Suffix);
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

Error checkLink(const CompilerCommand &Command) {
  LinkChecker Checker;
  std::vector<std::string> Folders;
  for (const Argument &A : Command.arguments())
    if (StringRef(A.Words[0]).starts_with("-L"))
      Folders.push_back(valueOf(A).str());
  for (const Argument &A : Command.arguments()) {
    std::optional<std::string> File;
    if (A.R == Argument::Role::OtherInput)
      File = A.Value;
    else if (StringRef(A.Words[0]).starts_with("-l"))
      File = findLibrary(valueOf(A), Folders);
    if (File)
      if (Error E = Checker.checkFile(*File))
        return E;
  }
  return Error::success();
}

} // namespace ipoint
