/*===- tasks.c - The tasks of a memory dump, each with its records --------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#include "import/import.h"

#include "ipoint/record.h"

#include <stdlib.h>
#include <string.h>

struct splitter {
  struct ipoint_tasks *tasks;
  size_t now;      /* the task that runs */
  int between;     /* 1: the kernel is choosing the next … */
  uint64_t since;  /* … since then */
  int outside_ran; /* 1: something outside of tasks has run meanwhile */
  int coming;      /* 1: the next TASK names the one that came at `since` */
  int failed;
};

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
  return tasks->count++;
}

static void append(struct splitter *splitter, size_t which, uint64_t record,
                   uint64_t time) {
  struct ipoint_task *task = &splitter->tasks->tasks[which];
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
      splitter->failed = 1;
      return;
    }
    task->room = room;
  }
  task->records[task->count] = record;
  task->times[task->count++] = time;
  task->switches += id >= IPOINT_ID_SWITCH_OUT && id <= IPOINT_ID_SWITCH_IN;
}

static void append_switch(struct splitter *splitter, size_t which, uint32_t id,
                          uint64_t time) {
  append(splitter, which, ipoint_record_timed(id, time), time);
}

static void task_out(struct splitter *splitter, uint32_t id, uint64_t time) {
  if (!splitter->between)
    append_switch(splitter, splitter->now, id, time);
  splitter->between = 1;
  splitter->outside_ran = 0;
  splitter->coming = 0;
  splitter->since = time;
}

/* At `time`, or, where that record is missing, some time before. */
static void task_in(struct splitter *splitter, uint32_t number, int known,
                    uint64_t time) {
  size_t task = find_task(splitter->tasks, number);
  if (task == SIZE_MAX) {
    splitter->failed = 1;
    return;
  }
  /* Outside of tasks: until now, or while the kernel chose. */
  if ((splitter->now == 0 && !splitter->between && task != 0 && known &&
       splitter->tasks->tasks[0].count) ||
      (splitter->between && splitter->outside_ran))
    append_switch(splitter, 0, IPOINT_ID_SWITCH_OUT, time);
  if (known && (splitter->between || splitter->now != task))
    append_switch(splitter, task, IPOINT_ID_SWITCH_IN, time);
  splitter->now = task;
  splitter->between = splitter->outside_ran = splitter->coming = 0;
}

/* A record of the program. */
static void keep(struct splitter *splitter, uint64_t record, uint64_t time) {
  if (!splitter->between) {
    append(splitter, splitter->now, record, time);
    return;
  }
  if (!splitter->outside_ran)
    append_switch(splitter, 0, IPOINT_ID_SWITCH_IN, splitter->since);
  splitter->outside_ran = 1;
  append(splitter, 0, record, time);
}

/* The name that begins behind record `at`; where it does not end, none. */
static void take_name(struct splitter *splitter, const struct ipoint_dump *dump,
                      size_t at) {
  char name[129];
  size_t length = 0, i;
  for (i = at + 1; i < dump->count && length + 5 < sizeof name; i++) {
    uint64_t five = ipoint_record_value(dump->records[i]);
    int k;
    if (ipoint_record_id(dump->records[i]) != IPOINT_ID_TASK_TEXT)
      return;
    for (k = 0; k < 5; k++)
      name[length++] = (char)(five >> 8 * k);
    if (memchr(name + length - 5, '\0', 5)) {
      if (ipoint_tasks_name(splitter->tasks,
                            (uint32_t)ipoint_record_value(dump->records[at]),
                            name) != 0)
        splitter->failed = 1;
      return;
    }
  }
}

int ipoint_tasks_split(struct ipoint_tasks *tasks,
                       const struct ipoint_dump *dump) {
  struct splitter splitter = {tasks, 0, 0, 0, 0, 0, 0};
  size_t i;
  memset(tasks, 0, sizeof *tasks);
  if (find_task(tasks, 0) == SIZE_MAX)
    return -1;
  for (i = 0; i < dump->count && !splitter.failed; i++) {
    uint64_t record = dump->records[i], time = dump->times[i];
    uint32_t id = ipoint_record_id(record);
    switch (id) {
    case IPOINT_ID_SWITCH_OUT:
    case IPOINT_ID_PREEMPTED:
      task_out(&splitter, id, time);
      break;
    case IPOINT_ID_SWITCH_IN: /* the next record has the task */
      splitter.coming = 1;
      break;
    case IPOINT_ID_TASK:
      task_in(&splitter, (uint32_t)ipoint_record_value(record), splitter.coming,
              time);
      break;
    case IPOINT_ID_TASK_NAME:
      take_name(&splitter, dump, i);
      break;
    case IPOINT_ID_TASK_TEXT:
      break;
    default:
      keep(&splitter, record, time);
    }
  }
  return splitter.failed ? -1 : 0;
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
