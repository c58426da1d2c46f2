/*===- launch.c - Starts the program and sees it end ----------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#include "record/run/launch.h"

#include "calibrate/cpus.h"
#include "wire/session.h"
#include "record/consumer/sessionfolder.h"
#include "support/guard.h"
#include "support/times.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* All that would end us by default while the program goes on, and could come.
 */
static const int watched[] = {SIGINT,  SIGQUIT,   SIGTERM, SIGHUP,
                              SIGXCPU, SIGUSR1,   SIGUSR2, SIGALRM,
                              SIGPROF, SIGVTALRM, SIGCHLD};
#define WATCHED (sizeof watched / sizeof *watched)

static sigset_t mask_before;
static mode_t umask_before;
static struct sigaction actions_before[WATCHED];
static struct sigaction too_large_before, pipe_before;
static struct rlimit files_before;
static volatile sig_atomic_t came; /* the last signal that asked for an end */
static volatile sig_atomic_t came_count;
static uint32_t *volatile bell_now;   /* what is slept on, or null */
static volatile sig_atomic_t pass_on; /* to be sent to the program; 0: none */
static volatile sig_atomic_t has_program;

/* Until `*bell` is no longer 1, or a signal has come: it may come before the
   system call, and stores 0 then. A program that stores 0 all the time does
   not prevent the sleep. */
static void sleep_on(uint32_t *bell, const struct timespec *nap,
                     const sigset_t *open) {
  static const struct timespec least = {0, 100000};
  sigset_t blocked;
  bell_now = bell;
  sigprocmask(SIG_SETMASK, open, &blocked);
  if (syscall(SYS_futex, bell, FUTEX_WAIT, 1, nap, NULL, 0) != 0 &&
      errno != EINTR && errno != ETIMEDOUT)
    /* Else the page has been cut off. */
    ppoll(NULL, 0, errno == EAGAIN ? &least : nap, open);
  sigprocmask(SIG_SETMASK, &blocked, NULL);
  bell_now = NULL;
}

/* What the program makes of it is its own affair, however often it comes. */
static int is_message(int signal) {
  return signal == SIGUSR1 || signal == SIGUSR2 || signal == SIGALRM ||
         signal == SIGPROF || signal == SIGVTALRM;
}

static void notice(int signal, siginfo_t *info, void *context) {
  uint32_t *bell = bell_now;
  if (bell)
    __atomic_store_n(bell, 0, __ATOMIC_SEQ_CST);
  (void)context;
  if (signal == SIGCHLD)
    return;
  /* By kill(2): the terminal's go to the program too. And a processor's time is
     up for each process by itself. */
  if (info->si_code <= 0 || signal == SIGXCPU)
    pass_on = signal;
  if (has_program && is_message(signal))
    return;
  came = signal;
  came_count++;
}

void ipoint_run_prepare(mode_t mask) {
  struct sigaction action = {.sa_handler = SIG_IGN};
  sigset_t block;
  size_t i;
  umask_before = umask(mask);
  /* A stream file for each thread; and one that can't grow is an error like any
     other. */
  if (getrlimit(RLIMIT_NOFILE, &files_before) == 0)
    setrlimit(RLIMIT_NOFILE,
              &(struct rlimit){files_before.rlim_max, files_before.rlim_max});
  sigaction(SIGXFSZ, &action, &too_large_before);
  sigaction(SIGPIPE, &action, &pipe_before);
  action.sa_sigaction = notice;
  action.sa_flags = SA_SIGINFO;
  sigemptyset(&block);
  for (i = 0; i < WATCHED; i++)
    sigaddset(&block, watched[i]);
  sigprocmask(SIG_BLOCK, &block, &mask_before);
  for (i = 0; i < WATCHED; i++) {
    sigaction(watched[i], NULL, &actions_before[i]);
    /* nohup's and the shell's wishes hold for us as for the program. */
    if (watched[i] == SIGCHLD || actions_before[i].sa_handler != SIG_IGN)
      sigaction(watched[i], &action, NULL);
  }
}

/* What is not recorded gets an environment of the same size: it moves the
   stack, and some programs are faster where it lies elsewhere. */
static int set_session(const char *session) {
  static const char nothing[] = "IPOINT_NOTHING";
  _Static_assert(sizeof nothing == sizeof IPOINT_ENV_SESSION, "of one length");
  if (session)
    return setenv(IPOINT_ENV_SESSION, session, 1) == 0;
  return unsetenv(IPOINT_ENV_SESSION) == 0 &&
         setenv(nothing, IPOINT_MEMORY_PLACE "/" IPOINT_FOLDER_PREFIX "XXXXXX",
                1) == 0;
}

static void become_program(int pipe_end, int start, const char *path,
                           char *const *arguments, const char *session,
                           const struct ipoint_conditions *conditions) {
  size_t i;
  int error;
  char nothing;
  for (i = 0; i < WATCHED; i++)
    sigaction(watched[i], &actions_before[i], NULL);
  sigaction(SIGXFSZ, &too_large_before, NULL);
  sigaction(SIGPIPE, &pipe_before, NULL);
  ipoint_guard_leave();
  umask(umask_before);
  setrlimit(RLIMIT_NOFILE, &files_before);
  sigprocmask(SIG_SETMASK, &mask_before, NULL);
  while (read(start, &nothing, 1) < 0 && errno == EINTR)
    ; /* until it is closed */
  error = ipoint_conditions_apply(conditions);
  if (!error && set_session(session) && unsetenv(IPOINT_ENV_TRACE_DIR) == 0)
    execvp(path, arguments); /* not execv: scripts without #! run as they do in
                                a shell */
  if (!error)
    error = errno;
  if (write(pipe_end, &error, sizeof error) != (ssize_t)sizeof error)
    _exit(126);
  _exit(127);
}

int ipoint_run_start(struct ipoint_run *run, const char *path,
                     char *const *arguments, const char *session,
                     const struct ipoint_conditions *conditions,
                     void (*before)(void *context, pid_t pid), void *context) {
  int ends[2], start[2], error = 0;
  ssize_t got;
  memset(run, 0, sizeof *run);
  came = came_count = pass_on = 0;
  if (pipe2(ends, O_CLOEXEC) != 0)
    return errno;
  if (pipe2(start, O_CLOEXEC) != 0) {
    error = errno;
    close(ends[0]);
    close(ends[1]);
    return error;
  }
  run->pid = fork();
  if (run->pid == 0) {
    close(start[1]);
    become_program(ends[1], start[0], path, arguments, session, conditions);
  }
  if (run->pid < 0)
    error = errno;
  close(ends[1]);
  close(start[0]);
  has_program = run->pid > 0;
  if (run->pid > 0) {
    ipoint_cpus_part(conditions->cpu);
    if (before)
      before(context, run->pid);
  }
  run->begin_ns = ipoint_nanoseconds(CLOCK_MONOTONIC);
  close(start[1]);
  if (run->pid > 0) {
    do
      got = read(ends[0], &error, sizeof error);
    while (got < 0 && errno == EINTR);
    if (got != (ssize_t)sizeof error)
      error = 0;
    else
      waitpid(run->pid, NULL, 0);
  }
  close(ends[0]);
  return error;
}

static void look_for_end(struct ipoint_run *run) {
  pid_t pid = wait4(run->pid, &run->status, WNOHANG, &run->usage);
  if (pid == 0 || (pid < 0 && errno == EINTR))
    return;
  run->wall_ns = ipoint_nanoseconds(CLOCK_MONOTONIC) - run->begin_ns;
  run->ended = 1;
  has_program = 0;
}

int ipoint_run_nap(struct ipoint_run *run, uint64_t nanoseconds,
                   uint32_t *bell) {
  struct timespec nap = {(time_t)(nanoseconds / 1000000000u),
                         (long)(nanoseconds % 1000000000u)};
  sigset_t open = mask_before;
  size_t i;
  for (i = 0; i < WATCHED; i++)
    sigdelset(&open, watched[i]);
  if (bell && nanoseconds)
    sleep_on(bell, &nap, &open);
  else
    ppoll(NULL, 0, &nap, &open);
  if (run->pid > 0 && !run->ended)
    look_for_end(run);
  if (run->pid > 0 && !run->ended && pass_on) {
    kill(run->pid, pass_on);
    pass_on = 0;
  }
  if (!run->ended && came_count >= (run->pid > 0 ? 2 : 1))
    run->abandoned = came;
  return run->ended || run->abandoned;
}

uint64_t ipoint_run_cpu_us(const struct ipoint_run *run) {
  return ipoint_microseconds(run->usage.ru_utime) +
         ipoint_microseconds(run->usage.ru_stime);
}

void ipoint_run_seconds(const struct ipoint_run *run, double *cpu,
                        double *real) {
  *cpu = (double)ipoint_run_cpu_us(run) / 1e6;
  *real = (double)run->wall_ns / 1e9;
}

void ipoint_run_end_alike(int status) {
  struct rlimit none = {0, 0};
  sigset_t one;
  int signal;
  if (!WIFSIGNALED(status))
    exit(WEXITSTATUS(status));
  signal = WTERMSIG(status);
  setrlimit(RLIMIT_CORE, &none); /* the core that matters is the program's */
  sigaction(signal, &(struct sigaction){.sa_handler = SIG_DFL}, NULL);
  sigemptyset(&one);
  sigaddset(&one, signal);
  sigprocmask(SIG_UNBLOCK, &one, NULL);
  raise(signal);
  exit(128 + signal);
}
