/*===- tracers.c - The kernel's tracers of noise, in an answer ------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#include "calibrate/tool/calibrator.h"

#include "support/files.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define ROOT "/sys/kernel/tracing"

int ipoint_tracer_line(const char *line, struct ipoint_tracer_sums *sums) {
  double runtime, noise, share, largest, hardware, inner, outer;
  const char *at = strstr(line, "inner/outer(us):");
  if (*line == '#')
    return 0;
  if (at && sscanf(at, "inner/outer(us): %lf/%lf", &inner, &outer) == 2) {
    sums->samples++;
    largest = inner > outer ? inner : outer;
    sums->noise_us += largest;
    if (largest > sums->largest_us)
      sums->largest_us = largest;
    return 1;
  }
  /* Behind task, CPU, flags and time. */
  at = strstr(line, ": ");
  if (!at || sscanf(at + 2, "%lf %lf %lf %lf %lf", &runtime, &noise, &share,
                    &largest, &hardware) != 5)
    return 0;
  sums->samples++;
  sums->runtime_us += runtime;
  sums->noise_us += noise;
  sums->hardware += hardware;
  if (largest > sums->largest_us)
    sums->largest_us = largest;
  return 1;
}

static int put(const char *instance, const char *name, const char *text) {
  char path[PATH_MAX];
  int file;
  ssize_t written;
  snprintf(path, sizeof path, "%s/%s", instance, name);
  file = open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0)
    return 0;
  written = write(file, text, strlen(text));
  close(file);
  return written == (ssize_t)strlen(text);
}

static int has_tracer(const char *tracer) {
  char line[1024], *word, *rest = line;
  ipoint_file_text(AT_FDCWD, ROOT "/available_tracers", line, sizeof line);
  while ((word = strsep(&rest, " \n")))
    if (strcmp(word, tracer) == 0)
      return 1;
  return 0;
}

static void read_trace(const char *instance, struct ipoint_tracer_sums *sums) {
  char path[PATH_MAX], line[1024];
  FILE *file;
  snprintf(path, sizeof path, "%s/trace", instance);
  file = fopen(path, "re");
  while (file && fgets(line, sizeof line, file))
    ipoint_tracer_line(line, sums);
  if (file)
    fclose(file);
}

static void ask(struct ipoint_answer *answer, const char *tracer,
                uint64_t nanoseconds) {
  struct ipoint_tracer_sums sums = {0, 0, 0, 0, 0};
  struct timespec time = {(time_t)(nanoseconds / 1000000000u),
                          (long)(nanoseconds % 1000000000u)};
  char instance[128];
  snprintf(instance, sizeof instance, ROOT "/instances/ipoint-%ld",
           (long)getpid());
  if (mkdir(instance, 0700) == 0) {
    if (put(instance, "current_tracer", tracer)) {
      nanosleep(&time, NULL);
      put(instance, "tracing_on", "0");
      read_trace(instance, &sums);
      put(instance, "current_tracer", "nop");
    }
    rmdir(instance);
  }
  ipoint_answer_text_cell(answer, tracer);
  IPOINT_CELLS(answer, sums.samples, sums.noise_us, sums.runtime_us,
               sums.largest_us, sums.hardware);
}

void ipoint_answer_tracers(struct ipoint_answer *answer, uint64_t nanoseconds) {
  static const struct ipoint_column columns[] = {
      {"tracer", "tracer"},         {"samples", "samples"},
      {"noise_us", "noise us"},     {"runtime_us", "of us"},
      {"largest_us", "largest us"}, {"hardware", "by hardware"},
  };
  static const char *const tracers[] = {"osnoise", "hwlat"};
  int i, there = 0;
  if (access(ROOT "/available_tracers", R_OK) != 0) {
    ipoint_answer_note(
        answer,
        "The kernel's tracers osnoise and hwlat can't be asked: " ROOT
        "/available_tracers: %s%s.",
        strerror(errno),
        errno == ENOENT ? " (mount -t tracefs tracefs " ROOT ")"
                        : "; it takes root");
    return;
  }
  for (i = 0; i < 2; i++)
    there += has_tracer(tracers[i]);
  if (!there) {
    ipoint_answer_note(answer, "This kernel has neither of the tracers osnoise "
                               "and hwlat.");
    return;
  }
  IPOINT_TABLE(answer, "tracers", "What the kernel's tracers say", columns);
  for (i = 0; i < 2; i++)
    if (has_tracer(tracers[i]))
      ask(answer, tracers[i], nanoseconds);
}
