/*===- elf.c - What is read of firmware's ELF files -----------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#include "import/elf.h"

#include "import/import.h"
#include "support/files.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

const char ipoint_elf_none[] = "not an ELF file";

const char *ipoint_elf_open(struct ipoint_elf *elf, const char *path) {
  char first[SELFMAG];
  const int begins = ipoint_file_begins(path, first, sizeof first);
  elf->bytes = NULL;
  if (begins && (begins < 0 || memcmp(first, ELFMAG, SELFMAG) != 0))
    return ipoint_elf_none;
  elf->bytes = ipoint_file_bytes(path, &elf->size);
  if (!elf->bytes)
    return ipoint_file_reason(errno);
  if (elf->size < sizeof(Elf32_Ehdr))
    return ipoint_elf_none;
  elf->is_64 = elf->bytes[EI_CLASS] == ELFCLASS64;
  elf->is_big = elf->bytes[EI_DATA] == ELFDATA2MSB;
  return NULL;
}

uint64_t ipoint_elf_number(const struct ipoint_elf *elf, uint64_t at,
                           unsigned width) {
  uint64_t number = 0;
  unsigned i;
  if (at > elf->size || width > elf->size - at)
    return 0;
  for (i = 0; i < width; i++)
    number |= (uint64_t)elf->bytes[at + i]
              << 8 * (elf->is_big ? width - 1 - i : i);
  return number;
}

const uint8_t *ipoint_elf_section(const struct ipoint_elf *elf,
                                  const char *name, size_t *size) {
  uint64_t first = IPOINT_ELF_FIELD(elf, 0, Ehdr, e_shoff);
  uint64_t step = IPOINT_ELF_FIELD(elf, 0, Ehdr, e_shentsize);
  uint64_t count = IPOINT_ELF_FIELD(elf, 0, Ehdr, e_shnum);
  uint64_t names = first + step * IPOINT_ELF_FIELD(elf, 0, Ehdr, e_shstrndx);
  uint64_t text = IPOINT_ELF_FIELD(elf, names, Shdr, sh_offset), i;
  for (i = 0; i < count; i++) {
    uint64_t at = first + i * step;
    uint64_t named = text + IPOINT_ELF_FIELD(elf, at, Shdr, sh_name);
    uint64_t offset = IPOINT_ELF_FIELD(elf, at, Shdr, sh_offset);
    *size = (size_t)IPOINT_ELF_FIELD(elf, at, Shdr, sh_size);
    if (named < elf->size && elf->size - named > strlen(name) &&
        memcmp(elf->bytes + named, name, strlen(name) + 1) == 0 &&
        offset <= elf->size && *size <= elf->size - offset)
      return elf->bytes + offset;
  }
  return NULL;
}

const uint8_t *ipoint_elf_loaded(const struct ipoint_elf *elf, uint64_t address,
                                 uint64_t size) {
  uint64_t first = IPOINT_ELF_FIELD(elf, 0, Ehdr, e_shoff);
  uint64_t step = IPOINT_ELF_FIELD(elf, 0, Ehdr, e_shentsize);
  uint64_t count = IPOINT_ELF_FIELD(elf, 0, Ehdr, e_shnum), i;
  for (i = 0; i < count; i++) {
    uint64_t at = first + i * step;
    uint64_t begin = address - IPOINT_ELF_FIELD(elf, at, Shdr, sh_addr);
    uint64_t length = IPOINT_ELF_FIELD(elf, at, Shdr, sh_size);
    uint64_t offset = IPOINT_ELF_FIELD(elf, at, Shdr, sh_offset);
    if (IPOINT_ELF_FIELD(elf, at, Shdr, sh_type) != SHT_NOBITS &&
        (IPOINT_ELF_FIELD(elf, at, Shdr, sh_flags) & SHF_ALLOC) &&
        begin < length && size <= length - begin && offset <= elf->size &&
        length <= elf->size - offset)
      return elf->bytes + offset + begin;
  }
  return NULL;
}

int ipoint_elf_symbol(const struct ipoint_elf *elf, const char *name,
                      uint64_t *address, uint64_t *size) {
  size_t symbols_size, names_size;
  const uint8_t *symbols = ipoint_elf_section(elf, ".symtab", &symbols_size);
  const uint8_t *names = ipoint_elf_section(elf, ".strtab", &names_size);
  const size_t step = elf->is_64 ? sizeof(Elf64_Sym) : sizeof(Elf32_Sym);
  const size_t length = strlen(name) + 1;
  size_t i;
  for (i = 0; symbols && names && i < symbols_size / step; i++) {
    uint64_t at = (uint64_t)(symbols - elf->bytes) + i * step;
    uint64_t named = IPOINT_ELF_FIELD(elf, at, Sym, st_name);
    if (named >= names_size || names_size - named < length ||
        memcmp(names + named, name, length) != 0)
      continue;
    *address = IPOINT_ELF_FIELD(elf, at, Sym, st_value);
    *size = IPOINT_ELF_FIELD(elf, at, Sym, st_size);
    return 1;
  }
  return 0;
}

const char *ipoint_elf_units(const char *path, struct ipoint_dump *about) {
  struct ipoint_elf elf = {NULL, 0, 0, 0};
  size_t size;
  const char *why = ipoint_elf_open(&elf, path);
  const uint8_t *bytes =
      why ? NULL : ipoint_elf_section(&elf, "ipoint_units", &size);
  uint32_t *words = bytes ? malloc(size + 4) : NULL;
  if (words) {
    ipoint_dump_words(words, bytes, size / 4, elf.is_big);
    ipoint_dump_units(about, words, size / 4 / IPOINT_UNIT_WORDS);
  }
  free(words);
  free(elf.bytes);
  return why ? why : about->unit_count ? NULL : "it has no unit records";
}
