/*===- answer.c - What a subcommand found, printed in any format ----------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#include "calibrate/tool/calibrator.h"

#include "support/commandline.h"
#include "support/text.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TEXT_WIDTH 78

enum kind { FACT, NUMBER, TABLE, NOTE, LINES };

struct cell {
  char *text; /* null: a number */
  double number;
};

struct item {
  enum kind kind;
  char *key, *text; /* of a number, its unit; of a table, its title */
  double number;
  const struct ipoint_column *columns;
  size_t column_count, cell_count, cell_room;
  struct cell *cells;
};

struct ipoint_answer {
  const char *subcommand;
  struct item *items;
  size_t count;
};

static void *must(void *memory) {
  if (memory)
    return memory;
  ipoint_warn("out of memory");
  exit(2);
}

struct ipoint_answer *ipoint_answer_new(const char *subcommand) {
  struct ipoint_answer *answer = must(calloc(1, sizeof *answer));
  answer->subcommand = subcommand;
  return answer;
}

void ipoint_answer_free(struct ipoint_answer *answer) {
  size_t i, k;
  for (i = 0; i < answer->count; i++) {
    for (k = 0; k < answer->items[i].cell_count; k++)
      free(answer->items[i].cells[k].text);
    free(answer->items[i].cells);
    free(answer->items[i].key);
    free(answer->items[i].text);
  }
  free(answer->items);
  free(answer);
}

static struct item *add(struct ipoint_answer *answer, enum kind kind,
                        const char *key, const char *text) {
  struct item *item;
  answer->items =
      must(realloc(answer->items, (answer->count + 1) * sizeof *item));
  item = &answer->items[answer->count++];
  memset(item, 0, sizeof *item);
  item->kind = kind;
  item->key = must(strdup(key));
  item->text = must(strdup(text));
  return item;
}

void ipoint_answer_fact(struct ipoint_answer *answer, const char *key,
                        const char *format, ...) {
  char text[1024], shown[2 * sizeof text];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  ipoint_printable(shown, sizeof shown, text);
  add(answer, FACT, key, shown);
}

void ipoint_answer_number(struct ipoint_answer *answer, const char *key,
                          double number, const char *unit) {
  add(answer, NUMBER, key, unit)->number = number;
}

void ipoint_answer_note(struct ipoint_answer *answer, const char *format, ...) {
  char text[2048];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  add(answer, NOTE, "", text);
}

void ipoint_answer_lines(struct ipoint_answer *answer, const char *lines) {
  add(answer, LINES, "", lines);
}

void ipoint_answer_table(struct ipoint_answer *answer, const char *key,
                         const char *title, const struct ipoint_column *columns,
                         size_t count) {
  struct item *item = add(answer, TABLE, key, title);
  item->columns = columns;
  item->column_count = count;
}

static struct cell *add_cell(struct ipoint_answer *answer) {
  size_t i = answer->count;
  struct item *table;
  while (answer->items[i - 1].kind != TABLE)
    i--;
  table = &answer->items[i - 1];
  if (table->cell_count == table->cell_room) {
    table->cell_room = 2 * table->cell_room + 16;
    table->cells =
        must(realloc(table->cells, table->cell_room * sizeof *table->cells));
  }
  return memset(&table->cells[table->cell_count++], 0, sizeof *table->cells);
}

void ipoint_answer_text_cell(struct ipoint_answer *answer, const char *text) {
  char shown[1024];
  ipoint_printable(shown, sizeof shown, text);
  add_cell(answer)->text = must(strdup(shown));
}

void ipoint_answer_cells(struct ipoint_answer *answer, const double *numbers,
                         size_t count) {
  for (; count > 0; count--)
    add_cell(answer)->number = *numbers++;
}

/* `number` for people: three digits or more, thousands apart. */
static void show_number(char *out, size_t size, double number) {
  char plain[64];
  double large = fabs(number);
  int decimals = large == 0 || large >= 99.95 ? 0
                 : large >= 9.995             ? 1
                 : large >= 0.0995            ? 2
                                              : 4;
  size_t digits, i, used = 0;
  if (isnan(number) || large >= 1e18 || (large > 0 && large < 0.001)) {
    snprintf(out, size, isnan(number) ? "-" : "%.1e", number);
    return;
  }
  if (number == floor(number))
    decimals = 0;
  snprintf(plain, sizeof plain, "%.*f", decimals, number);
  digits = strcspn(plain, ".");
  for (i = 0; plain[i] && used + 2 < size; i++) {
    if (i > 0 && i < digits && (digits - i) % 3 == 0 && plain[i - 1] != '-')
      out[used++] = ',';
    out[used++] = plain[i];
  }
  out[used] = '\0';
}

/* Columns of a terminal that UTF-8 takes, each character one. */
static int width_of(const char *text) {
  int width = 0;
  for (; *text; text++)
    width += ((unsigned char)*text & 0xc0) != 0x80;
  return width;
}

static const char *show_cell(const struct cell *cell, char *room, size_t size) {
  if (cell->text)
    return cell->text;
  show_number(room, size, cell->number);
  return room;
}

static void print_padded(FILE *out, const char *text, int width, int left,
                         int last) {
  int padding = width - width_of(text);
  if (left)
    fprintf(out, "%s%*s", text, last ? 0 : padding, "");
  else
    fprintf(out, "%*s%s", padding, "", text);
}

/* Text to the left, numbers to the right. */
static void print_table(const struct item *table, FILE *out) {
  char room[64];
  size_t columns = table->column_count, i, k;
  int widths[24], left[24];
  for (k = 0; k < columns && k < 24; k++) {
    widths[k] = width_of(table->columns[k].head);
    left[k] = table->cell_count > k && table->cells[k].text != NULL;
  }
  for (i = 0; i < table->cell_count; i++) {
    int width = width_of(show_cell(&table->cells[i], room, sizeof room));
    if (width > widths[i % columns])
      widths[i % columns] = width;
  }
  fprintf(out, "\n%s\n", table->text);
  for (k = 0; k < columns; k++) {
    fputs("  ", out);
    print_padded(out, table->columns[k].head, widths[k], left[k],
                 k + 1 == columns);
  }
  fputc('\n', out);
  for (i = 0; i < table->cell_count; i++) {
    k = i % columns;
    fputs("  ", out);
    print_padded(out, show_cell(&table->cells[i], room, sizeof room), widths[k],
                 left[k], k + 1 == columns);
    if (k + 1 == columns)
      fputc('\n', out);
  }
}

static void print_text(const struct ipoint_answer *answer, FILE *out) {
  char number[64];
  size_t i;
  for (i = 0; i < answer->count; i++) {
    const struct item *item = &answer->items[i];
    switch (item->kind) {
    case FACT:
      fprintf(out, "%-11s %s\n", item->key, item->text);
      break;
    case NUMBER:
      show_number(number, sizeof number, item->number);
      fprintf(out, "%-11s %s%s%s\n", item->key, number, *item->text ? " " : "",
              item->text);
      break;
    case TABLE:
      print_table(item, out);
      break;
    case NOTE:
      if (i == 0 || answer->items[i - 1].kind != NOTE)
        fputc('\n', out);
      ipoint_print_filled(out, item->text, 0, 0, TEXT_WIDTH);
      break;
    case LINES:
      fprintf(out, "\n%s", item->text);
    }
  }
}

static void print_json_number(double number, FILE *out) {
  if (isfinite(number))
    fprintf(out, "%.12g", number);
  else
    fputs("null", out);
}

static void print_json_cell(const struct cell *cell, FILE *out) {
  if (cell->text)
    ipoint_json_text(out, cell->text);
  else
    print_json_number(cell->number, out);
}

static void print_json_table(const struct item *table, FILE *out) {
  size_t i;
  fputc('[', out);
  for (i = 0; i < table->cell_count; i++) {
    size_t k = i % table->column_count;
    fputs(k ? ", " : i ? ",\n    {" : "\n    {", out);
    ipoint_json_text(out, table->columns[k].key);
    fputs(": ", out);
    print_json_cell(&table->cells[i], out);
    if (k + 1 == table->column_count)
      fputc('}', out);
  }
  fputc(']', out);
}

static void print_json(const struct ipoint_answer *answer, FILE *out) {
  const char *between = "";
  size_t i;
  fputs("{\n  \"command\": ", out);
  ipoint_json_text(out, answer->subcommand);
  fputs(",\n  \"version\": \"" IPOINT_VERSION "\"", out);
  for (i = 0; i < answer->count; i++) {
    const struct item *item = &answer->items[i];
    if (item->kind == NOTE || item->kind == LINES)
      continue;
    fputs(",\n  ", out);
    ipoint_json_text(out, item->key);
    fputs(": ", out);
    if (item->kind == FACT)
      ipoint_json_text(out, item->text);
    else if (item->kind == NUMBER)
      print_json_number(item->number, out);
    else
      print_json_table(item, out);
  }
  fputs(",\n  \"notes\": [", out);
  for (i = 0; i < answer->count; i++)
    if (answer->items[i].kind == NOTE) {
      fprintf(out, "%s\n    ", between);
      ipoint_json_text(out, answer->items[i].text);
      between = ",";
    }
  fputs("]\n}\n", out);
}

static void print_csv_text(const char *text, FILE *out) {
  if (!strpbrk(text, ",\"")) {
    fputs(text, out);
    return;
  }
  fputc('"', out);
  for (; *text; text++)
    fprintf(out, *text == '"' ? "\"\"" : "%c", *text);
  fputc('"', out);
}

static void print_csv(const struct item *table, FILE *out) {
  size_t i, columns = table->column_count;
  for (i = 0; i < columns; i++)
    fprintf(out, "%s%s", i ? "," : "", table->columns[i].key);
  fputc('\n', out);
  for (i = 0; i < table->cell_count; i++) {
    const struct cell *cell = &table->cells[i];
    if (i % columns)
      fputc(',', out);
    if (cell->text)
      print_csv_text(cell->text, out);
    else if (isfinite(cell->number))
      fprintf(out, "%.12g", cell->number);
    if (i % columns + 1 == columns)
      fputc('\n', out);
  }
}

static const struct item *find_table(const struct ipoint_answer *answer,
                                     const char *name) {
  size_t i;
  for (i = 0; i < answer->count; i++)
    if (answer->items[i].kind == TABLE &&
        strcmp(answer->items[i].key, name) == 0)
      return &answer->items[i];
  return NULL;
}

int ipoint_answer_finish(struct ipoint_answer *answer,
                         const struct ipoint_common *common) {
  const struct item *table = find_table(answer, common->table);
  int failed;
  if (common->format == IPOINT_JSON)
    print_json(answer, stdout);
  else if (common->format == IPOINT_TEXT)
    print_text(answer, stdout);
  else if (table)
    print_csv(table, stdout);
  ipoint_answer_free(answer);
  failed = fflush(stdout) != 0 || ferror(stdout);
  if (failed)
    ipoint_warn("the answer can't be written: %s", strerror(errno));
  return failed ? 2 : 0;
}
