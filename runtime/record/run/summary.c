/*===- summary.c - What ipoint-run says in the end ------------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#include "record/run/recording.h"

#include "record/run/stable.h"
#include "calibrate/cpus.h"
#include "ipoint/record.h"
#include "support/files.h"
#include "support/text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>

/* 1234567 as 1,234,567; `text` holds 32 bytes. */
static const char *grouped(char *text, uint64_t number) {
  char digits[24], *out = text;
  int length =
          snprintf(digits, sizeof digits, "%llu", (unsigned long long)number),
      i;
  for (i = 0; i < length; i++) {
    if (i > 0 && (length - i) % 3 == 0)
      *out++ = ',';
    *out++ = digits[i];
  }
  *out = '\0';
  return text;
}

/* Why threads have no ring. */
static const char *reason(const struct ipoint_recording *recording) {
  return recording->why_without == ERANGE
             ? "its signal handlers' alternate stack is too small (give it 8 "
               "KB more)"
             : strerror((int)recording->why_without);
}

/* Recording ended before the program, and even before its first record. */
static void say_ended_at_once(uint32_t why, uint64_t limit) {
  static const char *const callers[] = {"", "ipoint_stop()",
                                        "ipoint_trigger()"};
  char bytes[32];
  if (why == IPOINT_END_LIMIT)
    ipoint_warn("nothing was recorded: the size limit of %s byte%s was "
                "reached before the first record; give a larger one with "
                "--limit",
                grouped(bytes, limit), limit == 1 ? "" : "s");
  else
    ipoint_warn("nothing was recorded: the program called %s before its "
                "first record",
                callers[why]);
}

/* Whether `text` is anywhere in the program's file. */
static int holds(const char *program, const char *text) {
  size_t size = 0;
  char *bytes = ipoint_file_bytes(program, &size);
  int found = bytes && memmem(bytes, size, text, strlen(text));
  free(bytes);
  return found;
}

/* No process of the program has joined. */
static void say_no_process(const char *program) {
  struct stat status;
  if (stat(program, &status) == 0 && status.st_mode & (S_ISUID | S_ISGID))
    ipoint_warn("nothing was recorded: %s is set-user-ID or set-group-ID, and "
                "the runtime takes nothing from such a program's environment; "
                "record a copy without that",
                program);
  else if (holds(program, "__asan_init"))
    ipoint_warn("nothing was recorded: %s was built with AddressSanitizer, "
                "which must be loaded first; record it with --no-preload",
                program);
  else
    ipoint_warn("nothing was recorded: %s has no ipoint runtime in it; build "
                "and link it with ipoint-cc",
                program);
}

/* Why nothing was recorded, as far as that is known from outside. 1: the
   program has no probes, or executed none. */
static int say_why_nothing(const struct ipoint_recording *recording,
                           const char *program, int paused) {
  if (recording->ended == IPOINT_END_STOP ||
      recording->ended == IPOINT_END_TRIGGER ||
      recording->ended == IPOINT_END_LIMIT)
    say_ended_at_once(recording->ended, recording->limit);
  else if (recording->totals.damaged)
    ipoint_warn("nothing was recorded: %s has overwritten its ring%s; look "
                "for stray writes",
                program, recording->totals.damaged == 1 ? "" : "s");
  else if (recording->missing[IPOINT_MISSING_THREADS])
    ipoint_warn("nothing was recorded: no memory for a ring: %s",
                reason(recording));
  else if (recording->processes == 0 &&
           recording->missing[IPOINT_MISSING_PROCESSES])
    ipoint_warn(
        "nothing was recorded: %s reads another counter than " IPOINT_PORT_NAME
        "; record it with the ipoint-run of the runtime that it was linked "
        "with",
        program);
  else if (WIFSIGNALED(recording->run.status))
    ipoint_warn("nothing was recorded: signal %d (%s) ended %s before its "
                "first record",
                WTERMSIG(recording->run.status),
                strsignal(WTERMSIG(recording->run.status)), program);
  else if (recording->processes == 0) {
    say_no_process(program);
    return 1;
  } else if (paused)
    ipoint_warn("nothing was recorded: %s never called ipoint_start(), or "
                "passed no ipoint after it; record it without --paused",
                program);
  else {
    ipoint_warn("nothing was recorded: %s never passed an ipoint; see "
                "what was instrumented "
                "with ipoint-instrument --plan",
                program);
    return 1;
  }
  return 0;
}

void ipoint_summary_add(struct ipoint_recording *sum,
                        const struct ipoint_recording *one) {
  double cpu, real;
  int i;
  ipoint_run_seconds(&one->run, &cpu, &real);
  if (one->probes_timed > sum->probes_timed)
    sum->probes_timed = one->probes_timed;
  sum->wall_ns += one->run.wall_ns;
  sum->run.status = one->run.status;
  sum->cpu += cpu;
  sum->spent += one->spent;
  sum->totals.records += one->totals.records;
  sum->totals.counted += one->totals.counted;
  sum->totals.lost += one->totals.lost;
  sum->totals.overwritten += one->totals.overwritten;
  sum->totals.unsure += one->totals.unsure;
  sum->totals.threads += one->totals.threads;
  sum->replaced += one->replaced;
  sum->totals.damaged += one->totals.damaged;
  if (!sum->totals.cut && !sum->control_cut)
    memcpy(sum->session, one->session, sizeof sum->session);
  if (!sum->totals.cut) {
    sum->totals.cut_by = one->totals.cut_by;
    memcpy(sum->totals.cut_file, one->totals.cut_file,
           sizeof sum->totals.cut_file);
  }
  if (one->control_cut && !sum->control_cut)
    sum->run.pid = one->run.pid;
  sum->totals.cut += one->totals.cut;
  sum->control_cut |= one->control_cut;
  if (!sum->totals.error)
    sum->totals.error = one->totals.error;
  sum->processes += one->processes;
  for (i = 0; i < IPOINT_MISSING_KINDS; i++)
    sum->missing[i] += one->missing[i];
  sum->mixed_readings |= one->mixed_readings;
  if (one->why_without)
    sum->why_without = one->why_without;
  if (one->ended)
    sum->ended = one->ended;
  sum->limit = one->limit;
  sum->smaller_rings += one->smaller_rings;
  if (one->least_bytes &&
      (!sum->least_bytes || one->least_bytes < sum->least_bytes))
    sum->least_bytes = one->least_bytes;
  sum->on_disk |= one->on_disk;
  if (one->no_switches) {
    sum->no_switches = 1;
    memcpy(sum->why_no_switches, one->why_no_switches,
           sizeof sum->why_no_switches);
  }
  if (*one->why_no_interrupts)
    memcpy(sum->why_no_interrupts, one->why_no_interrupts,
           sizeof sum->why_no_interrupts);
}

/* 65536 as 64K. */
static const char *as_size(char *text, uint64_t bytes) {
  int shift = 0;
  while (shift < 3 && bytes >= 1024 && bytes % 1024 == 0) {
    bytes /= 1024;
    shift++;
  }
  sprintf(text, "%llu%.1s", (unsigned long long)bytes, &"\0KMG"[shift]);
  return text;
}

static void say_of_rings(const struct ipoint_options *options,
                         const struct ipoint_recording *sum) {
  char least[32], wanted[32];
  if (sum->on_disk)
    ipoint_warn("/dev/shm has no room: the rings were on a disk, and "
                "probes may have waited for it");
  if (sum->smaller_rings)
    ipoint_warn("%u ring%s smaller than %s for want of room, the smallest "
                "%s",
                sum->smaller_rings, sum->smaller_rings == 1 ? " is" : "s are",
                as_size(wanted, options->ring_count * sizeof(uint64_t)),
                as_size(least, sum->least_bytes));
}

static void say_of_cuts(const struct ipoint_recording *sum,
                        const char *program) {
  char others[32] = "";
  if (sum->totals.cut > 1)
    snprintf(others, sizeof others, " and %zu more", sum->totals.cut - 1);
  if (sum->totals.cut)
    ipoint_warn("process %u has cut off its ring %s/%s%s: what had not been "
                "written of it by then is missing",
                sum->totals.cut_by, sum->session, sum->totals.cut_file, others);
  if (sum->control_cut)
    ipoint_warn("process %d (%s), or one that it started, has cut off or "
                "overwritten the session's control page %s/" IPOINT_CONTROL_NAME
                ": what else is missing is not known",
                (int)sum->run.pid, program, sum->session);
}

static void say_ended(const char *trace, uint32_t why, uint64_t limit) {
  static const char *const reasons[] = {"", "by ipoint_stop()",
                                        "after ipoint_trigger()",
                                        "as a ring was full (policy discard)"};
  char bytes[32];
  if (why == IPOINT_END_LIMIT)
    ipoint_warn("%s: recording ended before the program, at the size limit "
                "of %s bytes; give another one with --limit",
                trace, grouped(bytes, limit));
  else if (why && why < IPOINT_END_LIMIT)
    ipoint_warn("%s: recording ended before the program, %s", trace,
                reasons[why]);
}

/* More records a second than this, for longer than that: the probes take much
   of the time. */
#define MANY_A_SECOND 20e6
#define LONG_NS 200000000u

/* Which choice costs less, where the probes cost much. */
static void say_what_costs_less(const struct ipoint_recording *sum) {
  char rate[32];
  double records = (double)(sum->totals.records + sum->totals.overwritten);
  double a_second = sum->wall_ns ? records * 1e9 / (double)sum->wall_ns : 0;
  if (sum->probes_timed == 0 || sum->wall_ns < LONG_NS ||
      a_second < MANY_A_SECOND)
    return;
  ipoint_warn("%s records a second: probes may take most of the time; a build "
              "with IPOINT_TIMED=%s counts as much and costs less",
              grouped(rate, (uint64_t)a_second),
              sum->probes_timed > 1 ? "auto, or none," : "none");
}

/* What windows and calls that are timed have cost. */
static void say_what_timing_took(const struct ipoint_recording *sum) {
  if (sum->spent > 0 && sum->cpu > sum->spent)
    ipoint_warn("timing took %.1f %% of the CPU time",
                100 * sum->spent / sum->cpu);
}

/* A message in which # is the number and {one|several} goes with it; none
   where the number is 0. */
static void say_count(uint64_t number, const char *message) {
  char line[512], digits[32];
  size_t length = 0;
  grouped(digits, number);
  for (; *message && number && length < sizeof line - sizeof digits; message++)
    if (*message == '#') {
      length += (size_t)sprintf(line + length, "%s", digits);
    } else if (*message == '{') {
      const char *several = strchr(message, '|') + 1,
                 *end = strchr(several, '}');
      const char *from = number == 1 ? message + 1 : several;
      size_t size = (size_t)((number == 1 ? several - 1 : end) - from);
      length += (size_t)sprintf(line + length, "%.*s", (int)size, from);
      message = end;
    } else {
      line[length++] = *message;
    }
  line[length] = '\0';
  if (number)
    ipoint_warn("%s", line);
}

static void say_missing(const struct ipoint_recording *sum) {
  int i;
  say_count(sum->totals.damaged, "# ring{ was|s were} overwritten by the "
                                 "program; the rest of it is missing");
  if (sum->missing[IPOINT_MISSING_THREADS])
    ipoint_warn("%llu thread%s could not be recorded: %s",
                (unsigned long long)sum->missing[IPOINT_MISSING_THREADS],
                sum->missing[IPOINT_MISSING_THREADS] == 1 ? "" : "s",
                reason(sum));
  for (i = 0; i < IPOINT_MISSING_KINDS; i++)
    if (ipoint_missing_kinds[i].message)
      say_count(sum->missing[i], ipoint_missing_kinds[i].message);
}

int ipoint_summary_say(const struct ipoint_options *options,
                       const struct ipoint_recording *sum, const char *program,
                       unsigned runs) {
  char records[32], lost[32], overwritten[32], in_runs[48] = "", older[64] = "";
  char replaced[64] = "";
  const char *doubt = ipoint_clock_doubt(ipoint_clock_check());
  const char *place = options->profile && !options->keeps_trace
                          ? options->profile
                          : options->output;
  if (doubt)
    ipoint_warn("%s", doubt);
  if (sum->no_switches)
    ipoint_warn("context switches could not be recorded, so all times are "
                "response times: %s",
                sum->why_no_switches);
  if (*sum->why_no_interrupts)
    ipoint_warn("interrupts could not be recorded: %s", sum->why_no_interrupts);
  say_of_cuts(sum, program);
  if (sum->totals.records == 0 && sum->totals.counted == 0 &&
      sum->totals.lost == 0 && sum->totals.error == 0 && sum->totals.cut == 0 &&
      !sum->control_cut) {
    return !say_why_nothing(sum, program, options->paused);
  }
  if (options->numbered)
    snprintf(in_runs, sizeof in_runs, " in %u run%s", runs,
             runs == 1 ? "" : "s");
  if (sum->totals.overwritten)
    snprintf(older, sizeof older, ", %s older ones overwritten",
             grouped(overwritten, sum->totals.overwritten));
  if (sum->replaced == 1)
    strcpy(replaced, ", in place of the trace that was there");
  else if (sum->replaced)
    snprintf(replaced, sizeof replaced,
             ", in place of the %u traces that were there", sum->replaced);
  if (sum->totals.counted)
    ipoint_warn("%s paths and iterations of counted loops counted%s in %s%s",
                grouped(records, sum->totals.counted), in_runs, place,
                replaced);
  if (sum->totals.records || sum->totals.lost || !sum->totals.counted)
    ipoint_warn("%s record%s of %zu thread%s%s in %s (%s lost%s)%s",
                grouped(records, sum->totals.records),
                sum->totals.records == 1 ? "" : "s", sum->totals.threads,
                sum->totals.threads == 1 ? "" : "s", in_runs, place,
                grouped(lost, sum->totals.lost), older,
                sum->totals.counted ? "" : replaced);
  say_what_timing_took(sum);
  say_what_costs_less(sum);
  say_ended(place, sum->ended, sum->limit);
  if (sum->totals.error)
    ipoint_warn("%s: the trace is not whole: %s", place,
                strerror(sum->totals.error));
  if (sum->totals.unsure)
    ipoint_warn(
        "the trace was not written for more than 2^39 ticks: the times of %s "
        "record%s may be too early, by multiples of 2^40 ticks",
        grouped(lost, sum->totals.unsure), sum->totals.unsure == 1 ? "" : "s");
  say_of_rings(options, sum);
  if (sum->mixed_readings)
    ipoint_warn(
        "objects read the counter in different ways; build all with the same "
        "IPOINT_COUNTER: what the costlier probes take more is in the times");
  say_missing(sum);
  return 1;
}

static const char *as_time(char *text, double seconds) {
  if (seconds >= 1)
    sprintf(text, "%.3f s", seconds);
  else if (seconds >= 1e-3)
    sprintf(text, "%.2f ms", seconds * 1e3);
  else
    sprintf(text, "%.0f us", seconds * 1e6);
  return text;
}

void ipoint_summary_say_times(const double *cpu, const double *real,
                              size_t count) {
  struct ipoint_run_spread of_cpu, of_real;
  char first[32], second[32];
  if (count < 2)
    return;
  of_cpu = ipoint_run_spread_of(cpu, count);
  of_real = ipoint_run_spread_of(real, count);
  if (!(of_cpu.mean > 0) || !(of_real.mean > 0))
    return;
  ipoint_warn("a run took %s of CPU time +- %.2g %%, %s elapsed +- %.2g %% "
              "(means of %zu, 95 %%)",
              as_time(first, of_cpu.mean),
              100 * of_cpu.half_width / of_cpu.mean,
              as_time(second, of_real.mean),
              100 * of_real.half_width / of_real.mean, count);
}
