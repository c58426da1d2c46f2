/*===- ram.c - A memory dump of RAM that was read as a whole --------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Debug probes read a range of memory, while the target runs, too. Where in it
|* the parts of a memory dump lie is in the firmware's ELF file, as are those
|* that are constant.
\*===----------------------------------------------------------------------===*/

#include "import/elf.h"
#include "import/import.h"

#include "ipoint/unit.h"

#include <stdlib.h>
#include <string.h>

struct memory {
  struct ipoint_elf elf;
  const uint8_t *bytes;
  uint64_t address, size;
  uint8_t *dump;
  size_t used, room;
  const char *why;
};

/* Adds `size` bytes at `address`, of the file if they are constant. */
static void add(struct memory *m, uint64_t address, uint64_t size,
                int is_constant) {
  const uint8_t *from = NULL;
  if (is_constant)
    from = ipoint_elf_loaded(&m->elf, address, size);
  else if (address - m->address <= m->size &&
           size <= m->size - (address - m->address))
    from = m->bytes + (address - m->address);
  if (!from && !m->why)
    m->why = is_constant ? "the ELF file lacks what its unit records name"
                         : "the memory does not have all of the recording; "
                           "read more of it (nm prints where ipoint_memory, "
                           "ipoint_unit_counts and ipoint_unit_times are)";
  if (m->why)
    return;
  if (m->used + size > m->room) {
    size_t room = 2 * (m->used + (size_t)size);
    uint8_t *more = realloc(m->dump, room);
    if (!more) {
      m->why = "no memory for it";
      return;
    }
    m->dump = more;
    m->room = room;
  }
  memcpy(m->dump + m->used, from, (size_t)size);
  m->used += (size_t)size;
}

/* 0 if there is none. */
static int add_symbol(struct memory *m, const char *name) {
  uint64_t address, size;
  if (!ipoint_elf_symbol(&m->elf, name, &address, &size))
    return 0;
  add(m, address, size, 0);
  return 1;
}

/* What the records of units from `begin` to `end` name that have this magic, of
   as many cores. */
static void add_all(struct memory *m, const uint8_t *begin, const uint8_t *end,
                    uint32_t magic, uint64_t cores) {
  const unsigned width = m->elf.is_64 ? 8 : 4;
  uint64_t at = (uint64_t)(begin - m->elf.bytes);
  for (; begin < end && !m->why;
       begin += 4 * IPOINT_UNIT_WORDS, at += 4 * IPOINT_UNIT_WORDS) {
    uint64_t count = ipoint_elf_number(&m->elf, at + 8, 4);
    uint64_t edges = ipoint_elf_number(&m->elf, at + 16 + width, width);
    uint32_t first = (uint32_t)ipoint_elf_number(&m->elf, at, 4);
    if (IPOINT_UNIT_MAGIC(first) != magic)
      continue;
    if (magic == IPOINT_TIMED_MAGIC && edges)
      add(m, edges, 8 * count, 1);
    add(m, ipoint_elf_number(&m->elf, at + 16, width),
        IPOINT_UNIT_ENTRY(first) * cores * count, 0);
  }
}

static void add_everything(struct memory *m) {
  uint64_t from, to, ignored;
  const uint8_t *units;
  size_t before, cores;
  if (!ipoint_elf_symbol(&m->elf, "__start_ipoint_units", &from, &ignored) ||
      !ipoint_elf_symbol(&m->elf, "__stop_ipoint_units", &to, &ignored) ||
      to < from || !(units = ipoint_elf_loaded(&m->elf, from, to - from))) {
    m->why = "the ELF file has no unit records, or no symbols";
    return;
  }
  if (!add_symbol(m, "ipoint_memory"))
    m->why = "the ELF file has no ipoint_memory: link bare.c";
  add(m, from, to - from, 1);
  before = m->used;
  if (m->why || !add_symbol(m, "ipoint_counts_memory"))
    return;
  cores = (m->used - before) / sizeof(struct ipoint_dump_counts);
  add_all(m, units, units + (to - from), IPOINT_COUNTED_MAGIC, cores);
  if (m->why || !add_symbol(m, "ipoint_times_memory") || m->why)
    return;
  add_all(m, units, units + (to - from), IPOINT_TIMED_MAGIC, cores);
}

uint8_t *ipoint_ram_dump(const char *program, const uint8_t *bytes,
                         uint64_t address, size_t *size, const char **why) {
  struct memory m;
  memset(&m, 0, sizeof m);
  m.bytes = bytes;
  m.address = address;
  m.size = *size;
  m.why = ipoint_elf_open(&m.elf, program);
  if (m.why == ipoint_elf_none)
    m.why = "the file of --program is not an ELF file";
  if (!m.why)
    add_everything(&m);
  free(m.elf.bytes);
  *why = m.why;
  *size = m.used;
  if (m.why) {
    free(m.dump);
    m.dump = NULL;
  }
  return m.dump;
}
