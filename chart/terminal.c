/*===- terminal.c - Charts of characters ----------------------------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
\*===----------------------------------------------------------------------===*/

#include "chart/scale.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LEAST_COLUMNS 40u
#define LEAST_ROWS 8u
/* For the labels of the y axis, and the line beside them. */
#define MARGIN 8u

/* Dots: with braille characters two by four in a cell, else one. */
struct canvas {
  unsigned columns, rows; /* cells */
  unsigned across, down;  /* dots in a cell */
  unsigned char *cells;   /* bits of braille, or not 0: there is a dot */
};

/* Bits of U+2800 and on, by row and column of the dot. */
static const unsigned char bits[4][2] = {
    {0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};

static long dots_wide(const struct canvas *canvas) {
  return (long)(canvas->columns * canvas->across);
}
static long dots_high(const struct canvas *canvas) {
  return (long)(canvas->rows * canvas->down);
}

/* y counts from the lower edge. */
static void set_dot(struct canvas *canvas, long x, long y) {
  long row;
  if (x < 0 || y < 0 || x >= dots_wide(canvas) || y >= dots_high(canvas))
    return;
  y = dots_high(canvas) - 1 - y;
  row = y / (long)canvas->down;
  canvas->cells[row * (long)canvas->columns + x / (long)canvas->across] |=
      bits[y % (long)canvas->down][x % (long)canvas->across];
}

static void draw_line(struct canvas *canvas, long x0, long y0, long x1,
                      long y1) {
  long steps = labs(x1 - x0) > labs(y1 - y0) ? labs(x1 - x0) : labs(y1 - y0);
  long i;
  for (i = 0; i <= steps; i++) {
    double share = steps ? (double)i / (double)steps : 0;
    set_dot(canvas, x0 + lround(share * (double)(x1 - x0)),
            y0 + lround(share * (double)(y1 - y0)));
  }
}

static long place(const struct ipoint_scale *scale, double value, long dots) {
  return lround(ipoint_scale_place(scale, value) * (double)(dots - 1));
}

static void draw_series(struct canvas *canvas,
                        const struct ipoint_series *series,
                        const struct ipoint_scale *x,
                        const struct ipoint_scale *y) {
  long wide = dots_wide(canvas), high = dots_high(canvas), last_x = 0,
       last_y = 0;
  int has_last = 0;
  size_t i;
  for (i = 0; i < series->count; i++) {
    long at_x, at_y;
    if (!ipoint_scale_has(x, series->x[i]) ||
        !ipoint_scale_has(y, series->y[i])) {
      has_last = 0;
      continue;
    }
    at_x = place(x, series->x[i], wide);
    at_y = place(y, series->y[i], high);
    if (series->shape == IPOINT_BARS) {
      long end = place(x, fmin(ipoint_bar_end(series, i), x->most), wide), k;
      for (k = at_x; series->y[i] > 0 && (k < end || k == at_x); k++)
        draw_line(canvas, k, 0, k, at_y);
    } else if (series->shape == IPOINT_LINE && has_last) {
      draw_line(canvas, last_x, last_y, at_x, at_y);
    } else {
      set_dot(canvas, at_x, at_y);
    }
    last_x = at_x;
    last_y = at_y;
    has_last = 1;
  }
}

static void print_cell(FILE *out, unsigned char cell, int ascii) {
  if (ascii || cell == 0)
    fputc(cell ? '*' : ' ', out);
  else /* U+2800 and on, as UTF-8 */
    fprintf(out, "\xe2%c%c", 0xa0 | cell >> 6, 0x80 | (cell & 0x3f));
}

/* The label of the tick that lies in a row, counted from above; empty if there
   is none. */
static void label_of(const struct ipoint_scale *y, const struct canvas *canvas,
                     unsigned row, char text[24]) {
  size_t i;
  *text = '\0';
  for (i = 0; i < y->tick_count; i++)
    if (place(y, y->ticks[i], (long)canvas->rows) ==
        (long)(canvas->rows - 1 - row))
      ipoint_tick_text(y->ticks[i], text);
}

static void print_rows(const struct canvas *canvas,
                       const struct ipoint_scale *y, FILE *out, int ascii) {
  unsigned row, column, last;
  char text[24];
  for (row = 0; row < canvas->rows; row++) {
    const unsigned char *cells = canvas->cells + row * canvas->columns;
    label_of(y, canvas, row, text);
    fprintf(out, "%*s %s", MARGIN - 2, text, ascii ? "|" : "│");
    for (last = canvas->columns; last > 0 && !cells[last - 1];)
      last--;
    for (column = 0; column < last; column++)
      print_cell(out, cells[column], ascii);
    fputc('\n', out);
  }
}

/* Puts a text into a line so that its middle is at a column, if there is room
   between what stands there. */
static void put_text(char *line, unsigned width, long middle,
                     const char *text) {
  long length = (long)strlen(text), begin = middle - length / 2, i;
  if (begin + length > (long)width)
    begin = (long)width - length;
  if (begin < 0)
    begin = 0;
  for (i = begin - 1; i <= begin + length; i++)
    if (i >= 0 && i < (long)width && line[i] != ' ')
      return;
  if (length <= (long)width)
    memcpy(line + begin, text, (size_t)length);
}

static void print_line(FILE *out, const char *line, unsigned width) {
  while (width > 0 && line[width - 1] == ' ')
    width--;
  fprintf(out, "%*s%.*s\n", MARGIN, "", (int)width, line);
}

/* Below the chart: the axis, its labels, and the names of marks. */
static void print_axis(const struct ipoint_chart *chart,
                       const struct canvas *canvas,
                       const struct ipoint_scale *x, FILE *out, int ascii,
                       char *line) {
  unsigned column, width = canvas->columns;
  char text[24];
  size_t i;
  fprintf(out, "%*s%s", MARGIN - 1, "", ascii ? "+" : "└");
  for (column = 0; column < width; column++) {
    int is_tick = 0;
    for (i = 0; i < x->tick_count; i++)
      is_tick |= place(x, x->ticks[i], (long)width) == (long)column;
    fputs(ascii ? (is_tick ? "+" : "-") : (is_tick ? "┴" : "─"), out);
  }
  fputc('\n', out);
  memset(line, ' ', width);
  for (i = 0; i < x->tick_count; i++) {
    ipoint_tick_text(x->ticks[i], text);
    put_text(line, width, place(x, x->ticks[i], (long)width), text);
  }
  print_line(out, line, width);
  for (i = 0; i < chart->mark_count; i++) {
    const struct ipoint_mark *mark = &chart->marks[i];
    if (!ipoint_scale_has(x, mark->x))
      continue;
    ipoint_tick_text(mark->x, text);
    fprintf(out, "%*s^ %s: %s\n", MARGIN, "", text, mark->text);
  }
  if (chart->x_title)
    fprintf(out, "%*s%s\n", MARGIN, "", chart->x_title);
}

static void draw_marks(struct canvas *canvas, const struct ipoint_chart *chart,
                       const struct ipoint_scale *x) {
  size_t i;
  long y;
  for (i = 0; i < chart->mark_count; i++)
    if (ipoint_scale_has(x, chart->marks[i].x))
      for (y = 0; y < dots_high(canvas); y += 3)
        set_dot(canvas, place(x, chart->marks[i].x, dots_wide(canvas)), y);
}

int ipoint_chart_print(const struct ipoint_chart *chart, FILE *out,
                       unsigned columns, unsigned rows, int ascii) {
  struct canvas canvas;
  struct ipoint_scale x, y;
  char *line;
  size_t i;
  if (columns < LEAST_COLUMNS)
    columns = LEAST_COLUMNS;
  if (rows < LEAST_ROWS)
    rows = LEAST_ROWS;
  canvas.columns = columns - MARGIN;
  canvas.rows = rows;
  canvas.across = ascii ? 1 : 2;
  canvas.down = ascii ? 1 : 4;
  if (!ipoint_scales_of(chart, canvas.columns / 10, rows / 3, &x, &y))
    return -1;
  canvas.cells = calloc(canvas.columns, canvas.rows);
  line = malloc(canvas.columns);
  if (canvas.cells && line) {
    draw_marks(&canvas, chart, &x);
    for (i = 0; i < chart->series_count; i++)
      draw_series(&canvas, &chart->series[i], &x, &y);
    if (chart->title)
      fprintf(out, "%*s%s\n", MARGIN, "", chart->title);
    if (chart->y_title)
      fprintf(out, "%s\n", chart->y_title);
    print_rows(&canvas, &y, out, ascii);
    print_axis(chart, &canvas, &x, out, ascii, line);
  }
  i = canvas.cells && line;
  free(canvas.cells);
  free(line);
  return i ? 0 : -1;
}
