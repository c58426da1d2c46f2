/*===- report.c - What ipoint-run lets ipoint-report do -------------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
\*===----------------------------------------------------------------------===*/

#include "run/report.h"

#include "consumer/output.h"
#include "support/warn.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Beside this program; else it is looked for in PATH. */
static void find_report(char path[PATH_MAX]) {
  char here[PATH_MAX], *slash;
  ssize_t length = readlink("/proc/self/exe", here, sizeof here - 1);
  here[length > 0 ? length : 0] = '\0';
  slash = strrchr(here, '/');
  if (slash)
    *slash = '\0';
  if (!slash ||
      snprintf(path, PATH_MAX, "%s/ipoint-report", here) >= PATH_MAX ||
      access(path, X_OK) != 0)
    strcpy(path, "ipoint-report");
}

pid_t ipoint_report_start(char *const *arguments, int output) {
  char path[PATH_MAX];
  sigset_t none;
  pid_t child;
  find_report(path);
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
