/*===- machine.c - Where a program ran, in words --------------------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
\*===----------------------------------------------------------------------===*/

#include "observe/machine.h"

#include <errno.h>
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
