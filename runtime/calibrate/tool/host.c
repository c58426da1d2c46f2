/*===- host.c - The machine, in an answer; progress -----------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#include "calibrate/tool/calibrator.h"

#include "calibrate/cpus.h"
#include "record/observe/machine.h"
#include "support/files.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

/* os-release(5). */
static void read_system(char *name, size_t size) {
  static const char key[] = "PRETTY_NAME=";
  char text[4096], *at;
  ipoint_file_text(AT_FDCWD, "/etc/os-release", text, sizeof text);
  at = strstr(text, key);
  if (!at) {
    snprintf(name, size, "not known");
    return;
  }
  at += strlen(key);
  at += *at == '"';
  at[strcspn(at, "\"\n")] = '\0';
  snprintf(name, size, "%s", at);
}

void ipoint_host_describe(struct ipoint_answer *answer) {
  const struct ipoint_clock_check *check = ipoint_clock_check();
  struct ipoint_machine machine;
  char system[256];
  ipoint_machine_read(&machine);
  read_system(system, sizeof system);
  ipoint_answer_fact(answer, "system", "%s", system);
  ipoint_answer_fact(answer, "kernel", "%s %s %s", machine.names.sysname,
                     machine.names.release, machine.names.machine);
#ifdef __clang__
  ipoint_answer_fact(answer, "compiler", "%s", __VERSION__);
#else
  ipoint_answer_fact(answer, "compiler", "gcc %s", __VERSION__);
#endif
  ipoint_answer_fact(answer, "cpu", "%s, %ld online",
                     *machine.cpu ? machine.cpu : "not known",
                     sysconf(_SC_NPROCESSORS_ONLN));
  ipoint_answer_fact(answer, "hypervisor", "%s",
                     *check->hypervisor ? check->hypervisor : "none seen");
  ipoint_answer_fact(answer, "clocksource", "%s",
                     *check->kernel ? check->kernel : "not known");
}

void ipoint_progress(const char *line) {
  static size_t before;
  size_t length = line ? strlen(line) : 0;
  if (!isatty(STDERR_FILENO))
    return;
  fprintf(stderr, "\r%s%*s\r%s", line ? line : "",
          (int)(before > length ? before - length : 0), "", line ? line : "");
  fflush(stderr);
  before = length;
}
