/*===- record.c - One recording, from an empty folder to a finished trace -===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
\*===----------------------------------------------------------------------===*/

#include "record.h"

#include "calibrate.h"
#include "clockcheck.h"
#include "clockmath.h"
#include "ctf/metadata.h"
#include "interrupts.h"
#include "ipoint/record.h"
#include "machine.h"
#include "names.h"
#include "output.h"
#include "switches.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* Policy `burst`: threads that are at work have begun theirs after this time.
 */
#define BURST_SETTLE_MS 2u

struct job {
  struct ipoint_calibration clock;
  char clock_source[48];
  int mixed_readings; /* 1: units read the counter in several ways */
  const struct ipoint_options *options;
  struct ipoint_session session;
  struct ipoint_output output;
  struct ipoint_drain drain;
  struct ipoint_metadata metadata;
  struct ipoint_machine machine;
  struct ipoint_switches switches;
  char no_switches[200]; /* why there are none */
  struct ipoint_interrupts interrupts;
  cpu_set_t allowed; /* CPUs that the program may use */
  struct ipoint_moment begin;
  char *arguments;
  uint64_t fork_seen; /* ticks, or 0; see is_fork_under_way() */
  int metadata_error; /* errno of the last try to write it; 0: it went well */
  uint64_t told;      /* when the metadata was written last, ticks */
  size_t told_streams, told_processes;
};

static void fill_metadata(struct job *job, const char *program) {
  struct ipoint_metadata *metadata = &job->metadata;
  ipoint_machine_read(&job->machine);
  memcpy(metadata->uuid, job->drain.uuid, sizeof metadata->uuid);
  metadata->program = program;
  metadata->arguments = job->arguments ? job->arguments : "";
  metadata->hostname = job->machine.names.nodename;
  metadata->kernel = job->machine.names.release;
  metadata->machine = job->machine.names.machine;
  metadata->cpu = job->machine.cpu;
  metadata->policy = ipoint_policy_name(job->options->policy);
  metadata->exit_status = -1;
  metadata->switches = "none: not yet";
}

static void fill_clock_check(struct ipoint_metadata *metadata) {
  const struct ipoint_clock_check *check = ipoint_clock_check();
  metadata->clock_steady = check->steady;
  metadata->hypervisor = check->hypervisor;
  metadata->clock_kernel = check->kernel;
  metadata->clock_skew = check->skew;
  metadata->clock_skew_error = check->skew_error;
}

static void fill_clock(struct job *job) {
  struct ipoint_moment now = ipoint_moment_now();
  struct ipoint_metadata *metadata = &job->metadata;
  metadata->rate = ipoint_clock_rate(now.ticks - job->begin.ticks,
                                     now.raw_ns - job->begin.raw_ns);
  metadata->clock_rate_error = ipoint_clock_parts(
      (now.width + job->begin.width) / 2, now.ticks - job->begin.ticks);
  metadata->clock_drift =
      (int64_t)ipoint_clock_parts(now.raw_ns - job->begin.raw_ns,
                                  now.steered_ns - job->begin.steered_ns) -
      1000000000;
  metadata->offset_ticks =
      ipoint_clock_offset(job->begin.ticks, job->begin.epoch_ns, metadata->rate,
                          &metadata->offset_seconds);
}

static const char *const ends[] = {"", "stop", "trigger", "full", "size limit"};

/* Bytes that the trace may have, by the room for it: a quarter of that, so that
   the disk does not run full for anybody, and no more than the 2,000,000,000
   records that a report can be made of in minutes. */
static uint64_t find_limit(const struct job *job) {
  struct statvfs space;
  uint64_t most = UINT64_C(16) << 30, quarter;
  if (job->options->limit)
    return job->options->limit;
  if (fstatvfs(job->output.folder, &space) != 0)
    return most;
  quarter = (uint64_t)space.f_bavail * space.f_frsize / 4;
  return quarter < most ? quarter : most;
}

/* How the probes of all units read the counter: its number, or -1 if in more
 * than one way. */
static int common_reading(const uint32_t (*units)[10], size_t count) {
  int common = 0, seen = 0;
  size_t i;
  for (i = 0; i < count; i++) {
    int reading = (int)(units[i][3] >> 16 & 0xff);
    if (reading >= IPOINT_READINGS || (seen && reading != common))
      return -1;
    common = reading;
    seen = 1;
  }
  return common;
}

/* What a patched probe takes that reads the counter in another way than the
   usual one: as much more as a patched one takes that reads it in the usual
   way. */
static uint64_t beside(uint64_t base, uint64_t usual, uint64_t patched) {
  return base + patched > usual ? base + patched - usual : 0;
}

/* Names the counter and what a probe takes, now that the units are known. Where
   they read it in several ways, the least: what is taken off is never too much.
 */
static void fill_base(struct job *job) {
  static const char *const names[] = {"", " rdtscp", " ordered", " serialised"};
  struct ipoint_metadata *metadata = &job->metadata;
  int reading = common_reading(metadata->units, metadata->unit_count);
  const struct ipoint_base *base = &job->clock.base[reading > 0 ? reading : 0];
  const struct ipoint_base *usual = &job->clock.base[0];
  const struct ipoint_base *patched = &job->clock.patched;
  job->mixed_readings = reading < 0;
  snprintf(job->clock_source, sizeof job->clock_source, "%s%s",
           IPOINT_PORT_NAME, reading < 0 ? " mixed" : names[reading]);
  metadata->clock_source = job->clock_source;
  metadata->base_timed_mean = base->timed_mean;
  metadata->base_untimed_mean = base->untimed_mean;
  metadata->base_timed_min = base->timed_min;
  metadata->base_called_timed_mean = job->clock.called.timed_mean;
  metadata->base_called_untimed_mean = job->clock.called.untimed_mean;
  metadata->base_called_timed_min = job->clock.called.timed_min;
  metadata->base_patched_timed_mean =
      beside(base->timed_mean, usual->timed_mean, patched->timed_mean);
  metadata->base_patched_untimed_mean = patched->untimed_mean;
  metadata->base_patched_timed_min =
      beside(base->timed_min, usual->timed_min, patched->timed_min);
}

/* Writes beside the old file and renames: whoever reads finds a whole one.
   errno, or 0. */
static int replace_metadata(int folder,
                            const struct ipoint_metadata *metadata) {
  int file = openat(folder, "metadata.new",
                    O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  FILE *out = file < 0 ? NULL : fdopen(file, "w");
  int error;
  if (!out)
    return errno;
  errno = 0;
  ipoint_metadata_write(out, metadata);
  error = ferror(out) ? errno : 0;
  if (fclose(out) != 0 && !error)
    error = errno;
  if (!error && renameat(folder, "metadata.new", folder, "metadata") != 0)
    error = errno;
  if (error)
    unlinkat(folder, "metadata.new", 0);
  return error;
}

static int write_metadata(struct job *job) {
  struct ipoint_metadata *metadata = &job->metadata;
  struct ipoint_totals totals = ipoint_drain_totals(&job->drain);
  uint32_t(*units)[10] = ipoint_drain_units(&job->drain, &metadata->unit_count);
  struct ipoint_names names = ipoint_names_of(&job->drain);
  int error;
  metadata->task_names = names.names;
  metadata->task_numbers = names.numbers;
  metadata->task_count = names.count;
  metadata->units = (const uint32_t(*)[10])units;
  metadata->ended = ends[job->session.control->ended <= IPOINT_END_LIMIT
                             ? job->session.control->ended
                             : 0];
  fill_base(job);
  metadata->records = totals.records;
  metadata->records_lost = totals.lost;
  metadata->records_overwritten = totals.overwritten;
  metadata->records_repaired = totals.repaired;
  metadata->records_unsure = totals.unsure;
  metadata->rings_shared = totals.intruded;
  metadata->ring_bytes = job->session.control->ring_count * sizeof(uint64_t);
  metadata->ring_bytes_least =
      job->session.control->least_count
          ? job->session.control->least_count * sizeof(uint64_t)
          : metadata->ring_bytes;
  do
    error = replace_metadata(job->output.folder, metadata);
  while (error && ipoint_output_use_reserve(&job->output));
  free(units);
  free(names.names);
  free(names.numbers);
  if (error && error != job->metadata_error)
    ipoint_complain("%s/metadata: %s", job->output.path, strerror(error));
  job->metadata_error = error;
  job->told = ipoint_port_counter();
  job->told_streams = job->drain.stream_count;
  job->told_processes = job->drain.processes_seen;
  errno = error;
  return error ? -1 : 0;
}

/* What came while the program ran, on CPUs that recorded threads came to;
   where nobody knows those, on the ones that the program may use. */
static void tell_interrupts(struct job *job) {
  struct ipoint_metadata *metadata = &job->metadata;
  size_t i, count = job->interrupts.cpu_count, found = 0;
  uint8_t *used = calloc(count + 1, 1);
  for (i = 0; used && i < count && i < job->switches.cpu_count; i++)
    if (job->options->cpu < 0 || CPU_ISSET(i, &job->allowed))
      found += used[i] = job->switches.cpus[i];
  for (i = 0; used && !found && i < count && i < CPU_SETSIZE; i++)
    used[i] = CPU_ISSET(i, &job->allowed) != 0;
  if (used) {
    ipoint_interrupts_tell(&job->interrupts, used);
    metadata->interrupts = job->interrupts.hard_text;
    metadata->softirqs = job->interrupts.soft_text;
    metadata->cpus = job->interrupts.cpu_text;
  }
  free(used);
}

static void free_job(struct job *job) {
  ipoint_interrupts_free(&job->interrupts);
  free(job->switches.cpus);
  free(job->arguments);
}

/* Context switches are watched from before the program's first step. */
static void watch(void *context, pid_t pid) {
  struct job *job = context;
  struct ipoint_switches *switches = &job->switches;
  int begun = 0;
  if (job->options->switches == IPOINT_NO)
    job->metadata.switches = "none: not asked for";
  else
    begun = ipoint_switches_begin(switches, pid) == 0;
  if (begun) {
    job->metadata.switches = "perf";
  } else if (job->options->switches != IPOINT_NO) {
    snprintf(job->no_switches, sizeof job->no_switches, "none: %s",
             switches->perf.reason);
    job->metadata.switches = job->no_switches;
  }
  if (sched_getaffinity(pid, sizeof job->allowed, &job->allowed) != 0)
    CPU_ZERO(&job->allowed);
  if (job->options->cpu >= 0 && !job->options->helper) {
    CPU_ZERO(&job->allowed); /* it will go there */
    CPU_SET(job->options->cpu, &job->allowed);
  }
  ipoint_interrupts_begin(&job->interrupts);
}

static void discard(struct job *job) {
  ipoint_switches_finish(&job->switches, &job->drain);
  ipoint_drain_finish(&job->drain);
  ipoint_drain_free(&job->drain);
  ipoint_output_abandon(&job->output);
  ipoint_session_remove(&job->session);
  free_job(job);
}

/* Everything up to the program's start. */
static int prepare(struct job *job, const struct ipoint_options *options,
                   const char *program, const char *output) {
  const struct ipoint_calibration *clock = &job->clock;
  job->options = options;
  job->begin = ipoint_moment_now();
  job->clock = ipoint_calibrate();
  fill_clock_check(&job->metadata);
  job->metadata.clock_step = clock->step;
  job->metadata.clock_waits = clock->waits;
  if (ipoint_session_make(&job->session, options) != 0) {
    free_job(job);
    return 2;
  }
  if (ipoint_output_make(&job->output, output, job->session.path) != 0) {
    ipoint_session_remove(&job->session);
    free_job(job);
    return 2;
  }
  job->drain.session = &job->session;
  job->drain.room = job->metadata.limit = find_limit(job);
  job->drain.output = job->output.folder;
  if (getrandom(job->drain.uuid, sizeof job->drain.uuid, 0) !=
      sizeof job->drain.uuid)
    memcpy(job->drain.uuid, &job->begin, sizeof job->drain.uuid);
  job->drain.uuid[6] =
      (uint8_t)((job->drain.uuid[6] & 0x0f) | 0x40); /* version 4, RFC 4122 */
  job->drain.uuid[8] = (uint8_t)((job->drain.uuid[8] & 0x3f) | 0x80);
  fill_metadata(job, program);
  fill_clock(job);
  job->drain.rate = job->metadata.rate;
  job->session.control->rate = job->metadata.rate;
  if (options->policy == IPOINT_BURST) {
    job->drain.bursts.period = job->drain.rate / 1000 * options->burst_ms;
    job->drain.bursts.share = options->burst_share;
    job->drain.bursts.settle = job->drain.rate / 1000 * BURST_SETTLE_MS;
    job->drain.bursts.began = ipoint_port_counter();
  }
  if (write_metadata(job) != 0) {
    discard(job);
    return 2;
  }
  return 0;
}

/* One round of draining. A trace that is cut off here can be read: its metadata
   has the units of all but the last second. */
static uint64_t poll_once(struct job *job) {
  struct ipoint_control *control = job->session.control;
  uint64_t nap = ipoint_drain_poll(&job->drain);
  uint32_t asked = __atomic_load_n(&control->flush_asked, __ATOMIC_ACQUIRE);
  ipoint_switches_poll(&job->switches, &job->drain);
  if (asked != control->flush_done) {
    ipoint_drain_flush(&job->drain);
    write_metadata(job);
    __atomic_store_n(&control->flush_done, asked, __ATOMIC_RELEASE);
  } else if ((job->drain.stream_count != job->told_streams ||
              job->drain.processes_seen != job->told_processes) &&
             ipoint_port_counter() - job->told > job->drain.rate)
    write_metadata(job);
  return nap;
}

static void finish(struct job *job, struct ipoint_recording *recording) {
  struct ipoint_control *control = job->session.control;
  recording->still_running = ipoint_drain_running(
      &job->drain, control->leaving ? (uint32_t)job->options->helper : 0);
  __atomic_store_n(&control->closed, 1, __ATOMIC_RELEASE);
  ipoint_interrupts_end(&job->interrupts);
  ipoint_drain_finish(&job->drain);
  recording->totals = ipoint_drain_totals(&job->drain);
  ipoint_switches_finish(&job->switches, &job->drain);
  job->metadata.switches_recorded = job->switches.recorded;
  job->metadata.switches_lost = job->switches.lost;
  job->metadata.switches_uncertainty = job->switches.uncertainty;
  if (!recording->totals.error)
    recording->totals.error = job->switches.error;
  tell_interrupts(job);
  recording->no_switches = job->options->switches == IPOINT_YES &&
                           strcmp(job->metadata.switches, "perf") != 0;
  snprintf(recording->why_no_switches, sizeof recording->why_no_switches, "%s",
           job->switches.perf.reason);
  if (job->drain.room == 0) { /* policies `ring` and `stop` write at the end */
    uint32_t none = 0;
    __atomic_compare_exchange_n(&control->ended, &none, IPOINT_END_LIMIT, 0,
                                __ATOMIC_RELAXED, __ATOMIC_RELAXED);
  }
  recording->ended = control->ended;
  recording->limit = job->metadata.limit;
  if (control->ended == IPOINT_END_LIMIT)
    recording->still_running = 0; /* the trace does not end where these do */
  recording->processes = control->processes;
  recording->other_clock = control->other_clock;
  recording->threads_without = control->threads_without;
  recording->why_without = control->why_without;
  recording->units_lost = control->units_lost;
  recording->twins = control->twins;
  recording->blind = control->blind;
  recording->smaller_rings = control->smaller_rings;
  recording->least_bytes = control->least_count * sizeof(uint64_t);
  recording->on_disk = job->session.on_disk;
  recording->unpatched = control->unpatched;
  recording->why_unpatched = control->why_unpatched;
  job->metadata.complete = recording->totals.error == 0;
  fill_clock(job);
  if (write_metadata(job) != 0 && !recording->totals.error)
    recording->totals.error = errno ? errno : EIO;
  recording->mixed_readings = job->mixed_readings;
  ipoint_output_close(&job->output);
  __atomic_store_n(&control->complete, 1, __ATOMIC_RELEASE);
  ipoint_drain_free(&job->drain);
  ipoint_session_remove(&job->session);
  free_job(job);
}

static uint64_t microseconds(struct timeval time) {
  return (uint64_t)time.tv_sec * 1000000u + (uint64_t)time.tv_usec;
}

static void fill_accounting(struct ipoint_metadata *metadata,
                            const struct ipoint_run *run) {
  if (!run->ended)
    return;
  metadata->exit_status =
      WIFEXITED(run->status) ? WEXITSTATUS(run->status) : -1;
  metadata->exit_signal = WIFSIGNALED(run->status) ? WTERMSIG(run->status) : 0;
  metadata->wall_ns = run->wall_ns;
  metadata->user_us = microseconds(run->usage.ru_utime);
  metadata->system_us = microseconds(run->usage.ru_stime);
  metadata->voluntary_switches = (uint64_t)run->usage.ru_nvcsw;
  metadata->involuntary_switches = (uint64_t)run->usage.ru_nivcsw;
}

int ipoint_record(const struct ipoint_options *options, const char *program,
                  const char *output, struct ipoint_recording *recording) {
  struct job job;
  struct ipoint_run *run = &recording->run;
  int code, error;
  memset(&job, 0, sizeof job);
  memset(recording, 0, sizeof *recording);
  job.arguments = ipoint_quote(options->command + 1);
  code = prepare(&job, options, program, output);
  if (code)
    return code;
  error = ipoint_run_start(run, program, options->command, job.session.path,
                           options->cpu, watch, &job);
  if (error) {
    ipoint_complain("%s: can't be run: %s", program, strerror(error));
    discard(&job);
    return 126;
  }
  while (!ipoint_run_nap(run, poll_once(&job)))
    ;
  fill_accounting(&job.metadata, run);
  finish(&job, recording);
  return 0;
}

/* /proc/PID/cmdline and exe, as the helper did not start the program itself. */
static void read_program(long pid, char *program, char **arguments) {
  char name[64], text[32768];
  char *words[4096];
  ssize_t length;
  size_t count = 0, at;
  int file;
  snprintf(name, sizeof name, "/proc/%ld/exe", pid);
  length = readlink(name, program, PATH_MAX - 1);
  program[length > 0 ? length : 0] = '\0';
  snprintf(name, sizeof name, "/proc/%ld/cmdline", pid);
  file = open(name, O_RDONLY | O_CLOEXEC);
  length = file < 0 ? 0 : read(file, text, sizeof text - 1);
  if (file >= 0)
    close(file);
  text[length > 0 ? length : 0] = '\0';
  for (at = 0; length > 0 && at < (size_t)length && count < 4095;
       at += strlen(text + at) + 1)
    words[count++] = text + at;
  words[count] = NULL;
  *arguments = ipoint_quote(count ? words + 1 : words);
}

/* A process that was forked has to tell of itself, if the fork did not fail,
   and it not die before: we don't wait for it longer than a second. */
static int is_fork_under_way(struct job *job) {
  struct ipoint_control *control = job->session.control;
  uint64_t now = ipoint_port_counter();
  if (__atomic_load_n(&control->forks_told, __ATOMIC_ACQUIRE) ==
      __atomic_load_n(&control->forks_begun, __ATOMIC_RELAXED)) {
    job->fork_seen = 0;
    return 0;
  }
  if (!job->fork_seen)
    job->fork_seen = now;
  return now - job->fork_seen < job->drain.rate;
}

/* Is the recorded process still there, and not waiting for us to finish? */
static int helper_waits(struct job *job, struct pollfd *program) {
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
  struct job job;
  struct ipoint_recording recording;
  struct pollfd program = {-1, POLLIN, 0};
  char path[PATH_MAX];
  uint64_t began;
  memset(&job, 0, sizeof job);
  memset(&recording, 0, sizeof recording);
  if (dup2(STDOUT_FILENO, STDERR_FILENO) <
      0) /* what is said until now goes to the program */
    return 2;
  read_program(options->helper, path, &job.arguments);
  program.fd = (int)syscall(SYS_pidfd_open, (pid_t)options->helper, 0);
  if (!ipoint_output_check(options->output) ||
      prepare(&job, options, path, options->output) != 0)
    return 2;
  began = job.begin.raw_ns;
  watch(&job, (pid_t)options->helper);
  if (dprintf(STDOUT_FILENO, "=%s", job.session.path) < 0)
    return 2;
  dup2(STDIN_FILENO, STDOUT_FILENO); /* /dev/null */
  dup2(STDIN_FILENO, STDERR_FILENO);
  if (chdir("/") != 0)
    return 2;
  while (helper_waits(&job, &program) &&
         !ipoint_run_nap(&recording.run, poll_once(&job)))
    ;
  job.metadata.wall_ns = ipoint_moment_now().raw_ns - began;
  job.metadata.user_us = job.session.control->user_us;
  job.metadata.system_us = job.session.control->system_us;
  job.metadata.voluntary_switches = job.session.control->voluntary_switches;
  job.metadata.involuntary_switches = job.session.control->involuntary_switches;
  finish(&job, &recording);
  return 0;
}
