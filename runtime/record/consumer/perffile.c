/*===- perffile.c - Writes files of samples as perf does ------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#include "record/consumer/perffile.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

/* What begins a file with one event. */
struct section {
  uint64_t offset, size;
};
struct file_header {
  char magic[8]; /* "PERFILE2" */
  uint64_t size, attribute_size;
  struct section attributes, data, event_types;
  uint64_t features[4];
};
struct file_begin {
  struct file_header header;
  struct perf_event_attr attributes;
  struct section ids;
};

/* What follows the header of each record that is made here; in samples the
   address is before it, and the period behind. */
struct record_end {
  uint32_t pid, tid;
  uint64_t time;
};

/* Names of files are cut off here. */
#define LONGEST_NAME 4096u

struct perf_event_attr ipoint_perf_file_event(uint64_t period) {
  return (struct perf_event_attr){
      .size = sizeof(struct perf_event_attr),
      .type = PERF_TYPE_SOFTWARE,
      .config = PERF_COUNT_SW_CPU_CLOCK,
      .sample_period = period,
      .sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME |
                     PERF_SAMPLE_PERIOD,
      .disabled = 1,
      .enable_on_exec = 1,
      .inherit = 1,
      .exclude_kernel = 1, /* or it would take privileges */
      .exclude_hv = 1,
      .mmap = 1,
      .mmap2 = 1,
      .comm = 1,
      .comm_exec = 1,
      .task = 1,
      .sample_id_all = 1,
      .use_clockid = 1,
      .clockid = CLOCK_MONOTONIC_RAW};
}

static void write_at(struct ipoint_perf_file *out, uint64_t at,
                     const void *bytes, size_t size) {
  const uint8_t *from = bytes;
  while (size && !out->error) {
    ssize_t part = pwrite(out->file, from, size, (off_t)at);
    if (part < 0 && errno == EINTR)
      continue;
    if (part <= 0) {
      out->error = part < 0 ? errno : EIO;
      break;
    }
    from += part;
    at += (uint64_t)part;
    size -= (size_t)part;
  }
}

/* The size of the data is 0 until all is there. */
void ipoint_perf_file_begin(struct ipoint_perf_file *out, int file,
                            const struct perf_event_attr *attributes) {
  struct file_begin begin;
  memset(out, 0, sizeof *out);
  memset(&begin, 0, sizeof begin);
  out->file = file;
  memcpy(begin.header.magic, "PERFILE2", sizeof begin.header.magic);
  begin.header.size = sizeof begin.header;
  begin.header.attribute_size = sizeof begin - sizeof begin.header;
  begin.header.attributes.offset = sizeof begin.header;
  begin.header.attributes.size = begin.header.attribute_size;
  begin.header.data.offset = sizeof begin;
  begin.attributes = *attributes;
  begin.ids.offset = sizeof begin;
  write_at(out, 0, &begin, sizeof begin);
}

static void put_bytes(struct ipoint_perf_file *out, const void *bytes,
                      size_t size) {
  if (out->waiting + size > sizeof out->buffer)
    ipoint_perf_file_flush(out);
  if (size > sizeof out->buffer) {
    write_at(out, sizeof(struct file_begin) + out->written, bytes, size);
    out->written += size;
    return;
  }
  memcpy(out->buffer + out->waiting, bytes, size);
  out->waiting += size;
}

void ipoint_perf_file_put(struct ipoint_perf_file *out,
                          const struct perf_event_header *record) {
  put_bytes(out, record, record->size);
}

void ipoint_perf_file_flush(struct ipoint_perf_file *out) {
  write_at(out, sizeof(struct file_begin) + out->written, out->buffer,
           out->waiting);
  out->written += out->waiting;
  out->waiting = 0;
}

void ipoint_perf_file_end(struct ipoint_perf_file *out) {
  uint64_t size;
  ipoint_perf_file_flush(out);
  size = out->written;
  write_at(out, offsetof(struct file_begin, header.data.size), &size,
           sizeof size);
}

static struct perf_event_header header_of(uint32_t type, uint16_t misc,
                                          size_t size) {
  struct perf_event_header header = {type, misc, (uint16_t)size};
  return header;
}

static struct record_end end_of(const struct ipoint_perf_who *who) {
  struct record_end end = {who->pid, who->tid, who->time};
  return end;
}

void ipoint_perf_file_sample(struct ipoint_perf_file *out,
                             const struct ipoint_perf_who *who,
                             uint64_t address, uint64_t period) {
  struct {
    struct perf_event_header header;
    uint64_t address;
    struct record_end end;
    uint64_t period;
  } record;
  record.header =
      header_of(PERF_RECORD_SAMPLE, PERF_RECORD_MISC_USER, sizeof record);
  record.address = address;
  record.end = end_of(who);
  record.period = period;
  put_bytes(out, &record, sizeof record);
}

/* A text with zeros behind it, at least one, up to a multiple of eight bytes;
   then the record's end. Returns the size of both. */
static size_t add_text(uint8_t *to, const char *text,
                       const struct ipoint_perf_who *who) {
  struct record_end end = end_of(who);
  size_t length = strnlen(text, LONGEST_NAME - 1), size = (length + 8) & ~7ul;
  memset(to, 0, size);
  memcpy(to, text, length);
  memcpy(to + size, &end, sizeof end);
  return size + sizeof end;
}

void ipoint_perf_file_map(struct ipoint_perf_file *out,
                          const struct ipoint_perf_who *who, uint64_t begin,
                          uint64_t length, uint64_t offset, const char *name) {
  struct {
    struct perf_event_header header;
    uint32_t pid, tid;
    uint64_t begin, length, offset;
    uint32_t major, minor; /* of the device; like the next, not known */
    uint64_t inode, generation;
    uint32_t protection, flags;
    uint8_t rest[LONGEST_NAME + sizeof(struct record_end)];
  } record;
  memset(&record, 0, offsetof(__typeof__(record), rest));
  record.pid = who->pid;
  record.tid = who->tid;
  record.begin = begin;
  record.length = length;
  record.offset = offset;
  record.protection = PROT_READ | PROT_EXEC;
  record.flags = MAP_PRIVATE;
  record.header = header_of(PERF_RECORD_MMAP2, PERF_RECORD_MISC_USER,
                            offsetof(__typeof__(record), rest) +
                                add_text(record.rest, name, who));
  put_bytes(out, &record, record.header.size);
}

void ipoint_perf_file_exec(struct ipoint_perf_file *out,
                           const struct ipoint_perf_who *who,
                           const char *name) {
  struct {
    struct perf_event_header header;
    uint32_t pid, tid;
    uint8_t rest[LONGEST_NAME + sizeof(struct record_end)];
  } record;
  record.pid = who->pid;
  record.tid = who->tid;
  record.header = header_of(PERF_RECORD_COMM, PERF_RECORD_MISC_COMM_EXEC,
                            offsetof(__typeof__(record), rest) +
                                add_text(record.rest, name, who));
  put_bytes(out, &record, record.header.size);
}

void ipoint_perf_file_fork(struct ipoint_perf_file *out,
                           const struct ipoint_perf_who *who, uint32_t parent) {
  struct {
    struct perf_event_header header;
    uint32_t pid, parent, tid, parent_tid;
    uint64_t time;
    struct record_end end;
  } record;
  record.header = header_of(PERF_RECORD_FORK, 0, sizeof record);
  record.pid = who->pid;
  record.parent = parent;
  record.tid = who->tid;
  record.parent_tid = parent;
  record.time = who->time;
  record.end = end_of(who);
  put_bytes(out, &record, sizeof record);
}

void ipoint_perf_file_lost(struct ipoint_perf_file *out,
                           const struct ipoint_perf_who *who, uint64_t count) {
  struct {
    struct perf_event_header header;
    uint64_t id, count;
    struct record_end end;
  } record;
  record.header = header_of(PERF_RECORD_LOST, 0, sizeof record);
  record.id = 0;
  record.count = count;
  record.end = end_of(who);
  put_bytes(out, &record, sizeof record);
}
