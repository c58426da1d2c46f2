/*===- samples.c - From dumps of samples to files of a baseline -----------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#include "import/import.h"

#include "import/elf.h"
#include "ipoint/sampler.h"
#include "support/files.h"
#include "support/text.h"
#include "wire/plainrun.h"
#include "record/consumer/perffile.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define HEADER_WORDS (sizeof(struct ipoint_samples_header) / 4)
#define SECOND UINT64_C(1000000000)

/* One dump. */
struct samples {
  const char *path;
  struct ipoint_samples_header header;
  int32_t *distances; /* header.count of them */
  uint64_t elapsed;   /* ns */
};

/* Why it can't be used; null: it can. */
static const char *take_dump(struct samples *samples, const uint8_t *bytes,
                             size_t size, uint64_t rate) {
  struct ipoint_samples_header *header = &samples->header;
  uint64_t ticks;
  int big;
  if (size < sizeof *header)
    return "a cut dump of samples: it has less than a header";
  big = ipoint_dump_is_big(bytes, IPOINT_SAMPLES_MAGIC);
  ipoint_dump_words((uint32_t *)header, bytes, HEADER_WORDS, big);
  if (header->magic != IPOINT_SAMPLES_MAGIC)
    return "not a dump of samples, or sampling had not been started "
           "(ipoint_sampler_start)";
  if (header->format != IPOINT_SAMPLES_FORMAT)
    return "a dump of samples of another version; build the firmware with this "
           "version of ipoint";
  if (header->count > header->room || header->room > UINT32_MAX / 8 ||
      header->halvings > 31)
    return "a damaged dump of samples: its header makes no sense";
  if (header->count > (size - sizeof *header) / 4)
    return "a cut dump of samples: dump all of ipoint_samples";
  rate = rate ? rate : header->rate;
  ticks = header->elapsed[0] | (uint64_t)header->elapsed[1] << 32;
  if (!rate)
    return "the counter's rate is not known; give --rate";
  if (!ticks)
    return "no time passed between ipoint_sampler_start() and "
           "ipoint_sampler_stop()";
  if (header->period && !header->count)
    return "has no samples, although there was to be one each period: does "
           "the timer's interrupt come?";
  samples->elapsed = (uint64_t)((double)ticks / (double)rate * (double)SECOND);
  samples->distances = malloc((header->count + 1) * sizeof(int32_t));
  if (!samples->distances)
    return "no memory for it";
  ipoint_dump_words((uint32_t *)samples->distances, bytes + sizeof *header,
                    header->count, big);
  return NULL;
}

static int read_dump(struct samples *samples, const char *path, uint64_t rate) {
  size_t size;
  void *bytes = ipoint_file_bytes(path, &size);
  const char *why =
      bytes ? take_dump(samples, bytes, size, rate) : ipoint_file_reason(errno);
  samples->path = path;
  free(bytes);
  if (why)
    ipoint_warn("%s: %s", path, why);
  return why == NULL;
}

/* Says where code lies. 0: there is none. */
static int write_maps(struct ipoint_perf_file *out,
                      const struct ipoint_elf *elf,
                      const struct ipoint_perf_who *who, const char *program) {
  uint64_t first = IPOINT_ELF_FIELD(elf, 0, Ehdr, e_phoff), size, count, i;
  int found = 0;
  size = IPOINT_ELF_FIELD(elf, 0, Ehdr, e_phentsize);
  count = IPOINT_ELF_FIELD(elf, 0, Ehdr, e_phnum);
  for (i = 0; i < count; i++) {
    uint64_t at = first + i * size;
    if (IPOINT_ELF_FIELD(elf, at, Phdr, p_type) != PT_LOAD ||
        !(IPOINT_ELF_FIELD(elf, at, Phdr, p_flags) & PF_X) ||
        !IPOINT_ELF_FIELD(elf, at, Phdr, p_filesz))
      continue;
    ipoint_perf_file_map(out, who, IPOINT_ELF_FIELD(elf, at, Phdr, p_vaddr),
                         IPOINT_ELF_FIELD(elf, at, Phdr, p_filesz),
                         IPOINT_ELF_FIELD(elf, at, Phdr, p_offset), program);
    found = 1;
  }
  return found;
}

/* One file of samples. Each stands for the same part of the run, and they are
   evenly spread over it. 0, or errno; -1: the program has no code. */
static int write_samples(int folder, const char *name,
                         const struct samples *samples,
                         const struct ipoint_elf *elf, const char *program) {
  const struct ipoint_samples_header *header = &samples->header;
  uint64_t base = header->base[0] | (uint64_t)header->base[1] << 32;
  uint64_t period = samples->elapsed / header->count;
  struct perf_event_attr event = ipoint_perf_file_event(period ? period : 1);
  struct ipoint_perf_who who = {1, 1, 0};
  static struct ipoint_perf_file out;
  int file = ipoint_file_replace(folder, name, O_RDWR), found;
  uint32_t i;
  if (file < 0)
    return errno;
  memset(&out, 0, sizeof out);
  ipoint_perf_file_begin(&out, file, &event);
  found = write_maps(&out, elf, &who, program);
  for (i = 0; i < header->count; i++) {
    uint64_t address = base + (uint64_t)(int64_t)samples->distances[i];
    who.time += period;
    ipoint_perf_file_sample(&out, &who,
                            elf->is_64 ? address : (uint32_t)address,
                            period ? period : 1);
  }
  ipoint_perf_file_end(&out);
  if (close(file) != 0 && !out.error)
    out.error = errno;
  return out.error ? out.error : found ? 0 : -1;
}

static void write_run(FILE *out, const char *key, uint64_t ns) {
  fprintf(out,
          "\"%s\": {\"thread\": null, \"begin\": null, \"end\": null, "
          "\"ended\": null, \"wall_ns\": %" PRIu64 ", \"user_us\": %" PRIu64
          ", \"system_us\": 0}",
          key, ns, (ns + 500) / 1000);
}

/* Dumps in their order: those of runs that were sampled, or of the others. */
static const struct samples *nth(const struct samples *all, size_t count,
                                 int sampled, unsigned number) {
  size_t i;
  for (i = 0; i < count; i++)
    if ((all[i].header.period != 0) == sampled && number-- == 0)
      return &all[i];
  return NULL;
}

/* A pair; 0 where there is nothing left for it. */
static int write_pair(FILE *out, int folder, const struct samples *all,
                      size_t count, unsigned number) {
  const struct samples *sampled = nth(all, count, 1, number);
  const struct samples *plain = nth(all, count, 0, number);
  char trace[32];
  struct stat status;
  if (!nth(all, count, 0, 0))
    plain = sampled; /* with what samples take */
  if (!plain)
    return 0;
  snprintf(trace, sizeof trace, "run-%03u", number + 1);
  fprintf(out, "%s\n  {", number ? "," : "");
  if (fstatat(folder, trace, &status, AT_SYMLINK_NOFOLLOW) == 0) {
    fprintf(out, "\"trace\": \"%s\",\n   ", trace);
    write_run(out, "instrumented", 0);
  } else {
    fputs("\"trace\": null,\n   \"instrumented\": null", out);
  }
  fputs(",\n   ", out);
  write_run(out, "plain", plain->elapsed);
  if (sampled) {
    const struct ipoint_samples_header *header = &sampled->header;
    fprintf(out,
            ",\n   \"sampled\": [{\"samples\": \"" IPOINT_SAMPLES_NAME "\", "
            "\"sampler\": \"timer interrupt\", \"period_ns\": %" PRIu64
            ", \"taken\": %" PRIu32 ", \"lost\": 0, \"throttled\": 0, ",
            number + 1, sampled->elapsed / header->count, header->count);
    write_run(out, "run", sampled->elapsed);
    fputs("}]", out);
  }
  fputs("}", out);
  return 1;
}

static int write_baseline(int folder, const char *program,
                          const struct samples *all, size_t count,
                          uint64_t rate) {
  FILE *out = ipoint_file_rewrite(folder, IPOINT_BASELINE_NAME);
  unsigned number = 0;
  if (!out)
    return errno;
  fputs("{\"format\": \"ipoint-baseline/2\",\n \"program\": ", out);
  ipoint_json_text(out, program);
  fprintf(out,
          ",\n \"instrumented\": \"\", \"arguments\": \"\", \"host\": \"\", "
          "\"cpu\": \"\",\n \"clock_source\": \"\", \"rate_hz\": %" PRIu64
          ", \"pinned\": -1, \"order\": \"not known\",\n \"pairs\": [",
          rate ? rate : all[0].header.rate);
  while (write_pair(out, folder, all, count, number))
    number++;
  fputs("\n]}\n", out);
  return ipoint_file_rewritten(folder, IPOINT_BASELINE_NAME, out);
}

/* All files; 0, or errno, or -1 after saying what is wrong. */
static int write_all(int folder, const char *program,
                     const struct ipoint_elf *elf, const struct samples *all,
                     size_t count, uint64_t rate) {
  const struct samples *sampled;
  unsigned number;
  for (number = 0; (sampled = nth(all, count, 1, number)); number++) {
    char name[IPOINT_SAMPLES_ROOM];
    int error;
    snprintf(name, sizeof name, IPOINT_SAMPLES_NAME, number + 1);
    error = write_samples(folder, name, sampled, elf, program);
    if (error < 0)
      ipoint_warn("%s: no part of it is code; give the plain firmware's ELF "
                  "file",
                  program);
    if (error)
      return error;
  }
  return write_baseline(folder, program, all, count, rate);
}

static int open_elf(struct ipoint_elf *elf, const char *program) {
  const char *why = ipoint_elf_open(elf, program);
  if (why == ipoint_elf_none)
    ipoint_warn("%s: not an ELF file; give the plain firmware's, with its "
                "symbols",
                program);
  else if (why)
    ipoint_warn("%s: %s", program, why);
  return why == NULL;
}

/* The files of dumps that were read. 0, or 2. */
static int import_all(const char *output, const char *program,
                      const struct samples *all, size_t count, uint64_t rate) {
  char path[PATH_MAX];
  struct ipoint_elf elf = {NULL, 0, 0, 0};
  int folder = -1, error = -1;
  if (!nth(all, count, 1, 0))
    ipoint_warn("no dump has samples: give one of a run whose period was not "
                "0");
  else if (!realpath(program, path))
    ipoint_warn("%s: %s", program, strerror(errno));
  else if (open_elf(&elf, path)) {
    if (mkdir(output, 0777) != 0 && errno != EEXIST)
      error = errno;
    else if ((folder = ipoint_folder_open(AT_FDCWD, output)) < 0)
      error = errno;
    else
      error = write_all(folder, path, &elf, all, count, rate);
    if (error > 0)
      ipoint_warn("%s: %s", output, strerror(error));
  }
  if (folder >= 0)
    close(folder);
  free(elf.bytes);
  return error ? 2 : 0;
}

int ipoint_import_samples(const char *output, const char *program,
                          char *const *dumps, uint64_t rate) {
  struct samples *all;
  size_t count = 0, i;
  uint64_t samples = 0;
  int code = 2;
  while (dumps[count])
    count++;
  all = calloc(count, sizeof *all);
  for (i = 0; all && i < count && read_dump(&all[i], dumps[i], rate); i++)
    samples += all[i].header.count;
  if (all && i == count)
    code = import_all(output, program, all, count, rate);
  if (code == 0 && !nth(all, count, 0, 0))
    ipoint_warn("times hold what the sampler's interrupts take: give a dump of "
                "a run that was not sampled too (period 0)");
  if (code == 0)
    ipoint_warn("%" PRIu64 " samples in %s", samples, output);
  for (i = 0; all && i < count; i++)
    free(all[i].distances);
  free(all);
  return code;
}
