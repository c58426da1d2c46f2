/*===- buildid.c - Which build a program is -------------------------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* The note NT_GNU_BUILD_ID of a part PT_NOTE (elf(5), section "Notes").
|*
\*===----------------------------------------------------------------------===*/

#include "observe/buildid.h"

#include <fcntl.h>
#include <link.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Notes of a program take some hundred bytes. */
#define NOTES_MAX 4096u

static size_t padded(size_t size) { return (size + 3) & ~(size_t)3; }

/* 1 if the build id is among the `size` bytes of notes. */
static int find_id(const unsigned char *notes, size_t size, char *id) {
  ElfW(Nhdr) note;
  size_t at = 0, i;
  for (; size - at >= sizeof note; at += padded(note.n_descsz)) {
    const unsigned char *name = notes + at + sizeof note;
    memcpy(&note, notes + at, sizeof note);
    at += sizeof note;
    if (note.n_namesz > NOTES_MAX || note.n_descsz > NOTES_MAX ||
        padded(note.n_namesz) + padded(note.n_descsz) > size - at)
      return 0;
    at += padded(note.n_namesz);
    if (note.n_type != NT_GNU_BUILD_ID || note.n_namesz != 4 ||
        memcmp(name, "GNU", 4) != 0 ||
        note.n_descsz > (IPOINT_BUILD_ID_SIZE - 1) / 2)
      continue;
    for (i = 0; i < note.n_descsz; i++)
      snprintf(id + 2 * i, 3, "%02x", notes[at + i]);
    return 1;
  }
  return 0;
}

static int is_ours(const ElfW(Ehdr) * head) {
  return memcmp(head->e_ident, ELFMAG, SELFMAG) == 0 &&
         head->e_ident[EI_CLASS] ==
             (sizeof(void *) == 8 ? ELFCLASS64 : ELFCLASS32) &&
         head->e_phentsize == sizeof(ElfW(Phdr));
}

void ipoint_build_id(const char *program, char id[IPOINT_BUILD_ID_SIZE]) {
  unsigned char notes[NOTES_MAX];
  ElfW(Ehdr) head;
  ElfW(Phdr) part;
  int file = open(program, O_RDONLY | O_CLOEXEC), found = 0;
  unsigned i;
  id[0] = '\0';
  if (file < 0)
    return;
  if (read(file, &head, sizeof head) != (ssize_t)sizeof head || !is_ours(&head))
    head.e_phnum = 0;
  for (i = 0; i < head.e_phnum && !found; i++) {
    off_t place = (off_t)(head.e_phoff + i * sizeof part);
    ssize_t size;
    if (pread(file, &part, sizeof part, place) != (ssize_t)sizeof part)
      break;
    if (part.p_type != PT_NOTE)
      continue;
    size = pread(file, notes,
                 part.p_filesz < sizeof notes ? part.p_filesz : sizeof notes,
                 (off_t)part.p_offset);
    found = size > 0 && find_id(notes, (size_t)size, id);
  }
  close(file);
}
