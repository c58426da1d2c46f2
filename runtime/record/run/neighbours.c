/*===- neighbours.c - What lies beside ipoint-run -------------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#include "record/run/neighbours.h"

#include "record/consumer/output.h"
#include "support/text.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Puts the path of what lies beside this program into `path`. 0: it is too
   long. */
static int find_beside(const char *name, char path[PATH_MAX]) {
  ssize_t length = readlink("/proc/self/exe", path, PATH_MAX - 1);
  char *slash;
  path[length > 0 ? length : 0] = '\0';
  slash = strrchr(path, '/');
  length = slash ? slash - path : 0;
  return snprintf(path + length, (size_t)(PATH_MAX - length), "/%s", name) <
         PATH_MAX - length;
}

int ipoint_preload_find(const char *name, char *path) {
  char beside[PATH_MAX];
  snprintf(beside, sizeof beside, "../" IPOINT_LIBDIR "/ipoint/%s", name);
  if (find_beside(beside, path) && access(path, R_OK) == 0 &&
      !strpbrk(path, ": "))
    return 1;
  ipoint_warn("%s: not found, or there is a space or colon in its path; "
              "install ipoint whole",
              path);
  return 0;
}

/* The user's own come first: what they put in front of libc stands in front of
   ours too. */
static void append(const char *name) {
  const char *before = getenv("LD_PRELOAD");
  char path[PATH_MAX], *list = NULL;
  if (!ipoint_preload_find(name, path) ||
      asprintf(&list, "%s%s%s", before ? before : "",
               before && *before ? ":" : "", path) < 0)
    return;
  if (setenv("LD_PRELOAD", list, 1) != 0)
    ipoint_warn("LD_PRELOAD can't be set");
  free(list);
}

void ipoint_preload_hooks(const struct ipoint_options *options) {
  if (!options->no_preload)
    append("libipoint-signals.so");
  if (options->conditions.lock_memory)
    append("libipoint-locked.so");
}

pid_t ipoint_report_start(char *const *arguments, int output) {
  char path[PATH_MAX];
  sigset_t none;
  pid_t child;
  if (!find_beside("ipoint-report", path) || access(path, X_OK) != 0)
    strcpy(path, "ipoint-report"); /* it is looked for in PATH */
  child = fork();
  if (child != 0)
    return child;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  if (output >= 0)
    dup2(output, STDOUT_FILENO);
  unsetenv("LD_PRELOAD");
  execvp(path, arguments);
  ipoint_warn("%s: %s", path, strerror(errno));
  _exit(2);
}

pid_t ipoint_report_watch(const char *output) {
  char *const arguments[] = {"ipoint-report", "live", "--",
                             (char *)(uintptr_t)output, NULL};
  pid_t child = ipoint_report_start(arguments, STDERR_FILENO);
  if (child < 0)
    ipoint_warn("ipoint-report: %s", strerror(errno));
  return child;
}

int ipoint_report_end(pid_t child) {
  int status = -1;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR)
    ;
  return status == 0;
}

int ipoint_report_profile(struct ipoint_options *options) {
  char *const arguments[] = {"ipoint-report",
                             "profile",
                             "-o",
                             (char *)(uintptr_t)options->profile,
                             "--",
                             (char *)(uintptr_t)options->output,
                             NULL};
  pid_t child = ipoint_report_start(arguments, -1);
  if (child < 0)
    ipoint_warn("ipoint-report: %s", strerror(errno));
  if (child < 0 || !ipoint_report_end(child)) {
    ipoint_warn("%s: no profile was written; what was recorded is in %s, to be "
                "reduced by: ipoint-report profile %s -o %s",
                options->profile, options->output, options->output,
                options->profile);
    options->keeps_trace = 1;
    return 2;
  }
  if (!options->keeps_trace)
    ipoint_output_remove(options->output);
  return 0;
}
