/*===- tasks.c - Two tasks that a kernel switches between ---===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===---===*/

#define _XOPEN_SOURCE 700
#include "selftest.h"

#include "ipoint/bare.h"

#include <ucontext.h>

static ucontext_t kernel, one, two;
static char stacks[2][65536];
static unsigned long ones, twos;

static void switch_to(ucontext_t *from, ucontext_t *to, uint32_t task) {
  ipoint_bare_task_out(task != 0);
  WAIT(11);
  ipoint_bare_task_in(task);
  swapcontext(from, to);
}

static void interrupted(void) {
  WAIT(100);
  switch_to(&one, &two, 2);
  WAIT(100);
  ones++;
}

static void in_between(void) {
  WAIT(40);
  twos++;
}

static void task_one(void) {
  int i;
  for (i = 0; i < 10; i++)
    interrupted();
  switch_to(&one, &kernel, 0);
}

static void task_two(void) {
  for (;;) {
    in_between();
    switch_to(&two, &one, 1);
  }
}

static void make(ucontext_t *task, int number, void (*entry)(void)) {
  getcontext(task);
  task->uc_stack.ss_sp = stacks[number];
  task->uc_stack.ss_size = sizeof stacks[number];
  makecontext(task, entry, 0);
}

void selftest_work(void) {
  make(&one, 0, task_one);
  make(&two, 1, task_two);
  switch_to(&kernel, &one, 1);
}

void selftest_facts(void) {
  selftest_fact("calls", "interrupted", "-", ones);
  selftest_fact("calls", "in_between", "-", twos);
  selftest_fact("task", "interrupted", "-", 200);
  selftest_fact("task", "in_between", "-", 40);
}
