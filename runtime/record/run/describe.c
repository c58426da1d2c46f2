/*===- describe.c - What a trace says about its recording -----------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#include "record/run/job.h"

#include "calibrate/cpus.h"
#include "calibrate/clockmath.h"
#include "ipoint/record.h"
#include "record/consumer/drain.h"
#include "support/files.h"
#include "support/text.h"
#include "support/times.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>

void ipoint_describe_program(struct ipoint_job *job, const char *program) {
  struct ipoint_metadata *metadata = &job->metadata;
  ipoint_machine_read(&job->machine);
  memcpy(metadata->uuid, job->drain.trace.uuid, sizeof metadata->uuid);
  ipoint_build_id(program, job->build_id);
  snprintf(job->date, sizeof job->date, "%s",
           ipoint_date((int64_t)(job->begin.epoch_ns / 1000000000)));
  metadata->date = job->date;
  metadata->labels = &job->options->labels;
  metadata->program = program;
  metadata->build_id = *job->build_id ? job->build_id : NULL;
  metadata->arguments = job->arguments ? job->arguments : "";
  metadata->hostname = job->machine.names.nodename;
  metadata->kernel = job->machine.names.release;
  metadata->machine = job->machine.names.machine;
  metadata->cpu = job->machine.cpu;
  metadata->policy = ipoint_policy_name(job->options->policy);
  metadata->exit_status = -1;
  metadata->switches = "none: not yet";
}

void ipoint_describe_clock_check(struct ipoint_metadata *metadata) {
  const struct ipoint_clock_check *check = ipoint_clock_check();
  metadata->clock_steady = check->steady;
  metadata->hypervisor = check->hypervisor;
  metadata->clock_kernel = check->kernel;
  metadata->clock_skew = check->skew;
  metadata->clock_skew_error = check->skew_error;
}

void ipoint_describe_clock(struct ipoint_job *job) {
  struct ipoint_moment now = ipoint_moment_now();
  struct ipoint_metadata *metadata = &job->metadata;
  metadata->rate = ipoint_clock_rate(now.ticks - job->begin.ticks,
                                     now.raw_ns - job->begin.raw_ns);
  metadata->clock_rate_error = ipoint_clock_parts(
      (now.width + job->begin.width) / 2, now.ticks - job->begin.ticks);
  metadata->clock_drift = ipoint_clock_drift(
      now.raw_ns - job->begin.raw_ns, now.steered_ns - job->begin.steered_ns);
  metadata->offset_ticks =
      ipoint_clock_offset(job->begin.ticks, job->begin.epoch_ns, metadata->rate,
                          &metadata->offset_seconds);
}

static const char *const ends[] = {NULL, "stop", "trigger", "full",
                                   "size limit"};

/* How the probes of all units read the counter: its number, or -1 if in more
 * than one way. */
static int common_reading(const uint32_t (*units)[IPOINT_UNIT_WORDS],
                          size_t count) {
  int common = 0, seen = 0;
  size_t i;
  for (i = 0; i < count; i++) {
    int reading = (int)IPOINT_UNIT_READING(units[i][IPOINT_UNIT_SETTINGS]);
    if (reading >= IPOINT_PROBE_CALLED || (seen && reading != common))
      return -1;
    common = reading;
    seen = 1;
  }
  return common;
}

/* The most that a unit times: 0 nothing, 1 functions, 2 loops, 3 blocks. */
static unsigned most_timed(const uint32_t (*units)[IPOINT_UNIT_WORDS],
                           size_t count) {
  static const unsigned by_setting[] = {1, 2, 3, 0, 0}; /* docs/formats.md */
  unsigned most = 0;
  size_t i;
  for (i = 0; i < count; i++) {
    unsigned timed = IPOINT_UNIT_TIMED(units[i][IPOINT_UNIT_SETTINGS]);
    unsigned one = timed <= IPOINT_UNIT_TIMED_AUTO ? by_setting[timed] : 0;
    most = one > most ? one : most;
  }
  return most;
}

/* Names the counter and what a probe takes, now that the units are known. Where
   they read it in several ways, the least: what is taken off is never too much.
 */
static void fill_overhead(struct ipoint_job *job) {
  static const char *const names[] = {"", " rdtscp", " ordered", " serialised"};
  struct ipoint_metadata *metadata = &job->metadata;
  int reading = common_reading(metadata->units, metadata->unit_count);
  const struct ipoint_overhead *base =
                                   &job->clock.of[reading > 0 ? reading : 0],
                               *called = &job->clock.of[IPOINT_PROBE_CALLED],
                               *window = &job->clock.of[IPOINT_PROBE_WINDOW];
  job->mixed_readings = reading < 0;
  job->probes_timed = most_timed(metadata->units, metadata->unit_count);
  snprintf(job->clock_source, sizeof job->clock_source, "%s%s",
           IPOINT_PORT_NAME, reading < 0 ? " mixed" : names[reading]);
  metadata->clock_source = job->clock_source;
  metadata->overhead_timed_mean = base->timed_mean;
  metadata->overhead_untimed_mean = base->untimed_mean;
  metadata->overhead_timed_min = base->timed_min;
  metadata->overhead_timed_spread = base->timed_spread;
  metadata->overhead_called_timed_mean = called->timed_mean;
  metadata->overhead_called_untimed_mean = called->untimed_mean;
  metadata->overhead_called_timed_min = called->timed_min;
  metadata->overhead_window_timed_mean = window->timed_mean;
  metadata->overhead_window_untimed_mean = window->untimed_mean;
  metadata->overhead_window_timed_min = window->timed_min;
}

/* errno, or 0. */
static int replace_metadata(int folder,
                            const struct ipoint_metadata *metadata) {
  FILE *out = ipoint_file_rewrite(folder, "metadata");
  if (!out)
    return errno;
  errno = 0;
  ipoint_metadata_write(out, metadata);
  return ipoint_file_rewritten(folder, "metadata", out);
}

static void fill_missing(struct ipoint_metadata *metadata,
                         const struct ipoint_totals *totals,
                         const struct ipoint_control *control) {
  int i;
  metadata->missing[IPOINT_MISSING_RINGS] = totals->damaged + totals->cut;
  metadata->missing[IPOINT_MISSING_OWNERS] = totals->intruded;
  for (i = 0; i < IPOINT_MISSING_KINDS; i++) {
    size_t at = ipoint_missing_kinds[i].counted;
    if (at)
      metadata->missing[i] =
          *(const uint32_t *)(const void *)((const char *)control + at);
  }
}

int ipoint_describe_write(struct ipoint_job *job) {
  struct ipoint_metadata *metadata = &job->metadata;
  struct ipoint_totals totals = ipoint_drain_totals(&job->drain);
  uint32_t(*units)[IPOINT_UNIT_WORDS] = ipoint_units_all(
      &job->drain.units, job->session.folder, &metadata->unit_count);
  struct ipoint_databases databases =
      ipoint_units_databases(job->session.folder);
  struct ipoint_names names = ipoint_names_of(&job->drain);
  int error;
  metadata->task_names = names.names;
  metadata->task_numbers = names.numbers;
  metadata->task_count = names.count;
  metadata->units = (const uint32_t(*)[IPOINT_UNIT_WORDS])units;
  metadata->databases = databases.paths;
  metadata->database_count = databases.count;
  metadata->ended = ends[job->session.control->ended <= IPOINT_END_LIMIT
                             ? job->session.control->ended
                             : 0];
  fill_overhead(job);
  metadata->records = totals.records;
  metadata->counted = totals.counted;
  metadata->records_lost = totals.lost;
  metadata->records_overwritten = totals.overwritten;
  metadata->records_repaired = totals.repaired;
  metadata->records_unsure = totals.unsure;
  fill_missing(metadata, &totals, job->session.control);
  metadata->ring_bytes = job->session.control->ring_count * sizeof(uint64_t);
  metadata->ring_bytes_least =
      job->session.control->least_count
          ? job->session.control->least_count * sizeof(uint64_t)
          : metadata->ring_bytes;
  do
    error = replace_metadata(job->output.folder, metadata);
  while (error && ipoint_output_use_reserve(&job->output));
  free(units);
  free(databases.paths);
  free(databases.text);
  free(names.names);
  free(names.numbers);
  if (error && error != job->metadata_error)
    ipoint_warn("%s/metadata: %s", job->output.path, strerror(error));
  job->metadata_error = error;
  job->written_at = ipoint_port_counter();
  job->written_streams = job->drain.stream_count;
  job->written_processes = job->drain.processes_seen;
  errno = error;
  return error ? -1 : 0;
}

void ipoint_describe_conditions(struct ipoint_job *job) {
  const struct ipoint_options *options = job->options;
  job->metadata.niceness =
      getpriority(PRIO_PROCESS, 0) + options->conditions.nice;
  if (job->metadata.niceness < -20)
    job->metadata.niceness = -20;
  if (job->metadata.niceness > 19)
    job->metadata.niceness = 19;
  job->metadata.realtime = options->conditions.realtime;
  job->metadata.fixed_addresses = options->conditions.fixed_addresses;
  job->metadata.memory_locked = options->conditions.lock_memory;
  job->metadata.load = ipoint_load_name(&options->load);
  job->metadata.warm_up = (int)options->warm_up;
}

/* What came while the program ran, on CPUs that recorded threads came to;
   where those are not known, on the ones that the program may use. */
void ipoint_describe_interrupts(struct ipoint_job *job) {
  struct ipoint_metadata *metadata = &job->metadata;
  size_t i, count = job->interrupts.cpu_count, found = 0;
  uint8_t *used = calloc(count + 1, 1);
  for (i = 0; used && i < count && i < job->switches.cpu_count; i++)
    if (job->options->conditions.cpu < 0 || CPU_ISSET(i, &job->allowed))
      found += used[i] = job->switches.cpus[i];
  for (i = 0; used && !found && i < count && i < CPU_SETSIZE; i++)
    used[i] = CPU_ISSET(i, &job->allowed) != 0;
  if (used) {
    ipoint_interrupts_format(&job->interrupts, used);
    metadata->interrupts = job->interrupts.hard_text;
    metadata->softirqs = job->interrupts.soft_text;
    metadata->cpus_used = job->interrupts.cpu_text;
  }
  free(used);
}

void ipoint_describe_end(struct ipoint_metadata *metadata,
                         const struct ipoint_run *run) {
  if (!run->ended)
    return;
  metadata->exit_status =
      WIFEXITED(run->status) ? WEXITSTATUS(run->status) : -1;
  metadata->exit_signal = WIFSIGNALED(run->status) ? WTERMSIG(run->status) : 0;
  metadata->wall_ns = run->wall_ns;
  metadata->user_us = ipoint_microseconds(run->usage.ru_utime);
  metadata->system_us = ipoint_microseconds(run->usage.ru_stime);
  metadata->voluntary_switches = (uint64_t)run->usage.ru_nvcsw;
  metadata->involuntary_switches = (uint64_t)run->usage.ru_nivcsw;
  metadata->minor_faults = (uint64_t)run->usage.ru_minflt;
  metadata->major_faults = (uint64_t)run->usage.ru_majflt;
  metadata->peak_memory = (uint64_t)run->usage.ru_maxrss * 1024;
}
