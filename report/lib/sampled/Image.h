//===- Image.h - A program or library that was sampled --------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_SAMPLED_IMAGE_H
#define IPOINT_SAMPLED_IMAGE_H

#include "Places.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/DebugInfo/DWARF/DWARFContext.h"
#include "llvm/DebugInfo/DWARF/DWARFDie.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/MemoryBuffer.h"
#include <optional>

namespace ipoint::sampled {

/// Of an inlined function.
struct CallSite {
  std::string File; ///< absolute; empty: not known
  unsigned Line = 0;
};

/// A program or library, as it lies in the file system.
class Image {
public:
  /// Nothing could be read where there is a reason.
  Image(const Module &M, std::string &Why) { Why = open(M); }

  bool hasDebugInfo() const;
  void readDebugInfo();

  /// The address that the file itself has for the byte at \p Offset; none
  /// where it does not load it.
  std::optional<uint64_t> addressOf(uint64_t Offset) const;
  /// Entries of the functions there, the innermost first.
  llvm::SmallVector<llvm::DWARFDie, 4> entriesAt(uint64_t Address) const;
  /// Probes are inlined functions: what they take is their caller's. Removes
  /// them from \p Entries; returns where the last of these stands, if any does.
  std::optional<CallSite>
  dropProbes(llvm::SmallVectorImpl<llvm::DWARFDie> &Entries) const;
  /// Line 0 where no debug information was read.
  llvm::DILineInfo lineAt(uint64_t Address) const;
  /// Where a function is declared. DWARFDie::getDeclFile() of LLVM 19 does not
  /// know the form in which GCC writes it.
  std::string sourceOf(llvm::DWARFDie Entry) const;
  /// The name of the unit of \p Entry for \p File; empty without one.
  std::string fileOf(const llvm::DWARFDie &Entry,
                     const std::optional<llvm::DWARFFormValue> &File) const;
  struct Symbol {
    uint64_t Start, End;
    std::string Name;
  };
  /// The function there; null where there is none.
  const Symbol *symbolAt(uint64_t Address) const;
  /// What the file loads from \p Address on, \p Most bytes at most.
  llvm::ArrayRef<uint8_t> bytesAt(uint64_t Address, uint64_t Most) const;
  /// Null where nothing could be read.
  const llvm::object::ObjectFile *file() const { return File.get(); }

  /// Of entries that were looked at.
  llvm::DenseMap<const llvm::DWARFDebugInfoEntry *, uint32_t> Known;

private:
  struct Segment {
    uint64_t Offset, Size, Address;
  };

  std::string open(const Module &M);
  template <class ELFT>
  void addSegments(const llvm::object::ELFFile<ELFT> &File);
  void addSymbols(const llvm::object::ELFObjectFileBase &File);

  std::unique_ptr<llvm::MemoryBuffer> Bytes;
  std::unique_ptr<llvm::object::ObjectFile> File;
  std::unique_ptr<llvm::DWARFContext> Debug;
  std::vector<Segment> Segments;
  std::vector<Symbol> Symbols; ///< by address; none overlaps another
};

} // namespace ipoint::sampled

#endif // IPOINT_SAMPLED_IMAGE_H
