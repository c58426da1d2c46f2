/*===- recording.c - One recording, until its trace is finished -----------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#include "record/run/recording.h"

#include "ipoint/record.h"
#include "record/observe/machine.h"
#include "record/run/counted.h"
#include "record/run/job.h"
#include "record/run/neighbours.h"
#include "support/files.h"
#include "support/text.h"
#include "wire/counttable.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>

/* Bytes that the trace may have, by the room for it: a quarter of that, so that
   the disk does not run full for anybody, and no more than the 2,000,000,000
   records that a report can be made of in minutes. */
static uint64_t find_limit(const struct ipoint_job *job) {
  struct statvfs space;
  uint64_t most = UINT64_C(16) << 30, quarter;
  if (job->options->limit)
    return job->options->limit;
  if (fstatvfs(job->output.folder, &space) != 0)
    return most;
  quarter = (uint64_t)space.f_bavail * space.f_frsize / 4;
  return quarter < most ? quarter : most;
}

static void free_job(struct ipoint_job *job) {
  ipoint_interrupts_free(&job->interrupts);
  free(job->switches.cpus);
  free(job->arguments);
}

/* For the metadata. */
static const char *where_interrupts_come_from(struct ipoint_job *job,
                                              int begun) {
  const char *why = begun ? job->switches.perf.no_interrupts
                          : "context switches are not recorded";
  if (!*why)
    return "perf";
  snprintf(job->no_interrupts, sizeof job->no_interrupts, "none: %s", why);
  return job->no_interrupts;
}

/* Context switches are watched from before the program's first step. */
void ipoint_job_watch(void *context, pid_t pid) {
  struct ipoint_job *job = context;
  struct ipoint_switches *switches = &job->switches;
  int begun = 0;
  if (job->options->switches == IPOINT_NO)
    job->metadata.switches = "none: not asked for";
  else
    begun = ipoint_switches_begin(switches, pid, job->options->interrupts) == 0;
  if (begun) {
    job->metadata.switches = "perf";
  } else if (job->options->switches != IPOINT_NO) {
    snprintf(job->no_switches, sizeof job->no_switches, "none: %s",
             switches->perf.reason);
    job->metadata.switches = job->no_switches;
  }
  if (job->options->interrupts)
    job->metadata.kernel_interrupts = where_interrupts_come_from(job, begun);
  if (sched_getaffinity(pid, sizeof job->allowed, &job->allowed) != 0)
    CPU_ZERO(&job->allowed);
  if (job->options->conditions.cpu >= 0 && !job->options->helper) {
    CPU_ZERO(&job->allowed); /* it will go there */
    CPU_SET(job->options->conditions.cpu, &job->allowed);
  }
  ipoint_interrupts_begin(&job->interrupts);
}

static void discard(struct ipoint_job *job) {
  ipoint_switches_finish(&job->switches, &job->drain);
  ipoint_drain_finish(&job->drain);
  ipoint_drain_free(&job->drain);
  ipoint_output_abandon(&job->output);
  ipoint_session_remove(&job->session);
  free_job(job);
}

static void make_uuid(struct ipoint_job *job) {
  uint8_t *uuid = job->drain.trace.uuid;
  const size_t size = sizeof job->drain.trace.uuid;
  if (getrandom(uuid, size, 0) != (ssize_t)size)
    memcpy(uuid, &job->begin, size);
  uuid[6] = (uint8_t)((uuid[6] & 0x0f) | 0x40); /* version 4, RFC 4122 */
  uuid[8] = (uint8_t)((uuid[8] & 0x3f) | 0x80);
}

int ipoint_job_prepare(struct ipoint_job *job,
                       const struct ipoint_options *options,
                       const char *program, const struct ipoint_output *all,
                       const char *output) {
  const struct ipoint_calibration *clock = &job->clock;
  const struct ipoint_control settings = {
      .policy = options->policy,
      .window_records = options->window_records,
      .paused = (uint32_t)options->paused,
      .ring_count = options->ring_count,
      .ring_count_chosen = options->ring_count_chosen};
  job->options = options;
  job->begin = ipoint_moment_now();
  job->clock = ipoint_calibrate(options->conditions.cpu);
  ipoint_describe_clock_check(&job->metadata);
  job->metadata.clock_resolution = clock->step;
  job->metadata.clock_waits = clock->waits;
  if (ipoint_session_make(&job->session, &settings) != 0) {
    free_job(job);
    return 2;
  }
  if (ipoint_output_make(&job->output, all, output, job->session.path) != 0) {
    ipoint_session_remove(&job->session);
    free_job(job);
    return 2;
  }
  job->drain.session = &job->session;
  job->drain.trace.room = find_limit(job);
  if (job->drain.trace.room <= INT64_MAX)
    job->metadata.limit = job->drain.trace.room;
  job->drain.trace.folder = job->output.folder;
  make_uuid(job);
  ipoint_describe_program(job, program);
  ipoint_describe_clock(job);
  job->drain.rate = job->metadata.rate;
  job->session.control->rate = job->metadata.rate;
  job->session.control->window_cost =
      (uint32_t)(clock->of[IPOINT_PROBE_WINDOW].timed_mean / 1000) + 1;
  job->session.control->window_allowed =
      (uint64_t)((options->overhead - 1) * (double)job->drain.rate / 1000);
  job->drain.windows.period = job->drain.rate / 1000 * options->window_ms;
  job->drain.windows.random = ipoint_port_counter() | 1;
  if (ipoint_describe_write(job) != 0) {
    discard(job);
    return 2;
  }
  return 0;
}

/* Who watches finds what was counted so far in the trace. */
static void show_counts(struct ipoint_job *job) {
  const time_t recent = 5; /* seconds */
  uint64_t now = ipoint_port_counter();
  struct stat status;
  if (now - job->shown < job->drain.rate)
    return;
  job->shown = now;
  if (fstatat(job->output.folder, IPOINT_COUNTS_WANTED, &status,
              AT_SYMLINK_NOFOLLOW) == 0 &&
      time(NULL) - status.st_mtime <= recent)
    ipoint_counts_write_so_far(&job->drain.counts, job->session.folder,
                               job->output.folder);
}

/* One round of draining. A trace that is cut off here can be read: its metadata
   has the units of all but the last second. */
uint64_t ipoint_job_poll(struct ipoint_job *job) {
  struct ipoint_control *control = job->session.control;
  uint64_t nap = ipoint_drain_poll(&job->drain);
  uint32_t asked = __atomic_load_n(&control->flush_asked, __ATOMIC_ACQUIRE);
  ipoint_switches_poll(&job->switches, &job->drain);
  show_counts(job);
  if (asked != control->flush_done) {
    ipoint_drain_flush(&job->drain);
    ipoint_describe_write(job);
    __atomic_store_n(&control->flush_done, asked, __ATOMIC_RELEASE);
  } else if ((job->drain.stream_count != job->written_streams ||
              job->drain.processes_seen != job->written_processes) &&
             ipoint_port_counter() - job->written_at > job->drain.rate)
    ipoint_describe_write(job);
  return nap;
}

/* What a page that is not whole any more says of processes is nothing. */
static void forget_counts(struct ipoint_control *control) {
  int i;
  for (i = 0; i < IPOINT_MISSING_KINDS; i++)
    if (ipoint_missing_kinds[i].counted)
      memset((char *)control + ipoint_missing_kinds[i].counted, 0,
             sizeof(uint32_t));
  control->smaller_rings = 0;
  control->least_count = 0;
}

/* What processes have left in the control page. */
static void take_over(const struct ipoint_job *job,
                      struct ipoint_recording *recording) {
  const struct ipoint_control *control = job->session.control;
  recording->processes = control->processes;
  recording->why_without = control->why_without;
  recording->smaller_rings = control->smaller_rings;
  recording->least_bytes = control->least_count * sizeof(uint64_t);
  recording->on_disk = job->session.on_disk;
  memcpy(recording->session, job->session.path, sizeof recording->session);
}

static void finish_switches(struct ipoint_job *job,
                            struct ipoint_recording *recording) {
  ipoint_switches_finish(&job->switches, &job->drain);
  job->metadata.switches_recorded = job->switches.recorded;
  job->metadata.switches_lost = job->switches.lost;
  job->metadata.kernel_interrupts_recorded = job->switches.interrupts;
  job->metadata.switches_uncertainty = job->switches.uncertainty;
  if (!recording->totals.error)
    recording->totals.error = job->switches.error;
  recording->no_switches = job->options->switches == IPOINT_YES &&
                           strcmp(job->metadata.switches, "perf") != 0;
  snprintf(recording->why_no_switches, sizeof recording->why_no_switches, "%s",
           job->switches.perf.reason);
  if (job->metadata.kernel_interrupts &&
      strcmp(job->metadata.kernel_interrupts, "perf") != 0)
    snprintf(recording->why_no_interrupts, sizeof recording->why_no_interrupts,
             "%s", job->metadata.kernel_interrupts + strlen("none: "));
}

void ipoint_job_finish(struct ipoint_job *job,
                       struct ipoint_recording *recording) {
  struct ipoint_control *control = job->session.control;
  uint64_t *running = &job->metadata.missing[IPOINT_MISSING_RUNNING];
  *running = ipoint_drain_running(
      &job->drain, control->leaving ? (uint32_t)job->options->helper : 0);
  __atomic_store_n(&control->closed, 1, __ATOMIC_RELEASE);
  ipoint_interrupts_end(&job->interrupts);
  ipoint_drain_finish(&job->drain);
  recording->totals = ipoint_drain_totals(&job->drain);
  recording->spent = (double)recording->totals.spent / (double)job->drain.rate;
  if (!recording->totals.error)
    recording->totals.error =
        ipoint_counts_write(&job->drain.counts, job->output.folder);
  ipoint_counted_end(job, recording->totals.counted > 0);
  finish_switches(job, recording);
  ipoint_describe_interrupts(job);
  if (job->drain.trace.room ==
      0) { /* policies `overwrite` and `discard` write at the end */
    uint32_t none = 0;
    __atomic_compare_exchange_n(&control->ended, &none, IPOINT_END_LIMIT, 0,
                                __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    if (recording->totals.records == 0) /* whatever rings have come to */
      control->ended = IPOINT_END_LIMIT;
  }
  recording->ended = control->ended;
  recording->limit = job->metadata.limit;
  recording->replaced = job->output.replaced;
  if (control->ended == IPOINT_END_LIMIT)
    *running = 0; /* the trace does not end where these do */
  recording->control_cut = !ipoint_session_is_whole(&job->session);
  if (recording->control_cut)
    forget_counts(control);
  take_over(job, recording);
  job->metadata.complete =
      recording->totals.error == 0 && recording->totals.damaged == 0 &&
      recording->totals.cut == 0 && !recording->control_cut;
  if (!job->options->helper) /* for which the program waits */
    ipoint_calibrate_again(&job->clock, job->options->conditions.cpu);
  ipoint_describe_clock(job);
  if (ipoint_describe_write(job) != 0 && !recording->totals.error)
    recording->totals.error = errno ? errno : EIO;
  memcpy(recording->missing, job->metadata.missing, sizeof recording->missing);
  recording->mixed_readings = job->mixed_readings;
  recording->probes_timed = job->probes_timed;
  unlinkat(job->output.folder, IPOINT_COUNTS_WANTED, 0);
  ipoint_output_close(&job->output);
  __atomic_store_n(&control->complete, 1, __ATOMIC_RELEASE);
  ipoint_drain_free(&job->drain);
  ipoint_session_remove(&job->session);
  free_job(job);
}

static void watch(void *context, pid_t pid) {
  struct ipoint_job *job = context;
  ipoint_job_watch(job, pid);
  ipoint_counted_begin(job, pid);
  job->migrations = ipoint_migrations_begin(pid);
}

int ipoint_record(const struct ipoint_options *options, const char *program,
                  const struct ipoint_output *all, const char *output,
                  struct ipoint_recording *recording) {
  struct ipoint_job job;
  struct ipoint_run *run = &recording->run;
  int code, error;
  pid_t viewer;
  memset(&job, 0, sizeof job);
  memset(recording, 0, sizeof *recording);
  job.arguments = ipoint_quote(options->command + 1);
  code = ipoint_job_prepare(&job, options, program, all, output);
  if (code)
    return code;
  ipoint_describe_conditions(&job);
  job.migrations = -1;
  ipoint_counted_prepare(&job, program);
  viewer = options->live ? ipoint_report_watch(output) : -1;
  error = ipoint_run_start(run, program, options->command, job.session.path,
                           &options->conditions, watch, &job);
  if (error) {
    ipoint_warn("%s: can't be run: %s", program, strerror(error));
    ipoint_migrations_end(job.migrations);
    ipoint_counted_finish(&job);
    discard(&job);
    return 126;
  }
  while (
      !ipoint_run_nap(run, ipoint_job_poll(&job), &job.session.control->asleep))
    ipoint_counted_poll(&job);
  ipoint_counted_finish(&job);
  ipoint_describe_end(&job.metadata, run);
  job.metadata.migrations = ipoint_migrations_end(job.migrations);
  ipoint_job_finish(&job, recording);
  if (viewer > 0) /* which sees that the trace is complete */
    ipoint_report_end(viewer);
  return 0;
}
