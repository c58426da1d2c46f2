/*===- attach.c - Records a process that runs already ---------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#include "record/run/job.h"

#include "support/files.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* /proc/PID/cmdline and exe, as the helper did not start the program itself. */
static void read_program(long pid, char *program, char **arguments) {
  char name[64], text[32768];
  char *words[4096];
  ssize_t length;
  size_t count = 0, at;
  snprintf(name, sizeof name, "/proc/%ld/exe", pid);
  length = readlink(name, program, PATH_MAX - 1);
  program[length > 0 ? length : 0] = '\0';
  snprintf(name, sizeof name, "/proc/%ld/cmdline", pid);
  length = ipoint_file_text(AT_FDCWD, name, text, sizeof text);
  for (at = 0; length > 0 && at < (size_t)length && count < 4095;
       at += strlen(text + at) + 1)
    words[count++] = text + at;
  words[count] = NULL;
  *arguments = ipoint_quote(count ? words + 1 : words);
}

/* A forked process has to join yet, unless the fork failed or it died before:
   it is waited for no longer than a second. */
static int is_fork_under_way(struct ipoint_job *job) {
  struct ipoint_control *control = job->session.control;
  uint64_t now = ipoint_port_counter();
  if (__atomic_load_n(&control->forks_joined, __ATOMIC_ACQUIRE) ==
      __atomic_load_n(&control->forks_begun, __ATOMIC_RELAXED)) {
    job->fork_seen = 0;
    return 0;
  }
  if (!job->fork_seen)
    job->fork_seen = now;
  return now - job->fork_seen < job->drain.rate;
}

/* Is the recorded process still there, and not waiting for us to finish? */
static int helper_waits(struct ipoint_job *job, struct pollfd *program) {
  struct ipoint_control *control = job->session.control;
  int gone = program->fd >= 0
                 ? poll(program, 1, 0) == 1
                 : kill((pid_t)job->options->helper, 0) != 0 && errno == ESRCH;
  if (gone)
    return is_fork_under_way(job) ||
           ipoint_drain_running(&job->drain, (uint32_t)job->options->helper) >
               0;
  if (!__atomic_load_n(&control->leaving, __ATOMIC_ACQUIRE))
    return 1;
  if (ipoint_drain_running(&job->drain, (uint32_t)job->options->helper) == 0)
    return 0;
  __atomic_store_n(&control->complete, 1,
                   __ATOMIC_RELEASE); /* others go on: don't hold it */
  return 1;
}

int ipoint_record_helper(const struct ipoint_options *options) {
  static struct ipoint_job job; /* stacks may be small (ulimit -s) */
  static struct ipoint_recording recording;
  struct pollfd program = {-1, POLLIN, 0};
  char path[PATH_MAX];
  uint64_t began;
  if (dup2(STDOUT_FILENO, STDERR_FILENO) <
      0) /* what is said until now goes to the program */
    return 2;
  read_program(options->helper, path, &job.arguments);
  program.fd = (int)syscall(SYS_pidfd_open, (pid_t)options->helper, 0);
  if (!ipoint_output_check(options->output) ||
      ipoint_job_prepare(&job, options, path, NULL, options->output) != 0)
    return 2;
  began = job.begin.raw_ns;
  ipoint_job_watch(&job, (pid_t)options->helper);
  if (dprintf(STDOUT_FILENO, "=%s", job.session.path) < 0)
    return 2;
  dup2(STDIN_FILENO, STDOUT_FILENO); /* /dev/null */
  dup2(STDIN_FILENO, STDERR_FILENO);
  if (chdir("/") != 0)
    return 2;
  while (helper_waits(&job, &program) &&
         !ipoint_run_nap(&recording.run, ipoint_job_poll(&job),
                         &job.session.control->asleep))
    ;
  job.metadata.wall_ns = ipoint_moment_now().raw_ns - began;
  job.metadata.user_us = job.session.control->user_us;
  job.metadata.system_us = job.session.control->system_us;
  job.metadata.voluntary_switches = job.session.control->voluntary_switches;
  job.metadata.involuntary_switches = job.session.control->involuntary_switches;
  ipoint_job_finish(&job, &recording);
  return 0;
}
