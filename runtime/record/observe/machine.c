/*===- machine.c - The machine, and the program's file --------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#include "record/observe/machine.h"

#include "record/observe/perfring.h"

#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void ipoint_machine_read(struct ipoint_machine *machine) {
  char line[256];
  FILE *info = fopen("/proc/cpuinfo", "re");
  memset(machine, 0, sizeof *machine);
  uname(&machine->names);
  while (info && fgets(line, sizeof line, info)) {
    char *value = strchr(line, ':');
    /* The latter two are Linux's on Arm and RISC-V. */
    if (!value ||
        (strncmp(line, "model name", 10) != 0 &&
         strncmp(line, "CPU part", 8) != 0 && strncmp(line, "uarch", 5) != 0))
      continue;
    value[strcspn(value, "\n")] = '\0';
    snprintf(machine->cpu, sizeof machine->cpu, "%s",
             value + 1 + (value[1] == ' '));
    break;
  }
  if (info)
    fclose(info);
}

static int is_program(const char *path) {
  struct stat status;
  if (stat(path, &status) != 0)
    return 0;
  if (S_ISDIR(status.st_mode)) {
    errno = EISDIR;
    return 0;
  }
  return access(path, X_OK) == 0;
}

int ipoint_find_program(const char *name, char *path) {
  const char *list = getenv("PATH"), *end;
  char candidate[PATH_MAX];
  int denied = 0;
  if (strchr(name, '/')) {
    if (is_program(name) && realpath(name, path))
      return 0;
    return errno == ENOENT || errno == ENOTDIR ? 127 : 126;
  }
  for (list = list ? list : "/usr/bin:/bin"; list;
       list = *end ? end + 1 : NULL) {
    end = list + strcspn(list, ":");
    if (snprintf(candidate, sizeof candidate, "%.*s%s%s", (int)(end - list),
                 list, end == list ? "" : "/", name) >= (int)sizeof candidate)
      continue;
    if (is_program(candidate) && realpath(candidate, path))
      return 0;
    denied |= errno == EACCES;
  }
  errno = denied ? EACCES : ENOENT;
  return denied ? 126 : 127;
}

static int is_plain(const char *argument) {
  return *argument &&
         argument[strspn(argument,
                         "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                         "0123456789%+,-./:=@_")] == '\0';
}

char *ipoint_quote(char *const *arguments) {
  size_t size = 1, i;
  char *text, *out;
  for (i = 0; arguments[i]; i++)
    size += 4 * strlen(arguments[i]) + 3;
  text = out = malloc(size);
  if (!text)
    return NULL;
  for (i = 0; arguments[i]; i++) {
    const char *c = arguments[i];
    if (i > 0)
      *out++ = ' ';
    if (is_plain(c)) {
      out = stpcpy(out, c);
      continue;
    }
    *out++ = '\'';
    for (; *c; c++)
      if (*c == '\'')
        out = stpcpy(out, "'\\''");
      else
        *out++ = *c;
    *out++ = '\'';
  }
  *out = '\0';
  return text;
}

/* The note NT_GNU_BUILD_ID of a part PT_NOTE (elf(5), section "Notes"). */

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

/* Program header number `i`. 0: there is none. */
static int read_part(int file, const ElfW(Ehdr) * head, unsigned i,
                     ElfW(Phdr) * part) {
  off_t place = (off_t)(head->e_phoff + i * sizeof *part);
  return i < head->e_phnum &&
         pread(file, part, sizeof *part, place) == (ssize_t)sizeof *part;
}

enum ipoint_reach ipoint_preload_reach(const char *program, const char **why) {
  enum ipoint_reach reach = IPOINT_STATIC;
  ElfW(Ehdr) head;
  ElfW(Phdr) part;
  int file = open(program, O_RDONLY | O_CLOEXEC);
  unsigned i;
  *why = strerror(errno);
  if (file < 0)
    return IPOINT_UNREACHED;
  if (read(file, &head, sizeof head) != (ssize_t)sizeof head ||
      memcmp(head.e_ident, ELFMAG, SELFMAG) != 0) {
    *why = "it is a script, or no program; give what it starts";
    reach = IPOINT_UNREACHED;
  } else if (!is_ours(&head)) {
    *why = "it is built for another word size than ipoint-run";
    reach = IPOINT_UNREACHED;
  }
  for (i = 0; reach == IPOINT_STATIC && read_part(file, &head, i, &part); i++)
    if (part.p_type == PT_INTERP)
      reach = IPOINT_REACHED;
  close(file);
  return reach;
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
  for (i = 0; !found && read_part(file, &head, i, &part); i++) {
    ssize_t size;
    if (part.p_type != PT_NOTE)
      continue;
    size = pread(file, notes,
                 part.p_filesz < sizeof notes ? part.p_filesz : sizeof notes,
                 (off_t)part.p_offset);
    found = size > 0 && find_id(notes, (size_t)size, id);
  }
  close(file);
}

int ipoint_migrations_begin(pid_t pid) {
  struct perf_event_attr attributes = {.size = sizeof attributes,
                                       .type = PERF_TYPE_SOFTWARE,
                                       .config = PERF_COUNT_SW_CPU_MIGRATIONS,
                                       .inherit = 1};
  return ipoint_perf_event(&attributes, pid, (uint32_t)-1);
}

int64_t ipoint_migrations_end(int event) {
  int64_t count = -1;
  if (event < 0)
    return -1;
  if (read(event, &count, sizeof count) != (ssize_t)sizeof count)
    count = -1;
  close(event);
  return count;
}
