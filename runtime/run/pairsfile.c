/*===- pairsfile.c - What is known of plain and instrumented runs ---------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
\*===----------------------------------------------------------------------===*/

#include "run/pairs.h"

#include "calibrate/clockmath.h"
#include "observe/machine.h"
#include "support/files.h"
#include "support/json.h"
#include "support/warn.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Main's times are null where LD_PRELOAD does not reach it. */
static void write_time(FILE *out, const struct ipoint_baseline_page *page,
                       const struct ipoint_run *run) {
  static const char *const ends[] = {"", "return", "exit", "_exit", ""};
  if (page->taken)
    fprintf(out,
            "{\"thread\": %u, \"begin\": %llu, \"end\": %llu, "
            "\"ended\": \"%s\"",
            page->pid, (unsigned long long)page->begin,
            (unsigned long long)page->end, ends[page->ended]);
  else
    fputs("{\"thread\": null, \"begin\": null, \"end\": null, "
          "\"ended\": null",
          out);
  fprintf(out,
          ", \"wall_ns\": %llu, \"user_us\": %llu, "
          "\"system_us\": %llu, \"voluntary_switches\": %ld, "
          "\"involuntary_switches\": %ld}",
          (unsigned long long)run->wall_ns,
          (unsigned long long)run->usage.ru_utime.tv_sec * 1000000u +
              (unsigned long long)run->usage.ru_utime.tv_usec,
          (unsigned long long)run->usage.ru_stime.tv_sec * 1000000u +
              (unsigned long long)run->usage.ru_stime.tv_usec,
          run->usage.ru_nvcsw, run->usage.ru_nivcsw);
}

static void write_file(FILE *out, const struct ipoint_pairs *pairs) {
  struct ipoint_moment now = ipoint_moment_now();
  struct ipoint_machine machine;
  char *arguments = ipoint_quote(pairs->options->command + 1);
  ipoint_machine_read(&machine);
  fputs("{\"format\": \"ipoint-baseline/2\",\n \"program\": ", out);
  ipoint_json_text(out, pairs->plain);
  fputs(",\n \"instrumented\": ", out);
  ipoint_json_text(out, pairs->program);
  fputs(",\n \"arguments\": ", out);
  ipoint_json_text(out, arguments ? arguments : "");
  fputs(",\n \"host\": ", out);
  ipoint_json_text(out, machine.names.nodename);
  fputs(",\n \"cpu\": ", out);
  ipoint_json_text(out, machine.cpu);
  fprintf(
      out,
      ",\n \"clock_source\": \"" IPOINT_PORT_NAME "\",\n"
      " \"rate_hz\": %llu,\n \"pinned\": %d,\n"
      " \"order\": \"plain, sampled, instrumented\",\n \"pairs\": [\n%s\n]}\n",
      (unsigned long long)ipoint_clock_rate(now.ticks - pairs->begin.ticks,
                                            now.raw_ns - pairs->begin.raw_ns),
      pairs->options->conditions.cpu, pairs->text);
  free(arguments);
}

/* Beside the old file, and then in its place. */
static int replace_file(const struct ipoint_pairs *pairs) {
  static const char beside[] = IPOINT_BASELINE_NAME ".new";
  int folder = pairs->output->folder, failed = 1;
  int file = ipoint_file_replace(folder, beside, O_WRONLY);
  FILE *out = file < 0 ? NULL : fdopen(file, "w");
  if (out) {
    write_file(out, pairs);
    failed = ferror(out);
    failed |= fclose(out) != 0;
    failed =
        failed || renameat(folder, beside, folder, IPOINT_BASELINE_NAME) != 0;
  }
  if (failed)
    ipoint_warn("%s/" IPOINT_BASELINE_NAME ": %s", pairs->options->output,
                strerror(errno));
  return failed ? 2 : 0;
}

static void write_samples(FILE *out, const struct ipoint_pairs *pairs,
                          unsigned number) {
  const struct ipoint_sampler *sampler = &pairs->sampler;
  fprintf(out,
          ",\n   \"sampled\": [{\"samples\": \"" IPOINT_SAMPLES_NAME
          "\", \"sampler\": \"%s\", \"rate\": %llu, \"period_ns\": %llu, "
          "\"taken\": %llu, \"lost\": %llu, \"throttled\": %llu, \"run\": ",
          number, pairs->how == IPOINT_BY_TIMER ? "timer signal" : "perf",
          (unsigned long long)ipoint_pairs_rate(pairs, number),
          (unsigned long long)sampler->period,
          (unsigned long long)sampler->samples,
          (unsigned long long)sampler->lost,
          (unsigned long long)sampler->throttled);
  write_time(out, &pairs->of_sampled, &pairs->sampled);
  fputs("}]", out);
}

static uint64_t processor_us(const struct ipoint_run *run) {
  const struct rusage *used = &run->usage;
  return (uint64_t)(used->ru_utime.tv_sec + used->ru_stime.tv_sec) * 1000000u +
         (uint64_t)(used->ru_utime.tv_usec + used->ru_stime.tv_usec);
}

void ipoint_pairs_say(const struct ipoint_pairs *pairs) {
  if (pairs->plain_us && pairs->instrumented_us)
    ipoint_warn("the instrumented program took %.2f times the plain program's "
                "CPU time",
                (double)pairs->instrumented_us / (double)pairs->plain_us);
}

int ipoint_pairs_note(struct ipoint_pairs *pairs, unsigned number,
                      const struct ipoint_run *instrumented) {
  FILE *out;
  char *text = NULL;
  size_t length = 0;
  int code;
  if (instrumented) {
    ipoint_pairs_read_page(pairs);
    code = ipoint_pairs_check_time(pairs, pairs->program, number);
    if (code)
      return code;
    pairs->plain_us += processor_us(&pairs->run);
    pairs->instrumented_us += processor_us(instrumented);
  }
  out = open_memstream(&text, &length);
  if (!out)
    return 2;
  if (pairs->text)
    fprintf(out, "%s,\n", pairs->text);
  if (instrumented)
    fprintf(out, "  {\"trace\": \"run-%03u\",\n   \"plain\": ", number);
  else
    fputs("  {\"trace\": null,\n   \"plain\": ", out);
  write_time(out, &pairs->of_plain, &pairs->run);
  fputs(",\n   \"instrumented\": ", out);
  if (instrumented)
    write_time(out, &pairs->page, instrumented);
  else
    fputs("null", out);
  if (pairs->sampled.pid && pairs->how != IPOINT_NOT_SAMPLED)
    write_samples(out, pairs, number);
  fputs("}", out);
  if (fclose(out) != 0) {
    free(text);
    return 2;
  }
  free(pairs->text);
  pairs->text = text;
  return replace_file(pairs);
}
