/*===- code.h - Switches the probes in a process's code on and off --------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* Between bursts a process whose probes are patched has no-ops in their places.
|* It can't write them itself, as nothing in it would be there to write them
|* back; so the drain does both, through /proc/PID/mem. A sled is four bytes at
|* a
|* multiple of four, which are written while threads run through them: they find
|* the no-op or the jump.
|*
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_CONSUMER_CODE_H
#define IPOINT_CONSUMER_CODE_H

#include <stddef.h>
#include <stdint.h>

/* Code from one sled to another, with nothing but sleds changed in it. */
struct ipoint_code_part {
  uint64_t address;
  size_t size;              /* bytes */
  unsigned char *images[2]; /* with no-ops, and with jumps; one allocation */
};

struct ipoint_code {
  uint32_t pid;
  int memory;    /* /proc/PID/mem; -1: it can't be written */
  uint64_t read; /* bytes of the process's list of modules that were read */
  int on;        /* -1: not known */
  struct ipoint_code_part *parts;
  size_t part_count;
};

/* No sleds are known yet. */
void ipoint_code_open(struct ipoint_code *code, uint32_t pid);

/* Reads what the process's list of modules (session.h) in `folder` has got
   since the last call. Returns how many parts with sleds are known. */
size_t ipoint_code_find(struct ipoint_code *code, int folder);

/* Makes all sleds that are known jumps (`on`) or no-ops. */
void ipoint_code_switch(struct ipoint_code *code, int on);

void ipoint_code_close(struct ipoint_code *code);

#endif /* IPOINT_CONSUMER_CODE_H */
