/*===- tasks.c - The tasks of a target, each with its records ---------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#include "import/import.h"

#include "ipoint/record.h"

#include <stdlib.h>
#include <string.h>

/* The place of a task in the list; it is made where it is new. */
static size_t find_task(struct ipoint_tasks *tasks, uint32_t number) {
  struct ipoint_task *grown;
  size_t i;
  for (i = 0; i < tasks->count; i++)
    if (tasks->tasks[i].number == number)
      return i;
  grown = realloc(tasks->tasks, (tasks->count + 1) * sizeof *grown);
  if (!grown)
    return SIZE_MAX;
  tasks->tasks = grown;
  memset(grown + tasks->count, 0, sizeof *grown);
  grown[tasks->count].number = number;
  grown[tasks->count].out.tid = number;
  grown[tasks->count].out.file = -1;
  return tasks->count++;
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
  if (!tasks->between)
    append_switch(tasks, tasks->now, id, time);
  tasks->between = 1;
  tasks->outside_ran = 0;
  tasks->coming = 0;
  tasks->since = time;
}

/* What is missing, in all tasks: what is open there has no time. Which task's
   it was is not known; it counts with the one that ran. */
static void append_lost(struct ipoint_tasks *tasks) {
  size_t i;
  for (i = 0; i < tasks->count; i++) {
    int counts = i == tasks->now;
    if (!counts && !tasks->tasks[i].all)
      continue;
    append(tasks, i,
           ipoint_record_untimed(IPOINT_ID_LOST, counts ? tasks->missing : 0),
           tasks->last);
    tasks->tasks[i].out.discarded += counts ? tasks->missing : 0;
  }
  tasks->missing = 0;
}

int ipoint_tasks_begin(struct ipoint_tasks *tasks) {
  return find_task(tasks, 0) == SIZE_MAX ? -1 : 0;
}

void ipoint_tasks_lost(struct ipoint_tasks *tasks, uint64_t count) {
  tasks->missing += count;
  tasks->lost += count;
  tasks->length = SIZE_MAX;
  if (tasks->switched) {
    task_out(tasks, IPOINT_ID_SWITCH_OUT, tasks->last);
    tasks->unsure = 1;
  } else {
    append_lost(tasks);
  }
}

/* At `time`, or, where that record is missing, some time before. */
static void task_in(struct ipoint_tasks *tasks, uint32_t number, int known,
                    uint64_t time) {
  size_t task = find_task(tasks, number);
  if (task == SIZE_MAX) {
    tasks->failed = 1;
    return;
  }
  if (tasks->missing)
    append_lost(tasks);
  /* Outside of tasks: until now, or while the kernel chose. */
  if ((tasks->now == 0 && !tasks->between && task != 0 && known &&
       tasks->tasks[0].all) ||
      (tasks->between && tasks->outside_ran))
    append_switch(tasks, 0, IPOINT_ID_SWITCH_OUT, time);
  if (known && (tasks->between || tasks->now != task))
    append_switch(tasks, task, IPOINT_ID_SWITCH_IN, time);
  tasks->now = task;
  tasks->switched = 1;
  tasks->between = tasks->outside_ran = tasks->coming = tasks->unsure = 0;
}

/* A record of the program. */
static void keep(struct ipoint_tasks *tasks, uint64_t record, uint64_t time) {
  if (tasks->unsure) {
    tasks->missing++;
    tasks->lost++;
    return;
  }
  if (!tasks->between) {
    append(tasks, tasks->now, record, time);
    return;
  }
  if (!tasks->outside_ran)
    append_switch(tasks, 0, IPOINT_ID_SWITCH_IN, tasks->since);
  tasks->outside_ran = 1;
  append(tasks, 0, record, time);
}

/* Five characters more of a name; where it does not end, there is none. */
static void take_name(struct ipoint_tasks *tasks, uint64_t five) {
  int k;
  if (tasks->length > sizeof tasks->text - 5)
    return;
  for (k = 0; k < 5; k++)
    tasks->text[tasks->length++] = (char)(five >> 8 * k);
  if (!memchr(tasks->text + tasks->length - 5, '\0', 5))
    return;
  tasks->length = SIZE_MAX;
  if (ipoint_tasks_name(tasks, tasks->naming, tasks->text) != 0)
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
    tasks->coming = 1;
    break;
  case IPOINT_ID_TASK:
    task_in(tasks, (uint32_t)ipoint_record_value(record), tasks->coming, time);
    break;
  case IPOINT_ID_TASK_NAME:
    tasks->naming = (uint32_t)ipoint_record_value(record);
    tasks->length = 0;
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
}
