//===- Image.cpp - A program or library that was sampled ------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Image.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/DebugInfo/DWARF/DWARFCompileUnit.h"
#include "llvm/Object/BuildID.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;

namespace ipoint::sampled {

static void ignore(Error E) { consumeError(std::move(E)); }

std::optional<uint64_t> Image::addressOf(uint64_t Offset) const {
  for (const Segment &S : Segments)
    if (Offset >= S.Offset && Offset - S.Offset < S.Size)
      return Offset - S.Offset + S.Address;
  return std::nullopt;
}

SmallVector<DWARFDie, 4> Image::entriesAt(uint64_t Address) const {
  SmallVector<DWARFDie, 4> Result;
  if (DWARFUnit *U =
          Debug ? Debug->getCompileUnitForCodeAddress(Address) : nullptr)
    U->getInlinedChainForAddress(Address, Result);
  return Result;
}

std::optional<CallSite>
Image::dropProbes(SmallVectorImpl<DWARFDie> &Entries) const {
  std::optional<CallSite> Result;
  while (Entries.size() > 1) {
    DWARFDie Entry = Entries.front();
    const char *Name = Entry.getSubroutineName(DINameKind::ShortName);
    if (!Name || !StringRef(Name).starts_with("ipoint_"))
      break;
    Result.emplace();
    Result->Line = static_cast<unsigned>(
        dwarf::toUnsigned(Entry.find(dwarf::DW_AT_call_line), 0));
    Result->File = fileOf(Entry, Entry.find(dwarf::DW_AT_call_file));
    Entries.erase(Entries.begin());
  }
  return Result;
}

DILineInfo Image::lineAt(uint64_t Address) const {
  if (!Debug)
    return {};
  return Debug->getLineInfoForAddress(
      {Address, object::SectionedAddress::UndefSection},
      {DILineInfoSpecifier::FileLineInfoKind::AbsoluteFilePath,
       DINameKind::None});
}

std::string Image::sourceOf(DWARFDie Entry) const {
  std::optional<DWARFFormValue> File = Entry.find(dwarf::DW_AT_decl_file);
  for (auto Origin : {dwarf::DW_AT_abstract_origin, dwarf::DW_AT_specification})
    if (!File && Entry.find(Origin)) {
      Entry = Entry.getAttributeValueAsReferencedDie(Origin);
      File = Entry.find(dwarf::DW_AT_decl_file);
    }
  return fileOf(Entry, File);
}

std::string Image::fileOf(const DWARFDie &Entry,
                          const std::optional<DWARFFormValue> &File) const {
  std::string Result;
  if (!File)
    return Result;
  DWARFUnit *U = Entry.getDwarfUnit();
  if (const DWARFDebugLine::LineTable *Lines = Debug->getLineTableForUnit(U))
    Lines->getFileNameByIndex(
        File->getRawUValue(), U->getCompilationDir(),
        DILineInfoSpecifier::FileLineInfoKind::AbsoluteFilePath, Result);
  return Result;
}

const Image::Symbol *Image::symbolAt(uint64_t Address) const {
  auto It = std::ranges::upper_bound(Symbols, Address, {}, &Symbol::Start);
  if (It == Symbols.begin())
    return nullptr;
  const Symbol &S = *std::prev(It);
  return Address < S.End ? &S : nullptr;
}

ArrayRef<uint8_t> Image::bytesAt(uint64_t Address, uint64_t Most) const {
  StringRef All = Bytes->getBuffer();
  for (const Segment &S : Segments) {
    if (Address < S.Address || Address - S.Address >= S.Size)
      continue;
    uint64_t From = Address - S.Address;
    return arrayRefFromStringRef(
        All.substr(S.Offset + From, std::min(Most, S.Size - From)));
  }
  return {};
}

template <class ELFT>
void Image::addSegments(const object::ELFFile<ELFT> &File) {
  auto Headers = File.program_headers();
  if (!Headers)
    return ignore(Headers.takeError());
  for (const auto &H : *Headers)
    if (H.p_type == ELF::PT_LOAD)
      Segments.push_back({H.p_offset, H.p_filesz, H.p_vaddr});
}

void Image::addSymbols(const object::ELFObjectFileBase &File) {
  struct Found {
    uint64_t Start, Size;
    bool IsGlobal;
    StringRef Name;
  };
  std::vector<Found> All;
  auto Add = [&](const object::ELFSymbolRef &S) {
    uint8_t Type = S.getELFType();
    Expected<uint64_t> Address = S.getAddress();
    Expected<StringRef> Name = S.getName();
    Expected<uint32_t> Flags = S.getFlags();
    bool IsCode = Type == ELF::STT_FUNC || Type == ELF::STT_GNU_IFUNC;
    if (!Address || !Name || !Flags) {
      ignore(joinErrors(joinErrors(Address.takeError(), Name.takeError()),
                        Flags.takeError()));
      return;
    }
    if (IsCode && !(*Flags & object::SymbolRef::SF_Undefined) && !Name->empty())
      All.push_back(
          {*Address, S.getSize(), S.getBinding() != ELF::STB_LOCAL, *Name});
  };
  for (const object::ELFSymbolRef &S : File.symbols())
    Add(S);
  if (All.empty())
    for (const object::ELFSymbolRef &S : File.getDynamicSymbolIterators())
      Add(S);
  // Of names for one place the longest code, then what others can call, then
  // the first in the alphabet.
  sort(All, [](const Found &A, const Found &B) {
    return std::tuple(A.Start, B.Size, B.IsGlobal, A.Name) <
           std::tuple(B.Start, A.Size, A.IsGlobal, B.Name);
  });
  for (const Found &F : All) {
    if (!Symbols.empty() && Symbols.back().Start == F.Start)
      continue;
    if (!Symbols.empty())
      Symbols.back().End = std::min(Symbols.back().End, F.Start);
    // Code in assembly has no size: it reaches as far as it can.
    uint64_t End = F.Size ? F.Start + F.Size : UINT64_MAX;
    Symbols.push_back({F.Start, End, F.Name.str()});
  }
}

std::string Image::open(const Module &M) {
  // A trace may name anything: a pipe, or a device without an end.
  if (sys::fs::exists(M.File) && !sys::fs::is_regular_file(M.File))
    return "is no regular file";
  ErrorOr<std::unique_ptr<MemoryBuffer>> Buffer =
      MemoryBuffer::getFile(M.File, false, false);
  if (!Buffer)
    return "cannot be read: " + Buffer.getError().message();
  Bytes = std::move(*Buffer);
  Expected<std::unique_ptr<object::ObjectFile>> Object =
      object::ObjectFile::createObjectFile(Bytes->getMemBufferRef());
  if (!Object) {
    consumeError(Object.takeError());
    return "is no program or library";
  }
  object::BuildIDRef Build = object::getBuildID(Object->get());
  if (!M.Build.empty() && Build != ArrayRef(M.Build))
    return "is not the file that was sampled: it was built again since";
  auto *Elf = dyn_cast<object::ELFObjectFileBase>(Object->get());
  if (!Elf)
    return "is not in ELF";
  if (auto *E = dyn_cast<object::ELF64LEObjectFile>(Elf))
    addSegments(E->getELFFile());
  else if (auto *E = dyn_cast<object::ELF32LEObjectFile>(Elf))
    addSegments(E->getELFFile());
  else
    return "is of the other byte order";
  addSymbols(*Elf);
  File = std::move(*Object);
  return "";
}

bool Image::hasDebugInfo() const {
  return File && any_of(File->sections(), [](const object::SectionRef &S) {
           Expected<StringRef> Name = S.getName();
           if (!Name)
             consumeError(Name.takeError());
           return Name && *Name == ".debug_info";
         });
}

void Image::readDebugInfo() {
  Debug =
      DWARFContext::create(*File, DWARFContext::ProcessDebugRelocations::Ignore,
                           nullptr, "", ignore, ignore);
}

} // namespace ipoint::sampled
