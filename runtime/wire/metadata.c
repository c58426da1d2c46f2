/*===- metadata.c - The trace's metadata file -----------------------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
\*===----------------------------------------------------------------------===*/

#include "wire/metadata.h"

#include <inttypes.h>

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

static void put_missing(FILE *out, const int64_t *missing) {
  static const char *const keys[IPOINT_MISSING_KINDS] = {
      "rings_overwritten",    "rings_shared",
      "threads_unrecorded",   "threads_stopped",
      "processes_unrecorded", "runtimes_unrecorded",
      "processes_running",    "units_lost"};
  int i;
  for (i = 0; i < IPOINT_MISSING_KINDS; i++)
    if (missing[i])
      fprintf(out, "\t%s = %" PRId64 ";\n", keys[i], missing[i]);
}

static void put_conditions(FILE *out, const struct ipoint_metadata *m) {
  put_number(out, "minor_faults", m->minor_faults);
  put_number(out, "major_faults", m->major_faults);
  put_number(out, "peak_memory", m->peak_memory);
  if (m->migrations >= 0)
    put_number(out, "migrations", (uint64_t)m->migrations);
  fprintf(out, "\tniceness = %d;\n\trealtime = %d;\n", m->niceness,
          m->realtime);
  fprintf(out, "\tfixed_addresses = %d;\n\tmemory_locked = %d;\n",
          m->fixed_addresses, m->memory_locked);
  put_string(out, "load", m->load);
  put_number(out, "warm_up", m->warm_up);
}

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

static void put_environment(FILE *out, const struct ipoint_metadata *m) {
  size_t i;
  int word;
  fputs("env {\n", out);
  put_string(out, "tracer_name", "ipoint");
  fprintf(out, "\ttracer_major = %d;\n\ttracer_minor = %d;\n",
          IPOINT_VERSION_MAJOR, IPOINT_VERSION_MINOR);
  put_number(out, "trace_format", 1);
  put_string(out, "program", m->program);
  if (m->build_id && *m->build_id)
    put_string(out, "build_id", m->build_id);
  put_string(out, "arguments", m->arguments);
  put_string(out, "hostname", m->hostname);
  put_string(out, "kernel", m->kernel);
  put_string(out, "machine", m->machine);
  put_string(out, "cpu", m->cpu);
  put_string(out, "policy", m->policy);
  put_string(out, "clock_source", m->clock_source);
  put_number(out, "clock_resolution", m->clock_resolution);
  put_number(out, "clock_waits", (uint64_t)m->clock_waits);
  if (m->clock_kernel) {
    fprintf(out, "\tclock_steady = %d;\n", m->clock_steady);
    put_string(out, "clock_kernel", m->clock_kernel);
    put_string(out, "hypervisor", m->hypervisor);
    put_number(out, "clock_skew", m->clock_skew);
    put_number(out, "clock_skew_error", m->clock_skew_error);
    put_number(out, "clock_rate_error", m->clock_rate_error);
    fprintf(out, "\tclock_drift = %" PRId64 ";\n", m->clock_drift);
  }
  put_number(out, "overhead_timed_mean", m->overhead_timed_mean);
  put_number(out, "overhead_untimed_mean", m->overhead_untimed_mean);
  put_number(out, "overhead_timed_min", m->overhead_timed_min);
  put_number(out, "overhead_timed_spread", m->overhead_timed_spread);
  if (m->overhead_error)
    put_number(out, "overhead_error", m->overhead_error);
  if (m->overhead_called_timed_mean) {
    put_number(out, "overhead_called_timed_mean",
               m->overhead_called_timed_mean);
    put_number(out, "overhead_called_untimed_mean",
               m->overhead_called_untimed_mean);
    put_number(out, "overhead_called_timed_min", m->overhead_called_timed_min);
  }
  put_sums(out, &m->overhead_sums);
  if (m->overhead_window_timed_mean) {
    put_number(out, "overhead_window_timed_mean",
               m->overhead_window_timed_mean);
    put_number(out, "overhead_window_untimed_mean",
               m->overhead_window_untimed_mean);
    put_number(out, "overhead_window_timed_min", m->overhead_window_timed_min);
  }
  fprintf(out, "\texit_status = %d;\n\texit_signal = %d;\n", m->exit_status,
          m->exit_signal);
  put_number(out, "wall_ns", m->wall_ns);
  put_number(out, "user_us", m->user_us);
  put_number(out, "system_us", m->system_us);
  put_number(out, "voluntary_switches", m->voluntary_switches);
  put_number(out, "involuntary_switches", m->involuntary_switches);
  if (m->has_conditions)
    put_conditions(out, m);
  if (m->interrupts)
    put_string(out, "interrupts", m->interrupts);
  if (m->softirqs)
    put_string(out, "softirqs", m->softirqs);
  if (m->cpus)
    put_string(out, "cpus_used", m->cpus);
  if (m->switches) {
    put_string(out, "switches", m->switches);
    put_number(out, "switches_recorded", m->switches_recorded);
    put_number(out, "switches_lost", m->switches_lost);
    put_number(out, "switches_uncertainty", m->switches_uncertainty);
    if (m->kernel_interrupts) {
      put_string(out, "kernel_interrupts", m->kernel_interrupts);
      put_number(out, "kernel_interrupts_recorded",
                 m->kernel_interrupts_recorded);
    }
  }
  if (m->samples_taken) {
    put_number(out, "samples_period", m->samples_period);
    put_number(out, "samples_taken", m->samples_taken);
  }
  if (m->counted)
    put_number(out, "counted", m->counted);
  put_number(out, "records", m->records);
  put_number(out, "records_lost", m->records_lost);
  put_number(out, "records_overwritten", m->records_overwritten);
  put_number(out, "records_repaired", m->records_repaired);
  put_number(out, "records_unsure", m->records_unsure);
  put_missing(out, m->missing);
  if (m->ring_bytes) {
    put_number(out, "ring_bytes", m->ring_bytes);
    put_number(out, "ring_bytes_least", m->ring_bytes_least);
  }
  put_number(out, "complete", (uint64_t)m->complete);
  if (m->ended && *m->ended)
    put_string(out, "ended", m->ended);
  if (m->limit && m->limit <= INT64_MAX)
    put_number(out, "limit", m->limit);
  for (i = 0; i < m->task_count; i++)
    if (m->task_names[i]) {
      char key[32];
      snprintf(key, sizeof key, "task_%" PRIu32, m->task_numbers[i]);
      put_string(out, key, m->task_names[i]);
    }
  for (i = 0; i < m->database_count; i++) {
    char key[32];
    snprintf(key, sizeof key, "database_%zu", i);
    put_string(out, key, m->databases[i]);
  }
  for (i = 0; i < m->unit_count; i++) {
    fprintf(out, "\tunit_%zu = \"", i);
    for (word = 0; word < 10; word++)
      fprintf(out, "%s%08" PRIx32, word ? " " : "", m->units[i][word]);
    fputs("\";\n", out);
  }
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
