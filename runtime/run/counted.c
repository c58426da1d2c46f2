/*===- counted.c - Samples of a program that counts in place --------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
\*===----------------------------------------------------------------------===*/

#include "run/counted.h"

#include "support/files.h"
#include "support/warn.h"
#include "wire/baseline.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* A second of the CPU's use, if not set: they cost some 3 %. */
#define RATE 1000u
#define SECOND UINT64_C(1000000000)
/* Each poll begins a period anew. */
#define POLLS_PER_SECOND 20u

/* Names of what units that store sums have (ipoint/counts.h). A static program
   has the second one anyhow, and a stripped one lacks the first. */
static const char by_unit[] = "ipoint_expect_counts",
                  by_reference[] = "ipoint_counts_expect",
                  in_runtime[] = "ipoint: no memory for a count table";

static int has_name(const void *bytes, size_t size, const char *name) {
  return memmem(bytes, size, name, strlen(name)) != NULL;
}

static int has_tables(const char *program) {
  struct stat status;
  int file = open(program, O_RDONLY | O_CLOEXEC), found = 0;
  void *bytes;
  size_t size;
  if (file < 0)
    return 0;
  if (fstat(file, &status) == 0 && S_ISREG(status.st_mode) &&
      status.st_size > 0) {
    size = (size_t)status.st_size;
    bytes = mmap(NULL, size, PROT_READ, MAP_PRIVATE, file, 0);
    if (bytes != MAP_FAILED) {
      found = has_name(bytes, size, by_unit) ||
              (has_name(bytes, size, by_reference) &&
               !has_name(bytes, size, in_runtime));
      munmap(bytes, size);
    }
  }
  close(file);
  return found;
}

void ipoint_counted_prepare(struct ipoint_job *job, const char *program) {
  long wanted = job->options->samples;
  job->sample_file = -1;
  if (wanted == IPOINT_SAMPLES_NONE || job->options->baseline ||
      !has_tables(program))
    return;
  job->metadata.samples_period =
      SECOND / (wanted == IPOINT_SAMPLES_AUTO ? RATE : (uint64_t)wanted);
  job->sample_file =
      ipoint_file_replace(job->output.folder, IPOINT_OWN_SAMPLES, O_RDWR);
  if (job->sample_file < 0)
    ipoint_warn("%s/" IPOINT_OWN_SAMPLES ": %s", job->options->output,
                strerror(errno));
}

void ipoint_counted_begin(struct ipoint_job *job, pid_t pid) {
  if (job->sample_file >= 0)
    ipoint_sampler_begin(&job->sampler, pid, job->sample_file,
                         job->metadata.samples_period);
}

void ipoint_counted_poll(struct ipoint_job *job) {
  uint64_t now = ipoint_port_counter();
  if (!job->sampler.rings ||
      now - job->sampled < job->drain.rate / POLLS_PER_SECOND)
    return;
  job->sampled = now;
  ipoint_sampler_poll(&job->sampler);
}

void ipoint_counted_finish(struct ipoint_job *job) {
  const char *why = job->sampler.reason;
  if (job->sample_file < 0)
    return;
  if (job->sampler.rings)
    ipoint_sampler_finish(&job->sampler);
  close(job->sample_file);
  if (job->sampler.out.error)
    why = strerror(job->sampler.out.error);
  job->metadata.samples_taken = job->sampler.samples;
  if (!*why && job->sampler.samples > 0)
    return;
  job->metadata.samples_taken = 0;
  unlinkat(job->output.folder, IPOINT_OWN_SAMPLES, 0);
  if (*why)
    ipoint_warn("there are no mean times by samples: %s", why);
}
