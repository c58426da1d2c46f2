/*===- tasks.c - The tasks of a target, each with its records ---------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#include "import/import.h"

#include "ipoint/record.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Whose records come. */
#define CORE (&tasks->cores[tasks->core])

static size_t add_task(struct ipoint_tasks *tasks, uint32_t number) {
  struct ipoint_task *grown =
      realloc(tasks->tasks, (tasks->count + 1) * sizeof *grown);
  if (!grown)
    return SIZE_MAX;
  tasks->tasks = grown;
  memset(grown + tasks->count, 0, sizeof *grown);
  grown[tasks->count].number = number;
  grown[tasks->count].core = -1;
  grown[tasks->count].out.tid = number;
  grown[tasks->count].out.file = -1;
  return tasks->count++;
}

/* The place of a task in the list; it is made where it is new. */
static size_t find_task(struct ipoint_tasks *tasks, uint32_t number) {
  size_t i, added;
  for (i = 0; i < tasks->count; i++)
    if (tasks->tasks[i].number == number && !tasks->tasks[i].is_outside)
      return i;
  added = add_task(tasks, number);
  /* Where a core has that number already, the next one that is free. */
  for (i = 0; i < added && added != SIZE_MAX && tasks->cores_named; i++)
    if (tasks->tasks[i].out.tid == tasks->tasks[added].out.tid) {
      tasks->tasks[added].out.tid++;
      i = SIZE_MAX;
    }
  return added;
}

static void append(struct ipoint_tasks *tasks, size_t which, uint64_t record,
                   uint64_t time) {
  struct ipoint_task *task = &tasks->tasks[which];
  uint32_t id = ipoint_record_id(record);
  if (task->count == task->room) {
    size_t room = task->room ? 2 * task->room : 256;
    uint64_t *records = realloc(task->records, room * sizeof *records), *times;
    if (records)
      task->records = records;
    times = records ? realloc(task->times, room * sizeof *times) : NULL;
    if (times)
      task->times = times;
    if (!times) {
      tasks->failed = 1;
      return;
    }
    task->room = room;
  }
  /* By what two cores' counters differ beyond what is known of it. */
  if (time < task->last) {
    time = task->last;
    if (ipoint_record_is_timed(record))
      record = ipoint_record_timed(id, time);
    tasks->repaired++;
  }
  task->last = time;
  task->records[task->count] = record;
  task->times[task->count++] = time;
  task->switches += id >= IPOINT_ID_SWITCH_OUT && id <= IPOINT_ID_SWITCH_IN;
  task->all++;
}

static void append_switch(struct ipoint_tasks *tasks, size_t which, uint32_t id,
                          uint64_t time) {
  append(tasks, which, ipoint_record_timed(id, time), time);
}

static void task_out(struct ipoint_tasks *tasks, uint32_t id, uint64_t time) {
  if (!CORE->between)
    append_switch(tasks, CORE->now, id, time);
  CORE->between = 1;
  CORE->outside_ran = 0;
  CORE->coming = 0;
  CORE->since = time;
}

/* Here `count` records of a task are missing: what is open there has no time.
 */
static void append_lost(struct ipoint_tasks *tasks, size_t which,
                        uint64_t count) {
  append(tasks, which, ipoint_record_untimed(IPOINT_ID_LOST, count),
         tasks->last);
  tasks->tasks[which].out.discarded += count;
}

/* Whether a task runs on another core than that whose records come, or belongs
   there. */
static int is_elsewhere(const struct ipoint_tasks *tasks, size_t which) {
  uint32_t i;
  for (i = 0; i < tasks->core_count; i++) {
    const struct ipoint_core *core = &tasks->cores[i];
    if (i != tasks->core &&
        (core->outside == which ||
         (core->now == which && !core->between && !core->unsure)))
      return 1;
  }
  return 0;
}

/* What the core lacks, in all tasks that may have run on it. Which task's it
   was is not known; it counts with the one that ran, unless that is on another
   core by now. */
static void append_missing(struct ipoint_tasks *tasks) {
  size_t i, counts = is_elsewhere(tasks, CORE->now) ? CORE->outside : CORE->now;
  for (i = 0; i < tasks->count; i++)
    if (i == counts)
      append_lost(tasks, i, CORE->missing);
    else if (tasks->switched && tasks->tasks[i].all && !is_elsewhere(tasks, i))
      append_lost(tasks, i, 0);
  CORE->missing = 0;
}

/* Whether a task may have run on a core of which it is not known. */
static int is_doubtful(const struct ipoint_tasks *tasks, size_t which) {
  uint32_t i;
  for (i = 0; i < tasks->core_count && tasks->tasks[which].all; i++)
    if (i != tasks->core && tasks->cores[i].unsure)
      return 1;
  return 0;
}

int ipoint_tasks_begin(struct ipoint_tasks *tasks, uint32_t cores) {
  tasks->cores = calloc(cores, sizeof *tasks->cores);
  if (!tasks->cores)
    return -1;
  for (; tasks->core_count < cores; tasks->core_count++) {
    size_t task = add_task(tasks, 0);
    if (task == SIZE_MAX)
      return -1;
    tasks->tasks[task].is_outside = tasks->core_count != 0;
    tasks->cores[tasks->core_count].outside = task;
    tasks->cores[tasks->core_count].now = task;
  }
  return 0;
}

int ipoint_tasks_name_cores(struct ipoint_tasks *tasks) {
  uint32_t core, number = 0;
  if (tasks->cores_named)
    return 0;
  tasks->cores_named = 1;
  for (core = 0; core < tasks->core_count && tasks->core_count > 1; core++) {
    struct ipoint_task *outside = &tasks->tasks[tasks->cores[core].outside];
    char name[24];
    size_t i;
    for (i = 0; i < tasks->count && core; i++)
      if (tasks->tasks[i].number == number &&
          (!tasks->tasks[i].is_outside || tasks->tasks[i].name)) {
        number++;
        i = SIZE_MAX;
      }
    outside->number = outside->out.tid = number;
    snprintf(name, sizeof name, "core %" PRIu32, core);
    free(outside->name);
    outside->name = strdup(name);
    if (!outside->name)
      return -1;
  }
  return 0;
}

void ipoint_tasks_lost(struct ipoint_tasks *tasks, uint64_t count) {
  CORE->missing += count;
  tasks->lost += count;
  CORE->length = SIZE_MAX;
  if (tasks->switched) {
    task_out(tasks, IPOINT_ID_SWITCH_OUT, tasks->last);
    CORE->unsure = 1;
  } else {
    append_missing(tasks);
  }
}

/* The task goes on on another core; on the other one its last record was at
   `before`. */
static void move(struct ipoint_tasks *tasks, size_t which, uint64_t before,
                 uint64_t time) {
  struct ipoint_task *task = &tasks->tasks[which];
  if (task->core >= 0) {
    tasks->moves++;
    tasks->unsure_moves +=
        time < before + CORE->error + tasks->cores[task->core].error;
  }
  task->core = tasks->core;
  append(tasks, which, ipoint_record_untimed(IPOINT_ID_CORE, tasks->core),
         time);
}

/* At `time`, or, where that record is missing, some time before. */
static void task_in(struct ipoint_tasks *tasks, uint32_t number, int known,
                    uint64_t time) {
  size_t task = find_task(tasks, number), outside;
  uint64_t before;
  if (task == SIZE_MAX) {
    tasks->failed = 1;
    return;
  }
  before = tasks->tasks[task].last;
  if (CORE->missing)
    append_missing(tasks);
  else if (is_doubtful(tasks, task))
    append_lost(tasks, task, 0);
  outside = CORE->outside;
  /* Outside of tasks: until now, or while the kernel chose. */
  if ((CORE->now == outside && !CORE->between && task != outside && known &&
       tasks->tasks[outside].all) ||
      (CORE->between && CORE->outside_ran))
    append_switch(tasks, outside, IPOINT_ID_SWITCH_OUT, time);
  if (known && (CORE->between || CORE->now != task))
    append_switch(tasks, task, IPOINT_ID_SWITCH_IN, time);
  if (tasks->core_count > 1 && tasks->tasks[task].core != tasks->core)
    move(tasks, task, before, time);
  CORE->now = task;
  tasks->switched = 1;
  CORE->between = CORE->outside_ran = CORE->coming = CORE->unsure = 0;
}

/* A record of the program. */
static void keep(struct ipoint_tasks *tasks, uint64_t record, uint64_t time) {
  if (CORE->unsure) {
    CORE->missing++;
    tasks->lost++;
    return;
  }
  if (!CORE->between) {
    append(tasks, CORE->now, record, time);
    return;
  }
  if (!CORE->outside_ran)
    append_switch(tasks, CORE->outside, IPOINT_ID_SWITCH_IN, CORE->since);
  CORE->outside_ran = 1;
  append(tasks, CORE->outside, record, time);
}

/* Five characters more of a name; where it does not end, there is none. */
static void take_name(struct ipoint_tasks *tasks, uint64_t five) {
  int k;
  if (CORE->length > sizeof CORE->text - 5)
    return;
  for (k = 0; k < 5; k++)
    CORE->text[CORE->length++] = (char)(five >> 8 * k);
  if (!memchr(CORE->text + CORE->length - 5, '\0', 5))
    return;
  CORE->length = SIZE_MAX;
  if (ipoint_tasks_name(tasks, CORE->naming, CORE->text) != 0)
    tasks->failed = 1;
}

void ipoint_tasks_add(struct ipoint_tasks *tasks, uint64_t record,
                      uint64_t time) {
  uint32_t id = ipoint_record_id(record);
  tasks->last = time;
  switch (id) {
  case IPOINT_ID_SWITCH_OUT:
  case IPOINT_ID_PREEMPTED:
    task_out(tasks, id, time);
    break;
  case IPOINT_ID_SWITCH_IN: /* the next record has the task */
    CORE->coming = 1;
    break;
  case IPOINT_ID_TASK:
    task_in(tasks, (uint32_t)ipoint_record_value(record), CORE->coming, time);
    break;
  case IPOINT_ID_TASK_NAME:
    CORE->naming = (uint32_t)ipoint_record_value(record);
    CORE->length = 0;
    break;
  case IPOINT_ID_TASK_TEXT:
    take_name(tasks, ipoint_record_value(record));
    break;
  default:
    keep(tasks, record, time);
  }
}

int ipoint_tasks_name(struct ipoint_tasks *tasks, uint32_t number,
                      const char *name) {
  size_t task = find_task(tasks, number);
  char *copy = task == SIZE_MAX ? NULL : strdup(name);
  if (!copy)
    return -1;
  free(tasks->tasks[task].name);
  tasks->tasks[task].name = copy;
  return 0;
}

void ipoint_tasks_free(struct ipoint_tasks *tasks) {
  size_t i;
  for (i = 0; i < tasks->count; i++) {
    free(tasks->tasks[i].name);
    free(tasks->tasks[i].records);
    free(tasks->tasks[i].times);
  }
  free(tasks->tasks);
  free(tasks->cores);
}
