//===- Places.cpp - Where samples fell, and what that is ------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Places.h"
#include "support/Threads.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/DebugInfo/DWARF/DWARFCompileUnit.h"
#include "llvm/DebugInfo/DWARF/DWARFContext.h"
#include "llvm/DebugInfo/DWARF/DWARFDie.h"
#include "llvm/Object/BuildID.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Object/SymbolSize.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include <limits>
#include <optional>
#include <unordered_map>

using namespace llvm;

namespace ipoint::sampled {

/// What lay there is cut off, or parted.
void PlaceTable::map(Memory &Of, const Mapping &M, uint32_t Module) {
  uint64_t Most = std::numeric_limits<uint64_t>::max() - M.Start;
  uint64_t End = M.Start + std::min(M.Length, Most);
  if (End == M.Start)
    return;
  auto It = Of.lower_bound(M.Start);
  if (It != Of.begin()) {
    auto Before = std::prev(It);
    Mapped Old = Before->second;
    if (Old.End > M.Start) {
      Before->second.End = M.Start;
      if (Old.End > End)
        Of[End] = {Old.End, Old.Offset + (End - Before->first), Old.Module};
    }
  }
  while (It != Of.end() && It->first < End) {
    auto [Start, Old] = *It;
    It = Of.erase(It);
    if (Old.End > End)
      It = Of.insert_or_assign(
                 End, Mapped{Old.End, Old.Offset + (End - Start), Old.Module})
               .first;
  }
  Of[M.Start] = {End, M.Offset, Module};
}

Place PlaceTable::find(const Memory &Of, uint64_t Address) const {
  auto It = Of.upper_bound(Address);
  if (It == Of.begin())
    return {};
  const auto &[Start, M] = *std::prev(It);
  if (Address >= M.End)
    return {};
  return {M.Module, Address - Start + M.Offset};
}

std::vector<std::pair<uint32_t, double>>
PlaceTable::locate(const PerfData &Data) {
  std::vector<std::pair<uint32_t, double>> Result;
  Result.reserve(Data.Samples);
  // A damaged file may have any number, also those that LLVM's maps keep.
  std::unordered_map<uint32_t, Memory> Processes;
  for (const Event &E : Data.Events) {
    switch (E.What) {
    case Event::Kind::Map: {
      const Mapping &M = Data.Mappings[E.Mapped];
      map(Processes[E.Process], M, Modules.indexOf({M.File, M.Build}));
      break;
    }
    case Event::Kind::Exec:
      Processes[E.Process].clear();
      break;
    case Event::Kind::Fork: {
      // The child's place may be made by this, and so move the parent's.
      Memory Copy = Processes[E.Parent];
      Processes[E.Process] = std::move(Copy);
      break;
    }
    case Event::Kind::Sample:
      Place P;
      if (E.InKernel)
        P.Module = Place::Kernel;
      else
        P = find(Processes[E.Process], E.Address);
      Result.push_back({Places.indexOf(P), static_cast<double>(E.Period)});
      break;
    }
  }
  return Result;
}

StringRef withoutCloneSuffix(StringRef Symbol) {
  size_t Dot = Symbol.find('.', 1);
  return Symbol.take_front(Dot);
}

static void ignore(Error E) { consumeError(std::move(E)); }

/// Of an inlined function.
struct CallSite {
  std::string File; ///< absolute; empty: not known
  unsigned Line = 0;
};

/// A program or library, as it lies in the file system.
class Attributor::Image {
public:
  /// Nothing could be read where there is a reason.
  Image(const Module &M, std::string &Why) { Why = open(M); }

  bool hasDebugInfo() const;
  void readDebugInfo();

  /// The address that the file itself has for the byte at \p Offset; none
  /// where it does not load it.
  std::optional<uint64_t> addressOf(uint64_t Offset) const {
    for (const Segment &S : Segments)
      if (Offset >= S.Offset && Offset - S.Offset < S.Size)
        return Offset - S.Offset + S.Address;
    return std::nullopt;
  }
  /// Entries of the functions there, the innermost first.
  SmallVector<DWARFDie, 4> entriesAt(uint64_t Address) const {
    SmallVector<DWARFDie, 4> Result;
    if (DWARFUnit *U =
            Debug ? Debug->getCompileUnitForCodeAddress(Address) : nullptr)
      U->getInlinedChainForAddress(Address, Result);
    return Result;
  }
  /// Probes are inlined functions: what they take is their caller's. Removes
  /// them from \p Entries; returns where the last of these stands, if any does.
  std::optional<CallSite> dropProbes(SmallVectorImpl<DWARFDie> &Entries) const {
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
  DILineInfo lineAt(uint64_t Address) const {
    return Debug->getLineInfoForAddress(
        {Address, object::SectionedAddress::UndefSection},
        {DILineInfoSpecifier::FileLineInfoKind::AbsoluteFilePath,
         DINameKind::None});
  }
  /// Where a function is declared. DWARFDie::getDeclFile() of LLVM 19 does not
  /// know the form in which GCC writes it.
  std::string sourceOf(DWARFDie Entry) const {
    std::optional<DWARFFormValue> File = Entry.find(dwarf::DW_AT_decl_file);
    for (auto Origin :
         {dwarf::DW_AT_abstract_origin, dwarf::DW_AT_specification})
      if (!File && Entry.find(Origin)) {
        Entry = Entry.getAttributeValueAsReferencedDie(Origin);
        File = Entry.find(dwarf::DW_AT_decl_file);
      }
    return fileOf(Entry, File);
  }
  /// The name of the unit of \p Entry for \p File; empty without one.
  std::string fileOf(const DWARFDie &Entry,
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
  StringRef symbolAt(uint64_t Address) const {
    auto It = upper_bound(Symbols, Address, [](uint64_t A, const Symbol &S) {
      return A < S.Start;
    });
    if (It == Symbols.begin())
      return "";
    const Symbol &S = *std::prev(It);
    return Address < S.End ? StringRef(S.Name) : "";
  }

  /// Of entries that were looked at.
  DenseMap<const DWARFDebugInfoEntry *, uint32_t> Known;

private:
  struct Segment {
    uint64_t Offset, Size, Address;
  };
  struct Symbol {
    uint64_t Start, End;
    std::string Name;
  };

  std::string open(const Module &M);
  template <class ELFT> void addSegments(const object::ELFFile<ELFT> &File);
  void addSymbols(const object::ELFObjectFileBase &File);

  std::unique_ptr<MemoryBuffer> Bytes;
  std::unique_ptr<object::ObjectFile> File;
  std::unique_ptr<DWARFContext> Debug;
  std::vector<Segment> Segments;
  std::vector<Symbol> Symbols; ///< by address; none overlaps another
};

template <class ELFT>
void Attributor::Image::addSegments(const object::ELFFile<ELFT> &File) {
  auto Headers = File.program_headers();
  if (!Headers)
    return ignore(Headers.takeError());
  for (const auto &H : *Headers)
    if (H.p_type == ELF::PT_LOAD)
      Segments.push_back({H.p_offset, H.p_filesz, H.p_vaddr});
}

void Attributor::Image::addSymbols(const object::ELFObjectFileBase &File) {
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

std::string Attributor::Image::open(const Module &M) {
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

bool Attributor::Image::hasDebugInfo() const {
  return File && any_of(File->sections(), [](const object::SectionRef &S) {
           Expected<StringRef> Name = S.getName();
           if (!Name)
             consumeError(Name.takeError());
           return Name && *Name == ".debug_info";
         });
}

void Attributor::Image::readDebugInfo() {
  Debug =
      DWARFContext::create(*File, DWARFContext::ProcessDebugRelocations::Ignore,
                           nullptr, "", ignore, ignore);
}

Attributor::Attributor() = default;
Attributor::~Attributor() = default;

Attributed Attributor::attribute(const Place &P, const Module &M, Image &From) {
  Attributed Result;
  SampledFunction F;
  F.File = M.File;
  std::optional<uint64_t> Address = From.addressOf(P.Offset);
  if (!Address) {
    F.By = Evidence::File;
    Result.Functions = {Functions.indexOf(std::move(F))};
    return Result;
  }
  SmallVector<DWARFDie, 4> Entries = From.entriesAt(*Address);
  std::optional<CallSite> Probe = From.dropProbes(Entries);
  for (DWARFDie Entry : Entries) {
    auto [It, New] = From.Known.try_emplace(Entry.getDebugInfoEntry(), 0);
    if (New) {
      const char *Name = Entry.getSubroutineName(DINameKind::ShortName);
      F.Name = withoutCloneSuffix(Name ? Name : "");
      F.Source = From.sourceOf(Entry);
      F.Line = static_cast<unsigned>(Entry.getDeclLine());
      F.By = Evidence::DebugInfo;
      It->second = Functions.indexOf(F);
    }
    if (!functions()[It->second].Name.empty())
      Result.Functions.push_back(It->second);
  }
  if (Probe) {
    if (Probe->File == functions()[Result.Functions.front()].Source)
      Result.Line = Probe->Line;
    return Result;
  }
  if (!Result.Functions.empty()) {
    DILineInfo Place = From.lineAt(*Address);
    // Clang gives merged code columns without a line.
    if (Place.Line != 0 &&
        Place.FileName == functions()[Result.Functions.front()].Source) {
      Result.Line = Place.Line;
      Result.Column = Place.Column;
    }
    return Result;
  }
  F = SampledFunction();
  F.Name = withoutCloneSuffix(From.symbolAt(*Address));
  F.File = M.File;
  F.By = F.Name.empty() ? Evidence::File : Evidence::Symbol;
  Result.Functions = {Functions.indexOf(std::move(F))};
  return Result;
}

std::vector<Attributed> Attributor::attribute(const PlaceTable &Table) {
  std::vector<Attributed> Result(Table.places().size());
  std::vector<std::vector<uint32_t>> ByModule(Table.modules().size());
  for (auto [I, P] : enumerate(Table.places())) {
    if (P.Module < ByModule.size()) {
      ByModule[P.Module].push_back(static_cast<uint32_t>(I));
      continue;
    }
    SampledFunction F;
    F.By = P.Module == Place::Kernel ? Evidence::Kernel : Evidence::Unknown;
    Result[I].Functions.push_back(Functions.indexOf(std::move(F)));
  }
  // A file at a time: what is known of one takes ten times its size.
  for (auto [M, Places] : zip_equal(Table.modules(), ByModule)) {
    if (Places.empty())
      continue;
    std::string Why;
    Image From(M, Why);
    // "[vdso]" and "//anon" are no files.
    bool IsFile = StringRef(M.File).starts_with("/") &&
                  !StringRef(M.File).starts_with("//");
    if (!Why.empty() && IsFile)
      Problems.push_back(M.File + ": " + Why);
    auto Attribute = [&, &M = M, &Places = Places] {
      for (uint32_t I : Places)
        Result[I] = attribute(Table.places()[I], M, From);
    };
    auto AttributeByDebugInfo = [&] {
      From.readDebugInfo();
      Attribute();
    };
    // LLVM's reader takes what a damaged file has for granted.
    if (!From.hasDebugInfo())
      Attribute();
    else if (survives(AttributeByDebugInfo))
      AttributeByDebugInfo();
    else {
      Problems.push_back(M.File + ": its debug information is damaged: what "
                                  "was inlined counts as its callers'");
      Attribute();
    }
  }
  return Result;
}

} // namespace ipoint::sampled
