/*===- metadata.c - The trace's metadata file -----------------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#include "record/consumer/metadata.h"

#include "wire/ring.h"
#include "wire/session.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>
#include <time.h>

const struct ipoint_missing_kind ipoint_missing_kinds[IPOINT_MISSING_KINDS] = {
    {"rings_overwritten", 0, NULL},
    {"rings_shared", 0,
     "# ring{ has|s have} also the records of a process that was forked by an "
     "instruction of the program's own"},
    {"threads_unrecorded", offsetof(struct ipoint_control, threads_without),
     NULL},
    {"processes_unrecorded", offsetof(struct ipoint_control, other_clock),
     "# process{ was|es were} not recorded: another counter "
     "than " IPOINT_PORT_NAME},
    {"runtimes_unrecorded", offsetof(struct ipoint_control, second_runtimes),
     "# module{ was|s were} not recorded, with a separate runtime (dlmopen): a "
     "process has one; load {it|them} into the namespace of the others"},
    {"processes_running", 0,
     "# process{ is|es are} still running; the trace ends where the program "
     "ended"},
    {"units_lost", offsetof(struct ipoint_control, units_lost),
     "# unit record{|s} could not be kept"}};

/* The bytes of the key that `text` begins with; 0: it begins with none. */
static size_t key_of(const char *text) {
  size_t length = 0;
  while (isalnum((unsigned char)text[length]) ||
         (length && text[length] == '_'))
    length++;
  return isalpha((unsigned char)*text) && text[length] == '=' ? length : 0;
}

int ipoint_label_read(const char *text, void *value) {
  enum { LONGEST = 200 };
  struct ipoint_labels *labels = value;
  size_t i, at, key = key_of(text);
  if (!key || !text[key + 1] || strlen(text) > LONGEST)
    return 0;
  for (i = key + 1; text[i]; i++)
    if ((unsigned char)text[i] < ' ' || text[i] == 127)
      return 0;
  for (at = 0; at < labels->count; at++)
    if (strncmp(labels->texts[at], text, key + 1) == 0)
      break;
  if (at == IPOINT_MOST_LABELS)
    return 0;
  labels->texts[at] = text;
  labels->count += at == labels->count;
  return 1;
}

const char *ipoint_date(int64_t seconds) {
  static char text[32];
  time_t time = (time_t)seconds;
  struct tm parts;
  if (!gmtime_r(&time, &parts) ||
      strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts) == 0)
    return "";
  return text;
}

/* A TSDL string literal: escapes as in C, control characters and what is not
 * ASCII in octal. */
static void put_string(FILE *out, const char *key, const char *value) {
  fprintf(out, "\t%s = \"", key);
  for (; *value; value++) {
    unsigned char c = (unsigned char)*value;
    if (c == '"' || c == '\\')
      fprintf(out, "\\%c", c);
    else if (c == '\n')
      fputs("\\n", out);
    else if (c == '\t')
      fputs("\\t", out);
    else if (c < 32 || c == 127)
      fprintf(out, "\\%03o", c);
    else
      fputc(c, out);
  }
  fputs("\";\n", out);
}

static void put_number(FILE *out, const char *key, uint64_t value) {
  fprintf(out, "\t%s = %" PRIu64 ";\n", key, value);
}

static void put_uuid(FILE *out, const uint8_t *uuid) {
  int i;
  for (i = 0; i < 16; i++)
    fprintf(out, "%s%02x", i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "",
            uuid[i]);
}

static void put_types(FILE *out, const struct ipoint_metadata *metadata) {
  fputs(
      "/* CTF 1.8 */\n\n"
      "typealias integer { size = 8; align = 8; signed = false; } := uint8_t;\n"
      "typealias integer { size = 32; align = 8; signed = false; } := "
      "uint32_t;\n"
      "typealias integer { size = 64; align = 8; signed = false; } := "
      "uint64_t;\n"
      "typealias integer { size = 1; align = 1; signed = false; } := uint1_t;\n"
      "typealias integer { size = 23; align = 1; signed = false; } := "
      "uint23_t;\n"
      "typealias integer { size = 40; align = 1; signed = false; } := "
      "uint40_t;\n"
      "\n"
      "trace {\n\tmajor = 1;\n\tminor = 8;\n\tuuid = \"",
      out);
  put_uuid(out, metadata->uuid);
  fputs("\";\n\tbyte_order = le;\n"
        "\tpacket.header := struct {\n"
        "\t\tuint32_t magic;\n\t\tuint8_t uuid[16];\n\t\tuint32_t "
        "stream_id;\n\t};\n};\n\n",
        out);
}

/* What a field of struct ipoint_metadata is; its key is its name. */
enum kind {
  STRING,
  SOME_STRING, /* not written where it is null */
  NUMBER,      /* uint64_t */
  SOME_NUMBER, /* not written where it is 0 */
  SIGNED,      /* int64_t */
  COUNT,       /* int64_t, not written where it is less than 0 */
  INT
};

struct field {
  const char *key;
  enum kind kind;
  size_t at;
};

#define F(kind, key) {#key, kind, offsetof(struct ipoint_metadata, key)}

static void put_field(FILE *out, const struct ipoint_metadata *metadata,
                      const struct field *field) {
  const void *at = (const char *)metadata + field->at;
  const char *const *text = at;
  const uint64_t *number = at;
  const int64_t *with_sign = at;
  switch (field->kind) {
  case STRING:
  case SOME_STRING:
    if (*text || field->kind == STRING)
      put_string(out, field->key, *text);
    break;
  case NUMBER:
  case SOME_NUMBER:
    if (*number || field->kind == NUMBER)
      put_number(out, field->key, *number);
    break;
  case SIGNED:
  case COUNT:
    if (*with_sign >= 0 || field->kind == SIGNED)
      fprintf(out, "\t%s = %" PRId64 ";\n", field->key, *with_sign);
    break;
  case INT:
    fprintf(out, "\t%s = %d;\n", field->key, *(const int *)at);
  }
}

#define PUT(fields)                                                            \
  put_fields(out, m, fields, sizeof(fields) / sizeof *(fields))

static void put_fields(FILE *out, const struct ipoint_metadata *metadata,
                       const struct field *fields, size_t count) {
  size_t i;
  for (i = 0; i < count; i++)
    put_field(out, metadata, &fields[i]);
}

static const struct field about_program[] = {
    F(SOME_STRING, date),        F(STRING, program),
    F(SOME_STRING, build_id),    F(STRING, arguments),
    F(STRING, hostname),         F(STRING, kernel),
    F(STRING, machine),          F(STRING, cpu),
    F(STRING, policy),           F(STRING, clock_source),
    F(NUMBER, clock_resolution), F(INT, clock_waits)};
static const struct field about_clock[] = {
    F(INT, clock_steady),        F(STRING, clock_kernel),
    F(STRING, hypervisor),       F(NUMBER, clock_skew),
    F(NUMBER, clock_skew_error), F(NUMBER, clock_rate_error),
    F(SIGNED, clock_drift)};
static const struct field about_overhead[] = {
    F(NUMBER, overhead_timed_mean), F(NUMBER, overhead_untimed_mean),
    F(NUMBER, overhead_timed_min), F(NUMBER, overhead_timed_spread),
    F(SOME_NUMBER, overhead_error)};
static const struct field about_calls[] = {
    F(NUMBER, overhead_called_timed_mean),
    F(NUMBER, overhead_called_untimed_mean),
    F(NUMBER, overhead_called_timed_min)};
static const struct field about_windows[] = {
    F(NUMBER, overhead_window_timed_mean),
    F(NUMBER, overhead_window_untimed_mean),
    F(NUMBER, overhead_window_timed_min)};
static const struct field about_end[] = {F(INT, exit_status),
                                         F(INT, exit_signal),
                                         F(NUMBER, wall_ns),
                                         F(NUMBER, user_us),
                                         F(NUMBER, system_us),
                                         F(NUMBER, voluntary_switches),
                                         F(NUMBER, involuntary_switches)};
static const struct field about_conditions[] = {
    F(NUMBER, minor_faults), F(NUMBER, major_faults), F(NUMBER, peak_memory),
    F(COUNT, migrations),    F(INT, niceness),        F(INT, realtime),
    F(INT, fixed_addresses), F(INT, memory_locked),   F(STRING, load),
    F(INT, warm_up)};
static const struct field about_interrupts[] = {F(SOME_STRING, interrupts),
                                                F(SOME_STRING, softirqs),
                                                F(SOME_STRING, cpus_used)};
static const struct field about_switches[] = {
    F(STRING, switches), F(NUMBER, switches_recorded), F(NUMBER, switches_lost),
    F(NUMBER, switches_uncertainty)};
static const struct field about_kernel[] = {
    F(STRING, kernel_interrupts), F(NUMBER, kernel_interrupts_recorded)};
static const struct field about_samples[] = {F(NUMBER, samples_period),
                                             F(NUMBER, samples_taken)};
static const struct field about_records[] = {F(SOME_NUMBER, counted),
                                             F(SOME_NUMBER, times_in_place),
                                             F(SOME_NUMBER, times_masked),
                                             F(SOME_NUMBER, times_masked_enter),
                                             F(SOME_NUMBER, times_masked_leave),
                                             F(NUMBER, records),
                                             F(NUMBER, records_lost),
                                             F(NUMBER, records_overwritten),
                                             F(NUMBER, records_repaired),
                                             F(NUMBER, records_unsure)};
static const struct field about_rings[] = {F(NUMBER, ring_bytes),
                                           F(NUMBER, ring_bytes_least)};
static const struct field about_whole[] = {
    F(INT, complete), F(SOME_STRING, ended), F(SOME_NUMBER, limit)};

static void put_sums(FILE *out, const struct ipoint_sum_overhead *sums) {
  if (!(sums->path_mean | sums->add_mean | sums->set_mean | sums->clear_mean))
    return;
  if (sums->path_mean)
    put_number(out, "overhead_sum_path_mean", sums->path_mean);
  put_number(out, "overhead_sum_path_more", sums->path_more);
  put_number(out, "overhead_sum_add_mean", sums->add_mean);
  put_number(out, "overhead_sum_set_mean", sums->set_mean);
  put_number(out, "overhead_sum_clear_mean", sums->clear_mean);
}

static void put_core(FILE *out, size_t number,
                     const struct ipoint_core_clock *core) {
  if (!core->is_compared)
    return;
  fprintf(out,
          "\tcore_%zu_offset = %" PRId64 ";\n\tcore_%zu_offset_error = %" PRIu64
          ";\n\tcore_%zu_drift = %" PRId64 ";\n",
          number, core->offset, number, core->offset_error, number,
          core->drift);
}

/* What there are several of. */
static void put_lists(FILE *out, const struct ipoint_metadata *m) {
  char key[32];
  size_t i;
  int word;
  for (i = 0; m->labels && i < m->labels->count; i++) {
    snprintf(key, sizeof key, "label_%zu", i);
    put_string(out, key, m->labels->texts[i]);
  }
  for (i = 0; i < m->core_count; i++)
    put_core(out, i, &m->cores[i]);
  for (i = 0; i < m->task_count; i++)
    if (m->task_names[i]) {
      snprintf(key, sizeof key, "task_%" PRIu32, m->task_numbers[i]);
      put_string(out, key, m->task_names[i]);
    }
  for (i = 0; i < m->database_count; i++) {
    snprintf(key, sizeof key, "database_%zu", i);
    put_string(out, key, m->databases[i]);
  }
  for (i = 0; i < m->unit_count; i++) {
    fprintf(out, "\tunit_%zu = \"", i);
    for (word = 0; word < IPOINT_UNIT_WORDS; word++)
      fprintf(out, "%s%08" PRIx32, word ? " " : "", m->units[i][word]);
    fputs("\";\n", out);
  }
}

static void put_environment(FILE *out, const struct ipoint_metadata *m) {
  int i;
  fputs("env {\n", out);
  put_string(out, "tracer_name", "ipoint");
  put_number(out, "tracer_major", IPOINT_VERSION_MAJOR);
  put_number(out, "tracer_minor", IPOINT_VERSION_MINOR);
  put_number(out, "trace_format", 1);
  PUT(about_program);
  if (m->clock_kernel)
    PUT(about_clock);
  PUT(about_overhead);
  if (m->overhead_called_timed_mean)
    PUT(about_calls);
  put_sums(out, &m->overhead_sums);
  if (m->overhead_window_timed_mean)
    PUT(about_windows);
  PUT(about_end);
  if (m->load)
    PUT(about_conditions);
  else if (m->core_count)
    put_number(out, "migrations", (uint64_t)m->migrations);
  PUT(about_interrupts);
  if (m->switches)
    PUT(about_switches);
  if (m->switches && m->kernel_interrupts)
    PUT(about_kernel);
  if (m->samples_taken)
    PUT(about_samples);
  PUT(about_records);
  for (i = 0; i < IPOINT_MISSING_KINDS; i++)
    if (m->missing[i])
      put_number(out, ipoint_missing_kinds[i].key, m->missing[i]);
  if (m->ring_bytes)
    PUT(about_rings);
  PUT(about_whole);
  put_lists(out, m);
  fputs("};\n\n", out);
}

static void put_clock(FILE *out, const struct ipoint_metadata *metadata) {
  fputs("clock {\n\tname = \"ticks\";\n", out);
  fputs("\tdescription = \"the counter that timed records read\";\n", out);
  put_number(out, "freq", metadata->rate);
  fprintf(out, "\toffset_s = %" PRId64 ";\n", metadata->offset_seconds);
  put_number(out, "offset", metadata->offset_ticks);
  fputs("};\n\n"
        "typealias integer { size = 64; align = 8; signed = false; map = "
        "clock.ticks.value; }"
        " := time64_t;\n"
        "typealias integer { size = 40; align = 1; signed = false; map = "
        "clock.ticks.value; }"
        " := time40_t;\n\n",
        out);
}

static void put_stream(FILE *out) {
  fputs("stream {\n\tid = 0;\n"
        "\tpacket.context := struct {\n"
        "\t\ttime64_t timestamp_begin;\n\t\ttime64_t timestamp_end;\n"
        "\t\tuint64_t content_size;\n\t\tuint64_t packet_size;\n"
        "\t\tuint64_t events_discarded;\n\t\tuint64_t packet_seq_num;\n"
        "\t\tuint32_t tid;\n\t\tuint32_t pid;\n\t};\n"
        "\tevent.header := struct {\n"
        "\t\tenum : uint1_t { untimed = 0, timed = 1 } id;\n"
        "\t\tvariant <id> {\n"
        "\t\t\tstruct { } untimed;\n"
        "\t\t\tstruct { time40_t timestamp; } timed;\n"
        "\t\t} v;\n\t};\n};\n\n"
        "event {\n\tname = \"untimed\";\n\tid = 0;\n\tstream_id = 0;\n"
        "\tfields := struct { uint40_t value; uint23_t ipoint; };\n};\n\n"
        "event {\n\tname = \"timed\";\n\tid = 1;\n\tstream_id = 0;\n"
        "\tfields := struct { uint23_t ipoint; };\n};\n",
        out);
}

void ipoint_metadata_write(FILE *out, const struct ipoint_metadata *metadata) {
  put_types(out, metadata);
  put_environment(out, metadata);
  put_clock(out, metadata);
  put_stream(out);
}
