/*===- helper.c - Starts a drain where only a trace folder was given ------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#include "agent/agent.h"

#include "support/text.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* IPOINT_RUN, or bin/ipoint-run beside the lib/ or lib/MACHINE/ that holds this
   library, or the PATH's. */
static void find_run(char *path) {
  const char *given = secure_getenv(IPOINT_ENV_RUN);
  Dl_info info;
  char *slash;
  if (given && *given) {
    snprintf(path, PATH_MAX, "%s", given);
    return;
  }
  if (dladdr(&ipoint_agent, &info) && info.dli_fname &&
      realpath(info.dli_fname, path)) {
    const char *tail = "/bin/ipoint-run";
    int i;
    for (i = 0; i < 3 && (slash = strrchr(path, '/')); i++) {
      *slash = '\0';
      if (i == 0 || strlen(path) + strlen(tail) >= PATH_MAX)
        continue;
      strcat(path, tail);
      if (access(path, X_OK) == 0)
        return;
      path[strlen(path) - strlen(tail)] = '\0';
    }
  }
  strcpy(path, "ipoint-run");
}

static void close_all_from(int first) {
  int fd;
  if (syscall(SYS_close_range, first, ~0U, 0) == 0)
    return;
  for (fd = first; fd < 4096; fd++)
    close(fd);
}

/* In the grandchild. Descriptor 1 becomes the pipe's end; nothing else of the
 * program stays. */
static void become_helper(int pipe_end, const char *run, const char *directory,
                          long program) {
  char pid[24], error[PATH_MAX];
  int null, length;
  sigset_t none;
  null = open("/dev/null", O_RDWR);
  if (dup2(null, 0) < 0 || dup2(pipe_end, 1) < 0 || dup2(null, 2) < 0)
    _exit(127);
  close_all_from(3);
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  unsetenv(IPOINT_ENV_TRACE_DIR);
  snprintf(pid, sizeof pid, "%ld", program);
  execlp(run, "ipoint-run", "--helper", pid, "-o", directory, (char *)NULL);
  length = snprintf(error, sizeof error,
                    "%s: %s (IPOINT_RUN names the tool that writes the trace)",
                    run, strerror(errno));
  if (write(1, error, (size_t)length) < 0)
    _exit(126);
  _exit(127);
}

/* Forks twice, so that the program has no child that it didn't make. */
static void spawn(int pipe_end, const char *directory) {
  char run[PATH_MAX];
  long program = (long)getpid();
  pid_t child;
  find_run(run);
  child = fork();
  if (child == 0) {
    setsid();
    if (fork() == 0)
      become_helper(pipe_end, run, directory, program);
    _exit(0);
  }
  while (child > 0 && waitpid(child, NULL, 0) < 0 && errno == EINTR)
    ;
}

int ipoint_helper_start(const char *directory, char *session) {
  char answer[PATH_MAX], shown[2 * PATH_MAX];
  size_t length = 0;
  ssize_t got;
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0)
    return 0;
  spawn(ends[1], directory);
  close(ends[1]);
  while (length < sizeof answer - 1) {
    got = read(ends[0], answer + length, sizeof answer - 1 - length);
    if (got < 0 && errno == EINTR)
      continue;
    if (got <= 0)
      break;
    length += (size_t)got;
  }
  close(ends[0]);
  answer[length] = '\0';
  if (answer[0] == '=' && length <= IPOINT_SESSION_PATH_SIZE) {
    strcpy(session, answer + 1);
    return 1;
  }
  answer[strcspn(answer, "\n")] = '\0';
  ipoint_printable(shown, sizeof shown, answer);
  /* A trace was asked for, so this may be said. */
  fprintf(stderr, "ipoint: %s; nothing is recorded\n",
          answer[0] ? shown : "the helper did not start");
  return 0;
}
