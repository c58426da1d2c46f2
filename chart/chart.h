/*===- chart.h - Charts for terminals, and as SVG -------------------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* Series of points over two axes, drawn with characters or as SVG. Nothing here
|* knows what is shown.
|*
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_CHART_CHART_H
#define IPOINT_CHART_CHART_H

#include <stddef.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

enum ipoint_shape {
  IPOINT_LINE,   /* points in a row are joined */
  IPOINT_POINTS, /* they are not */
  IPOINT_BARS    /* from the lower edge up, each as wide as to the next one */
};

/* Points that are not finite, or beyond 1e150, or not above 0 on a logarithmic
   axis, are left out. */
struct ipoint_series {
  enum ipoint_shape shape;
  const char *name; /* null: needs none */
  const double *x, *y;
  size_t count;
};

/* A place on the x axis that has a name. */
struct ipoint_mark {
  double x;
  const char *text;
};

struct ipoint_chart {
  const char *title, *x_title, *y_title;
  int x_log, y_log; /* 1: a logarithmic axis */
  const struct ipoint_series *series;
  size_t series_count;
  const struct ipoint_mark *marks;
  size_t mark_count;
};

/* Draws it with braille characters, or, where `ascii` is not 0, with those that
   every terminal has. At least 40 columns and 8 rows are taken. 0, or -1 where
   there is nothing to show or no memory. */
int ipoint_chart_print(const struct ipoint_chart *chart, FILE *out,
                       unsigned columns, unsigned rows, int ascii);

/* Writes it as an SVG document with the colours of the reader's choice, light
   or dark. As above. */
int ipoint_chart_write_svg(const struct ipoint_chart *chart, FILE *out,
                           unsigned width, unsigned height);

#ifdef __cplusplus
}
#endif

#endif /* IPOINT_CHART_CHART_H */
