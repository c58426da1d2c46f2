/*===- svg.c - Charts as SVG ----------------------------------------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
\*===----------------------------------------------------------------------===*/

#include "chart/scale.h"

#include <math.h>
#include <string.h>

#define LEAST_WIDTH 240u
#define LEAST_HEIGHT 160u
/* Around the axes, for titles and labels. */
#define LEFT 72
#define RIGHT 18
#define TOP 34
#define BOTTOM 48

struct frame {
  FILE *out;
  double width, height; /* between the axes */
  struct ipoint_scale x, y;
};

/* No variables: what turns SVG into pictures elsewhere knows none. */
static const char style[] =
    "<style>\n"
    "text { fill: #222; font: 12px sans-serif; }\n"
    ".title { font-size: 14px; font-weight: bold; }\n"
    ".paper { fill: #fff; } .grid { stroke: #ddd; } .axis { stroke: #222; }\n"
    ".mark { stroke: #222; stroke-dasharray: 4 3; }\n"
    ".line { fill: none; stroke-width: 1.5; stroke-linejoin: round; }\n"
    ".fill0 { fill: #1f6feb; } .fill1 { fill: #c2410c; }\n"
    ".fill2 { fill: #15803d; } .fill3 { fill: #7e22ce; }\n"
    ".line0 { stroke: #1f6feb; } .line1 { stroke: #c2410c; }\n"
    ".line2 { stroke: #15803d; } .line3 { stroke: #7e22ce; }\n"
    "@media (prefers-color-scheme: dark) {\n"
    "text { fill: #ddd; } .paper { fill: #16181c; } .grid { stroke: #333; }\n"
    ".axis, .mark { stroke: #ddd; }\n"
    ".fill0 { fill: #79b8ff; } .fill1 { fill: #ffab70; }\n"
    ".fill2 { fill: #85e89d; } .fill3 { fill: #d2a8ff; }\n"
    ".line0 { stroke: #79b8ff; } .line1 { stroke: #ffab70; }\n"
    ".line2 { stroke: #85e89d; } .line3 { stroke: #d2a8ff; }\n"
    "}\n"
    "</style>\n";

/* Colours come again after these. */
#define COLOURS 4

static void put_escaped(FILE *out, const char *text) {
  for (; *text; text++)
    if (*text == '<')
      fputs("&lt;", out);
    else if (*text == '>')
      fputs("&gt;", out);
    else if (*text == '&')
      fputs("&amp;", out);
    else if (*text == '"')
      fputs("&quot;", out);
    else /* XML has no other control characters */
      fputc((unsigned char)*text < ' ' && *text != '\t' ? ' ' : *text, out);
}

static void put_words(FILE *out, double x, double y, const char *attributes,
                      const char *text) {
  fprintf(out, "<text x=\"%.1f\" y=\"%.1f\"%s>", x, y, attributes);
  put_escaped(out, text);
  fputs("</text>\n", out);
}

static double at_x(const struct frame *frame, double value) {
  return LEFT + frame->width * ipoint_scale_place(&frame->x, value);
}
static double at_y(const struct frame *frame, double value) {
  return TOP + frame->height * (1 - ipoint_scale_place(&frame->y, value));
}

static void put_stroke(const struct frame *frame, const char *class, double x0,
                       double y0, double x1, double y1) {
  fprintf(frame->out,
          "<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" "
          "y2=\"%.1f\"/>\n",
          class, x0, y0, x1, y1);
}

static void put_axes(const struct frame *frame,
                     const struct ipoint_chart *chart) {
  double bottom = TOP + frame->height, right = LEFT + frame->width;
  char text[24], turned[64];
  size_t i;
  for (i = 0; i < frame->x.tick_count; i++) {
    double x = at_x(frame, frame->x.ticks[i]);
    put_stroke(frame, "grid", x, TOP, x, bottom);
    ipoint_tick_text(frame->x.ticks[i], text);
    put_words(frame->out, x, bottom + 16, " text-anchor=\"middle\"", text);
  }
  for (i = 0; i < frame->y.tick_count; i++) {
    double y = at_y(frame, frame->y.ticks[i]);
    put_stroke(frame, "grid", LEFT, y, right, y);
    ipoint_tick_text(frame->y.ticks[i], text);
    put_words(frame->out, LEFT - 6, y + 4, " text-anchor=\"end\"", text);
  }
  put_stroke(frame, "axis", LEFT, bottom, right, bottom);
  put_stroke(frame, "axis", LEFT, TOP, LEFT, bottom);
  if (chart->x_title)
    put_words(frame->out, LEFT + frame->width / 2, bottom + 36,
              " text-anchor=\"middle\"", chart->x_title);
  snprintf(turned, sizeof turned,
           " text-anchor=\"middle\" transform=\"rotate(-90 14 %.1f)\"",
           TOP + frame->height / 2);
  if (chart->y_title)
    put_words(frame->out, 14, TOP + frame->height / 2, turned, chart->y_title);
}

static int has_point(const struct frame *frame,
                     const struct ipoint_series *series, size_t index) {
  return ipoint_scale_has(&frame->x, series->x[index]) &&
         ipoint_scale_has(&frame->y, series->y[index]);
}

static void put_bars(const struct frame *frame,
                     const struct ipoint_series *series, size_t colour) {
  size_t i;
  fprintf(frame->out, "<g class=\"fill%zu\">\n", colour);
  for (i = 0; i < series->count; i++) {
    double x, y, end;
    if (!has_point(frame, series, i) || !(series->y[i] > 0))
      continue;
    x = at_x(frame, series->x[i]);
    y = at_y(frame, series->y[i]);
    end = at_x(frame, fmin(ipoint_bar_end(series, i), frame->x.most));
    fprintf(frame->out,
            "<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\"/>\n", x,
            y, fmax(end - x, 0.5), TOP + frame->height - y);
  }
  fputs("</g>\n", frame->out);
}

static void put_points(const struct frame *frame,
                       const struct ipoint_series *series, size_t colour) {
  size_t i;
  fprintf(frame->out, "<g class=\"fill%zu\">\n", colour);
  for (i = 0; i < series->count; i++)
    if (has_point(frame, series, i))
      fprintf(frame->out, "<circle cx=\"%.2f\" cy=\"%.2f\" r=\"2.2\"/>\n",
              at_x(frame, series->x[i]), at_y(frame, series->y[i]));
  fputs("</g>\n", frame->out);
}

/* A path that begins anew behind points that cannot be shown. */
static void put_path(const struct frame *frame,
                     const struct ipoint_series *series, size_t colour) {
  int is_open = 0;
  size_t i;
  fprintf(frame->out, "<path class=\"line line%zu\" d=\"", colour);
  for (i = 0; i < series->count; i++) {
    if (!has_point(frame, series, i)) {
      is_open = 0;
      continue;
    }
    fprintf(frame->out, "%s%.2f %.2f", is_open ? "L" : "M",
            at_x(frame, series->x[i]), at_y(frame, series->y[i]));
    is_open = 1;
  }
  fputs("\"/>\n", frame->out);
}

static void put_series(const struct frame *frame,
                       const struct ipoint_chart *chart) {
  double next = LEFT + frame->width;
  size_t i;
  for (i = 0; i < chart->series_count; i++) {
    const struct ipoint_series *series = &chart->series[i];
    if (series->shape == IPOINT_BARS)
      put_bars(frame, series, i % COLOURS);
    else if (series->shape == IPOINT_POINTS)
      put_points(frame, series, i % COLOURS);
    else
      put_path(frame, series, i % COLOURS);
  }
  /* Names from right to left above the chart, with a width that is guessed. */
  for (i = chart->series_count; i-- > 0;) {
    const char *name = chart->series[i].name;
    if (!name || !*name)
      continue;
    next -= 6.8 * (double)strlen(name);
    put_words(frame->out, next, TOP - 8, "", name);
    next -= 13;
    fprintf(frame->out,
            "<rect x=\"%.1f\" y=\"%d\" width=\"9\" height=\"9\" "
            "class=\"fill%zu\"/>\n",
            next, TOP - 17, i % COLOURS);
    next -= 18;
  }
}

static void put_marks(const struct frame *frame,
                      const struct ipoint_chart *chart) {
  size_t i;
  for (i = 0; i < chart->mark_count; i++) {
    double x;
    if (!ipoint_scale_has(&frame->x, chart->marks[i].x))
      continue;
    x = at_x(frame, chart->marks[i].x);
    put_stroke(frame, "mark", x, TOP, x, TOP + frame->height);
    put_words(frame->out, x + (x > LEFT + frame->width / 2 ? -5 : 5),
              TOP + 14 + 15 * (double)i,
              x > LEFT + frame->width / 2 ? " text-anchor=\"end\"" : "",
              chart->marks[i].text);
  }
}

int ipoint_chart_write_svg(const struct ipoint_chart *chart, FILE *out,
                           unsigned width, unsigned height) {
  struct frame frame;
  if (width < LEAST_WIDTH)
    width = LEAST_WIDTH;
  if (height < LEAST_HEIGHT)
    height = LEAST_HEIGHT;
  frame.out = out;
  frame.width = (double)width - LEFT - RIGHT;
  frame.height = (double)height - TOP - BOTTOM;
  if (!ipoint_scales_of(chart, (size_t)(frame.width / 80),
                        (size_t)(frame.height / 40), &frame.x, &frame.y))
    return -1;
  fprintf(out,
          "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %u %u\" "
          "width=\"%u\" height=\"%u\" role=\"img\">\n<title>",
          width, height, width, height);
  put_escaped(out, chart->title ? chart->title : "");
  fprintf(out, "</title>\n%s", style);
  fprintf(out, "<rect width=\"%u\" height=\"%u\" class=\"paper\"/>\n", width,
          height);
  if (chart->title)
    put_words(out, LEFT, 18, " class=\"title\"", chart->title);
  put_axes(&frame, chart);
  put_series(&frame, chart);
  put_marks(&frame, chart);
  fputs("</svg>\n", out);
  return 0;
}
