//===- Twin.cpp - The plain program made beside the instrumented one ------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/compile/LinkCheck.h"
#include "llvm/BinaryFormat/Magic.h"
#include "llvm/ObjCopy/ConfigManager.h"
#include "llvm/ObjCopy/ObjCopy.h"
#include "llvm/Object/Archive.h"
#include "llvm/Object/ArchiveWriter.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace llvm::object;

namespace ipoint {

static constexpr StringRef SectionName = ".ipoint_plain";

/// In front of each object in the section: its size. A partial link puts
/// several of them there.
static constexpr size_t SizeBytes = 8;

static Expected<std::unique_ptr<MemoryBuffer>> readWhole(StringRef Path) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> File = MemoryBuffer::getFile(
      Path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!File)
    return createStringError(File.getError(),
                             Path + ": " + File.getError().message());
  return std::move(*File);
}

Error embedTwin(StringRef Object, StringRef Plain) {
  Expected<std::unique_ptr<MemoryBuffer>> To = readWhole(Object);
  if (!To)
    return To.takeError();
  Expected<std::unique_ptr<MemoryBuffer>> What = readWhole(Plain);
  if (!What)
    return What.takeError();
  Expected<std::unique_ptr<Binary>> Parsed = createBinary(**To);
  if (!Parsed)
    return Parsed.takeError();
  if (!isa<ELFObjectFileBase>(**Parsed))
    return createStringError(Object + ": is no ELF object");
  std::string Bytes(SizeBytes, 0);
  support::endian::write64le(Bytes.data(), (*What)->getBufferSize());
  Bytes += (*What)->getBuffer();
  objcopy::ConfigManager Config;
  Config.Common.AddSection.emplace_back(SectionName,
                                        MemoryBuffer::getMemBufferCopy(Bytes));
  Config.Common.SetSectionFlags[SectionName] = {
      SectionName, objcopy::SectionFlag::SecExclude};
  SmallString<0> Written;
  raw_svector_ostream Out(Written);
  if (Error E = objcopy::executeObjcopyOnBinary(Config, **Parsed, Out))
    return E;
  return writeFile(Object, Written);
}

namespace {

/// What an object says of itself.
struct Contents {
  bool IsInstrumented = false;
  bool IsGccLto = false;           ///< its symbols are GCC's to read
  SmallVector<StringRef, 1> Plain; ///< objects
};

/// Makes what the twin is linked of.
class TwinInputs {
public:
  TwinInputs(std::vector<std::string> Compiler, ScratchFolder &Scratch)
      : Compiler(std::move(Compiler)), Scratch(Scratch) {}

  /// Files in place of the file \p Path; none: it serves as it is.
  Expected<std::vector<std::string>> inPlaceOf(StringRef Path);

private:
  Expected<std::vector<std::string>> inPlaceOfArchive(MemoryBufferRef Buffer);
  std::string nextFile(StringRef Suffix) {
    return Scratch.file("twin" + std::to_string(Count++) + Suffix.str());
  }

  /// Writes the index of an archive whose objects only GCC's plugin can read.
  Error index(const std::string &Archive);

  std::vector<std::string> Compiler; ///< command
  ScratchFolder &Scratch;
  unsigned Count = 0;
};

} // namespace

static Error notMade(const Twine &What) { return createStringError(What); }

static Error takeObjects(StringRef Bytes, StringRef Name, Contents &Result) {
  while (!Bytes.empty()) {
    uint64_t Size = Bytes.size() < SizeBytes
                        ? UINT64_MAX
                        : support::endian::read64le(Bytes.data());
    if (Size > Bytes.size() - std::min(Bytes.size(), SizeBytes))
      return notMade(Name + ": its section " + SectionName + " is cut");
    Result.Plain.push_back(Bytes.substr(SizeBytes, Size));
    Bytes = Bytes.drop_front(SizeBytes + Size);
  }
  return Error::success();
}

/// What is no ELF file (a linker script, say) has nothing of ours.
static Expected<Contents> contentsOf(MemoryBufferRef Buffer, StringRef Name) {
  Contents Result;
  Expected<std::unique_ptr<Binary>> File = createBinary(Buffer);
  if (!File) {
    consumeError(File.takeError());
    return Result;
  }
  auto *Object = dyn_cast<ELFObjectFileBase>(File->get());
  if (!Object)
    return Result;
  Error Cut = Error::success();
  forEachSection(*Object, [&](StringRef Called, StringRef Bytes) {
    bool IsLto = hasLtoSymbols(Called);
    Result.IsGccLto |= IsLto;
    Result.IsInstrumented |=
        Called == "ipoint_units" || (IsLto && Bytes.contains("ipoint_unit_"));
    if (Called == SectionName)
      Cut = joinErrors(std::move(Cut), takeObjects(Bytes, Name, Result));
  });
  if (Cut)
    return Cut;
  if (Result.IsInstrumented && Result.Plain.empty())
    return notMade(Name + (Object->getEType() == ELF::ET_DYN
                               ? ": is a library that is instrumented"
                               : ": was compiled without IPOINT_TWIN=1"));
  return Result;
}

Error TwinInputs::index(const std::string &Archive) {
  std::vector<std::string> Words = Compiler;
  Words.push_back("-print-prog-name=ranlib");
  std::string Name = answerOf(Words, Scratch);
  if (Name.empty())
    Name = "ranlib";
  Expected<Heard> Ran =
      runAndListen({StringRef(Name).trim().str(), Archive}, Scratch);
  if (!Ran)
    return Ran.takeError();
  return Ran->Code == 0
             ? Error::success()
             : notMade("ranlib fails: " + StringRef(Ran->Said).trim());
}

Expected<std::vector<std::string>>
TwinInputs::inPlaceOfArchive(MemoryBufferRef Buffer) {
  Expected<std::unique_ptr<Archive>> Members = Archive::create(Buffer);
  std::vector<std::string> Result;
  if (!Members) {
    consumeError(Members.takeError()); // the linker complains itself
    return Result;
  }
  std::vector<NewArchiveMember> Made;
  bool HasPlain = false, IsGccLto = false;
  Error Iteration = Error::success();
  for (const Archive::Child &Child : (*Members)->children(Iteration)) {
    Expected<MemoryBufferRef> Member = Child.getMemoryBufferRef();
    if (!Member)
      return joinErrors(Member.takeError(), std::move(Iteration));
    Expected<Contents> Found =
        contentsOf(*Member, (Buffer.getBufferIdentifier() + "(" +
                             Member->getBufferIdentifier() + ")")
                                .str());
    if (!Found)
      return joinErrors(Found.takeError(), std::move(Iteration));
    HasPlain |= !Found->Plain.empty();
    IsGccLto |= Found->IsGccLto;
    if (Found->Plain.empty())
      Made.emplace_back(*Member);
    for (StringRef Plain : Found->Plain) {
      // Objects are read at even addresses only.
      Made.emplace_back(
          MemoryBufferRef(StringRef(), Member->getBufferIdentifier()));
      Made.back().Buf =
          MemoryBuffer::getMemBufferCopy(Plain, Member->getBufferIdentifier());
    }
  }
  if (Iteration)
    return Iteration;
  if (!HasPlain)
    return Result;
  Result.push_back(nextFile(".a"));
  if (Error E =
          writeArchive(Result.back(), Made, SymtabWritingMode::NormalSymtab,
                       Archive::K_GNU, /*Deterministic=*/true,
                       /*Thin=*/false))
    return E;
  if (IsGccLto)
    if (Error E = index(Result.back()))
      return E;
  return Result;
}

Expected<std::vector<std::string>> TwinInputs::inPlaceOf(StringRef Path) {
  std::vector<std::string> Result;
  Expected<std::unique_ptr<MemoryBuffer>> File = readWhole(Path);
  if (!File) {
    consumeError(File.takeError()); // the linker complains itself
    return Result;
  }
  if (identify_magic((*File)->getBuffer()) == file_magic::archive)
    return inPlaceOfArchive(**File);
  Expected<Contents> Found = contentsOf(**File, Path);
  if (!Found)
    return Found.takeError();
  for (StringRef Plain : Found->Plain) {
    Result.push_back(nextFile(".o"));
    if (Error E = writeFile(Result.back(), Plain))
      return E;
  }
  return Result;
}

std::string twinOf(const CompilerCommand &Command) {
  return (Command.output().empty() ? "a.out" : Command.output()).str() +
         ".plain";
}

Expected<std::string> linkTwin(const CompilerCommand &Command,
                               ScratchFolder &Scratch) {
  std::string Twin = twinOf(Command);
  std::vector<std::string> Words = Command.compiler();
  std::vector<LinkedFile> Files = linkedFiles(Command, Scratch);
  TwinInputs Inputs(Words, Scratch);
  bool HasPlain = false;
  for (const Argument &A : Command.arguments()) {
    auto File =
        find_if(Files, [&](const LinkedFile &F) { return F.From == &A; });
    std::vector<std::string> Instead;
    if (File != Files.end()) {
      Expected<std::vector<std::string>> Made = Inputs.inPlaceOf(File->Path);
      if (!Made)
        return Made.takeError();
      Instead = std::move(*Made);
      HasPlain |= !Instead.empty();
    }
    if (!Instead.empty())
      Words.insert(Words.end(), Instead.begin(), Instead.end());
    else if (A.R != Argument::Role::Output)
      Words.insert(Words.end(), A.Words.begin(), A.Words.end());
  }
  if (!HasPlain)
    return "";
  Words.insert(Words.end(), {"-o", Twin});
  Expected<Heard> Ran = runAndListen(Words, Scratch);
  if (!Ran)
    return Ran.takeError();
  if (Ran->Code == 0)
    return Twin;
  return notMade("its link fails: " + StringRef(Ran->Said).split('\n').first);
}

} // namespace ipoint
