/*===- counted.c - Samples of the program that counts ---------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#include "record/run/counted.h"

#include "record/run/job.h"
#include "support/files.h"
#include "support/text.h"
#include "wire/counttable.h"
#include "wire/plainrun.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
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
                  in_runtime[] = "ipoint: no memory for a count table",
                  of_ours[] = "ipoint_", elf[] = "\177ELF";

static int has_name(const void *bytes, size_t size, const char *name) {
  return memmem(bytes, size, name, strlen(name)) != NULL;
}

/* What the program's file says: */
enum contents {
  HAS_TABLES,
  HAS_NONE, /* it is instrumented, and counts nothing in place */
  IS_OTHER  /* a script or another program, which may start one that does */
};

static enum contents contents_of(const char *program) {
  size_t size = 0;
  void *bytes = ipoint_file_bytes(program, &size);
  enum contents found = IS_OTHER;
  if (bytes &&
      (has_name(bytes, size, by_unit) || (has_name(bytes, size, by_reference) &&
                                          !has_name(bytes, size, in_runtime))))
    found = HAS_TABLES;
  else if (!bytes ||
           (size > strlen(elf) && memcmp(bytes, elf, strlen(elf)) == 0 &&
            has_name(bytes, size, of_ours)))
    found = HAS_NONE;
  free(bytes);
  return found;
}

void ipoint_counted_prepare(struct ipoint_job *job, const char *program) {
  long wanted = job->options->samples;
  enum contents found;
  job->sample_file = -1;
  if (wanted == IPOINT_SAMPLES_NONE || job->options->baseline ||
      (found = contents_of(program)) == HAS_NONE)
    return;
  job->may_count = found == IS_OTHER;
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

/* Whether what runs records, and does not count in place: samples would only
   lengthen its times. */
static int is_useless(struct ipoint_job *job) {
  const unsigned enough = 3; /* polls: a table is made soon */
  if (job->drain.counts_seen)
    job->may_count = 0;
  return job->may_count && job->drain.processes_seen > 0 &&
         ++job->polls_without > enough;
}

void ipoint_counted_poll(struct ipoint_job *job) {
  uint64_t now = ipoint_port_counter();
  if (!job->sampler.rings ||
      now - job->sampled < job->drain.rate / POLLS_PER_SECOND)
    return;
  job->sampled = now;
  if (is_useless(job))
    ipoint_sampler_finish(&job->sampler);
  else
    ipoint_sampler_poll(&job->sampler);
}

void ipoint_counted_finish(struct ipoint_job *job) {
  if (job->sample_file < 0)
    return;
  ipoint_sampler_finish(&job->sampler);
  close(job->sample_file);
}

void ipoint_counted_end(struct ipoint_job *job, int counted) {
  const char *why = job->sampler.reason;
  if (!job->metadata.samples_period || job->sample_file < 0)
    return;
  if (job->sampler.out.error)
    why = strerror(job->sampler.out.error);
  if (counted && !*why)
    job->metadata.samples_taken = job->sampler.samples;
  if (job->metadata.samples_taken)
    return;
  unlinkat(job->output.folder, IPOINT_OWN_SAMPLES, 0);
  if (counted && *why)
    ipoint_warn("there are no mean times by samples: %s", why);
}
