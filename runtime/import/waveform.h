/*===- waveform.h - Values of signals over time, from files ---------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_IMPORT_WAVEFORM_H
#define IPOINT_IMPORT_WAVEFORM_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define IPOINT_WAVEFORM_SIGNALS 64
#define IPOINT_WAVEFORM_NAME 64

/* Signals of one bit; of one with several each is one, lowest first. */
struct ipoint_waveform {
  FILE *file;
  uint64_t rate;  /* ticks of its time per second */
  uint64_t value; /* a bit for each signal */
  uint64_t step;  /* ticks between rows without a time; 0: they have one */
  uint64_t now;
  size_t count;
  struct {
    char name[IPOINT_WAVEFORM_NAME];
    char code[16]; /* that stands for it in VCD … */
    unsigned bit;  /* … and which bit of it this is */
  } signals[IPOINT_WAVEFORM_SIGNALS];
};

/* Read the head of a file: IEEE 1364's Value Change Dump; or rows with commas
   between, as sigrok and Saleae write them. Null, or what is wrong. */
const char *ipoint_waveform_vcd(struct ipoint_waveform *wave, FILE *file);
const char *ipoint_waveform_csv(struct ipoint_waveform *wave, FILE *file);

/* Goes to the next moment of which the file has something, and sets `now` and
   `value` to the signals from then on. 0: it has ended. */
int ipoint_waveform_next_vcd(struct ipoint_waveform *wave);
int ipoint_waveform_next_csv(struct ipoint_waveform *wave);

#endif /* IPOINT_IMPORT_WAVEFORM_H */
