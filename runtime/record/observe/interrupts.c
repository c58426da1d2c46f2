/*===- interrupts.c - How often each kind of interrupt came ---------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#include "record/observe/interrupts.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The CPUs of the columns; returns how many. */
static size_t read_columns(char *line, size_t *cpus, size_t room) {
  size_t count = 0;
  char *word, *rest = line;
  while (count < room && (word = strtok_r(rest, " \t\n", &rest)))
    if (strncmp(word, "CPU", 3) == 0 && isdigit((unsigned char)word[3]))
      cpus[count++] = strtoul(word + 3, NULL, 10);
  return count;
}

static uint64_t *add_kind(struct ipoint_counts *table, const char *name) {
  size_t n = table->kind_count, size = table->cpu_count * sizeof(uint64_t);
  char(*kinds)[48] = realloc(table->kinds, (n + 1) * sizeof *kinds);
  uint64_t *counts;
  if (!kinds)
    return NULL;
  table->kinds = kinds;
  counts = realloc(table->counts, (n + 1) * size);
  if (!counts)
    return NULL;
  table->counts = counts;
  snprintf(kinds[n], sizeof kinds[n], "%s", name);
  memset(counts + n * table->cpu_count, 0, size);
  table->kind_count++;
  return counts + n * table->cpu_count;
}

/* ` 36:  1  22  IO-APIC 1-edge  virtio0`, or `LOC: 3 4 Local timer interrupts`.
 */
static void read_row(struct ipoint_counts *table, char *line,
                     const size_t *cpus, size_t columns) {
  char *colon = strchr(line, ':'), *at, *end, *name = line;
  uint64_t *counts;
  size_t i;
  if (!colon)
    return;
  *colon = '\0';
  name += strspn(name, " \t");
  counts = add_kind(table, name);
  if (!counts)
    return;
  for (at = colon + 1, i = 0; i < columns; i++, at = end) {
    uint64_t count = strtoull(at, &end, 10);
    if (end == at)
      break;
    if (cpus[i] < table->cpu_count)
      counts[cpus[i]] = count;
  }
  if (!isdigit((unsigned char)*name))
    return;
  at[strcspn(at, "\n")] = '\0'; /* a device: its last word is its name */
  end = strrchr(at, ' ');
  if (end && end[1]) {
    char *kind = table->kinds[table->kind_count - 1];
    size_t length = strlen(kind);
    snprintf(kind + length, sizeof *table->kinds - length, "/%s", end + 1);
  }
}

void ipoint_counts_read(struct ipoint_counts *table, FILE *file,
                        size_t cpu_count) {
  char *line = NULL;
  size_t size = 0, columns = 0;
  size_t *cpus = calloc(cpu_count ? cpu_count : 1, sizeof *cpus);
  memset(table, 0, sizeof *table);
  table->cpu_count = cpu_count;
  if (cpus && cpu_count && file && getline(&line, &size, file) > 0)
    columns = read_columns(line, cpus, cpu_count);
  while (columns && getline(&line, &size, file) > 0)
    read_row(table, line, cpus, columns);
  free(line);
  free(cpus);
}

static uint64_t sum(const struct ipoint_counts *table, size_t kind,
                    const uint8_t *used) {
  uint64_t total = 0;
  size_t cpu;
  for (cpu = 0; cpu < table->cpu_count; cpu++)
    if (used[cpu])
      total += table->counts[kind * table->cpu_count + cpu];
  return total;
}

/* The kind's row in `table`; most often the same one. */
static size_t find(const struct ipoint_counts *table, size_t guess,
                   const char *kind) {
  size_t i;
  if (guess < table->kind_count && strcmp(table->kinds[guess], kind) == 0)
    return guess;
  for (i = 0; i < table->kind_count; i++)
    if (strcmp(table->kinds[i], kind) == 0)
      return i;
  return table->kind_count;
}

char *ipoint_counts_difference(const struct ipoint_counts *before,
                               const struct ipoint_counts *after,
                               const uint8_t *used) {
  char *text = malloc(after->kind_count * (sizeof *after->kinds + 24) + 1);
  char *out = text;
  size_t i;
  if (!text)
    return NULL;
  *out = '\0';
  for (i = 0; i < after->kind_count; i++) {
    size_t then = find(before, i, after->kinds[i]);
    uint64_t now = sum(after, i, used),
             had = then < before->kind_count ? sum(before, then, used) : 0;
    if (now > had)
      out += sprintf(out, "%s%s:%llu", out == text ? "" : " ", after->kinds[i],
                     (unsigned long long)(now - had));
  }
  return text;
}

void ipoint_counts_free(struct ipoint_counts *table) {
  free(table->kinds);
  free(table->counts);
  memset(table, 0, sizeof *table);
}

static void count(struct ipoint_interrupts *interrupts, int when) {
  FILE *hard = fopen("/proc/interrupts", "re");
  FILE *soft = fopen("/proc/softirqs", "re");
  ipoint_counts_read(&interrupts->hard[when], hard, interrupts->cpu_count);
  ipoint_counts_read(&interrupts->soft[when], soft, interrupts->cpu_count);
  if (hard)
    fclose(hard);
  if (soft)
    fclose(soft);
}

void ipoint_interrupts_begin(struct ipoint_interrupts *interrupts) {
  long cpus = sysconf(_SC_NPROCESSORS_CONF);
  interrupts->cpu_count = cpus > 0 ? (size_t)cpus : 1;
  count(interrupts, 0);
}

void ipoint_interrupts_end(struct ipoint_interrupts *interrupts) {
  if (interrupts->cpu_count)
    count(interrupts, 1);
}

static char *cpu_names(const uint8_t *used, size_t count) {
  char *text = malloc(count * 8 + 1), *out = text;
  size_t i;
  if (text)
    *text = '\0';
  for (i = 0; text && i < count; i++)
    if (used[i])
      out += sprintf(out, "%s%zu", out == text ? "" : " ", i);
  return text;
}

void ipoint_interrupts_format(struct ipoint_interrupts *interrupts,
                              const uint8_t *used) {
  if (!interrupts->hard[0].kind_count)
    return; /* no such file here */
  interrupts->hard_text = ipoint_counts_difference(&interrupts->hard[0],
                                                   &interrupts->hard[1], used);
  interrupts->soft_text = ipoint_counts_difference(&interrupts->soft[0],
                                                   &interrupts->soft[1], used);
  interrupts->cpu_text = cpu_names(used, interrupts->cpu_count);
}

void ipoint_interrupts_free(struct ipoint_interrupts *interrupts) {
  int when;
  for (when = 0; when < 2; when++) {
    ipoint_counts_free(&interrupts->hard[when]);
    ipoint_counts_free(&interrupts->soft[when]);
  }
  free(interrupts->hard_text);
  free(interrupts->soft_text);
  free(interrupts->cpu_text);
}
