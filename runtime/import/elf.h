/*===- elf.h - What is read of firmware's ELF files -----------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_IMPORT_ELF_H
#define IPOINT_IMPORT_ELF_H

#include <elf.h>
#include <stddef.h>
#include <stdint.h>

/* An ELF file, of either class and byte order. */
struct ipoint_elf {
  uint8_t *bytes; /* null: none */
  size_t size;
  int is_64, is_big;
};

/* Why a file that is something else can't be used. */
extern const char ipoint_elf_none[];

/* Reads it; null, or why it can't be used, a text that lives on. The caller
   frees it in both cases. */
const char *ipoint_elf_open(struct ipoint_elf *elf, const char *path);

/* A number of `width` bytes; 0 behind the end. */
uint64_t ipoint_elf_number(const struct ipoint_elf *elf, uint64_t at,
                           unsigned width);

#define IPOINT_ELF_FIELD(elf, at, Type, field)                                 \
  ((elf)->is_64 ? ipoint_elf_number(elf, (at) + offsetof(Elf64_##Type, field), \
                                    sizeof(((Elf64_##Type *)0)->field))        \
                : ipoint_elf_number(elf, (at) + offsetof(Elf32_##Type, field), \
                                    sizeof(((Elf32_##Type *)0)->field)))

/* The bytes of the section `name`, and how many; null where there is none. */
const uint8_t *ipoint_elf_section(const struct ipoint_elf *elf,
                                  const char *name, size_t *size);

/* The bytes at `address` of a section that is loaded, of which at least `size`
   follow; null where there is none. */
const uint8_t *ipoint_elf_loaded(const struct ipoint_elf *elf, uint64_t address,
                                 uint64_t size);

/* The address of the symbol `name`, and the size of what it names; 0 where
   there is none. */
int ipoint_elf_symbol(const struct ipoint_elf *elf, const char *name,
                      uint64_t *address, uint64_t *size);

/* Takes the unit records of the firmware at `path`. Null, or why there are
   none. */
struct ipoint_dump;
const char *ipoint_elf_units(const char *path, struct ipoint_dump *about);

#endif /* IPOINT_IMPORT_ELF_H */
